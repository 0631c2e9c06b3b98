//! The style of the grids of a text: the one in which its first lines have the most grids.

use memchr::memchr;

use super::line::{Kind, is_puzzle_section, without_label};
use super::roles::{Role, SHOWING, first_lines, lines};
use super::{Grids, ReadRecords};
use crate::board::outcome::Verdict;
use crate::format::Records;
use crate::format::cells::{SIDE, Style, is_ruled};
use crate::format::inspection::verdict;
use crate::format::read::line::{EXAMINED, most_frequent};

/// The styles of rows, and whether a label is before each row. The first one with the most grids is preferred.
const STYLES: [(Style, bool); 14] = [
    (Style::Gaps, false),
    (Style::Groups, false),
    (Style::Fields(b',', 0), false),
    (Style::Fields(b';', 0), false),
    (Style::Fields(b'\t', 0), false),
    (Style::Fields(b'|', 0), false),
    (Style::Words(0), false),
    (Style::Bars, false),
    (Style::Spaces, false),
    (Style::Gaps, true),
    (Style::Words(0), true),
    (Style::Fields(b',', 0), true),
    (Style::Fields(b';', 0), true),
    (Style::Fields(b'\t', 0), true),
];

/// The smallest number of rows with a label that show that all rows have one.
const LABELLED: usize = SIDE - 1;

/// Returns whether a line is nine cells in one of the styles, and nothing else.
pub(crate) fn is_only_row(line: &[u8]) -> bool {
    let is_drawn = matches!(Grids::default().line(line, 0).0, Kind::Dashes | Kind::Ruled);
    !is_drawn && STYLES.iter().any(|&(style, is_labelled)| !is_labelled && style.fits(line, SIDE))
}

/// Returns whether nine lines of a text, one after another, are rows of nine words, although some words are unknown.
pub(crate) fn has_wrong_rows(head: &[u8]) -> bool {
    let grids = Grids { style: Style::Words(0), ..Grids::default() };
    let is_row = |line: &[u8]| {
        matches!(grids.line(line, 0).0, Kind::Row | Kind::Wrong) && grids.style.cells(line).count() == SIDE
    };
    let are_rows: Vec<bool> =
        lines(first_lines(head, SHOWING)).filter(|line| !is_ruled(line)).map(is_row).collect();
    are_rows.windows(SIDE).any(|nine| nine.iter().all(|&is_row| is_row))
}

impl Grids {
    /// Returns the grids of a text that begins with `head`, as its first lines show.
    pub(crate) fn of_text(head: &[u8]) -> Self {
        let text = first_lines(head, SHOWING);
        let plain = Self { only_puzzles: lines(text).any(is_puzzle_section), ..Self::default() };
        let (rows, others): (Vec<&[u8]>, Vec<&[u8]>) = lines(text).partition(|line| plain.is_right(line));
        let in_style = |(style, is_labelled)| Self { style, is_labelled, ..plain }.with_fields(text);
        let is_shown = |grids: &Self| match *grids == plain {
            true => !rows.is_empty(),
            false => grids.is_shown_by(&others[..others.len().min(EXAMINED)]),
        };
        let ways = STYLES.into_iter().filter(|(style, _)| style.may_be_in(text)).map(in_style);
        let ways = ways.rev().filter(is_shown).map(|grids| grids.shown_by(text));
        ways.max_by_key(|grids| grids.count(text)).unwrap_or_else(|| plain.shown_by(text))
    }

    /// Returns whether these lines, which are no rows in the preferred style, have rows in this one: one that can be the whole of a row,
    /// or several with labels that count up.
    fn is_shown_by(&self, lines: &[&[u8]]) -> bool {
        let mut rows = lines.iter().filter(|line| self.is_right(line));
        if self.is_labelled {
            let numbers: Vec<u16> = rows.map(|line| self.line(line, 0).1.number).collect();
            return numbers.windows(2).filter(|pair| pair[1] == pair[0] + 1).count() >= LABELLED - 1;
        }
        // The last two columns cannot both be blank.
        rows.any(|line| !self.may_be_cut() || self.style.cells(line).count() >= SIDE - 1)
    }

    /// Returns these with the columns in which most rows are. These begin in the first one unless only others are possible.
    fn with_fields(self, text: &[u8]) -> Self {
        let Style::Fields(delimiter, _) = self.style else { return self };
        let rows: Vec<&[u8]> = lines(text).filter_map(|line| self.fields(line)).collect();
        let count = |row: &&[u8]| self.style.cells(row).count();
        let counts: Vec<usize> = rows.iter().map(count).collect();
        let is_end = |byte: &&u8| **byte != b' ';
        let ends_in_field = |row: &&[u8]| row.iter().rfind(is_end) != Some(&delimiter);
        if counts.iter().filter(|&&count| count < SIDE).count() > 1 && rows.iter().all(ends_in_field) {
            return Self { fields_after: None, ..self };
        }
        let columns = most_frequent(&counts).copied().unwrap_or(SIDE).max(SIDE);
        let (mut latest, mut earliest) = (columns - SIDE, 0);
        for row in rows.iter().filter(|row| count(row) == columns) {
            for (column, _) in self.style.cells(row).enumerate().filter(|(_, (_, field))| !field.is_empty()) {
                (latest, earliest) = (latest.min(column), earliest.max((column + 1).saturating_sub(SIDE)));
            }
        }
        let first = if earliest == latest { latest } else { 0 };
        Self { style: self.style.starting_in(first), fields_after: Some(columns - SIDE - first), ..self }
    }

    /// Returns the fields of a line, after its label, if they are clues and blanks, and not all blanks.
    fn fields<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let row = if self.is_labelled { without_label(line, self.style)?.1 } else { line };
        let are_cells = || self.style.cells(row).all(|(_, field)| self.style.value(field).is_some());
        let has_delimiter = matches!(self.style, Style::Fields(byte, _) if memchr(byte, row).is_some());
        (has_delimiter && are_cells() && !self.is_empty_row(row)).then_some(row)
    }

    /// Returns whether the first lines of a text have one of these. Numbers that are rows without their spaces at the end contradict each
    /// other.
    pub(crate) fn are_in(&self, head: &[u8]) -> bool {
        let [right, grids, _] = self.count(head);
        right > 0 || grids > 0 && self.style != Style::Spaces
    }

    /// Returns how many grids the first lines of a text have whose clues do not contradict each other, how many in all, and how many
    /// rows.
    fn count(&self, head: &[u8]) -> [usize; 3] {
        let (text, mut records) = (first_lines(head, SHOWING), Records::default());
        self.read(text, &mut records);
        let puzzles = records.puzzles(text, self.notation());
        let is_right = |&index: &usize| verdict(puzzles.get(index)) == Verdict::WellFormed;
        let rows = lines(text).filter(|line| self.is_right(line)).count();
        [(0..puzzles.len()).filter(is_right).count(), puzzles.len(), rows]
    }

    /// Returns whether a line is a row of nine cells, with bars in the right places.
    fn is_right(&self, line: &[u8]) -> bool {
        let (kind, row) = self.line(line, 0);
        let is_row = self.roles.of(kind) == Role::Row && row.is_right;
        is_row && (self.style != Style::Groups || self.style.fits(line, SIDE))
    }
}
