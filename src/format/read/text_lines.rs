//! The lines of a text: their number, their ends, and the line that contains a byte.

use memchr::{memchr, memchr_iter, memrchr};

use crate::format::Position;

/// Returns the number of lines of `text`. The last one may have no line end.
#[inline]
pub(crate) fn line_count(text: &[u8]) -> u64 {
    let is_open = text.last().is_some_and(|&byte| byte != b'\n');
    memchr_iter(b'\n', text).count() as u64 + u64::from(is_open)
}

/// Returns the number of bytes of the first line of `text`, including its line end.
#[inline]
pub(crate) fn line_length(text: &[u8]) -> usize {
    memchr(b'\n', text).map_or(text.len(), |end| end + 1)
}

/// Returns the text from byte `start` to the end of its line, without the line end.
#[inline]
pub(crate) fn line_from(text: &[u8], start: usize) -> &[u8] {
    let rest = &text[start..];
    &rest[..memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// Returns the byte offset of the line after the one that contains byte `at`.
pub(crate) fn next_line(chunk: &[u8], at: usize) -> usize {
    at + line_length(&chunk[at..])
}

/// Returns the byte offset of the start of the line that contains byte `at`.
#[inline]
pub(crate) fn line_start(chunk: &[u8], at: usize) -> usize {
    memrchr(b'\n', &chunk[..at]).map_or(0, |end| end + 1)
}

/// Returns the byte offsets of the start and the end of the line that contains byte `at`.
#[inline]
pub(crate) fn line_around(chunk: &[u8], at: usize) -> (usize, usize) {
    let start = line_start(chunk, at);
    let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |length| at + length);
    (start, end)
}

/// Returns the position of byte `at` in the record that has byte `origin` on its first line.
#[cold]
pub(super) fn position(chunk: &[u8], origin: usize, at: usize) -> Position {
    let start = line_start(chunk, at);
    let above = chunk.get(origin..start).unwrap_or_default();
    Position { line: memchr_iter(b'\n', above).count() as u32, column: (at - start) as u32 + 1 }
}
