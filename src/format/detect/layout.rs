//! Step 2, layout: finds how the records of a text are written from its first lines.

use super::decode::{self, has_returns, refusal};
use super::line_shape::{
    self, DELIMITERS, USUAL_DELIMITERS, is_header, is_line, is_of_table, is_puzzle, records,
};
use super::seen::{are_triples, seen};
use super::{Detected, FormatHint, RecordFormat};
use crate::board::grid::CELLS;
use crate::board::notation::is_clue;
use crate::board::outcome::Verdict;
use crate::error::{Error, FormatError, Result};
use crate::format::Counted;
use crate::format::cells::{SIDE, Style, is_of_words, is_ruled};
use crate::format::inspection::verdict_on_bytes;
use crate::format::read::cell_lines::{is_of_gaps, style_of};
use crate::format::read::csv::Delimiter;
use crate::format::read::csv_tokenizer::Fields;
use crate::format::read::grid::{Grids, has_wrong_rows, is_only_row};
use crate::format::read::library::Library;
use crate::format::read::line::{EXAMINED, field, first_records, has_bare_returns, line_start, offset_in};
use crate::format::read::pencilmark::is_pencilmarks;
use crate::format::records::Records;
use crate::format::write::input_columns::text_after;

/// The layout of the records of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One-line puzzles.
    Lines,
    /// Grids of nine rows.
    Grids(Grids),
    /// Lines of 729 characters.
    Pencilmarks,
    /// Lines of 81 cells that are not 81 bytes.
    Cells(Style),
    /// Lines of HoDoKu's library, with or without their deleted candidates.
    Library(bool),
    /// A table that begins after this number of bytes.
    Table(Delimiter, usize),
    /// JSON objects.
    Objects,
}

impl Layout {
    /// Returns the only layout in which a line can be a record or the header, or `None` if it fits none.
    pub(crate) fn of_line(line: &[u8]) -> Option<Self> {
        let text = line.trim_ascii();
        if is_pencilmarks(field(text)) {
            return Some(Self::Pencilmarks);
        }
        if Library::fits(line) {
            return Some(Self::Library(false));
        }
        if let Some(style) = style_of(line) {
            return Some(Self::Cells(style));
        }
        if let Some(&delimiter) = DELIMITERS.iter().find(|&&delimiter| is_of_table(text, delimiter)) {
            return Some(Self::Table(Delimiter::Byte(delimiter), 0));
        }
        let mut fields = text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
        match fields.position(is_puzzle) {
            Some(1..) => Some(Self::Table(Delimiter::Space, 0)),
            _ if is_puzzle(field(text)) => Some(Self::Lines),
            _ if is_of_gaps(line) => Some(Self::Cells(Style::Gaps)),
            _ if is_line(text) => Some(Self::Lines),
            _ if Grids::default().is_row(line) || is_only_row(line) => Some(Self::Grids(Grids::default())),
            _ => is_of_words(text).then_some(Self::Cells(Style::Words(0))),
        }
    }

    fn is_grids(self) -> bool {
        matches!(self, Self::Grids(_))
    }
}

/// Returns the layout of a text that begins with `head`: the requested one in `hint`, or that of the first line that fits exactly
/// one. `name` is the name of the input in errors. A text without records has the layout of lines. A text that must be decoded
/// first is refused.
///
/// # Errors
/// [`Error::Format`] when no line fits a layout.
pub(super) fn of(head: &[u8], name: &str, hint: &FormatHint) -> Result<Layout> {
    if let [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] = head {
        return Err(Error::format(name, 1, FormatError::Utf16));
    }
    let format = hint.format.filter(|&format| format != RecordFormat::Tokens);
    if let Some(refusal) = refusal(head, name).filter(|_| format.is_none()) {
        return Err(Error::format(name, 1, refusal));
    }
    if format.is_none() && !head.contains(&0) && (has_bare_returns(head) || has_returns(head)) {
        return Err(Error::format(name, 1, FormatError::BareReturns));
    }
    if matches!(format, None | Some(RecordFormat::Csv))
        && let Some((delimiter, length)) = line_shape::declared_delimiter(head)
    {
        return Ok(Layout::Table(Delimiter::Byte(delimiter), length));
    }
    let is_object =
        || records(head).next().is_some_and(|(_, line)| line_shape::opens_object(line.trim_ascii_start()));
    Ok(match (format, &hint.column) {
        (Some(RecordFormat::Jsonl), _) => Layout::Objects,
        (None, _) if is_object() => Layout::Objects,
        (Some(RecordFormat::Scan), _) => Layout::Lines,
        (Some(RecordFormat::Line), None) => match first_layout(head) {
            Some(
                layout @ (Layout::Cells(Style::Spaces | Style::Rows | Style::Gaps) | Layout::Library(_)),
            ) => layout,
            _ => Layout::Lines,
        },
        (Some(RecordFormat::Line), Some(_)) => Layout::Table(Delimiter::Space, 0),
        (Some(RecordFormat::Grid), _) => Layout::Grids(Grids::of_text(head)),
        (Some(RecordFormat::Pencilmark), _) => match first_layout(head) {
            Some(Layout::Library(_)) => Layout::Library(true),
            _ => Layout::Pencilmarks,
        },
        (None, None) => of_records(head, name)?,
        (Some(RecordFormat::Csv), None) if is_of_cells(head) => of_records(head, name)?,
        (_, _) => Layout::Table(table_delimiter(head), 0),
    })
}

/// Returns the layout of the first line that fits exactly one.
fn of_records(head: &[u8], name: &str) -> Result<Layout> {
    let Some((index, first)) = records(head).next() else { return Ok(Layout::Lines) };
    let failed = |reason| Err(Error::format(name, index as u64 + 1, reason));
    if are_triples(head) {
        return failed(seen_or_unknown(head, first));
    }
    let layout = match first_layout(head) {
        Some(layout) if !layout.is_grids() => return Ok(layout),
        layout => layout,
    };
    let grids = Grids::of_text(head);
    if layout.is_some() || grids.are_in(head) || has_wrong_rows(head) {
        return Ok(Layout::Grids(grids));
    }
    failed(seen_or_unknown(head, first))
}

/// Returns the layout of the first line that fits exactly one.
///
/// A table header counts only if neither a grid nor a line with a column for each cell follows it: `Puzzle, easy` may be a heading,
/// and `r1c1,…,r9c9,clues` names the columns of cells. Nor does it count if it is one word that is underlined, or above grids.
fn first_layout(head: &[u8]) -> Option<Layout> {
    let mut lines = first_records(head).peekable();
    while let Some(line) = lines.next() {
        let layout = Layout::of_line(line);
        let is_header = || matches!(layout, Some(Layout::Table(..))) && is_header(line);
        let is_above_cells = |below: &&[u8]| match Layout::of_line(below) {
            Some(Layout::Grids(_)) => is_only_row(below),
            Some(Layout::Cells(Style::Fields(delimiter, _))) => {
                Fields::of_line(line, Delimiter::Byte(delimiter)).count() > CELLS
            }
            _ if line.iter().any(|byte| DELIMITERS.contains(byte)) => false,
            _ => is_ruled(below.trim_ascii()) || Grids::of_text(head).are_in(head),
        };
        if layout.is_some() && !(is_header() && lines.peek().is_some_and(is_above_cells)) {
            return layout;
        }
    }
    None
}

fn is_of_cells(head: &[u8]) -> bool {
    matches!(first_layout(head), Some(Layout::Cells(Style::Fields(..) | Style::Words(_))))
}

/// Returns the delimiter of a requested table: the delimiter of its first record or header if there is one, or else the most
/// frequent one in the first line.
fn table_delimiter(head: &[u8]) -> Delimiter {
    let mut records = first_records(head).peekable();
    let first = records.peek().copied().unwrap_or_default();
    let of_table = |line| DELIMITERS.into_iter().find(|&byte| is_of_table(line, byte));
    let count = |&byte: &u8| memchr::memchr_iter(byte, first).count();
    let most_frequent =
        || USUAL_DELIMITERS.into_iter().rev().max_by_key(count).filter(|byte| count(byte) > 0);
    match records.find_map(of_table).or_else(most_frequent) {
        Some(byte) => Delimiter::Byte(byte),
        None if first.trim_ascii().contains(&b' ') => Delimiter::Space,
        None => Delimiter::Byte(b','),
    }
}

/// Returns the error for a text of unknown format whose first record seems to be `line`.
fn seen_or_unknown(head: &[u8], line: &[u8]) -> FormatError {
    let unknown = || FormatError::Unknown {
        shown: line_shape::excerpt(line),
        resembles: line_shape::resemblance(line),
    };
    seen(head).map_or_else(unknown, FormatError::Seen)
}

/// What the first records show.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstRecords {
    /// Those of the right shape.
    pub(super) puzzles: usize,
    /// Those of the right shape that are complete grids.
    pub(super) complete: usize,
    malformed: usize,
    records: usize,
    pub(super) headings: u64,
    /// Whether the first record has the right shape, or is below a heading.
    pub(super) begins_well: bool,
    /// Whether text follows a puzzle on its line.
    pub(super) have_text: bool,
}

impl FirstRecords {
    pub(super) fn of(found: &Detected, head: &[u8]) -> Self {
        let (reader, head) = (found.reader.as_ref(), head.get(found.preamble..).unwrap_or_default());
        let mut records = Records::default();
        reader.read(head, &mut records);
        let (puzzles, mut first) = (records.puzzles(head, reader.notation()), Self::default());
        first.headings = records.headings;
        let start = line_shape::records(head).next().map_or(0, |(_, line)| offset_in(head, line));
        first.begins_well = records
            .places()
            .next()
            .is_none_or(|place| place.puzzle.is_ok() || line_start(head, place.origin) > start);
        for place in records.places().take(EXAMINED) {
            first.records += 1;
            let Ok(puzzle) = place.puzzle.map(|index| puzzles.get(index)) else {
                first.malformed += 1;
                continue;
            };
            first.have_text |=
                reader.format() == RecordFormat::Line && !text_after(head, place.origin, puzzle).is_empty();
            first.puzzles += 1;
            first.complete += usize::from(is_complete(puzzle));
            first.malformed += usize::from(verdict_on_bytes(puzzle) == Verdict::Malformed);
        }
        first
    }

    /// Returns a note if most records are malformed and a scan of `head` finds puzzles, as in source code or a letter. A run with
    /// few blanks may be an answer with the digits 0 to 8.
    pub(super) fn note_of_scan(self, head: &[u8]) -> Option<String> {
        let Self { malformed, records, .. } = self;
        if 2 * malformed <= records {
            return None;
        }
        let has_blanks = |puzzle: &&[u8]| puzzle.iter().filter(|&&byte| !is_clue(byte)).count() > SIDE;
        let puzzles = decode::puzzles(head).into_iter().filter(has_blanks).count();
        let found = || Counted(puzzles as u32, "puzzle");
        (puzzles > 0).then(|| {
            format!(
                "{malformed} of the first {records} records are malformed, but the format scan finds {}",
                found()
            )
        })
    }
}

fn is_complete(puzzle: &[u8]) -> bool {
    puzzle.iter().all(|&byte| is_clue(byte))
}
