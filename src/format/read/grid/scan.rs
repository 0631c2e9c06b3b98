//! Finds one grid after another in a text.
//!
//! A line above a grid that does not have nine cells is a heading. A line of only cells, such as `2` or `2024-01-05`, may also be
//! a row with an error. The rows below it decide: if nine follow, it is a heading, and if eight follow, a row.

use std::cell::Cell;

use super::layout::{GridLine, RowLayout, without_return};
use super::{SIDE, Sections};
use crate::board::grid::{CELLS, is_blank};
use crate::format::read::line::{empty_lines, is_separator, line_from, position, unexpected};
use crate::format::{Defect, MAX_LINE, Position, Reason};

use super::layout::is_gap;

/// A grid, as far as it was read.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// The byte offset of each row.
    pub(super) starts: [usize; SIDE],
    pub(super) rows: usize,
    pub(super) cells: [u8; CELLS],
    /// The index of the first row that does not have nine cells.
    wrong_row: Option<usize>,
    /// The byte offset at which reading continues.
    pub(super) end: usize,
    /// The number of headings above it.
    pub(super) headings: u64,
    layout: RowLayout,
}

/// A reader of grids that finds where the text can be cut without changing the grids.
///
/// The kind of a line may depend on the lines below it. A text can be cut at a line from which the reader could start again,
/// unless a decision above the cut depends on lines below it or below the text:
///
/// ```text
/// 2024-01-05   ◀─┐  is this a heading? Yes: nine rows follow, and then no tenth
/// 53..7....      │
///   ⋮            │
/// ....8..79    ──┘  needed
/// ──────────────── border
/// 2024-01-06        no row, as the end of the text would be none
/// ```
pub(super) struct Scan<'a> {
    text: &'a [u8],
    layout: RowLayout,
    sections: Sections,
    /// The end of the lines that decisions depend on; [`usize::MAX`] if one depends on lines below the text.
    needed: Cell<usize>,
    /// The last byte offset so far at which the text can be cut.
    border: Cell<usize>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a [u8], layout: RowLayout, sections: Sections) -> Self {
        Self { text, layout, sections, needed: Cell::new(0), border: Cell::new(0) }
    }

    /// Returns the last byte offset so far at which the text can be cut, or 0 if there is none.
    pub(super) fn border(&self) -> usize {
        self.border.get()
    }

    /// Records that a decision depends on the lines above byte `end`.
    fn need(&self, end: usize) {
        self.needed.set(self.needed.get().max(end));
    }

    /// Records that the reader could start again at byte `at`.
    fn may_cut(&self, at: usize) {
        if self.needed.get() <= at {
            self.border.set(at);
        }
    }

    /// Returns the next grid from byte `at` on. If there is none, returns the number of headings as the error.
    pub(super) fn next(&self, mut at: usize) -> Result<Grid, u64> {
        let text = self.text;
        let (mut headings, mut is_skipped) = (0, false);
        while at < text.len() {
            if !is_skipped {
                self.may_cut(at);
            }
            if let Some((_, length)) = empty_lines(&text[at..]) {
                at += length;
                continue;
            }
            let line = line_from(text, at);
            let next = text.len().min(at + line.len() + 1);
            if self.sections == Sections::Named && line.trim_ascii().starts_with(b"[") {
                is_skipped = !is_puzzle_section(line);
            }
            let kind = if is_skipped { GridLine::Ignored } else { self.layout.line(line) };
            let is_row = match kind {
                GridLine::Row => true,
                // It is a malformed record, whatever its content.
                _ if line.len() >= MAX_LINE && (kind.is_doubtful() || kind == GridLine::Other) => true,
                GridLine::WrongRow | GridLine::UnlikelyRow => !self.is_heading(next, [false, false]),
                GridLine::EmptyRow => !self.is_heading(next, [true, false]),
                GridLine::Short => !self.is_heading(next, [true, true]),
                GridLine::Blank | GridLine::Ignored | GridLine::Separator | GridLine::Other => false,
            };
            if is_row {
                return Ok(Grid { headings, ..self.grid(at) });
            }
            headings += u64::from(!matches!(kind, GridLine::Blank | GridLine::Ignored));
            at = next;
        }
        if !is_skipped {
            self.may_cut(at);
        }
        Err(headings)
    }

    /// Returns whether there are nine cells at byte `at`, which is the start of a line or the end of the text.
    fn is_row(&self, at: usize) -> bool {
        if at == self.text.len() {
            self.need(usize::MAX);
            return false;
        }
        let line = line_from(self.text, at);
        let is_row = self.layout.line(line) == GridLine::Row;
        if is_row {
            self.need(at + line.len()); // cutting off a line that is not a row changes nothing
        }
        is_row
    }

    /// Returns whether a doubtful line, which ends before byte `at`, is a heading instead of a row: a whole grid follows, and
    /// then no further row. `otherwise` has the results above fewer rows and above more rows. Above eight rows, which the line
    /// would complete, it is always a row.
    fn is_heading(&self, at: usize, otherwise: [bool; 2]) -> bool {
        let [above_fewer, above_more] = otherwise;
        if !self.is_row(at) {
            return above_fewer;
        }
        let grid = self.grid(at);
        match grid.rows < SIDE || grid.wrong_row.is_some() {
            true => above_fewer && grid.rows != SIDE - 1,
            false => above_more || !self.is_row(grid.end),
        }
    }

    /// Returns the grid whose first row is at byte `at`.
    pub(super) fn grid(&self, mut at: usize) -> Grid {
        let text = self.text;
        let mut grid = Grid {
            starts: [0; SIDE],
            rows: 0,
            cells: [b'.'; CELLS],
            wrong_row: None,
            end: 0,
            headings: 0,
            layout: self.layout,
        };
        // The number of rows above the last blank line between bands, and the byte offset of the line below it.
        let (mut above, mut below) = (0, 0);
        let mut has_ended = false;
        while at < text.len() && !has_ended {
            let (line, start) = (line_from(text, at), at);
            at = text.len().min(at + line.len() + 1);
            grid.end = at;
            has_ended = match self.layout.line(line) {
                GridLine::Row | GridLine::UnlikelyRow if grid.is_ruler(line) => !matches!(grid.rows, 3 | 6),
                GridLine::Blank if matches!((grid.rows, above), (3, 0) | (6, 3)) => {
                    (above, below) = (grid.rows, at);
                    false
                }
                GridLine::Blank => true,
                GridLine::Separator => {
                    grid.end = start; // it may also begin a section
                    true
                }
                GridLine::Ignored => false,
                GridLine::Other if grid.rows > 0 && !grid.is_last_row(line) && is_text(line) => true,
                GridLine::Short | GridLine::WrongRow | GridLine::Other if grid.rows == SIDE => true,
                _ if above > 0 && grid.rows == above + 3 => {
                    // The grid ended at the blank line.
                    self.need(at);
                    return Grid { rows: above, end: below, ..grid };
                }
                _ => {
                    grid.add_row(line, start);
                    // An endless line was cut off, so the rows after it cannot be assigned.
                    grid.rows == SIDE && above == 0 || line.len() >= MAX_LINE
                }
            };
        }
        self.need(if has_ended { at } else { usize::MAX });
        grid
    }
}

impl Grid {
    /// Returns whether nine dashes are not a row, because the grid has other blanks.
    fn is_ruler(&self, line: &[u8]) -> bool {
        is_dashes(line.trim_ascii()) && has_other_blank(&self.cells[..self.rows * SIDE])
    }

    /// Returns true for a ninth row with other text after it.
    fn is_last_row(&self, line: &[u8]) -> bool {
        self.rows == SIDE - 1 && self.layout == RowLayout::Cells && cells_before_text(line).is_some()
    }

    /// Adds a line, which begins at byte `start`, as a row.
    fn add_row(&mut self, line: &[u8], start: usize) {
        let was_ruler = self.rows == 1 && is_dashes(&self.cells[..SIDE]) && has_other_blank(line);
        if was_ruler {
            (self.rows, self.cells) = (0, [b'.'; CELLS]);
        }
        let row = self.rows;
        let line_of_cells = match cells_before_text(line) {
            Some(end) if row == SIDE - 1 && self.layout == RowLayout::Cells => &line[..end],
            _ => line,
        };
        if self.layout.found(line_of_cells) != SIDE || line.len() >= MAX_LINE {
            self.wrong_row.get_or_insert(row);
        }
        if self.layout != RowLayout::Candidates {
            self.cells[row * SIDE..][..SIDE].copy_from_slice(&self.layout.cells(line_of_cells));
        }
        self.starts[row] = start;
        self.rows = row + 1;
    }

    /// Returns the defect of the grid, which was read from `text`.
    pub(super) fn defect(&self, text: &[u8]) -> Option<Defect> {
        if self.rows == SIDE && self.wrong_row.is_none() {
            return None;
        }
        let wrong = self.wrong_row.map(|row| (row, self.wrong_row(row, line_from(text, self.starts[row]))));
        let is_told = |(_, (_, reason)): &(_, (_, Reason))| self.rows == SIDE || *reason == Reason::Endless;
        let rows = (self.rows - 1, (0, Reason::Rows(self.rows as u8)));
        let (row, (column, reason)) = wrong.filter(is_told).unwrap_or(rows);
        Some(Defect { position: self.position(text, row, column), reason })
    }

    /// Returns the position of byte `column` of a row. The grid was read from `text`.
    pub(super) fn position(&self, text: &[u8], row: usize, column: usize) -> Position {
        position(text, self.starts[0], self.starts[row] + column)
    }

    /// Returns the byte of `line`, the row with index `row`, at which it is wrong, and why it does not have nine cells.
    fn wrong_row(&self, row: usize, line: &[u8]) -> (usize, Reason) {
        let end = line.trim_ascii_end().len();
        if line.len() >= MAX_LINE {
            return (end, Reason::Endless);
        }
        let characters = match self.layout {
            RowLayout::Cells => line.iter().filter(|&&byte| !is_gap(byte) && byte & 0xC0 != 0x80).count(), // of UTF-8
            layout => layout.found(line),
        };
        let foreign = line.iter().position(|byte| !byte.is_ascii()).filter(|_| characters == SIDE);
        match foreign {
            Some(at) => (at, unexpected(&line[at..])),
            None => (end, Reason::Cells { row: row as u8 + 1, found: characters as u32 }),
        }
    }
}

/// Returns true for `[Puzzle]`.
pub(crate) fn is_puzzle_section(line: &[u8]) -> bool {
    line.trim_ascii().eq_ignore_ascii_case(b"[puzzle]")
}

/// Returns the end of nine cells before other text, which must be set off by a separator and must not begin with a cell.
fn cells_before_text(line: &[u8]) -> Option<usize> {
    let line = without_return(line);
    let mut cells = line.iter().enumerate().filter(|(_, byte)| !is_gap(**byte)).map(|(at, _)| at);
    let first = cells.next()?;
    let last = cells.nth(SIDE - 2)?;
    let next = cells.next()?;
    let is_compact = last - first == SIDE - 1;
    let are_cells = line[first..=last].iter().all(|&byte| is_gap(byte) || is_cell(byte));
    let is_set_off = is_separator(*line.get(last + 1)?);
    (are_cells && is_set_off && (is_compact || !is_cell(line[next]))).then_some(last + 1)
}

/// Returns whether most characters of a line are not cells.
fn is_text(line: &[u8]) -> bool {
    let characters = line.iter().filter(|&&byte| !is_gap(byte)).count();
    2 * line.iter().filter(|&&byte| is_cell(byte)).count() < characters
}

fn is_cell(byte: u8) -> bool {
    crate::board::grid::digit(byte).is_some() || is_blank(byte)
}

/// Returns true for a row of nine dashes.
fn is_dashes(text: &[u8]) -> bool {
    text == [b'-'; SIDE]
}

/// Returns whether any of the cells is a blank other than `-`.
fn has_other_blank(cells: &[u8]) -> bool {
    cells.iter().any(|&byte| is_blank(byte) && byte != b'-')
}
