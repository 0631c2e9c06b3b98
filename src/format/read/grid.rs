//! Nine-line records: nine rows of nine cells in one [`Style`].
//!
//! Bars, commas and ruled lines (`------+-------+------`) between the cells are ignored. A grid ends with its ninth row. A blank
//! line, a heading (`Grid 01`) or a line of `-` ends it earlier: a missing row does not affect other grids. The exception is one
//! blank line after row 3 and one after row 6, which separate the bands of a grid. A line of more than a row, such as 81 cells, is
//! a record of its own, which is malformed.
//!
//! The lines are read once, from the first to the last: `line.rs` tells the kind of each, `roles.rs` what that kind does in this
//! text, and `window.rs` which rows are a grid. A text may be cut at each place that these find, except inside of what they examine.

mod found;
mod line;
mod roles;
mod styles;
mod window;

use memchr::{memchr, memrchr};

use self::found::Found;
use self::line::{Kind, Row, is_puzzle_section, section, without_label};
use self::roles::{Role, Roles};
use super::ReadRecords;
use super::line::{empty_lines, line_count, line_from, line_start, next_line, offset_in, position};
use crate::board::grid::{CELLS, digit, is_blank};
use crate::board::notation::{Notation, PENCILMARKS};
use crate::format::cells::{Kinds, SIDE, Style, unexpected, wrong_value};
use crate::format::unread::SkippedRows;
use crate::format::{Defect, MAX_LINE, Position, Reason, RecordFormat, Records};

pub(crate) use self::styles::{has_wrong_rows, is_only_row};

/// A reader of nine-line records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grids {
    /// How the cells of a row are written.
    pub style: Style,
    /// Whether only the sections with the heading `[Puzzle]` are read. Sections with another heading in brackets are skipped.
    pub only_puzzles: bool,
    /// What the kinds of lines do.
    pub roles: Roles,
    /// The number of empty fields after those of a row, or `None` if rows of fields may lack their empty ones at the end.
    pub fields_after: Option<usize>,
    /// The number of rows of blanks between two grids.
    pub blanks_between: usize,
    /// Whether a label is before each row: `[1,]`, `A` or `row1:`.
    pub is_labelled: bool,
}

impl Default for Grids {
    fn default() -> Self {
        Self {
            style: Style::Gaps,
            only_puzzles: false,
            roles: Roles::default(),
            fields_after: Some(0),
            blanks_between: 0,
            is_labelled: false,
        }
    }
}

/// The bytes of a record without candidates.
const NO_MARKS: [u8; PENCILMARKS] = [b'.'; PENCILMARKS];

impl Grids {
    /// Returns whether a line is a row.
    pub(crate) fn is_row(&self, line: &[u8]) -> bool {
        matches!(self.line(line, 0).0, Kind::Row | Kind::Names)
    }

    /// Returns whether a line ends a grid.
    pub(crate) fn is_heading(&self, line: &[u8]) -> bool {
        self.roles.of(self.line(line, 0).0) == Role::End
    }

    /// Returns what is certain from byte `at` on: a grid, or a line without one. Returns `None` if that depends on what follows
    /// `text`, unless `is_all` is true: then nothing follows it.
    fn find(&self, text: &[u8], at: usize, is_all: bool) -> Option<Found> {
        let line = line_from(text, at);
        let end = text.len().min(at + line.len() + 1);
        if self.only_puzzles && section(line).is_some() && !is_puzzle_section(line) {
            return self.end_of_section(text, end, is_all).map(Found::nothing);
        }
        let (kind, row) = self.line(line, at);
        match kind {
            Kind::Whole => Some(Found::of(&[row], end)),
            _ if self.roles.of(kind) == Role::Row => {
                self.complete(row, text, end).or_else(|| self.first_of_window(text, at, is_all))
            }
            Kind::Blank | Kind::Ruled | Kind::Dashes => Some(Found::nothing(end)),
            Kind::Comment => Some(Found::text(0, end)),
            _ => Some(Found::text(1, end)),
        }
    }

    /// Returns what a line of this kind does below one of another kind.
    #[inline]
    fn role(&self, kind: Kind, above: Kind) -> Role {
        match kind {
            Kind::Blank if kind == above => Role::End,
            kind => self.roles.of(kind),
        }
    }

    /// Returns the byte offset of the next section, or `None` if it may begin after `text`.
    fn end_of_section(&self, text: &[u8], mut at: usize, is_all: bool) -> Option<usize> {
        while at < text.len() && section(line_from(text, at)).is_none() {
            at = next_line(text, at);
        }
        (is_all || at < text.len()).then_some(at)
    }

    /// Returns the rows of the record whose first row is at byte `origin`.
    fn at(&self, chunk: &[u8], origin: usize) -> Found {
        let origin = line_start(chunk, origin);
        let found = self.find(chunk, origin, true).filter(|found| !found.rows().is_empty());
        found.unwrap_or_else(|| Found::of(&[Row { start: origin, ..Row::NONE }], next_line(chunk, origin)))
    }

    fn push(&self, chunk: &[u8], rows: &[Row], records: &mut Records) {
        let origin = rows[0].start;
        if rows
            .iter()
            .all(|row| row.cells == Row::NONE.cells && self.is_empty_row(line_from(chunk, row.start)))
        {
            return; // the empty rows of a spreadsheet
        }
        if rows.len() != SIDE || rows.iter().any(|row| !row.is_right) {
            return records.push_malformed(origin, self.defect(chunk, rows));
        }
        if self.style == Style::Groups {
            return match self.marks(chunk, rows) {
                Ok(marks) => records.push_rewritten(origin, &marks),
                Err(defect) => records.push_malformed(origin, defect),
            };
        }
        let mut cells = [0; CELLS];
        for (cells, row) in cells.as_chunks_mut().0.iter_mut().zip(rows) {
            *cells = row.cells;
        }
        // The solver finds the blanks of two kinds that are in the text of the puzzle.
        if self.style != Style::Gaps
            && !has_one_blank(&chunk[origin..next_line(chunk, rows[SIDE - 1].start)], &cells)
            && let Some(defect) = self.mixed_blanks(chunk, rows)
        {
            return records.push_malformed(origin, defect);
        }
        records.push_rewritten(origin, &cells);
    }

    /// Returns the candidates of a grid of nine rows.
    fn marks(&self, chunk: &[u8], rows: &[Row]) -> Result<[u8; PENCILMARKS], Defect> {
        let (mut marks, mut kinds) = (NO_MARKS, Kinds::default());
        let cells = marks.as_chunks_mut::<SIDE>().0;
        let wrong = self.first_wrong(chunk, rows, |cell, text| {
            if let &[blank] = text
                && is_blank(blank)
            {
                cells[cell] = *b"123456789";
                return kinds.add(text, blank).map(|reason| (0, reason));
            }
            for (at, &byte) in text.iter().enumerate() {
                if digit(byte).is_none() {
                    return Some((at, unexpected(&text[at..])));
                }
                cells[cell][usize::from(byte - b'1')] = byte;
            }
            None
        });
        wrong.map_or(Ok(marks), Err)
    }

    /// Returns the defect of a grid with a blank of a second kind.
    #[cold]
    fn mixed_blanks(&self, chunk: &[u8], rows: &[Row]) -> Option<Defect> {
        let mut kinds = Kinds::default();
        self.first_wrong(chunk, rows, |_, text| {
            let blank = self.style.value(text).filter(|&byte| is_blank(byte))?;
            kinds.add(text, blank).map(|reason| (0, reason))
        })
    }

    /// Returns the defect of the first cell for which `check` returns one. It is called with the index of the cell and its text, and
    /// returns the wrong byte of the text.
    fn first_wrong(
        &self,
        chunk: &[u8],
        rows: &[Row],
        mut check: impl FnMut(usize, &[u8]) -> Option<(usize, Reason)>,
    ) -> Option<Defect> {
        for (index, row) in rows.iter().enumerate() {
            let (offset, part) = self.part_of(chunk, row);
            for (column, (at, text)) in self.style.cells(part).take(SIDE).enumerate() {
                if let Some((wrong, reason)) = check(SIDE * index + column, text) {
                    return Some(defect(chunk, rows, offset + at + wrong, reason));
                }
            }
        }
        None
    }

    /// Returns the part of a row with its cells, and its byte offset.
    fn part_of<'a>(&self, chunk: &'a [u8], row: &Row) -> (usize, &'a [u8]) {
        let part = self.part(line_from(chunk, row.start));
        part.map_or((row.start, b""), |(part, _)| (offset_in(chunk, part), part))
    }

    /// Returns the defect of rows that are not a grid.
    #[cold]
    fn defect(&self, chunk: &[u8], rows: &[Row]) -> Defect {
        let is_whole = self.line(line_from(chunk, rows[0].start), 0).0 == Kind::Whole;
        let wrong = rows.iter().position(|row| !row.is_right).and_then(|index| {
            let start = rows[index].start;
            let (at, reason) = self.wrong_row(index, line_from(chunk, start));
            let is_of_one = matches!(
                reason,
                Reason::Cells { .. } | Reason::Byte(_) | Reason::Letter(_) | Reason::Character(_)
            );
            (rows.len() == SIDE || is_whole || !is_of_one).then_some((start + at, reason))
        });
        let (at, reason) = wrong.unwrap_or((rows[rows.len() - 1].start, Reason::Rows(rows.len() as u8)));
        defect(chunk, rows, at, reason)
    }

    /// Returns the byte of `line`, the row with index `row`, at which it is wrong, with the reason.
    fn wrong_row(&self, row: usize, line: &[u8]) -> (usize, Reason) {
        if line.len() >= MAX_LINE {
            return (line.len(), Reason::Endless);
        }
        if self.part(line).is_some() {
            return (memchr(b'|', line).unwrap_or(0), Reason::Bars(row as u8 + 1));
        }
        let text =
            if self.is_labelled { without_label(line, self.style).map(|(_, text)| text) } else { None };
        let text = text.unwrap_or(line);
        let (at, reason) = self.wrong_cells(row, text);
        (at + line.len() - text.len(), reason)
    }

    /// Returns the byte of `line`, the cells of the row with index `row`, at which it is wrong, with the reason.
    fn wrong_cells(&self, row: usize, line: &[u8]) -> (usize, Reason) {
        let end = line.trim_ascii_end().len();
        for style in [self.style, Style::Words(0)] {
            let mut cells = style.cells(line).enumerate().take(SIDE);
            let wrong = cells.find(|(_, (_, cell))| style.value(cell).is_none());
            if let Some((index, (at, cell))) = wrong.filter(|_| style.cells(line).count() == SIDE) {
                let has_digits = line.iter().any(|&byte| digit(byte).is_some());
                return match *cell {
                    [letter] if letter.is_ascii_alphabetic() && !has_digits => (at, Reason::Letter(letter)),
                    _ => (at, wrong_value(cell, SIDE * row + index, false)),
                };
            }
        }
        let found = match self.style.cells(line).count().saturating_sub(self.fields_after.unwrap_or(0)) {
            SIDE => self.style.cells(line).take_while(|(at, _)| *at < end).count(), // others than these
            found => found,
        };
        (end, Reason::Cells { row: row as u8 + 1, found: found as u32 })
    }
}

impl ReadRecords for Grids {
    fn format(&self) -> RecordFormat {
        RecordFormat::Grid
    }

    fn notation(&self) -> Notation {
        match self.style {
            Style::Groups => Notation::Pencilmarks,
            _ => Notation::Clues,
        }
    }

    fn cut(&self, window: &[u8]) -> Option<usize> {
        // A line without its end may continue after the window, and turn out not to be a row.
        let text = &window[..=memrchr(b'\n', window)?];
        let (mut at, mut border, mut needed, mut skipped) = (0, 0, 0, SkippedRows::default());
        while at < text.len() {
            let Some(found) = self.find(text, at, false) else { break };
            guard(text, at, &found, &mut skipped, |_| ());
            (at, needed) = (found.end, needed.max(found.needed));
            if at >= needed && skipped.is_empty() {
                border = at;
            }
        }
        Some(border).filter(|&border| border > 0)
    }

    fn may_hide_line_ends(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.begin(chunk);
        let (mut at, mut skipped) = (0, SkippedRows::default());
        while at < chunk.len() {
            if let Some((_, length)) = empty_lines(&chunk[at..]) {
                at += length;
                continue;
            }
            let Some(found) = self.find(chunk, at, true) else { break };
            guard(chunk, at, &found, &mut skipped, |start| records.push_unread(start));
            records.headings += found.headings;
            if !found.rows().is_empty() {
                self.push(chunk, found.rows(), records);
            }
            at = found.end;
        }
        records.lines = line_count(chunk);
    }

    fn ends(&self, chunk: &[u8], starts: &[u32], ends: &mut Vec<u32>) {
        let end = |start: usize| {
            let found = self.at(chunk, start);
            found.rows().last().map_or(start, |row| next_line(chunk, row.start))
        };
        ends.extend(starts.iter().map(|&start| end(start as usize) as u32));
    }

    #[cold]
    fn explain(&self, chunk: &[u8], origin: usize) -> Defect {
        let found = self.at(chunk, origin);
        self.mixed_blanks(chunk, found.rows()).unwrap_or_else(|| self.defect(chunk, found.rows()))
    }

    #[cold]
    fn locate(&self, chunk: &[u8], origin: usize, cell: usize) -> Position {
        let found = self.at(chunk, origin);
        let Some(row) = found.rows().get(cell / SIDE) else { return Position::column(1) };
        let (offset, part) = self.part_of(chunk, row);
        let at = self.style.cells(part).nth(cell % SIDE).map_or(part.len(), |(at, _)| at.min(part.len()));
        position(chunk, found.rows()[0].start, offset + at)
    }
}

/// Calls `unread` with the start of each line from byte `at` on that is not a row of what was found, once for each puzzle that it
/// could hold.
fn guard(
    text: &[u8],
    mut at: usize,
    found: &Found,
    skipped: &mut SkippedRows,
    mut unread: impl FnMut(usize),
) {
    while found.has_skipped && at < found.end {
        let is_row = found.rows().iter().any(|row| row.start == at);
        let puzzles = if is_row { 0 } else { skipped.add(at, line_from(text, at)) };
        (0..puzzles).for_each(|_| unread(at));
        at = next_line(text, at);
    }
    if !found.rows().is_empty() {
        *skipped = SkippedRows::default();
    }
}

/// Returns whether the blanks among the cells of a text are certainly of one kind: what is not a dot can be read as one.
fn has_one_blank(text: &[u8], cells: &[u8]) -> bool {
    let mut blanks = cells.iter().filter(|&&byte| is_blank(byte));
    let first = blanks.next();
    blanks.all(|blank| Some(blank) == first) && memchr(b'.', text).is_none()
}

/// Returns the defect at byte `at` of rows.
fn defect(chunk: &[u8], rows: &[Row], at: usize, reason: Reason) -> Defect {
    Defect { position: position(chunk, rows[0].start, at), reason }
}

#[cfg(test)]
mod tests;
