//! Tables: records of several fields, one of which is the puzzle.
//!
//! CSV, TSV and their like, and columns set off by white space. A chunk without quotes is split at
//! its delimiters, and its puzzles are read where they stand; only a chunk with a quote in it is
//! read by the rules of quoting. Both say the same of the same record.

use std::ops::Range;

use memchr::{memchr, memrchr};

use super::line::{is_no_record, line_around, opens, wrong_length};
use super::quoted::Quoting;
use super::{ENDLESS, Fault, Place, ReadRecords, Records, Wrong};
use crate::grid::{self, CELLS};

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
    header: Vec<u8>,
    quoting: Option<Quoting>,
}

impl Table {
    /// A table whose puzzles stand in `column`, counted from 0.
    pub fn new(delimiter: Delimiter, column: usize) -> Self {
        let quoting = match delimiter {
            Delimiter::Byte(byte) => Some(Quoting::new(byte)),
            Delimiter::Space => None,
        };
        Self { delimiter, column, header: Vec::new(), quoting }
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
    pub(super) fn quoted(&self, text: &[u8]) -> Option<&Quoting> {
        self.quoting.as_ref().filter(|_| memchr(b'"', text).is_some())
    }

    fn read_plain(&self, chunk: &[u8], records: &mut Records) {
        let mut start = 0;
        while start < chunk.len() {
            let end = memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |length| start + length);
            let line = &chunk[start..end];
            match self.steady(line) {
                Some(at) if end - start < ENDLESS => records.push(start + at),
                _ => self.read_odd_line(start, line, records),
            }
            start = end + 1;
            records.lines += 1;
        }
    }

    /// Where the puzzle of a line of the usual shape stands.
    #[inline]
    fn steady(&self, line: &[u8]) -> Option<usize> {
        let Delimiter::Byte(delimiter) = self.delimiter else { return None };
        let mut at = 0;
        for _ in 0..self.column {
            at += memchr(delimiter, &line[at..])? + 1;
        }
        // A delimiter among the cells makes the solver say malformed, and `explain` tells why.
        let ends = line.get(at + CELLS).is_none_or(|&byte| byte == delimiter || byte == b'\r');
        let is_steady = line.len() >= at + CELLS && ends && opens(line[at]);
        is_steady.then_some(at)
    }

    fn read_odd_line(&self, start: usize, line: &[u8], records: &mut Records) {
        if line.len() >= ENDLESS {
            return records.push_faulty(start, endless());
        }
        if is_no_record(line) {
            return;
        }
        match self.field(line, self.column) {
            Some(field) if field.len() == CELLS => records.push(start + field.start),
            Some(field) => records.push_faulty(start, wrong_length(field.start, &line[field], CELLS)),
            None => records.push_faulty(start, self.no_column(line)),
        }
    }

    fn read_quoted(&self, quoting: &Quoting, chunk: &[u8], records: &mut Records) {
        let mut walk = quoting.walk(chunk);
        while let Some(place) = walk.next_record() {
            match walk.value(self.column) {
                _ if place.len() > ENDLESS => records.push_faulty(place.start, endless()),
                Some(puzzle) if puzzle.len() == CELLS => records.push_rewritten(place.start, puzzle),
                Some(puzzle) => {
                    let fault = self.wrong_value(&chunk[place.clone()], puzzle);
                    records.push_faulty(place.start, fault);
                }
                None => records.push_faulty(place.start, self.no_column(&chunk[place])),
            }
        }
        records.lines = memchr::memchr_iter(b'\n', chunk).count() as u64;
        records.lines += u64::from(!chunk.ends_with(b"\n"));
    }

    /// Where in the record `text` the puzzle stands, which says `value`.
    fn value_start(&self, text: &[u8], value: &[u8]) -> usize {
        let Some(quoting) = self.quoted(text) else {
            return self.field(first_line(text), self.column).map_or(0, |field| field.start);
        };
        let mut walk = quoting.walk(text);
        walk.next_record();
        let raw = walk.fields().get(self.column).map_or(0..0, |field| field.raw.clone());
        let within = memchr::memmem::find(&text[raw.clone()], value);
        raw.start + within.unwrap_or(0)
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
    fn wrong_value(&self, record: &[u8], puzzle: &[u8]) -> Fault {
        let fault = wrong_length(0, puzzle, CELLS);
        let characters = fault.place.column as usize - 1;
        Fault { place: moved(record, self.value_start(record, puzzle), characters), ..fault }
    }

    #[cold]
    fn no_column(&self, line: &[u8]) -> Fault {
        let end = first_line(line).trim_ascii_end().len();
        Fault { place: Place::column(end + 1), wrong: Wrong::NoColumn(self.column as u32 + 1) }
    }

    /// The record at `origin`, and where in it its puzzle stands.
    fn record<'a>(&self, chunk: &'a [u8], origin: usize) -> (&'a [u8], usize) {
        let (start, end) = line_around(chunk, origin);
        if self.quoted(chunk).is_none() {
            return (&chunk[start..end], origin - start);
        }
        let text = &chunk[start..];
        let Some(quoting) = &self.quoting else { return (text, 0) };
        let mut walk = quoting.walk(text);
        let place = walk.next_record().unwrap_or(0..text.len());
        let value = walk.value(self.column).unwrap_or_default();
        (&text[place.clone()], self.value_start(&text[place], value))
    }
}

impl ReadRecords for Table {
    fn name(&self) -> &'static str {
        match self.delimiter {
            Delimiter::Byte(_) => "csv",
            Delimiter::Space => "line",
        }
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        let Some(quoting) = self.quoted(window) else {
            return memrchr(b'\n', window).map(|end| end + 1);
        };
        let mut walk = quoting.walk(window);
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
        match self.quoted(chunk) {
            Some(quoting) => self.read_quoted(quoting, chunk, records),
            None => self.read_plain(chunk, records),
        }
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Fault {
        let (record, start) = self.record(chunk, origin);
        if self.quoted(record).is_none()
            && let Some(field) = self.field(first_line(record), self.column)
            && field.len() != CELLS
        {
            return wrong_length(field.start, &record[field], CELLS);
        }
        let puzzle = &record[start..record.len().min(start + CELLS)];
        let cell = grid::first_bad_byte(puzzle).unwrap_or(0);
        let wrong = puzzle.get(cell).map_or(Wrong::Endless, |&byte| Wrong::Byte(byte));
        Fault { place: moved(record, start, cell), wrong }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Place {
        let (record, start) = self.record(chunk, origin);
        moved(record, start, cell)
    }
}

fn first_line(text: &[u8]) -> &[u8] {
    &text[..memchr(b'\n', text).unwrap_or(text.len())]
}

fn endless() -> Fault {
    Fault { place: Place::column(ENDLESS), wrong: Wrong::Endless }
}

/// The place `cells` characters after byte `start` of a record.
fn moved(record: &[u8], start: usize, cells: usize) -> Place {
    let before = &record[..start.min(record.len())];
    let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = memchr::memchr_iter(b'\n', before).count() as u32;
    Place { line, column: (start - line_start + cells + 1) as u32 }
}
