//! The layouts of the nine cells of a row, and the kinds of lines of a grid.

use crate::board::grid::{digit, is_blank};
use crate::board::notation::PENCILMARKS;
use crate::format::read::csv_tokenizer::{Delimiter, Fields, unquote};
use crate::format::read::line::{is_blank_or_comment, unexpected};
use crate::format::{MAX_LINE, Reason};

use super::SIDE;

/// The layout of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowLayout {
    /// Nine cells, with or without spaces, bars, commas, brackets and quotes around and between them.
    #[default]
    Cells,
    /// Nine fields of a spreadsheet, with this delimiter between them; a blank cell is empty. Bars also enclose the row.
    Fields(u8),
    /// Nine characters; a space is a blank cell. Spaces at the end may be missing.
    Spaces,
    /// Nine groups of candidates.
    Candidates,
}

/// The kind of a line, whatever is above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridLine {
    /// Nine cells.
    Row,
    /// Nine cells that may also be a date.
    UnlikelyRow,
    /// Nine blank cells that are written as nothing, which may also separate two grids of a spreadsheet.
    EmptyRow,
    /// A few cells: a number, or the rest of a row.
    Short,
    /// More or fewer than nine cells, and little else: a row with an error.
    WrongRow,
    /// A blank line, which ends a grid or a band.
    Blank,
    /// A heading or a line of `-`, which ends a grid.
    Separator,
    /// Anything else: above a grid a heading, within it a row with an error.
    Other,
    /// A comment or a ruled line.
    Ignored,
}

impl GridLine {
    /// Returns whether such a line above a grid may be a heading or a row. The lines below it decide.
    pub(super) fn is_doubtful(self) -> bool {
        matches!(self, Self::UnlikelyRow | Self::EmptyRow | Self::Short | Self::WrongRow)
    }
}

/// The largest number of characters of a [`GridLine::Short`].
const SHORT: usize = 4;

impl RowLayout {
    /// Returns the kind of `line`.
    pub(super) fn line(self, line: &[u8]) -> GridLine {
        if line.len() >= MAX_LINE {
            return GridLine::Row; // it becomes a malformed record, as in every format
        }
        if let Some(found) = self.row_of_gaps(line) {
            return found;
        }
        let text = line.trim_ascii();
        match text {
            [] => GridLine::Blank,
            [b'-'] | [b'-', b'-'] => GridLine::Separator,
            [b'[', ..] if !(self == Self::Cells && is_row(text)) => GridLine::Separator,
            [first, second, ..] if is_word(*first, *second) => GridLine::Separator,
            _ if is_blank_or_comment(text) || is_ruled(text) => GridLine::Ignored,
            _ => self.of_text(line),
        }
    }

    /// Returns the kind of a row whose cells are all written as white space or delimiters.
    fn row_of_gaps(self, line: &[u8]) -> Option<GridLine> {
        let line = without_return(line);
        let is_row = match self {
            Self::Fields(delimiter) => {
                line.contains(&delimiter)
                    && line.iter().all(|&byte| byte == delimiter || byte == b' ')
                    && self.found(line) == SIDE
            }
            Self::Spaces => line.len() == SIDE && line.iter().all(|&byte| byte == b' '),
            Self::Cells | Self::Candidates => false,
        };
        is_row.then_some(GridLine::EmptyRow)
    }

    fn of_text(self, line: &[u8]) -> GridLine {
        let text = line.trim_ascii();
        let cells = text.iter().filter(|&&byte| is_cell(byte)).count();
        let is_other = |byte: u8| !is_cell(byte) && !is_gap(byte) && self != Self::Fields(byte);
        let others = text.iter().filter(|&&byte| is_other(byte)).count();
        if self.found(line) == SIDE && cells > others {
            let is_unlikely = self == Self::Cells && mixes_blanks(text);
            return if is_unlikely { GridLine::UnlikelyRow } else { GridLine::Row };
        }
        match (cells, others) {
            _ if is_date(text) || is_repeated(text) => GridLine::Other,
            (0..=SHORT, 0) => GridLine::Short,
            (_, 0) => GridLine::WrongRow,
            (6.., 1 | 2) if cells + others <= SIDE + 3 => GridLine::WrongRow,
            _ => GridLine::Other,
        }
    }

    /// Returns the number of cells of a line, whatever their content.
    pub(super) fn found(self, line: &[u8]) -> usize {
        let line = without_return(line);
        match self {
            Self::Cells => line.iter().filter(|&&byte| !is_gap(byte)).count(),
            Self::Fields(delimiter) => {
                let (line, _) = without_bars(line, delimiter);
                let fields = || Fields::of_line(line, Delimiter::Byte(delimiter));
                let is_empty = |raw: &[u8]| unquote(raw).is_empty();
                let surplus = fields().skip(SIDE).filter(|field| !is_empty(field.raw(line))).count();
                let cells = fields().take(SIDE).filter(|field| unquote(field.raw(line)).len() <= 1).count();
                cells + surplus
            }
            Self::Spaces => line.len().max(if line.is_empty() { 0 } else { SIDE }),
            Self::Candidates => groups(line).count(),
        }
    }

    /// Calls `each` with the index, the byte offset and the text of every cell of a row. The text of a blank cell may be empty.
    pub(super) fn for_each_cell(self, line: &[u8], mut each: impl FnMut(usize, usize, &[u8])) {
        let line = without_return(line);
        match self {
            Self::Cells => {
                let cells = line.iter().enumerate().filter(|(_, byte)| !is_gap(**byte));
                cells.enumerate().for_each(|(index, (at, _))| each(index, at, &line[at..=at]));
            }
            Self::Fields(delimiter) => {
                let (line, bars) = without_bars(line, delimiter);
                for (index, field) in Fields::of_line(line, Delimiter::Byte(delimiter)).enumerate() {
                    let content = field.content(line);
                    each(index, bars + content.start, &line[content]);
                }
            }
            Self::Spaces => (0..SIDE.max(line.len())).for_each(|index| {
                let text = line.get(index..=index).unwrap_or_default();
                each(index, index, text.trim_ascii());
            }),
            Self::Candidates => {
                groups(line).enumerate().for_each(|(index, at)| each(index, at, group_at(line, at)));
            }
        }
    }

    /// Returns the cells of a well-formed row, as bytes of clues and blanks.
    pub(super) fn cells(self, line: &[u8]) -> [u8; SIDE] {
        let mut cells = [b'.'; SIDE];
        self.for_each_cell(line, |index, _, text| {
            if let (Some(cell), Some(&byte)) = (cells.get_mut(index), text.first()) {
                *cell = byte;
            }
        });
        cells
    }

    /// Adds the candidates of a row. Returns the byte offset of the first wrong one, with the reason.
    pub(super) fn marks(self, line: &[u8], marks: &mut [u8]) -> Option<(usize, Reason)> {
        let mut wrong = None;
        self.for_each_cell(line, |index, at, text| {
            let Some(cell) = marks.chunks_exact_mut(SIDE).nth(index) else { return };
            if let [blank] = text
                && is_blank(*blank)
            {
                return cell.copy_from_slice(b"123456789");
            }
            for (place, &byte) in text.iter().enumerate() {
                match digit(byte) {
                    Some(digit) => cell[usize::from(digit) - 1] = byte,
                    None => wrong = wrong.or(Some((at + place, unexpected(&text[place..])))),
                }
            }
        });
        wrong
    }

    /// Returns the only layout that fits a row, unless the row is nine single cells.
    pub(crate) fn of_only(line: &[u8]) -> Option<Self> {
        let line = without_return(line);
        if is_candidates(line) {
            return Some(Self::Candidates);
        }
        let is_fields = |&delimiter: &u8| {
            let (line, bars) = without_bars(line, delimiter);
            if delimiter == b'|' && bars == 0 {
                return false; // bars between the bands of a row
            }
            let fields =
                || Fields::of_line(line, Delimiter::Byte(delimiter)).map(|field| unquote(field.raw(line)));
            fields().count() >= SIDE
                && fields().skip(SIDE).all(<[u8]>::is_empty)
                && fields().all(|field| field.is_empty() || matches!(field, [byte] if is_cell(*byte)))
                && fields().any(|field| matches!(field, [byte] if digit(*byte).is_some()))
                && fields().take(SIDE).any(<[u8]>::is_empty)
        };
        [b',', b';', b'\t', b'|']
            .iter()
            .find(|delimiter| is_fields(delimiter))
            .map(|&delimiter| Self::Fields(delimiter))
    }

    /// Returns whether the line can be a row of digits and spaces, with spaces as blank cells.
    pub(crate) fn is_of_spaces(line: &[u8]) -> bool {
        let line = without_return(line);
        (1..=SIDE).contains(&line.len()) && line.iter().all(|&byte| byte == b' ' || digit(byte).is_some())
    }
}

/// The bytes of a record without candidates.
pub(super) const NO_MARKS: [u8; PENCILMARKS] = [b'.'; PENCILMARKS];

/// Returns true for nine groups of ascending digits, at least one of them with several digits.
fn is_candidates(line: &[u8]) -> bool {
    let groups = || groups(line).map(|at| group_at(line, at));
    groups().count() == SIDE
        && groups()
            .all(|group| group.is_sorted_by(|a, b| a < b) && group.iter().all(|&byte| digit(byte).is_some()))
        && groups().any(|group| group.len() > 1)
}

/// Returns the starts of the groups of candidates of a line. Frames separate groups like spaces.
fn groups(line: &[u8]) -> impl Iterator<Item = usize> {
    let is_frame = |byte: u8| is_gap(byte) || matches!(byte, b':' | b'*' | b'!' | b'+' | b'\'');
    (0..line.len()).filter(move |&at| !is_frame(line[at]) && (at == 0 || is_frame(line[at - 1])))
}

fn group_at(line: &[u8], at: usize) -> &[u8] {
    let is_end = |&byte: &u8| is_gap(byte) || matches!(byte, b':' | b'*' | b'!' | b'+' | b'\'');
    let rest = &line[at..];
    &rest[..rest.iter().position(is_end).unwrap_or(rest.len())]
}

/// Removes the bars around a row such as `|5|3| |…|`. Returns the row and the number of bytes before it. Other delimiters are
/// only between fields.
fn without_bars(line: &[u8], delimiter: u8) -> (&[u8], usize) {
    let text = line.trim_ascii_end();
    let text = text.strip_suffix(b".").filter(|text| text.ends_with(b"|")).unwrap_or(text); // LaTeX ends rows with `|.`
    let before = text.len() - text.trim_ascii_start().len();
    match &text[before..] {
        [b'|', row @ .., b'|'] if delimiter == b'|' => (row, before + 1),
        _ => (line, 0),
    }
}

/// Returns whether this byte separates cells. Programs print arrays with brackets around rows, and source code has quotes around
/// them.
pub(crate) fn is_gap(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|' | b',' | b';')
        || matches!(byte, b'[' | b']' | b'{' | b'}' | b'"' | b'\'')
}

/// Returns true for nine cells, whatever separates them.
pub(crate) fn is_row(text: &[u8]) -> bool {
    let cells = || text.iter().filter(|&&byte| !is_gap(byte));
    cells().count() == SIDE && cells().all(|&byte| is_cell(byte)) && !is_ruled(text)
}

/// Returns true for a line drawn between bands or around the grid. Nine dashes are instead a row of nine blanks.
pub(crate) fn is_ruled(text: &[u8]) -> bool {
    let drawn =
        |&byte: &u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b' ' | b'*' | b'.' | b':' | b',' | b'\'');
    let cells = text.iter().filter(|&&byte| !is_gap(byte) || byte == b'\'').count();
    text.iter().all(drawn) && cells != SIDE && text.windows(3).any(|three| matches!(three, b"---" | b"==="))
}

fn is_cell(byte: u8) -> bool {
    digit(byte).is_some() || is_blank(byte)
}

/// Returns whether these bytes begin a heading. `x` is a blank, so `xX` begins a row.
fn is_word(first: u8, second: u8) -> bool {
    first.is_ascii_alphabetic() && second.is_ascii_alphabetic() && !(is_blank(first) && is_blank(second))
}

/// Returns true for a repeated character that is rarely a blank, such as a line above a grid.
fn is_repeated(text: &[u8]) -> bool {
    matches!(text, [b'*' | b'-' | b'_', rest @ ..] if rest.iter().all(|byte| *byte == text[0]))
}

/// Returns true for three numbers with `-`, `.` or `/` between them, one of them possibly a year.
fn is_date(text: &[u8]) -> bool {
    let date = text.split(|&byte| byte == b' ').next().unwrap_or_default();
    [b'-', b'.', b'/'].iter().any(|separator| {
        let numbers: Vec<&[u8]> = date.split(|byte| byte == separator).collect();
        let lengths: Vec<usize> = numbers.iter().map(|number| number.len()).collect();
        numbers.iter().all(|number| number.iter().all(u8::is_ascii_digit))
            && matches!(lengths[..], [4, 1 | 2, 1 | 2] | [1 | 2, 1 | 2, 2 | 4])
    })
}

/// Returns whether there are two kinds of blanks, as in a date.
fn mixes_blanks(text: &[u8]) -> bool {
    let mut blanks = text.iter().filter(|&&byte| is_blank(byte));
    blanks.next().is_some_and(|first| blanks.any(|byte| byte != first))
}

pub(super) fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
