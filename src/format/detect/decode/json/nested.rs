//! Puzzles that are nested in other JSON values, and the jq program that makes them records.
//!
//! ```text
//! {"name": "easy", "puzzles": [{"board": "53..7…"}, …]}     .. | objects | select(.board)
//! {"sets": {"easy": ["53..7…", …]}}                         .. | objects | .easy // empty | .[]
//! ```

use serde_json::{Map, Value};

use super::cells;
use crate::board::grid::is_blank;
use crate::format::line_shape;

/// Returns the jq program that turns the puzzles nested in `json` into records. Returns `None` if there are no puzzles, or if
/// they are in members of the outermost value.
pub(in crate::format::detect) fn program(json: &[u8]) -> Option<String> {
    serde_json::from_slice(json).ok().and_then(|value| within(&value))
}

fn within(value: &Value) -> Option<String> {
    match value {
        Value::Object(object) => object.iter().find_map(|(key, value)| of_member(key, value)),
        Value::Array(values) => values.iter().find_map(|value| match value {
            Value::Object(object) => record(object).or_else(|| within(value)),
            _ => within(value),
        }),
        _ => None,
    }
}

fn of_member(key: &str, value: &Value) -> Option<String> {
    let is_list = match value {
        Value::Array(values) => values.iter().any(|value| has_blanks(value) || is_row(value)),
        Value::Object(object) => object.values().filter(|value| has_blanks(value)).count() > 1,
        _ => false,
    };
    if is_list {
        return Some(format!(".. | objects | {} // empty | .[]", member(key)?));
    }
    match value {
        Value::Object(object) => record(object).or_else(|| within(value)),
        _ => within(value),
    }
}

/// Returns the program that finds objects like this one, if it is a record.
fn record(object: &Map<String, Value>) -> Option<String> {
    let (key, _) = object.iter().find(|(_, value)| has_blanks(value))?;
    Some(format!(".. | objects | select({})", member(key)?))
}

/// Returns the jq path of the member with this key, safe for a shell.
fn member(key: &str) -> Option<String> {
    let is_word = |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_plain = |character: char| character != '\'' && !character.is_control();
    match key {
        _ if is_word(key) && key.starts_with(|first: char| !first.is_ascii_digit()) => {
            Some(format!(".{key}"))
        }
        _ => key.chars().all(is_plain).then(|| format!(".{}", Value::from(key))),
    }
}

/// Returns true for a table row: an array with a puzzle among other values, but not a list of puzzles.
fn is_row(value: &Value) -> bool {
    value.as_array().is_some_and(|values| values.iter().any(has_blanks))
}

fn has_blanks(value: &Value) -> bool {
    cells(value).is_some_and(|cells| cells.iter().any(|&byte| is_blank(byte)))
}

/// Returns the text of a puzzle, if the value is one.
fn cells(value: &Value) -> Option<Vec<u8>> {
    let text = match value {
        Value::String(text) => text.bytes().filter(|byte| *byte != b'\n').collect(),
        Value::Array(_) => {
            let mut text = Vec::new();
            cells::append_puzzle(value.to_string().as_bytes(), &mut text).then_some(text)?
        }
        _ => return None,
    };
    line_shape::is_puzzle(&text).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn program_of(json: &str) -> Option<String> {
        let digits: Vec<u8> =
            PUZZLE.bytes().map(|byte| crate::board::grid::digit(byte).unwrap_or(0)).collect();
        let rows: Vec<_> = digits.chunks(9).map(|row| format!("{row:?}")).collect();
        program(json.replace("ROWS", &format!("[{}]", rows.join(","))).replace('P', PUZZLE).as_bytes())
    }

    #[test]
    fn nested_records_are_found_by_the_key_of_their_puzzles() {
        let select = |key: &str| Some(format!(".. | objects | select(.{key})"));
        assert_eq!(program_of(r#"{"n":1,"puzzles":[{"id":1,"board":"P"}]}"#), select("board"));
        assert_eq!(program_of(r#"{"a":{"b":[{"solution":"S","value":ROWS}]}}"#), select("value"));
        assert_eq!(program_of(r#"[{"a":{"the quiz":"P"}}]"#), select("\"the quiz\""));
    }

    #[test]
    fn lists_of_puzzles_are_found_by_their_key() {
        let each = |key: &str| Some(format!(".. | objects | .{key} // empty | .[]"));
        assert_eq!(program_of(r#"{"easy":["P","P"]}"#), each("easy"));
        assert_eq!(program_of(r#"{"data":[ROWS,ROWS]}"#), each("data"));
        assert_eq!(program_of(r#"{"sets":{"1":"P","2":"P"}}"#), each("sets"));
        assert_eq!(program_of(r#"{"columns":["id","quiz"],"data":[[1,"P"],[2,"P"]]}"#), each("data"));
    }

    #[test]
    fn other_values_have_no_program() {
        for json in [r#"{"a":[1,2],"b":{"c":null}}"#, r#"{"a":"P"}"#, r#"{"it's":["P"]}"#, "[", "12"] {
            assert_eq!(program_of(json), None, "{json}");
        }
    }
}
