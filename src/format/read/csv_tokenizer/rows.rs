//! Splits a text into the rows of a table, which can have line ends in quoted fields, and finds stray quotes.

use memchr::{memchr, memchr_iter, memchr2, memchr3};

use super::{Delimiter, Field, Fields, Quote, trimmed};
use crate::board::grid::CELLS;
use crate::format::MAX_LINE;
use crate::format::read::text_lines::{is_blank_or_comment, line_length};

/// A row at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The number of bytes, including the line end.
    pub(crate) length: usize,
    /// Whether the row ends with a line end instead of the end of the text.
    pub(crate) is_closed: bool,
    /// The requested field, if the row has it.
    pub(crate) field: Option<Field>,
    /// The byte offset of a stray quote. Such a row has no fields.
    pub(crate) stray_quote: Option<usize>,
}

/// Returns the row at the start of `text`, which is neither blank nor a comment, with its field `column`. `is_whole` is true if
/// nothing follows `text`.
///
/// A quote is stray if it does not close at the end of its field, or not within [`MAX_LINE`] bytes. It would make a row swallow
/// the lines after it, so such a row is only its first line and has no fields. The stray quote is the first one on that line that
/// stays open, or that closes before the end of its field, however long the text after it is. A row of one line keeps its fields
/// even if text follows a closing quote.
pub(crate) fn row(text: &[u8], delimiter: Delimiter, column: usize, is_whole: bool) -> Row {
    let end = match delimiter {
        Delimiter::Byte(byte) => one_line(text, 0, byte),
        Delimiter::Space | Delimiter::Any => memchr(b'\n', text).filter(|&end| end < MAX_LINE),
    };
    if let Some(end) = end {
        let field = Fields::new(&text[..end], delimiter).nth(column);
        return Row { length: end + 1, is_closed: true, field, stray_quote: None };
    }
    long_row(text, delimiter, column, is_whole)
}

/// Returns the line end of the row at the start of `text`, which has no quote before byte `at`. Returns `None` for a row that
/// does not end on its first line, or that has a CR anywhere but before the line end.
///
/// Outside quotes, a quote opens a field only if it is the first byte of the row or follows a delimiter. So the other delimiters
/// need not be found.
#[inline(always)] // for every line of a table with quotes, twice
pub(crate) fn one_line(text: &[u8], mut at: usize, delimiter: u8) -> Option<usize> {
    loop {
        at += memchr3(b'\n', b'\r', b'"', &text[at..])?;
        match text[at] {
            b'\n' => break,
            b'\r' if text.get(at + 1) == Some(&b'\n') => {
                at += 1;
                break;
            }
            b'\r' => return None,
            _ => {}
        }
        let opens = at == 0 || text[at - 1] == delimiter;
        at += 1;
        if opens {
            at = end_of_quoted(text, at)?;
        }
        if text.get(at) == Some(&b'\n') {
            break;
        }
    }
    (at < MAX_LINE).then_some(at)
}

/// Returns the byte after the closing quote of a field whose text begins at `at`, or `None` if it does not close on its line.
fn end_of_quoted(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += memchr2(b'"', b'\n', &text[at..])? + 1;
        match text.get(at) {
            _ if text[at - 1] == b'\n' => return None,
            Some(b'"') => at += 1, // a doubled quote
            _ => return Some(at),
        }
    }
}

/// Finds the end and the column of any row, including one with line ends in quoted fields.
#[cold]
fn long_row(text: &[u8], delimiter: Delimiter, column: usize, is_whole: bool) -> Row {
    let limited = &text[..text.len().min(MAX_LINE)];
    let mut fields = Fields::new(limited, delimiter);
    let field = fields.nth(column);
    let end = fields.row_end();
    let is_closed = end < limited.len();
    let length = end + usize::from(is_closed);
    let first_line = &limited[..line_length(&limited[..length])];
    let is_cut_off = !is_closed && length >= MAX_LINE;
    let has_end = is_closed || first_line.len() < MAX_LINE || first_line.ends_with(b"\n");
    let is_one_line = first_line.len() == length;
    let is_stray = |field: Field| field.is_open() || !is_one_line && field.is_stray(&limited[..length]);
    if has_end
        && (is_closed || is_whole || is_cut_off)
        && Fields::new(&limited[..length], delimiter).any(is_stray)
    {
        let is_closed = first_line.ends_with(b"\n");
        let stray_quote = stray_quote(first_line, delimiter);
        return Row { length: first_line.len(), is_closed, field: None, stray_quote };
    }
    if is_cut_off {
        let length = length + line_length(&text[length..]);
        return Row { length, is_closed: text[..length].ends_with(b"\n"), field, stray_quote: None };
    }
    Row { length, is_closed, field, stray_quote: None }
}

/// Returns the byte offset of the first stray quote of a row.
pub(super) fn stray_quote(row: &[u8], delimiter: Delimiter) -> Option<usize> {
    Fields::new(row, delimiter).find(|field| field.is_stray(row)).map(|field| field.start)
}

/// Returns the byte offset of a CR in a row that is neither in quotes nor in the white space around the row.
pub(crate) fn unquoted_return(row: &[u8], delimiter: Delimiter) -> Option<usize> {
    let text = trimmed(row, 0..row.len());
    let first = text.start + memchr(b'\r', &row[text.clone()])?;
    if !matches!(delimiter, Delimiter::Byte(_)) {
        return Some(first);
    }
    Fields::new(row, delimiter).find_map(|field| {
        let start = match field.quote {
            Quote::None => field.start,
            Quote::Closed(end) => end,
            Quote::Open => field.end,
        };
        memchr_iter(b'\r', &row[start..field.end]).map(|at| start + at).find(|at| text.contains(at))
    })
}

/// Returns the rows of `text`, which begins with a row, with their byte offsets. Blank lines and comments are not rows.
/// `has_comments` is false below a header: there, a line with a delimiter is not a comment.
pub(crate) fn rows(
    text: &[u8],
    delimiter: Delimiter,
    column: usize,
    has_comments: bool,
) -> impl Iterator<Item = (usize, Row)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(length) = line_without_row(&text[at..], delimiter, has_comments) {
            at += length;
        }
        let start = at;
        let row = (start < text.len()).then(|| row(&text[start..], delimiter, column, true))?;
        at += row.length;
        Some((start, row))
    })
}

/// Returns the byte offset after the last line of `window` that certainly ends a row or is outside of rows.
pub(crate) fn last_border(window: &[u8], delimiter: u8, has_comments: bool) -> usize {
    let mut border = 0;
    while border < window.len() {
        let rest = &window[border..];
        border += if let Some(length) = line_without_row(rest, Delimiter::Byte(delimiter), has_comments) {
            if rest[length - 1] != b'\n' {
                break;
            }
            length
        } else if let Some(end) = one_line(rest, 0, delimiter) {
            end + 1
        } else {
            let row = row(rest, Delimiter::Byte(delimiter), 0, false);
            if !row.is_closed {
                break;
            }
            row.length
        };
    }
    border
}

/// Returns whether a line that begins with this byte may be blank or a comment.
#[inline]
pub(crate) fn may_be_comment(byte: u8) -> bool {
    matches!(byte, b'#' | b'/' | ..=b' ')
}

/// Returns the number of bytes of the first line of `text`, including its line end, if it is blank, a comment or a rule.
#[inline(always)] // for every line of a table with quotes, twice
pub(crate) fn line_without_row(text: &[u8], delimiter: Delimiter, has_comments: bool) -> Option<usize> {
    let has_rules = delimiter == Delimiter::Byte(b'|');
    text.first().filter(|&&byte| may_be_comment(byte) || has_rules)?;
    let length = line_length(text);
    let line = text[..length].strip_suffix(b"\n").unwrap_or(&text[..length]);
    let has_fields = || match delimiter {
        Delimiter::Byte(byte) => memchr(byte, line).is_some() && !line.trim_ascii().is_empty(),
        Delimiter::Space | Delimiter::Any => false,
    };
    let is_no_row = || is_no_row(line, delimiter) && (has_comments || !has_fields());
    (line.len() < MAX_LINE && (is_no_row() || has_rules && is_rule(line))).then_some(length)
}

/// Returns true for a rule of a table between bars: `|---|:--|` in Markdown, `----+-----` in the output of psql, `+---+----+` in
/// that of MySQL.
#[cold]
fn is_rule(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let is_drawn = |&byte: &u8| matches!(byte, b'-' | b':' | b'|' | b'+' | b' ');
    let longest = text.split(|&byte| byte != b'-').map(<[u8]>::len).max().unwrap_or(0);
    text.iter().all(is_drawn) && longest > 1 && longest != CELLS // 81 dashes are a puzzle
}

/// Returns whether the line is not a row of a table with this delimiter: it is a comment, or blank.
///
/// A line of delimiters is a row of empty fields, even if the delimiter is white space.
fn is_no_row(line: &[u8], delimiter: Delimiter) -> bool {
    let has_fields = || match delimiter {
        Delimiter::Byte(byte @ (b'\t' | b' ')) => line.contains(&byte) && line.trim_ascii().is_empty(),
        _ => false,
    };
    is_blank_or_comment(line) && !has_fields()
}
