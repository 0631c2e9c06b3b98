//! What holds of the forms of grids, on every path.

mod brute_force;
mod samples;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::{fs, path::Path};

use super::scalar::minimal_maps;
use super::*;
use samples::{KNOWN_FORMS, SYMMETRICAL, Samples, apply, apply_to_puzzle};

/// Every path that this processor has.
fn makers() -> impl Iterator<Item = GridMinlex> {
    Isa::available().map(GridMinlex::new)
}

/// The solutions of a shared set, or none, said on the test's output, where the set is missing.
fn shared_grids(name: &str) -> Vec<[u8; CELLS]> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    let text = fs::read(&path).unwrap_or_else(|error| {
        println!("skipped: {}: {error}", path.display());
        Vec::new()
    });
    text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk().copied()).collect()
}

#[test]
fn known_forms_are_their_own_forms() {
    for (automorphisms, grid) in KNOWN_FORMS {
        for form in makers().map(|maker| maker.form(grid)) {
            assert_eq!((&form.text, form.automorphisms), (grid, automorphisms));
            assert_eq!(apply(&form.map, grid), *grid);
        }
    }
}

/// Every cell of some grids with every other digit, and every pair of cells with digits exchanged.
#[test]
fn equal_digits_in_a_house_of_a_full_board_are_found() {
    let is_found = |board: [u8; CELLS]| {
        let expected = crate::grid::conflict(&board).is_some();
        makers().all(|maker| {
            let mut form = [CanonicalForm::default()];
            maker.forms_unless_conflict(&[board], &mut form) != expected
        })
    };
    for &(_, &grid) in SYMMETRICAL.iter().take(3) {
        assert!(is_found(grid));
        for (cell, digit) in (0..CELLS).flat_map(|cell| (b'1'..=b'9').map(move |digit| (cell, digit))) {
            let mut board = grid;
            board[cell] = digit;
            assert!(is_found(board), "{digit} in cell {cell}");
        }
        for (one, other) in (0..CELLS).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let mut board = grid;
            board.swap(one, other);
            assert!(is_found(board), "cells {one} and {other} exchanged");
        }
    }
    assert!(is_found([b'7'; CELLS]));
}

#[test]
fn the_symmetrical_grids_have_as_many_automorphisms_as_they_should() {
    for (automorphisms, grid) in SYMMETRICAL {
        assert!(crate::grid::is_solved(grid));
        assert!(makers().all(|maker| maker.form(grid).automorphisms == automorphisms));
    }
}

#[test]
fn equivalent_grids_have_the_same_form_and_maps_that_make_it() {
    let mut samples = Samples::new(4);
    let random: Vec<_> = (0..300).map(|_| samples.grid()).collect();
    for grid in SYMMETRICAL.iter().map(|(_, grid)| **grid).chain(random) {
        let equivalent = samples.equivalent(&grid);
        for maker in makers() {
            let (form, other) = (maker.form(&grid), maker.form(&equivalent));
            assert_eq!((form.text, form.automorphisms), (other.text, other.automorphisms));
            assert_eq!(apply(&form.map, &grid), form.text);
            assert_eq!(apply(&other.map, &equivalent), form.text);
            assert_eq!(maker.form(&form.text).text, form.text);
        }
    }
}

/// The number of grids for the tests that have been run once with many more: `BULKDOKU_GRIDS`, or a few.
fn grids_to_test(few: usize) -> usize {
    std::env::var("BULKDOKU_GRIDS").map_or(few, |count| count.parse().expect("BULKDOKU_GRIDS is a number"))
}

/// Ten equivalents of each grid of a walk. `BULKDOKU_GRIDS=10000000` compares 100 million of them.
#[test]
fn all_paths_agree_on_equivalents_of_random_grids() {
    let mut samples = Samples::new(8);
    let [scalar, fast] = [Isa::Portable, Isa::best()].map(GridMinlex::new);
    for _ in 0..grids_to_test(200) {
        samples.step();
        let grid = samples.grid;
        let form = scalar.form(&grid);
        let equivalents: [_; 10] = std::array::from_fn(|_| samples.equivalent(&grid));
        let mut forms = [CanonicalForm::default(); 10];
        fast.forms(&equivalents, &mut forms);
        for (equivalent, fast) in equivalents.iter().zip(forms) {
            let plain = scalar.form(equivalent);
            assert_eq!((plain.text, plain.automorphisms), (form.text, form.automorphisms));
            assert_eq!((fast.text, fast.automorphisms), (form.text, form.automorphisms));
            assert_eq!(apply(&fast.map, equivalent), form.text);
            assert_eq!(apply(&plain.map, equivalent), form.text);
        }
    }
}

#[test]
fn the_minimal_maps_are_different_and_all_that_make_the_form() {
    let mut samples = Samples::new(5);
    let random: Vec<_> = (0..100).map(|_| samples.grid()).collect();
    for grid in SYMMETRICAL.iter().map(|(_, grid)| **grid).chain(random) {
        let form = makers().last().expect("the portable path").form(&grid);
        let maps: HashSet<Transformation> = minimal_maps(&grid).collect();
        assert_eq!(maps.len() as u64, form.automorphisms);
        assert!(maps.iter().all(|map| apply(map, &grid) == form.text));
        assert!(maps.contains(&form.map));
    }
}

#[test]
fn the_solution_form_of_a_puzzle_is_its_smallest_image_under_the_minimal_maps_of_its_solution() {
    let mut samples = Samples::new(9);
    let random: Vec<_> = (0..100).map(|_| samples.grid()).collect();
    let solutions: Vec<_> = SYMMETRICAL.iter().map(|(_, grid)| **grid).chain(random).collect();
    let puzzles: Vec<_> = solutions.iter().map(|solution| samples.puzzle(solution)).collect();
    for maker in makers() {
        let mut forms = vec![CanonicalForm::default(); puzzles.len()];
        maker.solution_forms(&puzzles, &solutions, &mut forms);
        for ((puzzle, solution), form) in puzzles.iter().zip(&solutions).zip(&forms) {
            let images: Vec<_> = minimal_maps(solution).map(|map| apply_to_puzzle(&map, puzzle)).collect();
            assert_eq!(Some(&form.text), images.iter().min());
            let attaining = images.iter().filter(|&image| *image == form.text).count();
            assert_eq!(form.automorphisms, attaining as u64);
            assert_eq!(apply_to_puzzle(&form.map, puzzle), form.text);
        }
    }
}

#[test]
fn a_puzzle_that_is_its_solution_has_the_form_of_the_grid_as_its_solution_form() {
    let grids = SYMMETRICAL.map(|(_, grid)| *grid);
    for maker in makers() {
        let (mut forms, mut solution_forms) =
            ([CanonicalForm::default(); SYMMETRICAL.len()], [CanonicalForm::default(); SYMMETRICAL.len()]);
        maker.forms(&grids, &mut forms);
        maker.solution_forms(&grids, &grids, &mut solution_forms);
        for (form, solution_form) in forms.iter().zip(&solution_forms) {
            assert_eq!((form.text, form.automorphisms), (solution_form.text, solution_form.automorphisms));
        }
    }
}

#[test]
fn a_batch_gives_what_single_calls_give() {
    let mut samples = Samples::new(6);
    let grids: Vec<_> = (0..100).map(|_| samples.grid()).collect();
    for maker in makers() {
        let mut forms = vec![CanonicalForm::default(); grids.len()];
        maker.forms(&grids, &mut forms);
        assert!(grids.iter().zip(&forms).all(|(grid, form)| maker.form(grid) == *form));
    }
}

#[test]
fn the_class_of_a_band_does_not_depend_on_its_equivalents() {
    let classes = |grid: &[u8; CELLS]| {
        let transposed: [u8; CELLS] = std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
        let class = |band: &[u8]| {
            let (rows, _) = band.as_chunks::<9>();
            band_class([&rows[0], &rows[1], &rows[2]])
        };
        let mut classes: Vec<_> = grid.chunks(27).chain(transposed.chunks(27)).map(class).collect();
        classes.sort_unstable();
        classes
    };
    let mut samples = Samples::new(7);
    for _ in 0..200 {
        let grid = samples.grid();
        assert_eq!(classes(&grid), classes(&samples.equivalent(&grid)));
        let form = makers().last().expect("the portable path").form(&grid).text;
        let (rows, _) = form.as_chunks::<9>();
        assert_eq!(band_class([&rows[0], &rows[1], &rows[2]]), classes(&grid)[0]);
        assert!(classes(&grid).iter().all(|&class| class < BAND_CLASSES));
    }
}

#[test]
fn the_solutions_of_public_sets_fall_into_as_many_classes_as_others_count() {
    let sets = [
        ("17_clue_49151.solutions.txt", 46_294, 29),
        ("magictour_top1465.solutions.txt", 1423, 16),
        ("kaggle_easy_21000.solutions.txt", 20_999, 2),
    ];
    for (name, expected, largest) in sets {
        let grids = shared_grids(name);
        for maker in makers().filter(|_| !grids.is_empty()) {
            let mut classes = HashMap::new();
            for form in grids.iter().map(|grid| maker.form(grid)) {
                *classes.entry((form.text, form.automorphisms)).or_insert(0) += 1;
            }
            assert_eq!((classes.len(), classes.values().max()), (expected, Some(&largest)), "{name}");
            let mut symmetries = BTreeMap::new();
            classes.keys().for_each(|(_, automorphisms)| *symmetries.entry(*automorphisms).or_insert(0) += 1);
            if name.starts_with("17_clue") {
                assert_eq!(symmetries, BTreeMap::from([(1, 46_289), (2, 5)]));
            }
        }
    }
}
