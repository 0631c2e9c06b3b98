//! The reader of puzzles in 729 characters.
#![no_main]

use bulkdoku::format::RecordFormat;
use bulkdoku_fuzz::readers::check_format;
use bulkdoku_fuzz::text::expand;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&window, bytes)) = data.split_first() else { return };
    let text = expand(bytes);
    check_format(RecordFormat::Pencilmark, &text, 1 + text.len() * usize::from(window) / 256);
});
