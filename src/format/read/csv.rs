//! Tables: records with several fields, one of them the puzzle.
//!
//! Reads CSV, TSV and similar formats, and columns separated by white space. The puzzles are read in place. Only if a puzzle of a
//! chunk is not contiguous, or not on the first line of its record, are all puzzles of the chunk copied. Both ways give the same
//! result for the same record.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memrchr};

use super::beside::Beside;
use super::csv_fast_path::OffsetPredictor;
use super::csv_tokenizer::{self, Field, Fields, Row, may_be_comment, unquoted_return};
use super::line::{line_count, line_from, line_start, offset_in, position, wrong_length};
use super::{ReadRecords, pencilmark};
use crate::board::grid;
use crate::board::notation::Notation;
use crate::format::cells;
use crate::format::unread::{Run, is_made, length_without_rows};
use crate::format::{Defect, MAX_LINE, Position, Reason, RecordFormat, Records};

pub use super::csv_tokenizer::Delimiter;

/// A reader of the records of a table.
#[derive(Clone, Debug)]
pub struct Table {
    delimiter: Delimiter,
    column: usize,
    notation: Notation,
    /// Whether each puzzle is read cell by cell, because something may be between its cells, or blanks may be spaces.
    pub(in crate::format) is_checked: bool,
    /// The column of the answers, if it is known.
    pub(in crate::format) answer: Option<usize>,
    /// Whether other columns may hold puzzles without being counted: the user named the column.
    pub(in crate::format) is_chosen: bool,
    /// The columns of puzzles that this program made from those of the column.
    made: Vec<usize>,
    header: Vec<u8>,
}

impl Table {
    /// Creates a table whose puzzles are in `column`, counted from 0, in the notation of clues.
    pub fn new(delimiter: Delimiter, column: usize) -> Self {
        Self {
            delimiter,
            column,
            notation: Notation::Clues,
            is_checked: false,
            answer: None,
            is_chosen: false,
            made: Vec::new(),
            header: Vec::new(),
        }
    }

    /// Sets the notation of the puzzles.
    pub fn with_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// Returns whether lines with a delimiter may be comments. Below a header none is one.
    fn has_comments(&self) -> bool {
        self.header.is_empty()
    }

    /// Sets the line of the header.
    pub fn with_header(self, header: &[u8]) -> Self {
        let is_column = |byte: u8| self.delimiter == Delimiter::Byte(byte);
        let end = header.iter().rposition(|&byte| !byte.is_ascii_whitespace() || is_column(byte));
        let header = header[..end.map_or(0, |end| end + 1)].to_vec();
        let fields = Fields::new(&header, self.delimiter).enumerate();
        let made = fields.filter(|(_, field)| is_made(&field.value(&header))).map(|(column, _)| column);
        Self { made: made.collect(), header, ..self }
    }

    /// Returns the line with the names of the columns, which is empty if there is no header.
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// Returns the column of the puzzles, counted from 0.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the delimiter between fields.
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Calls `each` with the index and the value of every field of the first record of `text`, in order. A record with a stray
    /// quote has no fields.
    pub fn for_each_field(&self, text: &[u8], mut each: impl FnMut(usize, &[u8])) {
        if csv_tokenizer::row(text, self.delimiter, 0, true).stray_quote.is_some() {
            return;
        }
        for (index, field) in Fields::new(text, self.delimiter).enumerate() {
            each(index, &field.value(text));
        }
    }

    /// Reads the records of a chunk like [`ReadRecords::read`], but passes every line to the tokenizer. A fuzz target compares
    /// the two.
    pub fn read_by_tokenizer(&self, chunk: &[u8], records: &mut Records) {
        self.read_all(chunk, false, records);
    }

    /// Reads the records of a chunk, in place or as copies. Returns false if a puzzle cannot be read in place.
    fn read_all(&self, chunk: &[u8], in_place: bool, records: &mut Records) -> bool {
        records.begin(chunk);
        let mut predictor = match self.delimiter {
            Delimiter::Byte(byte) if in_place => {
                Some(OffsetPredictor::new(byte, self.column, self.notation.width()))
            }
            _ => None, // columns are not separated by a single byte
        };
        let (mut beside, mut start) = (Beside::default(), 0);
        while start < chunk.len() {
            let rest = &chunk[start..];
            let found = match &mut predictor {
                Some(predictor) => predictor.next(rest),
                None if in_place => self.next_of_words(rest),
                None => None,
            };
            if let Some((offset, length)) = found {
                records.lines += 1;
                records.push(start + offset);
                let (row, puzzle) = (&rest[..length], offset..offset + self.notation.width());
                if !beside.is_all(row, puzzle.clone()) {
                    self.guard(row, puzzle, start, &mut beside, records);
                }
                start += length + 1;
                continue;
            }
            let Some(length) = self.read_record(rest, start, in_place, records) else { return false };
            start += length;
        }
        true
    }

    /// Returns the offset of the puzzle in the first line of `text`, whose columns are words, and the length of that line.
    /// Returns `None` if it may not be a well-formed record.
    #[inline]
    fn next_of_words(&self, text: &[u8]) -> Option<(usize, usize)> {
        let line = line_from(text, 0);
        if may_be_comment(text[0]) || line.len() >= MAX_LINE {
            return None;
        }
        let is_plain = memchr(b'\r', line).is_none_or(|at| at + 1 == line.len());
        let field = Fields::new(line, self.delimiter).nth(self.column).filter(|_| is_plain)?;
        (field.end - field.start == self.notation.width()).then_some((field.start, line.len()))
    }

    /// Reads the record, blank line or comment at the start of `rest`, which is byte `start` of the chunk, and returns its
    /// length. Returns `None` if its puzzle cannot be read in place.
    fn read_record(&self, rest: &[u8], start: usize, in_place: bool, records: &mut Records) -> Option<usize> {
        if let Some(length) = csv_tokenizer::line_without_row(rest, self.delimiter, self.has_comments()) {
            records.lines += 1;
            records.skip(start, rest[..length].strip_suffix(b"\n").unwrap_or(&rest[..length]));
            return Some(length);
        }
        let row = csv_tokenizer::row(rest, self.delimiter, self.column, true);
        let record = &rest[..row.length];
        match self.puzzle(record, &row) {
            Ok(puzzle) if !in_place => {
                records.push_rewritten(start + self.origin(record), &puzzle);
                self.guard_fields(record, start, records);
            }
            Ok(Cow::Borrowed(puzzle)) => {
                let offset = offset_in(record, puzzle);
                if memchr(b'\n', &record[..offset]).is_some() {
                    return None;
                }
                records.push(start + offset);
                self.guard_fields(record, start, records);
            }
            Ok(Cow::Owned(_)) => return None,
            Err(defect) => records.push_malformed(start, defect),
        }
        records.lines += line_count(record);
        Some(row.length)
    }

    /// Returns the text of the puzzle's field, which must have the width of a puzzle.
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
        let value = field.text(record);
        let is_whole = value.len() == self.notation.width();
        if is_whole && !self.is_checked || self.notation == Notation::Pencilmarks {
            return if is_whole { Ok(value) } else { Err(self.wrong_value(record, field)) };
        }
        let text = self.text_of(record, field);
        match cells::in_text(text.as_ref().map_or(&value, |range| &record[range.clone()])) {
            Some(Ok(puzzle)) => Ok(Cow::Owned(puzzle.cells.to_vec())),
            Some(Err((at, reason))) => {
                let start = text.map_or_else(|| field.content(record).start, |range| range.start);
                Err(Defect { position: position(record, 0, start + at), reason })
            }
            None if is_whole => Ok(value),
            None => Err(self.wrong_value(record, field)),
        }
    }

    /// Returns the byte range of a field that is a puzzle with spaces as blanks, including the spaces at its ends.
    fn text_of(&self, record: &[u8], field: Field) -> Option<Range<usize>> {
        let range = field.untrimmed();
        (self.is_checked && cells::is_of_spaces(&record[range.clone()])).then_some(range)
    }

    /// Counts the fields of a row that could hold a puzzle, besides `puzzle` and the answer.
    #[inline(never)] // it would take the registers of the loop over all rows
    fn guard(
        &self,
        row: &[u8],
        puzzle: Range<usize>,
        start: usize,
        beside: &mut Beside,
        records: &mut Records,
    ) {
        if self.is_chosen {
            return;
        }
        let field = self.answer.and_then(|answer| match answer.checked_sub(self.column + 1) {
            Some(between) => {
                let quote = usize::from(row.get(puzzle.end) == Some(&b'"'));
                Fields::after(row, puzzle.end + quote, self.delimiter).nth(between)
            }
            None => Fields::new(row, self.delimiter).nth(answer),
        });
        if beside.has_more(row, puzzle, field.map(Field::untrimmed)) {
            self.guard_fields(row, start, records);
        }
    }

    #[cold]
    fn guard_fields(&self, row: &[u8], start: usize, records: &mut Records) {
        if self.is_chosen {
            return;
        }
        let mut cells = Run::default();
        for (column, field) in Fields::new(row, self.delimiter).enumerate() {
            if column == self.column || self.answer == Some(column) || self.made.contains(&column) {
                cells = Run::default();
                continue;
            }
            let value = field.value(row);
            records.guard(start, &value);
            if cells.ends_with(&value) {
                records.push_unread(start);
            }
        }
    }

    /// Returns the byte offset of the puzzle in its record, or 0 if the puzzle is on a later line of the record.
    fn origin(&self, record: &[u8]) -> usize {
        let start = self.content(record).start;
        if memchr(b'\n', &record[..start]).is_some() { 0 } else { start }
    }

    #[cold]
    fn wrong_value(&self, record: &[u8], field: Field) -> Defect {
        let defect = wrong_length(0, &field.text(record), self.notation.width());
        let characters = defect.position.column as usize - 1;
        Defect { position: position_after(record, field.content(record).start, characters), ..defect }
    }

    #[cold]
    fn no_column(&self, record: &[u8]) -> Defect {
        let line = record.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let end = line.trim_ascii_end().len();
        Defect { position: Position::column(end + 1), reason: Reason::NoColumn(self.column as u32 + 1) }
    }

    /// Returns field `column` of the record that has byte `origin` of `chunk` on its first line, or the end of a record without
    /// such a field, as offsets in `chunk`. `is_in_place` is true if the record's puzzle begins at `origin`.
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
            _ => (Fields::at(chunk, line_start(chunk, origin), self.delimiter), column),
        };
        fields.nth(before).ok_or_else(|| fields.row_end())
    }

    /// Returns the byte range of the puzzle in the record at the start of `text`, without quotes.
    #[cold]
    fn content(&self, text: &[u8]) -> Range<usize> {
        let field = Fields::new(text, self.delimiter).nth(self.column);
        field.map_or(0..0, |field| self.text_of(text, field).unwrap_or_else(|| field.content(text)))
    }
}

impl ReadRecords for Table {
    fn format(&self) -> RecordFormat {
        match self.delimiter {
            Delimiter::Byte(_) => RecordFormat::Csv,
            Delimiter::Space | Delimiter::Any => RecordFormat::Line,
        }
    }

    fn notation(&self) -> Notation {
        self.notation
    }

    fn may_hide_line_ends(&self, text: &[u8]) -> bool {
        matches!(self.delimiter, Delimiter::Byte(_)) && memchr(b'"', text).is_some()
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        let border = match self.delimiter {
            Delimiter::Byte(delimiter) if memchr(b'"', window).is_some() => {
                csv_tokenizer::last_border(window, delimiter, self.has_comments())
            }
            _ => memrchr(b'\n', window).map_or(0, |end| end + 1),
        };
        length_without_rows(&window[..border], |line| {
            csv_tokenizer::line_without_row(line, self.delimiter, self.has_comments()).is_some()
        })
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        if self.is_checked || !self.read_all(chunk, true, records) {
            self.read_all(chunk, false, records);
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
        let start = line_start(chunk, origin);
        let record = &chunk[start..];
        let field = Fields::new(record, self.delimiter).nth(self.column);
        let range = self.content(record);
        let is_quoted = field.is_some_and(Field::is_quoted);
        if !is_quoted && range.len() != self.notation.width() {
            return wrong_length(range.start, &record[range], self.notation.width());
        }
        let bad = match self.notation {
            Notation::Clues => cells::wrong_cell(&record[range.clone()]),
            Notation::Pencilmarks => pencilmark::first_bad_mark(&record[range.clone()]),
        };
        let Some((at, reason)) = bad else {
            // The wrong byte is after the closing quote.
            let quote = field.map_or(0, |field| field.start);
            return Defect { position: position_after(record, quote, 0), reason: Reason::Quote };
        };
        Defect { position: position_after(record, range.start, at), reason }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let start = line_start(chunk, origin);
        let record = &chunk[start..];
        let content = self.content(record);
        if content.len() != self.notation.width()
            && let Some(Ok(puzzle)) = cells::in_text(&record[content.clone()])
        {
            return position(record, 0, content.start + puzzle.places[cell] as usize);
        }
        position_after(record, content.start, cell * self.notation.width() / grid::CELLS)
    }
}

/// Returns the position `characters` characters after byte `start` of a record.
fn position_after(record: &[u8], start: usize, characters: usize) -> Position {
    let start = position(record, 0, start);
    Position { column: start.column + characters as u32, ..start }
}

#[cfg(test)]
mod tests;
