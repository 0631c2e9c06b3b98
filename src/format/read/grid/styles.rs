//! The style of the grids of a text: the one in which its first lines have the most grids.

use memchr::memchr;

use super::line::{Kind, is_puzzle_section};
use super::roles::{Role, first_lines, lines};
use super::{Grids, ReadRecords};
use crate::board::outcome::Verdict;
use crate::format::Records;
use crate::format::cells::{SIDE, Style, is_ruled};
use crate::format::inspection::verdict;
use crate::format::read::line::EXAMINED;

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

/// The largest number of empty columns before the grids of a spreadsheet.
const MOST_BEFORE: usize = 3;

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
    let are_rows: Vec<bool> = lines(first_lines(head)).filter(|line| !is_ruled(line)).map(is_row).collect();
    are_rows.windows(SIDE).any(|nine| nine.iter().all(|&is_row| is_row))
}

/// Returns the styles, those of a spreadsheet also with up to [`MOST_BEFORE`] empty columns before the grids.
fn styles() -> impl DoubleEndedIterator<Item = (Style, bool)> {
    STYLES.into_iter().flat_map(|(style, is_labelled)| {
        let most = if matches!((style, is_labelled), (Style::Fields(..), false)) { MOST_BEFORE } else { 0 };
        (0..=most).map(move |first| (style.starting_in(first), is_labelled))
    })
}

impl Grids {
    /// Returns the grids of a text that begins with `head`, as its first lines show.
    pub(crate) fn of_text(head: &[u8]) -> Self {
        let text = first_lines(head);
        let plain = Self { only_puzzles: lines(text).any(is_puzzle_section), ..Self::default() };
        let (rows, others): (Vec<&[u8]>, Vec<&[u8]>) = lines(text).partition(|line| plain.is_right(line));
        let shows = |grids: &Self| {
            let others = others.iter().take(EXAMINED).filter(|line| grids.is_right(line));
            let needed = if grids.is_labelled { LABELLED } else { 1 };
            if *grids == plain { !rows.is_empty() } else { others.take(needed).count() == needed }
        };
        let in_style = |(style, is_labelled)| Self { style, is_labelled, ..plain }.with_fields(text);
        let ways = styles().filter(|&(style, _)| style.may_be_in(text)).map(in_style).filter(shows);
        let best = ways.map(|grids| grids.shown_by(text)).rev().max_by_key(|grids| grids.count(text));
        best.unwrap_or_else(|| plain.shown_by(text))
    }

    /// Returns these with the number of empty fields after most rows.
    fn with_fields(self, text: &[u8]) -> Self {
        let Style::Fields(delimiter, _) = self.style else { return self };
        let grids = Self { fields_after: None, ..self };
        let is_end = |byte: &&u8| !matches!(byte, b' ' | b'\r');
        let ends_in_field = |line: &[u8]| line.iter().rfind(is_end) != Some(&delimiter);
        let is_row = |line: &&[u8]| memchr(delimiter, line).is_some() && !grids.is_empty_row(line);
        let parts = lines(text).filter(is_row).filter_map(|line| grids.part(line).map(|(part, _)| part));
        let rows: Vec<&[u8]> = parts.collect();
        let fields: Vec<usize> = rows.iter().map(|row| self.style.cells(row).count()).collect();
        if fields.iter().filter(|&&fields| fields < SIDE).count() > 1
            && rows.iter().all(|row| ends_in_field(row))
        {
            return grids;
        }
        let fields = most_frequent(&fields).unwrap_or(SIDE);
        Self { fields_after: Some(fields.saturating_sub(SIDE)), ..self }
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
        let (text, mut records) = (first_lines(head), Records::default());
        self.read(text, &mut records);
        let puzzles = records.puzzles(text, self.notation());
        let is_right = |&index: &usize| verdict(puzzles.get(index)) == Verdict::WellFormed;
        let rows = lines(text).filter(|line| self.is_right(line)).count();
        [(0..puzzles.len()).filter(is_right).count(), puzzles.len(), rows]
    }

    /// Returns whether a line is a row of nine cells, with bars in the right places.
    fn is_right(&self, line: &[u8]) -> bool {
        let (kind, row) = self.line(line, 0);
        let is_row = kind != Kind::Blank && self.roles.of(kind) == Role::Row && row.is_right;
        is_row && (self.style != Style::Groups || self.style.fits(line, SIDE))
    }
}

/// Returns the number that is most often among these.
pub(crate) fn most_frequent(numbers: &[usize]) -> Option<usize> {
    let count = |number: &&usize| numbers.iter().filter(|other| other == number).count();
    numbers.iter().max_by_key(count).copied()
}
