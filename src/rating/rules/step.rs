//! One application of a rule to a board.

use super::board::Board;
use super::few::Few;
use super::house::House;
use super::pattern::{Effect, Pattern};
use super::rule::Rule;
use crate::board::bits::bits;
use crate::board::grid::{ALL_CELLS, ALL_DIGITS, CELLS, Cell, HOUSES};

/// The most cells of a pattern: the cells where four lines cross four others.
const MOST_CELLS: usize = 16;

/// The most candidates that a step clears. A wing or locked candidates clear one digit from the 20 peers of a cell; a
/// subset of k cells clears k digits from the 9 - k others, or 9 - k digits from its k cells; a fish of k lines clears one digit
/// from 9 - k cells of each of k lines.
const MOST_CLEARS: usize = 20;

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

    /// Returns the step by which a pattern of a rule changes a board.
    pub(super) fn new(rule: Rule, pattern: &Pattern, board: &Board) -> Self {
        let (placement, (digits, cells)) = match pattern.effect {
            Effect::Place { cell, digit } => (Some((Cell::numbered(cell), digit as u8 + 1)), (0, 0)),
            Effect::Clear { digits, cells } => (None, (digits & ALL_DIGITS, cells & board.open)),
        };
        // The digit that a wing clears comes last, and other digits are in their order either way.
        let of_pattern = bits(pattern.digits & !digits).chain(bits(pattern.digits & digits));
        // A fish is named by its lines alone.
        let cover = if pattern.base.is_power_of_two() { pattern.cover } else { 0 };
        let cleared = in_order(pattern.cover, cells);
        let candidates = cleared.flat_map(|cell| {
            bits(board.union_of(1 << cell, digits)).map(move |digit| (Cell::numbered(cell), digit as u8 + 1))
        });
        Self {
            rule,
            cells: Few::of(Cell::FIRST, pattern.cells.into_iter().flat_map(bits).map(Cell::numbered)),
            digits: Few::of(0, of_pattern.map(|digit| digit as u8 + 1)),
            houses: Few::of(House::numbered(0), bits(pattern.base).chain(bits(cover)).map(House::numbered)),
            placement,
            clears: Few::of((Cell::FIRST, 0), candidates),
        }
    }

    /// Returns whether the step agrees with a solution: it places a digit of the solution, or clears none.
    pub(crate) fn is_sound(&self, solution: &[u8; CELLS]) -> bool {
        let agrees = |(cell, digit): (Cell, u8)| solution[cell.index()] == b'0' + digit;
        self.placement.is_none_or(agrees) && !self.clears.iter().any(|&clear| agrees(clear))
    }
}

/// Returns cells house by house, or in the order of the text if there are no houses.
fn in_order(houses: u32, cells: u128) -> impl Iterator<Item = usize> {
    let all = if houses == 0 { ALL_CELLS } else { 0 };
    let parts = bits(houses).map(|house| HOUSES[house]).chain([all]);
    parts.flat_map(move |part| bits(part & cells))
}
