//! Tests of the ratings against slow and obvious implementations.

mod explanations;
mod levels;
mod oracle;
mod oracle_explainer;
mod oracle_ratings;
mod ratings;
mod structure;

use super::{Rater, Rating, RatingSettings};
use crate::board::grid::CELLS;
use crate::generate::{Generator, Recipe};
use crate::rng::stream;
use crate::solver::batch::{Notation, Puzzles};
use crate::symmetry::Transformation;

/// Returns the puzzles that the tests compare: `count` minimal puzzles of all levels. If the environment variable
/// `BULKDOKU_RATING_FILE` names a file, they are its first `BULKDOKU_RATING_PUZZLES` lines instead.
///
/// 100,000 puzzles take about a core-hour.
fn puzzles(count: usize) -> Vec<[u8; CELLS]> {
    let Ok(path) = std::env::var("BULKDOKU_RATING_FILE") else { return generated(count) };
    let wanted = std::env::var("BULKDOKU_RATING_PUZZLES").ok().and_then(|count| count.parse().ok());
    let text = std::fs::read_to_string(path).expect("a readable file");
    let lines = text.lines().filter_map(|line| line.as_bytes().first_chunk().copied());
    lines.take(wanted.unwrap_or(count)).collect()
}

fn generated(count: usize) -> Vec<[u8; CELLS]> {
    let recipe = Recipe { seed: 14, clues: Recipe::MINIMAL_CLUES, minimal: true, ..Recipe::DEFAULT };
    let mut generator = Generator::new(recipe).expect("a possible recipe");
    let mut lines = vec![[0; CELLS + 1]; count];
    generator.write(1, &mut lines).expect("puzzles");
    lines.iter().map(|line| std::array::from_fn(|cell| line[cell])).collect()
}

fn rate(puzzles: &[[u8; CELLS]], settings: RatingSettings) -> Vec<Rating> {
    let starts: Vec<u32> = (0..puzzles.len()).map(|index| (CELLS * index) as u32).collect();
    let mut ratings = vec![Rating::default(); puzzles.len()];
    let puzzles = Puzzles::new(puzzles.as_flattened(), &starts, Notation::Clues);
    Rater::with_settings(settings).rate_rows(puzzles, &mut ratings);
    ratings
}

/// Returns a random equivalent of a puzzle.
fn equivalent(puzzle: &[u8; CELLS], number: u64) -> [u8; CELLS] {
    let map = Transformation::random(&mut stream(5, *b"test\0\0\0\0", number));
    let digits = puzzle.map(|byte| crate::board::grid::digit(byte).unwrap_or(0));
    map.image(&digits).map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
}
