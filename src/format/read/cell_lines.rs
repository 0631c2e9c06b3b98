//! Lines whose 81 cells are not 81 contiguous bytes of clues and blanks: each puzzle is rewritten.

use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::ReadRecords;
use super::line::{is_blank_or_comment, is_separator, line_from, most_frequent, rewrite_lines, wrong_length};
use crate::board::grid::CELLS;
use crate::format::cells::{self, SHORTEST, SIDE, Style, is_cell};
use crate::format::{Defect, Position, Reason, RecordFormat, Records};

/// The number of bytes of nine rows with a character between them.
const ROWS_LENGTH: usize = CELLS + SIDE - 1;

/// A reader of lines of 81 cells in this style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellLines {
    pub style: Style,
    /// The number of columns after those of the cells. A line with more or fewer is malformed, unless text follows its cells.
    pub more: usize,
}

impl CellLines {
    /// Reads the puzzle of a line. Returns it with the byte offset after it.
    fn puzzle(self, line: &[u8]) -> Result<(cells::Puzzle, usize), Defect> {
        let expected = |found| self.expected(line, found);
        match self.style {
            Style::Spaces
                if line.len() < SHORTEST || !line.get(CELLS).is_none_or(|&byte| is_separator(byte)) =>
            {
                return Err(wrong_length(0, line, CELLS));
            }
            Style::Rows if !is_of_rows(line) => {
                return Err(wrong_length(0, line.trim_ascii_end(), ROWS_LENGTH));
            }
            _ => {}
        }
        let read = cells::read(self.style, line).ok_or_else(|| expected(self.style.cells(line).count()))?;
        let (puzzle, end) =
            read.map_err(|(at, reason)| Defect { position: Position::column(at + 1), reason })?;
        match self.more_after(line, &puzzle, end) {
            0 => Ok((puzzle, end)),
            more => Err(expected((CELLS + self.more).wrapping_add_signed(more))),
        }
    }

    /// Returns how many cells or columns too many, or too few, a line has after its `puzzle`, which ends at `end`. An empty column after
    /// the last delimiter counts. Text after the cells shows that these are all.
    #[inline(never)] // it would take the registers of the loop over all cells
    fn more_after(self, line: &[u8], puzzle: &cells::Puzzle, end: usize) -> isize {
        let is_value = |style: Style, cell: &[u8]| !cell.is_empty() && style.value(cell).is_some();
        let last = puzzle.places[CELLS - 1] as usize;
        let more = match self.style {
            Style::Gaps => {
                let cells = self.style.cells(&line[end..]);
                return cells.take_while(|(_, cell)| is_value(self.style, cell)).count() as isize
                    % CELLS as isize;
            }
            Style::Fields(delimiter, _) if memchr(b'"', line).is_none() => {
                memchr_iter(delimiter, &line[last..]).count()
            }
            Style::Fields(..) | Style::Words(_) => {
                let start = last - usize::from(last > 0 && line[last - 1] == b'"');
                self.style.starting_in(0).cells(&line[start..]).count().saturating_sub(1)
            }
            _ => return 0,
        };
        let after = || self.style.starting_in(0).cells(&line[end..]).next();
        let is_text = |(_, cell): (usize, &[u8])| !cell.is_empty() && !is_value(self.style, cell);
        match more as isize - self.more as isize {
            0 => 0,
            _ if after().is_some_and(is_text) => 0,
            more => more,
        }
    }

    /// Returns the defect of a line with this number of cells and columns after them.
    #[cold]
    fn expected(self, line: &[u8], found: usize) -> Defect {
        let position = Position::column(line.trim_ascii_end().len() + 1);
        let reason = match self.first_column() {
            Some(first) if found < CELLS + self.more => Reason::NoColumn((first + found) as u32 + 1),
            _ => Reason::Length { found: (found - self.more) as u32, expected: CELLS as u32 },
        };
        Defect { position, reason }
    }

    fn is_no_record(self, line: &[u8]) -> bool {
        let is_empty_puzzle =
            || self.style == Style::Spaces && line.len() == CELLS && !line.trim_ascii().starts_with(b"#");
        let is_of_brackets = self.style == Style::Gaps && Style::Gaps.cells(line).next().is_none();
        (is_blank_or_comment(line) || is_of_brackets) && !is_empty_puzzle()
    }
}

impl ReadRecords for CellLines {
    fn format(&self) -> RecordFormat {
        match self.style {
            Style::Fields(..) | Style::Words(_) => RecordFormat::Csv,
            _ => RecordFormat::Line,
        }
    }

    fn first_column(&self) -> Option<usize> {
        match self.style {
            Style::Fields(_, first) | Style::Words(first) => Some(first),
            _ => None,
        }
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        rewrite_lines(
            chunk,
            records,
            |line| self.is_no_record(line),
            |line| {
                let (puzzle, end) = self.puzzle(line)?;
                Ok((puzzle.cells, &line[end..]))
            },
        );
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let defect = self.puzzle(without_return(line_from(chunk, origin))).err();
        defect.unwrap_or(Defect { position: Position::column(1), reason: Reason::Endless })
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let puzzle = self.puzzle(without_return(line_from(chunk, origin)));
        Position::column(puzzle.map_or(1, |(puzzle, _)| puzzle.places[cell] as usize + 1))
    }
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

/// Returns the style of a line of 81 cells that fits only one.
pub(crate) fn style_of(line: &[u8]) -> Option<Style> {
    let line = without_return(line);
    let is_candidates = || Style::Groups.fits(line, SIDE);
    if cells::is_of_spaces(line) && (line.len() == CELLS || !is_candidates()) {
        return Some(Style::Spaces);
    }
    let has_cells =
        || line.iter().enumerate().take(ROWS_LENGTH).all(|(at, &byte)| at % 10 == 9 || is_cell(byte));
    if is_of_rows(line) && has_cells() && !is_candidates() {
        return Some(Style::Rows);
    }
    let delimiters = [b',', b';', b'\t', b'|'].map(|delimiter| Style::Fields(delimiter, 0)).into_iter();
    delimiters.chain([Style::Words(0)]).find_map(|style| first_cell(line, style))
}

/// Returns whether a line is 81 cells with any characters between some of them.
pub(crate) fn is_of_gaps(line: &[u8]) -> bool {
    let cells = || Style::Gaps.cells(line);
    line.len() > CELLS
        && cells().count() == CELLS
        && cells().all(|(_, cell)| Style::Gaps.value(cell).is_some())
        && Style::Gaps.fits(line, CELLS)
}

/// Returns the style with the column of the first of 81 cells in separate columns, or `None` if there are fewer. The record's
/// number may be in one more column before them, and the answer in 81 more after them. Three times as many columns are something
/// else: OpenSudoku, for instance, writes four columns for each cell.
fn first_cell(line: &[u8], style: Style) -> Option<Style> {
    let cells = columns_of_cells(line, style)?;
    Some(style.starting_in(cells.start + usize::from(cells.len() % CELLS == 1)))
}

/// Returns the columns of 81 cells or more, one after another, in a line of columns.
fn columns_of_cells(line: &[u8], style: Style) -> Option<Range<usize>> {
    let style = style.starting_in(0);
    style.cells(line).nth(CELLS - 1)?;
    let (mut start, mut length, mut clues, mut has_ended) = (0, 0, 0, false);
    for (column, (_, text)) in style.cells(line).enumerate() {
        if text.len() == CELLS
            && cells::in_text(text).is_some_and(|puzzle| puzzle.is_ok_and(|puzzle| puzzle.has_blanks()))
        {
            return None; // these are cells of the answer
        }
        match style.value(text) {
            _ if has_ended => {}
            Some(byte) => (length, clues) = (length + 1, clues + usize::from(byte != b'.' && byte != b'0')),
            None if length >= CELLS => has_ended = true,
            None => (start, length, clues) = (column + 1, 0, 0),
        }
    }
    ((CELLS..3 * CELLS).contains(&length) && clues > 0).then(|| start..start + length)
}

/// Returns the first of 81 columns, one after another, whose names in a header have a digit, as `r1c1` has.
pub(crate) fn first_named(header: &[u8], style: Style) -> Option<usize> {
    let is_cell = |(_, name): (usize, &[u8])| name.iter().any(u8::is_ascii_digit);
    let first = style.starting_in(0).cells(header).position(is_cell)?;
    let cells = style.starting_in(first).cells(header).take(CELLS).filter(|&name| is_cell(name));
    (cells.count() == CELLS).then_some(first)
}

/// Returns the style with the column of the first cell, as most lines have it. It is certain if there are no other cells than those of
/// a puzzle and its answer, or one before them that counts the lines, or an empty field after the last delimiter.
///
/// # Errors
/// The number of columns of cells if it is not certain which of them are the puzzle.
pub(crate) fn certain_columns(lines: &[&[u8]], style: Style) -> Result<Style, usize> {
    let found: Vec<_> =
        lines.iter().filter_map(|line| columns_of_cells(without_return(line), style)).collect();
    let Some(columns) = most_frequent(&found) else { return Ok(style) };
    let number = |line: &[u8]| {
        let (_, text) = style.starting_in(0).cells(line).next()?;
        str::from_utf8(text).ok()?.parse::<u64>().ok()
    };
    let count_up = lines.len() > 1
        && lines
            .windows(2)
            .all(|pair| number(pair[0]).is_some_and(|above| number(pair[1]) == Some(above + 1)));
    match columns.len() % CELLS {
        1 if end_in_delimiters(lines, style) => Ok(style.starting_in(columns.start)),
        more if more > usize::from(count_up) => Err(columns.len()),
        more => Ok(style.starting_in(columns.start + more)),
    }
}

/// Returns the number of columns that most of these lines have after the cells of a puzzle in this style, or the header.
pub(crate) fn columns_after_cells(header: &[u8], lines: &[&[u8]], style: Style) -> usize {
    let reader = CellLines { style, more: 0 };
    let after = |line: &[u8]| {
        let (puzzle, end) = cells::read(style, line)?.ok()?;
        usize::try_from(reader.more_after(line, &puzzle, end)).ok()
    };
    let of_header = style.cells(header).count().checked_sub(CELLS);
    let found: Vec<usize> =
        lines.iter().filter_map(|line| after(without_return(line))).chain(of_header).collect();
    most_frequent(&found).copied().unwrap_or(0)
}

/// Returns whether all lines end in a delimiter, and this is not the blank of a last cell: blanks are written in another way, or the
/// first cell is blank, where a number would not be.
fn end_in_delimiters(lines: &[&[u8]], style: Style) -> bool {
    let fields = |line: &[u8]| -> Vec<bool> {
        style.starting_in(0).cells(without_return(line)).map(|(_, cell)| cell.is_empty()).collect()
    };
    let lines: Vec<Vec<bool>> = lines.iter().map(|line| fields(line)).collect();
    let is_end = |empty: &Vec<bool>| empty[0] || empty.iter().filter(|&&is_empty| is_empty).count() == 1;
    lines.iter().all(|empty| empty.last() == Some(&true)) && lines.iter().any(is_end)
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::Notation;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(style: Style, text: &str) -> (Vec<String>, Vec<String>) {
        let mut records = Records::default();
        CellLines { style, more: 0 }.read(text.as_bytes(), &mut records);
        let puzzles = records.puzzles(text.as_bytes(), Notation::Clues);
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
        let (puzzles, defects) = read(Style::Spaces, &text);
        let trimmed = format!("{}..", &PUZZLE[..79]);
        assert_eq!(puzzles, [PUZZLE.to_owned(), trimmed.clone(), trimmed]);
        assert_eq!(defects, ["84: 83 characters where 81 were expected"]);
        assert_eq!(style_of(spaced().as_bytes()), Some(Style::Spaces));
        let wide = format!("{:81}", "5        3                          7");
        assert_eq!(style_of(wide.as_bytes()), None, "a row of a grid in columns of nine characters");
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
            assert_eq!(style_of(line.as_bytes()), Some(Style::Rows), "{line}");
            assert_eq!(read(Style::Rows, &format!("{line} easy\n")).0[0].replace('0', "."), PUZZLE);
        }
        for other in [rows("-", "-"), rows("0", "0"), rows(".", "//"), format!("{}1", rows(".", "/"))] {
            assert_eq!(style_of(other.as_bytes()), None, "{other}");
        }
        assert!(is_of_gaps(rows(".", "\",\"").as_bytes()));
        let wrong = rows(".", "/").replacen('7', "a", 1);
        let (_, defects) = read(Style::Rows, &format!("{PUZZLE}\n{}5\n{wrong}\n", rows(".", "/")));
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
    fn a_column_for_each_cell_is_read_with_any_blank() {
        for (blank, delimiter) in [("", ","), ("0", ";"), (".", "\t"), ("0", " "), ("None", ", ")] {
            let cell = |cell: char| if cell == '.' { blank.to_owned() } else { cell.to_string() };
            let line = PUZZLE.chars().map(cell).collect::<Vec<_>>().join(delimiter);
            let style = style_of(line.as_bytes()).expect("a style");
            assert_eq!(read(style, &line).0[0].replace('0', "."), PUZZLE);
            let numbered = format!("7{delimiter}{line}");
            let style = style_of(numbered.as_bytes()).expect("a style");
            assert_eq!(read(style, &numbered).0[0].replace('0', "."), PUZZLE, "{numbered}");
        }
        let answer = PUZZLE.replace('.', "1").chars().map(String::from).collect::<Vec<_>>().join(",");
        assert_eq!(style_of(format!("{PUZZLE},{answer}").as_bytes()), None, "the cells are of the answer");
        let four_each: String = PUZZLE.chars().map(|cell| format!("{cell}|0|0|0|")).collect();
        assert_eq!(style_of(four_each.as_bytes()), None, "four columns for each cell");
        let (_, defects) = read(Style::Fields(b',', 0), "1,22,3\n1,2\n1,a\n");
        assert!(defects.iter().all(|defect| defect.contains("the record ends before column")), "{defects:?}");
    }

    #[test]
    fn most_lines_say_in_which_columns_the_cells_are() {
        let table = |blank: &str, before: &[&str], after: &[&str]| -> Vec<String> {
            let cells: Vec<String> =
                PUZZLE.chars().map(|cell| cell.to_string().replace('.', blank)).collect();
            before
                .iter()
                .zip(after)
                .map(|(before, after)| format!("{before}{}{after}", cells.join(",")))
                .collect()
        };
        let first = |lines: &[String]| {
            let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
            certain_columns(&lines, Style::Fields(b',', 0)).map(|style| style == Style::Fields(b',', 0))
        };
        assert_eq!(first(&table("0", &[""; 3], &[""; 3])), Ok(true));
        assert_eq!(first(&table("0", &[""; 3], &[",", ",\r", ","])), Ok(true), "a comma at the end");
        assert_eq!(first(&table("0", &[""; 3], &[",3", "", ""])), Ok(true), "one wrong line");
        assert_eq!(first(&table("0", &[""; 3], &[",3", ",3", ""])), Err(82));
        assert_eq!(first(&table("", &["1,", "2,", "3,"], &[""; 3])), Ok(false), "numbers");
        assert_eq!(first(&table("", &[""], &[","])), Err(82), "a number and a blank, or a comma at the end");
        let long = format!("{}\n", table("0", &[""], &[",3"])[0]);
        let (puzzles, defects) = read(Style::Fields(b',', 0), &long);
        assert_eq!(
            (puzzles.len(), &*defects),
            (0, &["164: 82 characters where 81 were expected".to_owned()][..])
        );
    }
}
