//! A column of numbers next to the puzzles, as `rate` writes them.

use std::sync::Arc;

use crate::error::{Error, Result};
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
        let field = records.field(column, "is not a column of numbers")?;
        Ok(Self { field, input: records.input.name().into() })
    }

    /// Returns the weight of a record of `chunk`, which has been read, or `None` if the record is not a puzzle.
    pub(super) fn weight(&self, chunk: &Chunk, record: PlacedRecord) -> Result<Option<f64>> {
        let given = record.puzzle.and_then(|puzzle| chunk.given(record.origin, puzzle));
        let Some(text) = given.map(|given| given.text.trim_ascii()) else { return Ok(None) };
        match number_of(text) {
            Some(weight) if weight >= 0.0 && weight.is_finite() => Ok(Some(weight)),
            _ => {
                let (input, line, text) = (&self.input, record.line, String::from_utf8_lossy(text));
                let reason = "is not a weight (a number of at least 0)";
                Err(Error::refused(format!("{input}:{line}: '{text}' {reason}")))
            }
        }
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
