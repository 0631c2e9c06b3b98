//! Rows that are not certainly a grid, and which of them are one.
//!
//! ```text
//! 9 rows, 8 rows, 9 rows, 9 rows …        nine at a time, each grid below the damage has a row of the next
//! 3 rows, blank, 4 rows …                 a grid that lost rows, then a new one at the 4 rows
//! blanks, 8 rows, blanks, blanks, 8 …     the first are a row, because one line of them is between grids
//! ```
//!
//! The rows below, up to the next line that ends a grid, are divided into records such that as few as possible are wrong. The first
//! of these is found. A grid that a puzzle set has wrong on purpose changes nothing: nine rows are the best of it.

use super::found::{CONTRADICTORY, Found, MOST, UNLIKELY, fit, is_likely};
use super::line::{Kind, Row};
use super::roles::Role;
use super::{Grids, next_line};
use crate::format::cells::SIDE;
use crate::format::read::line::line_from;

/// The most rows to examine: those of a grid, and of six below it.
const EXAMINED: usize = MOST + 6 * SIDE;

/// The places of the lines between bands, as bits. One of the two may be missing.
const BETWEEN_BANDS: u16 = 0b100_1000;

/// How wrong it is that there is a row of blanks more or less than usual between grids. A lost row is likelier, and must not be silent.
const NOT_BETWEEN: usize = 6;

/// The smallest number of rows that damage is likely to leave of a grid. Fewer are rather those between grids, or else one too many.
const LIKELY_LEFT: usize = 5;

/// Rows one after another.
struct Window {
    rows: [Row; EXAMINED],
    count: usize,
    /// Whether more rows may follow.
    is_open: bool,
    /// The byte offset after the last line that was examined.
    end: usize,
}

/// A way to go on from a row: rows of blanks between grids, and the rows of a record.
#[derive(Clone, Copy, Default)]
struct Way {
    blanks: usize,
    rows: usize,
    /// How wrong it is, and how wrong it and all below it is.
    cost: usize,
    total: usize,
}

impl Grids {
    /// Returns a row with the eight from byte `at` on, if these are certainly a grid.
    pub(super) fn complete(&self, first: Row, text: &[u8], mut at: usize) -> Option<Found> {
        if !first.is_right {
            return None;
        }
        let (mut found, mut above, mut bands, mut blanks) = (Found::of(&[first], at), Kind::Row, 0u16, 0);
        loop {
            if at == text.len() {
                return None;
            }
            let (line, start) = (line_from(text, at), at);
            at = text.len().min(at + line.len() + 1);
            let (kind, row) = self.line(line, start);
            if kind == Kind::Row && row.is_right && found.count < SIDE - 1 && !self.is_labelled {
                found.push(row, at);
                above = kind;
                continue;
            }
            match (self.role(kind, above), found.count) {
                (Role::Row, count @ 0..SIDE) if row.is_right && row.follows(&found.rows()[count - 1]) => {
                    found.push(row, at)
                }
                (Role::Row, SIDE) if self.blanks_between > 0 && row.is_blank() => {
                    if blanks == self.blanks_between {
                        return None; // one more can be a row of the grid above or below
                    }
                    (blanks, found.end, found.has_skipped) = (blanks + 1, at, true);
                }
                (Role::Row, SIDE) if bands == 0 => break,
                (Role::Band | Role::End, SIDE) => break,
                (Role::Passed, _) => found.has_skipped |= kind == Kind::Comment,
                (Role::Band, count @ (3 | 6)) if bands & 1 << count == 0 => bands |= 1 << count,
                _ => return None,
            }
            above = kind;
            if found.count == SIDE && bands == 0 && self.blanks_between == 0 {
                break;
            }
        }
        found.is_apart = blanks > 0;
        let is_next_to_blanks =
            self.blanks_between > 0 && [0, SIDE - 1].iter().any(|&row| found.rows()[row].is_blank());
        let is_certain = blanks == self.blanks_between && !is_next_to_blanks;
        // What is below a blank line is no row of this grid, so that it need not be examined.
        let is_followed =
            self.roles.of(Kind::Blank) == Role::Passed || !matches!(text.get(found.end), Some(b'\n' | b'\r'));
        (is_certain && (!is_followed || fit(found.rows()))).then_some(found)
    }

    /// Returns the first record of the rows from byte `at` on. Returns `None` if that depends on what follows `text`, unless `is_all`
    /// is true: then nothing follows it.
    #[cold]
    pub(super) fn first_of_window(&self, text: &[u8], at: usize, is_all: bool) -> Option<Found> {
        let window = self.window(text, at, is_all)?;
        // A record costs the same below any number of rows of blanks.
        let (mut records, mut ways) = ([Way::default(); EXAMINED + 1], [Way::default(); EXAMINED + 1]);
        for from in (0..window.count).rev() {
            records[from] = self.best_record(&window.rows[from..window.count], &ways[from..]);
            ways[from] = self.best_way(&window, from, &records);
        }
        let first = ways[0];
        let below = first.blanks + first.rows;
        let next = ways[below];
        let last = &window.rows[below + next.blanks - 1];
        let mut found = Found::of(&window.rows[first.blanks..below], next_line(text, last.start));
        found.has_skipped = true;
        found.is_apart = next.blanks > 0 && next.blanks == self.blanks_between && next.rows > 0;
        found.cost = first.cost
            + if first.blanks > 0 { NOT_BETWEEN } else { 0 }
            + if next.rows > 0 { self.cost_of_blanks(next.blanks, below) } else { next.cost };
        if !self.is_usual(&ways[..=window.count]) {
            found.needed = window.end;
        }
        Some(found)
    }

    /// Returns the rows from byte `at` on, to the next line that ends a grid.
    fn window(&self, text: &[u8], mut at: usize, is_all: bool) -> Option<Window> {
        let mut window = Window { rows: [Row::NONE; EXAMINED], count: 0, is_open: false, end: text.len() };
        let (mut is_apart, mut above) = (false, Kind::Row);
        while at < text.len() {
            let line = line_from(text, at);
            let (kind, row) = self.line(line, at);
            at = next_line(text, at);
            let begins_grid = || window.count > 0 && !row.follows(&window.rows[window.count - 1]);
            match self.role(kind, above) {
                Role::Row if window.count == EXAMINED => {
                    return Some(Window { is_open: true, end: at, ..window });
                }
                Role::Row if !begins_grid() => {
                    window.rows[window.count] = Row { is_apart: is_apart && window.count > 0, ..row };
                    (window.count, is_apart) = (window.count + 1, false);
                }
                Role::Row | Role::End => return Some(Window { end: at, ..window }),
                Role::Band => is_apart = true,
                Role::Passed => {}
            }
            above = kind;
        }
        is_all.then_some(window)
    }

    /// Returns the best record at the start of some rows, with the best `ways` to go on from each of them.
    fn best_record(&self, rows: &[Row], ways: &[Way]) -> Way {
        let mut best = Way { total: usize::MAX, ..Way::default() };
        let lengths = [SIDE].into_iter().chain((1..SIDE).rev()).chain(SIDE + 1..=MOST);
        for length in lengths.filter(|&length| length <= rows.len()) {
            let Some(cost) = self.cost(&rows[..length]) else { continue };
            let total = cost + ways[length].total;
            if total < best.total {
                best = Way { blanks: 0, rows: length, cost, total };
            }
        }
        best
    }

    /// Returns the best way to go on from a row of a window, with the best `records` at each row.
    fn best_way(&self, window: &Window, from: usize, records: &[Way]) -> Way {
        let rows = &window.rows[from..window.count];
        if window.is_open && rows.len() < MOST {
            return Way::default();
        }
        let is_between = |row: &&Row| self.blanks_between > 0 && row.is_blank();
        let most = rows.iter().take(SIDE).take_while(is_between).count(); // nine are a grid
        let mut best = Way { total: usize::MAX, ..Way::default() };
        // Rows of blanks at the end of a text are rarely between grids.
        if most == rows.len() {
            let cost = 1 + NOT_BETWEEN * most.saturating_sub(self.blanks_between);
            best = Way { blanks: most, rows: 0, cost, total: cost };
        }
        for blanks in 0..=most.min(rows.len() - 1) {
            let (record, added) = (records[from + blanks], self.cost_of_blanks(blanks, from));
            let total = record.total.saturating_add(added);
            if total < best.total {
                best = Way { blanks, cost: record.cost + added, total, ..record };
            }
        }
        best
    }

    /// Returns how wrong it is that this number of rows of blanks is above a record. Those that are between grids were passed with the
    /// grid above, except below other rows of a window.
    fn cost_of_blanks(&self, blanks: usize, from: usize) -> usize {
        match blanks.abs_diff(self.blanks_between) {
            0 if from == 0 && blanks > 0 => NOT_BETWEEN / 2,
            _ if from == 0 => NOT_BETWEEN * blanks,
            surplus => NOT_BETWEEN * surplus,
        }
    }

    /// Returns how wrong these rows are as a record: 0 if they are a grid that can have one solution. Returns `None` if they cannot
    /// be a record.
    fn cost(&self, rows: &[Row]) -> Option<usize> {
        let is_apart = |&row: &usize| rows[row].is_apart;
        match rows.len() {
            2..LIKELY_LEFT => Some(6),
            ..SIDE => Some(4),
            SIDE if (1..SIDE).filter(is_apart).any(|row| BETWEEN_BANDS >> row & 1 == 0) => None,
            SIDE if fit(rows) && (self.blanks_between == 0 || is_likely(rows)) => Some(0),
            SIDE if fit(rows) => Some(UNLIKELY),
            SIDE if rows.iter().all(|row| row.is_right) => Some(CONTRADICTORY),
            SIDE => Some(3),
            more => Some(CONTRADICTORY + more - SIDE - 1),
        }
    }

    /// Returns whether all records of a window have nine rows, with what is usual between them. A text that ends below any of these is
    /// then read in the same way.
    fn is_usual(&self, ways: &[Way]) -> bool {
        let mut from = 0;
        while from + 1 < ways.len() && ways[from].blanks + ways[from].rows > 0 {
            let way = ways[from];
            if way.rows != SIDE || way.blanks != if from == 0 { 0 } else { self.blanks_between } {
                return false;
            }
            from += way.blanks + way.rows;
        }
        true
    }
}
