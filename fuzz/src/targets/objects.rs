//! JSON lines: any text, and objects with known puzzles. The objects give the same records and defects as plain lines of these
//! puzzles, each on its line.

use std::io::Cursor;
use std::sync::Arc;

use crate::bytes::Bytes;
use crate::readers::{check_format, records};
use crate::text::{PUZZLE, SOLUTION, expand};
use bulkdoku::format::RecordFormat;
use bulkdoku::internals::format::{Lines, ObjectLines as JsonLines, Reason};
use bulkdoku::internals::{Input, for_each_chunk};

/// Members without a puzzle.
const MEMBERS: [&str; 6] = [
    r#""id":7"#,
    r#""note" : "a, \"puzzle\":\"x\" {\\""#,
    r#""list":[1,{"puzzle":"x]}"},[]]"#,
    r#""none":null"#,
    r#""hardness":-1.5e3"#,
    r#""Puzzle":"12""#,
];

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let window = bytes.byte();
    if bytes.below(2) == 0 {
        let text = expand(bytes.rest());
        return check_format(RecordFormat::Jsonl, &text, 1 + text.len() * usize::from(window) / 256);
    }
    let (mut text, mut expected) = (String::new(), Vec::new());
    for line in 0..40 {
        if bytes.is_empty() {
            break;
        }
        match bytes.below(16) {
            0 => text.push('\n'),
            1 => text.push_str("# {\"puzzle\":\"12\"}\n"),
            2 => {
                text.push_str("{\"id\":7}\n");
                expected.push((line, Err(Reason::NoText)));
            }
            _ => {
                let puzzle = draw(&mut bytes);
                text.push_str(&object(&mut bytes, &puzzle));
                expected.push((line, of_line(&puzzle)));
            }
        }
    }
    let (mut found, input) = (Vec::new(), Input::reader("file", Cursor::new(text)).expect("a text"));
    let reader = JsonLines::new(b"puzzle");
    for_each_chunk(input, Arc::new(reader.clone()), 1 + 8 * usize::from(window), |before, chunk| {
        found.extend(records(&reader, chunk, 0).0.into_iter().map(|(origin, record)| {
            let line = before as usize + chunk[..origin].iter().filter(|&&byte| byte == b'\n').count();
            (line, record.map_err(|defect| defect.reason))
        }));
    })
    .expect("bytes in memory");
    assert_eq!(found, expected);
}

/// Draws a puzzle, sometimes with a wrong character or length.
fn draw(bytes: &mut Bytes<'_>) -> String {
    let mut puzzle = bytes.pick(&[PUZZLE, SOLUTION]).to_owned();
    let (cell, character) = (bytes.below(81), bytes.pick(&["a", "é", "!", "{", "]", "\u{1}", "0", "*"]));
    match bytes.below(4) {
        0 => puzzle.replace_range(cell..=cell, character),
        1 => puzzle.truncate(cell),
        _ => {}
    }
    puzzle
}

/// Draws an object with this puzzle among other members.
fn object(bytes: &mut Bytes<'_>, puzzle: &str) -> String {
    let mut members = |most| (0..bytes.below(most)).map(|_| bytes.pick(&MEMBERS).to_owned()).collect();
    let (before, after): (Vec<String>, Vec<String>) = (members(3), members(3));
    let puzzle = format!("\"puzzle\":\"{puzzle}\"");
    let members = [before, vec![puzzle], after].concat();
    let (open, comma, close) =
        bytes.pick(&[("{", ",", "}\n"), (" { ", " , ", " } \n"), ("{\t", ", ", "}\r\n")]);
    format!("{open}{}{close}", members.join(comma))
}

/// Returns the record of this puzzle on a plain line.
fn of_line(puzzle: &str) -> Result<Vec<u8>, Reason> {
    match records(&Lines, format!("{puzzle}\n").as_bytes(), 0).0.pop() {
        Some((_, record)) => record.map_err(|defect| defect.reason),
        None => Err(Reason::Length { found: 0, expected: 81 }), // an empty line is not a record
    }
}
