//! Which of the lines one after another are which grid, where that is not certain from the first nine.
//!
//! ```text
//! 9 rows, 8 rows, 9 rows, 9 rows …          nine at a time, each grid below the damage has a row of the next
//! 1 to 9, 9 rows                            names of columns and a grid
//! blanks, 8 rows, blanks                    ten rows, if both nines could be a grid
//! 9 rows, blanks, 8 rows, blanks, 9 rows    lines of blanks between the grids, one of which lost a row
//! ```
//!
//! One rule decides: as few grids as possible are wrong. Each grid that does not have nine rows costs, and each whose clues
//! contradict each other, and the cheapest partition of all lines is the right one. A puzzle set may have grids that are wrong on
//! purpose, so nine rows cost less than any other number.

use memchr::memmem;

use super::line::{Kind, numbers_columns};
use super::run::{APART, Cost, First, HEADING, INCOMPLETE, LONGEST, Run, fit};
use super::waiting::Found;
use super::{Grids, is_text, next_line};
use crate::format::cells::{SIDE, Style};
use crate::format::read::line::{EXAMINED, line_from};

/// The largest number of lines of blanks between two grids.
const MOST_BETWEEN: usize = 3;

impl Grids {
    /// Returns what was `found`, or what else these lines are, where that is not certain. Returns `None` if it depends on what follows
    /// `text`, unless `is_all` is true: then nothing follows it.
    #[cold]
    pub(super) fn settled(&self, text: &[u8], found: &Found, is_all: bool) -> Option<Found> {
        let run = || self.run(text, found, is_all);
        match found.is_doubtful {
            true if self.lines_between > 0 && found.rows()[0].is_blank() => {
                self.below_blanks(text, found, is_all)
            }
            true => Some(self.below_doubt(text, &run()?, found)),
            false => Some(self.first_of(text, &run()?, found)),
        }
    }

    /// Returns whether what was found is certain, whatever follows it.
    #[inline]
    pub(super) fn is_certain(&self, text: &[u8], found: &Found, is_all: bool) -> bool {
        if found.is_doubtful || found.rows().len() != SIDE {
            return !found.is_doubtful;
        }
        let is_followed = match text.get(found.end) {
            Some(byte) => !matches!(byte, b'\n' | b'\r'),
            None => !is_all,
        };
        match self.lines_between {
            0 => !is_followed || fit(found.rows()),
            _ => self.is_set_off(text, found, is_followed),
        }
    }

    /// Returns whether nine rows end above a line between grids, or above something else that is no row.
    #[inline(never)] // it would take the registers of the loop over all lines
    fn is_set_off(&self, text: &[u8], found: &Found, is_followed: bool) -> bool {
        if found.rows()[SIDE - 1].is_blank() {
            return false;
        }
        let is_row =
            |line: &[u8]| !self.is_blank_row(line) && matches!(self.line(line, 0).0, Kind::Row | Kind::Wrong);
        !is_followed || found.end < text.len() && !is_row(line_from(text, found.end))
    }

    /// Decides about a line that may be a row.
    fn below_doubt(&self, text: &[u8], run: &Run, found: &Found) -> Found {
        if !run.is_headed_grid() || self.lines_between > 0 {
            return self.first_of(text, run, found);
        }
        let mut found = found.with_rows(&run.rows[1..=SIDE], run.end_of(text, SIDE + 1), run.end);
        (found.headings, found.has_skipped) = (found.headings + 1, true);
        found
    }

    /// Decides about lines of blanks in a text that has them between its grids. If there is one more than usual, it may be a row.
    fn below_blanks(&self, text: &[u8], found: &Found, is_all: bool) -> Option<Found> {
        let (mut above, mut at) = (0, found.rows()[0].start);
        while at < text.len() && self.is_blank_row(line_from(text, at)) {
            (above, at) = (above + 1, next_line(text, at));
        }
        if at == text.len() && !is_all {
            return None;
        }
        let passed = found.without_rows(at, 0);
        if above != self.lines_between + 1 {
            return Some(passed);
        }
        let (first, run) = (self.lines_between, self.run(text, found, is_all)?);
        let costs = run.costs(first);
        if costs.begin[first] >= costs.begin[above] + APART {
            return Some(passed);
        }
        Some(match run.first(first, &costs, first) {
            First::Grid(count) => {
                let end = first + count;
                found.with_rows(&run.rows[first..end], run.end_of(text, end), run.end)
            }
            First::Heading => passed,
        })
    }

    /// Returns the first lines of a run as what they are.
    fn first_of(&self, text: &[u8], run: &Run, found: &Found) -> Found {
        let (between, costs) = (self.lines_between, run.costs(self.lines_between));
        match run.first(0, &costs, between) {
            First::Heading => {
                let is_passed =
                    |&at: &usize| run.rows[at].is_blank() && run.first(at, &costs, between) == First::Heading;
                let blanks = (0..run.count).take_while(is_passed).count();
                let mut found = found.without_rows(run.end_of(text, blanks.max(1)), run.end);
                found.headings += u64::from(blanks == 0);
                found
            }
            First::Grid(SIDE) if !found.is_doubtful && !found.rows()[SIDE - 1].is_blank() => *found,
            First::Grid(count) => found.with_rows(&run.rows[..count], run.end_of(text, count), run.end),
        }
    }

    /// Returns the lines from the first row on that could be rows. Returns `None` if more could follow `text`.
    fn run(&self, text: &[u8], found: &Found, is_all: bool) -> Option<Run> {
        let (first, last) = (found.rows()[0].start, found.rows()[found.rows().len() - 1].start);
        // Blank lines between bands, or between all rows, do not separate grids.
        let is_banded = self.is_spread || has_blank_line(&text[first..last]);
        self.run_from(text, first, is_banded, is_all)
    }

    /// Does the same from byte `at` on. `is_banded` is true if single blank lines are ignored.
    fn run_from(&self, text: &[u8], mut at: usize, is_banded: bool, is_all: bool) -> Option<Run> {
        let (mut run, mut was_blank) = (Run::new(at), false);
        while run.count < LONGEST && at < text.len() {
            let line = line_from(text, at);
            let (kind, row) = self.line(line, at);
            at = next_line(text, at);
            let is_blank_line = kind == Kind::Blank;
            match kind {
                _ if run.is_headed_grid() && !row.is_right => run.is_ended = true,
                Kind::Dashes if run.has_other_blanks() => run.is_ended = true,
                Kind::Row if !numbers_columns(line) => run.push(row, None),
                Kind::Row | Kind::Short | Kind::Empty | Kind::Dashes => run.push(row, Some(0)),
                Kind::Wrong => run.push(row, Some(HEADING)),
                Kind::Other if !is_text(line) || run.count == 0 => run.push(row, Some(0)),
                Kind::Comment | Kind::Ruled => {}
                Kind::Blank if is_banded && !was_blank => {}
                _ if run.count == 0 => run.push(row, None),
                _ => run.is_ended = true,
            }
            was_blank = is_blank_line;
            run.end = at;
            if run.is_ended {
                return Some(run);
            }
        }
        run.is_ended = run.count < LONGEST && is_all;
        (run.is_ended || run.count == LONGEST).then_some(run)
    }

    /// Returns how many lines of blanks stand between two grids of a text that begins with `head`, such as the empty rows of a
    /// spreadsheet.
    pub(crate) fn lines_of_blanks(&self, head: &[u8]) -> usize {
        let lines = head.split_inclusive(|&byte| byte == b'\n').take(EXAMINED);
        let head = &head[..lines.clone().map(<[u8]>::len).sum()];
        if self.style == Style::Groups || !lines.into_iter().any(|line| self.is_blank_row(without_end(line)))
        {
            return 0;
        }
        let runs = self.runs(head);
        let cost = |between: usize| runs.iter().map(|run| run.least(between)).sum::<Cost>();
        let are_seen = |between: usize, may_have_border: bool| {
            runs.iter().any(|run| run.shows(between, may_have_border))
        };
        let cheapest = |may_have_border: bool| {
            let seen = (1..=MOST_BETWEEN).filter(|&between| are_seen(between, may_have_border));
            seen.min_by_key(|&between| cost(between))
        };
        // One grid that lost a row is as likely as one with a row of blanks at its border.
        match cheapest(false) {
            Some(between) if cost(between) <= cost(0) + INCOMPLETE => between,
            Some(_) => 0,
            None => cheapest(true).filter(|&between| cost(between) < cost(0)).unwrap_or(0),
        }
    }

    /// Returns the runs of a text.
    fn runs(&self, head: &[u8]) -> Vec<Run> {
        let (mut runs, mut at) = (Vec::new(), 0);
        while at < head.len() {
            let (kind, _) = self.line(line_from(head, at), at);
            if !matches!(kind, Kind::Row | Kind::Empty | Kind::Dashes) {
                at = next_line(head, at);
                continue;
            }
            let Some(mut run) = self.run_from(head, at, self.is_spread, true) else { break };
            run.is_ended &= run.end < head.len();
            for (row, as_heading) in run.rows.iter().zip(&mut run.as_heading) {
                *as_heading = as_heading.filter(|_| !row.is_blank());
            }
            at = run.end;
            runs.push(run);
        }
        runs
    }
}

/// Returns a line without its end.
fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

/// Returns whether a blank line is in a text.
fn has_blank_line(text: &[u8]) -> bool {
    memmem::find(text, b"\n\n").is_some() || memmem::find(text, b"\n\r\n").is_some()
}
