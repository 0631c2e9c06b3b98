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

/// What was found from one place of a text on.
#[derive(Clone, Copy)]
pub(super) struct Found {
    rows: [Row; MOST],
    /// The number of rows that are a grid, or 0 if none was found.
    count: usize,
    /// The number of headings above it, or without it.
    pub(super) headings: u64,
    /// The byte offset at which reading goes on.
    pub(super) end: usize,
    /// Whether a line that was passed holds text.
    pub(super) has_skipped: bool,
    /// The end of the line without which the decision would have been another one, or 0.
    pub(super) needed: usize,
}

/// Rows that wait for a decision.
#[derive(Clone, Copy)]
pub(super) struct Waiting {
    rows: [Row; MOST],
    count: usize,
    /// The number of rows above the last blank line between bands.
    above: usize,
    /// The kind of the first row if it may be something else.
    doubt: Option<Kind>,
    /// Whether a blank line follows each row, and does not end the grid.
    is_spread: bool,
    was_blank: bool,
    /// The byte offset after the last line that is certain to belong to the grid or to nothing.
    end: usize,
    headings: u64,
    has_skipped: bool,
}

impl Found {
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
}

impl Waiting {
    /// Waits for rows from byte `at` on.
    pub(super) fn new(at: usize, is_spread: bool) -> Self {
        Self {
            rows: [Row::NONE; MOST],
            count: 0,
            above: 0,
            doubt: None,
            is_spread,
            was_blank: false,
            end: at,
            headings: 0,
            has_skipped: false,
        }
    }

    /// Returns whether no row waits.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Sets the first row, which is certain to be one. Returns what is then certain.
    pub(super) fn begin(&mut self, kind: Kind, row: Row, end: usize) -> Option<Found> {
        (self.rows[0], self.count, self.end) = (row, 1, end);
        (kind == Kind::Whole).then(|| self.emit(1, end))
    }

    /// Adds the line between the byte offsets `start` and `end`. Returns what is then certain.
    #[inline]
    pub(super) fn add(
        &mut self,
        kind: Kind,
        row: Row,
        start: usize,
        end: usize,
        is_text: bool,
    ) -> Option<Found> {
        if kind == Kind::Row
            && row.is_right
            && self.above == 0
            && self.doubt.is_none()
            && self.count + 1 < SIDE
        {
            self.rows[self.count] = row;
            (self.count, self.end, self.was_blank) = (self.count + 1, end, false);
            return None;
        }
        self.add_any(kind, row, start, end, is_text)
    }

    #[inline(never)] // it would take the registers of the loop over all lines
    fn add_any(&mut self, kind: Kind, row: Row, start: usize, end: usize, is_text: bool) -> Option<Found> {
        let was_blank = std::mem::replace(&mut self.was_blank, kind == Kind::Blank);
        match kind {
            Kind::Comment | Kind::Ruled => {
                self.has_skipped |= kind == Kind::Comment;
                self.pass(end);
                None
            }
            Kind::Blank if self.is_spread && self.count > 0 && !was_blank => None,
            Kind::Blank => self.add_blank(end),
            Kind::Whole if self.count > 0 => Some(self.decide(start)),
            Kind::Whole => self.begin(kind, row, end),
            Kind::Heading => self.end_by_heading(start, end),
            Kind::Other if self.count == 0 || self.is_complete() || is_text => {
                self.end_by_heading(start, end)
            }
            Kind::Dashes if self.count > 0 && self.is_rule() => {
                if matches!(self.count, 3 | 6) {
                    None
                } else {
                    Some(self.decide(start))
                }
            }
            Kind::Empty | Kind::Short | Kind::Wrong if self.is_complete() => Some(self.decide(start)),
            _ => self.push(kind, row, end),
        }
    }

    /// Passes a line that belongs to no grid.
    fn pass(&mut self, end: usize) {
        if self.count == 0 {
            self.end = end;
        }
    }

    /// Returns whether nine rows or more wait: a row more or less decides.
    fn is_complete(&self) -> bool {
        self.count > SIDE || self.count == SIDE && self.above > 0
    }

    /// Returns whether nine dashes are not a row, because the grid has other blanks, or none between bands.
    fn is_rule(&self) -> bool {
        let blanks =
            || self.rows[..self.count].iter().flat_map(|row| row.cells).filter(|&byte| is_blank(byte));
        let has_dashes = blanks().any(|byte| byte == b'-');
        blanks().any(|byte| byte != b'-') || !has_dashes && matches!(self.count, 3 | 6)
    }

    fn add_blank(&mut self, end: usize) -> Option<Found> {
        if self.doubt.is_some() && self.count == SIDE / 3 + 1 {
            self.drop_first(); // three rows below it are a band
        }
        match (self.count, self.above) {
            (0, _) => {
                self.end = end;
                None
            }
            (3, 0) | (6, 3) => {
                self.above = self.count;
                None
            }
            (MOST, _) => Some(self.emit(SIDE, self.rows[SIDE].start)),
            _ => Some(self.decide(end)),
        }
    }

    fn end_by_heading(&mut self, start: usize, end: usize) -> Option<Found> {
        if self.count > 0 {
            return Some(self.decide(start));
        }
        (self.headings, self.has_skipped, self.end) = (self.headings + 1, true, end);
        None
    }

    fn push(&mut self, kind: Kind, row: Row, end: usize) -> Option<Found> {
        if self.doubt == Some(Kind::Dashes) && self.count == 1 {
            let blanks = || row.cells.into_iter().filter(|&byte| is_blank(byte));
            if blanks().any(|byte| byte != b'-') {
                self.count = 0; // the dashes were a rule
            }
            self.doubt = self.doubt.filter(|_| blanks().all(|byte| byte != b'-'));
        }
        if self.doubt.is_some() && self.count == SIDE && !row.is_right && self.is_heading_above_fewer() {
            self.drop_first();
        }
        if self.doubt.is_some() && self.count == SIDE + 1 {
            return Some(Found { needed: end, ..self.decide_above_a_row() });
        }
        match (self.count, self.above) {
            // The grid ended at the blank line.
            (6, 3) => return Some(Found { needed: end, ..self.emit(3, self.rows[3].start) }),
            (MOST, 6) => return Some(Found { needed: end, ..self.emit(6, self.rows[6].start) }),
            (0, _) => {
                self.doubt =
                    matches!(kind, Kind::Dashes | Kind::Empty | Kind::Short | Kind::Wrong).then_some(kind)
            }
            _ => {}
        }
        self.rows[self.count] = row;
        (self.count, self.end) = (self.count + 1, end);
        (self.count == SIDE && self.above == 0 && self.doubt.is_none()).then(|| self.emit(SIDE, end))
    }

    /// Returns whether the doubtful first line is a heading above fewer than nine rows, or above wrong ones.
    fn is_heading_above_fewer(&self) -> bool {
        !matches!(self.doubt, Some(Kind::Wrong) | None)
    }

    /// Decides about ten rows, the first of them doubtful, above a further row.
    fn decide_above_a_row(&mut self) -> Found {
        let are_right = self.rows[1..=SIDE].iter().all(|row| row.is_right);
        let is_heading = match self.doubt {
            Some(Kind::Short | Kind::Dashes) => are_right || self.is_heading_above_fewer(),
            _ => !are_right && self.is_heading_above_fewer(),
        };
        match is_heading {
            true => {
                self.drop_first();
                self.emit(SIDE, self.end)
            }
            false => self.emit(SIDE, self.rows[SIDE].start),
        }
    }

    /// Decides about the rows above something that is none. Reading goes on at byte `end`.
    pub(super) fn decide(&mut self, end: usize) -> Found {
        if self.doubt.is_some() {
            let are_right = self.rows[1..self.count].iter().all(|row| row.is_right);
            let is_heading = match self.count {
                SIDE => false, // it completes eight rows
                10 if are_right => true,
                _ => self.is_heading_above_fewer(),
            };
            if is_heading {
                self.drop_first();
            }
        }
        match self.count {
            count if count > SIDE => self.emit(SIDE, self.rows[SIDE].start),
            count => self.emit(count, end),
        }
    }

    /// Takes the first row for a heading.
    fn drop_first(&mut self) {
        self.headings += u64::from(self.doubt != Some(Kind::Dashes));
        self.has_skipped = true;
        self.rows.copy_within(1..self.count, 0);
        (self.count, self.doubt) = (self.count - 1, None);
    }

    /// Returns the first rows as a grid.
    fn emit(&self, count: usize, end: usize) -> Found {
        let Self { rows, headings, has_skipped, .. } = *self;
        Found { rows, count, headings, end, has_skipped, needed: 0 }
    }
}
