//! The lines of HoDoKu's library: `:0000:x:53+42…:…:…::`. A `+` precedes a placed digit.

use super::ReadRecords;
use super::line::{is_blank_or_comment, line_from, offset_in, rewrite_lines};
use crate::board::grid::{CELLS, digit};
use crate::board::notation::{Notation, PENCILMARKS};
use crate::format::cells::wrong_cell;
use crate::format::{Defect, Position, Reason, RecordFormat, Records};

/// The field of the puzzle, counted from 0.
const PUZZLE: usize = 3;

/// The field of the deleted candidates.
const DELETED: usize = 4;

/// A reader of lines of HoDoKu's library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    /// Whether the deleted candidates count.
    pub with_candidates: bool,
}

impl Library {
    /// Returns whether a line can be read.
    pub(crate) fn fits(line: &[u8]) -> bool {
        line.starts_with(b":") && puzzle(line).is_ok()
    }

    /// Returns the 81 or 729 bytes of the puzzle of a line.
    fn rewritten(self, line: &[u8]) -> Result<Vec<u8>, Defect> {
        let cells = puzzle(line)?;
        let bytes: Vec<u8> = cells.iter().map(|&(_, byte)| byte).collect();
        if let Some((cell, reason)) = wrong_cell(&bytes) {
            return Err(Defect { position: Position::column(cells[cell].0 + 1), reason });
        }
        match self.with_candidates {
            true => Ok(without_deleted(&bytes, field(line, DELETED).unwrap_or_default()).to_vec()),
            false => Ok(bytes),
        }
    }
}

impl ReadRecords for Library {
    fn format(&self) -> RecordFormat {
        if self.with_candidates { RecordFormat::Pencilmark } else { RecordFormat::Line }
    }

    fn notation(&self) -> Notation {
        if self.with_candidates { Notation::Pencilmarks } else { Notation::Clues }
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        rewrite_lines(chunk, records, is_blank_or_comment, |line| Ok((self.rewritten(line)?, &[])));
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let defect = self.rewritten(line_from(chunk, origin)).err();
        defect.unwrap_or(Defect { position: Position::column(1), reason: Reason::Endless })
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let at = puzzle(line_from(chunk, origin)).ok().and_then(|cells| Some(cells.get(cell)?.0));
        Position::column(at.unwrap_or(0) + 1)
    }
}

/// Returns the 81 cells of a line with their byte offsets.
fn puzzle(line: &[u8]) -> Result<Vec<(usize, u8)>, Defect> {
    let no_column = || {
        let position = Position::column(line.trim_ascii_end().len() + 1);
        Defect { position, reason: Reason::NoColumn(PUZZLE as u32 + 1) }
    };
    let puzzle = field(line, PUZZLE).ok_or_else(no_column)?;
    let start = offset_in(line, puzzle);
    let cells: Vec<(usize, u8)> = puzzle
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte != b'+')
        .map(|(at, &byte)| (start + at, byte))
        .collect();
    match cells.len() {
        CELLS => Ok(cells),
        found => {
            let position = Position::column(start + puzzle.len() + 1);
            Err(Defect { position, reason: Reason::Length { found: found as u32, expected: CELLS as u32 } })
        }
    }
}

fn field(line: &[u8], index: usize) -> Option<&[u8]> {
    line.split(|&byte| byte == b':').nth(index)
}

/// Returns the candidates of a puzzle of clues without the deleted ones. `123` deletes digit 1 in row 2, column 3.
fn without_deleted(puzzle: &[u8], deleted: &[u8]) -> [u8; PENCILMARKS] {
    let mut marks = [b'.'; PENCILMARKS];
    for (marks, &cell) in marks.chunks_exact_mut(9).zip(puzzle) {
        match digit(cell) {
            Some(digit) => marks[usize::from(digit) - 1] = cell,
            None => marks.copy_from_slice(b"123456789"),
        }
    }
    for candidate in deleted.split(|&byte| byte == b' ') {
        let digits: Vec<usize> = candidate.iter().filter_map(|&byte| digit(byte)).map(usize::from).collect();
        if let (&[digit, row, column], 3) = (&digits[..], candidate.len()) {
            marks[9 * (9 * (row - 1) + column - 1) + digit - 1] = b'.';
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(with_candidates: bool, line: &str) -> Result<String, String> {
        let (mut records, reader) = (Records::default(), Library { with_candidates });
        reader.read(line.as_bytes(), &mut records);
        match records.malformed.first() {
            Some(record) => Err(format!("{}: {}", record.defect.position.column, record.defect.reason)),
            None => Ok(String::from_utf8_lossy(records.puzzles(line.as_bytes(), reader.notation()).get(0))
                .into_owned()),
        }
    }

    #[test]
    fn placed_digits_have_a_plus_and_deleted_candidates_count_on_request() {
        let line = format!(":0000:x:{}:412 945:::", PUZZLE.replacen('3', "+3", 1));
        assert!(Library::fits(line.as_bytes()));
        assert_eq!(read(false, &line).as_deref(), Ok(PUZZLE));
        let marks = &read(true, &line).unwrap();
        assert_eq!(&marks[..27], "....5......3......123456789");
        let cell = 9 * (9 * 3 + 4);
        assert_eq!(&marks[cell..cell + 9], ".....6...", "a clue stays");
        let cell = 9 * 2;
        assert_eq!(&marks[cell..cell + 9], "123456789");
        assert_eq!(read(false, ":0:x:12:").unwrap_err(), "8: 2 characters where 81 were expected");
        assert_eq!(read(false, ":0").unwrap_err(), "3: the record ends before column 4");
    }
}
