//! The text after one-line puzzles, such as `# find 1 by me`, written as a column.

use super::json_columns::write_escaped;
use crate::format::Record;
use crate::format::read::line::line_around;
use crate::format::write::rows::{Row, RowFormat};

/// The name of the column.
pub(crate) const NAME: &str = "text";

/// Writes the text after the puzzle of a record as a field of its row.
pub(crate) fn write(record: &Record<'_>, format: RowFormat, row: &mut Row<'_>) {
    let text = after(record.chunk, record.origin, record.valid_puzzle());
    row.value(NAME, |out| {
        match format {
            RowFormat::Jsonl => write_escaped(text, out),
            _ => write_field(text, out),
        }
        Some(false)
    });
}

/// Writes a table field, in quotes if it needs them.
pub(crate) fn write_field(text: &[u8], out: &mut Vec<u8>) {
    if !text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')) {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    write_quoted(text, out);
    out.push(b'"');
}

/// Writes a text as the content of a quoted field: quotes are doubled.
pub(crate) fn write_quoted(text: &[u8], out: &mut Vec<u8>) {
    for part in text.split_inclusive(|&byte| byte == b'"') {
        out.extend_from_slice(part);
        if part.ends_with(b"\"") {
            out.push(b'"');
        }
    }
}

/// Returns the text after `puzzle` on the line with byte `origin`, without the separator. Returns nothing unless the puzzle is on
/// that line unchanged.
pub(crate) fn after<'a>(chunk: &'a [u8], origin: usize, puzzle: &[u8]) -> &'a [u8] {
    let (start, end) = line_around(chunk, origin);
    let line = &chunk[start..end];
    let text = line.trim_ascii_start().strip_prefix(puzzle).filter(|_| !puzzle.is_empty());
    let text = text.unwrap_or_default().trim_ascii();
    text.strip_prefix(b",").or_else(|| text.strip_prefix(b";")).unwrap_or(text).trim_ascii_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn text_after_a_puzzle_is_found_without_its_separator() {
        for (text, found) in
            [("", ""), (" ", ""), (" # find 1\r", "# find 1"), ("; a, b", "a, b"), ("\t7", "7")]
        {
            let line = format!("# note\n{PUZZLE}{text}\n");
            assert_eq!(after(line.as_bytes(), 7, PUZZLE.as_bytes()), found.as_bytes(), "{text:?}");
        }
        assert_eq!(after(b"12 a", 0, b""), b"");
    }

    #[test]
    fn a_field_has_quotes_only_if_it_needs_them() {
        for (text, field) in [("# a b", "# a b"), ("a, \"b\"", "\"a, \"\"b\"\"\""), ("", "")] {
            let mut out = Vec::new();
            write_field(text.as_bytes(), &mut out);
            assert_eq!(out, field.as_bytes());
        }
    }
}
