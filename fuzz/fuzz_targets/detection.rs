//! The detection of the format, and the reader that it chooses.
#![no_main]

use bulkdoku::internals::format::{FormatHint, detect};
use bulkdoku_fuzz::readers::check;
use bulkdoku_fuzz::text::expand;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&window, bytes)) = data.split_first() else { return };
    let text = expand(bytes);
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
});
