//! Solves the strings of a column in memory, as Arrow keeps them: one buffer and the offsets of its values. Nothing is copied,
//! and the solutions go to the caller's memory.
//!
//! ```text
//! cargo run --release --example rows_in_place --no-default-features --features std
//! ```

use bulkdoku::Solver;
use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task};

/// The number of cells, which is the length of a puzzle in bytes.
const CELLS: usize = 81;

/// Solves the values of a column. Returns the digits of the solutions, and an outcome for each.
fn solve_column(values: &[u8], offsets: &[u32]) -> (Vec<[u8; CELLS]>, Vec<Outcome>) {
    let starts = &offsets[..offsets.len() - 1];
    let has_puzzles = offsets.windows(2).all(|range| (range[1] - range[0]) as usize == CELLS);
    assert!(has_puzzles, "every value has 81 bytes; split off those that do not");
    let (mut digits, mut outcomes) = (vec![[0; CELLS]; starts.len()], vec![Outcome::default(); starts.len()]);
    let puzzles = Puzzles::new(values, starts, Notation::Clues);
    Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Digits(&mut digits), &mut outcomes);
    (digits, outcomes)
}

fn main() {
    let column = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        ".................................................................................",
        "x3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7y",
    ];
    let values = column.concat();
    let offsets: Vec<u32> = (0..=column.len()).map(|index| (index * CELLS) as u32).collect();
    let (digits, outcomes) = solve_column(values.as_bytes(), &offsets);
    for (digits, outcome) in digits.iter().zip(&outcomes) {
        println!("{}: {:?}…", outcome.verdict, &digits[..9]);
    }
    let verdicts: Vec<String> = outcomes.iter().map(|outcome| outcome.verdict.to_string()).collect();
    assert_eq!(verdicts, ["unique", "multiple", "malformed"]);
    assert_eq!(digits[0][..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
}
