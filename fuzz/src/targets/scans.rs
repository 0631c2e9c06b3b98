//! A scan of any text, in parts of any size, finds the same runs as a plain search. Other cells become comments.

use crate::parts::Parts;
use crate::text::expand;
use bulkdoku::format::RecordFormat;
use bulkdoku::internals::format::{FormatHint, open};
use bulkdoku::internals::{Input, for_each_chunk};
use kernel::board::grid::{digit, is_blank};

/// The first bytes of files that are refused, or decoded before the scan.
const OTHERS: [&[u8]; 3] = [b"\xFF\xFE", b"\xFE\xFF", b"\x1F\x8B"];

pub fn run(data: &[u8]) {
    let Some((&size, data)) = data.split_first() else { return };
    let text = expand(data);
    let returns = text.iter().filter(|&&byte| byte == b'\r').count();
    if OTHERS.iter().any(|other| text.starts_with(other)) || text.starts_with(b"\xEF\xBB\xBF") || returns > 0
    {
        return;
    }
    let found = |input: bulkdoku::Result<Input>| {
        let hint = FormatHint { format: Some(RecordFormat::Scan), column: None };
        let (input, found) = open(input.ok()?, &hint).ok()?;
        let mut lines = Vec::new();
        for_each_chunk(input, found.reader, 1 << 16, |_, chunk| lines.extend_from_slice(chunk)).ok()?;
        Some(lines)
    };
    let Some(whole) = found(Input::bytes("file", text.clone())) else { return };
    let parts = found(Input::reader("file", Parts::new(text.clone(), usize::from(size) + 1)));
    assert_eq!(Some(&whole), parts.as_ref());
    let is_run = |line: &&[u8]| line.first().is_some_and(|&byte| byte != b'#' && byte != b'\n');
    let found: Vec<u8> =
        whole.split_inclusive(|&byte| byte == b'\n').filter(is_run).flatten().copied().collect();
    assert_eq!(found, runs(&text));
}

/// Returns every run of 81 cells with a digit and at most one kind of blank, each on a line of its own.
fn runs(text: &[u8]) -> Vec<u8> {
    let is_cell = |byte: &u8| digit(*byte).is_some() || is_blank(*byte);
    let mut lines = Vec::new();
    for run in text.split(|byte| !is_cell(byte)).filter(|run| run.len() == 81) {
        let mut blanks: Vec<u8> = run.iter().copied().filter(|&byte| is_blank(byte)).collect();
        let has_digit = blanks.len() < 81;
        blanks.sort_unstable();
        blanks.dedup();
        if has_digit && blanks.len() < 2 {
            lines.extend_from_slice(run);
            lines.push(b'\n');
        }
    }
    lines
}
