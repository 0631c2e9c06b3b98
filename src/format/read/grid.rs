//! Nine-line records: nine rows of nine cells, with or without spaces between them.
//!
//! Bars, commas and ruled lines (`------+-------+------`) between the cells are ignored. A grid ends with its ninth row. A
//! blank line, a heading (`Grid 01`) or a line of `-` ends it earlier, so that a missing row affects no other grid.
//!
//! The exception is one blank line after row 3 and one after row 6, which separate the bands of a grid:
//!
//! ```text
//! 3 rows, blank, 3 rows, blank, 3 rows, then no row    one grid
//! 3 rows, blank, 4 rows …                              a grid with missing rows, then a new grid at the 4 rows
//! ```

use memchr::memrchr;

use super::ReadRecords;
use super::line::{empty_lines, is_blank_or_comment, line_count, line_from, next_line, position, unexpected};
use crate::format::{Defect, MAX_LINE, Position, Reason, RecordFormat, Records};
use crate::grid::{self, CELLS, is_blank};

/// The number of rows of a grid, and of cells of a row.
pub(crate) const SIDE: usize = 9;

/// Reads nine-line records.
pub struct Grids;

impl ReadRecords for Grids {
    fn format(&self) -> RecordFormat {
        RecordFormat::Grid
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        // A line without its end may continue beyond the window, and prove to be something else than a row.
        let text = &window[..=memrchr(b'\n', window)?];
        let (mut border, mut at, mut seen) = (0, 0, 0);
        while let Some(grid) = Grid::next(text, at) {
            // The lines after a blank line are read again when a later line shows that the grid had ended there. Without
            // that later line they belong to the grid, so no border is among them.
            if grid.begin > at.max(seen) {
                border = grid.begin;
            }
            if !grid.has_ended {
                return Some(border).filter(|&border| border > 0);
            }
            if grid.end < grid.last_line || grid.end > seen {
                border = grid.end;
            }
            (at, seen) = (grid.end, seen.max(grid.last_line));
        }
        Some(text.len())
    }

    fn may_hide_line_ends(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.begin(chunk);
        let mut at = 0;
        while let Some(grid) = Grid::next(chunk, at) {
            match grid.defect(chunk) {
                Some(defect) => records.push_malformed(grid.starts[0], defect),
                None => records.push_rewritten(grid.starts[0], &grid.cells),
            }
            at = grid.end;
        }
        records.lines = line_count(chunk);
    }

    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        let end = |start: usize| {
            let grid = Grid::next(chunk, start);
            next_line(chunk, grid.map_or(start, |grid| grid.starts[grid.rows - 1]))
        };
        ends.extend(starts.iter().map(|&start| end(start as usize) as u32));
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let cells = Grid::next(chunk, origin).map_or([b'.'; CELLS], |grid| grid.cells);
        let cell = grid::first_bad_byte(&cells).unwrap_or(0);
        Defect { position: self.locate(chunk, origin, cell), reason: Reason::Byte(cells[cell]) }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let (row, cell) = (cell / SIDE, cell % SIDE);
        let Some(grid) = Grid::next(chunk, origin).filter(|grid| row < grid.rows) else {
            return Position::column(1);
        };
        let line = chunk[grid.starts[row]..].iter().enumerate();
        let column = line.filter(|(_, byte)| !is_gap(**byte)).nth(cell).map_or(0, |(at, _)| at);
        grid.position(chunk, row, column)
    }
}

/// A grid, as far as it has been read.
#[derive(Clone, Copy)]
struct Grid {
    /// The byte offset of each row.
    starts: [usize; SIDE],
    rows: usize,
    cells: [u8; CELLS],
    /// The index of the first row that has not nine cells.
    wrong_row: Option<usize>,
    /// The byte offset of the first line that may be a row of it.
    begin: usize,
    /// The byte offset of the last line that was read.
    last_line: usize,
    /// The byte offset from which the next grid is read.
    end: usize,
    /// Does `last_line` show that the grid is complete, or that it has no more rows?
    has_ended: bool,
}

impl Grid {
    /// The grid with the first row of `text` from byte `at` on.
    fn next(text: &[u8], mut at: usize) -> Option<Self> {
        let mut grid = Self {
            starts: [0; SIDE],
            rows: 0,
            cells: [b'.'; CELLS],
            wrong_row: None,
            begin: 0,
            last_line: 0,
            end: 0,
            has_ended: false,
        };
        // The number of rows above the last blank line between two bands, and the byte offset of the line below it.
        let (mut above, mut below) = (0, 0);
        while at < text.len() && !grid.has_ended {
            if grid.rows == 0
                && let Some((_, length)) = empty_lines(&text[at..])
            {
                at += length;
                continue;
            }
            let line = line_from(text, at);
            grid.last_line = at;
            at = text.len().min(at + line.len() + 1);
            grid.end = at;
            grid.has_ended = match GridLine::of(line) {
                GridLine::Row if grid.is_ruler(line) => !matches!(grid.rows, 3 | 6),
                GridLine::Row if above > 0 && grid.rows == above + 3 => {
                    // The grid had ended at the blank line.
                    return Some(Self { rows: above, end: below, has_ended: true, ..grid });
                }
                GridLine::Row => {
                    grid.add_row(line);
                    // An endless line was cut off, so the rows after it cannot be assigned.
                    grid.rows == SIDE && above == 0 || line.len() >= MAX_LINE
                }
                GridLine::Blank if matches!((grid.rows, above), (3, 0) | (6, 3)) => {
                    (above, below) = (grid.rows, at);
                    false
                }
                GridLine::Blank | GridLine::Separator => grid.rows > 0,
                GridLine::Ignored => false,
            };
        }
        (grid.rows > 0).then_some(grid)
    }

    /// Returns true if nine dashes are no row, since the blanks of the grid are written in another way.
    fn is_ruler(&self, line: &[u8]) -> bool {
        is_dashes(line.trim_ascii()) && has_other_blank(&self.cells[..self.rows * SIDE])
    }

    /// Adds the last line as a row.
    fn add_row(&mut self, line: &[u8]) {
        if self.rows == 0 {
            self.begin = self.last_line;
        }
        let was_ruler = self.rows == 1 && is_dashes(&self.cells[..SIDE]) && has_other_blank(line);
        if was_ruler {
            (self.rows, self.cells) = (0, [b'.'; CELLS]);
        }
        let (row, mut found) = (self.rows, 0);
        let cells: &mut [u8; SIDE] =
            self.cells[row * SIDE..].first_chunk_mut().expect("a grid that has nine rows has ended");
        for &byte in line.iter().filter(|byte| !is_gap(**byte)) {
            if let Some(cell) = cells.get_mut(found) {
                *cell = byte;
            }
            found += 1;
        }
        if found != SIDE || line.len() >= MAX_LINE {
            self.wrong_row.get_or_insert(row);
        }
        self.starts[row] = self.last_line;
        self.rows = row + 1;
    }

    /// What is wrong with the grid, which was read from `text`.
    fn defect(&self, text: &[u8]) -> Option<Defect> {
        if self.rows == SIDE && self.wrong_row.is_none() {
            return None;
        }
        let wrong = self.wrong_row.map(|row| (row, wrong_row(row, line_from(text, self.starts[row]))));
        let is_told = |(_, (_, reason)): &(_, (_, Reason))| self.rows == SIDE || *reason == Reason::Endless;
        let rows = (self.rows - 1, (0, Reason::Rows(self.rows as u8)));
        let (row, (column, reason)) = wrong.filter(is_told).unwrap_or(rows);
        Some(Defect { position: self.position(text, row, column), reason })
    }

    /// The position of byte `column` of a row in `text`, from which the grid was read.
    fn position(&self, text: &[u8], row: usize, column: usize) -> Position {
        position(text, self.starts[0], self.starts[row] + column)
    }
}

/// The role of a line in a grid.
enum GridLine {
    /// A row, well-formed or not.
    Row,
    /// A blank line, which ends a grid or a band.
    Blank,
    /// A heading or a line of `-`, which ends a grid.
    Separator,
    /// A comment or a ruled line.
    Ignored,
}

impl GridLine {
    fn of(line: &[u8]) -> Self {
        let text = line.trim_ascii();
        match text {
            [] => Self::Blank,
            [b'-'] | [b'-', b'-'] => Self::Separator,
            [first, second, ..] if *first == b'[' || is_word(*first, *second) => Self::Separator,
            _ if is_blank_or_comment(text) || is_ruled(text) => Self::Ignored,
            _ => Self::Row,
        }
    }
}

/// Returns true for a heading or a line of `-`, which goes with the grid below it.
pub(crate) fn is_heading(line: &[u8]) -> bool {
    matches!(GridLine::of(line), GridLine::Separator)
}

/// Returns true if these bytes begin a heading. `x` is a blank, so `xX` begins a row.
fn is_word(first: u8, second: u8) -> bool {
    first.is_ascii_alphabetic() && second.is_ascii_alphabetic() && !(is_blank(first) && is_blank(second))
}

/// Returns true for a line drawn between bands or around the grid. Nine dashes alone are a row of nine blanks.
fn is_ruled(text: &[u8]) -> bool {
    let drawn =
        |&byte: &u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b' ' | b'*' | b'.' | b':' | b',' | b'\'');
    let cells = text.iter().filter(|&&byte| !is_gap(byte)).count();
    text.iter().all(drawn) && cells != SIDE && text.windows(3).any(|three| matches!(three, b"---" | b"==="))
}

/// Returns true if this byte separates cells.
pub(crate) fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|' | b',')
}

/// Returns true for a row of nine dashes.
fn is_dashes(text: &[u8]) -> bool {
    text == [b'-'; SIDE]
}

/// Returns true if any of the cells is a blank other than `-`.
fn has_other_blank(cells: &[u8]) -> bool {
    cells.iter().any(|&byte| is_blank(byte) && byte != b'-')
}

/// Why `line`, the row with index `row`, has not nine cells, and at which of its bytes.
fn wrong_row(row: usize, line: &[u8]) -> (usize, Reason) {
    let end = line.trim_ascii_end().len();
    if line.len() >= MAX_LINE {
        return (end, Reason::Endless);
    }
    let characters = line.iter().filter(|&&byte| !is_gap(byte) && byte & 0xC0 != 0x80).count(); // of UTF-8
    let foreign = line.iter().position(|byte| !byte.is_ascii()).filter(|_| characters == SIDE);
    match foreign {
        Some(at) => (at, unexpected(&line[at..])),
        None => (end, Reason::Cells { row: row as u8 + 1, found: characters as u32 }),
    }
}

#[cfg(test)]
mod tests;
