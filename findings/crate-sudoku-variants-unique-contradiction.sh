#!/bin/sh
# sudoku-variants 0.2.1 (crates.io) returns "the unique solution" of puzzles whose clues contradict each other.
#
# BacktrackingSolver is "a perfect Solver", which "can provide the correct Solution for any Sudoku with any constraint", and
# Solution::Impossible stands for a puzzle that cannot be solved. But it only compares the digits that it writes with others, and never
# two clues. Take a puzzle of 45 clues, and mistype one of them as a digit that another clue in the same row, column or box has. Of the
# 297 results, 85 are Solution::Unique, with a grid that has that digit twice, and 10 are Ambiguous. is_valid() is false for all 297.
#
# Expected: Impossible for all.
# Seen with sudoku-variants 0.2.1, rand 0.8.8 and Rust 1.95.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat >Cargo.toml <<'TOML'
[package]
name = "contradiction"
version = "0.1.0"
edition = "2021"

[dependencies]
sudoku-variants = "=0.2.1"
rand = "=0.8.8"
TOML

cat >src/main.rs <<'RUST'
use sudoku_variants::constraint::DefaultConstraint;
use sudoku_variants::solver::{BacktrackingSolver, Solution, Solver};
use sudoku_variants::Sudoku;

const PUZZLE: &[u8; 81] = b"4.3.7..2121....7.87..12.49332..8...684...1.3.651.43...16.8.9..45.4.6281.9.841.26.";

fn parse(cells: &[u8]) -> Sudoku<DefaultConstraint> {
    let cells: Vec<String> = cells.iter().map(|&cell| char::from(cell).to_string().replace('.', " ")).collect();
    Sudoku::parse(&format!("3x3;{}", cells.join(",")), DefaultConstraint).unwrap()
}

fn sees(a: usize, b: usize) -> bool {
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3))
}

/// Returns the puzzle with one clue changed, in every way that makes it equal to a clue in its row, column or box.
fn mistyped() -> Vec<[u8; 81]> {
    let clues = (0..81).filter(|&at| PUZZLE[at] != b'.');
    let changes = clues.flat_map(|at| (b'1'..=b'9').map(move |digit| (at, digit)));
    let clash = |at: usize, digit: u8| (0..81).any(|other| sees(at, other) && PUZZLE[other] == digit);
    let changed = |(at, digit)| {
        let mut cells = *PUZZLE;
        cells[at] = digit;
        cells
    };
    changes.filter(|&(at, digit)| clash(at, digit)).map(changed).collect()
}

fn main() {
    assert!(matches!(BacktrackingSolver.solve(&parse(PUZZLE)), Solution::Unique(_)));
    let (mut impossible, mut ambiguous, mut unique) = (0, 0, 0);
    for cells in mistyped() {
        let puzzle = parse(&cells);
        assert!(!puzzle.is_valid());
        match BacktrackingSolver.solve(&puzzle) {
            Solution::Impossible => impossible += 1,
            Solution::Ambiguous => ambiguous += 1,
            Solution::Unique(grid) => {
                unique += 1;
                assert!(!Sudoku::new_with_grid(grid, DefaultConstraint).is_valid());
            }
        }
    }
    println!("mistyped: {impossible} impossible, {ambiguous} ambiguous, {unique} unique");
    assert_eq!((impossible, ambiguous, unique), (202, 10, 85));
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet --release
