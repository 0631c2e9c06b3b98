//! Known figures of famous grids, and of the public sets if `BULKDOKU_SETS` names a folder that has them.

use std::{
    collections::{HashMap, HashSet},
    fs,
};

use bulkdoku::symmetry::Minlex;

use crate::support::puzzle_sets::shared;
use crate::support::rules::CELLS;

/// Puzzles of a set to test: all, or none in a build without optimization.
const TOO_SLOW: bool = cfg!(debug_assertions);

#[test]
fn famous_grids_are_their_own_forms() {
    let grids: [(&[u8; CELLS], u64); 3] = [
        (b"123456789457893612986217354274538196531964827698721435342685971715349268869172543", 72),
        (b"123456789456789123789123456214365897365897214897214365531642978642978531978531642", 3),
        (b"123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648),
    ];
    for (grid, automorphisms) in grids {
        let form = Minlex::new().form_of_text(grid).unwrap();
        assert_eq!((&form.text, form.automorphisms), (grid, automorphisms));
    }
}

#[test]
fn the_first_puzzle_of_the_17_clue_list_has_its_known_form() {
    let puzzle = b".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";
    let form = b"000000001000000020000003000000040500006000300007810000010020004030000070950000000";
    assert_eq!(&Minlex::new().form_of_text(puzzle).unwrap().text, form);
}

/// Returns the number of records of a set with each form, and the automorphisms.
fn classes(name: &str) -> Option<HashMap<[u8; CELLS], (usize, u64)>> {
    let path = shared(name).filter(|_| !TOO_SLOW)?;
    let text = fs::read_to_string(path).expect("a readable file");
    let puzzles: Vec<[u8; CELLS]> =
        text.lines().filter_map(|line| line.as_bytes().first_chunk().copied()).collect();
    let mut classes = HashMap::new();
    Minlex::new().forms_of_texts(&puzzles, |form| {
        let form = form.expect("no conflict");
        classes.entry(form.text).or_insert((0, form.automorphisms)).0 += 1;
    });
    Some(classes)
}

fn has_classes(name: &str, wanted: usize) {
    if let Some(classes) = classes(name) {
        assert_eq!(classes.len(), wanted, "{name}");
    }
}

#[test]
fn the_public_sets_have_their_known_numbers_of_puzzles() {
    has_classes("17_clue_49151.txt", 49_151);
    has_classes("magictour_top1465.txt", 1_464);
    has_classes("multi_solution_serg_10000.txt", 9_979);
    has_classes("kaggle_easy_21000.txt", 21_000);
    has_classes("hardest_1905_11plus_48766.txt", 48_766);
}

#[test]
fn the_public_sets_have_their_known_numbers_of_solutions() {
    has_classes("magictour_top1465.solutions.txt", 1_423);
    has_classes("kaggle_easy_21000.solutions.txt", 20_999);
}

#[test]
fn the_solutions_of_the_17_clue_list_have_their_known_symmetries() {
    let Some(classes) = classes("17_clue_49151.solutions.txt") else { return };
    assert_eq!(classes.len(), 46_294);
    assert_eq!(classes.values().map(|(records, _)| records).max(), Some(&29));
    let with = |automorphisms| classes.values().filter(|class| class.1 == automorphisms).count();
    assert_eq!((with(1), with(2)), (46_289, 5));
}

/// Puzzles with one solution have equal solution forms exactly when their minlex forms are equal.
#[test]
fn the_solution_form_makes_the_same_classes() {
    let read = |name: &str| fs::read_to_string(shared(name)?).ok();
    let (Some(puzzles), Some(solutions)) =
        (read("magictour_top1465.txt"), read("magictour_top1465.solutions.txt"))
    else {
        return;
    };
    let mut minlex = Minlex::new();
    let form = |(puzzle, solution): (&str, &str)| {
        let (puzzle, solution) = (puzzle.as_bytes().first_chunk()?, solution.as_bytes().first_chunk()?);
        minlex.solution_form_of_texts(puzzle, solution).ok().map(|form| form.text)
    };
    let forms: HashSet<_> = puzzles.lines().zip(solutions.lines()).filter_map(form).collect();
    assert_eq!(forms.len(), 1_464);
}
