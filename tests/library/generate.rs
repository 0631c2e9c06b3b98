//! The generator: puzzles as the recipe requests, and the same bytes with every engine.

use std::{collections::HashSet, ops::RangeInclusive};

use crate::support::rules::{CELLS, is_blank};
use bulkdoku::Solver;
use bulkdoku::generate::{Generator, PuzzleLine, Recipe, uniform_grid};
use bulkdoku::solver::{AnswerLine, Answers, Engine, Goal, Notation, Outcome, Puzzles, Task, Verdict};
use bulkdoku::symmetry::Minlex;

/// Returns the default recipe.
fn ordinary() -> Recipe {
    Recipe::default()
}

/// Returns the recipe of minimal puzzles with any number of clues.
fn minimal() -> Recipe {
    Recipe::default().clues(0..=81).minimal(true)
}

fn lines(recipe: &Recipe, engine: Engine, numbers: RangeInclusive<u64>) -> Vec<PuzzleLine> {
    let count = numbers.end() - numbers.start() + 1;
    let mut lines = vec![[0; CELLS + 1]; count as usize];
    let mut generator = Generator::with_solver(recipe.clone(), engine.build()).expect("a feasible recipe");
    generator.write(*numbers.start(), &mut lines).expect("puzzles");
    lines
}

fn texts(lines: &[PuzzleLine]) -> Vec<String> {
    lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

fn clues(line: &PuzzleLine) -> usize {
    line[..CELLS].iter().filter(|&&byte| !is_blank(byte)).count()
}

fn verdicts(lines: &[PuzzleLine]) -> Vec<Verdict> {
    let starts: Vec<u32> = (0..lines.len()).map(|line| (line * (CELLS + 1)) as u32).collect();
    let mut answers: Vec<AnswerLine> = vec![[0; CELLS + 1]; lines.len()];
    let mut outcomes = vec![Outcome::default(); lines.len()];
    let puzzles = Puzzles::new(lines.as_flattened(), &starts, Notation::Clues);
    Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Lines(&mut answers), &mut outcomes);
    outcomes.into_iter().map(|outcome| outcome.verdict).collect()
}

#[test]
fn every_puzzle_has_one_solution_and_the_requested_clues() {
    let lines = lines(&ordinary(), Engine::Lanes, 0..=999);
    assert!(verdicts(&lines).iter().all(|&verdict| verdict == Verdict::Unique));
    assert!(lines.iter().all(|line| ordinary().clues.contains(&clues(line)) && line[CELLS] == b'\n'));
    let numbers: HashSet<usize> = lines.iter().map(clues).collect();
    assert_eq!(numbers.len(), 7, "every number of clues occurs");
}

#[test]
fn no_clue_of_a_minimal_puzzle_can_be_removed() {
    for line in lines(&minimal(), Engine::Lanes, 0..=49) {
        let without = |cell: usize| {
            let mut line = line;
            line[cell] = b'.';
            line
        };
        let clues = (0..CELLS).filter(|&cell| !is_blank(line[cell]));
        let without: Vec<PuzzleLine> = clues.map(without).collect();
        assert!(verdicts(&without).iter().all(|&verdict| verdict == Verdict::Multiple));
        assert_eq!(verdicts(&[line]), [Verdict::Unique]);
    }
}

/// Removing clues in random order has the bias that Denis Berthier measured: 24.38 clues with a standard deviation of 1.12.
#[test]
fn minimal_puzzles_have_the_known_bias() {
    let numbers: Vec<f64> =
        lines(&minimal(), Engine::Lanes, 0..=999).iter().map(|line| clues(line) as f64).collect();
    let mean = numbers.iter().sum::<f64>() / 1000.0;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / 1000.0;
    assert!(
        (mean - 24.38).abs() < 0.12 && (variance.sqrt() - 1.12).abs() < 0.1,
        "{mean} ± {}",
        variance.sqrt()
    );
}

#[test]
fn a_line_does_not_depend_on_its_batch() {
    let whole = lines(&ordinary(), Engine::Lanes, 0..=599);
    assert_eq!(lines(&ordinary(), Engine::Lanes, 7..=599), whole[7..]);
    for number in [0, 1, 300, 599] {
        assert_eq!(lines(&ordinary(), Engine::Lanes, number..=number), [whole[number as usize]]);
    }
}

#[test]
fn a_line_does_not_depend_on_the_engine() {
    for recipe in [ordinary(), minimal()] {
        let lanes = lines(&recipe, Engine::Lanes, 0..=99);
        assert_eq!(lines(&recipe, Engine::Single, 0..=99), lanes);
        assert_eq!(lines(&recipe, Engine::MinCandidates, 0..=9), lanes[..10]);
    }
}

#[test]
fn another_seed_gives_other_puzzles() {
    let mut all = HashSet::new();
    for seed in 0..10 {
        all.extend(lines(&ordinary().seed(seed), Engine::Lanes, 0..=99));
    }
    assert_eq!(all.len(), 1000);
}

#[test]
fn a_full_grid_is_a_puzzle_of_81_clues() {
    let full = ordinary().clues(81..=81);
    assert!(lines(&full, Engine::Lanes, 0..=9).iter().all(|line| clues(line) == 81));
}

/// The files of earlier versions must remain reproducible.
#[test]
fn the_first_lines_of_a_seed_are_pinned() {
    assert_eq!(
        texts(&lines(&ordinary(), Engine::Lanes, 0..=1)),
        [
            "4.3.7.....1....7.87..12..9332......684...1.3...1.4.....6.8....45...62.1.9.841.2..\n",
            "17.5...3........8....87.1.4..3.1.5.8.5.....41.1.7....2....42.....59.3.17.4.15.82.\n",
        ]
    );
    assert_eq!(
        texts(&lines(&minimal(), Engine::Lanes, u64::MAX..=u64::MAX)),
        ["7...2.......9..6..38..74.2....1.6..8.....9...9..43..........143..5..17.6.6.......\n",]
    );
}

/// The shares of first bands with each number of automorphisms, as a puzzle of 27 clues, among all grids. The bench that
/// counts the grids of every first band and first stack computes them: `cargo bench -- frames` in `benches/search`.
const BANDS: [(u64, f64); 7] = [
    (72, 0.829_801_733_7),
    (144, 0.156_645_099_9),
    (216, 0.001_978_817_4),
    (288, 0.001_561_506_7),
    (432, 0.007_965_773_5),
    (864, 0.001_035_976_6),
    (1296, 0.001_011_092_2), // or more
];

#[test]
fn first_bands_of_uniform_grids_have_their_shares() {
    let total = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    let (mut minlex, mut counts) = (Minlex::new(), [0_u32; BANDS.len()]);
    for number in 0..total {
        let mut band = [b'.'; CELLS];
        band[..27].copy_from_slice(&uniform_grid(1, number).as_bytes()[..27]);
        let maps = minlex.form_of_text(&band).expect("no conflict").automorphisms;
        counts[BANDS.iter().rposition(|&(least, _)| maps >= least).expect("72 at least")] += 1;
    }
    let expected = BANDS.map(|(_, share)| share * total as f64);
    let chi_squared: f64 = counts.iter().zip(expected).map(|(&n, e)| (f64::from(n) - e).powi(2) / e).sum();
    assert!(chi_squared < 22.5, "{chi_squared} with 6 degrees of freedom: {counts:?} for {expected:?}");
}
