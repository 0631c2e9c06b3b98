//! The columns of a table, written as a table.

use memchr::memchr;

use super::column_names::Added;
use super::gap::Gap;
use super::record_text::record_text;
use crate::format::Record;
use crate::format::read::csv::{Delimiter, Table};
use crate::format::read::csv_tokenizer::Fields;
use crate::format::write::rows::Row;

/// Rows of a table.
pub(crate) struct CsvColumns {
    pub(super) delimiter: u8,
    /// The column of the puzzles, counted from 0.
    pub(super) puzzle: usize,
    /// The number of columns of the header, or of the first record if there is no header.
    width: usize,
    pub(super) header: Vec<u8>,
}

impl CsvColumns {
    pub(super) fn new(table: &Table, width: usize, added: Added<'_>) -> Option<Self> {
        let Delimiter::Byte(delimiter) = table.delimiter() else { return None };
        let first = table.header();
        let header = if first.is_empty() { Vec::new() } else { header(first, delimiter, added) };
        Some(Self { delimiter, puzzle: table.column(), width, header })
    }

    pub(super) fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let text = record_text(record);
        let passed = if gaps.is_empty() { self.puzzle_end(record, text) } else { None };
        let (mut fields, before) = match passed {
            Some(end) => (Fields::after(text, end, Delimiter::Byte(self.delimiter)), self.puzzle + 1),
            None => (Fields::new(text, Delimiter::Byte(self.delimiter)), 0),
        };
        // Fields and the delimiters between them are copied together.
        let (mut column, mut from, mut end) = (before, 0, passed.unwrap_or(0));
        let mut copy_until = |last: usize, out: &mut Vec<u8>| {
            let mut is_open = false;
            while column < last
                && let Some(field) = fields.next()
            {
                end = field.end;
                match gaps.iter_mut().find(|gap| gap.column == column) {
                    Some(gap) => {
                        out.extend_from_slice(&text[from..field.start]);
                        gap.open(out);
                        from = end;
                    }
                    None => is_open = field.is_open(),
                }
                column += 1;
            }
            out.extend_from_slice(&text[from..end]);
            from = end;
            if is_open {
                out.push(b'"'); // an open quote would extend over everything written after it
            }
            column
        };
        let missing = self.width - copy_until(self.width, out);
        out.resize(out.len() + missing, self.delimiter);
        add(&mut Row::after(self.delimiter, out));
        copy_until(usize::MAX, out);
        out.push(b'\n');
    }

    /// Returns the end of the puzzle in the `text` of its record, if its field ends there and no field before it has quotes.
    fn puzzle_end(&self, record: &Record<'_>, text: &[u8]) -> Option<usize> {
        let puzzle = record.valid_puzzle();
        let start = puzzle.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
        let end = start + puzzle.len();
        let ends_there = text.get(end).is_none_or(|&byte| byte == self.delimiter || byte == b'\n');
        let is_there = start < end && end <= text.len() && self.puzzle < self.width && ends_there;
        (is_there && memchr(b'"', &text[..start]).is_none()).then_some(end)
    }
}

pub(super) fn header(first: &[u8], delimiter: u8, added: Added<'_>) -> Vec<u8> {
    let fields = Fields::new(first, Delimiter::Byte(delimiter));
    let given: Vec<_> = fields.map(|field| field.value(first)).collect();
    let mut header = first.to_vec();
    for name in added.beside(given.iter().map(|name| &name[..])) {
        header.push(delimiter);
        header.extend_from_slice(name.as_bytes());
    }
    header.push(b'\n');
    header
}
