//! Patterns of clues: masks, and the symmetries of a square.

use std::fmt;
use std::str::FromStr;

use crate::board::bits::bits;
use crate::board::grid::{ALL_CELLS, CELLS, Cell, HOUSES};
use crate::board::parse_error::ParseError;
use kernel::named;

named! {
    /// A symmetry of the clue pattern, under some of the eight transformations of a square.
    ///
    /// ```
    /// use bulkdoku::generate::{ClueSymmetry, Generator, Recipe};
    /// use bulkdoku::{Cell, Puzzle};
    ///
    /// assert_eq!(ClueSymmetry::ALL.map(ClueSymmetry::name)[..2], ["half-turn", "quarter-turn"]);
    /// let recipe = Recipe::default().symmetry("left-right".parse()?);
    /// let mut puzzles = [Puzzle::EMPTY];
    /// Generator::new(recipe)?.fill(0, &mut puzzles)?;
    /// let mirrored = |cell: Cell| Cell::new(9 * cell.row() + 8 - cell.column()).expect("a cell of the same row");
    /// let mut cells = Cell::all();
    /// assert!(cells.all(|cell| puzzles[0].clue(cell).is_some() == puzzles[0].clue(mirrored(cell)).is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum ClueSymmetry by name of "symmetry" {
        /// Under half a turn, as in most newspapers.
        HalfTurn = "half-turn",
        /// Under a quarter turn.
        QuarterTurn = "quarter-turn",
        /// The left half mirrors the right half.
        LeftRight = "left-right",
        /// The top half mirrors the bottom half.
        TopBottom = "top-bottom",
        /// Both left and right, and top and bottom.
        Orthogonal = "orthogonal",
        /// Mirrored along the diagonal from the top left.
        Diagonal = "diagonal",
        /// Mirrored along the diagonal from the top right.
        Antidiagonal = "antidiagonal",
        /// Mirrored along both diagonals.
        Bidiagonal = "bidiagonal",
        /// Under all transformations.
        Full = "full",
    }
}

/// The row and the column that a transformation moves a cell to.
type CellTransformation = fn(usize, usize) -> (usize, usize);

impl ClueSymmetry {
    /// Returns transformations that generate all transformations of the symmetry.
    fn transformations(self) -> &'static [CellTransformation] {
        const LEFT_RIGHT: CellTransformation = |row, column| (row, 8 - column);
        const TOP_BOTTOM: CellTransformation = |row, column| (8 - row, column);
        const DIAGONAL: CellTransformation = |row, column| (column, row);
        const ANTIDIAGONAL: CellTransformation = |row, column| (8 - column, 8 - row);
        match self {
            Self::HalfTurn => &[|row, column| (8 - row, 8 - column)],
            Self::QuarterTurn => &[|row, column| (column, 8 - row)],
            Self::LeftRight => &[LEFT_RIGHT],
            Self::TopBottom => &[TOP_BOTTOM],
            Self::Orthogonal => &[LEFT_RIGHT, TOP_BOTTOM],
            Self::Diagonal => &[DIAGONAL],
            Self::Antidiagonal => &[ANTIDIAGONAL],
            Self::Bidiagonal => &[DIAGONAL, ANTIDIAGONAL],
            Self::Full => &[LEFT_RIGHT, TOP_BOTTOM, DIAGONAL],
        }
    }

    /// Returns the cells that are clues if this one is, as bits: the cell itself and every cell that the transformations move it to.
    pub(crate) fn orbit(self, cell: Cell) -> u128 {
        let (mut orbit, mut last) = (1 << cell.index(), 0);
        while orbit != last {
            last = orbit;
            for cell in cells(last) {
                for transformation in self.transformations() {
                    let (row, column) = transformation(cell.row(), cell.column());
                    orbit |= 1 << (9 * row + column);
                }
            }
        }
        orbit
    }
}

/// Returns the cells of a set of bits.
pub(super) fn cells(set: u128) -> impl Iterator<Item = Cell> {
    bits(set & ALL_CELLS).map(Cell::numbered)
}

/// The cells that may be clues.
///
/// ```
/// use bulkdoku::generate::ClueMask;
///
/// let mask: ClueMask = "
///     x . x . x . x . x
///     . . . . . . . . .
///     x . x . x . x . x".repeat(3).parse()?;
/// assert_eq!(mask.to_string().matches('x').count(), 30);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClueMask(u128);

impl ClueMask {
    /// Returns the cells as bits: bit `9 * row + column`.
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the number of cells.
    pub(crate) const fn cells(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns two rows of a band or two columns of a stack without clues. Swapping them always gives a second solution.
    pub(super) fn blank_pair(self) -> Option<(&'static str, usize, usize)> {
        let is_blank = |house: usize| HOUSES[house] & self.0 == 0;
        let pairs =
            (0..9).flat_map(|first| (first + 1..first / 3 * 3 + 3).map(move |second| (first, second)));
        let mut all = [("rows", 9), ("columns", 18)]
            .into_iter()
            .flat_map(|(what, house)| pairs.clone().map(move |(first, second)| (what, house, first, second)));
        all.find(|&(_, house, first, second)| is_blank(house + first) && is_blank(house + second))
            .map(|(what, _, first, second)| (what, first + 1, second + 1))
    }
}

/// Collects the cells that may be clues.
///
/// ```
/// use bulkdoku::Cell;
/// use bulkdoku::generate::ClueMask;
///
/// let border: ClueMask = Cell::all().filter(|cell| [cell.row(), cell.column()].iter().any(|at| at % 8 == 0)).collect();
/// assert_eq!(border.to_string()[..18], *"xxxxxxxxxx.......x");
/// ```
impl FromIterator<Cell> for ClueMask {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        Self(cells.into_iter().fold(0, |bits, cell| bits | 1 << cell.index()))
    }
}

impl FromStr for ClueMask {
    type Err = ParseError;

    /// Parses 81 characters, row by row, with any white space between them: `.`, `0`, `-` and `_` for a blank; `1` to `9`, `x`,
    /// `X`, `*` and `#` for a clue.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (mut bits, mut count) = (0_u128, 0);
        for character in text.chars().filter(|character| !character.is_whitespace()) {
            let is_clue = match character {
                '.' | '0' | '-' | '_' => false,
                '1'..='9' | 'x' | 'X' | '*' | '#' => true,
                _ => {
                    let message = "is not a cell of a mask: write x for a clue and . for a blank";
                    return Err(ParseError::new(format!("'{character}' {message}")));
                }
            };
            if count < CELLS {
                bits |= u128::from(is_clue) << count;
            }
            count += 1;
        }
        let wrong = || ParseError::new(format!("a mask has 81 cells, not {count}"));
        if count == CELLS { Ok(Self(bits)) } else { Err(wrong()) }
    }
}

/// Writes 81 characters that parse as the same mask: `x` for a clue and `.` for a blank.
impl fmt::Display for ClueMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Cell::all().try_for_each(|cell| f.write_str(if self.0 >> cell.index() & 1 == 1 { "x" } else { "." }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sizes of the orbits, each with its number of orbits.
    fn orbits(symmetry: ClueSymmetry) -> Vec<(u32, usize)> {
        let mut orbits: Vec<u128> = Cell::all().map(|cell| symmetry.orbit(cell)).collect();
        orbits.sort_unstable();
        orbits.dedup();
        assert_eq!(orbits.iter().fold(0, |all, orbit| all ^ orbit), ALL_CELLS, "each cell is in one");
        let of_size = |size| orbits.iter().filter(|orbit| orbit.count_ones() == size).count();
        [1, 2, 4, 8].map(|size| (size, of_size(size))).into_iter().filter(|&(_, count)| count > 0).collect()
    }

    #[test]
    fn every_symmetry_has_the_orbits_of_its_transformations() {
        use ClueSymmetry::*;
        assert_eq!(orbits(HalfTurn), [(1, 1), (2, 40)]);
        assert_eq!(orbits(QuarterTurn), [(1, 1), (4, 20)]);
        for mirror in [LeftRight, TopBottom, Diagonal, Antidiagonal] {
            assert_eq!(orbits(mirror), [(1, 9), (2, 36)], "{mirror}");
        }
        for both in [Orthogonal, Bidiagonal] {
            assert_eq!(orbits(both), [(1, 1), (2, 8), (4, 16)], "{both}");
        }
        assert_eq!(orbits(Full), [(1, 1), (4, 8), (8, 6)]);
    }

    #[test]
    fn a_transformation_moves_the_corner_where_its_name_says() {
        let of_corner = |symmetry: ClueSymmetry| -> Vec<String> {
            cells(symmetry.orbit(Cell::numbered(1))).map(|cell| cell.to_string()).collect()
        };
        assert_eq!(of_corner(ClueSymmetry::HalfTurn), ["r1c2", "r9c8"]);
        assert_eq!(of_corner(ClueSymmetry::QuarterTurn), ["r1c2", "r2c9", "r8c1", "r9c8"]);
        assert_eq!(of_corner(ClueSymmetry::LeftRight), ["r1c2", "r1c8"]);
        assert_eq!(of_corner(ClueSymmetry::TopBottom), ["r1c2", "r9c2"]);
        assert_eq!(of_corner(ClueSymmetry::Diagonal), ["r1c2", "r2c1"]);
        assert_eq!(of_corner(ClueSymmetry::Antidiagonal), ["r1c2", "r8c9"]);
    }

    #[test]
    fn a_mask_is_81_cells_in_any_layout() {
        let flat = format!("x{}9", ".".repeat(79));
        let mask: ClueMask = flat.parse().unwrap();
        assert_eq!(mask.bits(), 1 | 1 << 80);
        let rows: Vec<_> = flat.as_bytes().chunks(9).map(String::from_utf8_lossy).collect();
        assert_eq!(rows.join("\r\n").parse::<ClueMask>().unwrap(), mask);
        assert_eq!(mask.to_string(), format!("x{}x", ".".repeat(79)));
        assert_eq!("X*#0-_".repeat(14)[..81].parse::<ClueMask>().unwrap().cells(), 42);
        let error = |text: String| text.parse::<ClueMask>().unwrap_err().to_string();
        assert_eq!(error("x".repeat(80)), "a mask has 81 cells, not 80");
        assert_eq!(error("x".repeat(82)), "a mask has 81 cells, not 82");
        assert!(error("?".repeat(81)).starts_with("'?' is not a cell of a mask"));
    }

    #[test]
    fn two_blank_rows_of_a_band_are_found() {
        let blank = |rows: [usize; 2], columns: [usize; 2]| {
            let is_clue = |cell: Cell| !rows.contains(&cell.row()) && !columns.contains(&cell.column());
            ClueMask(Cell::all().filter(|&cell| is_clue(cell)).map(|cell| 1 << cell.index()).sum())
        };
        assert_eq!(blank([3, 5], [0, 3]).blank_pair(), Some(("rows", 4, 6)));
        assert_eq!(blank([2, 3], [7, 8]).blank_pair(), Some(("columns", 8, 9)));
        assert_eq!(blank([2, 3], [5, 6]).blank_pair(), None);
    }
}
