#!/bin/sh
# rumenx-sudoku 1.0.0 (crates.io) has a "deterministic, validated" solver that returns another solution each time, and wrong grids.
#
# solve() tries the digits of a cell in random order. For a puzzle with two solutions, ten calls on the same board return both. The
# random numbers are those that set_rand_seed() sets for "reproducible generation". So solving a puzzle, or asking for a hint,
# changes the next puzzle that is made with the same seed.
#
# Nor does it validate. A board with two fives in the first row, which validate() refuses, is filled and returned as solved.
#
# Expected: one answer for one board, the same puzzles for the same seed, and None for the fives.
# Seen with rumenx-sudoku 1.0.0, rand 0.9.5 and Rust 1.95.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat >Cargo.toml <<'TOML'
[package]
name = "chance"
version = "0.1.0"
edition = "2021"

[dependencies]
rumenx-sudoku = "=1.0.0"
rand = "=0.9.5"
TOML

cat >src/main.rs <<'RUST'
use rumenx_sudoku::{set_rand_seed, Board, Difficulty};
use std::collections::BTreeSet;

fn puzzle() -> Board {
    Board::generate(Difficulty::Easy, 3).unwrap()
}

fn main() {
    let several: Board = "..387.....5.......4.....69..4.7..52....49...7.8........2.....8....9...3...5..1974".parse().unwrap();
    set_rand_seed(1);
    let solutions: BTreeSet<String> = (0..10).map(|_| several.solve().unwrap().to_string()).collect();
    println!("ten answers for {several}: {solutions:?}");
    assert_eq!(solutions.len(), 2);

    let pairs = |between: fn(&Board)| {
        set_rand_seed(42);
        let first = puzzle();
        between(&first);
        (first, puzzle())
    };
    let (plain, solved) = (pairs(|_| ()), pairs(|first| assert!(first.solve().is_some())));
    let hinted = pairs(|first| assert!(first.hint().is_some()));
    println!("second puzzle of seed 42: {}\nafter solve(): {}\nafter hint(): {}", plain.1, solved.1, hinted.1);
    assert_eq!(plain, pairs(|_| ()));
    assert!(plain.0 == solved.0 && plain.0 == hinted.0);
    assert!(plain.1 != solved.1 && plain.1 != hinted.1);

    let mut fives = plain.0.solve().unwrap();
    let column = (0..9).find(|&column| fives.0[0][column] != 5).unwrap();
    fives.0[0][column] = 5;
    fives.0[8][8] = 0;
    assert!(fives.validate().is_err());
    let filled = fives.solve().unwrap();
    println!("two fives in the first row, solved: {filled}");
    assert!(filled.validate().is_err());
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet --release
