//! The cheapest partition of lines that could be rows into grids, headings and lines between them.

use super::line::Row;
use super::next_line;
use super::waiting::MOST;
use crate::board::grid::{CELLS, is_blank, scan};
use crate::format::cells::SIDE;

/// The largest number of lines to examine: eight grids below the first.
pub(super) const LONGEST: usize = MOST + SIDE * 8;

/// What a partition costs.
pub(super) type Cost = u32;

/// Nine rows, one of which is wrong, or which contradict each other.
const WRONG: Cost = 10;
/// Another number of rows than nine, and one more for each above nine.
pub(super) const INCOMPLETE: Cost = 11;
/// Nine rows that contradict each other because the first or last of them is none.
const HEADED: Cost = 12;
/// A row of blanks at the border of a grid, which may also be a line between grids.
const BORDER: Cost = 6;
/// More or fewer lines of blanks than usual between two grids.
pub(super) const APART: Cost = 6;
/// A line of cells as a heading.
pub(super) const HEADING: Cost = 5;

/// Lines one after another, each of which could be a row.
pub(super) struct Run {
    pub(super) rows: [Row; LONGEST],
    /// What it costs that a line is a heading instead of a row, if it can be one.
    pub(super) as_heading: [Option<Cost>; LONGEST],
    pub(super) count: usize,
    /// Whether the last line is followed by something that is no row.
    pub(super) is_ended: bool,
    /// The byte offset after the lines that were examined.
    pub(super) end: usize,
}

/// The costs of the cheapest partitions of the lines from each one on.
pub(super) struct Costs {
    /// If a grid begins there, or a heading.
    pub(super) begin: [Cost; LONGEST + 1],
    /// If a grid ends above.
    pub(super) between: [Cost; LONGEST + 1],
}

/// What the first lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    Heading,
    /// A grid of this number of rows.
    Grid(usize),
}

impl Run {
    pub(super) fn new(end: usize) -> Self {
        Self { rows: [Row::NONE; LONGEST], as_heading: [None; LONGEST], count: 0, is_ended: false, end }
    }

    pub(super) fn push(&mut self, row: Row, as_heading: Option<Cost>) {
        (self.rows[self.count], self.as_heading[self.count]) = (row, as_heading);
        self.count += 1;
    }

    /// Returns the byte offset after this number of lines of `text`.
    pub(super) fn end_of(&self, text: &[u8], count: usize) -> usize {
        if count < self.count { self.rows[count].start } else { next_line(text, self.rows[count - 1].start) }
    }

    /// Returns whether the lines are one that is no row, and nine below it that fit.
    pub(super) fn is_headed_grid(&self) -> bool {
        self.count == SIDE + 1 && !self.rows[0].is_right && fit(&self.rows[1..=SIDE])
    }

    /// Returns whether a row has other blanks than dashes, or none of them has dashes.
    pub(super) fn has_other_blanks(&self) -> bool {
        let rows = self.rows[..self.count].iter().filter(|row| row.is_right);
        let blanks = || rows.clone().flat_map(|row| row.cells).filter(|&byte| is_blank(byte));
        self.count > 0 && (blanks().any(|byte| byte != b'-') || blanks().next().is_none())
    }

    /// Returns the number of lines of blanks from this line on.
    fn blanks(&self, at: usize) -> usize {
        self.rows[at..self.count].iter().take_while(|row| row.is_blank()).count()
    }

    /// Returns the number of lines of blanks above this line.
    fn blanks_above(&self, at: usize) -> usize {
        self.rows[..at].iter().rev().take_while(|row| row.is_blank()).count()
    }

    /// Returns whether nine rows that fit have this number of lines of blanks above or below them, and nothing else. A row of blanks
    /// at the border of these nine is certain only if `may_have_border` is true.
    pub(super) fn shows(&self, between: usize, may_have_border: bool) -> bool {
        let is_shown = |at: usize| {
            let (end, above, below) = (at + SIDE, self.blanks_above(at), self.blanks(at + SIDE));
            let has_border = self.rows[at].is_blank() || self.rows[end - 1].is_blank();
            let is_alone = at == 0 && end + below == self.count;
            fit(&self.rows[at..end])
                && (may_have_border && self.count >= 2 * SIDE || !has_border)
                && (above == between || below == between || is_alone && below > between)
                && (above > 0 || at == 0)
                && (below > 0 || end == self.count)
        };
        (SIDE..=self.count).any(|end| is_shown(end - SIDE))
    }

    /// Returns what `count` lines cost as a grid.
    fn cost(&self, at: usize, count: usize, between: usize) -> Cost {
        if count != SIDE || between > 0 && !self.is_apart(at, between) {
            return INCOMPLETE + count.saturating_sub(SIDE) as Cost;
        }
        let (rows, borders) = (&self.rows[at..at + SIDE], [at, at + SIDE - 1]);
        let are_right = rows.iter().all(|row| row.is_right);
        match fit(rows) && have_one_blank(rows) {
            true if between > 0 || !borders.iter().any(|&border| self.rows[border].is_blank()) => 0,
            true => BORDER,
            false if are_right && borders.iter().any(|&border| self.as_heading[border].is_some()) => HEADED,
            false => WRONG,
        }
    }

    /// Returns whether a row of blanks at the border of the grid at this line is not one of the lines between grids.
    fn is_apart(&self, at: usize, between: usize) -> bool {
        let is_above = at == 0 || self.blanks_above(at) == between;
        (is_above || !self.rows[at].is_blank())
            && (self.blanks(at + SIDE) == between || !self.rows[at + SIDE - 1].is_blank())
    }

    /// Returns the costs of the cheapest partitions if this number of lines of blanks stands between two grids.
    pub(super) fn costs(&self, between: usize) -> Costs {
        let mut costs = Costs { begin: [0; LONGEST + 1], between: [0; LONGEST + 1] };
        for at in (0..self.count).rev() {
            let is_cut_off = !self.is_ended && self.count - at < SIDE;
            let choices = self.choices(at, between).map(|first| self.cost_of(first, at, &costs, between));
            costs.begin[at] = if is_cut_off { 0 } else { choices.min().unwrap_or(0) };
            costs.between[at] = self.cost_between(at, &costs, between);
        }
        costs
    }

    /// Returns what the cheapest partition of all lines costs.
    pub(super) fn least(&self, between: usize) -> Cost {
        let (costs, above) = (self.costs(between), if between == 0 { 0 } else { self.blanks(0) });
        costs.begin[..=above].iter().copied().min().unwrap_or(0)
    }

    /// Returns what the lines from this one on can begin with, the likeliest first.
    fn choices(&self, at: usize, between: usize) -> impl Iterator<Item = First> {
        let fits = self.count - at >= SIDE && self.cost(at, SIDE, between) <= BORDER;
        let is_between = between > 0 && self.rows[at].is_blank();
        let is_above_row = |cost: Cost| match self.rows[..self.count].get(at + 1) {
            Some(row) => row.is_right,
            None => cost == 0,
        };
        let heading =
            self.as_heading[at].filter(|&cost| !is_between && is_above_row(cost)).map(|_| First::Heading);
        let most = MOST.min(self.count - at);
        let grids = (1..SIDE.min(most + 1)).rev().chain(SIDE..=most).map(First::Grid);
        fits.then_some(First::Grid(SIDE)).into_iter().chain(heading).chain(grids)
    }

    fn cost_of(&self, first: First, at: usize, costs: &Costs, between: usize) -> Cost {
        match first {
            First::Heading => self.as_heading[at].unwrap_or(0) + costs.begin[at + 1],
            First::Grid(count) => self.cost(at, count, between) + costs.between[at + count],
        }
    }

    /// Returns what the lines from this one on cost below a grid.
    fn cost_between(&self, at: usize, costs: &Costs, between: usize) -> Cost {
        let blanks = self.blanks(at);
        match between {
            0 => costs.begin[at],
            _ if at + blanks == self.count => 0,
            _ if blanks == 0 => APART + costs.begin[at],
            _ => {
                let counts = 1..=blanks;
                let cost = |count: usize| costs.begin[at + count] + if count == between { 0 } else { APART };
                counts.map(cost).min().unwrap_or(0)
            }
        }
    }

    /// Returns what the lines from this one on begin with.
    pub(super) fn first(&self, at: usize, costs: &Costs, between: usize) -> First {
        let is_cheapest = |&first: &First| self.cost_of(first, at, costs, between) == costs.begin[at];
        let first = self.choices(at, between).find(is_cheapest).unwrap_or(First::Grid(SIDE));
        let is_uncertain = first == First::Grid(SIDE)
            && self.choices(at, between).any(|first| first == First::Heading && is_cheapest(&first))
            && self.choices(at + 1, between).next() == Some(First::Grid(SIDE));
        if is_uncertain { First::Grid(SIDE + 1) } else { first }
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

/// Returns whether rows have blanks of one kind.
fn have_one_blank(rows: &[Row]) -> bool {
    let mut blanks = rows.iter().flat_map(|row| row.cells).filter(|&byte| is_blank(byte));
    let first = blanks.next();
    blanks.all(|blank| Some(blank.to_ascii_lowercase()) == first.map(|first| first.to_ascii_lowercase()))
}
