//! What is wrong with a record, in words and as numbers.

use std::fmt;

use super::answer_check::Flaw;
use super::finding::FindingKind;
use crate::board::grid::Cell;
use crate::format::Reason;
use crate::format::defect::Word;
use crate::solver::Verdict;

/// What is wrong with a record. Its text says so in words.
///
/// ```
/// use bulkdoku::audit::Problem;
/// use bulkdoku::solver::Verdict;
///
/// let problem = Problem::of(Verdict::Multiple, None).expect("not a good verdict");
/// assert_eq!((problem.kind().name(), &*problem.to_string()), ("multiple", "there is more than one solution"));
/// assert_eq!(Problem::of(Verdict::Unique, None), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The verdict of the puzzle, and the reason for it if there is one.
    Verdict(FindingKind, Option<Reason>),
    /// The flaw of the record's answer.
    Answer(Flaw),
}

impl Problem {
    /// Returns the problem that follows from a verdict, if any. `reason` is why a puzzle is malformed or contradicts itself.
    pub fn of(verdict: Verdict, reason: Option<Reason>) -> Option<Self> {
        FindingKind::of(verdict).map(|kind| Self::Verdict(kind, reason))
    }

    /// Returns the kind of finding that this is.
    pub fn kind(self) -> FindingKind {
        match self {
            Self::Verdict(kind, _) => kind,
            Self::Answer(flaw) => flaw.kind(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verdict(_, Some(reason)) => reason.fmt(f),
            Self::Verdict(FindingKind::NoSolution, _) => write!(f, "there is no solution"),
            Self::Verdict(FindingKind::Multiple, _) => write!(f, "there is more than one solution"),
            Self::Verdict(..) => write!(f, "the budget was spent before the solution was proved unique"),
            Self::Answer(flaw) => flaw.fmt(f),
        }
    }
}

/// A problem in numbers: which one it is, and its details.
pub(super) type ProblemNumbers = (u8, [u64; 4]);

impl Problem {
    /// Returns the problem in numbers, for [`of_numbers`](Self::of_numbers).
    pub(super) fn numbers(self) -> ProblemNumbers {
        match self {
            Self::Answer(flaw) => numbers_of_flaw(flaw),
            Self::Verdict(_, None) => (10, [0; 4]),
            Self::Verdict(_, Some(reason)) => numbers_of_reason(reason),
        }
    }

    /// Returns the problem of a kind with these numbers.
    pub(super) fn of_numbers(kind: FindingKind, (which, details): ProblemNumbers) -> Self {
        match which {
            ..10 => Self::Answer(flaw(which, details)),
            10 => Self::Verdict(kind, None),
            _ => Self::Verdict(kind, Some(reason(which, details))),
        }
    }
}

fn numbers_of_flaw(flaw: Flaw) -> ProblemNumbers {
    let number = |cell: Cell| cell.index() as u64;
    let (which, [one, two]) = match flaw {
        Flaw::Missing => (0, [0; 2]),
        Flaw::Length(found) => (1, [found as u64, 0]),
        Flaw::Byte(cell, byte) => (2, [number(cell), byte.into()]),
        Flaw::Character(cell, char) => (3, [number(cell), char.into()]),
        Flaw::Clue(cell, clue, digit) => (4, [number(cell), pair(clue, digit)]),
        Flaw::Mark(cell, digit) => (5, [number(cell), digit.into()]),
        Flaw::Clash(one, two, digit) => (6, [pair(one.index() as u8, two.index() as u8), digit.into()]),
    };
    (which, [one, two, 0, 0])
}

fn flaw(which: u8, [one, two, ..]: [u64; 4]) -> Flaw {
    match which {
        0 => Flaw::Missing,
        1 => Flaw::Length(one as usize),
        2 => Flaw::Byte(cell(one), two as u8),
        3 => Flaw::Character(cell(one), character(two)),
        4 => Flaw::Clue(cell(one), high(two), two as u8),
        5 => Flaw::Mark(cell(one), two as u8),
        _ => Flaw::Clash(cell(high(one).into()), cell((one as u8).into()), two as u8),
    }
}

fn numbers_of_reason(reason: Reason) -> ProblemNumbers {
    let (which, [one, two]) = match reason {
        Reason::Length { found, expected } => (11, [found.into(), expected.into()]),
        Reason::Rounded => (12, [0; 2]),
        Reason::NoColumn(column) => (13, [column.into(), 0]),
        Reason::Byte(byte) => (14, [byte.into(), 0]),
        Reason::Character(char) => (15, [char.into(), 0]),
        Reason::Cell(word) => (16, word.numbers()),
        Reason::BareReturn => (17, [0; 2]),
        Reason::Mark { byte, digit } => (18, [byte.into(), digit.into()]),
        Reason::NoText => (19, [0; 2]),
        Reason::Cells { row, found } => (20, [row.into(), found.into()]),
        Reason::Rows(found) => (21, [found.into(), 0]),
        Reason::Quote => (22, [0; 2]),
        Reason::Endless => (23, [0; 2]),
        Reason::Conflict(one, two) => (24, [one.index() as u64, two.index() as u64]),
        Reason::LostZeros(found) => (25, [found.into(), 0]),
        Reason::Continued => (26, [0; 2]),
        Reason::Letter(byte) => (27, [byte.into(), 0]),
        Reason::LeftOut => (28, [0; 2]),
        Reason::Bars(row) => (29, [row.into(), 0]),
        Reason::Trailing => (30, [0; 2]),
        Reason::Blanks(one, other) => {
            let ([a, b], [c, d]) = (one.numbers(), other.numbers());
            return (31, [a, b, c, d]);
        }
    };
    (which, [one, two, 0, 0])
}

fn reason(which: u8, [one, two, three, four]: [u64; 4]) -> Reason {
    match which {
        11 => Reason::Length { found: one as u32, expected: two as u32 },
        12 => Reason::Rounded,
        13 => Reason::NoColumn(one as u32),
        14 => Reason::Byte(one as u8),
        15 => Reason::Character(character(one)),
        16 => Reason::Cell(Word::of_numbers([one, two])),
        17 => Reason::BareReturn,
        18 => Reason::Mark { byte: one as u8, digit: two as u8 },
        19 => Reason::NoText,
        20 => Reason::Cells { row: one as u8, found: two as u32 },
        21 => Reason::Rows(one as u8),
        22 => Reason::Quote,
        23 => Reason::Endless,
        24 => Reason::Conflict(cell(one), cell(two)),
        25 => Reason::LostZeros(one as u32),
        26 => Reason::Continued,
        27 => Reason::Letter(one as u8),
        28 => Reason::LeftOut,
        29 => Reason::Bars(one as u8),
        30 => Reason::Trailing,
        _ => Reason::Blanks(Word::of_numbers([one, two]), Word::of_numbers([three, four])),
    }
}

fn pair(high: u8, low: u8) -> u64 {
    u64::from(high) << 8 | u64::from(low)
}

fn high(pair: u64) -> u8 {
    (pair >> 8) as u8
}

fn cell(number: u64) -> Cell {
    Cell::numbered(number as usize)
}

fn character(number: u64) -> char {
    char::from_u32(number as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_the_same_after_a_round_trip_through_numbers() {
        let [one, two] = [3, 80].map(Cell::numbered);
        let flaws = [
            Flaw::Missing,
            Flaw::Length(1 << 40),
            Flaw::Byte(one, 0xFF),
            Flaw::Character(two, 'é'),
            Flaw::Clue(one, b'5', b'4'),
            Flaw::Mark(two, b'9'),
            Flaw::Clash(one, two, b'8'),
        ];
        let reasons = [
            Reason::Length { found: u32::MAX, expected: 81 },
            Reason::Rounded,
            Reason::NoColumn(7),
            Reason::Byte(0x80),
            Reason::Character('語'),
            Reason::Cell(Word::new(b"")),
            Reason::Cell(Word::new(b"fourteen bytes")),
            Reason::LostZeros(u32::MAX),
            Reason::Continued,
            Reason::Letter(b'A'),
            Reason::LeftOut,
            Reason::Bars(9),
            Reason::Trailing,
            Reason::Blanks(Word::new(b"undefined"), Word::new("□".as_bytes())),
            Reason::BareReturn,
            Reason::Mark { byte: b'x', digit: 9 },
            Reason::NoText,
            Reason::Cells { row: 9, found: 1 << 31 },
            Reason::Rows(8),
            Reason::Quote,
            Reason::Endless,
            Reason::Conflict(one, two),
        ];
        let of_answers = flaws.into_iter().map(Problem::Answer);
        let of_records = reasons.into_iter().map(Some).chain([None]);
        let of_records = of_records.map(|reason| Problem::Verdict(FindingKind::Malformed, reason));
        for problem in of_answers.chain(of_records) {
            assert_eq!(Problem::of_numbers(problem.kind(), problem.numbers()), problem);
        }
    }
}
