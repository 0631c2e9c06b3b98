#!/bin/sh
# sudoko 0.6.0 (crates.io) counts a thousand XY-wings in a puzzle, none of which removes a candidate.
#
# It has nine strategies, and "Statistics: Track solving performance and strategy usage". Y-Wing and XY-Wing remove candidates from a
# copy that is thrown away, and report progress, so that the same wing is found again until the limit of iterations. In four
# puzzles, about 10, 100 or 1,000 XY-wings are used, as many as set_max_iterations() allows. The cells that are filled before the
# search begins are always those that naked and hidden singles fill.
#
# Five other strategies, among them pairs, X-Wing and Swordfish, which the README names, never find anything. In a board whose
# first row is 1234567 and two blanks, Naked Pairs and Box/Line Reduction return false.
#
# Expected: a wing is counted once, if it removes a candidate.
# Seen with sudoko 0.6.0, rand 0.8.8 and Rust 1.95.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src

cat >Cargo.toml <<'TOML'
[package]
name = "wings"
version = "0.1.0"
edition = "2021"

[dependencies]
sudoko = "=0.6.0"
rand = "=0.8.8"
TOML

cat >src/main.rs <<'RUST'
use sudoko::{BoxLineReduction, HiddenSingles, NakedPairs, NakedSingles, SolvingStrategy, Sudoku, SudokuSolver};

const PUZZLES: [&str; 4] = [
    "..4.....365.72....79.1.........17..9.....8.64..2.4......7..93.18.9......3...7.6..",
    "..4.8.........276.79..34....78........24....74..2.8.1..........9.58...421..3..9.8",
    "....8....2...5.........365..1..4.5.....7.....5.29..3..1....7...8...1.7.67..2..9.1",
    "7..2...1...4.5.9....5.4.87...8.3.6....3.....2.6...4....7...6..........9..5..934.7",
];

fn text(grid: &Sudoku) -> String {
    grid.grid.iter().flatten().filter_map(|cell| cell.value()).map(|digit| digit.to_string()).collect()
}

/// Returns the solution, the cells that strategies filled, and the wings used.
fn solved(mut solver: SudokuSolver, puzzle: &str, limit: usize) -> (String, usize, usize) {
    solver.set_max_iterations(limit);
    let (solution, stats) = solver.solve_with_stats(Sudoku::from_string(puzzle, 9).unwrap()).unwrap();
    (text(&solution), stats.cells_filled, stats.strategies_used.get("XY-Wing").copied().unwrap_or_default())
}

fn main() {
    for puzzle in PUZZLES {
        let singles: Vec<Box<dyn SolvingStrategy>> = vec![Box::new(NakedSingles), Box::new(HiddenSingles)];
        let (expected, filled, _) = solved(SudokuSolver::new_with_strategies(singles), puzzle, 1000);
        for limit in [10, 100, 1000] {
            let (solution, cells, wings) = solved(SudokuSolver::new(), puzzle, limit);
            println!("{puzzle} {cells} cells filled, {wings} XY-wings in {limit} iterations");
            assert_eq!((solution, cells), (expected.clone(), filled));
            assert!((limit - 5..=limit).contains(&wings));
        }
    }

    let mut pair = Sudoku::from_string(&format!("1234567{}", ".".repeat(74)), 9).unwrap();
    assert!(pair.get_candidates(0, 7) == [8, 9].into() && pair.get_candidates(0, 8) == [8, 9].into());
    assert!(pair.get_candidates(1, 7).contains(&8));
    assert!(!NakedPairs.apply(&mut pair) && !BoxLineReduction.apply(&mut pair));
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet --release
