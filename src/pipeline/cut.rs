//! Finds the ends of chunks.

use memchr::memrchr;

use crate::format::read::line::line_length;
use crate::format::{MAX_LINE, ReadRecords};

/// The end of a chunk.
pub(super) struct Cut {
    pub(super) length: usize,
    /// Whether the chunk ends inside a line that is longer than any record.
    pub(super) endless: bool,
}

/// Finds the end of the chunk at the start of `rest`. Returns `None` when nothing is left, or when more bytes must be read first.
/// `ended` is true if nothing follows `rest`.
///
/// The end is a record border, unless the first record is too long for any chunk. Then it is a line end in that record, or the
/// record is a line that has a chunk of its own.
pub(super) fn cut(rest: &[u8], ended: bool, format: &dyn ReadRecords, size: usize) -> Option<Cut> {
    let mut window = size;
    while window < rest.len() {
        if let Some(length) = format.cut(&rest[..window]) {
            return Some(Cut { length, endless: false });
        }
        if window >= MAX_LINE {
            let line_end = memrchr(b'\n', &rest[..window]); // within an overlong record of several lines
            let length = line_end.map_or(window, |end| end + 1);
            return Some(Cut { length, endless: line_end.is_none() });
        }
        window = (2 * window).min(MAX_LINE);
    }
    (ended && !rest.is_empty()).then_some(Cut { length: rest.len(), endless: false })
}

/// Returns the length of the next part of `rest`, which is not empty: about `size` bytes, up to a record border.
pub(super) fn next_cut(rest: &[u8], format: &dyn ReadRecords, size: usize) -> usize {
    match cut(rest, true, format, size) {
        Some(Cut { length, endless: true }) => length + line_length(&rest[length..]),
        Some(cut) => cut.length,
        None => rest.len(),
    }
}
