//! Explanations: how the rules of the levels solve a puzzle, step by step.

pub(crate) mod job;
pub(crate) mod steps;

use super::rules::{Board, Rule, Step};
use crate::board::candidates::{Candidates, Grid};
use crate::board::grid::CELLS;
use crate::board::puzzle::Solution;
use crate::solver::batch::Notation;

/// How the rules of the levels solve a puzzle, or how far they get.
///
/// ```
/// use bulkdoku::rating::{Explanation, Rule};
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
/// let explanation = Explanation::of(&puzzle, &solution)?;
/// let (cell, digit) = explanation.steps[0].placement.ok_or("no placement")?;
/// assert_eq!(explanation.steps[0].rule(), Rule::HiddenSingleInBox);
/// assert_eq!(explanation.steps[0].to_string(), "r1c6 = 8  hidden single in a box: 8 has no other place in box 2");
/// assert_eq!((solution.digit(cell), explanation.level), (digit, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The steps. Each uses the easiest rule that applies.
    pub steps: Vec<Step>,
    left: Candidates,
    /// The highest level of a step; 1 if there are none.
    pub level: u8,
}

/// A step that contradicts the solution. Either the grid is not the only solution of the puzzle, or a rule has a bug.
///
/// ```
/// use bulkdoku::rating::{Explanation, UnsoundStep};
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let other = Solver::new().solve(&Puzzle::EMPTY).ok_or("no solution")?; // the solution of another puzzle
/// let error: UnsoundStep = Explanation::of(&puzzle, &other).unwrap_err();
/// assert!(error.to_string().starts_with("a step of the rule hidden single in a box contradicts the solution"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsoundStep {
    rule: Rule,
}

impl std::fmt::Display for UnsoundStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "a step of the rule {} contradicts the solution, which must be the only one",
            self.rule.name()
        )
    }
}

impl std::error::Error for UnsoundStep {}

impl Explanation {
    /// Explains a puzzle whose only solution is this one. Every step is checked against the solution.
    ///
    /// In candidates, a cell with one candidate counts as a clue, which needs no step. So pass a puzzle of clues as a
    /// [`Puzzle`](crate::Puzzle): in its [`Candidates`], the naked singles are already found.
    ///
    /// # Errors
    /// Returns an error if a step contradicts the solution.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::rating::Explanation;
    /// use bulkdoku::{Candidates, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
    /// let explanation = Explanation::of(&puzzle, &solution)?;
    /// assert_eq!(explanation.left().solution(), Some(solution));
    ///
    /// let marked: Candidates = Candidates::of(&puzzle).to_string().parse()?; // the marks that a player has left
    /// assert!(Explanation::of(&marked, &solution)?.is_complete());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<'p>(grid: impl Into<Grid<'p>>, solution: &Solution) -> Result<Self, UnsoundStep> {
        Self::on(Board::of(&grid.into().given_masks()), solution)
    }

    /// Returns the candidates that the steps leave. In a solved cell, it is only its digit.
    pub fn left(&self) -> &Candidates {
        &self.left
    }

    /// Returns whether the steps lead to the solution.
    ///
    /// ```
    /// use bulkdoku::rating::Explanation;
    /// use bulkdoku::{Cell, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
    /// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
    /// let explanation = Explanation::of(&puzzle, &solution)?;
    /// assert!(!explanation.is_complete());
    /// let left = Cell::all().map(|cell| explanation.left().digits(cell).count());
    /// assert_eq!(left.filter(|&candidates| candidates > 1).sum::<usize>(), 254);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_complete(&self) -> bool {
        self.left.is_solved()
    }

    /// Explains a puzzle in this notation, like [`of`](Self::of), given as text in which every byte is a clue or a blank.
    ///
    /// # Errors
    /// Returns an error if a step contradicts the solution.
    ///
    /// # Panics
    /// Panics if the text does not have the width of the notation, or another byte in pencilmarks.
    ///
    /// ```
    /// use bulkdoku::Solution;
    /// use bulkdoku::rating::Explanation;
    /// use bulkdoku::solver::Notation;
    ///
    /// let row = b"7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let solution: Solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
    /// let explanation = Explanation::of_row(&row[2..], Notation::Clues, &solution)?;
    /// assert_eq!((explanation.steps.len(), explanation.is_complete()), (51, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_row(puzzle: &[u8], notation: Notation, solution: &Solution) -> Result<Self, UnsoundStep> {
        assert_eq!(puzzle.len(), notation.width(), "a puzzle of the width of its notation");
        Self::on(Board::new(puzzle, notation), solution)
    }

    fn on(board: Board, solution: &Solution) -> Result<Self, UnsoundStep> {
        let mut steps = Vec::new();
        let end = for_each_step(board, solution.as_bytes(), |step| steps.push(*step))?;
        Ok(Self { steps, left: end.board.candidates(), level: end.level })
    }
}

/// Where the rules lead.
pub(super) struct End {
    /// The board after the last step.
    pub(super) board: Board,
    /// The highest level of a step; 1 if there are none.
    pub(super) level: u8,
}

/// Calls `visit` with the steps that lead from `board`, one after another. Allocates nothing.
pub(super) fn for_each_step(
    mut board: Board,
    solution: &[u8; CELLS],
    mut visit: impl FnMut(&Step),
) -> Result<End, UnsoundStep> {
    let mut level = 1;
    while let Some(step) = board.take_step() {
        if !step.is_sound(solution) {
            return Err(UnsoundStep { rule: step.rule });
        }
        level = level.max(step.rule.level());
        visit(&step);
    }
    Ok(End { board, level })
}
