//! The rows of a text in any format that a file can have.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::memchr_iter;

use super::rows::{Defect, Place, Rows};
use crate::board::notation::Notation;
use crate::datasets::fingerprint::Fingerprint;
use crate::format::columns::Column;
use crate::format::detect::{self, Detected, FormatHint};
use crate::format::read::answer_field::{AnswerField, GivenAnswers};
use crate::format::read::line::line_around;
use crate::format::{ReadRecords, RecordPlace, Records};
use crate::io::input::head_of;
use crate::pipeline::line_count::LineCount;

/// The records of a text in any format that a file can have.
pub(super) struct TextRows<'a> {
    text: &'a [u8],
    format: Arc<dyn ReadRecords>,
    records: Records,
    /// Every record. Empty if all are puzzles.
    places: Vec<RecordPlace>,
    /// The answers of the records that are puzzles, if wanted.
    answers: Option<GivenAnswers>,
    /// The number of lines of the header before the text.
    header_lines: u64,
    /// The line of each record, once requested.
    lines: OnceLock<Vec<u64>>,
}

impl<'a> TextRows<'a> {
    /// Returns the field of the answers: the requested column, or a detected one. `None` if there are no answers. `column` is the
    /// puzzle column.
    pub(super) fn answer_field(
        text: &[u8],
        column: Option<&Column>,
        requested: Option<&Column>,
    ) -> Result<Option<AnswerField>, String> {
        let (text, found) = detected(text, column)?;
        let field = AnswerField::find(&found, head_of(text), "text", requested.filter(|_| !text.is_empty()));
        field.map_err(|error| error.to_string())
    }

    /// Reads the puzzles in this column and the answers in this field.
    pub(super) fn read(
        text: &'a [u8],
        column: Option<&Column>,
        answers: Option<&AnswerField>,
    ) -> Result<Self, String> {
        if u32::try_from(text.len()).is_err() {
            return Err("a text must be shorter than 4 GiB: use solve_file for more".to_owned());
        }
        let whole = text;
        let (text, found) = detected(text, column)?;
        let header = &whole[..whole.len() - text.len()];
        let mut records = Records::default();
        found.reader.read(text, &mut records);
        let given = answers.map(|field| {
            let mut given = GivenAnswers::default();
            field.read(text, &records, &mut given);
            given
        });
        let places = if records.malformed.is_empty() { Vec::new() } else { records.places().collect() };
        Ok(Self {
            text,
            format: found.reader,
            records,
            places,
            answers: given,
            header_lines: memchr_iter(b'\n', header).count() as u64,
            lines: OnceLock::new(),
        })
    }

    fn record(&self, row: usize) -> RecordPlace {
        let is_puzzle = || RecordPlace { puzzle: Ok(row), origin: self.records.origin(row) };
        self.places.get(row).copied().unwrap_or_else(is_puzzle)
    }
}

/// Returns the records of a text, without what precedes them, and their format.
fn detected<'a>(text: &'a [u8], column: Option<&Column>) -> Result<(&'a [u8], Detected), String> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let column = column.filter(|_| !text.is_empty()).cloned(); // a text without records is not an error
    let hint = FormatHint { column, ..FormatHint::default() };
    let found = detect::detect(head_of(text), "text", &hint).map_err(|error| error.to_string())?;
    Ok((&text[found.preamble..], found))
}

impl Rows for TextRows<'_> {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn notation(&self) -> Notation {
        self.format.notation()
    }

    fn line(&self, row: usize) -> u64 {
        let lines = self.lines.get_or_init(|| {
            let mut lines = LineCount::after(self.header_lines);
            (0..self.len()).map(|row| lines.of(self.text, self.record(row).origin).0).collect()
        });
        lines[row]
    }

    fn puzzles(&self, range: Range<usize>, starts: &mut Vec<u32>) -> Option<&[u8]> {
        if !self.places.is_empty() {
            return None;
        }
        let puzzles = self.records.puzzles_from(range, self.text, self.notation());
        starts.extend((0..puzzles.len()).map(|index| puzzles.start(index)));
        Some(self.records.text(self.text))
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        let puzzle = self.record(row).puzzle.map_err(|defect| Defect::Text(defect.reason))?;
        let found = self.records.puzzles_from(puzzle..puzzle + 1, self.text, self.notation());
        let (text, start) = (self.records.text(self.text), found.start(0) as usize);
        Ok(Place { text, start, end: start + self.notation().width() })
    }

    fn bad_cell(&self, row: usize) -> Option<Defect> {
        Some(Defect::Text(self.format.explain(self.text, self.record(row).origin).reason))
    }

    fn text_class(&self, row: usize) -> Option<Fingerprint> {
        let (start, end) = line_around(self.text, self.record(row).origin);
        Some(Fingerprint::of_text(self.text[start..end].trim_ascii()))
    }

    fn has_answers(&self) -> bool {
        self.answers.is_some()
    }

    fn answer(&self, row: usize) -> Option<&[u8]> {
        let RecordPlace { puzzle, origin } = self.record(row);
        Some(self.answers.as_ref()?.get(self.text, origin, puzzle.ok()?)?.text)
    }
}
