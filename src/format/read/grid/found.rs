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
#[derive(Clone, Copy)]
pub(super) struct Found {
    rows: [Row; MOST],
    /// The number of rows, or 0 if there is none.
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
        Self {
            rows: [Row::NONE; MOST],
            count: 0,
            above: 0,
            doubt: None,
            headings: 0,
            has_skipped: false,
            end,
            needed: 0,
        }
    }

    /// Returns a heading, or a comment if `headings` is 0. Reading goes on at byte `end`.
    pub(super) fn text(headings: u64, end: usize) -> Self {
        Self { headings, has_skipped: true, ..Self::nothing(end) }
    }

    /// Returns the first row, with its kind if it may be something else.
    pub(super) fn first(row: Row, doubt: Option<Kind>) -> Self {
        let mut found = Self { count: 1, doubt, ..Self::nothing(row.start) };
        found.rows[0] = row;
        found
    }

    /// Returns the rows of the grid.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows[..self.count]
    }

    /// Returns this with its first line as a heading and no rows, before byte `end`, which is certain because of the text before byte
    /// `needed`.
    pub(super) fn with_heading(&self, end: usize, needed: usize) -> Self {
        Self { count: 0, headings: self.headings + 1, has_skipped: true, end, needed, ..*self }
    }

    /// Returns this with other rows, before the last of these, which is certain because of the text before byte `needed`.
    pub(super) fn with_rows(&self, rows: &[Row], needed: usize) -> Self {
        let count = rows.len() - 1;
        let mut found = Self { count, end: rows[count].start, needed, ..*self };
        found.rows[..count].copy_from_slice(&rows[..count]);
        found
    }

    /// Adds the line between the byte offsets `start` and `end`. Returns what is then certain.
    #[inline]
    pub(super) fn add(&mut self, kind: Kind, row: Row, start: usize, end: usize) -> Option<Self> {
        if kind == Kind::Row
            && row.is_right
            && self.above == 0
            && self.doubt.is_none()
            && self.count + 1 < SIDE
        {
            self.rows[self.count] = row;
            self.count += 1;
            return None;
        }
        self.add_any(kind, row, start, end)
    }

    #[inline(never)] // it would take the registers of the loop over all lines
    fn add_any(&mut self, kind: Kind, row: Row, start: usize, end: usize) -> Option<Self> {
        match kind {
            Kind::Comment | Kind::Ruled => {
                self.has_skipped |= kind == Kind::Comment;
                None
            }
            Kind::Blank => self.add_blank(end),
            Kind::Whole | Kind::Heading => Some(self.decide(start)),
            Kind::Dashes if self.is_rule() => (!matches!(self.count, 3 | 6)).then(|| self.decide(start)),
            Kind::Empty | Kind::Short | Kind::Wrong | Kind::Other if self.is_complete() => {
                Some(self.decide(start))
            }
            _ => self.push(row, end),
        }
    }

    /// Returns whether nine rows or more wait: a row more or less decides.
    fn is_complete(&self) -> bool {
        self.count > SIDE || self.count == SIDE && self.above > 0
    }

    /// Returns whether nine dashes are not a row, because the grid has other blanks, or none between bands.
    fn is_rule(&self) -> bool {
        let mut blanks =
            self.rows().iter().flat_map(|row| row.cells).filter(|&byte| is_blank(byte)).peekable();
        let has_none = blanks.peek().is_none();
        has_none && matches!(self.count, 3 | 6) || blanks.any(|byte| byte != b'-')
    }

    fn add_blank(&mut self, end: usize) -> Option<Self> {
        if self.doubt.is_some() && self.count == SIDE / 3 + 1 {
            self.drop_first(); // three rows below it are a band
        }
        if !matches!((self.count, self.above), (3, 0) | (6, 3)) {
            return Some(self.decide(end));
        }
        self.above = self.count;
        None
    }

    fn push(&mut self, row: Row, end: usize) -> Option<Self> {
        if self.doubt == Some(Kind::Dashes)
            && self.count == 1
            && let Some(blank) = row.cells.into_iter().find(|&byte| is_blank(byte))
        {
            // With other blanks, the dashes were a rule.
            (self.doubt, self.count) = (None, usize::from(blank == b'-'));
        }
        if matches!((self.count, self.above), (6, 3) | (MOST, 6)) {
            // The grid ended at the blank line.
            let next = self.rows[self.above].start;
            return Some(Self { count: self.above, end: next, needed: end, ..*self });
        }
        self.rows[self.count] = row;
        self.count += 1;
        match self.doubt {
            Some(_) => (self.count == SIDE + 2).then(|| Self { needed: end, ..self.decide(end) }),
            None => (self.count == SIDE && self.above == 0).then(|| self.decide(end)),
        }
    }

    /// Decides about the rows above something that is none. Reading goes on at byte `end`.
    #[inline]
    pub(super) fn decide(&mut self, end: usize) -> Self {
        if self.is_first_a_heading() {
            self.drop_first();
        }
        match self.count {
            count if count > SIDE => Self { count: SIDE, end: self.rows[SIDE].start, ..*self },
            _ => Self { end, ..*self },
        }
    }

    /// Returns whether the first line is no row.
    fn is_first_a_heading(&self) -> bool {
        let Some(kind) = self.doubt else { return false };
        let are_right = || self.rows().iter().skip(1).take(SIDE).all(|row| row.is_right);
        match (kind, self.count) {
            (_, SIDE) => false, // it completes eight rows
            (Kind::Wrong, count) => count == SIDE + 1 && are_right(),
            (Kind::Empty, count) => count <= SIDE + 1 || !are_right(),
            _ => true,
        }
    }

    /// Takes the first row for a heading.
    fn drop_first(&mut self) {
        self.headings += u64::from(self.doubt != Some(Kind::Dashes));
        self.has_skipped = true;
        self.rows.copy_within(1..self.count, 0);
        (self.count, self.doubt) = (self.count - 1, None);
    }
}
