//! JSON lines: one object per line, whose puzzle is a string of 81 characters.
//!
//! Only the parts needed to find the puzzle are read: the line may still be invalid JSON.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem};

use super::ReadRecords;
use super::beside::Beside;
use super::line::{
    bare_return, indent, is_blank_or_comment, line_start, position, text_length, wrong_length,
};
use crate::board::grid::CELLS;
use crate::format::cells::{self, SHORTEST};
use crate::format::unread::{has_clues, is_made};
use crate::format::{Defect, MAX_LINE, Position, Reason, RecordFormat, Records};

/// A reader of the puzzles under one key of objects.
#[derive(Clone, Debug)]
pub struct JsonLines {
    key: Vec<u8>,
    /// The key of the answers, if they are known.
    pub(in crate::format) answer: Option<Vec<u8>>,
    /// Whether each puzzle is read cell by cell, because something may be between its cells, or blanks may be spaces.
    pub(in crate::format) is_checked: bool,
    /// Whether other values may hold puzzles without being counted: the user named the key.
    pub(in crate::format) is_chosen: bool,
}

/// The range of a puzzle on a line, and its cells if something is between them.
type FoundPuzzle = (Range<usize>, Option<[u8; CELLS]>);

impl JsonLines {
    /// Creates a reader of the puzzles under `key`.
    pub fn new(key: &[u8]) -> Self {
        Self { key: key.to_vec(), answer: None, is_checked: false, is_chosen: false }
    }

    /// Returns the key of the puzzles.
    pub(crate) fn key(&self) -> &[u8] {
        &self.key
    }

    /// Returns the range of the puzzle on a line, which has no CR except at its end.
    #[inline(always)] // for every line
    fn text(&self, line: &[u8]) -> Option<Range<usize>> {
        text_of(line, &self.key).filter(|_| line.trim_ascii_end().ends_with(b"}"))
    }

    /// Returns the puzzle on a line, or `None` if the line is not a record.
    fn puzzle(&self, line: &[u8]) -> Option<Result<FoundPuzzle, Defect>> {
        let no_text = || Defect { position: Position::column(indent(line) + 1), reason: Reason::NoText };
        match bare_return(line).map_or_else(|| self.text(line).ok_or_else(no_text), Err) {
            _ if line.len() >= MAX_LINE => Some(Err(Defect::endless())),
            Ok(text) if text.len() == CELLS && !self.is_checked => Some(Ok((text, None))),
            Ok(text) => Some(odd_text(line, text)),
            Err(_) if is_blank_or_comment(line) => None,
            Err(defect) => Some(Err(defect)),
        }
    }

    /// Reads the records of a chunk, in place or as copies. Returns false if a puzzle cannot be read in place.
    #[inline(always)]
    fn read_all(&self, chunk: &[u8], in_place: bool, records: &mut Records) -> bool {
        records.begin(chunk);
        let (mut can_be, mut beside, mut start) = (true, Beside::default(), 0);
        while start < chunk.len() {
            let (length, has_return) = text_length(&chunk[start..]);
            let line = &chunk[start..start + length];
            let is_plain = in_place && !has_return && length < MAX_LINE && !self.is_checked;
            let text = if is_plain { self.text(line) } else { None };
            match text {
                Some(text) if text.len() == CELLS && beside.is_all(line, text.clone()) => {
                    records.push(start + text.start);
                }
                _ => can_be &= self.read_line(line, start, in_place, &mut beside, records),
            }
            start += length + 1;
            records.lines += 1;
        }
        can_be
    }

    /// Reads a line of any kind at byte `start` of the chunk. Returns false if its puzzle cannot be read in place.
    #[inline(never)] // it would take the registers of the loop over all lines
    fn read_line(
        &self,
        line: &[u8],
        start: usize,
        in_place: bool,
        beside: &mut Beside,
        records: &mut Records,
    ) -> bool {
        let (text, cells) = match self.puzzle(line) {
            Some(Ok(found)) => found,
            None => {
                records.skip(start, line);
                return true;
            }
            Some(Err(defect)) => {
                records.push_malformed(start, defect);
                return true;
            }
        };
        if let Some(defect) = self.guard(line, text.clone(), start, beside, records) {
            records.push_malformed(start, defect);
        } else if let Some(cells) = cells {
            records.push_rewritten(start + text.start, &cells);
        } else if in_place {
            records.push(start + text.start);
        } else {
            records.push_rewritten(start + text.start, &line[text]);
        }
        cells.is_none()
    }

    /// Counts other values of a line that could hold a puzzle, except the answer. Returns the defect of a line with more than one
    /// object.
    fn guard(
        &self,
        line: &[u8],
        puzzle: Range<usize>,
        start: usize,
        beside: &mut Beside,
        records: &mut Records,
    ) -> Option<Defect> {
        let answer = self.answer.as_ref().and_then(|key| text_of(line, key));
        let end = answer.as_ref().map_or(puzzle.end, |answer| answer.end.max(puzzle.end));
        let after = &line[end..];
        let has_object = after.len() >= SHORTEST && memchr(b'{', after).is_some();
        if beside.has_more(line, puzzle.clone(), answer.clone()) || has_object {
            self.guard_values(line, [Some(puzzle), answer], start, records)
        } else {
            None
        }
    }

    #[cold]
    fn guard_values(
        &self,
        line: &[u8],
        known: [Option<Range<usize>>; 2],
        start: usize,
        records: &mut Records,
    ) -> Option<Defect> {
        let is_known =
            |value: &Range<usize>| known.iter().flatten().any(|known| value.contains(&known.start));
        let mut members = Members::new(line);
        for (key, value) in members.by_ref() {
            // A key may be repeated.
            let is_read = if self.is_chosen { *key == self.key } else { !is_made(key) };
            if is_read && !is_known(&value) && has_clues(&line[value.clone()]) {
                records.guard(start + value.start, &leaves(&line[value]));
            }
        }
        let position = Position::column(members.at + 1);
        members.end().is_none().then_some(Defect { position, reason: Reason::Trailing })
    }
}

impl ReadRecords for JsonLines {
    fn format(&self) -> RecordFormat {
        RecordFormat::Jsonl
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        if self.is_checked || !self.read_all(chunk, true, records) {
            self.read_all(chunk, false, records);
        }
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let puzzle = &chunk[origin..chunk.len().min(origin + CELLS)];
        let (at, reason) = cells::wrong_cell(puzzle).unwrap_or((0, Reason::NoText));
        Defect { position: position(chunk, origin, origin + at), reason }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let start = line_start(chunk, origin);
        let line = super::line::line_from(chunk, start);
        let at = match text_of(line, &self.key).map(|text| (text.start, cells::in_text(&line[text]))) {
            Some((at, Some(Ok(puzzle)))) => at + puzzle.places[cell] as usize,
            _ => origin - start + cell,
        };
        position(chunk, origin, start + at)
    }
}

#[cold]
fn odd_text(line: &[u8], text: Range<usize>) -> Result<FoundPuzzle, Defect> {
    match cells::in_text(&line[text.clone()]) {
        Some(Ok(puzzle)) => {
            Ok((text.start..text.start + puzzle.places[CELLS - 1] as usize, Some(puzzle.cells)))
        }
        Some(Err((at, reason))) => Err(Defect { position: Position::column(text.start + at + 1), reason }),
        None if text.len() == CELLS => Ok((text, None)),
        None => Err(wrong_length(text.start, &line[text], CELLS)),
    }
}

/// Returns the keys and values of the object on `line`. The values are without the quotes of strings, and empty for `null`.
pub(crate) fn texts(line: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    Members::new(line).map(|(key, value)| (key, &line[text_in(line, value)]))
}

/// Returns the range of the value under `key` of the object on `line`, without the quotes of a string, and empty for `null`.
pub(super) fn text_of(line: &[u8], key: &[u8]) -> Option<Range<usize>> {
    Members::new(line).find(|(other, _)| *other == key).map(|(_, value)| text_in(line, value))
}

/// An iterator over the keys of the object on a line, with the ranges of their values. The elements of an array have empty keys.
pub(crate) struct Members<'a> {
    line: &'a [u8],
    /// Whether the values have keys: those of an object.
    has_keys: bool,
    /// The byte before the next member.
    before: u8,
    /// The end of what has been read.
    at: usize,
}

impl<'a> Members<'a> {
    pub(crate) fn new(line: &'a [u8]) -> Self {
        Self { line, has_keys: true, before: b'{', at: 0 }
    }

    /// Creates an iterator over a value that is an object or an array.
    pub(crate) fn of_value(value: &'a [u8]) -> Self {
        Self { has_keys: value[0] == b'{', before: value[0], ..Self::new(value) }
    }

    /// Returns the end of the members that were read, if the object and the line end there.
    pub(crate) fn end(&self) -> Option<usize> {
        let end = if self.at == 0 { after(self.line, 0, b'{')? } else { self.at };
        (self.line[end..].trim_ascii() == b"}").then_some(end)
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a [u8], Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.line;
        let (mut key, mut start) = (0..0, skip_space(line, after(line, self.at, self.before)?));
        if self.has_keys {
            key = string(line, start)?;
            start = skip_space(line, after(line, key.end + 1, b':')?);
        }
        self.at = string(line, start).map_or_else(|| end_of_value(line, start), |text| text.end + 1);
        self.before = b',';
        (self.at > start).then(|| (&line[key], start..self.at))
    }
}

/// Returns the range of the text of a value, without the quotes of a string, and empty for `null`.
fn text_in(line: &[u8], value: Range<usize>) -> Range<usize> {
    match &line[value.clone()] {
        [b'"', .., b'"'] => value.start + 1..value.end - 1,
        b"null" => value.start..value.start,
        _ => value,
    }
}

/// Returns the texts and numbers in a value, on one line but for the line ends of texts, without the keys of objects. A text of one
/// space becomes empty.
#[cold]
pub(in crate::format) fn leaves(value: &[u8]) -> Vec<u8> {
    let (mut leaves, mut at) = (Vec::with_capacity(value.len()), 0);
    while let Some(&byte) = value.get(at) {
        let Some(text) = string(value, at) else {
            leaves.push(if byte == b'\n' { b' ' } else { byte });
            at += 1;
            continue;
        };
        at = text.end + 1;
        if after(value, at, b':').is_none() {
            let string = &value[text.start - 1..at];
            leaves.extend_from_slice(if string == b"\" \"" { b"\"\"" } else { string });
        }
    }
    for at in memmem::find_iter(&leaves.clone(), "\\n") {
        leaves[at..at + 2].copy_from_slice(b" \n");
    }
    match &*leaves {
        [b'"', text @ .., b'"'] => text.to_vec(),
        _ => leaves,
    }
}

fn skip_space(line: &[u8], at: usize) -> usize {
    line.len() - line[at..].trim_ascii_start().len()
}

/// Returns the offset after `byte`, if that comes next.
fn after(line: &[u8], at: usize, byte: u8) -> Option<usize> {
    let at = skip_space(line, at);
    (line.get(at) == Some(&byte)).then_some(at + 1)
}

/// Returns the range of the string whose opening quote is at `at`, if there is one and it ends.
pub(crate) fn string(line: &[u8], at: usize) -> Option<Range<usize>> {
    let mut end = at + 1;
    while line.get(at) == Some(&b'"') {
        end += memchr2(b'"', b'\\', line.get(end..)?)?;
        if line[end] == b'"' {
            return Some(at + 1..end);
        }
        end += 2; // the escaped character
    }
    None
}

/// Returns the end of the value that begins at `start`, which is not a string.
#[inline(always)] // for every number of every line
fn end_of_value(line: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0);
    while let Some(&byte) = line.get(at) {
        match byte {
            b'"' => at = string(line, at).map_or(line.len(), |text| text.end),
            b'{' | b'[' => depth += 1,
            b'}' | b']' | b',' if depth == 0 => break,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    start + line[start..at.min(line.len())].trim_ascii_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_members_of_an_object_are_found_whatever_the_others_contain() {
        let line =
            br#" { "a\"b" : [1, {"puzzle": "x]}"}, []] , "n":null,"puzzle":"12" , "e": "\\", "f":-1.5e3 } "#;
        let found: Vec<_> = texts(line).collect();
        let expected: [(&[u8], &[u8]); 5] = [
            (br#"a\"b"#, br#"[1, {"puzzle": "x]}"}, []]"#),
            (b"n", b""),
            (b"puzzle", b"12"),
            (b"e", br"\\"),
            (b"f", b"-1.5e3"),
        ];
        assert_eq!(found, expected);
        for length in 0..line.len() {
            assert!(Members::new(&line[..length]).count() <= 5); // iteration ends wherever a line is cut
        }
    }

    #[test]
    fn each_line_is_a_record_a_malformed_record_or_nothing() {
        let lines = [
            format!("{{\"id\":1,\"puzzle\":\"{PUZZLE}\"}}"),
            "# comment".to_owned(),
            "{\"puzzle\":\"12\"}".to_owned(),
            "{\"id\":2}".to_owned(),
            format!("{{\"puzzle\":\"{PUZZLE}\",\"level"),
            format!("{{\"puzzle\":\"{PUZZLE}\"}}\r{{\"puzzle\":\"{PUZZLE}\"}}\r"),
            format!("{{\"puzzle\":\"{PUZZLE}\"}}\r"),
        ]
        .join("\n");
        let (mut records, chunk) = (Records::default(), lines.as_bytes());
        JsonLines::new(b"puzzle").read(chunk, &mut records);
        assert_eq!((records.lines, records.len()), (7, 6));
        assert_eq!(&chunk[records.origin(0)..][..81], PUZZLE.as_bytes());
        let reasons: Vec<Reason> = records.malformed.iter().map(|record| record.defect.reason).collect();
        let length = Reason::Length { found: 2, expected: 81 };
        assert_eq!(reasons, [length, Reason::NoText, Reason::NoText, Reason::BareReturn]);
    }
}
