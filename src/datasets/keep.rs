//! Which record of each class is kept.
//!
//! ```text
//! record ─▶ rank, a 64-bit number ─▶ of each class, the record with the least one is kept; of several, the first
//! ```

use std::fmt;
use std::str::FromStr;

use super::class_table::ClassMember;
use super::fingerprint::{Fingerprint, clue_count};
use super::number_column::NumberColumn;
use super::same_by::SameBy;
use crate::error::Result;
use crate::format::columns::Column;
use crate::format::digits;
use crate::parse_error::ParseError;
use crate::pipeline::RecordRun;
use crate::pipeline::chunk_reader::{ChunkReader, PlacedRecord};

/// Which record of each class is kept. Of several that are equal in this, the first one is.
///
/// ```
/// use bulkdoku::datasets::Keep;
///
/// let keep: Keep = "least:level".parse()?;
/// assert_eq!(keep.to_string(), "least:level");
/// assert_eq!(Keep::default().to_string(), "first");
/// # Ok::<(), bulkdoku::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// The first one.
    #[default]
    First,
    /// One with the fewest clues. Only classes by [`SameBy::Solution`] differ in this.
    Fewest,
    /// One that is the canonical form of its class; of classes that have none, the first record is kept. By
    /// [`SameBy::Puzzle`], the canonical form is the puzzle that [`CanonJob`](super::CanonJob) writes; by
    /// [`SameBy::Solution`] it is each puzzle whose solution is the canonical form of this grid. Other classes have none.
    Canonical,
    /// One with the least number in this column. `none` and what begins with `>` are above all numbers, as where
    /// [`RateJob`](crate::rating::RateJob) writes them; records without a number are kept only if the class has no other.
    Least(Column),
    /// One with the greatest number in this column, likewise.
    Most(Column),
}

/// How the records of an input are ranked.
#[derive(Clone, Debug)]
pub(crate) enum Ranking {
    Clues,
    /// By the key: is the record the form of its class?
    Form(SameBy),
    /// By a number; `true` if the greatest ranks first.
    Number(NumberColumn, bool),
}

impl Keep {
    /// How `records` are ranked by this, if not in their order.
    ///
    /// # Errors
    /// When they have no such column.
    pub(super) fn ranking(&self, key: SameBy, records: &RecordRun) -> Result<Option<Ranking>> {
        Ok(match self {
            Self::Fewest => Some(Ranking::Clues),
            Self::Canonical if key.has_maps() => Some(Ranking::Form(key)),
            Self::First | Self::Canonical => None,
            Self::Least(column) => Some(Ranking::Number(NumberColumn::find(records, column)?, false)),
            Self::Most(column) => Some(Ranking::Number(NumberColumn::find(records, column)?, true)),
        })
    }
}

impl Ranking {
    /// The column that is read with the puzzles.
    pub(super) fn column(&self) -> Option<&NumberColumn> {
        match self {
            Self::Number(column, _) => Some(column),
            _ => None,
        }
    }

    /// The rank of puzzle `index`, which is that of `record` and has a class: the less, the sooner it is kept.
    ///
    /// # Errors
    /// When its field in the column is not a number.
    pub(super) fn rank(
        &self,
        records: &ChunkReader,
        chunk: &[u8],
        (record, index): (PlacedRecord, usize),
        member: &ClassMember,
    ) -> Result<u64> {
        let puzzle = records.puzzles(chunk).get(index);
        Ok(match self {
            Self::Clues => u64::from(clue_count(puzzle)),
            Self::Form(SameBy::Solution) => {
                u64::from(member.fingerprint != Fingerprint::of_text(digits(&records.answers()[index])))
            }
            Self::Form(_) => u64::from(member.fingerprint != Fingerprint::of_form(puzzle)),
            Self::Number(column, most) => match column.read(records, chunk, record, "a number", |_| true)? {
                Some(number) if !number.is_nan() && *most => !in_order(number),
                Some(number) if !number.is_nan() => in_order(number),
                _ => u64::MAX,
            },
        })
    }
}

/// A number in the order of the numbers, neither the least nor the greatest one.
fn in_order(number: f64) -> u64 {
    let bits = (number + 0.0).to_bits(); // -0 becomes 0
    if number.is_sign_negative() && number != 0.0 { !bits } else { bits | 1 << 63 }
}

/// Reads `first`, `fewest`, `canonical`, `least:COLUMN` or `most:COLUMN`, the column by its name or by its number from 1.
impl FromStr for Keep {
    type Err = ParseError;

    fn from_str(text: &str) -> std::result::Result<Self, ParseError> {
        let column = |of: &str| of.parse().ok().filter(|_| !of.is_empty());
        let keep = match text.split_once(':') {
            None if text == "first" => Some(Self::First),
            None if text == "fewest" => Some(Self::Fewest),
            None if text == "canonical" => Some(Self::Canonical),
            Some(("least", of)) => column(of).map(Self::Least),
            Some(("most", of)) => column(of).map(Self::Most),
            _ => None,
        };
        let reason = "give first, fewest, canonical, least:COLUMN or most:COLUMN, as in least:level";
        keep.ok_or_else(|| ParseError::new(reason))
    }
}

/// Writes what is read.
impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("first"),
            Self::Fewest => f.write_str("fewest"),
            Self::Canonical => f.write_str("canonical"),
            Self::Least(column) => write!(f, "least:{column}"),
            Self::Most(column) => write!(f, "most:{column}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_as_it_is_written() {
        for text in ["first", "fewest", "canonical", "least:level", "most:3", "least:a:b"] {
            assert_eq!(text.parse::<Keep>().unwrap().to_string(), text);
        }
        for wrong in ["", "last", "least", "least:", "most:0", "fewest:level", "First"] {
            assert!(wrong.parse::<Keep>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranks_are_in_the_order_of_the_numbers() {
        let numbers =
            [f64::MIN, -1.5, -f64::MIN_POSITIVE, 0.0, f64::MIN_POSITIVE, 1.0, 1.5, f64::MAX, f64::INFINITY];
        assert!(numbers.map(in_order).is_sorted_by(|one, other| one < other));
        assert_eq!(in_order(-0.0), in_order(0.0));
        assert!(in_order(f64::INFINITY) < u64::MAX && !in_order(f64::MIN) < u64::MAX);
    }
}
