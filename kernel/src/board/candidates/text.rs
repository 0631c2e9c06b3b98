//! Candidates as text: 729 characters, and the nine rows that people read.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{Candidates, digits_of};
use crate::board::grid::Cell;
use crate::board::notation::{self, MARKS, PENCILMARKS};
use crate::board::puzzle::{self, ParseGridError};

/// Candidates in nine rows of nine cells.
pub struct Rows<'a>(pub &'a Candidates);

/// Parses 729 bytes, each the digit of its position or a blank, any one of `.0_*-?x`.
///
/// # Examples
///
/// ```
/// use bulkdoku::{Candidates, ParseGridError};
///
/// let text = "123-5678-".repeat(81);
/// let candidates = Candidates::try_from(text.as_bytes())?;
/// assert_eq!(candidates.to_string(), text.replace('-', "."));
///
/// let error = text.replacen('3', "7", 1).parse::<Candidates>();
/// assert!(matches!(error, Err(ParseGridError::NoCandidate { digit: 3, byte: b'7', .. })));
/// # Ok::<(), ParseGridError>(())
/// ```
impl TryFrom<&[u8]> for Candidates {
    type Error = ParseGridError;

    fn try_from(text: &[u8]) -> Result<Self, ParseGridError> {
        let text: [u8; PENCILMARKS] = puzzle::bytes_of(text, ParseGridError::CandidatesLength, no_candidate)?;
        notation::masks_of(&text).map(Self).ok_or_else(|| match notation::first_bad_mark(&text) {
            Some(at) => no_candidate(at, text[at]),
            None => puzzle::mixed_blanks(&text),
        })
    }
}

/// Parses a text of 729 characters in the same way as bytes. Ignores white space around them.
impl FromStr for Candidates {
    type Err = ParseGridError;

    fn from_str(text: &str) -> Result<Self, ParseGridError> {
        text.trim_ascii().as_bytes().try_into()
    }
}

/// Writes the 729 characters, or with `{:#}` nine rows of nine cells without a line end after the last. The candidates of a cell
/// are side by side then, or `!` if there are none.
///
/// # Examples
///
/// ```
/// use bulkdoku::{Candidates, Puzzle};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let candidates = Candidates::of(&puzzle);
/// assert!(candidates.to_string().starts_with("....5......3......12.4....."));
/// assert!(format!("{candidates:#}").starts_with("5      3      124    26     7      2468   1489   1249   248\n"));
/// # Ok::<(), bulkdoku::ParseGridError>(())
/// ```
impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return Rows(self).fmt(f);
        }
        f.pad(std::str::from_utf8(&self.text()).map_err(|_| fmt::Error)?) // ASCII by construction
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Candidates({self})")
    }
}

impl Candidates {
    fn text(&self) -> [u8; PENCILMARKS] {
        let mut text = [b'.'; PENCILMARKS];
        for (marks, mask) in text.as_chunks_mut::<9>().0.iter_mut().zip(self.0) {
            for (index, mark) in marks.iter_mut().enumerate() {
                *mark = if mask >> index & 1 == 1 { MARKS[index] } else { b'.' };
            }
        }
        text
    }
}

/// Writes the candidates in nine rows.
impl fmt::Display for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(candidates) = self;
        let count = |cell: Cell| candidates.get(cell).count_ones().max(1);
        let width = Cell::all().map(count).max().unwrap_or(0);
        for cell in Cell::all() {
            if cell.index() > 0 {
                f.write_char(if cell.column() == 0 { '\n' } else { ' ' })?;
            }
            if candidates.get(cell) == 0 {
                f.write_char('!')?;
            }
            digits_of(candidates.get(cell)).try_for_each(|digit| f.write_char((b'0' + digit).into()))?;
            let is_last = cell.column() == 8; // no spaces follow the last column
            let missing = if is_last { 0 } else { width - count(cell) };
            (0..missing).try_for_each(|_| f.write_char(' '))?;
        }
        Ok(())
    }
}

/// Returns the error for the byte at `at` of a text.
fn no_candidate(at: usize, byte: u8) -> ParseGridError {
    ParseGridError::NoCandidate { cell: Cell::numbered(at / 9), digit: (at % 9) as u8 + 1, byte }
}
