//! Lines whose 81 cells are not 81 contiguous bytes of clues and blanks: each puzzle is rewritten.

use std::ops::ControlFlow;

use super::ReadRecords;
use super::csv_tokenizer::{Delimiter, Fields, unquote};
use super::grid::{RowLayout, SIDE};
use super::line::{
    bare_return, for_each_line, is_blank_or_comment, is_separator, line_from, opens, unexpected, wrong_length,
};
use crate::board::grid::{CELLS, digit, first_bad_byte, is_blank};
use crate::board::notation::{Notation, PENCILMARKS};
use crate::format::{Defect, MAX_LINE, Position, Reason, RecordFormat, Records};

/// The field of the puzzle in HoDoKu's library, counted from 0.
const LIBRARY_PUZZLE: usize = 3;

/// The field of the deleted candidates in HoDoKu's library.
const LIBRARY_DELETED: usize = 4;

/// The number of bytes of nine rows with a character between them.
const ROWS_LENGTH: usize = CELLS + SIDE - 1;

/// The smallest number of characters of a line of spaces and digits: spaces at the end may be trimmed.
const SHORTEST: usize = 41;

/// The layout of the cells of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineLayout {
    /// Digits and spaces; a space is a blank cell. Spaces at the end may be missing.
    Spaces,
    /// Nine rows of nine cells, with the same character between them: `53..7..../6..195.../…`.
    Rows,
    /// A line of HoDoKu's library: `:0000:x:53+42…:…:…::`. A `+` precedes a placed digit.
    Library,
    /// A line of HoDoKu's library with its deleted candidates.
    LibraryCandidates,
    /// A table with a column for each cell, from this column on, counted from 0. A blank cell may be empty.
    Cells(Delimiter, usize),
}

/// A reader of lines in this layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RewrittenLines(pub LineLayout);

impl LineLayout {
    /// Returns the layout of a line that cannot be read in any other format.
    pub(crate) fn of(line: &[u8]) -> Option<Self> {
        let line = without_return(line);
        let is_candidates = || RowLayout::of_only(line) == Some(RowLayout::Candidates);
        if is_of_spaces(line) && (line.len() == CELLS || !is_candidates()) {
            return Some(Self::Spaces);
        }
        let has_cells =
            || line.iter().enumerate().take(ROWS_LENGTH).all(|(at, &byte)| at % 10 == 9 || opens(byte));
        if is_of_rows(line) && has_cells() && !is_candidates() {
            return Some(Self::Rows);
        }
        if line.starts_with(b":") && Self::Library.cells(line, |_, _| ControlFlow::Continue(())).is_ok() {
            return Some(Self::Library);
        }
        let delimiters = [b',', b';', b'\t', b'|'].map(Delimiter::Byte).into_iter().chain([Delimiter::Space]);
        delimiters.filter_map(|delimiter| Some(Self::Cells(delimiter, first_cell(line, delimiter)?))).next()
    }

    /// Calls `each` with the byte offset and the text of every cell of a line, until it breaks.
    fn cells(
        self,
        line: &[u8],
        mut each: impl FnMut(usize, &[u8]) -> ControlFlow<Defect>,
    ) -> Result<(), Defect> {
        match self {
            Self::Spaces => {
                let ends_there = line.get(CELLS).is_none_or(|&byte| is_separator(byte));
                if !ends_there || line.len() < SHORTEST {
                    return Err(wrong_length(0, line, CELLS));
                }
                each_cell((0..CELLS).map(|at| (at, line.get(at..=at).unwrap_or(b" "))), each)
            }
            Self::Rows => {
                if !is_of_rows(line) {
                    let rows = line.trim_ascii_end();
                    return Err(wrong_length(0, rows, ROWS_LENGTH));
                }
                each_cell((0..CELLS).map(|cell| cell + cell / SIDE).map(|at| (at, &line[at..=at])), each)
            }
            Self::Library | Self::LibraryCandidates => {
                let puzzle =
                    library_field(line, LIBRARY_PUZZLE).ok_or_else(|| no_column(line, LIBRARY_PUZZLE))?;
                let start = puzzle.as_ptr() as usize - line.as_ptr() as usize;
                let cells = || puzzle.iter().enumerate().filter(|(_, byte)| **byte != b'+');
                if cells().count() != CELLS {
                    let found = cells().count() as u32;
                    let position = Position::column(start + puzzle.len() + 1);
                    return Err(Defect {
                        position,
                        reason: Reason::Length { found, expected: CELLS as u32 },
                    });
                }
                each_cell(cells().map(|(at, _)| (start + at, &puzzle[at..=at])), each)
            }
            Self::Cells(delimiter, first) => {
                let mut fields = Fields::of_line(line, delimiter).skip(first);
                for cell in 0..CELLS {
                    let field = fields.next().ok_or_else(|| no_column(line, first + cell))?;
                    let text = unquote(field.raw(line));
                    let at = if text.is_empty() {
                        field.start
                    } else {
                        text.as_ptr() as usize - line.as_ptr() as usize
                    };
                    if let ControlFlow::Break(defect) = each(at, text) {
                        return Err(defect);
                    }
                }
                Ok(())
            }
        }
    }

    /// Rewrites the puzzle of a line to 81 or 729 bytes.
    fn rewrite(self, line: &[u8], puzzle: &mut Vec<u8>) -> Result<(), Defect> {
        puzzle.clear();
        let blank_space = self == Self::Spaces;
        self.cells(line, |at, text| {
            puzzle.push(match text {
                [] => b'.',
                [b' '] if blank_space => b'.',
                [byte] if digit(*byte).is_some() || is_blank(*byte) => *byte,
                _ => {
                    let reason = match text {
                        [_] => unexpected(text),
                        _ => Reason::Length { found: text.len() as u32, expected: 1 },
                    };
                    return ControlFlow::Break(Defect { position: Position::column(at + 1), reason });
                }
            });
            ControlFlow::Continue(())
        })?;
        if self == Self::LibraryCandidates {
            *puzzle =
                without_deleted(puzzle, library_field(line, LIBRARY_DELETED).unwrap_or_default()).to_vec();
        }
        Ok(())
    }

    fn is_no_record(self, line: &[u8]) -> bool {
        let is_empty_puzzle =
            || self == Self::Spaces && line.len() == CELLS && !line.trim_ascii().starts_with(b"#");
        is_blank_or_comment(line) && !is_empty_puzzle()
    }
}

impl ReadRecords for RewrittenLines {
    fn format(&self) -> RecordFormat {
        match self.0 {
            LineLayout::Spaces | LineLayout::Rows | LineLayout::Library => RecordFormat::Line,
            LineLayout::LibraryCandidates => RecordFormat::Pencilmark,
            LineLayout::Cells(..) => RecordFormat::Csv,
        }
    }

    fn notation(&self) -> Notation {
        match self.0 {
            LineLayout::LibraryCandidates => Notation::Pencilmarks,
            _ => Notation::Clues,
        }
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut puzzle = Vec::with_capacity(PENCILMARKS);
        for_each_line(chunk, records, |start, end, records| {
            let line = &chunk[start..end];
            if line.len() >= MAX_LINE {
                return records.push_malformed(start, Defect::endless());
            }
            if self.0.is_no_record(without_return(line)) {
                return;
            }
            let rewritten = bare_return(line).map_or(Ok(()), Err);
            match rewritten.and_then(|()| self.0.rewrite(without_return(line), &mut puzzle)) {
                Ok(()) => records.push_rewritten(start, &puzzle),
                Err(defect) => records.push_malformed(start, defect),
            }
        });
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let line = without_return(line_from(chunk, origin));
        let defect = self.0.rewrite(line, &mut Vec::new()).err();
        defect.unwrap_or(Defect { position: Position::column(1), reason: Reason::Endless })
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let (mut index, mut found) = (0, 0);
        // A record that was read has no defect here. A defect would leave the position at the first column.
        let _ = self.0.cells(without_return(line_from(chunk, origin)), |at, _| {
            if index == cell {
                found = at;
            }
            index += 1;
            ControlFlow::Continue(())
        });
        Position::column(found + 1)
    }
}

fn each_cell<'a>(
    mut cells: impl Iterator<Item = (usize, &'a [u8])>,
    mut each: impl FnMut(usize, &[u8]) -> ControlFlow<Defect>,
) -> Result<(), Defect> {
    match cells.try_for_each(|(at, text)| each(at, text)) {
        ControlFlow::Break(defect) => Err(defect),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// Returns true for a line of digits and spaces that can only be a puzzle with spaces as blanks. A row of a grid has fewer
/// digits.
pub(crate) fn is_of_spaces(line: &[u8]) -> bool {
    let digits = || line.iter().filter(|&&byte| digit(byte).is_some()).count();
    (SHORTEST..=CELLS).contains(&line.len())
        && line.contains(&b' ')
        && line.iter().all(|&byte| byte == b' ' || digit(byte).is_some())
        && (line.len() == CELLS || digits() > SIDE)
}

/// Returns true for nine rows of nine characters with the same character between them, and nothing or a separator after them.
fn is_of_rows(line: &[u8]) -> bool {
    let Some((rows, rest)) = line.split_at_checked(ROWS_LENGTH) else { return false };
    let between = rows[SIDE];
    let is_set_off = |row: &[u8]| row.get(SIDE).is_none_or(|&byte| byte == between);
    matches!(between, b' ' | b'/' | b'|' | b',' | b';' | b':' | b'-' | b'\\')
        && rest.first().is_none_or(|&byte| is_separator(byte))
        && rows.chunks(SIDE + 1).all(|row| is_set_off(row) && !row[..SIDE].contains(&between))
}

/// Returns the column of the first of 81 cells in separate columns, or `None` if there are fewer. The record's number may be in
/// one more column before them, and the answer in 81 more after them. Three times as many columns are something else: OpenSudoku,
/// for instance, writes four columns for each cell.
fn first_cell(line: &[u8], delimiter: Delimiter) -> Option<usize> {
    let is_cell = |text: &[u8]| match text {
        [] => Some(false),
        [byte] if is_blank(*byte) => Some(false),
        [byte] if digit(*byte).is_some() => Some(true),
        _ => None,
    };
    let (mut start, mut length, mut clues, mut has_ended) = (0, 0, 0, false);
    for (column, field) in Fields::of_line(line, delimiter).enumerate() {
        let text = unquote(field.raw(line));
        if text.len() == CELLS && first_bad_byte(text).is_none() && text.iter().any(|&byte| is_blank(byte)) {
            return None; // these are cells of the answer
        }
        match is_cell(text) {
            _ if has_ended => {}
            Some(is_clue) => (length, clues) = (length + 1, clues + usize::from(is_clue)),
            None if length >= CELLS => has_ended = true,
            None => (start, length, clues) = (column + 1, 0, 0),
        }
    }
    ((CELLS..3 * CELLS).contains(&length) && clues > 0).then_some(start + usize::from(length % CELLS == 1))
}

fn library_field(line: &[u8], index: usize) -> Option<&[u8]> {
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

fn no_column(line: &[u8], column: usize) -> Defect {
    let position = Position::column(line.trim_ascii_end().len() + 1);
    Defect { position, reason: Reason::NoColumn(column as u32 + 1) }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(layout: LineLayout, text: &str) -> (Vec<String>, Vec<String>) {
        let (mut records, reader) = (Records::default(), RewrittenLines(layout));
        reader.read(text.as_bytes(), &mut records);
        let puzzles = records.puzzles(text.as_bytes(), reader.notation());
        let puzzles = (0..puzzles.len())
            .map(|index| String::from_utf8_lossy(puzzles.get(index)).into_owned())
            .collect();
        let defects = records.malformed.iter();
        let shown = |defect: &Defect| format!("{}: {}", defect.position.column, defect.reason);
        (puzzles, defects.map(|record| shown(&record.defect)).collect())
    }

    fn spaced() -> String {
        PUZZLE.replace('.', " ")
    }

    #[test]
    fn spaces_are_blanks_and_those_at_the_end_may_be_missing() {
        let open = format!("{}  ", &spaced()[..79]);
        let text = format!("{}\r\n{}\n# c\n\n{}12\n{open},easy\n", spaced(), open.trim_end(), spaced());
        let (puzzles, defects) = read(LineLayout::Spaces, &text);
        let trimmed = format!("{}..", &PUZZLE[..79]);
        assert_eq!(puzzles, [PUZZLE.to_owned(), trimmed.clone(), trimmed]);
        assert_eq!(defects, ["84: 83 characters where 81 were expected"]);
        assert_eq!(LineLayout::of(spaced().as_bytes()), Some(LineLayout::Spaces));
    }

    #[test]
    fn nine_rows_may_be_on_one_line_with_any_character_between_them() {
        let rows = |blank: &str, between: &str| {
            let rows =
                PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).replace('.', blank));
            rows.collect::<Vec<_>>().join(between)
        };
        for between in ["/", " ", "-", "|", ",", ";", ":", "\\"] {
            let line = rows("0", between);
            assert_eq!(LineLayout::of(line.as_bytes()), Some(LineLayout::Rows), "{line}");
            assert_eq!(read(LineLayout::Rows, &format!("{line} easy\n")).0[0].replace('0', "."), PUZZLE);
        }
        for other in [rows("-", "-"), rows("0", "0"), rows(".", "//"), format!("{}1", rows(".", "/"))] {
            assert_eq!(LineLayout::of(other.as_bytes()), None, "{other}");
        }
        let wrong = rows(".", "/").replacen('7', "a", 1);
        let (_, defects) = read(LineLayout::Rows, &format!("{PUZZLE}\n{}5\n{wrong}\n", rows(".", "/")));
        assert_eq!(
            defects,
            [
                "82: 81 characters where 89 were expected",
                "91: 90 characters where 89 were expected",
                "5: 'a' is neither a clue nor a blank"
            ]
        );
    }

    #[test]
    fn placed_digits_of_a_library_have_a_plus_and_deleted_candidates_count_on_request() {
        let line = format!(":0000:x:{}:412 945:::", PUZZLE.replacen('3', "+3", 1));
        assert_eq!(LineLayout::of(line.as_bytes()), Some(LineLayout::Library));
        assert_eq!(read(LineLayout::Library, &line).0, [PUZZLE]);
        let marks = &read(LineLayout::LibraryCandidates, &line).0[0];
        assert_eq!(&marks[..27], "....5......3......123456789");
        let cell = 9 * (9 * 3 + 4);
        assert_eq!(&marks[cell..cell + 9], ".....6...", "a clue stays");
        let cell = 9 * 2;
        assert_eq!(&marks[cell..cell + 9], "123456789");
        assert_eq!(read(LineLayout::Library, ":0:x:12:").1, ["8: 2 characters where 81 were expected"]);
        assert_eq!(read(LineLayout::Library, ":0").1, ["3: the record ends before column 4"]);
    }

    #[test]
    fn a_column_for_each_cell_is_read_with_any_blank() {
        for (blank, delimiter) in [("", ","), ("0", ";"), (".", "\t"), ("0", " ")] {
            let cell = |cell: char| if cell == '.' { blank.to_owned() } else { cell.to_string() };
            let line = PUZZLE.chars().map(cell).collect::<Vec<_>>().join(delimiter);
            let layout = LineLayout::of(line.as_bytes()).expect("a layout");
            assert_eq!(read(layout, &line).0[0].replace('0', "."), PUZZLE);
            let numbered = format!("7{delimiter}{line}");
            let layout = LineLayout::of(numbered.as_bytes()).expect("a layout");
            assert_eq!(read(layout, &numbered).0[0].replace('0', "."), PUZZLE, "{numbered}");
        }
        let answer = PUZZLE.replace('.', "1").chars().map(String::from).collect::<Vec<_>>().join(",");
        assert_eq!(
            LineLayout::of(format!("{PUZZLE},{answer}").as_bytes()),
            None,
            "the cells are of the answer"
        );
        let four_each: String = PUZZLE.chars().map(|cell| format!("{cell}|0|0|0|")).collect();
        assert_eq!(LineLayout::of(four_each.as_bytes()), None, "four columns for each cell");
        let (_, defects) = read(LineLayout::Cells(Delimiter::Byte(b','), 0), "1,22,3\n1,2\n1,a\n");
        assert_eq!(
            defects,
            [
                "3: 2 characters where 1 were expected",
                "4: the record ends before column 3",
                "3: 'a' is neither a clue nor a blank"
            ]
        );
    }
}
