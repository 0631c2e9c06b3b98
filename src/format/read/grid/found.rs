//! The rows of a grid, one after another, until it is certain which of them are the grid.
//!
//! ```text
//! 3 rows, blank, 3 rows, blank, 3 rows      one grid, if no row follows or a blank line after three more
//! 3 rows, blank, 4 rows …                   a grid with missing rows, then a new grid at the 4 rows
//! 2024-01-05, 9 rows, no row                a heading and a grid
//! 2, 8 rows, no row                         a grid whose first row has an error
//! ```
//!
//! The decision never depends on more than four lines after the ninth row. Reading then goes on at the first line that does not
//! belong to the grid, as if the text began there: so a text may be cut at each of these places.

use super::line::{Kind, Row};
use crate::board::grid::is_blank;
use crate::format::cells::SIDE;

/// The most rows that can wait: those of a grid in bands, and three of the next.
pub(super) const MOST: usize = SIDE + 3;

/// What is found from one place of a text on: rows that wait for a decision, and then are a grid.
#[derive(Clone, Copy, Default)]
pub(super) struct Found {
    rows: [Row; MOST],
    /// The number of rows; 0 for a line without a grid.
    count: usize,
    /// The number of rows above the last blank line between bands.
    above: usize,
    /// The kind of the first row if it may be something else.
    doubt: Option<Kind>,
    /// The number of headings above the grid, or without one.
    pub(super) headings: u64,
    /// Whether a line that was passed holds text.
    pub(super) has_skipped: bool,
    /// The byte offset at which reading goes on.
    pub(super) end: usize,
    /// The end of the line without which the decision would have been another one, or 0.
    pub(super) needed: usize,
}

impl Found {
    /// Returns no rows. Reading goes on at byte `end`.
    pub(super) fn nothing(end: usize) -> Self {
        Self { end, ..Self::default() }
    }

    /// Returns a heading, or a comment if `headings` is 0. Reading goes on at byte `end`.
    pub(super) fn text(headings: u64, end: usize) -> Self {
        Self { headings, has_skipped: true, ..Self::nothing(end) }
    }

    /// Returns the first row, with its kind if it may be something else.
    pub(super) fn first(row: Row, doubt: Option<Kind>) -> Self {
        let mut found = Self { count: 1, doubt, ..Self::default() };
        found.rows[0] = row;
        found
    }

    /// Returns the rows of the grid.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows[..self.count]
    }

    /// Returns this with other rows, which is certain because of the text before byte `needed`. Reading goes on at byte `end`.
    pub(super) fn with_rows(&self, rows: &[Row], end: usize, needed: usize) -> Self {
        let mut found = Self { count: rows.len(), has_skipped: true, end, needed, ..*self };
        found.rows[..rows.len()].copy_from_slice(rows);
        found
    }

    /// Adds the line between the byte offsets `start` and `end`. Returns whether it is then certain what these are.
    #[inline]
    pub(super) fn add(&mut self, kind: Kind, row: Row, start: usize, end: usize) -> bool {
        if kind == Kind::Row
            && row.is_right
            && self.above == 0
            && self.doubt.is_none()
            && self.count + 1 < SIDE
        {
            self.rows[self.count] = row;
            self.count += 1;
            return false;
        }
        self.add_any(kind, row, start, end)
    }

    #[inline(never)] // it would take the registers of the loop over all lines
    fn add_any(&mut self, kind: Kind, row: Row, start: usize, end: usize) -> bool {
        match kind {
            Kind::Comment | Kind::Ruled => {
                self.has_skipped |= kind == Kind::Comment;
                false
            }
            Kind::Blank => self.add_blank(end),
            Kind::Whole | Kind::Heading => self.decide(start),
            Kind::Dashes if self.is_rule() => !matches!(self.count, 3 | 6) && self.decide(start),
            _ if self.is_complete() && (row.is_blank() || !row.is_right) => self.decide(start),
            _ => self.push(row, end),
        }
    }

    /// Returns whether nine rows or more wait: a row more or less decides.
    fn is_complete(&self) -> bool {
        self.count > SIDE || self.count == SIDE && self.above > 0
    }

    /// Returns the blanks of all right rows.
    fn blanks(&self) -> impl Iterator<Item = u8> {
        self.rows().iter().filter(|row| row.is_right).flat_map(|row| row.cells).filter(|&byte| is_blank(byte))
    }

    /// Returns whether a row has blanks.
    pub(super) fn has_blanks(&self) -> bool {
        self.blanks().next().is_some()
    }

    /// Returns whether nine dashes are not a row, because the grid has other blanks, or none between bands.
    fn is_rule(&self) -> bool {
        self.blanks().any(|byte| byte != b'-') || !self.has_blanks() && matches!(self.count, 3 | 6)
    }

    fn add_blank(&mut self, end: usize) -> bool {
        if self.count == SIDE / 3 + 1 && (self.doubt.is_some() || self.rows[0].is_blank()) {
            self.drop_first(); // three rows below it are a band
        }
        if !matches!((self.count, self.above), (3, 0) | (6, 3)) {
            return self.decide(end);
        }
        self.above = self.count;
        false
    }

    fn push(&mut self, row: Row, end: usize) -> bool {
        if self.doubt == Some(Kind::Dashes)
            && self.count == 1
            && let Some(blank) = row.cells.into_iter().find(|&byte| is_blank(byte))
        {
            // With other blanks, the dashes were a rule.
            (self.doubt, self.count) = (None, usize::from(blank == b'-'));
        }
        if matches!((self.count, self.above), (6, 3) | (MOST, 6)) {
            // The grid ended at the blank line.
            (self.count, self.end, self.needed) = (self.above, self.rows[self.above].start, end);
            return true;
        }
        self.rows[self.count] = row;
        self.count += 1;
        match self.doubt {
            Some(_) if self.count == SIDE + 2 => {
                self.needed = end;
                self.decide(end)
            }
            None if self.count == SIDE && self.above == 0 => self.decide(end),
            _ => false,
        }
    }

    /// Returns this as decided.
    pub(super) fn decided(mut self, end: usize) -> Self {
        self.decide(end);
        self
    }

    /// Decides which rows are the grid when no further row can change that, and returns true. Reading goes on at byte `end`.
    pub(super) fn decide(&mut self, end: usize) -> bool {
        if self.is_first_a_heading() {
            self.drop_first();
        }
        self.end = if self.count > SIDE { self.rows[SIDE].start } else { end };
        self.count = self.count.min(SIDE);
        true
    }

    /// Returns whether the first line is no row.
    fn is_first_a_heading(&self) -> bool {
        let are_right = || self.rows().iter().skip(1).all(|row| row.is_right);
        match (self.doubt, self.count) {
            (None, _) | (_, SIDE) => false, // it completes eight rows
            (Some(Kind::Wrong), count) => count == SIDE + 1 && are_right(),
            _ => true,
        }
    }

    /// Takes the first row for a heading.
    fn drop_first(&mut self) {
        self.headings += u64::from(!self.rows[0].is_blank());
        self.has_skipped = true;
        self.rows.copy_within(1..self.count, 0);
        (self.count, self.doubt) = (self.count - 1, None);
    }
}
