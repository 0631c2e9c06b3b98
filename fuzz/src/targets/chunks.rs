//! The cutting into chunks: chunks of any size give the records of the whole text.

use std::io::Cursor;
use std::sync::Arc;

use crate::readers::{detected, records};
use crate::text::expand;
use bulkdoku::internals::{Input, for_each_chunk};

pub fn run(data: &[u8]) {
    let Some((&size, bytes)) = data.split_first() else { return };
    let text = expand(bytes);
    let Some((reader, header)) = detected(&text) else { return };
    let Ok(mut input) = Input::reader("text", Cursor::new(text.clone())) else { return };
    if input.head() != text {
        return; // a byte order mark, or compressed
    }
    input.skip(header);
    let text = &text[header..];
    let (whole, whole_lines) = records(reader.as_ref(), text, 0);

    let size = 1 + usize::from(size) * usize::from(size) / 32;
    let (mut offset, mut found, mut lines) = (0, Vec::new(), 0);
    for_each_chunk(input, Arc::clone(&reader), size, |lines_before, chunk| {
        assert!(text[offset..].starts_with(chunk), "other bytes at {offset}");
        let newlines = text[..offset].iter().filter(|&&byte| byte == b'\n').count() as u64;
        assert_eq!(lines_before, newlines, "the lines before the chunk at {offset}");
        let (part, part_lines) = records(reader.as_ref(), chunk, offset);
        found.extend(part);
        lines += part_lines;
        offset += chunk.len();
    })
    .expect("memory can be read");
    assert_eq!(offset, text.len(), "bytes are missing");
    assert_eq!(found, whole, "other records in chunks of {size} bytes");
    assert_eq!(lines, whole_lines, "other lines in chunks of {size} bytes");
}
