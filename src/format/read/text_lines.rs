//! The lines of a text: their number, their ends, and the line that contains a byte.

use memchr::{memchr, memchr_iter, memrchr};

use crate::format::{Defect, Position, Reason};

/// The byte at the end of a DOS text file.
const DOS_END_OF_FILE: u8 = 0x1A;

/// Returns the number of lines of `text`. The last one may have no line end.
#[inline]
pub(crate) fn line_count(text: &[u8]) -> u64 {
    let is_open = text.last().is_some_and(|&byte| byte != b'\n');
    memchr_iter(b'\n', text).count() as u64 + u64::from(is_open)
}

/// Returns the byte offset of `part`, which is in `text`.
#[inline]
pub(crate) fn offset_in(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// The number of records that show the format of an input.
pub(crate) const EXAMINED: usize = 100;

/// Returns the lines of the first records of `head`: those that are neither blank nor comments.
pub(crate) fn first_records(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|&byte| byte == b'\n').filter(|line| !is_blank_or_comment(line)).take(EXAMINED)
}

/// Returns what is most often among what the first records show.
pub(crate) fn most_frequent<T: PartialEq>(found: &[T]) -> Option<&T> {
    found.iter().max_by_key(|one| found.iter().filter(|other| other == one).count())
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
    match chunk[..at].last() {
        Some(b'\n') | None => at,
        _ => memrchr(b'\n', &chunk[..at]).map_or(0, |end| end + 1),
    }
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

/// Returns whether the line is a comment, or blank.
///
/// A line of only the byte 0x1A, with which DOS ends a file, is blank. A comment with a bare CR counts as a record, because a
/// record may follow the CR.
#[inline]
pub(crate) fn is_blank_or_comment(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    if text.starts_with(b"#") || text.starts_with(b"//") {
        return bare_return(line).is_none();
    }
    text.iter().all(|&byte| byte == DOS_END_OF_FILE)
}

/// Returns whether this byte ends the puzzle. The rest of the line is then ignored.
#[inline]
pub(crate) fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b',' | b';' | b':' | b'|' | DOS_END_OF_FILE)
}

/// Returns the number of bytes before the first one that is not white space.
pub(super) fn indent(line: &[u8]) -> usize {
    line.len() - line.trim_ascii_start().len()
}

/// Returns the defect of a line with a CR between other characters.
#[inline]
pub(crate) fn bare_return(line: &[u8]) -> Option<Defect> {
    let indent = indent(line);
    let at = memchr(b'\r', line[indent..].trim_ascii_end())?;
    Some(Defect { position: Position::column(indent + at + 1), reason: Reason::BareReturn })
}
