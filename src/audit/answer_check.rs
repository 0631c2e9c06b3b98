//! Checks whether an answer solves its puzzle.

use std::fmt;

use super::finding::FindingKind;
use crate::board::grid::{self, CELLS, Cell, digit, is_blank};
use crate::board::outcome::Verdict;

/// Why a text is not a solution of a puzzle.
///
/// ```
/// use bulkdoku::audit::{FindingKind, Flaw};
///
/// let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let answer = b"434678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let flaw = Flaw::of(answer, puzzle, None).expect("a changed clue");
/// assert_eq!(flaw.kind(), FindingKind::ChangedClue);
/// assert_eq!(flaw.to_string(), "r1c1 is 5 in the puzzle and 4 in the answer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// There is no text, or the text is the verdict `budget`: a solver gave up.
    Missing,
    /// The text has this number of characters, not 81.
    Length(usize),
    /// The byte in this cell is not a digit.
    Byte(Cell, u8),
    /// The character in this cell is outside ASCII.
    Character(Cell, char),
    /// The puzzle has this clue in this cell, and the answer another digit.
    Clue(Cell, u8, u8),
    /// The puzzle's pencilmarks exclude the answer's digit in this cell.
    Mark(Cell, u8),
    /// Two cells of a house have the same digit.
    Clash(Cell, Cell, u8),
}

impl Flaw {
    /// Returns the first flaw of `answer` as a solution of the well-formed `puzzle`, which is written as clues or as pencilmarks.
    /// Returns `None` if it is a solution, such as `known`. Does not allocate.
    #[inline]
    pub fn of(answer: &[u8], puzzle: &[u8], known: Option<&[u8; CELLS]>) -> Option<Self> {
        if known.is_some_and(|known| known == answer) { None } else { Self::find(answer, puzzle) }
    }

    fn find(answer: &[u8], puzzle: &[u8]) -> Option<Self> {
        let Ok(cells) = <&[u8; CELLS]>::try_from(answer) else {
            let characters = answer.iter().filter(|&&byte| byte & 0xC0 != 0x80).count(); // not continuation bytes of UTF-8
            let text = std::str::from_utf8(answer).ok().filter(|_| characters == CELLS);
            let foreign = text.and_then(|text| text.chars().enumerate().find(|(_, char)| !char.is_ascii()));
            return Some(match (foreign, characters) {
                (Some((cell, char)), _) => Self::Character(Cell::numbered(cell), char),
                (None, 0) => Self::Missing,
                _ if answer == Verdict::BudgetExhausted.name().as_bytes() => Self::Missing,
                (None, _) => Self::Length(characters),
            });
        };
        let first = |flaw: fn(Cell, u8, &[u8]) -> Option<Self>| {
            Cell::all().find_map(|cell| flaw(cell, cells[cell.index()], puzzle))
        };
        let no_digit = |cell, byte, _: &[u8]| digit(byte).is_none().then_some(Self::Byte(cell, byte));
        let clash = || grid::conflict(cells).map(|(one, two)| Self::Clash(one, two, cells[one.index()]));
        first(no_digit).or_else(|| first(changed)).or_else(clash)
    }

    /// Returns the kind of finding that this is.
    pub fn kind(self) -> FindingKind {
        match self {
            Self::Missing => FindingKind::NoAnswer,
            Self::Clue(..) | Self::Mark(..) => FindingKind::ChangedClue,
            Self::Length(_) | Self::Byte(..) | Self::Character(..) | Self::Clash(..) => {
                FindingKind::WrongAnswer
            }
        }
    }

    /// Returns the index of the character of the answer that shows the flaw.
    pub(super) fn at(self) -> usize {
        match self {
            Self::Missing => 0,
            Self::Length(found) => found.min(CELLS),
            Self::Byte(cell, _) | Self::Character(cell, _) | Self::Clue(cell, ..) | Self::Mark(cell, _) => {
                cell.index()
            }
            Self::Clash(_, second, _) => second.index(),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing => write!(f, "the record has no answer"),
            Self::Length(1) => write!(f, "1 character where {CELLS} were expected"),
            Self::Length(found) => write!(f, "{found} characters where {CELLS} were expected"),
            Self::Byte(cell, byte) if is_blank(byte) => write!(f, "{cell} is left blank"),
            Self::Byte(cell, byte) => write!(f, "'{}' in {cell} is not a digit", byte.escape_ascii()),
            Self::Character(cell, char) => write!(f, "'{char}' in {cell} is not a digit"),
            Self::Clue(cell, clue, digit) => {
                write!(f, "{cell} is {} in the puzzle and {} in the answer", clue as char, digit as char)
            }
            Self::Mark(cell, digit) => write!(f, "{cell} may not be {}", digit as char),
            Self::Clash(one, two, digit) => {
                write!(f, "{} is in {one} and {two}, which share a row, column or box", digit as char)
            }
        }
    }
}

/// Returns the flaw of a digit in `cell` that the puzzle excludes.
fn changed(cell: Cell, byte: u8, puzzle: &[u8]) -> Option<Flaw> {
    let index = cell.index();
    if puzzle.len() == CELLS {
        let clue = puzzle[index];
        return (digit(clue).is_some() && clue != byte).then_some(Flaw::Clue(cell, clue, byte));
    }
    let mark = puzzle[9 * index + usize::from(byte - b'1')];
    is_blank(mark).then_some(Flaw::Mark(cell, byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn flaw(answer: &str, puzzle: &str) -> Option<(&'static str, usize, String)> {
        let flaw = Flaw::of(answer.as_bytes(), puzzle.as_bytes(), None)?;
        Some((flaw.kind().name(), flaw.at(), flaw.to_string()))
    }

    #[test]
    fn a_solution_has_no_flaw() {
        assert_eq!(flaw(ANSWER, PUZZLE), None);
        assert_eq!(flaw(ANSWER, &".".repeat(81)), None);
        assert_eq!(flaw(ANSWER, &"123456789".repeat(81)), None);
    }

    #[test]
    fn every_flaw_is_found_with_its_position() {
        let (blank, no_five) = (".".repeat(81), format!("1234.6789{}", "123456789".repeat(80)));
        let (letter, exchanged) = (ANSWER.replace('9', "g"), ANSWER.replacen("534678", "534876", 1));
        let foreign = ANSWER.replacen('5', "é", 1);
        let changed = ANSWER.replacen("53", "35", 1);
        for (answer, puzzle, kind, at, what) in [
            ("", PUZZLE, "no-answer", 0, "the record has no answer"),
            ("x", PUZZLE, "wrong-answer", 1, "1 character where 81 were expected"),
            (&foreign, PUZZLE, "wrong-answer", 0, "'é' in r1c1 is not a digit"),
            ("budget", PUZZLE, "no-answer", 0, "the record has no answer"),
            ("none", PUZZLE, "wrong-answer", 4, "4 characters where 81 were expected"),
            (PUZZLE, PUZZLE, "wrong-answer", 2, "r1c3 is left blank"),
            (&letter, PUZZLE, "wrong-answer", 6, "'g' in r1c7 is not a digit"),
            (&changed, PUZZLE, "changed-clue", 0, "r1c1 is 5 in the puzzle and 3 in the answer"),
            (ANSWER, &no_five, "changed-clue", 0, "r1c1 may not be 5"),
            (
                &exchanged,
                &blank,
                "wrong-answer",
                39,
                "8 is in r1c4 and r5c4, which share a row, column or box",
            ),
        ] {
            let found = flaw(answer, puzzle).expect("a flaw");
            assert_eq!(found, (kind, at, what.to_owned()));
        }
    }
}
