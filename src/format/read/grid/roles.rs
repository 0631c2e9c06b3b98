//! What the kinds of lines do in a text, as its first lines show: what least of these is wrong with.
//!
//! ```text
//! # easy          # Grid 1          # 8 is a guess
//! 9 rows          3 rows            4 rows
//! # hard          # middle          # so is 2
//! 9 rows          3 rows …          5 rows
//! between grids   between bands     nothing
//! ```
//!
//! The first lines are read in each way, and the records that are wrong are counted. Lines end a grid unless that leaves far more wrong,
//! because a lost row then shifts no other grid, whatever is between them.

use memchr::memchr_iter;

use super::Grids;
use super::found::{CONTRADICTORY, fit, is_likely};
use super::line::{KINDS, Kind, Row};
use crate::format::cells::{SIDE, Style};
use crate::format::unread::could_hold;

/// What a line of some kind does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is a row, possibly with an error.
    Row,
    /// It may be anywhere in a grid.
    Passed,
    /// It is between the bands of a grid, or ends it.
    Band,
    /// It ends a grid.
    End,
}

/// The role of each kind of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles([Role; KINDS]);

impl Default for Roles {
    fn default() -> Self {
        Self([Role::Row; KINDS])
            .with(Kind::Dashes, Role::Band)
            .with(Kind::Blank, Role::Band)
            .with(Kind::Comment, Role::Passed)
            .with(Kind::Ruled, Role::Passed)
            .with(Kind::Heading, Role::End)
            .with(Kind::Whole, Role::End)
    }
}

impl Roles {
    #[inline]
    pub(super) fn of(&self, kind: Kind) -> Role {
        self.0[kind as usize]
    }

    fn with(mut self, kind: Kind, role: Role) -> Self {
        self.0[kind as usize] = role;
        self
    }

    /// Returns the number of kinds of lines that are passed, or that can be within a grid and at its end.
    fn looseness(&self) -> usize {
        self.0.iter().filter(|role| matches!(role, Role::Band | Role::Passed)).count()
    }
}

/// The number of first lines that show what is between grids.
pub(super) const SHOWING: usize = 400;

/// The number of lines to read in all ways together, and the smallest number of first lines if the ways are many.
const MOST_READ: usize = 100 * SHOWING;
const LEAST_SHOWING: usize = 40;

/// How wrong it is that lines which could be rows with an error are headings, besides 1 for each.
const DOUBT: usize = 6;

/// How wrong it is that lines of a kind do not end a grid. It also doubles what else is wrong, because damage can hide beside them.
const LOOSE: usize = 4;

/// The largest number of rows of blanks between two grids.
const MOST_BETWEEN: usize = 3;

/// The kinds whose role depends on the text, each with those that it can have, the first one if they are equally right.
const CHOICES: [(Kind, &[Role]); 7] = [
    (Kind::Few, &[Role::Row, Role::End]),
    (Kind::Short, &[Role::End, Role::Row]),
    (Kind::Names, &[Role::End, Role::Row]),
    (Kind::Dashes, &[Role::End, Role::Band, Role::Row]),
    (Kind::Ruled, &[Role::End, Role::Band, Role::Passed]),
    (Kind::Comment, &[Role::End, Role::Band, Role::Passed]),
    (Kind::Blank, &[Role::End, Role::Band, Role::Passed]),
];

/// Returns this many first lines of a text, or fewer.
pub(super) fn first_lines(head: &[u8], most: usize) -> &[u8] {
    let end = memchr_iter(b'\n', head).nth(most - 1).map_or(head.len(), |end| end + 1);
    &head[..end]
}

/// Returns the lines of a text.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.strip_suffix(b"\n").unwrap_or(text).split(|&byte| byte == b'\n')
}

impl Grids {
    /// Returns these as the first lines of a text that begins with `head` show.
    pub(crate) fn shown_by(self, head: &[u8]) -> Self {
        let head = first_lines(head, SHOWING);
        let lines: Vec<_> = lines(head).map(|line| self.line(line, 0)).collect();
        let has_dashes = |(kind, row): &(Kind, Row)| *kind == Kind::Row && row.cells.contains(&b'-');
        let dashes = if lines.iter().any(has_dashes) { Role::Row } else { Role::Band };
        let grids = Self { roles: self.roles.with(Kind::Dashes, dashes), ..self };
        let ways: Vec<Self> = grids.ways(&lines).collect();
        let head = first_lines(head, (MOST_READ / ways.len()).max(LEAST_SHOWING));
        let (mut best, mut least) = (grids, usize::MAX);
        for way in ways {
            let (loose, doubt, headings) =
                (way.roles.looseness(), way.doubt(&lines), way.count_short(&lines));
            let at_least = LOOSE * loose + headings;
            if at_least + (doubt << loose) < least {
                let cost = way.cost_of(&head[way.blanks_above(head)..]) + doubt;
                let total = at_least + (cost << loose);
                if total < least {
                    (best, least) = (way, total);
                }
            }
        }
        best
    }

    /// Returns these in each way in which a text with these lines can be read, the preferred one first.
    fn ways(self, lines: &[(Kind, Row)]) -> impl Iterator<Item = Self> {
        let mut ways = vec![self];
        for (kind, roles) in self.choices(lines) {
            let with = |grids: Self| {
                roles
                    .clone()
                    .into_iter()
                    .map(move |role| Self { roles: grids.roles.with(kind, role), ..grids })
            };
            ways = ways.into_iter().flat_map(with).collect();
        }
        let blanks = lines.split(|(_, row)| !row.is_blank()).map(<[_]>::len).max();
        let most = blanks.filter(|_| self.style != Style::Groups).unwrap_or(0).min(MOST_BETWEEN);
        let between = [0].into_iter().chain((1..=most).rev());
        between.flat_map(move |blanks_between| {
            ways.clone().into_iter().map(move |grids| Self { blanks_between, ..grids })
        })
    }

    /// Returns the kinds of lines between the first and the last row, each with the roles that it can have.
    fn choices(&self, lines: &[(Kind, Row)]) -> Vec<(Kind, Vec<Role>)> {
        let is_row = |(kind, _): &(Kind, Row)| self.roles.of(*kind) == Role::Row;
        let first = lines.iter().position(is_row).unwrap_or(0);
        let last = lines.iter().rposition(is_row).unwrap_or(0);
        let count = |kind: Kind| lines[first..=last].iter().filter(|line| line.0 == kind).count();
        let is_spread = 2 * count(Kind::Blank) > count(Kind::Row);
        let can_have = |kind: Kind, role: Role| match (kind, role) {
            (Kind::Dashes, Role::Row) => self.roles.of(kind) == Role::Row,
            (Kind::Blank, Role::Passed) => is_spread,
            _ => true,
        };
        let choice = |(kind, roles): (Kind, &[Role])| {
            (kind, roles.iter().copied().filter(|&role| can_have(kind, role)).collect())
        };
        CHOICES.into_iter().filter(|&(kind, _)| count(kind) > 0).map(choice).collect()
    }

    /// Returns how wrong it is that lines that could be rows with an error are headings. One grid that has such lines does not outweigh
    /// it.
    fn doubt(&self, lines: &[(Kind, Row)]) -> usize {
        if self.roles.of(Kind::Few) != Role::End {
            return 0;
        }
        DOUBT + lines.iter().filter(|(kind, _)| *kind == Kind::Few).count()
    }

    /// Returns the number of short lines that are headings. They are rather rows if that is as right.
    fn count_short(&self, lines: &[(Kind, Row)]) -> usize {
        if self.roles.of(Kind::Short) != Role::End {
            return 0;
        }
        lines.iter().filter(|(kind, _)| *kind == Kind::Short).count()
    }

    /// Returns the length of the rows of blanks above the first grid of a text, if they are between grids elsewhere and less is wrong
    /// without them.
    pub(crate) fn blanks_above(&self, head: &[u8]) -> usize {
        let lines = head.split_inclusive(|&byte| byte == b'\n').take(self.blanks_between);
        let is_blank = |line: &&[u8]| {
            self.line(line.strip_suffix(b"\n").unwrap_or(line), 0).1.is_blank() && !could_hold(line)
        };
        let above = lines.take_while(is_blank).map(<[u8]>::len).sum();
        if above > 0 && self.cost_of(&head[above..]) < self.cost_of(head) { above } else { 0 }
    }

    /// Returns how wrong these are.
    fn cost_of(&self, head: &[u8]) -> usize {
        let (mut at, mut cost, mut are_between) = (0, 0, self.blanks_between == 0);
        while at < head.len()
            && let Some(found) = self.find(head, at, true)
        {
            let rows = found.rows();
            cost += found.cost;
            cost += match rows.len() {
                SIDE if found.cost == 0 && !(fit(rows) && is_likely(rows)) => CONTRADICTORY,
                1..SIDE if rows.iter().all(Row::is_blank) => 2,
                _ => 0,
            };
            at = found.end;
            are_between |= found.is_apart;
        }
        cost + match self.style {
            _ if are_between => 0,
            Style::Fields(..) | Style::Spaces => 3,
            _ => head.len(),
        }
    }
}
