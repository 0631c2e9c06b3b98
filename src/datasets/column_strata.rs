//! A column as strata: each value, or ten ranges if it has many numbers.
//!
//! ```text
//! a pass over the input    values ─▶ those that differ, in the order of their first records
//!                                    a sample of the numbers ─▶ the bounds of ten ranges of about equally many records
//! ```
//!
//! The numbers of the strata depend on the input alone, not on the threads. Values keep theirs when records are added at the end.

use std::collections::HashMap;

use super::least::Least;
use super::number_column::number_of;
use super::rank::drawn;
use super::stratum::Stratum;
use crate::error::{Error, Result};
use crate::format::RecordPlace;
use crate::format::columns::Column;
use crate::format::read::answer_field::AnswerField;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::ordered::{Flush, Reuse, Sink, Stage};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{OpenRecords, RunSettings};

/// The most values that a column may have, where each is a stratum.
const MOST_VALUES: usize = 254;

/// The most different numbers that are strata of their own; more are divided into ranges.
const MOST_NUMBERS: usize = 100;

/// The number of ranges of a column with more numbers.
const RANGES: usize = 10;

/// The number of numbers to divide into ranges: the share of a range is exact to about a hundredth of it.
const SAMPLE: usize = 1 << 17;

/// The strata of a column of an input.
pub(crate) struct ColumnStrata {
    /// The column, to be read with the puzzles.
    pub(super) field: AnswerField,
    pub(super) strata: ValueStrata,
}

/// The strata of the values of a column, as [`Strata::column`](super::Strata::column) divides a file with them.
///
/// ```
/// use bulkdoku::datasets::ValueStrata;
///
/// let strata = ValueStrata::of((1..).zip([b"web".as_slice(), b"book", b"web"]))?;
/// assert_eq!((strata.stratum(b"web"), strata.stratum(b"book"), strata.stratum(b"mail")), (Some(0), Some(1), None));
/// let all = strata.all();
/// assert_eq!(all[0].value.as_deref(), Some("book"));
/// assert_eq!((all[0].number, all[1].number), (1, 0));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct ValueStrata(Division);

enum Division {
    /// The number of each value.
    Values(HashMap<Vec<u8>, u8>),
    /// The lower bounds of all ranges but the first one. The stratum of an empty field has the number after the last range.
    Ranges(Vec<f64>),
}

impl ColumnStrata {
    /// Finds the column and its values. Reads the input.
    pub(super) fn open(
        pool: &WorkerPool,
        run: &RunSettings,
        records: OpenRecords,
        column: &Column,
    ) -> Result<Self> {
        let place = format!("{}: the column '{column}'", records.input.name());
        let field = records.field(column, "does not exist or contains the puzzles: name another column")?;
        let records = records.reading_answers(Some(field.clone()));
        let values = records.run_on(pool, run, true, || ListValues, Values::new(place))?;
        Ok(Self { field, strata: ValueStrata(values.division()) })
    }

    /// Adds the stratum of each puzzle of `chunk`, which has been read.
    pub(super) fn find(&self, chunk: &Chunk, strata: &mut Vec<Option<u8>>) {
        for RecordPlace { puzzle, origin } in chunk.places() {
            let Ok(puzzle) = puzzle else { continue };
            strata.push(self.strata.stratum(value(chunk, origin, puzzle)));
        }
    }
}

impl ValueStrata {
    /// Finds the strata of these values, each with its line, from 1. Allocates a copy of each different value.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] for more than 254 different values that are not all numbers.
    pub fn of<'a>(values: impl IntoIterator<Item = (u64, &'a [u8])>) -> Result<Self> {
        let mut found = Values::new("the column".to_owned());
        values.into_iter().try_for_each(|(line, value)| found.add(line, value.trim_ascii()))?;
        Ok(Self(found.division()))
    }

    /// Returns the stratum of records with this value.
    pub fn stratum(&self, value: &[u8]) -> Option<u8> {
        match &self.0 {
            Division::Values(values) => values.get(value.trim_ascii()).copied(),
            Division::Ranges(bounds) => match number_of(value)? {
                number if number.is_nan() => Some(bounds.len() as u8 + 1),
                number => Some(bounds.partition_point(|&bound| bound <= number) as u8),
            },
        }
    }

    /// Returns all strata: first numbers in numerical order, then other texts in theirs.
    pub fn all(&self) -> Vec<Stratum> {
        let values = match &self.0 {
            Division::Ranges(bounds) => ranges(bounds),
            Division::Values(values) => in_order(values),
        };
        values.into_iter().map(|(number, value)| Stratum { number, value: Some(value) }).collect()
    }
}

/// Returns these values in words, in the order of numbers and texts.
fn in_order(values: &HashMap<Vec<u8>, u8>) -> Vec<(u8, String)> {
    let text = |(value, &number): (&Vec<u8>, &u8)| (number, String::from_utf8_lossy(value).into_owned());
    let mut values: Vec<(u8, String)> = values.iter().map(text).collect();
    values.sort_by(|(_, one), (_, other)| {
        let [number, other_number] = [one, other].map(|value| value.parse::<f64>().unwrap_or(f64::INFINITY));
        number.total_cmp(&other_number).then_with(|| one.cmp(other))
    });
    values
}

/// Returns the ranges with these bounds in words, and the stratum of empty fields.
fn ranges(bounds: &[f64]) -> Vec<(u8, String)> {
    let range = |number: usize| match (number.checked_sub(1).map(|below| bounds[below]), bounds.get(number)) {
        (None, Some(end)) => format!("<{end}"),
        (Some(start), Some(end)) => format!(">={start} <{end}"),
        (Some(start), None) => format!(">={start}"),
        (None, None) => "all".to_owned(),
    };
    let ranges = (0..=bounds.len()).map(|number| (number as u8, range(number)));
    ranges.chain([(bounds.len() as u8 + 1, String::new())]).collect()
}

/// The values of a column so far.
struct Values {
    /// The name of the input and the column, for errors.
    place: String,
    /// The numbers of the values that differ, at most one more than there may be.
    known: HashMap<Vec<u8>, u8>,
    /// Whether all values are numbers or empty.
    are_numbers: bool,
    /// A sample of the numbers, by rank.
    sample: Least<(u64, u64)>,
}

impl Values {
    fn new(place: String) -> Self {
        Self { place, known: HashMap::new(), are_numbers: true, sample: Least::default() }
    }

    fn add(&mut self, line: u64, value: &[u8]) -> Result<()> {
        let number = if self.are_numbers { number_of(value) } else { None };
        self.are_numbers = number.is_some();
        if let Some(number) = number.filter(|number| !number.is_nan())
            && self.sample.push((drawn(0, line), number.to_bits()))
            && self.sample.len() > 2 * SAMPLE
        {
            self.sample.keep(SAMPLE);
        }
        if self.known.len() <= MOST_VALUES && !self.known.contains_key(value) {
            self.known.insert(value.to_vec(), self.known.len() as u8);
        }
        if self.known.len() > MOST_VALUES && !self.are_numbers {
            let place = &self.place;
            return Err(Error::refused(format!(
                "{place} has more than {MOST_VALUES} values, too many for strata: name a column of numbers, or with fewer values"
            )));
        }
        Ok(())
    }

    fn division(self) -> Division {
        if !self.are_numbers || self.known.len() <= MOST_NUMBERS {
            return Division::Values(self.known);
        }
        let mut sample = self.sample;
        sample.keep(SAMPLE);
        let numbers = sample.into_items().into_iter().map(|(_, bits)| f64::from_bits(bits));
        let mut numbers: Vec<f64> = numbers.collect();
        numbers.sort_unstable_by(f64::total_cmp);
        let mut bounds: Vec<f64> = (1..RANGES).map(|range| numbers[range * numbers.len() / RANGES]).collect();
        bounds.dedup();
        bounds.retain(|&bound| bound > numbers[0]);
        Division::Ranges(bounds)
    }
}

impl Sink<ChunkValues> for Values {
    fn accept(&mut self, chunk: &ChunkValues) -> Result<()> {
        let mut start = 0;
        chunk.ends.iter().try_for_each(|&(line, end)| {
            let value = &chunk.text[start..end];
            start = end;
            self.add(line, value)
        })
    }
}

/// The values of the puzzles of a chunk: each with its line and the end of its text.
#[derive(Debug, Default)]
struct ChunkValues {
    text: Vec<u8>,
    ends: Vec<(u64, usize)>,
}

impl Reuse for ChunkValues {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn held_bytes(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<(u64, usize)>()
    }
}

/// The stage that lists the values of a chunk.
struct ListValues;

impl Stage<Chunk> for ListValues {
    type Out = ChunkValues;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkValues, _: Flush<'_, ChunkValues>) -> Result<()> {
        chunk.read();
        for record in chunk.placed() {
            let Some(puzzle) = record.puzzle else { continue };
            output.text.extend_from_slice(value(chunk, record.origin, puzzle));
            output.ends.push((record.line, output.text.len()));
        }
        Ok(())
    }
}

/// Returns the field of a puzzle, which is empty if the record ends before it.
fn value(chunk: &Chunk, origin: usize, puzzle: usize) -> &[u8] {
    chunk.given(origin, puzzle).map_or(&b""[..], |given| given.text.trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the strata of a column with these values, in words, with the number of values in each.
    fn strata(values: &[String]) -> Result<Vec<(String, usize)>> {
        let mut found = Values::new("t.csv: the column 'x'".to_owned());
        (1..).zip(values).try_for_each(|(line, value)| found.add(line, value.as_bytes()))?;
        let strata = ValueStrata(found.division());
        let count =
            |number| values.iter().filter(|value| strata.stratum(value.as_bytes()) == Some(number)).count();
        let counted = strata.all().into_iter().map(|Stratum { number, value }| Some((value?, count(number))));
        Ok(counted.flatten().collect())
    }

    #[test]
    fn a_column_of_few_values_has_a_stratum_for_each() {
        let values = ["10", "b", "9", "", "a", "9"].map(str::to_owned);
        let expected = [("9", 2), ("10", 1), ("", 1), ("a", 1), ("b", 1)];
        assert_eq!(strata(&values).unwrap(), expected.map(|(value, count)| (value.to_owned(), count)));
    }

    #[test]
    fn a_column_of_many_numbers_has_ten_ranges_of_about_equally_many_records() {
        let values: Vec<String> =
            (0..1000).map(|n| format!("{}", f64::from(n * 7919 % 1000) / 100.0)).collect();
        let found = strata(&values).unwrap();
        assert_eq!((found[0].0.as_str(), found[1].0.as_str(), found[9].0.as_str()), ("<1", ">=1 <2", ">=9"));
        assert!(found[..10].iter().all(|&(_, count)| count == 100), "{found:?}");
        assert_eq!(found[10], (String::new(), 0));
        let of_rate = [&values[..], &[">=6.2".to_owned(), "none".to_owned(), String::new()]].concat();
        let found = strata(&of_rate).unwrap();
        assert_eq!((found[9].1, found[10].1), (101, 1), "what is above every number, and what is empty");
        let mostly_equal: Vec<String> = (0..1000).map(|n| if n < 700 { 5 } else { n }.to_string()).collect();
        let found = strata(&mostly_equal).unwrap();
        assert_eq!(found.iter().map(|(_, count)| count).sum::<usize>(), 1000);
        assert_eq!(found[0].1, 700, "{found:?}");
    }

    #[test]
    fn too_many_texts_are_refused() {
        let values: Vec<String> = (0..300).map(|n| format!("id{n}")).collect();
        let error = strata(&values).unwrap_err().to_string();
        assert!(
            error.starts_with("t.csv: the column 'x' has more than 254 values, too many for strata"),
            "{error}"
        );
        let mixed: Vec<String> =
            (0..300).map(|n| if n == 299 { "x".to_owned() } else { n.to_string() }).collect();
        assert!(strata(&mixed).is_err());
    }
}
