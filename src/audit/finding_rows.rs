//! The findings of an audit as rows of numbers, which sort in the order of the records.
//!
//! ```text
//! in a record     record │ rank, kind, problem │ line  │ column │ details of the problem
//! of a class      record │ rank, kind          │ first │        │ map of the record, map of the first one
//! ```
//!
//! `first` is the record that is repeated. The rank orders the findings of a record: those in it, then duplicates and leaks, each in
//! the order of the keys.

use std::sync::{Arc, Mutex, PoisonError};

use super::finding::{Finding, FindingKind, FindingSource};
use super::problem::Problem;
use crate::datasets::SameBy;
use crate::datasets::class::Member;
use crate::datasets::least::Least;
use crate::datasets::packed_map::PackedMap;
use crate::datasets::position::PackedPosition;
use crate::datasets::rows::{InOrder, Rows};
use crate::error::Result;
use crate::io::Input;

/// The count of numbers in a row.
const WIDTH: usize = 8;

/// A finding as numbers.
pub(super) type FindingRow = [u64; WIDTH];

/// The ranks of findings that are not in the record alone.
const IN_ANSWERS: u64 = 2;
const UNANSWERED: u64 = 3;
const DUPLICATE: u64 = 4;
const LEAK: u64 = DUPLICATE + SameBy::ALL.len() as u64;

/// The findings so far.
pub(super) enum FindingRows {
    /// This number of the first ones.
    First(usize, Mutex<Least<FindingRow>>),
    All(Mutex<Rows<WIDTH>>),
}

/// All findings in order, which can be read more than once.
pub(super) enum SortedFindings {
    First(Vec<FindingRow>),
    All(Arc<Rows<WIDTH>>),
}

/// Returns the number of the record of a row.
pub(super) fn record_of(row: &FindingRow) -> u64 {
    row[0]
}

pub(super) fn kind_of(row: &FindingRow) -> FindingKind {
    FindingKind::ALL[(row[1] >> 8 & 0xFF) as usize]
}

/// Returns the second number of a row.
fn what(rank: u64, kind: FindingKind, problem: u8) -> u64 {
    rank << 16 | (kind as u64) << 8 | u64::from(problem)
}

/// Returns the row of the problem with this number in a record, or in its answer in the file of answers.
pub(super) fn row_of_problem(
    record: PackedPosition,
    source: FindingSource,
    number: u64,
    problem: Problem,
    (line, column): (u64, u64),
) -> FindingRow {
    let (which, [a, b, c, d]) = problem.numbers();
    let rank = if source == FindingSource::Answers { IN_ANSWERS } else { number };
    [record.0, what(rank, problem.kind(), which), line, column, a, b, c, d]
}

/// Returns the row of the first record without an answer.
pub(super) fn row_of_unanswered(record: PackedPosition) -> FindingRow {
    let (line, column) = (record.line(), record.column());
    [record.0, what(UNANSWERED, FindingKind::AnswerCount, 0), line, column, 0, 0, 0, 0]
}

/// Returns the row of a record that has the class of another one by the key with this number.
pub(super) fn row_of_repeated(member: Member, first: Member, key: usize) -> FindingRow {
    let (rank, kind) = match first.order.is_elsewhere() {
        true => (LEAK, FindingKind::Leak),
        false => (DUPLICATE, FindingKind::Duplicate),
    };
    let [map, first_map] = [member, first].map(|member| member.map.map_or(0, PackedMap::number));
    let what = what(rank + key as u64, kind, 0);
    [member.order.position().0, what, first.order.position().0, 0, map, first_map, 0, 0]
}

/// How texts name a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Naming {
    #[default]
    Line,
    /// Records may share a line.
    LineAndColumn,
    /// The records are rows, counted from 0.
    Row,
}

/// What the texts of an audit need to know.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// The keys by which the records were compared.
    pub(crate) keys: Vec<SameBy>,
    /// The name of the data set that they were compared with.
    pub(crate) against: Option<String>,
    /// How to name the records of this data set, and of the other one.
    pub(super) naming: Naming,
    pub(super) naming_elsewhere: Naming,
    /// What is wrong with the first record without an answer.
    pub(super) unanswered: String,
}

impl Naming {
    /// Returns how to name the records of an input.
    pub(super) fn of(input: &Input) -> Self {
        if input.places.is_some() { Self::LineAndColumn } else { Self::Line }
    }

    /// Returns what a record is numbered by.
    pub(super) fn noun(self) -> &'static str {
        if self == Self::Row { "row" } else { "line" }
    }

    /// Returns the number of the record on this line.
    pub(super) fn number(self, line: u64) -> u64 {
        line - u64::from(self == Self::Row)
    }
}

impl Words {
    /// Returns the finding of a row.
    pub(super) fn finding(&self, row: &FindingRow) -> Finding {
        let (&[record, what, line, column, details @ ..], kind) = (row, kind_of(row));
        let (record, rank) = (PackedPosition(record), what >> 16);
        let finding = |source, line, column, what| Finding { kind, source, line, column, what };
        let problem = || Problem::of_numbers(kind, (what as u8, details)).to_string();
        match rank {
            ..IN_ANSWERS => finding(FindingSource::Puzzles, line, column, problem()),
            IN_ANSWERS => {
                let what = format!("{} (the puzzle of {})", problem(), self.line_of(record));
                finding(FindingSource::Answers, line, column, what)
            }
            UNANSWERED => finding(FindingSource::Puzzles, line, column, self.unanswered.clone()),
            _ => {
                let what = self.relation(rank, PackedPosition(line), [details[0], details[1]]);
                finding(FindingSource::Puzzles, record.line(), record.column(), what)
            }
        }
    }

    /// Returns how a record is related to the first one of its class.
    fn relation(&self, rank: u64, first: PackedPosition, maps: [u64; 2]) -> String {
        let is_leak = rank >= LEAK;
        let key = self.keys[(rank - if is_leak { LEAK } else { DUPLICATE }) as usize];
        let maps = key.has_transformations().then(|| maps.map(PackedMap::from_number));
        match is_leak {
            true => key.relation(self.position_elsewhere(first), maps),
            false => key.relation(format_args!("in {}", self.line_of(first)), maps),
        }
    }

    /// Returns the line or the row of a record of the data set in words.
    fn line_of(&self, position: PackedPosition) -> String {
        match self.naming {
            Naming::LineAndColumn => format!("line {}, column {}", position.line(), position.column()),
            naming => format!("{} {}", naming.noun(), naming.number(position.line())),
        }
    }

    /// Returns the position of a record of the other data set in words.
    fn position_elsewhere(&self, position: PackedPosition) -> String {
        let (name, line) = (self.against.as_deref().unwrap_or_default(), position.line());
        match self.naming_elsewhere {
            Naming::Line => format!("{name}:{line}"),
            Naming::LineAndColumn => format!("{name}:{line}:{}", position.column()),
            Naming::Row => format!("row {} of {name}", line - 1),
        }
    }
}

impl FindingRows {
    /// Remembers the `first` findings, or all of them, about `held` bytes in memory.
    pub(super) fn new(first: usize, are_all: bool, held: usize) -> Self {
        if are_all { Self::All(Mutex::new(Rows::new(held))) } else { Self::First(first, Mutex::default()) }
    }

    /// Adds a finding.
    pub(super) fn push(&self, row: FindingRow) -> Result<()> {
        match self {
            Self::All(rows) => rows.lock().unwrap_or_else(PoisonError::into_inner).push(row),
            Self::First(most, rows) => {
                let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
                if rows.push(row) && rows.len() > most.saturating_mul(2) {
                    rows.keep(*most);
                }
                Ok(())
            }
        }
    }

    pub(super) fn sorted(self) -> SortedFindings {
        match self {
            Self::All(rows) => {
                SortedFindings::All(Arc::new(rows.into_inner().unwrap_or_else(PoisonError::into_inner)))
            }
            Self::First(most, rows) => {
                let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
                rows.keep(most);
                let mut rows = rows.into_items();
                rows.sort_unstable();
                SortedFindings::First(rows)
            }
        }
    }
}

impl SortedFindings {
    /// Whether these are all findings.
    pub(super) fn are_all(&self) -> bool {
        matches!(self, Self::All(_))
    }

    /// Returns a reader of all findings, or `None` if there are only the first ones.
    pub(super) fn in_order(&self) -> Option<InOrder<WIDTH>> {
        match self {
            Self::All(rows) => Some(Rows::in_order(rows)),
            Self::First(_) => None,
        }
    }

    /// Calls `visit` with every finding.
    pub(super) fn for_each(&self, mut visit: impl FnMut(&FindingRow) -> Result<()>) -> Result<()> {
        match self {
            Self::First(rows) => rows.iter().try_for_each(visit),
            Self::All(rows) => {
                let mut rows = Rows::in_order(rows);
                while let Some(rows) = rows.next()? {
                    rows.iter().try_for_each(&mut visit)?;
                }
                Ok(())
            }
        }
    }
}
