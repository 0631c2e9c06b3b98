//! Decodes JSON into lines with one object each.
//!
//! ```text
//! [                                 {"id": 1, "puzzle": "53..7…"}
//!   {"id": 1,                       {"puzzle":"902.8…"}
//!    "puzzle": "53..7…"},
//!   "902.8…"
//! ]
//! ```
//!
//! This is the only module that reads JSON with serde_json. Its streaming deserializer finds the end of one record after another
//! in a window of the text, so memory does not grow with the number of records.

mod nested;
mod record;

use std::iter::once;

use memchr::{memchr, memchr_iter};
use serde_json::Error;
use serde_json::value::RawValue;

use self::nested::Places;
use self::record::LONGEST_GRID;
use super::rows::{ByLine, SAME};
use super::text::{Damage, Decode, DecodedLines, TextPosition};
use crate::format::MAX_LINE;
use crate::format::cells::SHORTEST;
use crate::format::line_shape::{opens_object, records};
use crate::format::read::jsonl::{Members, string};
use crate::format::read::line::{first_records, line_from, offset_in};
use crate::format::unread::count_in;
use crate::io::places::Place;

/// The layout of JSON that must be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// An array of records, or records of several lines each. If puzzles may be anywhere in them, they are in these places.
    Document(Option<Places>),
    /// A record on each line.
    Lines,
}

impl Layout {
    /// Returns the layout of JSON that begins with `head`. Returns `None` if it can be read without decoding, or if it is not
    /// JSON. `is_all` is true if nothing follows `head`.
    pub(super) fn of(head: &[u8], is_all: bool) -> Option<Self> {
        let (_, line) = records(head).next()?;
        let text = head[offset_in(head, line)..].trim_ascii_start();
        match (text.first()?, value(text, is_all)) {
            (b'[', Found::Value(array)) => Self::of_array(array, text),
            (b'{', Found::Value(object)) => Self::of_object(object, text),
            // Numbers in brackets that are not JSON can be the cells of other programs.
            (b'[', Found::Damage(_)) if !has_texts(text) && !begins_with_puzzle(text) => None,
            (b'[', _) => Self::of_array(text, text),
            (b'{', Found::Damage(_)) => match closed(line_from(text, 0)) {
                Some(end) => Self::of_object(&text[..end], text),
                None => nested::places(text, once(text)).map(|places| Self::Document(Some(places))),
            },
            // The object continues on the next lines, or else its first line is damaged.
            (b'{', Found::More) if memchr(b'\n', text).is_some() => Self::of_object(text, text),
            _ => None,
        }
    }

    /// Returns the layout of a text that begins with an array, which is a record or has records. It may be damaged, or continue after the
    /// text. Nine values can be the row of a grid, and a short array of numbers a heading: R prints `[[1]]` above the first element of a
    /// list.
    fn of_array(array: &[u8], text: &[u8]) -> Option<Self> {
        let elements = || Members::of_value(array).map(|(_, value)| &array[value]);
        let first = elements().next()?;
        let is_heading = array.len() < SHORTEST && !matches!(first[0], b'{' | b'"');
        if record::is_row(array) || is_heading {
            return None;
        }
        let (is_grid, is_one_line) = (record::puzzle_of(array).is_some(), memchr(b'\n', array).is_none());
        let has_more = text[array.len()..].trim_ascii_start().starts_with(b"[");
        if is_one_line && (is_grid || has_more) {
            return Some(Self::Lines);
        }
        Some(Self::Document(if is_grid { None } else { nested::places(first, elements()) }))
    }

    fn of_object(object: &[u8], text: &[u8]) -> Option<Self> {
        if memchr(b'\n', object).is_some() {
            return Some(Self::Document(nested::places(object, once(object))));
        }
        let (mut values, mut has_more) = (vec![object], false);
        for line in first_records(text).map(<[u8]>::trim_ascii) {
            let Found::Value(value @ [b'{' | b'[', ..]) = value(line, true) else { continue };
            values.push(value);
            has_more |= line[value.len()..].trim_ascii_start().starts_with(b"{");
        }
        match nested::places(object, values.iter().copied()) {
            None if !has_more => values.into_iter().any(record::is_changed).then_some(Self::Lines),
            places => Some(Self::Document(places)),
        }
    }
}

/// Returns whether the first element of an array is not damaged and has a puzzle.
fn begins_with_puzzle(array: &[u8]) -> bool {
    let first = Members::of_value(array).next().map(|(_, value)| &array[value]);
    first.is_some_and(|first| matches!(value(first, true), Found::Value(_)) && nested::has_puzzle(first))
}

/// Returns whether the first value in the arrays at the start of `text` begins like a string or an object.
fn has_texts(text: &[u8]) -> bool {
    let first = text.iter().position(|byte| *byte != b'[' && !byte.is_ascii_whitespace());
    first.is_some_and(|first| text[first] == b'"' || opens_object(&text[first..]))
}

/// The content at the start of a text.
enum Found<'a> {
    /// This value.
    Value(&'a [u8]),
    /// A value that continues or begins after the text.
    More,
    /// No value, for this reason.
    Damage(Error),
}

/// Finds the value at the start of `text`.
fn value(text: &[u8], is_all: bool) -> Found<'_> {
    match serde_json::Deserializer::from_slice(text).into_iter::<&RawValue>().next() {
        None => Found::More,
        Some(Ok(value)) => {
            let may_continue = !is_all && text.ends_with(value.get().as_bytes()); // as a number may
            let is_number = value.get().ends_with(char::is_alphanumeric);
            if may_continue && is_number { Found::More } else { Found::Value(value.get().as_bytes()) }
        }
        Some(Err(error)) if error.is_eof() && !is_all => Found::More,
        Some(Err(error)) => Found::Damage(error),
    }
}

/// Returns the length of the value at the start of `text` if its brackets or quotes close, and nothing or another value follows.
fn closed(text: &[u8]) -> Option<usize> {
    let (mut end, mut depth) = (0, 0);
    while end == 0 || depth > 0 {
        match text.get(end)? {
            b'"' => end = string(text, end)?.end,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        end += 1;
    }
    let is_closed = matches!((text[0], text[end - 1]), (b'{', b'}') | (b'[', b']') | (b'"', b'"'));
    let next = text[end..].trim_ascii_start().first();
    (is_closed && matches!(next, None | Some(b',' | b']'))).then_some(end)
}

/// Returns the length of the text before the next line that is not indented more than `column` and begins a value.
fn before_next_line(text: &[u8], column: u64) -> Option<usize> {
    let is_before = |byte: &u8| matches!(byte, b'}' | b',') || byte.is_ascii_whitespace();
    memchr_iter(b'\n', text).find_map(|end| {
        let line = line_from(text, end + 1);
        let indent = (line.len() - line.trim_ascii_start().len()) as u64;
        let start = line.iter().position(|byte| !is_before(byte))?;
        let begins_value = match line[start] {
            b'{' | b'[' => true,
            b'"' => !matches!(text[0], b'{' | b'['), // there it can be a key or a row
            other => other == text[0],
        };
        (indent < column && begins_value).then_some(end + 1 + start)
    })
}

/// Returns a decoder of JSON with a record on each line. A line that is not JSON stays unchanged.
pub(super) fn lines() -> ByLine<impl FnMut(&[u8], &mut Vec<u8>) -> Place + Send> {
    ByLine::new(|line, decoded| {
        let json = line.trim_ascii();
        let indent = line.len() - line.trim_ascii_start().len();
        if let Found::Value(value) = value(json, true)
            && value.len() == json.len()
        {
            return record::append_line(value, indent as i64 + 1, decoded);
        }
        decoded.extend_from_slice(line);
        SAME
    })
}

/// A decoder of arrays of records, and of records of several lines each.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// The position of the next text.
    position: TextPosition,
    expects: Expects,
    /// The start of the array that is being read.
    array: Option<TextPosition>,
    /// Where puzzles stand, if they may be anywhere in a value.
    places: Option<Places>,
}

/// The length of what was decoded, or `None` if that depends on what follows the text.
type Step = Result<Option<usize>, Damage>;

/// What the decoder expects next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expects {
    /// A record or an array of records. Other lines are comments.
    #[default]
    Start,
    /// The first record of an array, or its end.
    First,
    /// Another record of an array.
    Next,
    /// A comma, which may be missing, or the end of the array.
    Comma,
}

impl Decode for Document {
    fn decode(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Result<usize, Damage> {
        let mut at = 0;
        while let Some(length) = self.step(&text[at..], is_all, decoded)? {
            self.position.pass(&text[at..at + length]);
            at += length;
        }
        if is_all && let Some(array) = self.array {
            let reason =
                format!("the array that begins in line {} does not end: the file is cut short", array.line);
            return Err(self.position.damage(reason));
        }
        Ok(at)
    }
}

impl Document {
    /// Creates a decoder of values with puzzles in these places, if they may be anywhere.
    pub(super) fn new(places: Option<Places>) -> Self {
        Self { places, ..Self::default() }
    }

    /// Decodes the next part of `text`. Returns its length, or `None` if it needs more text or nothing is left.
    fn step(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Step {
        let Some(&first) = text.first() else { return Ok(None) };
        match (first, self.expects) {
            _ if first.is_ascii_whitespace() => Ok(Some(text.len() - text.trim_ascii_start().len())),
            (b'[', Expects::Start) => self.begin_array(text, is_all, decoded),
            (b'{' | b'"', Expects::Start) => self.record(text, is_all, decoded),
            (b']' | b'}', Expects::Start) => {
                self.pass_malformed(&text[..1], decoded); // the bracket that it closes is missing
                Ok(Some(1))
            }
            (b'/' | b'#', _) | (_, Expects::Start) => Ok(self.pass_line(text, is_all, decoded)),
            (b']', Expects::Comma | Expects::First) => {
                (self.expects, self.array) = (Expects::Start, None);
                Ok(Some(1))
            }
            (b',', Expects::Comma) => {
                self.expects = Expects::Next;
                Ok(Some(1))
            }
            (b',' | b']', _) => {
                self.pass_malformed(b"", decoded);
                self.expects = Expects::Comma;
                Ok(Some(0))
            }
            _ => {
                let length = self.record(text, is_all, decoded)?;
                self.expects = if length.is_some() { Expects::Comma } else { self.expects };
                Ok(length)
            }
        }
    }

    /// Passes on a line that is not a record as a comment.
    fn pass_line(&self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Option<usize> {
        let length = match memchr(b'\n', text) {
            Some(end) => end,
            None if is_all || text.len() >= MAX_LINE => text.len(),
            None => return None,
        };
        decoded.push_comment(&text[..length], TextPosition { column: 1, ..self.position });
        Some(length)
    }

    /// Passes on a text that is not JSON as a record, which is malformed unless its puzzle can be read nevertheless. What could be an
    /// object stays as it is.
    fn pass_malformed(&self, text: &[u8], decoded: &mut DecodedLines) {
        match text.first() {
            Some(b'{') => record::append_spaces(text, &mut decoded.text),
            _ => record::append_malformed(text, &mut decoded.text),
        }
        decoded.text.push(b'\n');
        decoded.places.push(self.position.place(false));
    }

    /// Passes on the damaged value at the start of `text`. It ends with its last bracket if its line ends there, or another value
    /// follows. Else it ends before the next line that is not indented more and begins another value, also after the brace that ends
    /// this one, or is the last one of the text and cannot hold several puzzles.
    fn pass_damaged(&self, error: &Error, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Step {
        let all = text.trim_ascii_end();
        let last = if self.array.is_some() { all.strip_suffix(b"]") } else { Some(all) };
        let length = closed(line_from(text, 0))
            .or_else(|| before_next_line(text, self.position.column))
            .or_else(|| closed(text).filter(|&end| is_all || end < text.len()))
            .or_else(|| last.filter(|last| is_all && !error.is_eof() && count_in(last) < 2).map(<[u8]>::len));
        let length = match length {
            Some(length) if length < MAX_LINE => length,
            None if !is_all && text.len() < MAX_LINE => return Ok(None),
            _ => return Err(self.damage(error)),
        };
        let value = text[..length].trim_ascii_end();
        let value = value.strip_suffix(b",").unwrap_or(value);
        match &self.places {
            // What follows the damage may be lost.
            Some(places) if places.decode(value, self.position, decoded) => {
                let Damage { line, column, reason } = self.damage(error);
                decoded.text.extend_from_slice(format!("{{{reason}}}\n").as_bytes());
                decoded.places.push(TextPosition { line, column }.place(false));
            }
            _ => self.pass_malformed(value, decoded),
        }
        Ok(Some(length))
    }

    /// Starts an array of records, unless the array is a record or a row.
    fn begin_array(&mut self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Step {
        if text.len() < LONGEST_GRID && !is_all {
            return Ok(None);
        }
        let has_next = || before_next_line(text, self.position.column).is_some();
        let is_on_line = || closed(line_from(text, 0)).is_some() && has_next();
        match value(&text[..text.len().min(LONGEST_GRID)], is_all) {
            Found::Value(array) if record::puzzle_of(array).is_some() => {
                return self.record(text, is_all, decoded);
            }
            Found::Value(array) if record::is_row(array) => return Ok(self.pass_line(text, is_all, decoded)),
            Found::Damage(error) if !error.is_eof() && is_on_line() => {
                return self.pass_damaged(&error, text, is_all, decoded);
            }
            _ => {}
        }
        (self.expects, self.array) = (Expects::First, Some(self.position));
        Ok(Some(1))
    }

    fn record(&self, text: &[u8], is_all: bool, decoded: &mut DecodedLines) -> Step {
        let value = match value(text, is_all) {
            Found::Value(value) if value.len() < MAX_LINE => value,
            Found::More if text.len() < MAX_LINE => return Ok(None),
            Found::Value(_) | Found::More => {
                let reason = "this record has 1 MiB or more: give each record as one element";
                return Err(self.position.damage(reason));
            }
            Found::Damage(error) => return self.pass_damaged(&error, text, is_all, decoded),
        };
        match &self.places {
            Some(places) if places.decode(value, self.position, decoded) => {}
            _ => record::append_record(value, self.position, decoded),
        }
        Ok(Some(value.len()))
    }

    /// Returns the damage of the next text, in the words of serde_json.
    fn damage(&self, error: &Error) -> Damage {
        let (line, column) = (error.line().max(1) as u64, error.column().max(1) as u64);
        let position = match line {
            1 => TextPosition { column: self.position.column + column - 1, ..self.position },
            _ => TextPosition { line: self.position.line + line - 1, column },
        };
        let words = error.to_string();
        let reason = words.rsplit_once(" at line ").map_or(&*words, |(reason, _)| reason);
        let cut = if error.is_eof() { ": the file is cut short" } else { "" };
        position.damage(format!("this is not JSON: {reason}{cut}"))
    }
}

#[cfg(test)]
mod tests;
