//! The columns of a table or the members of objects, written as JSON objects.

use std::io::Write;

use super::column_names::{Added, unique};
use super::gap::Gap;
use super::record_text::record_text;
use crate::format::columns::Names;
use crate::format::read::csv::{Delimiter, Table};
use crate::format::read::csv_tokenizer::Fields;
use crate::format::read::jsonl::{JsonLines, Members};
use crate::format::read::line::line_around;
use crate::format::write::rows::Row;
use crate::format::{Reason, Record};

/// Objects from the rows of a table.
pub(crate) struct JsonColumns {
    delimiter: Delimiter,
    /// The column of the puzzles, counted from 0.
    pub(super) puzzle: usize,
    /// The text before the value of each column, with the quotes on both sides: `{"id":"` and `","puzzle":"`.
    keys: Vec<Vec<u8>>,
    /// The keys of the added columns: `,"level":`.
    added: Vec<String>,
}

/// Objects from the objects of the input.
pub(crate) struct ObjectColumns {
    /// The keys of the first records.
    given: Vec<Vec<u8>>,
    /// The index of the key of the puzzles among them.
    pub(super) puzzle: usize,
    /// The name of the command, and those of the members that it adds.
    command: &'static str,
    names: Vec<&'static str>,
    /// Their keys, such as `,"level":`, which differ from the given ones.
    added: Vec<String>,
    /// The lengths of their names as a set of bits: most keys then need no comparison.
    lengths: u64,
}

impl JsonColumns {
    /// Creates the objects. Names that the table has more than once get a number.
    pub(super) fn new(table: &Table, added: Added<'_>) -> Option<Self> {
        let mut given: Vec<String> = Vec::new();
        table
            .for_each_field(table.header(), |_, name| given.push(String::from_utf8_lossy(name).into_owned()));
        if let [first, ..] = &mut given[..]
            && let Some(bare) = first.strip_prefix('#').map(str::trim).filter(|bare| !bare.is_empty())
        {
            *first = bare.to_owned(); // the header looks like a comment
        }
        let names = unique(given);
        let key = |(index, name): (usize, &String)| {
            let mut key = if index == 0 { b"{\"".to_vec() } else { b"\",\"".to_vec() };
            write_escaped(name.as_bytes(), &mut key);
            key.extend_from_slice(b"\":\"");
            key
        };
        let keys = names.iter().enumerate().map(key).collect();
        let added = keys_of(&added.beside(names.iter().map(String::as_bytes)));
        let (delimiter, puzzle) = (table.delimiter(), table.column());
        (!table.header().is_empty()).then_some(Self { delimiter, puzzle, keys, added })
    }

    pub(super) fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let (start, text, puzzle) = (out.len(), record_text(record), record.valid_puzzle());
        // The fields of a record with a stray quote are unknown.
        let is_known = record.defect.is_none_or(|defect| defect.reason != Reason::Quote);
        let fields = Fields::new(text, self.delimiter).zip(&self.keys).enumerate();
        for (column, (field, key)) in fields.filter(|_| is_known) {
            out.extend_from_slice(key);
            match gaps.iter_mut().find(|gap| gap.column == column) {
                Some(gap) => gap.open(out),
                None if column == self.puzzle && !puzzle.is_empty() => out.extend_from_slice(puzzle),
                None => write_escaped(&field.value(text), out),
            }
        }
        match out.len() == start {
            true if is_known => out.push(b'{'),
            true => write_text(text, out),
            false => out.push(b'"'),
        }
        let mut row = Row::within_object(&self.added, out);
        add(&mut row);
        row.end();
    }
}

impl ObjectColumns {
    pub(super) fn new(objects: &JsonLines, given: &Names, added: Added<'_>) -> Self {
        let puzzle = given.place_of(objects.key());
        let Added { command, names } = added;
        let added = keys_of(&added.beside(given.names.iter().map(Vec::as_slice)));
        let lengths = added.iter().map(|key| length_bit(name_in(key))).fold(0, |all, bit| all | bit);
        Self { given: given.names.clone(), puzzle, command, names: names.to_vec(), added, lengths }
    }

    pub(super) fn write(
        &self,
        record: &Record<'_>,
        gaps: &mut [Gap],
        out: &mut Vec<u8>,
        add: impl FnOnce(&mut Row<'_>),
    ) {
        let (start, end) = line_around(record.chunk, record.origin);
        let line = record.chunk[start..end].trim_ascii();
        let mut members = Members::new(line);
        let (row, mut from, mut has_added) = (out.len(), 0, false);
        for (key, value) in members.by_ref() {
            has_added |= self.lengths & length_bit(key) != 0 && self.is_added(key);
            let is_here =
                |gap: &&mut Gap| gap.at.is_none() && self.given.get(gap.column).is_some_and(|at| at == key);
            if let Some(gap) = gaps.iter_mut().find(is_here) {
                out.extend_from_slice(&line[from..value.start]);
                gap.open_value(out);
                from = value.end;
            }
        }
        match members.end() {
            Some(end) => out.extend_from_slice(&line[from..end]),
            None => {
                out.truncate(row); // the members of a line that is not an object are unknown
                gaps.iter_mut().for_each(|gap| gap.at = None);
                write_text(record_text(record), out);
            }
        }
        let other_keys = has_added.then(|| self.keys_beside(line));
        let mut row = Row::within_object(other_keys.as_ref().unwrap_or(&self.added), out);
        add(&mut row);
        row.end();
    }

    /// Returns whether an added member has this key.
    fn is_added(&self, key: &[u8]) -> bool {
        self.added.iter().any(|added| name_in(added).eq_ignore_ascii_case(key))
    }

    /// Returns the keys of the members to add to the object on `line`, which already has one of the usual keys.
    #[cold]
    fn keys_beside(&self, line: &[u8]) -> Vec<String> {
        let own = Members::new(line).map(|(key, _)| key);
        let added = Added { command: self.command, names: &self.names };
        keys_of(&added.beside(self.given.iter().map(Vec::as_slice).chain(own)))
    }
}

/// Begins the object of a record with unknown members: its line is a string, `{"text":"…"`.
#[cold]
fn write_text(record: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"text\":\"");
    let line = record.split(|&byte| byte == b'\n').next().unwrap_or_default();
    write_escaped(line.trim_ascii(), out);
    out.push(b'"');
}

/// Returns the name in a key: `level` in `,"level":`.
fn name_in(key: &str) -> &[u8] {
    &key.as_bytes()[2..key.len() - 2]
}

/// Returns the bit for the length of a name in a set of 64.
fn length_bit(name: &[u8]) -> u64 {
    1 << (name.len() % 64)
}

/// Returns the keys of members: `,"level":`.
fn keys_of<S: AsRef<str>>(names: &[S]) -> Vec<String> {
    names.iter().map(|name| format!(",\"{}\":", name.as_ref())).collect()
}

/// Appends a text with the escapes of a JSON string. Allocates only if `out` must grow.
pub(crate) fn write_escaped(text: &[u8], out: &mut Vec<u8>) {
    let is_escaped = |&byte: &u8| byte < b' ' || byte == b'"' || byte == b'\\';
    // Without branches, the compiler vectorizes this.
    if text.iter().fold(true, |all, byte| all & byte.is_ascii() & !is_escaped(byte)) {
        return out.extend_from_slice(text);
    }
    for part in text.utf8_chunks() {
        for run in part.valid().as_bytes().split_inclusive(is_escaped) {
            // Writing to memory cannot fail.
            let _ = match run {
                [plain @ .., byte] if is_escaped(byte) => {
                    out.extend_from_slice(plain);
                    if *byte < b' ' { write!(out, "\\u{byte:04x}") } else { out.write_all(&[b'\\', *byte]) }
                }
                _ => out.write_all(run),
            };
        }
        if !part.invalid().is_empty() {
            out.extend_from_slice("\u{fffd}".as_bytes());
        }
    }
}
