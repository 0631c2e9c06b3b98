//! The rows of a text, in any format that a file can have.

use std::ops::Range;

use super::rows::{Defect, Place, Rows};
use crate::format::Records;
use crate::format::columns::Column;
use crate::format::detect::{self, FormatHint};
use crate::format::read::answer_field::AnswerField;
use crate::io::input::head_of;
use crate::notation::Notation;

/// The records of a text, in any format that a file can have.
pub(super) struct TextRows<'a> {
    text: &'a [u8],
    notation: Notation,
    records: Records,
    /// For each record the number of its puzzle, or else of its defect; empty if all are puzzles.
    order: Vec<Result<u32, u32>>,
}

impl<'a> TextRows<'a> {
    /// The number of the column of the answers in a table, if there is one.
    pub(super) fn answer_column(text: &[u8], requested: Option<&Column>) -> Result<Option<usize>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let found = detect::detect(head_of(text), "the text", &FormatHint::default());
        let found = found.map_err(|error| error.to_string())?;
        if found.table.is_none() && requested.is_none() {
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
            return Ok(Self {
                text,
                notation: Notation::Clues,
                records: Records::default(),
                order: Vec::new(),
            });
        }
        let head = head_of(text);
        let hint = FormatHint { column: column.cloned(), ..FormatHint::default() };
        let found = detect::detect(head, "text", &hint).map_err(|error| error.to_string())?;
        let text = &text[found.preamble..];
        let mut records = Records::default();
        found.reader.read(text, &mut records);
        let order = if records.malformed.is_empty() { Vec::new() } else { order(&records) };
        Ok(Self { text, notation: found.reader.notation(), records, order })
    }
}

/// The puzzles and the defects in the order of their records.
fn order(records: &Records) -> Vec<Result<u32, u32>> {
    let puzzles = records.len() - records.malformed.len();
    let mut order = Vec::with_capacity(records.len());
    let mut defects = (0..).zip(&records.malformed).peekable();
    for puzzle in 0..puzzles as u32 {
        while let Some((defect, _)) = defects.next_if(|(_, record)| record.before == puzzle) {
            order.push(Err(defect));
        }
        order.push(Ok(puzzle));
    }
    order.extend(defects.map(|(defect, _)| Err(defect)));
    order
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
        match self.order.get(row).copied().unwrap_or(Ok(row as u32)) {
            Ok(puzzle) => {
                let puzzle = puzzle as usize;
                let found = self.records.puzzles_from(puzzle..puzzle + 1, self.text, self.notation);
                let (text, start) = (self.records.text(self.text), found.start(0) as usize);
                Ok(Place { text, start, end: start + self.notation.width(), may_be_digits: false })
            }
            Err(defect) => Err(Defect::Text(self.records.malformed[defect as usize].defect.reason)),
        }
    }
}
