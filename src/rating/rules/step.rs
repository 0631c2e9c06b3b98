//! One application of a rule to a board.

use super::board::{Board, House};
use super::few::Few;
use super::rule::Rule;
use crate::board::candidates::Candidates;
use crate::board::grid::Cell;

/// The most cells of a pattern: the cells where four lines cross four others.
pub(super) const MOST_CELLS: usize = 16;

/// The most candidates that a step clears. A wing or locked candidates clear one digit from the 20 peers of a cell; a
/// subset of k cells clears k digits from the 9 - k others, or 9 - k digits from its k cells; a fish of k lines clears one digit
/// from 9 - k cells of each of k lines.
pub(super) const MOST_CLEARS: usize = 20;

/// One application of a rule to a board.
///
/// ```
/// use bulkdoku::rating::{Explanation, Rule, Step};
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = ".9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...".parse()?;
/// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
/// let steps = Explanation::of(&puzzle, &solution)?.steps;
/// let fish: &Step = steps.iter().find(|step| step.rule() == Rule::XWing).ok_or("no X-wing")?;
/// assert_eq!((fish.digits(), fish.placement), (&[4][..], None));
/// let names = |cells: &[bulkdoku::Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
/// assert_eq!((fish.houses()[0].to_string(), names(fish.cells())), ("column 2".into(), "r3c2 r7c2 r3c7 r7c7".into()));
/// let cleared: Vec<_> = fish.clears().iter().map(|&(cell, digit)| format!("{cell} is not {digit}")).collect();
/// assert_eq!(cleared, ["r7c1 is not 4", "r7c4 is not 4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub(crate) rule: Rule,
    pub(crate) cells: Few<Cell, MOST_CELLS>,
    pub(crate) digits: Few<u8, 4>,
    pub(crate) houses: Few<House, 4>,
    /// The cell and the digit that the step places, if the rule is a single.
    pub placement: Option<(Cell, u8)>,
    pub(crate) clears: Few<(Cell, u8), MOST_CLEARS>,
}

impl Step {
    /// Returns the cells of the pattern: for a wing, the pivot first; for a W-wing, the two cells, then the two places.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the digits of the pattern, in ascending order; for a wing, the cleared digit is last.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the candidates that the step clears, other than by placing.
    pub fn clears(&self) -> &[(Cell, u8)] {
        &self.clears
    }

    /// Returns the rule that makes the step.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the houses of the pattern: for locked candidates, the house with the pattern and the house that is cleared; for a
    /// fish, its lines.
    pub fn houses(&self) -> &[House] {
        &self.houses
    }

    /// Returns a step that clears candidates, if there are any.
    pub(super) fn clearing(
        rule: Rule,
        cells: Few<Cell, MOST_CELLS>,
        digits: Few<u8, 4>,
        houses: Few<House, 4>,
        clears: Few<(Cell, u8), MOST_CLEARS>,
    ) -> Option<Self> {
        (!clears.is_empty()).then_some(Self { rule, cells, digits, houses, placement: None, clears })
    }

    /// Applies the step to the candidates that the earlier steps left.
    ///
    /// ```
    /// use bulkdoku::rating::Explanation;
    /// use bulkdoku::{Candidates, Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = ".9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...".parse()?;
    /// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
    /// let mut left = Candidates::of(&puzzle);
    /// for step in &Explanation::of(&puzzle, &solution)?.steps {
    ///     step.apply_to(&mut left);
    /// }
    /// assert_eq!(left.solution(), Some(solution));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_to(&self, candidates: &mut Candidates) {
        if let Some((cell, digit)) = self.placement {
            candidates.place(cell, digit);
        }
        for &(cell, digit) in self.clears() {
            candidates.clear(cell, digit);
        }
    }

    /// Applies the step to `board`.
    pub(crate) fn apply(&self, board: &mut Board) {
        if let Some((cell, digit)) = self.placement {
            board.place(cell, digit);
        }
        for &(cell, digit) in self.clears() {
            board.clear(cell, digit);
        }
    }

    /// Returns whether the step agrees with a solution: it places a digit of the solution, or clears none.
    pub(crate) fn is_sound(&self, solution: &[u8; crate::board::grid::CELLS]) -> bool {
        let agrees = |(cell, digit): (Cell, u8)| solution[cell.index()] == b'0' + digit;
        self.placement.is_none_or(agrees) && !self.clears.iter().any(|&clear| agrees(clear))
    }
}

/// Returns the candidates among `digits` that `cells` have.
pub(super) fn present(
    board: &Board,
    cells: impl IntoIterator<Item = Cell>,
    digits: impl Iterator<Item = u8> + Clone,
) -> Few<(Cell, u8), MOST_CLEARS> {
    let of_cell = |cell| digits.clone().map(move |digit| (cell, digit));
    Few::of(cells.into_iter().flat_map(of_cell).filter(|&(cell, digit)| board.has(cell, digit)))
}
