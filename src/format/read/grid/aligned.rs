//! Grids with nothing between them, after one that lost a row or has one too many.
//!
//! ```text
//! 9 rows, 8 rows, 9 rows, 9 rows …      nine at a time, each grid below the damage has a row of the next
//! ```
//!
//! It is certain that this happened if nine rows contradict each other, so do most grids below them, and none of these do if the
//! damaged one has another number of rows. Then that is the number of its rows, and no other grid is shifted. A grid that a puzzle
//! set has wrong on purpose changes nothing.

use super::found::{Found, MOST};
use super::line::{Kind, Row};
use super::{Grids, next_line};
use crate::board::grid::{CELLS, scan};
use crate::format::cells::{SIDE, Style};
use crate::format::read::line::line_from;

/// The number of grids below the damage that decide, or all that follow.
const DECIDING: usize = 8;

/// The number of rows to examine.
const EXAMINED: usize = MOST + SIDE * DECIDING;

impl Grids {
    /// Returns what was `found`, or a grid of more or fewer rows in its place. Returns `None` if that depends on what
    /// follows `text`, unless `is_all` is true: then nothing follows it.
    #[inline]
    pub(super) fn aligned(&self, text: &[u8], found: Found, is_all: bool) -> Option<Found> {
        if self.blanks_between > 0 {
            return self.apart(text, found, is_all);
        }
        let is_followed = match text.get(found.end) {
            Some(byte) => !matches!(byte, b'\n' | b'\r'),
            None => !is_all,
        };
        match found.rows() {
            rows if is_followed && rows.len() == SIDE && self.style != Style::Groups && !fit(rows) => {
                self.aligned_by_next(text, found, is_all)
            }
            _ => Some(found),
        }
    }

    #[cold]
    fn aligned_by_next(&self, text: &[u8], found: Found, is_all: bool) -> Option<Found> {
        let (mut rows, mut count, mut at) = ([Row::NONE; EXAMINED], 0, found.rows()[0].start);
        while count < EXAMINED && at < text.len() {
            let (kind, row) = self.line(line_from(text, at), at);
            at = next_line(text, at);
            match kind {
                Kind::Row | Kind::Wrong | Kind::Short => (rows[count], count) = (row, count + 1),
                _ if count == 0 => (rows[0], count) = (row, 1), // it was found to be a row
                Kind::Ruled | Kind::Comment => {}
                _ => return Some(found),
            }
        }
        // A chunk ends below nine rows or more of a grid that was left as it is, so fewer rows only decide at the end of the input:
        // those of a chunk are right with no other number.
        if count < EXAMINED && !is_all {
            return None;
        }
        let below = |rows_of_first: usize| rows[rows_of_first..count].chunks(SIDE).take(DECIDING);
        let is_right = |&other: &usize| other != SIDE && other < count && below(other).all(fit);
        let mut others = (1..=MOST).filter(is_right);
        let Some(other) = others.next().filter(|other| others.all(|more| more % SIDE == other % SIDE)) else {
            return Some(found);
        };
        let wrong = below(SIDE).filter(|rows| !fit(rows)).count();
        let is_damaged = 2 * wrong >= below(SIDE).count();
        Some(if is_damaged { found.with_rows(&rows[..other], rows[other].start, at) } else { found })
    }
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
