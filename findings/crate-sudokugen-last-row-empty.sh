#!/bin/sh
# sudokugen 0.4.0 (crates.io) generates puzzles that never have a clue in the last row.
#
# It promises "a random board with a unique solution". Of 400 puzzles, none has a clue in row 9, nor in r1c9, r3c3, r3c6, r3c9, r8c7,
# r8c8 or r8c9, and each has one in r8c1. Boards of 4 × 4 have no clue in row 4. The digits are random, the places are not: it
# fills an empty board in a fixed order, and only the cells whose digits it had to guess become clues. What is trained on these
# puzzles has never seen a clue in the last row.
#
# Expected: clues anywhere.
# Seen with sudokugen 0.4.0, rand 0.8.8, rayon 1.12.0 and Rust 1.95.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat >Cargo.toml <<'TOML'
[package]
name = "clues"
version = "0.1.0"
edition = "2021"

[dependencies]
rand = "=0.8.8"
rayon = "=1.12.0"
sudokugen = "=0.4.0"
TOML

cat >src/main.rs <<'RUST'
use sudokugen::{BoardSize, Puzzle};

fn places(puzzles: usize, size: BoardSize, side: usize) -> Vec<usize> {
    let mut clues = vec![0; side * side];
    for _ in 0..puzzles {
        let puzzle = Puzzle::generate(size);
        let board = puzzle.board();
        for (place, cell) in board.iter_cells().enumerate() {
            clues[place] += usize::from(board.get(&cell).is_some());
        }
    }
    println!("clues of {puzzles} puzzles in each cell:");
    for row in clues.chunks(side) {
        println!("{row:4?}");
    }
    clues
}

fn main() {
    let nine = places(400, BoardSize::NineByNine, 9);
    assert!([8, 20, 23, 26, 69, 70, 71].into_iter().chain(72..81).all(|place| nine[place] == 0));
    assert_eq!(nine[63], 400);
    assert!(nine[..63].chunks(9).all(|row| row.iter().sum::<usize>() > 400));

    let four = places(400, BoardSize::FourByFour, 4);
    assert!(four[..12].chunks(4).all(|row| row.iter().sum::<usize>() > 400));
    assert_eq!(four[12..].iter().sum::<usize>(), 0);
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet --release
