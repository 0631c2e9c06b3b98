//! Pencilmarks: one line of 729 characters per record, nine per cell, one for each candidate.

use super::ReadRecords;
use super::line::{for_each_line, position, read_odd_line};
use crate::board::notation::{self, Notation, PENCILMARKS};
use crate::format::cells;
use crate::format::{Defect, Position, Reason, RecordFormat, Records};

/// A reader of pencilmarks: byte `9 * cell + digit - 1` is the digit, or a blank if the digit is not a candidate of the cell.
pub struct Pencilmarks;

impl ReadRecords for Pencilmarks {
    fn format(&self) -> RecordFormat {
        RecordFormat::Pencilmark
    }

    fn notation(&self) -> Notation {
        Notation::Pencilmarks
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        for_each_line(chunk, records, |start, end, records| {
            if let Some(puzzle) = read_odd_line(chunk, start, end, PENCILMARKS, records) {
                records.guard(puzzle + PENCILMARKS, &chunk[puzzle + PENCILMARKS..end]);
            }
        });
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let marks = &chunk[origin..chunk.len().min(origin + PENCILMARKS)];
        let (at, reason) = first_bad_mark(marks).unwrap_or((0, Reason::Endless));
        Defect { position: position(chunk, origin, origin + at), reason }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        position(chunk, origin, origin + 9 * cell)
    }
}

/// Returns true for 729 bytes, each a blank or the digit of its position.
pub(crate) fn is_pencilmarks(text: &[u8]) -> bool {
    text.len() == PENCILMARKS && notation::first_bad_mark(text).is_none()
}

/// Returns the first byte that is neither a blank nor the digit of its position, or else the first blank of a second kind.
pub(super) fn first_bad_mark(marks: &[u8]) -> Option<(usize, Reason)> {
    match notation::first_bad_mark(marks) {
        Some(at) => Some((at, Reason::Mark { byte: marks[at], digit: (at % 9) as u8 + 1 })),
        None => cells::mixed_blanks(marks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_729_characters_is_a_record_and_a_wrong_mark_is_found() {
        let marks = "123456789".repeat(81);
        let wrong = marks.replacen("12345", "12945", 1);
        let text = format!("# c\n{marks}\r\n {wrong} 2.5\n12\n");
        let mut records = Records::default();
        Pencilmarks.read(text.as_bytes(), &mut records);
        assert_eq!((records.len(), records.malformed.len(), records.lines), (3, 1, 4));
        assert_eq!(records.malformed[0].defect.reason.to_string(), "2 characters where 729 were expected");
        let defect = Pencilmarks.explain(text.as_bytes(), records.origin(1));
        assert_eq!(
            defect,
            Defect { position: Position::column(4), reason: Reason::Mark { byte: b'9', digit: 3 } }
        );
        assert!(is_pencilmarks(marks.as_bytes()) && !is_pencilmarks(wrong.as_bytes()));
    }
}
