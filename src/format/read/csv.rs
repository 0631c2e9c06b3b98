//! Tables: records of several fields, one of which is the puzzle.
//!
//! CSV, TSV and their like, and columns set off by white space. A chunk without quotes is split at
//! its delimiters, and its puzzles are read where they stand; only a chunk with a quote in it is
//! read by the rules of quoting. Both say the same of the same record.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::csv_fast_path::{Plain, Steady};
use super::csv_fields::place_of;
use super::csv_quoted::Quoting;
use super::line::{is_no_record, line_around, wrong_length};
use super::pencilmark;
use crate::format::{Defect, ENDLESS, Position, ReadRecords, Reason, Records};
use crate::grid;
use crate::solver::batch::Form;

/// What sets the fields of a record off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delimiter {
    /// This byte; fields may be quoted.
    Byte(u8),
    /// White space, as much as there is.
    Space,
}

/// Reads the records of a table.
#[derive(Clone, Debug)]
pub struct Table {
    delimiter: Delimiter,
    column: usize,
    form: Form,
    header: Vec<u8>,
    quoting: Option<Quoting>,
}

impl Table {
    /// A table whose puzzles stand in `column`, counted from 0, written as clues.
    pub fn new(delimiter: Delimiter, column: usize) -> Self {
        let quoting = match delimiter {
            Delimiter::Byte(byte) => Some(Quoting::new(byte)),
            Delimiter::Space => None,
        };
        Self { delimiter, column, form: Form::Clues, header: Vec::new(), quoting }
    }

    /// The same table with its puzzles written in this form.
    pub fn with_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The same table with this line as its header.
    pub fn with_header(self, header: &[u8]) -> Self {
        Self { header: header.trim_ascii_end().to_vec(), ..self }
    }

    /// The line with the names of the columns; nothing when there is none.
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// The column of the puzzles, from 0.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What sets the fields off.
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Calls `each` with what every field of the first record of `text` says, in order.
    pub fn for_each_field(&self, text: &[u8], mut each: impl FnMut(usize, &[u8])) {
        let line = first_line(text);
        match self.quoted(line) {
            Some(quoting) => {
                let mut walk = quoting.walk(text);
                walk.next_record();
                (0..walk.fields().len()).for_each(|index| each(index, walk.value(index).unwrap_or_default()));
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

    /// The rules for the quotes in `text`, if there are any.
    pub(in crate::format) fn quoted(&self, text: &[u8]) -> Option<&Quoting> {
        self.quoting.as_ref().filter(|_| memchr(b'"', text).is_some())
    }

    /// Finds the records of a chunk without quotes; false when it has one.
    fn read_plain(&self, chunk: &[u8], records: &mut Records) -> bool {
        let (mut steady, quote) = match self.delimiter {
            Delimiter::Byte(byte) => (Some(Steady::new(byte, self.column, self.form.width())), b'"'),
            Delimiter::Space => (None, b'\n'), // no quotes, and columns that are not set off by one byte
        };
        let mut start = 0;
        while start < chunk.len() {
            if let Some((at, length)) = steady.as_ref().and_then(|steady| steady.again(&chunk[start..])) {
                records.push(start + at);
                start += length + 1;
                records.lines += 1;
                continue;
            }
            let Plain::Line(line) = Plain::first(&chunk[start..], quote) else { return false };
            match steady.as_mut().and_then(|steady| steady.find(line)) {
                Some(at) => records.push(start + at),
                None => self.read_odd_line(start, line, records),
            }
            start += line.len() + 1;
            records.lines += 1;
        }
        true
    }

    fn read_odd_line(&self, start: usize, line: &[u8], records: &mut Records) {
        if line.len() >= ENDLESS {
            return records.push_malformed(start, endless());
        }
        if is_no_record(line) {
            return;
        }
        match self.field(line, self.column) {
            Some(field) if field.len() == self.form.width() => records.push(start + field.start),
            Some(field) => {
                records.push_malformed(start, wrong_length(field.start, &line[field], self.form.width()))
            }
            None => records.push_malformed(start, self.no_column(line)),
        }
    }

    fn read_quoted(&self, quoting: &Quoting, chunk: &[u8], records: &mut Records) {
        let mut walk = quoting.walk(chunk);
        while let Some(place) = walk.next_record() {
            if let Some(quote) = walk.stray_quote() {
                let place_of_quote = moved(&chunk[place.start..], quote, 0);
                records.push_malformed(place.start, Defect { place: place_of_quote, wrong: Reason::Quote });
                continue;
            }
            match walk.value(self.column) {
                _ if place.len() > ENDLESS => records.push_malformed(place.start, endless()),
                Some(puzzle) if puzzle.len() == self.form.width() => {
                    records.push_rewritten(place.start, puzzle)
                }
                Some(puzzle) => {
                    let defect = self.wrong_value(&chunk[place.start..], puzzle);
                    records.push_malformed(place.start, defect);
                }
                None => records.push_malformed(place.start, self.no_column(&chunk[place])),
            }
        }
        records.lines = memchr::memchr_iter(b'\n', chunk).count() as u64;
        records.lines += u64::from(!chunk.ends_with(b"\n"));
    }

    /// Field `index` of a line without quotes, without the white space around it.
    fn field(&self, line: &[u8], index: usize) -> Option<Range<usize>> {
        let mut at = 0;
        for _ in 0..index {
            self.next_field(line, &mut at)?;
        }
        self.next_field(line, &mut at)
    }

    /// The field of `line` from `at` on; moves `at` past it.
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
        let defect = wrong_length(0, puzzle, self.form.width());
        let characters = defect.place.column as usize - 1;
        Defect { place: moved(record, self.puzzle(record).0.start, characters), ..defect }
    }

    #[cold]
    fn no_column(&self, line: &[u8]) -> Defect {
        let end = first_line(line).trim_ascii_end().len();
        Defect { place: Position::column(end + 1), wrong: Reason::NoColumn(self.column as u32 + 1) }
    }

    /// Where the puzzle of the record that `text` begins with stands, and whether it is quoted.
    #[cold]
    fn puzzle(&self, text: &[u8]) -> (Range<usize>, bool) {
        let place = match self.delimiter {
            Delimiter::Byte(byte) => place_of(text, byte, self.column),
            Delimiter::Space => self.field(first_line(text), self.column).map(|field| (field, false)),
        };
        place.unwrap_or((0..0, false))
    }
}

impl ReadRecords for Table {
    fn name(&self) -> &'static str {
        match self.delimiter {
            Delimiter::Byte(_) => "csv",
            Delimiter::Space => "line",
        }
    }

    fn form(&self) -> Form {
        self.form
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        let Some(quoting) = self.quoted(window) else {
            return memrchr(b'\n', window).map(|end| end + 1);
        };
        let mut walk = quoting.walk_part(window);
        let mut border = None;
        while let Some(record) = walk.next_record() {
            // One that ends with the window alone may go on beyond it.
            if walk.is_closed() {
                border = Some(record.end);
            }
        }
        border
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        if !self.read_plain(chunk, records)
            && let Some(quoting) = &self.quoting
        {
            records.clear();
            self.read_quoted(quoting, chunk, records);
        }
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let (start, _) = line_around(chunk, origin);
        let record = &chunk[start..];
        let (place, is_quoted) = self.puzzle(record);
        if !is_quoted && place.len() != self.form.width() {
            return wrong_length(place.start, &record[place], self.form.width());
        }
        let (at, wrong) = match self.form {
            Form::Clues => first_bad_clue(&record[place.clone()]),
            Form::Pencilmarks => pencilmark::first_bad_mark(&record[place.clone()]),
        };
        Defect { place: moved(record, place.start, at), wrong }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let (start, _) = line_around(chunk, origin);
        let (place, _) = self.puzzle(&chunk[start..]);
        moved(&chunk[start..], place.start, cell * self.form.width() / grid::CELLS)
    }
}

/// The first byte that is neither a clue nor a blank.
fn first_bad_clue(puzzle: &[u8]) -> (usize, Reason) {
    let cell = grid::first_bad_byte(puzzle).unwrap_or(0);
    (cell, puzzle.get(cell).map_or(Reason::Endless, |&byte| Reason::Byte(byte)))
}

fn first_line(text: &[u8]) -> &[u8] {
    &text[..memchr(b'\n', text).unwrap_or(text.len())]
}

fn endless() -> Defect {
    Defect { place: Position::column(ENDLESS), wrong: Reason::Endless }
}

/// The place `characters` characters after byte `start` of a record.
fn moved(record: &[u8], start: usize, characters: usize) -> Position {
    let before = &record[..start.min(record.len())];
    let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = memchr::memchr_iter(b'\n', before).count() as u32;
    Position { line, column: (start - line_start + characters + 1) as u32 }
}

#[cfg(test)]
mod tests;
