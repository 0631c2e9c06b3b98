//! Solves the strings of a column in memory, as Arrow keeps them: one buffer and the offsets of its values. Nothing is copied,
//! and the solutions go to the caller's memory.
//!
//! ```text
//! cargo run --release --example rows_in_place --no-default-features
//! ```

use bulkdoku::Solver;
use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task};

/// The number of cells, which is the length of a puzzle in bytes.
const CELLS: usize = 81;

/// Solves the values of a column, each of 81 bytes, and writes the digits of the solutions to `digits`. Returns an outcome for
/// each.
fn solve_column(values: &[u8], offsets: &[i32], digits: &mut [[u8; CELLS]]) -> Vec<Outcome> {
    let rows = offsets.windows(2).map(|range| range[0] as usize..range[1] as usize);
    let starts: Vec<u32> = rows.filter(|row| row.len() == CELLS).map(|row| row.start as u32).collect();
    assert_eq!(starts.len(), digits.len(), "a value does not have 81 bytes: leave it out");
    let mut outcomes = vec![Outcome::default(); starts.len()];
    let puzzles = Puzzles::new(values, &starts, Notation::Clues);
    Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Digits(digits), &mut outcomes);
    outcomes
}

fn main() {
    let column = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".................................................................................",
        "x3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7y",
    ];
    let values = column.concat();
    let offsets: Vec<i32> = (0..=column.len()).map(|index| (index * CELLS) as i32).collect();
    let mut digits = [[0; CELLS]; 3]; // for instance, the memory of another array
    let outcomes = solve_column(values.as_bytes(), &offsets, &mut digits);
    for (digits, outcome) in digits.iter().zip(&outcomes) {
        println!("{}: {:?}…", outcome.verdict, &digits[..9]);
    }
    let verdicts: Vec<String> = outcomes.iter().map(|outcome| outcome.verdict.to_string()).collect();
    assert_eq!(verdicts, ["unique", "multiple", "malformed"]);
    assert_eq!(digits[0][..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
}
