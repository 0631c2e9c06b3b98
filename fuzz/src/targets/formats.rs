//! The readers of one-line records, of grids in nine rows and of puzzles in 729 characters.

use crate::readers::check_format;
use crate::text::expand;
use bulkdoku::format::RecordFormat;

/// The formats, by the first byte of the input.
const FORMATS: [RecordFormat; 3] = [RecordFormat::Line, RecordFormat::Grid, RecordFormat::Pencilmark];

pub fn run(data: &[u8]) {
    let [format, window, bytes @ ..] = data else { return };
    let text = expand(bytes);
    let format = FORMATS[usize::from(*format) % FORMATS.len()];
    check_format(format, &text, 1 + text.len() * usize::from(*window) / 256);
}
