//! A column of numbers next to the puzzles, as `rate` writes them.

use std::sync::Arc;

use crate::error::{Error, FormatError, Result};
use crate::format::columns::Column;
use crate::format::read::answer_field::AnswerField;
use crate::pipeline::OpenRecords;
use crate::pipeline::chunk::{Chunk, PlacedRecord};

/// The column of an input that contains numbers.
#[derive(Clone, Debug)]
pub(crate) struct NumberColumn {
    /// The field, to be read with the puzzles.
    pub(super) field: AnswerField,
    /// The name of the input, for errors.
    input: Arc<str>,
}

impl NumberColumn {
    /// Finds the column.
    pub(super) fn find(records: &OpenRecords, column: &Column) -> Result<Self> {
        let OpenRecords { input, format, .. } = records;
        let input_name = input.name();
        match format.field(Some(column)) {
            Ok(Some(field)) => Ok(Self { field, input: input_name.into() }),
            Err(reason @ FormatError::NoSuchColumn { .. }) => Err(Error::format(input_name, 1, reason)),
            _ => {
                Err(Error::refused(format!("{input_name}: the column '{column}' is not a column of numbers")))
            }
        }
    }

    /// Returns the [number](number_of) of a record of `chunk`, which has been read, or `None` if the record is not a puzzle.
    pub(super) fn read(
        &self,
        chunk: &Chunk,
        record: PlacedRecord,
        what: &str,
        is_valid: impl Fn(f64) -> bool,
    ) -> Result<Option<f64>> {
        let given = record.puzzle.and_then(|puzzle| chunk.given(record.origin, puzzle));
        let Some(text) = given.map(|given| given.text.trim_ascii()) else { return Ok(None) };
        let number = number_of(text);
        let wrong = || {
            let text = String::from_utf8_lossy(text);
            Error::refused(format!("{}:{}: '{text}' is not {what}", self.input, record.line))
        };
        number.filter(|&number| is_valid(number)).map(Some).ok_or_else(wrong)
    }
}

/// Returns the number in a field, or `None` if it contains another text. An empty field is `NaN`. The texts that `rate` writes for
/// ratings above its limits, `none`, `>2` and `>=6.2`, are infinite.
pub(super) fn number_of(text: &[u8]) -> Option<f64> {
    match text.trim_ascii() {
        b"" => Some(f64::NAN),
        b"none" | [b'>', ..] => Some(f64::INFINITY),
        text => str::from_utf8(text).ok()?.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}
