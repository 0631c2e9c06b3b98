//! Turns a JSON value into a line: an object whose puzzles are strings.
//!
//! ```text
//! {"id": 1, "puzzle": [5,3,0,…]}    {"id": 1, "puzzle": "530…"}
//! "53..7…"                          {"puzzle":"53..7…"}
//! [5,3,0,…]                         {"puzzle":"530…"}
//! ["53..7…", "5346…", 1.5]          {"1":"53..7…","2":"5346…","3":1.5}
//! ```

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr2_iter, memchr3};

use super::super::rows::SAME;
use super::super::text::{DecodedLines, TextPosition};
use super::cells;
use crate::board::grid::{CELLS, first_bad_byte};
use crate::board::notation::PENCILMARKS;
use crate::format::cells::{self as cells_of_text, SHORTEST};
use crate::format::read::jsonl::Members;
use crate::format::read::line::offset_in;
use crate::format::write::input_columns::write_escaped;
use crate::io::places::Place;

/// The text before the puzzle in the line of a record with nothing else.
const OPENING: &[u8] = b"{\"puzzle\":\"";

/// Appends the record `value`, valid JSON that begins at `column` of its line, as a line.
pub(super) fn append_line(value: &[u8], column: i64, line: &mut Vec<u8>) -> Place {
    let start = line.len();
    match value[0] {
        b'"' => return append_puzzle(value, column, line),
        b'[' => append_array(value, line),
        b'{' => append_object(value, line),
        _ => line.extend_from_slice(value),
    }
    Place { line: 0, column, is_copy: line[start..] == *value }
}

/// Appends a record that is only a string.
fn append_puzzle(text: &[u8], column: i64, line: &mut Vec<u8>) -> Place {
    line.extend_from_slice(OPENING);
    let place = match decoded(text) {
        Cow::Owned(text) => {
            append_text(&text, line);
            Place { line: 0, column, is_copy: false }
        }
        Cow::Borrowed(inner) => {
            line.extend_from_slice(inner);
            line.push(b'"');
            // The text begins one character after `column`, and in the line it begins after the added text.
            Place { column: column + 1 - OPENING.len() as i64, ..SAME }
        }
    };
    line.push(b'}');
    place
}

/// Returns whether [`append_line`] changes an object or an array that is on a line of its own.
pub(super) fn is_changed(value: &[u8]) -> bool {
    let mut line = Vec::new();
    append_line(value, 1, &mut line) != SAME
}

fn append_array(array: &[u8], line: &mut Vec<u8>) {
    match puzzle_of(array) {
        Some(cells) => {
            line.extend_from_slice(OPENING);
            append_text(&cells, line);
        }
        None => {
            line.push(b'{');
            append_elements(array, line);
        }
    }
    line.push(b'}');
}

/// Appends the elements of an array as members with their numbers as keys.
pub(super) fn append_elements(array: &[u8], line: &mut Vec<u8>) {
    for (index, (_, value)) in Members::of_value(array).enumerate() {
        let before = if index == 0 { "" } else { "," };
        line.extend_from_slice(format!("{before}\"{}\":", index + 1).as_bytes());
        append_value(&array[value], line);
    }
}

pub(super) fn append_object(object: &[u8], line: &mut Vec<u8>) {
    let is_plain = memchr3(b'\\', b'[', b'\n', object).is_none();
    if is_plain && memchr2(b'\r', b'\0', object).is_none() {
        return line.extend_from_slice(object);
    }
    let mut copied = 0;
    for (key, value) in Members::new(object) {
        let key = range_of(object, key);
        let key = key.start - 1..key.end + 1;
        append_spaces(&object[copied..key.start], line);
        append_key(&object[key.clone()], line);
        append_spaces(&object[key.end..value.start], line);
        append_value(&object[value.clone()], line);
        copied = value.end;
    }
    append_spaces(&object[copied..], line);
}

/// Returns the range of `part` in `whole`.
fn range_of(whole: &[u8], part: &[u8]) -> Range<usize> {
    let start = offset_in(whole, part);
    start..start + part.len()
}

/// Appends a member of an object or an array. A puzzle becomes a string without escapes.
pub(super) fn append_value(value: &[u8], line: &mut Vec<u8>) {
    let text = match value[0] {
        b'"' => match decoded(value) {
            Cow::Borrowed(_) => return line.extend_from_slice(value),
            Cow::Owned(text) if matches!(text.len(), CELLS | PENCILMARKS) => Some(text),
            Cow::Owned(_) => puzzle_of(value),
        },
        _ => puzzle_of(value),
    };
    match text {
        Some(text) => {
            line.push(b'"');
            append_text(&text, line);
        }
        None => append_spaces(value, line),
    }
}

fn append_key(key: &[u8], line: &mut Vec<u8>) {
    match memchr(b'\\', key).and_then(|_| serde_json::from_slice::<String>(key).ok()) {
        Some(text) => {
            line.push(b'"');
            append_text(text.as_bytes(), line);
        }
        None => line.extend_from_slice(key),
    }
}

/// Returns the content of a JSON string.
#[inline]
fn content(value: &[u8]) -> Cow<'_, [u8]> {
    let inner = &value[1..value.len() - 1];
    let text = memchr(b'\\', inner).and_then(|_| serde_json::from_slice::<String>(value).ok());
    text.map_or(Cow::Borrowed(inner), |text| Cow::Owned(text.into_bytes()))
}

/// Returns the content of a JSON string, without line ends from escapes.
#[inline]
fn decoded(value: &[u8]) -> Cow<'_, [u8]> {
    let mut text = content(value);
    if let Cow::Owned(text) = &mut text {
        text.retain(|byte| !matches!(byte, b'\n' | b'\r'));
    }
    text
}

/// Returns the 81 cells of a value that is a puzzle: a string or an array.
pub(super) fn puzzle_of(value: &[u8]) -> Option<Vec<u8>> {
    match value[0] {
        b'"' if value.len() > SHORTEST => match content(value) {
            text if text.len() == CELLS && first_bad_byte(&text).is_none() => Some(text.into_owned()),
            text => Some(cells_of_text::in_text(&text)?.ok()?.cells.to_vec()),
        },
        b'[' => cells::puzzle(value),
        _ => None,
    }
}

/// Appends the rest of a JSON string after its opening quote.
fn append_text(text: &[u8], line: &mut Vec<u8>) {
    write_escaped(text, line);
    line.push(b'"');
}

/// Appends JSON with spaces for its line ends, which are never inside strings.
pub(super) fn append_spaces(json: &[u8], line: &mut Vec<u8>) {
    let start = line.len();
    line.extend_from_slice(json);
    let added = &mut line[start..];
    for at in memchr2_iter(b'\n', b'\r', json) {
        added[at] = b' ';
    }
}

/// Appends the record `value`, which is at this position.
pub(super) fn append_record(value: &[u8], position: TextPosition, decoded: &mut DecodedLines) {
    let place = append_line(value, position.place(false).column, &mut decoded.text);
    decoded.text.push(b'\n');
    decoded.places.push(Place { line: position.line, ..place });
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn line(value: &str) -> (String, i64, bool) {
        let mut line = Vec::new();
        let place = append_line(value.as_bytes(), 5, &mut line);
        (String::from_utf8(line).unwrap(), place.column, place.is_copy)
    }

    fn cells() -> String {
        let cells: Vec<String> = PUZZLE.chars().map(|cell| cell.to_string().replace('.', "null")).collect();
        format!("[{}]", cells.join(", "))
    }

    #[test]
    fn a_string_or_an_array_of_cells_becomes_an_object_with_a_puzzle() {
        let expected = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
        assert_eq!(line(&format!("\"{PUZZLE}\"")), (expected.clone(), -5, true));
        assert_eq!(line(&format!("\"\\u0035{}\"", &PUZZLE[1..])), (expected.clone(), 5, false));
        assert_eq!(line(&format!("\"{}\\n{}\"", &PUZZLE[..9], &PUZZLE[9..])), (expected.clone(), 5, false));
        assert_eq!(line(&cells()), (expected, 5, false));
        assert_eq!(
            line("\"\\ud800\""),
            ("{\"puzzle\":\"\\ud800\"}".to_owned(), -5, true),
            "half a character"
        );
        assert_eq!(line("12"), ("12".to_owned(), 5, true));
    }

    #[test]
    fn another_array_becomes_an_object_with_numbers_as_keys() {
        let row = format!("[\"a\\\"b\", {}, 1.5, [2,\n3], null, {{\"c\": []}}]", cells());
        let expected = format!(
            "{{\"1\":\"a\\\"b\",\"2\":\"{PUZZLE}\",\"3\":1.5,\"4\":[2, 3],\"5\":null,\"6\":{{\"c\": []}}}}"
        );
        assert_eq!(line(&row), (expected, 5, false));
        assert_eq!(line("[]").0, "{}");
    }

    #[test]
    fn the_puzzles_of_an_object_become_strings_and_the_rest_stays() {
        let object = format!("{{\"id\":1,\"puzzle\":\"{PUZZLE}\",\"more\":\"a\"}}");
        assert_eq!(line(&object), (object.clone(), 5, true));
        let escaped = format!(
            "{{ \"i\\u0064\" : 1,\n\t\"Quiz\": \"\\u0035{}\", \"x\": \"\\u00e9\", \"y\": [1, [2]] }}",
            &PUZZLE[1..]
        );
        let expected =
            format!("{{ \"id\" : 1, \t\"Quiz\": \"{PUZZLE}\", \"x\": \"\\u00e9\", \"y\": [1, [2]] }}");
        assert_eq!(line(&escaped), (expected, 5, false));
        let nested = format!("{{\"puzzle\": {}, \"solution\": {}}}", cells(), cells());
        assert_eq!(line(&nested).0, format!("{{\"puzzle\": \"{PUZZLE}\", \"solution\": \"{PUZZLE}\"}}"));
        assert_eq!(line("{ \"k\\\"ey\": \"\\\\\" }").0, "{ \"k\\\"ey\": \"\\\\\" }");
    }

    #[test]
    fn only_arrays_and_relevant_escapes_change_a_line() {
        assert!(!is_changed(
            format!("{{\"id\": [1], \"a\": \"\\u00e9\", \"puzzle\":\"{PUZZLE}\"}}").as_bytes()
        ));
        assert!(is_changed(format!("{{\"puzzle\":{}}}", cells()).as_bytes()));
        assert!(is_changed(b"{\"puzz\\u006ce\":1}"));
    }
}
