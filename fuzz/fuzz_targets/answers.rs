//! The reader of files of answers: each answer has the position at which its text stands.
#![no_main]

use std::io::Cursor;

use bulkdoku::internals::{Input, for_each_answer};
use bulkdoku_fuzz::text::expand;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = expand(data);
    let plain = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
    let lines: Vec<&[u8]> = plain.split(|&byte| byte == b'\n').collect();
    let Ok(input) = Input::reader("answers", Cursor::new(text.clone())) else { return };
    let mut last = 0;
    let read = for_each_answer(input, |answer, (line, column)| {
        assert!(line > last, "line {line} after line {last}");
        last = line;
        let stands = lines[line as usize - 1].get(column as usize - 1..).expect("a position in the line");
        assert!(stands.starts_with(answer), "another text at {line}:{column}");
    });
    read.expect("memory can be read");
});
