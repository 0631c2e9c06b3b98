//! Puzzles and solutions as values.

use std::fmt;
use std::str::FromStr;

use crate::board::grid::{self, CELLS, Cell};
use crate::board::notation::PENCILMARKS;
use crate::board::noun::Noun;
use std::array;

/// A Sudoku puzzle: 81 cells, each with a clue or blank.
///
/// It is 81 bytes of text, row by row: clues are `1` to `9`, and blanks are `.`, whichever characters they were read from. So two
/// puzzles are equal when they have the same clues. Any clues make a puzzle: it may have no solution, and equal clues may share a
/// house (see [`Puzzle::conflict`]).
///
/// # Examples
///
/// ```
/// use bulkdoku::Puzzle;
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(puzzle.clue_count(), 30);
/// assert_eq!(puzzle, puzzle.to_string().replace('.', "0").parse()?);
/// assert!(format!("{puzzle:#}").starts_with("53..7....\n6..195...\n"));
/// # Ok::<(), bulkdoku::ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle([u8; CELLS]);

/// A full grid in which every row, column and box has each digit once.
///
/// It is 81 bytes of text, row by row. Every `Solution` follows the rules: it comes from a solver or is checked when it is read.
/// To find out whether it solves a puzzle, see [`Solution::solves`].
///
/// # Examples
///
/// ```
/// use bulkdoku::{Cell, ParseGridError, Solution};
///
/// let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let solution: Solution = text.parse()?;
/// assert_eq!(solution.to_string(), text);
/// assert_eq!((&solution.digits()[..4], &solution.as_bytes()[..4]), (&[5, 3, 4, 6][..], &b"5346"[..]));
/// assert_eq!(Cell::new(8).map(|cell| solution.digit(cell)), Some(2));
///
/// let wrong = text.replacen("53", "35", 1);
/// assert!(matches!(wrong.parse::<Solution>(), Err(ParseGridError::Conflict(..))));
/// # Ok::<(), ParseGridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution([u8; CELLS]);

/// Why a text is not a puzzle, not candidates, or not a solution of any puzzle.
///
/// # Examples
///
/// ```
/// use bulkdoku::{ParseGridError, Puzzle, Solution};
///
/// assert_eq!("53..7".parse::<Puzzle>(), Err(ParseGridError::Length(5)));
/// let Err(ParseGridError::Byte(cell, byte)) = "..a".repeat(27).parse::<Puzzle>() else { panic!("a is no clue") };
/// assert_eq!((cell.index(), byte), (2, b'a'));
///
/// let message = |text: &str| text.repeat(9).parse::<Solution>().map_err(|error| error.to_string());
/// assert_eq!(message("12345678."), Err("'.' in r1c9 is not a digit".to_owned()));
/// assert_eq!(message("123456789"), Err("equal digits in r1c1 and r2c1 share a house".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseGridError {
    /// The text has this number of characters instead of 81.
    Length(usize),
    /// The text has this number of characters instead of the 729 of candidates.
    CandidatesLength(usize),
    /// The byte of this cell of a puzzle is neither a clue nor a blank.
    Byte(Cell, u8),
    /// Blanks are of two kinds, as where the digits are 0 to 8 or marks are not blanks.
    MixedBlanks {
        /// The byte of the first blank.
        first: u8,
        /// The cell of the first other one.
        cell: Cell,
        /// Its byte.
        byte: u8,
    },
    /// The byte of this cell of a solution is not a digit from `1` to `9`.
    NoDigit(Cell, u8),
    /// A byte of candidates is neither the digit of its position nor a blank.
    NoCandidate {
        /// The cell.
        cell: Cell,
        /// The digit of the position, 1 to 9.
        digit: u8,
        /// The byte.
        byte: u8,
    },
    /// These two cells of a solution share a house and have the same digit.
    Conflict(Cell, Cell),
}

impl Puzzle {
    /// The puzzle without clues.
    pub const EMPTY: Puzzle = Puzzle([b'.'; CELLS]);

    /// Returns the puzzle with these clues, row by row: 1 to 9, and 0 for a blank. Does not allocate.
    ///
    /// # Errors
    ///
    /// Returns [`ParseGridError::Byte`] for the first cell with a number above 9.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Cell, ParseGridError, Puzzle};
    ///
    /// let mut digits = [0; 81]; // a row of an array, for example
    /// digits[40] = 5;
    /// let puzzle = Puzzle::from_digits(&digits)?;
    /// assert_eq!(puzzle.to_string(), format!("{0}5{0}", ".".repeat(40)));
    /// assert_eq!(puzzle.digits(), digits);
    ///
    /// digits[80] = 10;
    /// assert!(matches!(Puzzle::from_digits(&digits), Err(ParseGridError::Byte(cell, 10)) if cell.row() == 8));
    /// # Ok::<(), ParseGridError>(())
    /// ```
    pub fn from_digits(digits: &[u8; CELLS]) -> Result<Self, ParseGridError> {
        match digits.iter().position(|&digit| digit > 9) {
            Some(at) => Err(ParseGridError::Byte(Cell::numbered(at), digits[at])),
            None => {
                Ok(Self(array::from_fn(|cell| if digits[cell] == 0 { b'.' } else { b'0' + digits[cell] })))
            }
        }
    }

    /// Returns the clues, row by row: 1 to 9, and 0 for a blank.
    pub fn digits(&self) -> [u8; CELLS] {
        grid::digits(&self.0)
    }

    /// Returns the clue in `cell`, 1 to 9, or `None` if the cell is blank.
    pub fn clue(&self, cell: Cell) -> Option<u8> {
        grid::digit(self.0[cell.index()])
    }

    /// Returns the same puzzle with `clue`, 1 to 9, in `cell`, whatever the cell had before.
    ///
    /// # Errors
    ///
    /// Returns [`ParseGridError::Byte`] if the clue is not 1 to 9.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Cell, Puzzle};
    ///
    /// let cell = Cell::new(40).expect("a grid has 81 cells");
    /// let puzzle = Puzzle::EMPTY.with(cell, 5)?;
    /// assert_eq!(puzzle.clue(cell), Some(5));
    /// assert_eq!(puzzle.without(cell), Puzzle::EMPTY);
    /// # Ok::<(), bulkdoku::ParseGridError>(())
    /// ```
    pub fn with(mut self, cell: Cell, clue: u8) -> Result<Self, ParseGridError> {
        if !(1..=9).contains(&clue) {
            return Err(ParseGridError::Byte(cell, clue));
        }
        self.0[cell.index()] = b'0' + clue;
        Ok(self)
    }

    /// Returns the same puzzle with `cell` blank.
    pub fn without(mut self, cell: Cell) -> Self {
        self.0[cell.index()] = b'.';
        self
    }

    /// Returns the number of clues.
    pub fn clue_count(&self) -> usize {
        self.0.iter().filter(|&&byte| byte != b'.').count()
    }

    /// Returns the first two cells, in row order, whose clues are equal and share a house.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::Puzzle;
    ///
    /// let puzzle: Puzzle = format!("5...5{}", ".".repeat(76)).parse()?;
    /// let (first, second) = puzzle.conflict().ok_or("no conflict")?;
    /// assert_eq!(format!("{first} and {second} share a house"), "r1c1 and r1c5 share a house");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn conflict(&self) -> Option<(Cell, Cell)> {
        grid::conflict(&self.0)
    }

    /// Returns the puzzle with this text, in which every byte is `1` to `9` or `.`.
    #[doc(hidden)] // for the packages above
    #[inline]
    pub fn from_text(text: [u8; CELLS]) -> Self {
        debug_assert!(text.iter().all(|&byte| byte == b'.' || grid::digit(byte).is_some()));
        Self(text)
    }

    /// Returns the 81 bytes of the text: `1` to `9`, and `.` for a blank.
    pub fn as_bytes(&self) -> &[u8; CELLS] {
        &self.0
    }
}

impl Solution {
    /// Returns whether this is a solution of `puzzle`: it keeps every clue.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let solution = Solver::new().solve(&Puzzle::EMPTY).expect("the empty grid has solutions");
    /// assert!(solution.solves(&Puzzle::EMPTY));
    /// assert!(solution.solves(&Puzzle::from(solution)));
    /// ```
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        // No branch depends on a cell, so the comparison compiles to vectors.
        let keeps = |(digit, clue): (&u8, &u8)| (*clue == b'.') | (clue == digit);
        self.0.iter().zip(&puzzle.0).map(keeps).fold(true, |all, is_kept| all & is_kept)
    }

    /// Returns the digits, row by row, 1 to 9.
    pub fn digits(&self) -> [u8; CELLS] {
        array::from_fn(|cell| self.0[cell] - b'0')
    }

    /// Returns the digit in `cell`, 1 to 9.
    pub fn digit(&self, cell: Cell) -> u8 {
        self.0[cell.index()] - b'0'
    }

    /// Returns the 81 bytes of the text, `1` to `9`.
    pub fn as_bytes(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// Returns the solution that an engine found.
    #[doc(hidden)] // for the packages above
    pub fn from_engine(digits: [u8; CELLS]) -> Self {
        debug_assert!(grid::is_solved(&digits), "engines find solutions that keep the rules");
        Self(digits)
    }
}

/// Defines what puzzles and solutions have in common: their 81 bytes, and the conversions from and to text.
macro_rules! text_of_cells {
    ($type:ident, $wrong_byte:ident) => {
        impl AsRef<[u8]> for $type {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        /// Parses 81 bytes in the same way as an array.
        impl TryFrom<&[u8]> for $type {
            type Error = ParseGridError;

            fn try_from(text: &[u8]) -> Result<Self, ParseGridError> {
                let wrong_byte = |at, byte| ParseGridError::$wrong_byte(Cell::numbered(at), byte);
                bytes_of::<CELLS>(text, ParseGridError::Length, wrong_byte)?.try_into()
            }
        }

        /// Parses a text of 81 characters in the same way as an array of bytes. Ignores white space around them.
        impl FromStr for $type {
            type Err = ParseGridError;

            fn from_str(text: &str) -> Result<Self, ParseGridError> {
                text.trim_ascii().as_bytes().try_into()
            }
        }

        /// Writes the 81 characters, or with `{:#}` nine rows of nine without a line end after the last.
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt_cells(&self.0, f)
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($type), "({})"), self)
            }
        }
    };
}

text_of_cells!(Puzzle, Byte);
text_of_cells!(Solution, NoDigit);

/// Parses the text of a puzzle. All its blanks are one of `.0_*-?x`, where `X` is the same as `x`.
impl TryFrom<[u8; CELLS]> for Puzzle {
    type Error = ParseGridError;

    fn try_from(text: [u8; CELLS]) -> Result<Self, ParseGridError> {
        // Nearly all texts have only a usual blank, which is compared faster.
        let clues = clues_of(&text, |byte| byte == b'.').or_else(|| clues_of(&text, |byte| byte == b'0'));
        let others = || clues_of(&text, grid::is_blank).filter(|_| grid::is_puzzle(&text));
        clues.or_else(others).map(Self).ok_or_else(|| match grid::first_bad_byte(&text) {
            Some(at) => ParseGridError::Byte(Cell::numbered(at), text[at]),
            None => mixed_blanks(&text),
        })
    }
}

/// Returns the clues of a text, with `.` for each blank. Returns `None` if a byte is neither.
///
/// No branch depends on a byte: mispredicted branches would cost more than solving most puzzles.
#[inline(always)]
fn clues_of(text: &[u8; CELLS], is_blank: impl Fn(u8) -> bool) -> Option<[u8; CELLS]> {
    let (mut clues, mut is_valid) = ([b'.'; CELLS], true);
    for (clue, &byte) in clues.iter_mut().zip(text) {
        let is_clue = byte.wrapping_sub(b'1') < 9;
        *clue = if is_clue { byte } else { b'.' };
        is_valid &= is_clue | is_blank(byte);
    }
    is_valid.then_some(clues)
}

/// Returns the error for the blanks of a text, which are of two kinds. The text has 81 bytes, or nine for each cell.
#[cold]
pub(super) fn mixed_blanks(text: &[u8]) -> ParseGridError {
    let [first, second] = grid::mixed_blanks(text).expect("there are two kinds");
    let cell = Cell::numbered(second * CELLS / text.len());
    ParseGridError::MixedBlanks { first: text[first], cell, byte: text[second] }
}

/// Parses the text of a solution.
impl TryFrom<[u8; CELLS]> for Solution {
    type Error = ParseGridError;

    fn try_from(text: [u8; CELLS]) -> Result<Self, ParseGridError> {
        // Unlike a search for the first one, this compiles to vectors.
        let has_other = text.iter().fold(false, |any, byte| any | (byte.wrapping_sub(b'1') >= 9));
        if has_other && let Some(at) = text.iter().position(|&byte| grid::digit(byte).is_none()) {
            return Err(ParseGridError::NoDigit(Cell::numbered(at), text[at]));
        }
        match grid::conflict(&text) {
            Some((first, second)) => Err(ParseGridError::Conflict(first, second)),
            None => Ok(Self(text)),
        }
    }
}

/// Makes every digit of the solution a clue.
impl From<Solution> for Puzzle {
    fn from(solution: Solution) -> Self {
        Self(solution.0)
    }
}

impl fmt::Display for ParseGridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length(found) => fmt_length(found, CELLS, f),
            Self::CandidatesLength(found) => fmt_length(found, PENCILMARKS, f),
            Self::Byte(cell, byte) => {
                write!(f, "'{}' in {cell} is neither a clue nor a blank", byte.escape_ascii())
            }
            Self::MixedBlanks { first, cell, byte } => {
                let (first, byte) = (first.escape_ascii(), byte.escape_ascii());
                write!(f, "two kinds of blanks, '{first}', and '{byte}' in {cell}")
            }
            Self::NoDigit(cell, byte) => write!(f, "'{}' in {cell} is not a digit", byte.escape_ascii()),
            Self::NoCandidate { cell, digit, byte } => {
                write!(f, "'{}' in {cell} is neither {digit} nor a blank", byte.escape_ascii())
            }
            Self::Conflict(first, second) => {
                write!(f, "equal digits in {first} and {second} share a house")
            }
        }
    }
}

impl std::error::Error for ParseGridError {}

/// Returns the `N` bytes of `text`, or the error of a `wrong_length`. Characters are counted as UTF-8; if there are `N`, the first
/// one of several bytes is a `wrong_byte`.
pub(super) fn bytes_of<const N: usize>(
    text: &[u8],
    wrong_length: fn(usize) -> ParseGridError,
    wrong_byte: fn(usize, u8) -> ParseGridError,
) -> Result<[u8; N], ParseGridError> {
    text.try_into().map_err(|_| {
        let characters = text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        match text.iter().position(|byte| !byte.is_ascii()) {
            Some(at) if characters == N && at < N => wrong_byte(at, text[at]),
            _ => wrong_length(characters),
        }
    })
}

fn fmt_length(found: usize, expected: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{found} {} where {expected} were expected", Noun(found as u64, "character"))
}

fn fmt_cells(cells: &[u8; CELLS], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = std::str::from_utf8(cells).map_err(|_| fmt::Error)?; // ASCII by construction
    if !f.alternate() {
        return f.pad(text);
    }
    for row in 0..9 {
        let end = if row < 8 { "\n" } else { "" };
        write!(f, "{}{end}", &text[9 * row..9 * row + 9])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_blank_reads_as_the_same_puzzle() {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        for blank in ["0", "_", "*", "-", "?", "x", "X"] {
            assert_eq!(PUZZLE.replace('.', blank).parse(), Ok(puzzle));
        }
        assert_eq!(Puzzle::from_digits(&puzzle.digits()), Ok(puzzle));
        assert_eq!(format!(" {puzzle}\r\n").parse(), Ok(puzzle));
        assert_eq!(puzzle.to_string(), PUZZLE);
    }

    #[test]
    fn the_error_names_the_length_or_the_cell_and_the_byte() {
        let text = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
        assert_eq!(text(""), "0 characters where 81 were expected");
        assert_eq!(text("1"), "1 character where 81 were expected");
        assert_eq!(text(&PUZZLE.replacen('7', "a", 1)), "'a' in r1c5 is neither a clue nor a blank");
        assert_eq!(text(&PUZZLE.replacen('7', "é", 1)), "'\\xc3' in r1c5 is neither a clue nor a blank");
        assert_eq!(text(&"é".repeat(40)), "40 characters where 81 were expected");
        assert_eq!(text(&PUZZLE.replacen("..", ".0", 1)), "two kinds of blanks, '.', and '0' in r1c4");
        let mut digits = [0; CELLS];
        digits[80] = 10;
        let cell = Cell::numbered(80);
        assert_eq!(Puzzle::from_digits(&digits), Err(ParseGridError::Byte(cell, 10)));
    }

    #[test]
    fn a_solution_keeps_the_rules_and_solves_the_puzzles_whose_clues_it_keeps() {
        let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let solution: Solution = text.parse().unwrap();
        assert!(solution.solves(&PUZZLE.parse().unwrap()));
        assert!(!solution.solves(&PUZZLE.replacen("53", "54", 1).parse().unwrap()));
        let error = |text: String| text.parse::<Solution>().unwrap_err().to_string();
        assert_eq!(error(text.replacen('7', ".", 1)), "'.' in r1c5 is not a digit");
        assert_eq!(error(text.replacen('5', "6", 1)), "equal digits in r1c1 and r1c4 share a house");
        assert_eq!(error(text[1..].to_owned()), "80 characters where 81 were expected");
    }

    #[test]
    fn the_alternate_form_is_nine_rows() {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        let rows = format!("{puzzle:#}");
        assert_eq!((rows.lines().count(), rows.replace('\n', "")), (9, PUZZLE.to_owned()));
        assert_eq!(puzzle.clue_count(), 30);
        assert_eq!(puzzle.clue(Cell::numbered(1)), Some(3));
        assert_eq!(puzzle.clue(Cell::numbered(2)), None);
    }
}
