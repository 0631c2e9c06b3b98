//! Compressed inputs: valid ones give their text, and damaged ones an error or some text, in bounded memory.

use std::io::{Cursor, Write};
use std::sync::Arc;

use crate::bytes::Bytes;
use crate::text::expand;
use bulkdoku::internals::format::Lines;
use bulkdoku::internals::{Input, for_each_chunk};
use flate2::Compression;
use flate2::write::GzEncoder;

pub fn run(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(8) {
        0 => drop(text_of([&[0x1F, 0x8B, 8][..], bytes.rest()].concat())),
        1 => drop(text_of([&[0x28, 0xB5, 0x2F, 0xFD][..], bytes.rest()].concat())),
        kind @ 2..4 => {
            let (at, value) = (usize::from(bytes.byte()), bytes.byte());
            let mut file = compress(kind % 2 == 0, &expand(bytes.rest()));
            let at = at % file.len();
            if value == file[at] {
                file.truncate(at)
            } else {
                file[at] = value
            }
            drop(text_of(file));
        }
        kind => {
            let (split, zeros) = (usize::from(bytes.byte()), bytes.below(64));
            let text = expand(bytes.rest());
            let (first, second) = text.split_at(split.min(text.len()));
            let is_gzip = kind % 2 == 0;
            let mut file = [compress(is_gzip, first), compress(is_gzip, second)].concat();
            if is_gzip {
                file.resize(file.len() + zeros, 0);
            }
            let expected = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
            assert_eq!(text_of(file).as_deref(), Some(expected));
        }
    }
}

fn compress(is_gzip: bool, text: &[u8]) -> Vec<u8> {
    if !is_gzip {
        return zstd::encode_all(text, 1).expect("memory can be written");
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).and_then(|()| encoder.finish()).expect("memory can be written")
}

/// Returns the text of a file, or `None` if it is damaged.
fn text_of(file: Vec<u8>) -> Option<Vec<u8>> {
    let input = Input::reader("file", Cursor::new(file)).ok()?;
    let mut text = Vec::new();
    let collect = |_, chunk: &[u8]| {
        if text.len() < 1 << 20 {
            text.extend_from_slice(chunk);
        }
    };
    for_each_chunk(input, Arc::new(Lines), 1 << 16, collect).ok()?;
    Some(text)
}
