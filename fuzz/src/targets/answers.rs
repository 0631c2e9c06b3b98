//! The reader of answer files: each answer has the position of its text.

use std::io::Cursor;

use crate::text::expand;
use bulkdoku::internals::{Input, for_each_answer};

pub fn run(data: &[u8]) {
    let text = expand(data);
    let plain = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
    let lines: Vec<&[u8]> = plain.split(|&byte| byte == b'\n').collect();
    // Positions in decoded text are those of the original bytes.
    let has_lone_return = plain.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n');
    let is_decoded = has_lone_return || text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    // Rows after an open quote have other positions.
    let has_quotes = text.contains(&b'"');
    let Ok(input) = Input::reader("answers", Cursor::new(text.clone())) else { return };
    let (mut last, mut count) = ((0, 0), 0);
    let read = for_each_answer(input, |answer, (line, column)| {
        assert!((line, column) > last || has_quotes, "{line}:{column} after {last:?}");
        (last, count) = ((line, column), count + 1);
        // In a grid or in quotes, only the beginning of an answer is at its position. Columns count
        // characters. A text other than a solution may be rewritten, or have the position of its first cell.
        let is_solution = answer.len() == 81 && answer.iter().all(|cell| matches!(cell, b'1'..=b'9'));
        let is_same = !is_decoded && text.is_ascii() && is_solution;
        let first = answer.first().filter(|_| is_same && line as usize <= lines.len());
        let Some(first) = first else { return };
        let begins = lines[line as usize - 1].get(column as usize - 1..).expect("a position in the line");
        let is_here = begins.first() == Some(first) || begins.starts_with(b"\"") || begins.starts_with(b"[");
        assert!(is_here, "another text at {line}:{column}");
    });
    // A damaged document ends early.
    assert!(read.is_ok() || !text.is_empty(), "{count} answers");
}
