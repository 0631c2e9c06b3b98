//! Nine-line records: nine rows of nine cells, with or without spaces between them.
//!
//! Bars, commas and ruled lines (`------+-------+------`) between the cells are ignored. A grid ends with its ninth row. A
//! blank line or a heading (`Grid 01`) ends it earlier, so that a missing row affects no other grid.

use memchr::memchr;

use super::ReadRecords;
use super::line::{is_no_record, next_line};
use crate::format::{Defect, ENDLESS, Position, Reason, Records};
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
        let mut scanner = GridScanner::new(window);
        let mut border = None;
        while scanner.next_line().is_some() {
            // A line without its end may continue beyond the window.
            if scanner.rows == 0 && window[..scanner.at].ends_with(b"\n") {
                border = Some(scanner.at);
            }
        }
        border
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut scanner = GridScanner::new(chunk);
        while let Some(scanned) = scanner.next_line() {
            records.lines += 1;
            if let Scanned::Grid(grid) = scanned {
                add(grid, records);
            }
        }
        if let Some(grid) = scanner.end_grid() {
            add(grid, records);
        }
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
    let (mut at, mut end, mut rows) = (start, start, 0);
    while at < chunk.len() && rows < SIDE {
        let next = next_line(chunk, at);
        let line = &chunk[at..next];
        match GridLine::of(line) {
            GridLine::Row => (rows, end) = (rows + 1, next),
            GridLine::Separator => break,
            GridLine::Ignored => {}
        }
        if line.len() >= ENDLESS {
            break; // as for the reader, the lines after it are of another grid
        }
        at = next;
    }
    end
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
}

impl<'a> GridScanner<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, rows: 0, lines: 0, grid: Grid::at(0) }
    }

    /// Reads the next line. Returns `None` at the end of the text.
    fn next_line(&mut self) -> Option<Scanned> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = self.text.len().min(start + length + 1);
        let line = &rest[..length];
        let ended = match GridLine::of(line) {
            GridLine::Row => self.add_row(start, line),
            GridLine::Separator => self.end_grid(),
            GridLine::Ignored => None,
        };
        self.lines += 1;
        Some(ended.map_or(Scanned::Nothing, Scanned::Grid))
    }

    /// Adds a row. Returns the grid if that was its ninth.
    fn add_row(&mut self, start: usize, line: &[u8]) -> Option<Grid> {
        if self.rows == 0 {
            self.grid = Grid::at(start);
            self.lines = 0;
        }
        let row: &mut [u8; SIDE] = self.grid.cells[self.rows * SIDE..]
            .first_chunk_mut()
            .expect("a grid that has nine rows has ended");
        let reason = read_row(line, self.rows, row);
        let position = Position { line: self.lines, column: line.trim_ascii_end().len() as u32 + 1 };
        self.grid.defect = self.grid.defect.or(reason.map(|reason| Defect { position, reason }));
        self.grid.last = self.lines;
        self.rows += 1;
        // An endless line was cut off, so the rows after it cannot be assigned.
        if self.rows == SIDE || line.len() >= ENDLESS { self.end_grid() } else { None }
    }

    /// Ends the current grid, if there is one.
    fn end_grid(&mut self) -> Option<Grid> {
        let rows = std::mem::take(&mut self.rows);
        (rows > 0).then_some(Grid { rows, ..self.grid })
    }
}

/// The role of a line in a grid.
enum GridLine {
    /// A row, well-formed or not.
    Row,
    /// A blank line or a heading, which ends a grid.
    Separator,
    /// A comment or a ruled line.
    Ignored,
}

impl GridLine {
    fn of(line: &[u8]) -> Self {
        let text = line.trim_ascii();
        match text {
            [] => Self::Separator,
            [first, second, ..] if *first == b'[' || is_word(*first, *second) => Self::Separator,
            _ if is_no_record(text) || is_ruled(text) => Self::Ignored,
            _ => Self::Row,
        }
    }
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

/// Copies the cells of `line` to `cells`. Returns the reason if they are not nine.
fn read_row(line: &[u8], row: usize, cells: &mut [u8; SIDE]) -> Option<Reason> {
    if line.len() >= ENDLESS {
        return Some(Reason::Endless);
    }
    let mut found = 0;
    for &byte in line.iter().filter(|byte| !is_gap(**byte)) {
        if let Some(cell) = cells.get_mut(found) {
            *cell = byte;
        }
        found += 1;
    }
    (found != SIDE).then_some(Reason::Cells { row: row as u8 + 1, found: found as u32 })
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
mod tests {
    use super::*;
    use crate::solver::batch::Form;

    const ROWS: &str = "800000000\n003600000\n070090200\n050007000\n000045700\n000100030\n001000068\n\
                        008500010\n090000400\n";

    fn read(text: &str) -> Records {
        let mut records = Records::default();
        Grids.read(text.as_bytes(), &mut records);
        records
    }

    fn defects(text: &str) -> Vec<String> {
        let shown = |Defect { position, reason }| format!("{}:{}: {reason}", position.line, position.column);
        read(text).malformed.iter().map(|record| shown(record.defect)).collect()
    }

    /// The same grid with its rows written in another way.
    fn rewritten(row: impl Fn(&str) -> String) -> String {
        ROWS.lines().map(row).collect()
    }

    #[test]
    fn every_way_to_write_a_grid_gives_the_same_cells() {
        let spaced = rewritten(|row| row.chars().map(|cell| format!("{cell} ")).collect::<String>() + "\r\n");
        let bars = rewritten(|row| format!("{} | {}|{}\n", &row[..3], &row[3..6], &row[6..]));
        let ruled = ROWS.replacen("070090200\n", "070090200\n------+-------+------\n", 1);
        let headed = format!("Grid 01\n# comment\n\n{ROWS}");
        let puzzle = ROWS.replace('\n', "");
        for text in [ROWS, ROWS.trim_end(), &spaced, &bars, &ruled, &headed] {
            let records = read(text);
            let puzzles = records.puzzles(text.as_bytes(), Form::Clues);
            assert_eq!((puzzles.len(), records.malformed.len()), (1, 0), "{text}");
            assert_eq!(puzzles.get(0), puzzle.as_bytes(), "{text}");
        }
    }

    #[test]
    fn grids_follow_each_other_with_or_without_a_blank_line() {
        assert_eq!(read(&format!("{ROWS}{ROWS}\n{ROWS}Grid 04\n{ROWS}")).len(), 4);
    }

    #[test]
    fn a_missing_row_affects_no_other_grid() {
        let short = &ROWS[10..];
        assert_eq!(read(&format!("{short}\n{ROWS}")).len(), 2);
        assert_eq!(defects(&format!("{short}\n{ROWS}")), ["7:1: 8 rows where 9 were expected"]);
    }

    #[test]
    fn a_wrong_row_is_reported_with_its_line() {
        let long = ROWS.replacen("070090200", "# c\n0700902001", 1);
        assert_eq!(defects(&long), ["3:11: 10 cells in row 3 where 9 were expected"]);
    }

    #[test]
    fn a_wrong_byte_is_found_between_the_spaces() {
        let text = format!("Grid\n{}", ROWS.replacen("0", "a", 1).replacen("00000000", "0 0000000", 1));
        let records = read(&text);
        let defect = Grids.explain(text.as_bytes(), records.origin(0));
        let position = Position { line: 0, column: 2 };
        assert_eq!(defect, Defect { position, reason: Reason::Byte(b'a') });
        let third_row = Grids.locate(ROWS.as_bytes(), 0, 19);
        assert_eq!(third_row, Position { line: 2, column: 2 });
    }

    #[test]
    fn a_cut_never_splits_a_grid() {
        let two = format!("{ROWS}{ROWS}");
        assert_eq!(Grids.cut(two.as_bytes()), Some(two.len()));
        assert_eq!(Grids.cut(&two.as_bytes()[..two.len() - 1]), Some(ROWS.len()));
        assert_eq!(Grids.cut(&ROWS.as_bytes()[..50]), None);
    }
}
