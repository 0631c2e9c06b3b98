//! What the kinds of lines do in a text, as its first lines show: what is every nine rows is between grids.
//!
//! ```text
//! # easy          # Grid 1          # 8 is a guess
//! 9 rows          3 rows            4 rows
//! # hard          # middle          # so is 2
//! 9 rows          3 rows …          5 rows
//! between grids   between bands     nothing
//! ```
//!
//! So a lost row shifts no other grid, whatever is between them.

use memchr::memchr_iter;

use super::Grids;
use super::found::{UNLIKELY, is_likely};
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
        Self([Role::Row; KINDS]).with([
            (Kind::Dashes, Role::Band),
            (Kind::Blank, Role::Band),
            (Kind::Comment, Role::Passed),
            (Kind::Ruled, Role::Passed),
            (Kind::Heading, Role::End),
            (Kind::Whole, Role::End),
        ])
    }
}

impl Roles {
    #[inline]
    pub(super) fn of(&self, kind: Kind) -> Role {
        self.0[kind as usize]
    }

    fn with<const COUNT: usize>(mut self, roles: [(Kind, Role); COUNT]) -> Self {
        roles.into_iter().for_each(|(kind, role)| self.0[kind as usize] = role);
        self
    }
}

/// The number of first lines that show what is between grids.
const SHOWING: usize = 400;

/// The largest number of rows of blanks between two grids.
const MOST_BETWEEN: usize = 3;

/// Returns the role that lines of this kind have in a text: that of most of them, if the rows between them are nine, a band or one.
fn role_of(kind: Kind, lines: &[(Kind, Row)]) -> Role {
    let are_dashes_blank = has_dashes(lines);
    let is_row = |(kind, _): &(Kind, Row)| {
        matches!(kind, Kind::Row | Kind::Wrong) || *kind == Kind::Dashes && are_dashes_blank
    };
    let parts = lines.split(|line| line.0 == kind).map(|part| part.iter().filter(|line| is_row(line)));
    let parts: Vec<Vec<&Row>> = parts.map(|rows| rows.map(|(_, row)| row).collect()).collect();
    let count = |is_so: fn(&[&Row]) -> bool| parts.iter().filter(|rows| is_so(rows)).count();
    let (all, grids) = (count(|rows| !rows.is_empty()), count(are_grids));
    let (bands, single) = (count(|rows| matches!(rows.len(), 3 | 6)), count(|rows| rows.len() == 1));
    let is_usual = |times: usize| parts.len() > 1 && times > 0 && 2 * times >= all;
    match kind {
        Kind::Blank if is_usual(single) => Role::Passed,
        Kind::Comment | Kind::Ruled | Kind::Dashes if is_usual(bands) => Role::Band,
        Kind::Blank if bands > 0 => Role::Band,
        // One within each grid has rows of the first one above it.
        Kind::Comment if parts.first().is_some_and(|rows| !rows.is_empty() && !are_grids(rows)) => {
            Role::Passed
        }
        _ if is_usual(grids) => Role::End,
        _ => Roles::default().of(kind),
    }
}

/// Returns whether these rows are grids, without the rows of blanks that may be above and below one.
fn are_grids(rows: &[&Row]) -> bool {
    let blanks = |row: &&&Row| row.is_blank();
    let around = rows.iter().take_while(blanks).count() + rows.iter().rev().take_while(blanks).count();
    let fewest = rows.len().saturating_sub(around);
    !rows.is_empty() && ((fewest..=rows.len()).contains(&SIDE) || rows.len().is_multiple_of(SIDE))
}

/// Returns whether a row has a dash for a blank, so that nine dashes could be one.
fn has_dashes(lines: &[(Kind, Row)]) -> bool {
    lines.iter().any(|(kind, row)| *kind == Kind::Row && row.cells.contains(&b'-'))
}

impl Grids {
    /// Returns these with what the first lines of a text that begins with `head` show.
    pub(crate) fn shown_by(self, head: &[u8]) -> Self {
        let end = memchr_iter(b'\n', head).nth(SHOWING - 1).map_or(head.len(), |end| end + 1);
        let head = &head[..end];
        let lines = || head.strip_suffix(b"\n").unwrap_or(head).split(|&byte| byte == b'\n');
        let grids = Self { is_cut: true, ..self };
        let grids = Self { is_cut: grids.has_cut_rows(lines()), ..grids };
        let lines: Vec<_> = lines().map(|line| grids.line(line, 0)).collect();
        let grids = Self {
            roles: grids.roles.with(Kind::LEARNED.map(|kind| (kind, role_of(kind, &lines)))),
            ..grids
        };
        let has = |kind: Kind| lines.iter().any(|line| line.0 == kind);
        let blanks = lines.split(|(_, row)| !row.is_blank()).map(<[_]>::len).max();
        let most = blanks.filter(|_| self.style != Style::Groups).unwrap_or(0).min(MOST_BETWEEN);
        // Lines of these kinds are between grids, or rows of them.
        let names = [Role::End, Role::Row].into_iter().skip(usize::from(!has(Kind::Names)));
        // Nine dashes that come later are a row if dashes are blanks.
        let dashes = [grids.roles.of(Kind::Dashes), Role::Row];
        let dashes = match has_dashes(&lines) {
            true => &dashes[usize::from(!has(Kind::Dashes))..],
            false => &dashes[..1],
        };
        let ways: Vec<Self> = names
            .flat_map(|names| {
                let with = move |&dashes| grids.roles.with([(Kind::Names, names), (Kind::Dashes, dashes)]);
                dashes.iter().map(with)
            })
            .map(|roles| Self { roles, ..grids })
            .collect();
        if let Some(&clean) = ways.iter().find(|grids| grids.cost_of(head) == 0) {
            return clean; // and nothing is between grids
        }
        let ways = ways
            .into_iter()
            .flat_map(|grids| (0..=most).rev().map(move |blanks_between| Self { blanks_between, ..grids }));
        ways.min_by_key(|grids| grids.cost_of(&head[grids.blanks_above(head)..])).unwrap_or(grids)
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

    /// Returns whether rows lack their empty fields at the end: some do, and none ends with an empty field.
    fn has_cut_rows<'a>(&self, lines: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
        let Style::Fields(delimiter, _) = self.style else { return false };
        let is_end = |byte: &&u8| !matches!(byte, b' ' | b'\r');
        let mut rows = lines.filter(|line| self.is_row(line) && !self.is_empty_row(line));
        let is_cut = |line: &[u8]| memchr_iter(delimiter, line).count() < SIDE - 1;
        rows.clone().filter(|line| is_cut(line)).count() > 1
            && rows.all(|line| line.iter().rfind(is_end) != Some(&delimiter))
    }

    /// Returns how wrong these are.
    fn cost_of(&self, head: &[u8]) -> usize {
        let (mut at, mut cost, mut are_between) = (0, 0, self.blanks_between == 0);
        while let Some(found) = self.find(head, at, true).filter(|_| at < head.len()) {
            let rows = found.rows();
            cost += found.cost;
            cost += match rows.len() {
                SIDE if self.blanks_between == 0 && !is_likely(rows) => UNLIKELY,
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
