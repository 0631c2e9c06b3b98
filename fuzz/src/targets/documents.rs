//! JSON documents and encodings: memory and streams in parts of any size have the same records, one for each element of a valid
//! array, and damage gives a message with a position.

use crate::bytes::Bytes;
use crate::parts::Parts;
use crate::text::PUZZLE;
use bulkdoku::internals::format::{FormatHint, open};
use bulkdoku::internals::{Input, for_each_chunk};
use serde_json::Value;

const PIECES: [&str; 24] = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    " ",
    "\n",
    "\r",
    "\"",
    "\\",
    "\"puzzle\":",
    "\"id\":1,",
    "\"\\u0070uzzle\":",
    "null",
    "true",
    "12",
    "-1.5e3",
    "\"\\n\"",
    "\"a\\\"b\"",
    "# c\n",
    "\"5\"",
    "NaN",
    "\u{e9}",
];

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (encoding, size) = (bytes.below(4), 1 + bytes.below(200));
    let mut text = String::new();
    while !bytes.is_empty() && text.len() < 3000 {
        let piece = bytes.below(PIECES.len() + 5);
        match piece.checked_sub(PIECES.len()) {
            None => text.push_str(PIECES[piece]),
            Some(0) => text.push_str(&format!("\"{PUZZLE}\"")),
            Some(1) => text.push_str(&cells(false)),
            Some(2) => text.push_str(&cells(true)),
            Some(3) => text.push_str(&format!("{{\"puzzle\": \"{PUZZLE}\"}}")),
            Some(_) => text.push_str(&format!("{{\n\"puzzle\": {}\n}},\n", cells(true))),
        }
    }
    let encoded =
        match encoding {
            0 => [&[0xFF, 0xFE][..], &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()]
                .concat(),
            1 => [&[0xFE, 0xFF][..], &text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>()]
                .concat(),
            _ => text.clone().into_bytes(),
        };
    let whole = lines(Input::bytes("file", encoded.clone()));
    let parts = lines(Input::reader("file", Parts::new(encoded, size)));
    assert_eq!(whole, parts, "in parts of {size} bytes");
    let opens_array = text.trim_start().starts_with("[{") || text.trim_start().starts_with("[\"");
    if let (true, Ok(Value::Array(elements)), Ok(lines)) = (opens_array, serde_json::from_str(&text), whole) {
        let is_row = lines.lines().count() == 1 && !text.trim_end().contains('\n');
        assert!(lines.lines().count() == elements.len() || is_row, "{} elements: {lines}", elements.len());
    }
}

fn cells(in_rows: bool) -> String {
    let cells: Vec<String> = PUZZLE.chars().map(|cell| cell.to_string().replace('.', "0")).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| row.join(",")).collect();
    if in_rows { format!("[[{}]]", rows.join("],\n[")) } else { format!("[{}]", rows.join(",")) }
}

/// Returns the decoded lines of an input, or why it cannot be decoded.
fn lines(input: bulkdoku::Result<Input>) -> Result<String, String> {
    let (input, found) = open(input.map_err(|error| error.to_string())?, &FormatHint::default())
        .map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    for_each_chunk(input, found.reader, 1 << 16, |_, chunk| text.extend_from_slice(chunk))
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
