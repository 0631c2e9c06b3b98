//! Nine-line records: nine rows of nine cells, set off by spaces or not.
//!
//! Bars, commas and ruled lines (`------+-------+------`) between the cells are passed over. A
//! grid ends with its ninth row; a blank line or a heading (`Grid 01`) ends it before, so that a
//! grid with a missing row costs that grid alone.

use memchr::memchr;

use super::line::is_no_record;
use crate::format::{Defect, ENDLESS, Position, ReadRecords, Reason, Records};
use crate::grid::{self, CELLS, is_blank};

/// Rows of a grid, and cells of a row.
pub(in crate::format) const SIDE: usize = 9;

/// Reads nine-line records.
pub struct Grids;

impl ReadRecords for Grids {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        let mut walk = Walk::new(window);
        let mut border = None;
        while walk.step().is_some() {
            // A line without its end may go on beyond the window.
            if walk.rows == 0 && window[..walk.at].ends_with(b"\n") {
                border = Some(walk.at);
            }
        }
        border
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut walk = Walk::new(chunk);
        while let Some(step) = walk.step() {
            records.lines += 1;
            if let Step::Ended(grid) = step {
                take(grid, records);
            }
        }
        if let Some(grid) = walk.rest() {
            take(grid, records);
        }
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let grid = grid_at(chunk, origin);
        let cell = grid::first_bad_byte(&grid.cells).unwrap_or(0);
        Defect { place: self.locate(chunk, origin, cell), wrong: Reason::Byte(grid.cells[cell]) }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let mut walk = Walk::new(&chunk[origin..]);
        for line in 0.. {
            let (start, row) = (walk.at, walk.rows);
            if walk.step().is_none() {
                break;
            }
            let is_cells_row = walk.rows != row && row == cell / SIDE;
            if is_cells_row {
                let text = &walk.text[start..walk.at];
                let column = text.iter().enumerate().filter(|(_, byte)| !is_gap(**byte)).nth(cell % SIDE);
                return Position { line, column: column.map_or(1, |(at, _)| at as u32 + 1) };
            }
        }
        Position::column(1)
    }
}

/// What a line did to the grid that is being read.
enum Step {
    /// Nothing that could be acted on yet.
    On,
    /// It ended the grid.
    Ended(Grid),
}

/// A grid as far as it was read.
#[derive(Clone, Copy)]
struct Grid {
    origin: usize,
    rows: usize,
    cells: [u8; CELLS],
    /// Lines from its first row to its last.
    last: u32,
    defect: Option<Defect>,
}

impl Grid {
    fn at(origin: usize) -> Self {
        Self { origin, rows: 0, cells: [b'.'; CELLS], last: 0, defect: None }
    }
}

/// Walks over the lines of a chunk and gathers them to grids.
struct Walk<'a> {
    text: &'a [u8],
    at: usize,
    /// Rows of the grid so far; 0 between two grids.
    rows: usize,
    /// Lines since the grid's first, with those that are no rows.
    lines: u32,
    grid: Grid,
}

impl<'a> Walk<'a> {
    fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, rows: 0, lines: 0, grid: Grid::at(0) }
    }

    /// Takes the next line; `None` at the end of the text.
    fn step(&mut self) -> Option<Step> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = self.text.len().min(start + length + 1);
        let line = &rest[..length];
        let step = match Kind::of(line) {
            Kind::Row => self.row(start, line),
            Kind::Break => self.rest(),
            Kind::Nothing => None,
        };
        self.lines += 1;
        Some(step.map_or(Step::On, Step::Ended))
    }

    /// Adds a row; gives the grid when that was its ninth.
    fn row(&mut self, start: usize, line: &[u8]) -> Option<Grid> {
        if self.rows == 0 {
            self.grid = Grid::at(start);
            self.lines = 0;
        }
        let row: &mut [u8; SIDE] = self.grid.cells[self.rows * SIDE..]
            .first_chunk_mut()
            .expect("a grid that has nine rows has ended");
        let wrong = read_row(line, self.rows, row);
        let place = Position { line: self.lines, column: line.trim_ascii_end().len() as u32 + 1 };
        self.grid.defect = self.grid.defect.or(wrong.map(|wrong| Defect { place, wrong }));
        self.grid.last = self.lines;
        self.rows += 1;
        // An endless line was cut off, and nobody knows what it held.
        if self.rows == SIDE || line.len() >= ENDLESS { self.rest() } else { None }
    }

    /// Ends the grid that is being read, if there is one.
    fn rest(&mut self) -> Option<Grid> {
        let rows = std::mem::take(&mut self.rows);
        (rows > 0).then_some(Grid { rows, ..self.grid })
    }
}

/// What a line is to a grid.
enum Kind {
    /// One of its rows, right or wrong.
    Row,
    /// Its end, if it has begun: a blank line or a heading.
    Break,
    /// A comment or a ruled line.
    Nothing,
}

impl Kind {
    fn of(line: &[u8]) -> Self {
        let text = line.trim_ascii();
        match text {
            [] => Self::Break,
            [first, second, ..] if *first == b'[' || is_word(*first, *second) => Self::Break,
            _ if is_no_record(text) || is_ruled(text) => Self::Nothing,
            _ => Self::Row,
        }
    }
}

/// Do these bytes begin a heading? `x` is a blank, so `xX` begins a row.
fn is_word(first: u8, second: u8) -> bool {
    first.is_ascii_alphabetic() && second.is_ascii_alphabetic() && !(is_blank(first) && is_blank(second))
}

/// Is the line drawn between bands or around the grid? Nine dashes alone are a row of nine blanks.
fn is_ruled(text: &[u8]) -> bool {
    let drawn =
        |&byte: &u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b' ' | b'*' | b'.' | b':' | b',' | b'\'');
    let cells = text.iter().filter(|&&byte| !is_gap(byte)).count();
    text.iter().all(drawn) && cells != SIDE && text.windows(3).any(|three| matches!(three, b"---" | b"==="))
}

/// Does this byte stand between cells?
pub(in crate::format) fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|' | b',')
}

/// Copies the cells of `line` to `row`, or tells how it is not nine cells.
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

fn take(grid: Grid, records: &mut Records) {
    match grid.defect {
        None if grid.rows == SIDE => records.push_rewritten(grid.origin, &grid.cells),
        Some(defect) if grid.rows == SIDE || defect.wrong == Reason::Endless => {
            records.push_malformed(grid.origin, defect);
        }
        _ => {
            let place = Position { line: grid.last, column: 1 };
            records.push_malformed(grid.origin, Defect { place, wrong: Reason::Rows(grid.rows as u8) });
        }
    }
}

fn grid_at(chunk: &[u8], origin: usize) -> Grid {
    let mut walk = Walk::new(&chunk[origin..]);
    while let Some(step) = walk.step() {
        if let Step::Ended(grid) = step {
            return grid;
        }
    }
    walk.rest().unwrap_or(walk.grid)
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
        let told =
            |defect: Defect| format!("{}:{}: {}", defect.place.line, defect.place.column, defect.wrong);
        read(text).malformed.iter().map(|faulty| told(faulty.defect)).collect()
    }

    /// The same grid in another dress.
    fn dressed(row: impl Fn(&str) -> String) -> String {
        ROWS.lines().map(row).collect()
    }

    #[test]
    fn every_dress_of_a_grid_gives_the_same_cells() {
        let spaced = dressed(|row| row.chars().map(|cell| format!("{cell} ")).collect::<String>() + "\r\n");
        let bars = dressed(|row| format!("{} | {}|{}\n", &row[..3], &row[3..6], &row[6..]));
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
    fn a_missing_row_costs_its_own_grid_alone() {
        let short = &ROWS[10..];
        assert_eq!(read(&format!("{short}\n{ROWS}")).len(), 2);
        assert_eq!(defects(&format!("{short}\n{ROWS}")), ["7:1: 8 rows where 9 were expected"]);
    }

    #[test]
    fn a_wrong_row_is_told_with_its_line() {
        let long = ROWS.replacen("070090200", "# c\n0700902001", 1);
        assert_eq!(defects(&long), ["3:11: 10 cells in row 3 where 9 were expected"]);
    }

    #[test]
    fn a_wrong_byte_is_found_between_the_spaces() {
        let text = format!("Grid\n{}", ROWS.replacen("0", "a", 1).replacen("00000000", "0 0000000", 1));
        let records = read(&text);
        let defect = Grids.explain(text.as_bytes(), records.origin(0));
        assert_eq!((defect.place, defect.wrong), (Position { line: 0, column: 2 }, Reason::Byte(b'a')));
        let third_row = Grids.locate(ROWS.as_bytes(), 0, 19);
        assert_eq!(third_row, Position { line: 2, column: 2 });
    }

    #[test]
    fn a_cut_never_parts_a_grid() {
        let two = format!("{ROWS}{ROWS}");
        assert_eq!(Grids.cut(two.as_bytes()), Some(two.len()));
        assert_eq!(Grids.cut(&two.as_bytes()[..two.len() - 1]), Some(ROWS.len()));
        assert_eq!(Grids.cut(&ROWS.as_bytes()[..50]), None);
    }
}
