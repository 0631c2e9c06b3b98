//! The values of a column as strata.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, FormatError, Result};
use crate::format::columns::Column;
use crate::format::read::answer_field::AnswerField;
use crate::pipeline::OpenRecords;

/// The largest number of values.
const MOST_VALUES: usize = 255;

/// Finds the strata of records by their values in a column. Each worker has its own finder, and all share the numbers of the
/// values.
#[derive(Clone)]
pub(crate) struct ColumnStrata {
    field: AnswerField,
    /// The names of the input and the column, for errors.
    place: Arc<str>,
    /// The numbers of values that this worker knows.
    known: HashMap<Vec<u8>, u8>,
    all: Arc<Mutex<HashMap<Vec<u8>, u8>>>,
}

impl ColumnStrata {
    /// Finds the column.
    pub(super) fn find(records: &OpenRecords, column: &Column) -> Result<Self> {
        let OpenRecords { input, format, .. } = records;
        let place = format!("{}: the column '{column}'", input.name());
        match format.field(Some(column)) {
            Ok(Some(field)) => {
                Ok(Self { field, place: place.into(), known: HashMap::new(), all: Arc::default() })
            }
            Err(reason @ FormatError::NoSuchColumn { .. }) => Err(Error::format(input.name(), 1, reason)),
            _ => Err(Error::refused(format!(
                "{place} does not exist or contains the puzzles: name another column"
            ))),
        }
    }

    /// Returns the column, to be read with the puzzles.
    pub(super) fn field(&self) -> &AnswerField {
        &self.field
    }

    /// Returns the stratum of records with this value.
    pub(super) fn stratum(&mut self, value: &[u8]) -> Result<u8> {
        let value = value.trim_ascii();
        if let Some(&stratum) = self.known.get(value) {
            return Ok(stratum);
        }
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let next = all.len();
        let stratum = *all.entry(value.to_vec()).or_insert(next as u8);
        if all.len() > MOST_VALUES {
            let place = &self.place;
            return Err(Error::refused(format!(
                "{place} has more than {MOST_VALUES} values, too many for strata: name a column with fewer"
            )));
        }
        self.known.insert(value.to_vec(), stratum);
        Ok(stratum)
    }

    /// Returns all values with their numbers: first numbers in numerical order, then other texts in theirs.
    pub(super) fn values(&self) -> Vec<(u8, String)> {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let text =
            |(value, &stratum): (&Vec<u8>, &u8)| (stratum, String::from_utf8_lossy(value).into_owned());
        let mut values: Vec<(u8, String)> = all.iter().map(text).collect();
        values.sort_by(|(_, one), (_, other)| {
            let [number, other_number] =
                [one, other].map(|value| value.parse::<f64>().unwrap_or(f64::INFINITY));
            number.total_cmp(&other_number).then_with(|| one.cmp(other))
        });
        values
    }
}
