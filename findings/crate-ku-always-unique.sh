#!/bin/sh
# ku 0.1.0 (crates.io) says of every puzzle with a solution that it has exactly one.
#
# is_uniquely_solvable() is "whether the puzzle has a unique solution", and solution() is "the puzzle's unique solution if it exists".
# The search stops at the second solution, and then returns the first one all the same. So ten puzzles with 2 to 2,544
# solutions are "uniquely solvable", each with a level, and so is the board without a clue.
#
# generate(), which the docs recommend for "a valid, uniquely solvable sudoku", relies on the same search. Of 30 puzzles that it makes,
# about 25 have several solutions.
#
# Expected: an error for a puzzle with several solutions.
# Seen with ku 0.1.0, rand 0.4.6 and Rust 1.95.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat >Cargo.toml <<'TOML'
[package]
name = "unique"
version = "0.1.0"
edition = "2021"

[dependencies]
ku = "=0.1.0"
rand = "=0.4.6"
TOML

cat >puzzles.txt <<'PUZZLES'
..387.....5.......4.....69..4.7..52....49...7.8........2.....8....9...3...5..1974
1...4.9.8.8.35.....638..1.2.52.7...6......39..........5....9..1.2....6..9..6.....
..4..9...279..4.6.......8.....6.2.....619..28.1..4.3..9.3...18....8...7..........
3956.........3.........1.....3.1.2..14..5......63.9.7......3...6..18....8.75..3.1
75693.48.3.457896.9.84.675369.8543.7547..389683.6975.446978..35.75369.48.83.45679
96.345.7834798..65.58.6734949.75368.8.64.97535736.849.689.7.5347.58349.6.345968.7
.5.9.1.82.2.5.89.1918.2..5..9185..2.5..21.89.8.2.9.51...9.821.51.5..92.828.1.5..9
9.1..52.8...9821.52581....9.92.5..8181..29.5.5...18.92.892.15...258..91.1..59.82.
...........................691854327547213896832697514469782135175369248283145679
...........................492753681816429753573618492689271534725834916134596827
PUZZLES

cat >src/main.rs <<'RUST'
use sudoku::{Difficulty, Element, Generate, Score, Solve, Sudoku};

/// Counts solutions, up to a limit. Zero is a blank.
fn count(grid: &mut [u8], limit: usize) -> usize {
    let seen = |grid: &[u8], at: usize| (0..81).filter(|&other| sees(at, other)).map(|other| grid[other]).collect::<Vec<_>>();
    let choices = |at: usize| (1..=9).filter(|digit| !seen(grid, at).contains(digit)).collect::<Vec<u8>>();
    let Some((at, digits)) = (0..81).filter(|&at| grid[at] == 0).map(|at| (at, choices(at))).min_by_key(|(_, digits)| digits.len()) else {
        return 1;
    };
    let mut found = 0;
    for digit in digits {
        grid[at] = digit;
        found += count(grid, limit - found);
        grid[at] = 0;
        if found >= limit {
            break;
        }
    }
    found
}

fn sees(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

fn digits(board: &Sudoku) -> Vec<u8> {
    board.elements.iter().map(|cell| cell.map_or(0, |Element(digit)| digit)).collect()
}

fn board(text: &str) -> Sudoku {
    let mut board = Sudoku::new(3);
    for (cell, byte) in board.elements.iter_mut().zip(text.bytes()).filter(|&(_, byte)| byte != b'.') {
        *cell = Some(Element(byte - b'0'));
    }
    board
}

fn main() {
    for text in include_str!("../puzzles.txt").lines() {
        let puzzle = board(text);
        let solutions = count(&mut digits(&puzzle), 5000);
        println!("{text} {solutions} solutions, {:?}", puzzle.difficulty().unwrap());
        assert!(solutions > 1 && puzzle.is_uniquely_solvable() && puzzle.solution().is_ok());
    }
    assert!(Sudoku::new(3).is_uniquely_solvable());

    let made = (0..30).map(|_| Sudoku::generate(3, Difficulty::Beginner));
    let several = made.filter(|puzzle| count(&mut digits(puzzle), 2) == 2).count();
    println!("of 30 generated puzzles, {several} have several solutions");
    assert!(several >= 15);
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet --release
