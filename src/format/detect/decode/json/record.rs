//! Turns a JSON value into a line: an object with the puzzle under a key, and without escapes in it.
//!
//! ```text
//! {"id": 1, "puzzle": "\u00353..7…"}    {"id": 1, "puzzle": "53..7…"}
//! "53..7…"                              {"puzzle":"53..7…"}
//! [5,3,0,…]                             {"puzzle":"530…"}
//! ["53..7…", "5346…", 1.5]              {"1":"53..7…","2":"5346…","3":1.5}
//! ```

use memchr::{memchr, memchr_iter, memchr2_iter};

use super::super::text::{DecodedLines, TextPosition};
use crate::board::grid::{CELLS, is_blank};
use crate::board::notation::PENCILMARKS;
use crate::format::cells::{self, SHORTEST, SIDE, Style};
use crate::format::read::jsonl::Members;
use crate::format::read::line::offset_in;
use crate::format::write::input_columns::write_escaped;
use crate::io::places::Place;

/// The text before the value in the line of a record with nothing else.
const OPENING: &[u8] = b"{\"puzzle\":";

/// The largest number of bytes of an array that is a puzzle, with the white space that programs write between cells.
pub(super) const LONGEST_GRID: usize = 16 * 1024;

/// Appends the record `value`, valid JSON that begins at `column` of its line, as a line.
pub(super) fn append_line(value: &[u8], column: i64, line: &mut Vec<u8>) -> Place {
    let start = line.len();
    append_as_object(value, if value[0] == b'[' { puzzle_of(value) } else { None }, line);
    let before = if value[0] == b'{' { 0 } else { OPENING.len() };
    let is_copy = line.get(start + before..).is_some_and(|line| line.starts_with(value));
    Place { line: 0, column: if is_copy { column - before as i64 } else { column }, is_copy }
}

/// Appends a value as an object. An array of the cells of a puzzle becomes a string, unless some are wrong.
pub(super) fn append_as_object(value: &[u8], puzzle: Option<[u8; CELLS]>, line: &mut Vec<u8>) {
    match (value[0], puzzle) {
        (b'{', _) => append_object(value, line),
        (b'[', None) => append_elements(value, line),
        (b'[', Some(cells)) if !cells.iter().all(|&cell| is_blank(cell)) => append_as_puzzle(&cells, line),
        _ => {
            line.extend_from_slice(OPENING);
            append_value(value, line);
            line.push(b'}');
        }
    }
}

/// Appends a text that is not JSON as the puzzle of an object.
pub(super) fn append_malformed(text: &[u8], line: &mut Vec<u8>) {
    let mut on_one_line = Vec::new();
    append_spaces(text, &mut on_one_line);
    append_as_puzzle(&on_one_line, line);
}

/// Appends a text as the puzzle of an object.
fn append_as_puzzle(text: &[u8], line: &mut Vec<u8>) {
    line.extend_from_slice(OPENING);
    append_text(text, line);
    line.push(b'}');
}

/// Returns whether [`append_line`] changes an object or an array that is on a line of its own.
pub(super) fn is_changed(value: &[u8]) -> bool {
    let mut line = Vec::new();
    append_line(value, 1, &mut line);
    line != value
}

/// Appends the elements of an array as members of an object, with their numbers as keys.
fn append_elements(array: &[u8], line: &mut Vec<u8>) {
    line.push(b'{');
    for (index, (_, value)) in Members::of_value(array).enumerate() {
        let before = if index == 0 { "" } else { "," };
        line.extend_from_slice(format!("{before}\"{}\":", index + 1).as_bytes());
        append_value(&array[value], line);
    }
    line.push(b'}');
}

fn append_object(object: &[u8], line: &mut Vec<u8>) {
    let mut copied = 0;
    if memchr(b'\\', object).is_some() {
        for (key, value) in Members::new(object) {
            let start = offset_in(object, key);
            append_spaces(&object[copied..start], line);
            append_key(key, line);
            append_spaces(&object[start + key.len()..value.start], line);
            append_value(&object[value.clone()], line);
            copied = value.end;
        }
    }
    append_spaces(&object[copied..], line);
}

/// Appends a key without escapes.
fn append_key(key: &[u8], line: &mut Vec<u8>) {
    match text_of(&[b"\"", key, b"\""].concat()) {
        Some(text) => write_escaped(&text, line),
        None => line.extend_from_slice(key),
    }
}

/// Appends a member of an object or an array. A puzzle with escapes loses them.
fn append_value(value: &[u8], line: &mut Vec<u8>) {
    match puzzle_with_escapes(value) {
        Some(puzzle) => append_text(&puzzle, line),
        None if value[0] == b'"' => line.extend_from_slice(value),
        None => append_spaces(value, line),
    }
}

/// Appends a text as a string.
fn append_text(text: &[u8], line: &mut Vec<u8>) {
    line.push(b'"');
    write_escaped(text, line);
    line.push(b'"');
}

/// Returns the cells of a string with escapes that is as long as a puzzle without its line ends, or is a puzzle.
fn puzzle_with_escapes(value: &[u8]) -> Option<Vec<u8>> {
    let mut text = text_of(value)?;
    let puzzle = puzzle_of(value);
    text.retain(|byte| !matches!(byte, b'\n' | b'\r'));
    if matches!(text.len(), CELLS | PENCILMARKS) { Some(text) } else { puzzle.map(Vec::from) }
}

/// Returns the content of a JSON string with escapes.
fn text_of(value: &[u8]) -> Option<Vec<u8>> {
    let text = memchr(b'\\', value).filter(|_| value[0] == b'"');
    text.and_then(|_| serde_json::from_slice(value).ok()).map(String::into_bytes)
}

/// Returns the 81 cells of a value that is a puzzle: a string or an array. An array with wrong cells has no clues.
pub(super) fn puzzle_of(value: &[u8]) -> Option<[u8; CELLS]> {
    match value[0] {
        b'"' if value.len() > SHORTEST => {
            let text = text_of(value);
            Some(cells::in_text(text.as_deref().unwrap_or(&value[1..value.len() - 1]))?.ok()?.cells)
        }
        b'[' if is_grid(value) => Some(cells::in_text(value)?.map_or([b'.'; CELLS], |puzzle| puzzle.cells)),
        _ => None,
    }
}

/// Returns whether an array has the form of a puzzle: as many commas, and a first element that is a cell or a row.
///
/// ```text
/// [5,3,null,null,7,…]           81 cells
/// [[5,3,0,0,7,…],["6","","",…]] nine rows of nine cells
/// ["53..7....","6..195...",…]   nine rows as strings
/// ```
fn is_grid(array: &[u8]) -> bool {
    let mut elements = Members::of_value(array);
    let Some((_, first)) = elements.next() else { return false };
    let first = &array[first];
    let cells = || memchr_iter(b',', array).count() + 1;
    match first {
        [b'{', ..] => false,
        // A list of one array of 81 cells is no grid.
        [b'[', row @ ..] => memchr(b'[', row).is_none() && cells() == CELLS && elements.next().is_some(),
        _ if first.len() > SIDE + 2 => false,
        [b'"', ..] => matches!(cells(), SIDE | CELLS),
        _ => cells() == CELLS,
    }
}

/// Returns whether an array is nine cells, whatever these are.
pub(super) fn is_row(array: &[u8]) -> bool {
    let mut cells = Members::of_value(array).map(|(_, cell)| &array[cell]);
    let is_cell = |cell: &[u8]| !matches!(cell[0], b'[' | b'{') && Style::Words(0).cells(cell).count() == 1;
    cells.by_ref().take(SIDE).filter(|cell| is_cell(cell)).count() == SIDE && cells.next().is_none()
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
    fn a_value_that_is_no_object_becomes_the_puzzle_of_one() {
        let expected = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
        assert_eq!(line(&format!("\"{PUZZLE}\"")), (expected.clone(), -5, true));
        assert_eq!(line(&format!("\"\\u0035{}\"", &PUZZLE[1..])), (expected.clone(), 5, false));
        assert_eq!(line(&format!("\"{}\\n{}\"", &PUZZLE[..9], &PUZZLE[9..])), (expected.clone(), 5, false));
        assert_eq!(line(&cells()), (expected, 5, false));
        let wrong = cells().replacen("null", "10", 1);
        for value in ["\"\\ud800\"", "12", "null", &wrong] {
            assert_eq!(line(value), (format!("{{\"puzzle\":{value}}}"), -5, true));
        }
    }

    #[test]
    fn another_array_becomes_an_object_with_numbers_as_keys() {
        let row = format!("[\"a\\\"b\", {}, 1.5, [2,\n3], null, {{\"c\": []}}]", cells());
        let expected = format!(
            "{{\"1\":\"a\\\"b\",\"2\":{},\"3\":1.5,\"4\":[2, 3],\"5\":null,\"6\":{{\"c\": []}}}}",
            cells()
        );
        assert_eq!(line(&row), (expected, 5, false));
        assert_eq!(line("[]").0, "{}");
    }

    #[test]
    fn the_puzzles_of_an_object_lose_their_escapes_and_the_rest_stays() {
        let object = format!("{{\"id\":1,\"puzzle\":\"{PUZZLE}\",\"more\":{}}}", cells());
        assert_eq!(line(&object), (object.clone(), 5, true));
        let escaped = format!(
            "{{ \"i\\u0064\" : 1,\n\t\"Quiz\": \"\\u0035{}\", \"x\": \"\\u00e9\", \"y\": [1, [2]] }}",
            &PUZZLE[1..]
        );
        let expected =
            format!("{{ \"id\" : 1, \t\"Quiz\": \"{PUZZLE}\", \"x\": \"\\u00e9\", \"y\": [1, [2]] }}");
        assert_eq!(line(&escaped), (expected, 5, false));
        assert_eq!(line("{ \"k\\\"ey\": \"\\\\\" }").0, "{ \"k\\\"ey\": \"\\\\\" }");
    }

    #[test]
    fn only_relevant_escapes_change_a_line() {
        assert!(!is_changed(
            format!("{{\"id\": [1], \"a\": \"\\u00e9\", \"puzzle\":{}}}", cells()).as_bytes()
        ));
        assert!(is_changed(b"{\"puzz\\u006ce\":1}"));
        assert!(is_changed(cells().as_bytes()));
    }

    #[test]
    fn arrays_of_cells_are_puzzles() {
        let cell = |blank: &'static str| move |cell: char| cell.to_string().replace('.', blank);
        let array = |blank| {
            let cells: Vec<String> = PUZZLE.chars().map(cell(blank)).collect();
            format!("[{}]", cells.join(", "))
        };
        let rows = |blank| {
            let cells: Vec<String> = PUZZLE.chars().map(cell(blank)).collect();
            let rows: Vec<String> = cells.chunks(9).map(|row| row.join(", ")).collect();
            format!("[\n [{}]\n]", rows.join("],\n ["))
        };
        let puzzle = |array: &str| puzzle_of(array.as_bytes());
        for blank in ["null", "\"\"", "\" \"", "\".\""] {
            assert_eq!(puzzle(&array(blank)).as_ref().map(<[u8; 81]>::as_slice), Some(PUZZLE.as_bytes()));
            assert_eq!(puzzle(&rows(blank)).as_ref().map(<[u8; 81]>::as_slice), Some(PUZZLE.as_bytes()));
        }
        for wrong in ["10", "-1", "1.5", "true", "\"ab\"", "null"] {
            assert_eq!(puzzle(&array("0").replacen('0', wrong, 1)), Some([b'.'; 81]), "{wrong}");
        }
        for other in [
            "[]".to_owned(),
            "[1,2]".to_owned(),
            array("0").replacen("0,", "", 1),
            rows("0").replacen("0,", "", 1),
            rows("0").replacen("0", "0, 0", 1).replacen("[6, ", "[", 1),
            rows("0").replacen("[5", "5, [", 1),
            array("0").replacen("0", "[0]", 1),
            array("0").replacen("0", "{\"a\":0}", 1),
            array("0").replacen("0", "0, 0", 1),
            format!("[{}]", rows("0")),
            format!("[\"{PUZZLE}\"]"),
            format!("[{}]", array("0")),
            format!("[\n  {}\n]", array("0")),
            format!("[{}]", vec![format!("\"{PUZZLE}\""); 81].join(",")),
        ] {
            assert_eq!(puzzle(&other), None, "{other}");
        }
    }
}
