//! The text of a record.

use crate::format::read::line::{line_around, line_start};
use crate::format::{MAX_LINE, Reason, Record};

/// Returns the text from the first byte of the record on, or nothing for a line that was cut off.
#[inline]
pub(super) fn record_text<'a>(record: &Record<'a>) -> &'a [u8] {
    let reason = record.defect.map(|defect| defect.reason);
    if reason == Some(Reason::Endless) {
        return b"";
    }
    let start = line_start(record.chunk, record.origin);
    if reason == Some(Reason::Quote) {
        let end = line_around(record.chunk, start).1; // the next line is another record
        return &record.chunk[start..end];
    }
    &record.chunk[start..record.chunk.len().min(start + MAX_LINE)]
}
