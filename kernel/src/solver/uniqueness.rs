//! How many solutions a puzzle has.

use crate::board::puzzle::Solution;

/// How many solutions a puzzle has, as far as a data set needs to know.
///
/// # Examples
///
/// ```
/// use bulkdoku::{Cell, Puzzle, Solver, Uniqueness};
///
/// fn advice(puzzle: &Puzzle) -> String {
///     match Solver::new().uniqueness(puzzle) {
///         Uniqueness::Unique(solution) => format!("the solution is {solution}"),
///         Uniqueness::Multiple(one, other) => {
///             let cell = (0..81).filter_map(Cell::new).find(|&cell| one.digit(cell) != other.digit(cell));
///             cell.map_or(String::new(), |cell| format!("add a clue in {cell}"))
///         }
///         Uniqueness::NoSolution => "change a clue".to_owned(),
///         Uniqueness::Conflict => "equal clues share a house".to_owned(),
///     }
/// }
///
/// assert!(advice(&Puzzle::EMPTY).starts_with("add a clue in r"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Two equal clues share a house: [`Puzzle::conflict`](crate::Puzzle::conflict) returns them.
    Conflict,
    /// There is no solution.
    NoSolution,
    /// There is exactly this solution.
    Unique(Solution),
    /// There are at least these two solutions.
    Multiple(Solution, Solution),
}
