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
            Self::Answer(flaw) => flaw.numbers(),
            Self::Verdict(_, Some(reason)) => reason.numbers(),
            Self::Verdict(_, None) => NO_REASON,
        }
    }

    /// Returns the problem of a kind with these numbers.
    pub(super) fn of_numbers(kind: FindingKind, numbers: ProblemNumbers) -> Self {
        Flaw::of_numbers(numbers)
            .map_or_else(|| Self::Verdict(kind, Reason::of_numbers(numbers)), Self::Answer)
    }
}

/// The numbers of a verdict without a reason.
const NO_REASON: ProblemNumbers = (u8::MAX, [0; 4]);

/// What can be kept as numbers.
trait Numbered: Sized {
    fn numbers(self) -> ProblemNumbers;

    /// Returns what has these numbers, unless it is of another type.
    fn of_numbers(numbers: ProblemNumbers) -> Option<Self>;
}

/// Numbers the variants of enums. Each row is read as a pattern and as an expression; no number may be in two rows.
macro_rules! numbered {
    ($($type:ident { $($number:literal: $variant:ident { $($field:tt: $name:ident),* },)* })*) => { $(
        impl Numbered for $type {
            fn numbers(self) -> ProblemNumbers {
                match self {
                    $(Self::$variant { $($field: $name),* } => {
                        ($number, Details::default()$(.with($name))*.numbers)
                    })*
                }
            }

            fn of_numbers((number, numbers): ProblemNumbers) -> Option<Self> {
                let mut details = Details { numbers, read: 0 };
                Some(match number {
                    $($number => Self::$variant { $($field: Detail::of(&mut details)),* },)*
                    _ => return None,
                })
            }
        }
    )* };
}

numbered! {
    Flaw {
        0: Missing {},
        1: Length { 0: found },
        2: Byte { 0: cell, 1: byte },
        3: Character { 0: cell, 1: character },
        4: Clue { 0: cell, 1: clue, 2: digit },
        5: Mark { 0: cell, 1: digit },
        6: Clash { 0: one, 1: other, 2: digit },
    }
    Reason {
        11: Length { found: found, expected: expected },
        12: Rounded {},
        13: NoColumn { 0: column },
        14: Byte { 0: byte },
        15: Character { 0: character },
        16: Cell { 0: word, 1: cell },
        17: BareReturn {},
        18: Mark { byte: byte, digit: digit },
        19: NoText {},
        20: Cells { row: row, found: found },
        21: Rows { 0: found },
        22: Quote {},
        23: Endless {},
        24: Conflict { 0: one, 1: other },
        25: LostZeros { 0: found },
        26: Continued {},
        27: Letter { 0: byte },
        28: LeftOut {},
        29: Bars { 0: row },
        30: Trailing {},
        31: Blanks { 0: one, 1: other },
    }
}

/// The details of a problem, one after another.
#[derive(Default)]
struct Details {
    numbers: [u64; 4],
    /// The number of those that were added or read.
    read: usize,
}

impl Details {
    fn with(mut self, detail: impl Detail) -> Self {
        detail.add(&mut self);
        self
    }

    fn next(&mut self) -> &mut u64 {
        self.read += 1;
        &mut self.numbers[self.read - 1]
    }
}

/// A detail of a problem.
trait Detail {
    fn add(self, details: &mut Details);

    /// Reads the next detail.
    fn of(details: &mut Details) -> Self;
}

macro_rules! details {
    ($($type:ty: $value:ident => $number:expr, $read:ident => $back:expr;)*) => { $(
        impl Detail for $type {
            fn add(self, details: &mut Details) {
                let $value = self;
                *details.next() = $number;
            }

            fn of(details: &mut Details) -> Self {
                let $read = *details.next();
                $back
            }
        }
    )* };
}

details! {
    u8: byte => byte.into(), number => number as u8;
    u32: value => value.into(), number => number as u32;
    usize: value => value as u64, number => number as usize;
    char: value => value.into(), number => char::from_u32(number as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
    Cell: cell => cell.index() as u64, number => Cell::numbered(number as usize);
}

impl Detail for Word {
    fn add(self, details: &mut Details) {
        self.numbers().into_iter().for_each(|number| *details.next() = number);
    }

    fn of(details: &mut Details) -> Self {
        Self::of_numbers([*details.next(), *details.next()])
    }
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
            Reason::Cell(Word::new(b""), one),
            Reason::Cell(Word::new(b"fourteen bytes"), two),
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
