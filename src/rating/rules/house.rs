//! Houses: the rows, columns and boxes of a board.

use crate::board::grid::HOUSES;
use kernel::named;

/// A row, a column or a box.
///
/// ```
/// use bulkdoku::rating::{Explanation, House, HouseKind};
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
/// let step = Explanation::of(&puzzle, &solution)?.steps[0]; // 8 has no other place in box 2
/// let house: House = step.houses()[0];
/// assert_eq!((house.kind(), house.number(), house.to_string()), (HouseKind::Box, 1, "box 2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

named! {
    /// The kind of a house.
    ///
    /// ```
    /// use bulkdoku::rating::HouseKind;
    ///
    /// assert_eq!(HouseKind::ALL.map(HouseKind::name), ["box", "row", "column"]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HouseKind {
        /// A box.
        Box = "box",
        /// A row.
        Row = "row",
        /// A column.
        Column = "column",
    }
}

impl House {
    /// Returns the house with this number among [`HOUSES`].
    pub(crate) fn numbered(number: usize) -> Self {
        debug_assert!(number < HOUSES.len(), "there are 27 houses");
        Self(number as u8)
    }

    /// Returns the kind of the house.
    pub fn kind(self) -> HouseKind {
        HouseKind::ALL[usize::from(self.0 / 9)]
    }

    /// Returns the number of the house among those of its kind, 0 to 8.
    pub fn number(self) -> usize {
        usize::from(self.0 % 9)
    }
}

/// Writes the house as people call it, counted from 1: `box 9`.
impl std::fmt::Display for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind(), self.number() + 1)
    }
}
