//! Puzzles that are nested in other JSON values: each becomes a record, in the order of the document, with the path to it.
//!
//! ```text
//! {"easy": "53..7…", "hard": ["902.8…"]}              {"path":"easy","puzzle":"53..7…"}
//!                                                     {"path":"hard[0]","puzzle":"902.8…"}
//! {"name": "set", "puzzles": [{"board": "53..7…"}]}   {"path":"puzzles[0]","board":"53..7…"}
//! {"data": [["53..7…", "5346…"]]}                     {"path":"data[0]","1":"53..7…","2":"5346…"}
//! ```

use std::ops::Range;

use super::super::text::{DecodedLines, TextPosition};
use super::record::{append_elements, append_object, append_record, puzzle_of};
use crate::board::grid::is_blank;
use crate::format::line_shape::PUZZLE_NAMES;
use crate::format::read::jsonl::{Members, leaves};
use crate::format::unread::could_hold;
use crate::format::write::input_columns::write_escaped;

/// What a value is.
enum Kind {
    /// A puzzle.
    Puzzle,
    /// An object or an array with a puzzle among its members or elements.
    Record,
    /// A value with other values in it.
    Others,
    /// A text or a number.
    Text,
}

impl Kind {
    fn of(value: &[u8]) -> Self {
        if puzzle_of(value).is_some() {
            return Self::Puzzle;
        }
        let is_record = match value[0] {
            b'{' => is_record(value),
            b'[' => is_row(value),
            _ => return Self::Text,
        };
        if is_record { Self::Record } else { Self::Others }
    }
}

/// Returns whether the puzzles of an object are those of one record: at most one has blanks, or one has a usual name.
fn is_record(object: &[u8]) -> bool {
    let (mut puzzles, mut with_blanks, mut has_name, mut has_others) = (0, 0, false, false);
    for (key, value) in Members::new(object) {
        let Some(cells) = puzzle_of(&object[value.clone()]) else {
            has_others |= matches!(object[value.start], b'{' | b'[') && could_hold(&leaves(&object[value]));
            continue;
        };
        puzzles += 1;
        with_blanks += usize::from(cells.iter().any(|&byte| is_blank(byte)));
        has_name |= is_usual(key);
    }
    puzzles > 0 && ((with_blanks == 1 || puzzles == 1) && !has_others || has_name)
}

/// Returns true for a table row: an array with one puzzle that has blanks, among other values.
fn is_row(array: &[u8]) -> bool {
    let elements = || Members::of_value(array).map(|(_, value)| &array[value]);
    elements().count() > 1 && elements().filter(|value| has_blanks(value)).count() == 1
}

/// Returns whether an object has puzzles, but is not a record.
pub(super) fn is_nested(value: &[u8]) -> bool {
    if !matches!(Kind::of(value), Kind::Others) {
        return false;
    }
    let found = find(value);
    let has_text = found.iter().any(|(_, _, kind)| matches!(kind, Kind::Text));
    let is_certain = |(_, range, kind): &(String, Range<usize>, Kind)| match kind {
        Kind::Puzzle => !has_text && has_blanks(&value[range.clone()]),
        Kind::Record => has_puzzle(&value[range.clone()], has_text),
        Kind::Others | Kind::Text => false,
    };
    found.iter().any(is_certain)
}

fn has_blanks(value: &[u8]) -> bool {
    puzzle_of(value).is_some_and(|cells| cells.iter().any(|&byte| is_blank(byte)))
}

/// Returns whether a record has a puzzle with blanks, under a usual name if it `needs_name`.
fn has_puzzle(record: &[u8], needs_name: bool) -> bool {
    Members::of_value(record).any(|(key, value)| has_blanks(&record[value]) && (!needs_name || is_usual(key)))
}

fn is_usual(key: &[u8]) -> bool {
    PUZZLE_NAMES.iter().any(|name| key.eq_ignore_ascii_case(name.as_bytes()))
}

/// Appends the records in a value that begins at this position. Texts that could hold a puzzle follow as comments.
pub(super) fn append_records(value: &[u8], mut position: TextPosition, decoded: &mut DecodedLines) {
    let (found, mut passed) = (find(value), 0);
    if !found.iter().any(|(_, _, kind)| !matches!(kind, Kind::Text)) {
        return append_record(value, position, decoded);
    }
    for (path, range, kind) in found {
        position.pass(&value[passed..range.start]);
        passed = range.start;
        let (part, line) = (&value[range], &mut decoded.text);
        if let Kind::Text = kind {
            let text = serde_json::from_slice::<String>(part).unwrap_or_default();
            decoded.push_comment(text.as_bytes(), position);
            continue;
        }
        line.extend_from_slice(b"{\"path\":\"");
        write_escaped(path.as_bytes(), line);
        line.extend_from_slice(b"\",");
        match (kind, part[0]) {
            (Kind::Record, b'{') => {
                let at = line.len();
                append_object(part, line);
                line.remove(at);
            }
            (Kind::Record, _) => {
                append_elements(part, line);
                line.push(b'}');
            }
            _ => {
                line.extend_from_slice(b"\"puzzle\":\"");
                line.extend(puzzle_of(part).unwrap_or_default());
                line.extend_from_slice(b"\"}");
            }
        }
        line.push(b'\n');
        decoded.places.push(position.place(false));
    }
}

/// Returns the puzzles and records in a value, and the texts that could hold a puzzle, with the paths and places of all, in order.
fn find(value: &[u8]) -> Vec<(String, Range<usize>, Kind)> {
    let (mut found, mut left) = (Vec::new(), vec![(String::new(), 0..value.len())]);
    while let Some((path, range)) = left.pop() {
        let part = &value[range.clone()];
        match Kind::of(part) {
            Kind::Others => {
                let first = left.len();
                for (index, (key, inner)) in Members::of_value(part).enumerate() {
                    let path = match (part[0], &*path) {
                        (b'[', path) => format!("{path}[{index}]"),
                        (_, "") => String::from_utf8_lossy(key).into_owned(),
                        (_, path) => format!("{path}.{}", String::from_utf8_lossy(key)),
                    };
                    left.push((path, range.start + inner.start..range.start + inner.end));
                }
                left[first..].reverse();
            }
            Kind::Text if part[0] != b'"' || !could_hold(&leaves(part)) => {}
            kind => found.push((path, range, kind)),
        }
    }
    found
}
