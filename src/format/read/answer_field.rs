//! The answers of a data set to its own puzzles, in a field of the same record.
//!
//! ```text
//! 1,53..7....,534678912...,easy\n            a column of a table
//! 53..7.... 534678912... 2.5\n               a field after a one-line puzzle
//!           ▲ given answer
//! {"puzzle":"53..7....","solution":"534678912..."}\n   a string of a JSON object
//! ```
//!
//! They are read only on request, in a second pass over the records.

use std::ops::Range;
use std::sync::Arc;

use super::csv::Table;
use super::csv_tokenizer::{Delimiter, Field, Fields};
use super::jsonl;
use super::line::{line_around, line_from, line_start, position};
use super::text_lines::{first_records, offset_in};
use crate::board::grid::{CELLS, is_solved};
use crate::format::cells::{self, Style};
use crate::format::{Position, Records};

/// The place of the answers in the records of an input.
#[derive(Clone, Debug)]
pub enum AnswerField {
    /// This column of the table, counted from 0.
    Column(Arc<Table>, usize),
    /// 81 columns in this style with a cell each, from this one on, counted from 0.
    Cells(Style, usize),
    /// The field this many fields after the puzzle of a one-line record. White space and `,` `;` `:` `|` separate fields.
    After(usize),
    /// The string or number under this key of a JSON object, and the number of other keys before it in the first objects.
    Key(Vec<u8>, usize),
}

/// The answers to the puzzles of one chunk. The memory is reused for every chunk.
#[derive(Debug, Default)]
pub struct GivenAnswers {
    spans: Vec<Span>,
    /// The answers that are not contiguous in the chunk.
    copies: Vec<u8>,
}

/// The answer of a record.
#[derive(Clone, Copy, Debug)]
pub struct GivenAnswer<'a> {
    /// The text of the field; empty if the record does not have the field.
    pub text: &'a [u8],
    chunk: &'a [u8],
    /// The byte offset of the record in the chunk.
    origin: usize,
    /// The byte offset of the field in the chunk.
    start: usize,
}

/// The bytes of one answer.
#[derive(Clone, Debug)]
struct Span {
    /// Its text, as a range of the chunk or of the copies.
    text: Range<u32>,
    is_copy: bool,
    /// The byte offset in the chunk at which it begins.
    start: u32,
}

impl AnswerField {
    /// Finds the field with the answers after the one-line puzzles that begin with `head`: the first one that is a solved grid in
    /// any of the first records. Returns its number.
    pub(crate) fn after_lines(head: &[u8]) -> Option<usize> {
        let is_answer = |line: &[u8], field: Field| field.raw(line).try_into().is_ok_and(is_solved);
        let lines = first_records(head).filter(|line| line.len() > 2 * CELLS);
        let found = lines.filter_map(|line| {
            Fields::new(line, Delimiter::Any).skip(1).position(|field| is_answer(line, field))
        });
        found.min().map(|fields| fields + 1)
    }

    /// Finds the answers of records of cells in this style: in another column, or in 81 more columns.
    pub(crate) fn beside_cells(head: &[u8], style: Style) -> Option<Self> {
        let (delimiter, first) = match style {
            Style::Fields(delimiter, first) => (Delimiter::Byte(delimiter), first),
            Style::Words(first) => (Delimiter::Space, first),
            _ => return None,
        };
        first_records(head).find_map(|line| {
            let values: Vec<_> = Fields::of_line(line, delimiter).map(|field| field.value(line)).collect();
            let is_answer = |value: &[u8]| value.try_into().is_ok_and(is_solved);
            if let Some(column) = values.iter().position(|value| is_answer(value)) {
                return Some(Self::Column(Arc::new(Table::new(delimiter, first)), column));
            }
            let more = values.get(first + CELLS..first + 2 * CELLS)?.concat();
            is_answer(&more).then_some(Self::Cells(style, first + CELLS))
        })
    }

    /// Returns the number of the field, counted from 1.
    pub fn number(&self) -> usize {
        match self {
            Self::Column(_, column) | Self::Key(_, column) | Self::Cells(_, column) => column + 1,
            Self::After(fields) => fields + 1,
        }
    }

    /// Reads the answers to all puzzles of a chunk. Allocates only if `given` must grow, or if an answer has doubled
    /// quotes.
    pub fn read(&self, chunk: &[u8], records: &Records, given: &mut GivenAnswers) {
        let puzzles = records.len() - records.malformed.len();
        let origins = (0..puzzles).map(|index| records.origin(index));
        self.read_at(chunk, origins, records.is_in_place(), given);
    }

    /// Reads the field of all records of a chunk, malformed ones included.
    pub(crate) fn read_all(&self, chunk: &[u8], records: &Records, given: &mut GivenAnswers) {
        self.read_at(chunk, records.places().map(|place| place.origin), false, given);
    }

    /// Reads the fields of the records at these origins, which are their puzzles if these `are_in_place`.
    fn read_at(
        &self,
        chunk: &[u8],
        origins: impl Iterator<Item = usize>,
        are_in_place: bool,
        given: &mut GivenAnswers,
    ) {
        given.clear();
        match self {
            Self::After(fields) => {
                let line = Table::new(Delimiter::Any, 0);
                origins.for_each(|origin| {
                    given.push(chunk, line.field_of(chunk, origin, *fields, are_in_place));
                });
            }
            Self::Key(key, _) => origins.for_each(|origin| given.push_value(chunk, origin, key)),
            Self::Cells(style, first) => origins.for_each(|origin| {
                given.push_cells(chunk, line_from(chunk, line_start(chunk, origin)), *style, *first);
            }),
            Self::Column(table, column) => origins.for_each(|origin| {
                given.push(chunk, table.field_of(chunk, origin, *column, are_in_place));
            }),
        }
    }
}

impl GivenAnswers {
    /// Returns the answer to puzzle `index` of `chunk`, whose record is at byte offset `origin`, or `None` if no answers were
    /// read.
    #[inline]
    pub fn get<'a>(&'a self, chunk: &'a [u8], origin: usize, index: usize) -> Option<GivenAnswer<'a>> {
        let Span { text, is_copy, start } = self.spans.get(index)?;
        let source = if *is_copy { &self.copies } else { chunk };
        let text = &source[text.start as usize..text.end as usize];
        Some(GivenAnswer { text, chunk, origin, start: *start as usize })
    }

    /// Returns the number of answers.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns the byte offset in the chunk at which answer `index` begins.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.spans[index].start as usize
    }

    pub(crate) fn clear(&mut self) {
        self.spans.clear();
        self.copies.clear();
    }

    /// Adds this text of the chunk.
    pub(crate) fn push_text(&mut self, text: Range<usize>) {
        let text = text.start as u32..text.end as u32;
        self.spans.push(Span { is_copy: false, start: text.start, text });
    }

    /// Adds a text that is not contiguous in the chunk, where it begins at `start`.
    pub(crate) fn push_copy(&mut self, text: impl IntoIterator<Item = u8>, start: usize) {
        let from = self.copies.len() as u32;
        self.copies.extend(text);
        self.spans.push(Span { text: from..self.copies.len() as u32, is_copy: true, start: start as u32 });
    }

    /// Adds the value under `key` of the object on the line of byte `origin`, or an empty text if it does not have the key.
    fn push_value(&mut self, chunk: &[u8], origin: usize, key: &[u8]) {
        let (start, end) = line_around(chunk, origin);
        let text = jsonl::text_of(&chunk[start..end], key).unwrap_or(end - start..end - start);
        self.push_cells_of(chunk, start + text.start..start + text.end);
    }

    /// Adds this text of the chunk, or its 81 cells if something is between them.
    #[inline]
    fn push_cells_of(&mut self, chunk: &[u8], text: Range<usize>) {
        match if text.len() > CELLS { cells::in_text(&chunk[text.clone()]) } else { None } {
            Some(Ok(puzzle)) => self.push_copy(puzzle.cells, text.start),
            _ => self.push_text(text),
        }
    }

    /// Adds 81 cells of `line` as one answer.
    fn push_cells(&mut self, chunk: &[u8], line: &[u8], style: Style, first: usize) {
        let (from, mut start) = (self.copies.len(), None);
        for (at, text) in style.starting_in(first).cells(line).take(CELLS) {
            match style.value(text) {
                Some(byte) => self.copies.push(byte),
                None => self.copies.extend_from_slice(text),
            }
            start.get_or_insert(at);
        }
        let offset = offset_in(chunk, line);
        self.spans.push(Span {
            text: from as u32..self.copies.len() as u32,
            is_copy: true,
            start: (start.unwrap_or(line.trim_ascii_end().len()) + offset) as u32,
        });
    }

    /// Adds the value of a field, or an empty answer at the end of a record without the field.
    #[inline]
    fn push(&mut self, chunk: &[u8], field: std::result::Result<Field, usize>) {
        match field.map(|field| (field, field.text_span(chunk))) {
            Ok((_, Some(text))) => self.push_cells_of(chunk, text),
            Ok((field, None)) => {
                let value = field.value(chunk);
                self.push_copy(value.iter().copied(), field.content(chunk).start);
            }
            Err(end) => {
                let end = chunk[..end].trim_ascii_end().len();
                self.push_text(end..end);
            }
        }
    }
}

impl GivenAnswer<'_> {
    /// Returns the position in the record of cell `cell` of the answer.
    #[cold]
    pub fn locate(&self, cell: usize) -> Position {
        let start = position(self.chunk, self.origin, self.start);
        Position { column: start.column + cell as u32, ..start }
    }
}

#[cfg(test)]
mod tests;
