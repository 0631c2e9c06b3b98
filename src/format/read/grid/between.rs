//! What is between the grids of a text: names of columns, and rows of blanks such as the empty rows of a spreadsheet.
//!
//! Both could also be rows of a grid. What they are is the same in the whole text, and the first lines show it: as few of their
//! records as possible are wrong.
//!
//! ```text
//! blanks, 9 rows, blanks, 9 rows, blanks …      blanks are between grids
//! blanks, 8 rows, blanks, blanks, 9 rows …      the first are a row, because one line of them is between grids
//! 9 rows, blanks, 8 rows, blanks, 9 rows …      the second grid lost a row
//! 9 rows, blanks, 8 rows, 9 rows …              nothing is between grids
//! ```

use memchr::memchr_iter;

use super::aligned::fit;
use super::found::Found;
use super::line::{Kind, Row, numbers_columns};
use super::{Grids, next_line};
use crate::format::cells::{SIDE, Style};
use crate::format::read::line::line_from;
use crate::format::unread::could_hold;

/// The largest number of rows of blanks between two grids.
const MOST_BETWEEN: usize = 3;

/// The number of first lines that show it.
const SHOWING: usize = 400;

/// The lines below nine rows.
struct Below {
    /// The number of rows of blanks.
    blanks: usize,
    /// Whether another row follows these.
    is_followed: bool,
    /// The byte offset below the rows of blanks that are between two grids.
    end: usize,
    /// The byte offset below the last line that was examined.
    examined: usize,
}

impl Grids {
    /// Returns these with what is between the grids of a text that begins with `head`.
    pub(crate) fn between_shown_by(self, head: &[u8]) -> Self {
        let end = memchr_iter(b'\n', head).nth(SHOWING - 1).map_or(head.len(), |end| end + 1);
        let head = &head[..end];
        let lines = || head.split(|&byte| byte == b'\n');
        let grids = Self { is_cut: true, ..self };
        let grids = Self { is_cut: grids.has_cut_rows(lines()), ..grids };
        let has_blanks = self.style != Style::Groups && lines().any(|line| self.line(line, 0).1.is_blank());
        let most = if has_blanks { MOST_BETWEEN } else { 0 };
        let has_names = lines().any(numbers_columns);
        if !has_blanks && !has_names {
            return grids;
        }
        let named = [true, false].into_iter().skip(usize::from(!has_names));
        let ways = || {
            named.clone().flat_map(|is_numbered| {
                (0..=most).map(move |blanks_between| Self { is_numbered, blanks_between, ..grids })
            })
        };
        ways().min_by_key(|grids| grids.wrong_in(&head[grids.blanks_above(head)..])).unwrap_or(grids)
    }

    /// Returns the length of the rows of blanks above the first grid of a text, if they are between grids elsewhere and fewer grids
    /// are wrong without them.
    pub(crate) fn blanks_above(&self, head: &[u8]) -> usize {
        let (mut above, mut blanks) = (0, 0);
        let is_blank = |at: usize| {
            let line = line_from(head, at);
            self.line(line, at).1.is_blank() && !could_hold(line)
        };
        while blanks < self.blanks_between && is_blank(above) {
            (above, blanks) = (next_line(head, above), blanks + 1);
        }
        let is_between = above > 0 && self.wrong_in(&head[above..]) < self.wrong_in(head);
        if is_between { above } else { 0 }
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

    /// Returns how wrong these are: grids that are malformed, contradict themselves, or begin with the names of the columns of a table,
    /// and rows of blanks that are neither in a grid nor between two. A lost row is likelier than one of these, and must not be silent.
    fn wrong_in(&self, head: &[u8]) -> usize {
        let (mut at, mut wrong, mut surplus, mut are_between) = (0, 0, 0, false);
        while let Some(found) = self.find(head, at, true).filter(|_| at < head.len()) {
            wrong += match found.rows() {
                [] => 3 * usize::from(self.line(line_from(head, at), at).1.is_blank()),
                rows if rows.len() < SIDE && rows.iter().all(Row::is_blank) => 3,
                rows => 2 * usize::from(!is_likely(rows) || self.begins_with_names(head, &found)),
            };
            at = found.end;
            if self.has_blanks_below(head, &found) {
                let is_followed = self.is_row(line_from(head, at));
                are_between |= is_followed;
                surplus += usize::from(!is_followed);
            }
        }
        // Where rows of blanks are between no grids, one below a grid is a row too many.
        wrong + if are_between { 0 } else { 4 * surplus }
    }

    /// Returns whether rows of blanks were passed below a grid that are neither rules nor the empty rows of a spreadsheet.
    fn has_blanks_below(&self, head: &[u8], found: &Found) -> bool {
        let Some(last) = found.rows().last() else { return false };
        let below = next_line(head, last.start);
        let line = line_from(head, below);
        below < found.end && matches!(self.line(line, below).0, Kind::Row) && !self.is_empty_row(line)
    }

    fn begins_with_names(&self, head: &[u8], found: &Found) -> bool {
        let first = line_from(head, found.rows()[0].start);
        matches!(self.style, Style::Fields(..)) && numbers_columns(first) && found.has_blanks()
    }

    /// Returns what was `found`, without the rows of blanks that are between grids. Returns `None` if that depends on what follows
    /// `text`, unless `is_all` is true: then nothing follows it.
    pub(super) fn apart(&self, text: &[u8], found: Found, is_all: bool) -> Option<Found> {
        let rows = found.rows();
        let blanks_above = rows.iter().take_while(|row| row.is_blank()).count();
        let blanks_below = rows.iter().rev().take_while(|row| row.is_blank()).count();
        match blanks_above {
            0 | SIDE if rows.len() != SIDE || blanks_above == SIDE => return Some(found),
            above if rows.len() != SIDE => return Some(found.with_rows(&rows[above..], found.end, 0)),
            2.. => return Some(found.with_rows(&[], rows[blanks_above - 1].start, 0)),
            _ => {}
        }
        let usual = self.blanks_between;
        let most = usual + usize::from(blanks_above + blanks_below > 0);
        let below = self.below(text, found.end, most, is_all)?;
        let with_rows = |rows: &[Row]| Some(found.with_rows(rows, below.end, below.examined));
        match (blanks_above, blanks_below, below.blanks) {
            (1, _, 0) if below.is_followed => Some(found.with_rows(&[], rows[1].start, below.examined)),
            (1, 0, 1..) if !below.is_followed && is_likely(&next_nine(rows)) => match is_likely(rows) {
                false => Some(found.with_rows(&[], rows[1].start, below.examined)),
                true if below.blanks > usual => with_rows(rows),
                true => with_rows(&rows[1..]), // either row of blanks could be the ninth
            },
            (_, 1.., blanks) if below.is_followed && blanks < usual => {
                with_rows(&rows[..SIDE - blanks_below])
            }
            (_, 0, 0) if below.is_followed => match rows.iter().rposition(Row::is_blank) {
                Some(last) => Some(found.with_rows(&rows[..last], rows[last].start, below.examined)),
                None => Some(found),
            },
            _ => with_rows(rows),
        }
    }

    /// Returns what is below nine rows, from byte `at` on, with at most this number of rows of blanks.
    fn below(&self, text: &[u8], at: usize, most: usize, is_all: bool) -> Option<Below> {
        let mut below = Below { blanks: 0, is_followed: false, end: at, examined: at };
        while below.blanks < most {
            let at = below.examined;
            if at == text.len() {
                return is_all.then_some(below);
            }
            let (kind, row) = self.line(line_from(text, at), at);
            below.examined = next_line(text, at);
            match kind {
                Kind::Comment | Kind::Ruled => {}
                _ if row.is_blank() => {
                    below.blanks += 1;
                    if below.blanks <= self.blanks_between {
                        below.end = below.examined;
                    }
                }
                _ => {
                    below.is_followed = matches!(kind, Kind::Row | Kind::Short | Kind::Wrong);
                    return Some(below);
                }
            }
        }
        Some(below)
    }
}

/// Returns whether nine rows fit, and could have one solution: no band has two rows of blanks.
fn is_likely(rows: &[Row]) -> bool {
    let blanks = |band: &[Row]| band.iter().filter(|row| row.is_blank()).count();
    fit(rows) && rows.chunks(3).all(|band| blanks(band) < 2)
}

/// Returns nine rows without the first, and with a row of blanks below them.
fn next_nine(rows: &[Row]) -> [Row; SIDE] {
    let mut next = [Row { is_right: true, ..Row::NONE }; SIDE];
    next[..SIDE - 1].copy_from_slice(&rows[1..SIDE]);
    next
}
