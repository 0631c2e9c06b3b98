//! The rules of the levels, one file per family, as a person applies them.
//!
//! A rule examines a [`Board`] and finds [`Step`]s: what it places or clears, and why. This is the specification of the
//! levels: the fast closures are tested against it, and explanations are made of its steps. It is written to be read, not to
//! be fast, but its steps do not allocate.
//!
//! # Rules can be applied in any order
//! Order boards by their candidates and placed cells: A is *below* B if it has a subset of the candidates of B, and all
//! cells that B places are placed. All dead boards count as one board below every other. Every rule is monotone up to the
//! rules of its level. Suppose that it clears or places something on B, and that A is a board below B to which no rule of the
//! level applies any more. Then the same is cleared or placed on A. If the pattern has lost a candidate on A, it has become a
//! pattern of fewer cells or digits, which a rule of the same or a lower level has used. Patterns therefore count "at most
//! k". So all orders of application reach the same board, the *closure*.
//!
//! Levels 5 and 6 also have a definition without patterns. After level 5, every candidate of a house is part of some
//! assignment of its digits to its cells. After level 6, it is also part of some assignment of the rows to the columns for
//! its digit. The fast closures use these definitions.

pub(crate) mod board;
pub(crate) mod few;
mod fish;
mod locked;
mod sentence;
mod singles;
mod subsets;
mod wings;

use crate::board::grid::Cell;
use crate::macros::named::named;
pub(crate) use board::Board;
pub use board::{House, HouseKind};
use few::Few;

/// The kinds of lines.
const LINES: [HouseKind; 2] = [HouseKind::Row, HouseKind::Column];

/// The highest level.
pub const TOP_LEVEL: u8 = 7;

named! {
    /// A rule of the levels.
    ///
    /// ```
    /// use bulkdoku::rating::Rule;
    ///
    /// let of_level = |level| Rule::ALL.into_iter().filter(move |rule| rule.level() == level).map(Rule::name);
    /// assert_eq!(of_level(6).collect::<Vec<_>>(), ["X-wing", "swordfish", "jellyfish"]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Rule {
        /// A digit has one place in a box.
        HiddenSingleInBox = "hidden single in a box",
        /// A digit has one place in a row or column.
        HiddenSingleInLine = "hidden single in a line",
        /// A cell has one candidate.
        NakedSingle = "naked single",
        /// The places of a digit in a box are in one row or column.
        Pointing = "pointing",
        /// The places of a digit in a row or column are in one box.
        Claiming = "claiming",
        /// Two cells of a house have two candidates in all.
        NakedPair = "naked pair",
        /// Two digits have two places in a house.
        HiddenPair = "hidden pair",
        /// Three cells of a house have three candidates in all.
        NakedTriple = "naked triple",
        /// Three digits have three places in a house.
        HiddenTriple = "hidden triple",
        /// Four cells of a house have four candidates in all.
        NakedQuad = "naked quad",
        /// Four digits have four places in a house.
        HiddenQuad = "hidden quad",
        /// The places of a digit in two rows are in two columns, or the other way round.
        XWing = "X-wing",
        /// The same with three rows and three columns.
        Swordfish = "swordfish",
        /// The same with four rows and four columns.
        Jellyfish = "jellyfish",
        /// A cell with the candidates a and b sees one with a and c and one with b and c: one of the latter two is c.
        XyWing = "XY-wing",
        /// A cell with the candidates a, b and c sees one with a and c and one with b and c: one of the three is c.
        XyzWing = "XYZ-wing",
        /// Two cells with the candidates a and b each see an end of a house where a has two places: one of them is b.
        WWing = "W-wing",
    }
}

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

impl Rule {
    /// Returns the lowest level that has the rule.
    pub const fn level(self) -> u8 {
        match self {
            Rule::HiddenSingleInBox => 1,
            Rule::HiddenSingleInLine => 2,
            Rule::NakedSingle => 3,
            Rule::Pointing | Rule::Claiming => 4,
            Rule::NakedPair
            | Rule::HiddenPair
            | Rule::NakedTriple
            | Rule::HiddenTriple
            | Rule::NakedQuad
            | Rule::HiddenQuad => 5,
            Rule::XWing | Rule::Swordfish | Rule::Jellyfish => 6,
            Rule::XyWing | Rule::XyzWing | Rule::WWing => 7,
        }
    }

    /// Returns the first step of the rule that changes `board`, if there is one.
    pub(crate) fn first_step(self, board: &Board) -> Option<Step> {
        self.with_steps(board, |steps| steps.next())
    }

    /// Returns every such step.
    #[cfg(test)]
    pub(crate) fn steps(self, board: &Board) -> impl Iterator<Item = Step> + use<> {
        self.with_steps(board, |steps| steps.collect::<Vec<_>>()).into_iter()
    }

    /// Calls `take` with an iterator over the steps that the rule can make. It is lazy.
    fn with_steps<T>(self, board: &Board, take: impl FnOnce(&mut dyn Iterator<Item = Step>) -> T) -> T {
        match self {
            Rule::HiddenSingleInBox => take(&mut singles::hidden(board, self, &[HouseKind::Box])),
            Rule::HiddenSingleInLine => take(&mut singles::hidden(board, self, &LINES)),
            Rule::NakedSingle => take(&mut singles::naked(board)),
            Rule::Pointing => take(&mut locked::pointing(board)),
            Rule::Claiming => take(&mut locked::claiming(board)),
            Rule::NakedPair => take(&mut subsets::naked(board, self, 2)),
            Rule::HiddenPair => take(&mut subsets::hidden(board, self, 2)),
            Rule::NakedTriple => take(&mut subsets::naked(board, self, 3)),
            Rule::HiddenTriple => take(&mut subsets::hidden(board, self, 3)),
            Rule::NakedQuad => take(&mut subsets::naked(board, self, 4)),
            Rule::HiddenQuad => take(&mut subsets::hidden(board, self, 4)),
            Rule::XWing => take(&mut fish::find(board, self, 2)),
            Rule::Swordfish => take(&mut fish::find(board, self, 3)),
            Rule::Jellyfish => take(&mut fish::find(board, self, 4)),
            Rule::XyWing => take(&mut wings::around_pivot(board, self, 2)),
            Rule::XyzWing => take(&mut wings::around_pivot(board, self, 3)),
            Rule::WWing => take(&mut wings::w(board)),
        }
    }
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
    fn clearing(
        rule: Rule,
        cells: Few<Cell, MOST_CELLS>,
        digits: Few<u8, 4>,
        houses: Few<House, 4>,
        clears: Few<(Cell, u8), MOST_CLEARS>,
    ) -> Option<Self> {
        (!clears.is_empty()).then_some(Self { rule, cells, digits, houses, placement: None, clears })
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
fn present(
    board: &Board,
    cells: impl IntoIterator<Item = Cell>,
    digits: impl Iterator<Item = u8> + Clone,
) -> Few<(Cell, u8), MOST_CLEARS> {
    let of_cell = |cell| digits.clone().map(move |digit| (cell, digit));
    Few::of(cells.into_iter().flat_map(of_cell).filter(|&(cell, digit)| board.has(cell, digit)))
}
