//! Tables: records of several fields, one of which is the puzzle.
//!
//! Reads CSV, TSV and similar formats, and columns separated by white space. The puzzles are read in place. Only a chunk
//! with a puzzle that is not in one piece, or not on the first line of its record, gets copies of all its puzzles. Both
//! ways give the same result for the same record.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use super::csv_fast_path::{FirstLine, OffsetPredictor};
use super::csv_tokenizer::{self, Field, Fields, Row, is_without_row, may_be_comment, unquoted_return};
use super::line::{bare_return, is_no_row, line_around, unexpected, wrong_length};
use super::{ReadRecords, pencilmark};
use crate::format::{Defect, MAX_LINE, Position, Reason, Records};
use crate::grid;
use crate::notation::Notation;

pub use super::csv_tokenizer::Delimiter;

/// Reads the records of a table.
#[derive(Clone, Debug)]
pub struct Table {
    delimiter: Delimiter,
    column: usize,
    notation: Notation,
    header: Vec<u8>,
}

impl Table {
    /// A table whose puzzles are in `column`, counted from 0, and written as clues.
    pub fn new(delimiter: Delimiter, column: usize) -> Self {
        Self { delimiter, column, notation: Notation::Clues, header: Vec::new() }
    }

    /// The same table with its puzzles written in this notation.
    pub fn with_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The same table with this line as its header.
    pub fn with_header(self, header: &[u8]) -> Self {
        let is_column = |byte: u8| self.delimiter == Delimiter::Byte(byte);
        let end = header.iter().rposition(|&byte| !byte.is_ascii_whitespace() || is_column(byte));
        Self { header: header[..end.map_or(0, |end| end + 1)].to_vec(), ..self }
    }

    /// The line with the names of the columns; empty when there is none.
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// The column of the puzzles, counted from 0.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What separates the fields.
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Calls `each` with the index and the value of every field of the first record of `text`, in order. A record with a
    /// quote that is there by mistake has no fields.
    pub fn for_each_field(&self, text: &[u8], mut each: impl FnMut(usize, &[u8])) {
        if csv_tokenizer::row(text, self.delimiter, 0, true).stray_quote.is_some() {
            return;
        }
        for (index, field) in Fields::new(text, self.delimiter).enumerate() {
            each(index, &field.value(text));
        }
    }

    /// Reads the records of a chunk. Returns false if a puzzle cannot be read in place.
    fn read_in_place(&self, chunk: &[u8], records: &mut Records) -> bool {
        let (mut predictor, quote) = match self.delimiter {
            Delimiter::Byte(byte) => {
                (Some(OffsetPredictor::new(byte, self.column, self.notation.width())), b'"')
            }
            _ => (None, b'\n'), // no quotes, and no single byte between columns
        };
        let mut start = 0;
        while start < chunk.len() {
            let rest = &chunk[start..];
            if let Some((offset, length)) = predictor.as_ref().and_then(|predictor| predictor.predict(rest)) {
                records.lines += 1;
                records.push(start + offset);
                start += length + 1;
                continue;
            }
            let (line, has_return) = match FirstLine::of(rest, quote) {
                FirstLine::Unquoted(line) => (line, false),
                FirstLine::WithReturn(line) => (line, true),
                FirstLine::Quoted(quote) => {
                    let Some(length) = self.read_quoted(chunk, start, quote, predictor.as_mut(), records)
                    else {
                        return false;
                    };
                    start += length;
                    continue;
                }
            };
            records.lines += 1;
            match predictor.as_mut().filter(|_| !has_return).and_then(|predictor| predictor.find(line)) {
                Some(offset) => records.push(start + offset),
                None => self.read_odd_line(start, line, records),
            }
            start += line.len() + 1;
        }
        true
    }

    /// Reads the record that begins at `start`, whose first line has a quote but none, and no CR, in its
    /// first `quote` bytes, and returns its
    /// length. Returns `None` if its puzzle cannot be read in place.
    fn read_quoted(
        &self,
        chunk: &[u8],
        start: usize,
        quote: usize,
        predictor: Option<&mut OffsetPredictor>,
        records: &mut Records,
    ) -> Option<usize> {
        let rest = &chunk[start..];
        if may_be_comment(rest[0]) {
            let length = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            if is_without_row(&rest[..length], self.delimiter) {
                records.lines += 1;
                return Some(length);
            }
        } else if let Some(predictor) = predictor
            && let Some(end) = csv_tokenizer::one_line(rest, quote, predictor.delimiter())
        {
            let line = &rest[..end];
            let puzzle = match predictor.find_before(line, quote) {
                Some(offset) => Some(offset..offset + self.notation.width()),
                None => Fields::new(line, self.delimiter).nth(self.column).and_then(|field| field.span(line)),
            };
            if let Some(puzzle) = puzzle.filter(|puzzle| puzzle.len() == self.notation.width()) {
                records.push(start + puzzle.start);
                records.lines += 1;
                return Some(end + 1);
            }
        }
        let row = csv_tokenizer::row(rest, self.delimiter, self.column, true);
        let record = &rest[..row.length];
        match self.puzzle(record, &row) {
            Ok(Cow::Borrowed(puzzle)) => {
                let offset = puzzle.as_ptr() as usize - record.as_ptr() as usize;
                if memchr(b'\n', &record[..offset]).is_some() {
                    return None;
                }
                records.push(start + offset);
            }
            Ok(Cow::Owned(_)) => return None,
            Err(defect) => records.push_malformed(start, defect),
        }
        records.lines += memchr_iter(b'\n', record).count() as u64 + u64::from(!row.is_closed);
        Some(row.length)
    }

    /// Copies the puzzles of a chunk.
    #[cold]
    fn read_copies(&self, chunk: &[u8], records: &mut Records) {
        for (start, row) in csv_tokenizer::rows(chunk, self.delimiter, self.column) {
            let record = &chunk[start..start + row.length];
            match self.puzzle(record, &row) {
                Ok(puzzle) => records.push_rewritten(start + self.origin(record), &puzzle),
                Err(defect) => records.push_malformed(start, defect),
            }
        }
        records.lines = memchr_iter(b'\n', chunk).count() as u64 + u64::from(!chunk.ends_with(b"\n"));
    }

    /// The text of the width of a puzzle in the field of the puzzle.
    #[inline]
    fn puzzle<'a>(&self, record: &'a [u8], row: &Row) -> Result<Cow<'a, [u8]>, Defect> {
        if let Some(quote) = row.stray_quote {
            return Err(Defect { position: position_after(record, quote, 0), reason: Reason::Quote });
        }
        if record.len() - usize::from(row.is_closed) >= MAX_LINE {
            return Err(Defect::endless());
        }
        if let Some(at) = unquoted_return(record, self.delimiter) {
            return Err(Defect { position: position_after(record, at, 0), reason: Reason::BareReturn });
        }
        let Some(field) = row.field else { return Err(self.no_column(record)) };
        let value = field.value(record);
        if value.len() == self.notation.width() { Ok(value) } else { Err(self.wrong_value(record, field)) }
    }

    /// The position of a record as a byte offset: the first byte of its puzzle, or of the record if the puzzle is on a later
    /// line.
    fn origin(&self, record: &[u8]) -> usize {
        let start = self.content(record).start;
        if memchr(b'\n', &record[..start]).is_some() { 0 } else { start }
    }

    fn read_odd_line(&self, start: usize, line: &[u8], records: &mut Records) {
        if line.len() >= MAX_LINE {
            return records.push_malformed(start, Defect::endless());
        }
        if is_no_row(line, self.delimiter) {
            return;
        }
        if let Some(defect) = bare_return(line) {
            return records.push_malformed(start, defect);
        }
        match Fields::new(line, self.delimiter).nth(self.column).map(|field| field.content(line)) {
            Some(puzzle) if puzzle.len() == self.notation.width() => records.push(start + puzzle.start),
            Some(puzzle) => records
                .push_malformed(start, wrong_length(puzzle.start, &line[puzzle], self.notation.width())),
            None => records.push_malformed(start, self.no_column(line)),
        }
    }

    #[cold]
    fn wrong_value(&self, record: &[u8], field: Field) -> Defect {
        let defect = wrong_length(0, &field.value(record), self.notation.width());
        let characters = defect.position.column as usize - 1;
        Defect { position: position_after(record, field.content(record).start, characters), ..defect }
    }

    #[cold]
    fn no_column(&self, record: &[u8]) -> Defect {
        let line = record.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let end = line.trim_ascii_end().len();
        Defect { position: Position::column(end + 1), reason: Reason::NoColumn(self.column as u32 + 1) }
    }

    /// Field `column` of the record that has byte `origin` of `chunk` on its first line, or the end of a record without such a
    /// field, as offsets in `chunk`. `is_in_place` says that the record is a puzzle that begins at `origin`.
    pub(super) fn field_of(
        &self,
        chunk: &[u8],
        origin: usize,
        column: usize,
        is_in_place: bool,
    ) -> Result<Field, usize> {
        let end = origin + self.notation.width();
        let ends_there = match (self.delimiter, chunk.get(end)) {
            (Delimiter::Byte(delimiter), Some(&byte)) => byte == delimiter || byte == b'\n',
            _ => true,
        };
        let (mut fields, before) = match column.checked_sub(self.column + 1) {
            Some(between) if is_in_place && ends_there => {
                (Fields::after(chunk, end, self.delimiter), between)
            }
            _ => (Fields::at(chunk, line_around(chunk, origin).0, self.delimiter), column),
        };
        fields.nth(before).ok_or_else(|| fields.row_end())
    }

    /// The byte range of the puzzle in the record at the start of `text`, without quotes.
    #[cold]
    fn content(&self, text: &[u8]) -> Range<usize> {
        let field = Fields::new(text, self.delimiter).nth(self.column);
        field.map_or(0..0, |field| field.content(text))
    }
}

impl ReadRecords for Table {
    fn name(&self) -> &'static str {
        match self.delimiter {
            Delimiter::Byte(_) => "csv",
            Delimiter::Space | Delimiter::Any => "line",
        }
    }

    fn notation(&self) -> Notation {
        self.notation
    }

    fn may_hide_line_ends(&self, text: &[u8]) -> bool {
        matches!(self.delimiter, Delimiter::Byte(_)) && memchr(b'"', text).is_some()
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        match self.delimiter {
            Delimiter::Byte(delimiter) if memchr(b'"', window).is_some() => {
                Some(csv_tokenizer::last_border(window, delimiter)).filter(|&border| border > 0)
            }
            _ => memrchr(b'\n', window).map(|end| end + 1),
        }
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.begin(chunk);
        if !self.read_in_place(chunk, records) {
            records.begin(chunk);
            self.read_copies(chunk, records);
        }
    }

    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        ends.extend(starts.iter().map(|&start| {
            let record = &chunk[start as usize..];
            let length = match memchr2(b'"', b'\n', record) {
                Some(end) if record[end] == b'\n' => end + 1,
                Some(_) => csv_tokenizer::row(record, self.delimiter, 0, true).length,
                None => record.len(),
            };
            start + length as u32
        }));
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let (start, _) = line_around(chunk, origin);
        let record = &chunk[start..];
        let field = Fields::new(record, self.delimiter).nth(self.column);
        let range = self.content(record);
        let is_quoted = field.is_some_and(Field::is_quoted);
        if !is_quoted && range.len() != self.notation.width() {
            return wrong_length(range.start, &record[range], self.notation.width());
        }
        let bad = match self.notation {
            Notation::Clues => first_bad_clue(&record[range.clone()]),
            Notation::Pencilmarks => pencilmark::first_bad_mark(&record[range.clone()]),
        };
        let Some((at, reason)) = bad else {
            // The wrong byte is after the quote that closes.
            let quote = field.map_or(0, |field| field.start);
            return Defect { position: position_after(record, quote, 0), reason: Reason::Quote };
        };
        Defect { position: position_after(record, range.start, at), reason }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let (start, _) = line_around(chunk, origin);
        let record = &chunk[start..];
        position_after(record, self.content(record).start, cell * self.notation.width() / grid::CELLS)
    }
}

/// The first byte that is neither a clue nor a blank, if there is one.
fn first_bad_clue(puzzle: &[u8]) -> Option<(usize, Reason)> {
    let cell = grid::first_bad_byte(puzzle)?;
    Some((cell, unexpected(&puzzle[cell..])))
}

/// The position `characters` characters after byte `start` of a record.
fn position_after(record: &[u8], start: usize, characters: usize) -> Position {
    let before = &record[..start.min(record.len())];
    let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = memchr_iter(b'\n', before).count() as u32;
    Position { line, column: (start - line_start + characters + 1) as u32 }
}

#[cfg(test)]
mod tests;
