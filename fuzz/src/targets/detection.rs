//! The detection of the format, and the reader that it chooses. A text in memory (like a mapped file) and a stream of the
//! same bytes are read in the same way.

use std::io::Cursor;

use crate::readers::check;
use crate::text::expand;
use bulkdoku::internals::Input;
use bulkdoku::internals::format::{FormatHint, detect, open};

/// Returns how an input is read, and its header.
fn opened(input: bulkdoku::Result<Input>) -> Result<(String, Vec<u8>), String> {
    let (input, found) =
        input.and_then(|input| open(input, &FormatHint::default())).map_err(|error| error.to_string())?;
    Ok((found.read_as.to_string(), input.preamble().to_vec()))
}

pub fn run(data: &[u8]) {
    let Some((&window, bytes)) = data.split_first() else { return };
    let text = expand(bytes);
    let streamed = opened(Input::reader("text", Cursor::new(text.clone())));
    assert_eq!(opened(Input::bytes("text", text.clone())), streamed);
    match detect(&text, "text", &FormatHint::default()) {
        Ok(found) => {
            let header = &text[..found.preamble.min(text.len())];
            assert!(
                found.preamble >= text.len() || header.is_empty() || header.ends_with(b"\n"),
                "half a line"
            );
            let rest = &text[header.len()..];
            check(found.reader.as_ref(), rest, 1 + rest.len() * usize::from(window) / 256);
        }
        Err(error) => assert!(error.to_string().starts_with("text:"), "{error}"),
    }
}
