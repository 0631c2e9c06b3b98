//! Nine-line records: nine rows of nine cells in one [`RowLayout`].
//!
//! Bars, commas and ruled lines (`------+-------+------`) between the cells are ignored. A grid ends with its ninth row. A blank
//! line, a heading (`Grid 01`) or a line of `-` ends it earlier: a missing row does not affect other grids.
//!
//! The exception is one blank line after row 3 and one after row 6, which separate the bands of a grid:
//!
//! ```text
//! 3 rows, blank, 3 rows, blank, 3 rows, then no row    one grid
//! 3 rows, blank, 4 rows …                              a grid with missing rows, then a new grid at the 4 rows
//! ```

mod layout;
mod scan;

use memchr::memrchr;

use super::ReadRecords;
use super::line::{line_count, next_line};
use crate::board::grid;
use crate::board::notation::{Notation, PENCILMARKS};
use crate::format::{Defect, Position, Reason, RecordFormat, Records};

pub use layout::RowLayout;
use layout::{GridLine, NO_MARKS};
pub(crate) use layout::{is_gap, is_row, is_ruled};
pub(crate) use scan::is_puzzle_section;
use scan::{Grid, Scan};

/// The number of rows of a grid, and of cells of a row.
pub(crate) const SIDE: usize = 9;

/// A reader of nine-line records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grids {
    /// The layout of their rows.
    pub layout: RowLayout,
    /// The sections with grids.
    pub sections: Sections,
}

/// The sections of a file from which grids are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sections {
    /// The whole file.
    #[default]
    All,
    /// Only the sections with the heading `[Puzzle]`. Sections with another heading in brackets are skipped.
    Named,
}

impl Grids {
    fn scan<'a>(&self, text: &'a [u8]) -> Scan<'a> {
        Scan::new(text, self.layout, self.sections)
    }

    /// Returns the grid whose first row is at byte `origin`.
    fn at(&self, chunk: &[u8], origin: usize) -> Grid {
        self.scan(chunk).grid(origin)
    }

    /// Returns the candidates of a grid of nine rows.
    fn marks(&self, chunk: &[u8], grid: &Grid) -> Result<[u8; PENCILMARKS], Defect> {
        let mut marks = NO_MARKS;
        for (row, marks) in marks.chunks_exact_mut(SIDE * SIDE).enumerate() {
            let line = super::line::line_from(chunk, grid.starts[row]);
            if let Some((at, reason)) = self.layout.marks(line, marks) {
                return Err(Defect { position: grid.position(chunk, row, at), reason });
            }
        }
        Ok(marks)
    }

    fn push(&self, chunk: &[u8], grid: &Grid, records: &mut Records) {
        let origin = grid.starts[0];
        if let Some(defect) = grid.defect(chunk) {
            return records.push_malformed(origin, defect);
        }
        if self.layout != RowLayout::Candidates {
            return records.push_rewritten(origin, &grid.cells);
        }
        match self.marks(chunk, grid) {
            Ok(marks) => records.push_rewritten(origin, &marks),
            Err(defect) => records.push_malformed(origin, defect),
        }
    }
}

impl ReadRecords for Grids {
    fn format(&self) -> RecordFormat {
        RecordFormat::Grid
    }

    fn notation(&self) -> Notation {
        match self.layout {
            RowLayout::Candidates => Notation::Pencilmarks,
            _ => Notation::Clues,
        }
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        // A line without its end may continue after the window, and turn out not to be a row.
        let text = &window[..=memrchr(b'\n', window)?];
        let scan = self.scan(text);
        let mut at = 0;
        while let Ok(grid) = scan.next(at) {
            at = grid.end;
        }
        Some(scan.border()).filter(|&border| border > 0)
    }

    fn may_hide_line_ends(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.begin(chunk);
        let scan = self.scan(chunk);
        let mut at = 0;
        loop {
            match scan.next(at) {
                Ok(grid) => {
                    records.headings += grid.headings;
                    self.push(chunk, &grid, records);
                    at = grid.end;
                }
                Err(headings) => {
                    records.headings += headings;
                    break;
                }
            }
        }
        records.lines = line_count(chunk);
    }

    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        let end = |start: usize| {
            let grid = self.at(chunk, start);
            next_line(chunk, grid.starts[grid.rows - 1])
        };
        ends.extend(starts.iter().map(|&start| end(start as usize) as u32));
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let cells = self.at(chunk, origin).cells;
        let cell = grid::first_bad_byte(&cells).unwrap_or(0);
        Defect { position: self.locate(chunk, origin, cell), reason: Reason::Byte(cells[cell]) }
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let (row, cell) = (cell / SIDE, cell % SIDE);
        let grid = self.at(chunk, origin);
        if row >= grid.rows {
            return Position::column(1);
        }
        let (line, mut column) = (super::line::line_from(chunk, grid.starts[row]), 0);
        self.layout.for_each_cell(line, |index, at, _| {
            if index == cell {
                column = at.min(line.len()); // blanks at the end of a line may be missing
            }
        });
        grid.position(chunk, row, column)
    }
}

/// Returns true for a heading or a line of `-`, which belongs to the grid below it.
pub(crate) fn is_heading(line: &[u8]) -> bool {
    matches!(RowLayout::Cells.line(line), GridLine::Separator)
}

#[cfg(test)]
mod tests;
