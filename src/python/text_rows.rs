//! The rows of a text, in any format that a file can have.

use std::ops::Range;

use super::rows::{Defect, Place, Rows};
use crate::format::columns::Column;
use crate::format::detect::{self, Columns, FormatHint};
use crate::format::read::answer_field::AnswerField;
use crate::format::{Reason, Records};
use crate::io::input::head_of;
use crate::notation::Notation;

/// The records of a text, in any format that a file can have.
pub(super) struct TextRows<'a> {
    text: &'a [u8],
    notation: Notation,
    records: Records,
    /// For each record the number of its puzzle, or what is wrong with it; empty if all are puzzles.
    order: Vec<Result<usize, Reason>>,
}

impl<'a> TextRows<'a> {
    /// The number of the column of the answers in a table, if there is one.
    pub(super) fn answer_column(text: &[u8], requested: Option<&Column>) -> Result<Option<usize>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let found = detect::detect(head_of(text), "the text", &FormatHint::default());
        let found = found.map_err(|error| error.to_string())?;
        if !matches!(found.columns, Some(Columns::Table(_))) && requested.is_none() {
            return Ok(None);
        }
        let field = AnswerField::find(&found, head_of(&text[found.preamble..]), "the text", requested);
        Ok(field.map_err(|error| error.to_string())?.map(|field| field.number()))
    }

    pub(super) fn read(text: &'a [u8], column: Option<&Column>) -> Result<Self, String> {
        if u32::try_from(text.len()).is_err() {
            return Err("a text of 4 GiB or more is solved as a file, with solve_file".to_owned());
        }
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        if text.is_empty() {
            let (notation, records, order) = (Notation::Clues, Records::default(), Vec::new());
            return Ok(Self { text, notation, records, order });
        }
        let head = head_of(text);
        let hint = FormatHint { column: column.cloned(), ..FormatHint::default() };
        let found = detect::detect(head, "text", &hint).map_err(|error| error.to_string())?;
        let text = &text[found.preamble..];
        let mut records = Records::default();
        found.reader.read(text, &mut records);
        let mut order = Vec::new();
        if !records.malformed.is_empty() {
            order.extend(records.places().map(|place| place.puzzle.map_err(|defect| defect.reason)));
        }
        Ok(Self { text, notation: found.reader.notation(), records, order })
    }
}

impl Rows for TextRows<'_> {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn notation(&self) -> Notation {
        self.notation
    }

    fn puzzles(&self, range: Range<usize>, starts: &mut Vec<u32>) -> Option<&[u8]> {
        if !self.order.is_empty() {
            return None;
        }
        let puzzles = self.records.puzzles_from(range, self.text, self.notation);
        starts.extend((0..puzzles.len()).map(|index| puzzles.start(index)));
        Some(self.records.text(self.text))
    }

    fn place(&self, row: usize) -> Result<Place<'_>, Defect> {
        let puzzle = self.order.get(row).copied().unwrap_or(Ok(row)).map_err(Defect::Text)?;
        let found = self.records.puzzles_from(puzzle..puzzle + 1, self.text, self.notation);
        let (text, start) = (self.records.text(self.text), found.start(0) as usize);
        Ok(Place { text, start, end: start + self.notation.width() })
    }
}
