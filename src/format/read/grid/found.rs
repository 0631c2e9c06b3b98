//! What is found from one place of a text on: a grid, or a line without one.

use super::line::Row;
use crate::board::grid::{CELLS, scan};
use crate::format::cells::SIDE;

/// The most rows of a record.
pub(super) const MOST: usize = SIDE + 3;

/// How wrong a grid is that cannot have one solution.
pub(super) const UNLIKELY: usize = 12;

/// How wrong nine rows are whose clues contradict each other.
pub(super) const CONTRADICTORY: usize = 5;

/// What is found from one place of a text on.
#[derive(Clone, Copy)]
pub(super) struct Found {
    rows: [Row; MOST],
    /// The number of rows; 0 for a line without a grid.
    pub(super) count: usize,
    /// The number of headings, if there is no grid.
    pub(super) headings: u64,
    /// Whether a line that was passed holds text.
    pub(super) has_skipped: bool,
    /// The byte offset at which reading goes on.
    pub(super) end: usize,
    /// The end of the line without which the decision could have been another one, or 0.
    pub(super) needed: usize,
    /// Whether the usual number of rows of blanks is between these rows and others.
    pub(super) is_apart: bool,
    /// How wrong this is: see [`Grids::cost`](super::Grids::cost).
    pub(super) cost: usize,
}

impl Found {
    /// Returns no rows. Reading goes on at byte `end`.
    #[inline]
    pub(super) fn nothing(end: usize) -> Self {
        Self {
            rows: [Row::NONE; MOST],
            count: 0,
            headings: 0,
            has_skipped: false,
            end,
            needed: 0,
            is_apart: false,
            cost: 0,
        }
    }

    /// Returns a heading, or a comment if `headings` is 0. Reading goes on at byte `end`.
    pub(super) fn text(headings: u64, end: usize) -> Self {
        Self { headings, has_skipped: true, ..Self::nothing(end) }
    }

    /// Returns at most [`MOST`] rows of a record. Reading goes on at byte `end`.
    #[inline]
    pub(super) fn of(rows: &[Row], end: usize) -> Self {
        let mut found = Self { count: rows.len(), ..Self::nothing(end) };
        found.rows[..rows.len()].copy_from_slice(rows);
        found
    }

    /// Returns the rows of the record.
    #[inline]
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows[..self.count]
    }

    /// Adds a row to fewer than nine. Reading goes on at byte `end`.
    #[inline]
    pub(super) fn push(&mut self, row: Row, end: usize) {
        self.rows[self.count] = row;
        self.count += 1;
        self.end = end;
    }
}

/// Returns whether nine rows could have one solution: no band has two rows of blanks.
pub(super) fn is_likely(rows: &[Row]) -> bool {
    let blanks = |band: &[Row]| band.iter().filter(|row| row.is_blank()).count();
    blanks(rows) == SIDE || rows.chunks(3).all(|band| blanks(band) < 2)
}

/// Returns whether nine rows are right, and no two clues contradict each other.
#[inline]
pub(super) fn fit(rows: &[Row]) -> bool {
    let mut cells = [0; CELLS];
    for (cells, row) in cells.as_chunks_mut().0.iter_mut().zip(rows) {
        *cells = row.cells;
    }
    rows.len() == SIDE && rows.iter().all(|row| row.is_right) && !scan(&cells).has_conflict
}
