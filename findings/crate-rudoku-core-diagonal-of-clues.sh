#!/bin/sh
# rudoku-core 0.2.0 (crates.io) makes puzzles with all nine cells of the main diagonal as clues.
#
# Sudoku::new(n) fills a grid and blanks random cells "until there are n elements left, while having only 1 solution". It draws a cell
# as two different numbers from 0 to 8, so that a row and a column are never the same: r1c1, r2c2 and so on to r9c9 stay. Of 300
# puzzles with 36 clues, each has all nine of them, and every other cell is a clue in about 113. What is trained on these puzzles has
# never seen a blank on the main diagonal.
#
# Expected: blanks anywhere.
# Seen with rudoku-core 0.2.0, rand 0.8.8, itertools 0.10.5 and Rust 1.95.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat >Cargo.toml <<'TOML'
[package]
name = "diagonal"
version = "0.1.0"
edition = "2021"

[dependencies]
rudoku-core = "=0.2.0"
rand = "=0.8.8"
itertools = "=0.10.5"
TOML

cat >src/main.rs <<'RUST'
use rudoku_core::sudoku::{sudoku_value::SudokuValue, Sudoku};

const PUZZLES: usize = 300;

fn main() {
    let mut clues = [[0; 9]; 9];
    for _ in 0..PUZZLES {
        let (puzzle, _) = Sudoku::new(36);
        for (row, line) in clues.iter_mut().enumerate() {
            for (column, count) in line.iter_mut().enumerate() {
                *count += usize::from(puzzle.get(row, column) != Some(&SudokuValue::Empty));
            }
        }
    }

    println!("clues of {PUZZLES} puzzles in each cell:");
    for line in &clues {
        println!("{line:4?}");
    }
    assert!((0..9).all(|at| clues[at][at] == PUZZLES));
    let others = (0..81).filter(|at| at / 9 != at % 9).map(|at| clues[at / 9][at % 9]);
    assert!(others.max() < Some(PUZZLES / 2));
    assert_eq!(clues.iter().flatten().sum::<usize>(), 36 * PUZZLES);
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet --release
