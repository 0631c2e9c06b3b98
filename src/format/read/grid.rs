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

use memchr::{memchr, memchr_iter, memrchr};

use super::ReadRecords;
use super::line::{empty_lines, is_blank_or_comment, next_line, unexpected};
use crate::format::{Defect, MAX_LINE, Position, Reason, Records};
use crate::grid::{self, CELLS, is_blank};

/// The number of rows of a grid, and of cells of a row.
pub(crate) const SIDE: usize = 9;

/// Reads nine-line records.
pub struct Grids;

impl ReadRecords for Grids {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        // A line without its end may continue beyond the window, and prove to be something else than a row.
        let whole_lines = &window[..=memrchr(b'\n', window)?];
        let mut scanner = GridScanner::new(whole_lines);
        let (mut border, mut reached) = (None, 0);
        loop {
            let before = scanner.at;
            reached = reached.max(before);
            if scanner.next_line().is_none() {
                break;
            }
            // The lines after a blank line are read again when a later line shows that the grid had ended there. Without
            // that later line they belong to the grid, so no border is among them.
            let (is_back, is_again) = (scanner.at < before, scanner.at <= reached);
            if scanner.rows == 0 && (is_back || !is_again) {
                border = Some(scanner.at);
            }
        }
        border
    }

    fn may_hide_line_ends(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.begin(chunk);
        let mut scanner = GridScanner::new(chunk);
        while let Some(scanned) = scanner.next_line() {
            if let Scanned::Grid(grid) = scanned {
                add(grid, records);
            }
        }
        if let Some(grid) = scanner.end_grid() {
            add(grid, records);
        }
        records.lines = memchr_iter(b'\n', chunk).count() as u64
            + u64::from(chunk.last().is_some_and(|&byte| byte != b'\n'));
    }

    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        ends.extend(starts.iter().map(|&start| end(chunk, start as usize) as u32));
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let grid = grid_at(chunk, origin);
        let cell = grid::first_bad_byte(&grid.cells).unwrap_or(0);
        Defect { position: self.locate(chunk, origin, cell), reason: Reason::Byte(grid.cells[cell]) }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let mut scanner = GridScanner::new(&chunk[origin..]);
        for line in 0.. {
            let (start, row) = (scanner.at, scanner.rows);
            if scanner.next_line().is_none() {
                break;
            }
            let is_row_of_cell = scanner.rows != row && row == cell / SIDE;
            if is_row_of_cell {
                let text = &scanner.text[start..scanner.at];
                let column = text.iter().enumerate().filter(|(_, byte)| !is_gap(**byte)).nth(cell % SIDE);
                return Position { line, column: column.map_or(1, |(at, _)| at as u32 + 1) };
            }
        }
        Position::column(1)
    }
}

/// The byte offset of the end of the last row of the grid whose first row starts at `start`.
fn end(chunk: &[u8], start: usize) -> usize {
    (0..=grid_at(chunk, start).last).fold(start, |at, _| next_line(chunk, at))
}

/// What a line brought.
enum Scanned {
    /// No complete grid.
    Nothing,
    /// The end of this grid.
    Grid(Grid),
}

/// A grid, as far as it has been read.
#[derive(Clone, Copy)]
struct Grid {
    /// Byte offset of its first row.
    origin: usize,
    rows: usize,
    cells: [u8; CELLS],
    /// The number of lines from its first row to its last.
    last: u32,
    defect: Option<Defect>,
}

impl Grid {
    fn at(origin: usize) -> Self {
        Self { origin, rows: 0, cells: [b'.'; CELLS], last: 0, defect: None }
    }
}

/// Assembles the lines of a text into grids.
struct GridScanner<'a> {
    text: &'a [u8],
    /// Byte offset of the next line.
    at: usize,
    /// The number of rows of the current grid; 0 between two grids.
    rows: usize,
    /// The number of lines since the first row of the grid, including those that are no rows.
    lines: u32,
    grid: Grid,
    bands: Bands,
}

/// The bands of the current grid, if blank lines separate them.
#[derive(Clone, Copy, Default)]
struct Bands {
    /// The number of rows before the last blank line; 0 if there was none.
    above: usize,
    /// The line of the last row before the blank line, counted from the first row.
    last: u32,
    /// Byte offset of the line after the blank line.
    start: usize,
}

impl<'a> GridScanner<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, rows: 0, lines: 0, grid: Grid::at(0), bands: Bands::default() }
    }

    /// Reads the next line, or all empty lines between two grids. Returns `None` at the end of the text.
    fn next_line(&mut self) -> Option<Scanned> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        if self.rows == 0
            && let Some((_, length)) = empty_lines(rest)
        {
            self.at += length;
            return Some(Scanned::Nothing);
        }
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = self.text.len().min(start + length + 1);
        let line = &rest[..length];
        let ended = match GridLine::of(line) {
            GridLine::Row if self.is_ruler(line) => {
                let is_between_bands = matches!(self.rows, 3 | 6);
                if is_between_bands { None } else { self.end_grid() }
            }
            GridLine::Row => self.add_row(start, line),
            GridLine::Blank => self.separate_bands(),
            GridLine::Separator => self.end_grid(),
            GridLine::Ignored => None,
        };
        self.lines += 1;
        Some(ended.map_or(Scanned::Nothing, Scanned::Grid))
    }

    /// Returns true if nine dashes are no row, since the blanks of the grid are written in another way.
    fn is_ruler(&self, line: &[u8]) -> bool {
        is_dashes(line.trim_ascii()) && has_other_blank(&self.grid.cells[..self.rows * SIDE])
    }

    /// Adds a row. Returns the grid if that was its ninth, or the grid before if this row shows that it had ended.
    fn add_row(&mut self, start: usize, line: &[u8]) -> Option<Grid> {
        if self.bands.above > 0 && self.rows == self.bands.above + 3 {
            return Some(self.split_at_band());
        }
        let was_ruler = self.rows == 1 && is_dashes(&self.grid.cells[..SIDE]) && has_other_blank(line);
        if self.rows == 0 || was_ruler {
            self.grid = Grid::at(start);
            self.rows = 0;
            self.lines = 0;
        }
        let row: &mut [u8; SIDE] = self.grid.cells[self.rows * SIDE..]
            .first_chunk_mut()
            .expect("a grid that has nine rows has ended");
        let defect = read_row(line, self.rows, self.lines, row);
        self.grid.defect = self.grid.defect.or(defect);
        self.grid.last = self.lines;
        self.rows += 1;
        // An endless line was cut off, so the rows after it cannot be assigned.
        let is_complete = self.rows == SIDE && self.bands.above == 0;
        if is_complete || line.len() >= MAX_LINE { self.end_grid() } else { None }
    }

    /// Ends the current grid at a blank line, unless that separates two bands.
    fn separate_bands(&mut self) -> Option<Grid> {
        let is_border = matches!((self.rows, self.bands.above), (3, 0) | (6, 3));
        if !is_border {
            return self.end_grid();
        }
        self.bands = Bands { above: self.rows, last: self.grid.last, start: self.at };
        None
    }

    /// Ends the current grid at the last blank line and continues after that line.
    fn split_at_band(&mut self) -> Grid {
        let Bands { above, last, start } = self.bands;
        self.at = start;
        self.end_grid();
        Grid { rows: above, last, ..self.grid }
    }

    /// Ends the current grid, if there is one.
    fn end_grid(&mut self) -> Option<Grid> {
        self.bands = Bands::default();
        let rows = std::mem::take(&mut self.rows);
        (rows > 0).then_some(Grid { rows, ..self.grid })
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

/// Copies the cells of `line`, the row with index `row`, to `cells`. Returns the defect if they are not nine.
fn read_row(line: &[u8], row: usize, line_of_grid: u32, cells: &mut [u8; SIDE]) -> Option<Defect> {
    let at_column = |column: usize| Position { line: line_of_grid, column: column as u32 };
    if line.len() >= MAX_LINE {
        return Some(Defect {
            position: at_column(line.trim_ascii_end().len() + 1),
            reason: Reason::Endless,
        });
    }
    let mut found = 0;
    for &byte in line.iter().filter(|byte| !is_gap(**byte)) {
        if let Some(cell) = cells.get_mut(found) {
            *cell = byte;
        }
        found += 1;
    }
    if found == SIDE {
        return None;
    }
    let characters = line.iter().filter(|&&byte| !is_gap(byte) && byte & 0xC0 != 0x80).count(); // of UTF-8
    let foreign = line.iter().position(|byte| !byte.is_ascii()).filter(|_| characters == SIDE);
    if let Some(at) = foreign {
        return Some(Defect { position: at_column(at + 1), reason: unexpected(&line[at..]) });
    }
    let reason = Reason::Cells { row: row as u8 + 1, found: characters as u32 };
    Some(Defect { position: at_column(line.trim_ascii_end().len() + 1), reason })
}

fn add(grid: Grid, records: &mut Records) {
    match grid.defect {
        None if grid.rows == SIDE => records.push_rewritten(grid.origin, &grid.cells),
        Some(defect) if grid.rows == SIDE || defect.reason == Reason::Endless => {
            records.push_malformed(grid.origin, defect);
        }
        _ => {
            let position = Position { line: grid.last, column: 1 };
            let reason = Reason::Rows(grid.rows as u8);
            records.push_malformed(grid.origin, Defect { position, reason });
        }
    }
}

fn grid_at(chunk: &[u8], origin: usize) -> Grid {
    let mut scanner = GridScanner::new(&chunk[origin..]);
    while let Some(scanned) = scanner.next_line() {
        if let Scanned::Grid(grid) = scanned {
            return grid;
        }
    }
    scanner.end_grid().unwrap_or(scanner.grid)
}

#[cfg(test)]
mod tests;
