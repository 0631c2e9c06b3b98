//! Tables: records of several fields, one of which is the puzzle.
//!
//! Reads CSV, TSV and similar formats, and columns separated by white space. A chunk without quotes is split at its
//! delimiters and its puzzles are read in place. Only a chunk that has a quote is read by the rules of quoting. Both ways
//! give the same result for the same record.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::csv_fast_path::{FirstLine, OffsetPredictor};
use super::csv_fields::{unquoted_return, value_range};
use super::csv_quoted::Dialect;
use super::line::{bare_return, is_no_record, is_no_row, line_around, next_line, unexpected, wrong_length};
use super::{ReadRecords, pencilmark};
use crate::format::{Defect, ENDLESS, Position, Reason, Records};
use crate::grid;
use crate::notation::Notation;

/// What separates the fields of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// This byte; fields may be quoted.
    Byte(u8),
    /// Any amount of white space.
    Space,
}

/// Reads the records of a table.
#[derive(Clone, Debug)]
pub struct Table {
    delimiter: Delimiter,
    column: usize,
    notation: Notation,
    header: Vec<u8>,
    dialect: Option<Dialect>,
}

impl Table {
    /// A table whose puzzles are in `column`, counted from 0, and written as clues.
    pub fn new(delimiter: Delimiter, column: usize) -> Self {
        let dialect = match delimiter {
            Delimiter::Byte(byte) => Some(Dialect::new(byte)),
            Delimiter::Space => None,
        };
        Self { delimiter, column, notation: Notation::Clues, header: Vec::new(), dialect }
    }

    /// The same table with its puzzles written in this form.
    pub fn with_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The same table with this line as its header.
    pub fn with_header(self, header: &[u8]) -> Self {
        Self { header: header.trim_ascii_end().to_vec(), ..self }
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

    /// Calls `each` with the index and the value of every field of the first record of `text`, in order.
    pub fn for_each_field(&self, text: &[u8], mut each: impl FnMut(usize, &[u8])) {
        let line = first_line(text);
        match self.dialect_of(line) {
            Some(dialect) => {
                let mut records = dialect.records(text);
                records.next_record();
                let fields = 0..records.fields().len();
                fields.for_each(|index| each(index, records.value(index).unwrap_or_default()));
            }
            None => {
                let mut at = 0;
                for index in 0.. {
                    let Some(field) = self.next_field(line, &mut at) else { return };
                    each(index, &line[field]);
                }
            }
        }
    }

    /// The dialect to read `text` in, if it has quotes.
    pub(super) fn dialect_of(&self, text: &[u8]) -> Option<&Dialect> {
        self.dialect.as_ref().filter(|_| memchr(b'"', text).is_some())
    }

    /// Reads the records of a chunk without quotes. Returns false if the chunk has a quote.
    fn read_unquoted(&self, chunk: &[u8], records: &mut Records) -> bool {
        let (mut predictor, quote) = match self.delimiter {
            Delimiter::Byte(byte) => {
                (Some(OffsetPredictor::new(byte, self.column, self.notation.width())), b'"')
            }
            Delimiter::Space => (None, b'\n'), // no quotes, and no single byte between columns
        };
        let mut start = 0;
        while start < chunk.len() {
            let rest = &chunk[start..];
            records.lines += 1;
            if let Some((offset, length)) = predictor.as_ref().and_then(|predictor| predictor.predict(rest)) {
                records.push(start + offset);
                start += length + 1;
                continue;
            }
            let (line, has_return) = match FirstLine::of(rest, quote) {
                FirstLine::Unquoted(line) => (line, false),
                FirstLine::WithReturn(line) => (line, true),
                FirstLine::Quoted => return false,
            };
            match predictor.as_mut().filter(|_| !has_return).and_then(|predictor| predictor.find(line)) {
                Some(offset) => records.push(start + offset),
                None => self.read_odd_line(start, line, records),
            }
            start += line.len() + 1;
        }
        true
    }

    fn read_odd_line(&self, start: usize, line: &[u8], records: &mut Records) {
        if line.len() >= ENDLESS {
            return records.push_malformed(start, Defect::endless());
        }
        let has_no_record = match self.delimiter {
            Delimiter::Byte(byte) => is_no_row(line, byte),
            Delimiter::Space => is_no_record(line),
        };
        if has_no_record {
            return;
        }
        if let Some(defect) = bare_return(line) {
            return records.push_malformed(start, defect);
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match self.field(line, self.column) {
            Some(field) if field.len() == self.notation.width() => records.push(start + field.start),
            Some(field) => {
                records.push_malformed(start, wrong_length(field.start, &line[field], self.notation.width()))
            }
            None => records.push_malformed(start, self.no_column(line)),
        }
    }

    fn read_quoted(&self, dialect: &Dialect, chunk: &[u8], records: &mut Records) {
        let mut quoted = dialect.records(chunk);
        while let Some(range) = quoted.next_record() {
            let start = range.start;
            if let Some(quote) = quoted.stray_quote() {
                let position = position_after(&chunk[start..], quote, 0);
                records.push_malformed(start, Defect { position, reason: Reason::Quote });
                continue;
            }
            let line_end = usize::from(chunk[range.clone()].ends_with(b"\n"));
            if range.len() - line_end >= ENDLESS {
                records.push_malformed(start, Defect::endless());
                continue;
            }
            if let Some(at) = unquoted_return(&chunk[range.clone()], dialect.delimiter()) {
                let position = position_after(&chunk[start..], at, 0);
                records.push_malformed(start, Defect { position, reason: Reason::BareReturn });
                continue;
            }
            match quoted.value(self.column) {
                Some(puzzle) if puzzle.len() == self.notation.width() => {
                    records.push_rewritten(start, puzzle)
                }
                Some(puzzle) => records.push_malformed(start, self.wrong_value(&chunk[start..], puzzle)),
                None => records.push_malformed(start, self.no_column(&chunk[range])),
            }
        }
        records.lines = memchr::memchr_iter(b'\n', chunk).count() as u64;
        records.lines += u64::from(!chunk.ends_with(b"\n"));
    }

    /// The byte range of field `index` of a line without quotes, without the white space around the field.
    fn field(&self, line: &[u8], index: usize) -> Option<Range<usize>> {
        let mut at = 0;
        for _ in 0..index {
            self.next_field(line, &mut at)?;
        }
        self.next_field(line, &mut at)
    }

    /// The byte range of the field of `line` that begins at `at`. Moves `at` past it.
    fn next_field(&self, line: &[u8], at: &mut usize) -> Option<Range<usize>> {
        let rest = line.get(*at..)?;
        let length = match self.delimiter {
            Delimiter::Byte(byte) => memchr(byte, rest).unwrap_or(rest.len()),
            Delimiter::Space => {
                let indent = rest.len() - rest.trim_ascii_start().len();
                let shown = &rest[indent..];
                if shown.is_empty() {
                    return None;
                }
                indent + shown.iter().position(u8::is_ascii_whitespace).unwrap_or(shown.len())
            }
        };
        let start = *at;
        *at += length + 1;
        let field = &line[start..start + length];
        let indent = length - field.trim_ascii_start().len();
        Some(start + indent..start + indent + field.trim_ascii().len())
    }

    #[cold]
    fn wrong_value(&self, record: &[u8], puzzle: &[u8]) -> Defect {
        let defect = wrong_length(0, puzzle, self.notation.width());
        let characters = defect.position.column as usize - 1;
        Defect { position: position_after(record, self.puzzle_range(record).0.start, characters), ..defect }
    }

    #[cold]
    fn no_column(&self, line: &[u8]) -> Defect {
        let end = first_line(line).trim_ascii_end().len();
        Defect { position: Position::column(end + 1), reason: Reason::NoColumn(self.column as u32 + 1) }
    }

    /// The byte range of the puzzle in the first record of `text`, and whether the puzzle is quoted.
    #[cold]
    fn puzzle_range(&self, text: &[u8]) -> (Range<usize>, bool) {
        let range = match self.delimiter {
            Delimiter::Byte(byte) => value_range(text, byte, self.column),
            Delimiter::Space => self.field(first_line(text), self.column).map(|field| (field, false)),
        };
        range.unwrap_or((0..0, false))
    }
}

impl ReadRecords for Table {
    fn name(&self) -> &'static str {
        match self.delimiter {
            Delimiter::Byte(_) => "csv",
            Delimiter::Space => "line",
        }
    }

    fn notation(&self) -> Notation {
        self.notation
    }

    fn may_hide_line_ends(&self, text: &[u8]) -> bool {
        self.dialect_of(text).is_some()
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        let Some(dialect) = self.dialect_of(window) else {
            return memrchr(b'\n', window).map(|end| end + 1);
        };
        let mut records = dialect.records_of_window(window);
        while records.next_record().is_some() {}
        Some(records.border()).filter(|&border| border > 0)
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        if !self.read_unquoted(chunk, records)
            && let Some(dialect) = &self.dialect
        {
            records.clear();
            self.read_quoted(dialect, chunk, records);
        }
    }

    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        let Some(dialect) = self.dialect_of(chunk) else {
            return ends.extend(starts.iter().map(|&start| next_line(chunk, start as usize) as u32));
        };
        let mut records = dialect.records(chunk);
        while let Some(record) = records.next_record() {
            ends.push(record.end as u32);
        }
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let (start, _) = line_around(chunk, origin);
        let record = &chunk[start..];
        let (range, is_quoted) = self.puzzle_range(record);
        if !is_quoted && range.len() != self.notation.width() {
            return wrong_length(range.start, &record[range], self.notation.width());
        }
        let bad = match self.notation {
            Notation::Clues => first_bad_clue(&record[range.clone()]),
            Notation::Pencilmarks => pencilmark::first_bad_mark(&record[range.clone()]),
        };
        let Some((at, reason)) = bad else {
            // The wrong byte is behind the quote that closes. Nothing but white space is between the other one and the text.
            let quote = memrchr(b'"', &record[..range.start]).unwrap_or(range.start);
            return Defect { position: position_after(record, quote, 0), reason: Reason::Quote };
        };
        Defect { position: position_after(record, range.start, at), reason }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let (start, _) = line_around(chunk, origin);
        let record = &chunk[start..];
        position_after(record, self.puzzle_range(record).0.start, cell * self.notation.width() / grid::CELLS)
    }
}

/// The first byte that is neither a clue nor a blank, if there is one.
fn first_bad_clue(puzzle: &[u8]) -> Option<(usize, Reason)> {
    let cell = grid::first_bad_byte(puzzle)?;
    Some((cell, unexpected(&puzzle[cell..])))
}

fn first_line(text: &[u8]) -> &[u8] {
    &text[..memchr(b'\n', text).unwrap_or(text.len())]
}

/// The position `characters` characters after byte `start` of a record.
fn position_after(record: &[u8], start: usize, characters: usize) -> Position {
    let before = &record[..start.min(record.len())];
    let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = memchr::memchr_iter(b'\n', before).count() as u32;
    Position { line, column: (start - line_start + characters + 1) as u32 }
}

#[cfg(test)]
mod tests;
