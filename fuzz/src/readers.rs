//! The invariants of every reader and every text.

use std::sync::Arc;

use bulkdoku::format::RecordFormat;
use bulkdoku::internals::format::{Defect, Detected, FormatHint, ReadRecords, Records, detect};
use kernel::board::grid::{self, CELLS};
use kernel::solver::batch::Notation;

/// A record: the byte offset of its first line in the whole text, and its puzzle or its defect.
pub type Found = (usize, Result<Vec<u8>, Defect>);

/// Reads the text after its header in this format, and checks the invariants.
pub fn check_format(format: RecordFormat, text: &[u8], window: usize) {
    let hint = FormatHint { format: Some(format), column: None };
    if let Ok(Detected { reader, preamble, .. }) = detect(text, "text", &hint) {
        assert!(preamble <= text.len() + 1, "the header is longer than the text");
        check(reader.as_ref(), &text[preamble.min(text.len())..], window);
    }
}

/// Reads a text, which begins at a record, and checks that
///
/// - every record is in the text, the records are in order, and each ends after its beginning;
/// - every defect and every cell has a position;
/// - the text gives the same records when it is cut at a border that the reader finds in its first `window` bytes.
pub fn check(reader: &dyn ReadRecords, text: &[u8], window: usize) {
    let (whole, lines) = records(reader, text, 0);
    assert!(whole.is_sorted_by_key(|(origin, _)| *origin), "the records are not in order");
    check_ends(reader, text, &whole);
    reader.may_hide_line_ends(text);
    let window = window.min(text.len());
    if window == text.len() {
        return; // the reader may report that the last record continues
    }
    let Some(cut) = reader.cut(&text[..window]) else { return };
    assert!(0 < cut && cut <= window, "a cut at {cut} of {window} bytes");
    let (mut parts, first_lines) = records(reader, &text[..cut], 0);
    let (second, second_lines) = records(reader, &text[cut..], cut);
    parts.extend(second);
    assert_eq!(parts, whole, "other records if the text is cut at {cut}");
    assert_eq!(first_lines + second_lines, lines, "other lines if the text is cut at {cut}");
}

/// Returns the records of a text that begins at byte `offset` of the whole, and the number of lines read.
pub fn records(reader: &dyn ReadRecords, text: &[u8], offset: usize) -> (Vec<Found>, u64) {
    let mut records = Records::default();
    reader.read(text, &mut records);
    let puzzles = records.puzzles(text, reader.notation());
    let mut found = Vec::with_capacity(records.len());
    let line = |origin| offset + line_start(text, origin);
    let mut malformed = records.malformed.iter().peekable();
    for index in 0..puzzles.len() {
        while let Some(record) = malformed.next_if(|record| record.before as usize == index) {
            found.push((line(record.origin as usize), Err(record.defect)));
        }
        let origin = records.origin(index);
        assert!(origin < text.len(), "a puzzle that begins after the end");
        found.push((line(origin), puzzle(reader, text, origin, puzzles.get(index))));
    }
    for record in malformed {
        assert_eq!(record.before as usize, puzzles.len(), "a record after the last one");
        found.push((line(record.origin as usize), Err(record.defect)));
    }
    (found, records.lines)
}

/// Returns the puzzle of a record of the right shape, or the defect that the solver would find.
fn puzzle(reader: &dyn ReadRecords, text: &[u8], origin: usize, puzzle: &[u8]) -> Result<Vec<u8>, Defect> {
    let is_bad = match reader.notation() {
        Notation::Clues => !grid::is_puzzle(puzzle.try_into().expect("81 bytes")),
        Notation::Pencilmarks => has_wrong_candidate(puzzle),
    };
    if is_bad {
        return Err(reader.explain(text, origin));
    }
    for cell in [0, CELLS / 2, CELLS - 1] {
        let position = reader.locate(text, origin, cell);
        // The last cell may be blank without any character.
        assert!(
            position.column > 0 && position.column as usize <= text.len() + 1,
            "cell {cell} at {position:?}"
        );
    }
    Ok(puzzle.to_vec())
}

fn has_wrong_candidate(puzzle: &[u8]) -> bool {
    let is_right = |(at, &byte): (usize, &u8)| byte == b'1' + (at % 9) as u8 || grid::is_blank(byte);
    !puzzle.iter().enumerate().all(is_right) || grid::mixed_blanks(puzzle).is_some()
}

fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// Checks that every record ends after the start of its first line, and not before the record above it.
fn check_ends(reader: &dyn ReadRecords, text: &[u8], found: &[Found]) {
    let starts: Vec<u32> = found.iter().map(|&(start, _)| start as u32).collect();
    let mut ends = Vec::new();
    reader.ends(text, &starts, &mut ends);
    assert_eq!(ends.len(), starts.len(), "an end for each record");
    for (index, (&start, &end)) in starts.iter().zip(&ends).enumerate() {
        assert!(start < end && end as usize <= text.len(), "record {index} is {start}..{end}");
    }
    assert!(ends.is_sorted(), "the ends are not in order");
}

/// Detects the format of a text. Returns its reader and the length of its header.
pub fn detected(text: &[u8]) -> Option<(Arc<dyn ReadRecords>, usize)> {
    let found = detect(text, "text", &FormatHint::default()).ok()?;
    Some((found.reader, found.preamble.min(text.len())))
}
