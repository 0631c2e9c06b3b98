//! Detects how to read an input, once, in three steps, each in one file.
//!
//! ```text
//! decode      convert other bytes to a text of records           NumPy arrays
//! layout      find how the records are written                   lines, grids, a table, objects
//! columns     find the columns of the puzzles and the answers    by their names, then by their content
//! ```
//!
//! What is found is a [`Detected`]: readers, writers and answers take it instead of examining the text again, and its
//! [`Display`](std::fmt::Display) is how the program says that it reads an input. [`line_shape`] classifies single lines, and `seen`
//! refuses texts that would be read as something else.

pub(crate) mod columns;
pub(crate) mod decode;
mod layout;
pub(crate) mod line_shape;
mod seen;

use std::fmt;
use std::sync::Arc;

use self::columns::{Column, Names, column_label};
use self::layout::{FirstRecords, Layout};
use self::line_shape::{excerpt, is_header, is_line, records};
use super::cells::{SIDE, Style, is_cell, is_of_words, is_ruled};
use super::read::ReadRecords;
use super::read::answer_field::AnswerField;
use super::read::cell_lines::{
    CellLines, certain_columns, columns_after_cells, first_named, is_of_gaps, style_of,
};
use super::read::csv::{Delimiter, Table};
use super::read::csv_tokenizer::Fields;
use super::read::grid::Grids;
use super::read::jsonl::{self, JsonLines};
use super::read::library::Library;
use super::read::line::{Lines, begins_with_81, first_records, is_title, offset_in};
use super::read::pencilmark::{Pencilmarks, is_pencilmarks};
use crate::board::grid::{CELLS, digit};
use crate::error::{Error, FormatError, Result};
use crate::io::Input;
use kernel::named;

/// What is known about the format before the input is examined.
#[derive(Clone, Debug, Default)]
pub struct FormatHint {
    /// The format, or `None` to detect it.
    pub format: Option<RecordFormat>,
    /// The column of the puzzles in a table, or `None` to detect it.
    pub column: Option<Column>,
}

named! {
    /// A record format by name.
    ///
    /// ```
    /// use bulkdoku::datasets::{DedupeJob, RecordSource, SameBy};
    /// use bulkdoku::format::RecordFormat;
    /// use bulkdoku::io::OutputBuffer;
    ///
    /// let offered = RecordFormat::ALL.map(RecordFormat::name); // for a menu
    /// assert_eq!(offered[6], "scan");
    ///
    /// let letter = "Try 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 yourself.";
    /// let source = RecordSource::bytes("letter.txt", letter.into()).format(RecordFormat::Scan);
    /// let report = DedupeJob::new(source, SameBy::Clues, OutputBuffer::default().output("kept")).run()?;
    /// assert_eq!(report.records, 1);
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum RecordFormat {
        /// One line of 81 characters per record, or columns separated by white space.
        Line = "line",
        /// A table with a delimiter.
        Csv = "csv",
        /// One JSON object per line.
        Jsonl = "jsonl",
        /// Nine rows of nine cells.
        Grid = "grid",
        /// One line of 729 characters per record.
        Pencilmark = "pencilmark",
        /// Detected, but the values of a NumPy array are the digits plus one: 1 for a blank cell.
        Tokens = "tokens",
        /// Runs of 81 cells in any text.
        Scan = "scan",
    }
}

/// The format of an input.
///
/// Displayed, it says how the input is read: `CSV: puzzles in column 1 "quizzes", answers in column 2 "solutions"`.
#[derive(Clone)]
pub struct Detected {
    /// The reader of the records.
    pub reader: Arc<dyn ReadRecords>,
    /// The same reader, if the records have columns.
    pub columns: Option<Columns>,
    /// The field of the answers, if there is one.
    pub answers: Option<AnswerField>,
    /// The length in bytes of the header, in whole lines, before the first record.
    pub preamble: usize,
    /// The columns of a table, or the keys of the first objects.
    pub(crate) names: Names,
    /// Whether records have text after their puzzles, and no columns.
    pub(crate) has_text: bool,
    /// The common name of the format: `lines`, `CSV`, `grids`.
    format: &'static str,
    /// The encodings that the text is decoded from: `UTF-16`.
    decoded_from: Vec<&'static str>,
    /// Other findings: `headings skipped`.
    notes: Vec<String>,
}

/// The reader of records with fields other than the puzzle, which can be copied.
#[derive(Clone)]
pub enum Columns {
    /// The columns of a table.
    Table(Arc<Table>),
    /// The keys of JSON objects.
    Objects(Arc<JsonLines>),
}

impl fmt::Display for Detected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.format)?;
        self.decoded_from.iter().try_for_each(|encoding| write!(f, " from {encoding}"))?;
        let mut separator = ": ";
        for (what, place) in [("puzzles", self.puzzles_in()), ("answers", self.answers_in())] {
            let Some(place) = place else { continue };
            write!(f, "{separator}{what} in {place}")?;
            separator = ", ";
        }
        self.notes.iter().try_for_each(|note| write!(f, ", {note}"))
    }
}

/// Decodes an input if necessary, detects its format and skips its header.
///
/// # Errors
/// [`Error::Format`] when it cannot be decoded, no line fits a record format, or the requested column does not exist, and
/// [`Error::Io`] when it cannot be read.
pub fn open(input: Input, hint: &FormatHint) -> Result<(Input, Detected)> {
    let mut input = decode::decode(input, hint)?;
    if input.decoded_from().last() == Some(&decode::ARRAY) && hint.column.is_none() {
        let found = Detected::array(&input);
        return Ok((input, found));
    }
    let mut found = detect(input.head(), input.name(), hint);
    if found.as_ref().is_err_and(is_unknown) && can_be_replaced(&input, hint) {
        input = decode::replace_characters(input)?;
        found = detect(input.head(), input.name(), hint);
    }
    begin(input, found, hint)
}

/// Detects the format of an input that is read in parts, like [`open`]. Returns `None` if the input must be decoded.
///
/// # Errors
/// As [`open`].
pub fn open_undecoded(input: Input) -> Result<Option<(Input, Detected)>> {
    let hint = FormatHint::default();
    if let Some(refusal) = decode::refusal(input.head(), input.name()) {
        return Err(Error::format(input.name(), 1, refusal));
    }
    if decode::is_encoded(&input) {
        return Ok(None);
    }
    let found = detect(input.head(), input.name(), &hint);
    if found.as_ref().is_err_and(is_unknown) && can_be_replaced(&input, &hint) {
        return Ok(None);
    }
    begin(input, found, &hint).map(Some)
}

/// Skips the header of an input in the format that was `found`, and adds what its first records show.
fn begin(mut input: Input, found: Result<Detected>, hint: &FormatHint) -> Result<(Input, Detected)> {
    let mut found = found.map_err(|error| naming_others(error, &input))?;
    let first = FirstRecords::of(&found, input.head());
    if hint.format.is_none() && hint.column.is_none() && found.is_doubtful(&first, input.head()) {
        check_for_others(&input)?;
    }
    found.decoded_from = input.decoded_from().to_vec();
    found.note(&first, input.head());
    input.skip(found.preamble);
    Ok((input, found))
}

/// Returns whether an input has a known format after its characters are replaced with equivalent ASCII characters.
fn can_be_replaced(input: &Input, hint: &FormatHint) -> bool {
    hint.format.is_none()
        && input.places.is_none()
        && decode::replaced(input.head()).is_some_and(|head| detect(&head, input.name(), hint).is_ok())
}

/// Returns the error of an input of unknown format. It mentions puzzles that are not in records.
fn naming_others(error: Error, input: &Input) -> Error {
    if is_unknown(&error) { check_for_others(input).err().unwrap_or(error) } else { error }
}

fn is_unknown(error: &Error) -> bool {
    let Error::Format { reason, .. } = error else { return false };
    matches!(reason, FormatError::Unknown { .. } | FormatError::Seen(_) | FormatError::NoPuzzleColumn { .. })
}

/// Fails if the text of `input` is of a known kind, or if a scan would find puzzles in it.
fn check_for_others(input: &Input) -> Result<()> {
    let failed = |reason| Err(Error::format(input.name(), 1, reason));
    if let Some(what) = seen::seen(input.head()) {
        return failed(FormatError::Seen(what));
    }
    match decode::puzzles(input.head()).len() {
        0 => Ok(()),
        puzzles => failed(FormatError::OnlyRuns { puzzles, may_be_more: !input.head_is_all() }),
    }
}

/// Detects the format of a text that begins with `head`; `name` is the name of the input in errors.
///
/// The first line that fits exactly one format decides. One line before it may be a header: the names of the columns, a
/// count, or words that cannot be a puzzle. All other lines before it are read as (malformed) records of that format. An
/// input without records is read as lines.
///
/// # Errors
/// [`Error::Format`] when no line fits a record format, or the requested column does not exist.
pub fn detect(head: &[u8], name: &str, hint: &FormatHint) -> Result<Detected> {
    let column = hint.column.as_ref();
    let failed = |reason| Error::format(name, 1, reason);
    match layout::of(head, name, hint)? {
        Layout::Lines => Ok(Detected::lines(head)),
        Layout::Grids(grids) => Ok(Detected::grids(grids, head)),
        Layout::Pencilmarks => {
            Ok(Detected::new(Pencilmarks, preamble(head, is_pencilmarks), "lines of pencilmarks"))
        }
        Layout::Cells(style) => Detected::cells(head, style).map_err(failed),
        Layout::Library(with_candidates) => Ok(Detected::library(head, with_candidates)),
        Layout::Table(delimiter, before) => {
            let table = columns::table(&head[before..], delimiter, column).map_err(failed)?;
            Ok(Detected { preamble: before + table.preamble, ..table })
        }
        Layout::Objects => columns::objects(head, column).map_err(failed),
    }
}

/// Returns the common name of grids in this style.
fn name_of(style: Style) -> &'static str {
    match style {
        Style::Fields(..) => "grids of a spreadsheet",
        Style::Spaces => "grids with spaces as blanks",
        Style::Bars => "drawn grids with spaces as blanks",
        Style::Groups => "grids of candidates",
        Style::Words(_) => "grids of words",
        Style::Gaps | Style::Rows => "grids",
    }
}

impl Detected {
    /// Returns the format of records that `reader` reads, with nothing else known about them.
    pub(crate) fn of_reader(reader: Arc<dyn ReadRecords>) -> Self {
        Self {
            reader,
            columns: None,
            answers: None,
            preamble: 0,
            names: Names::default(),
            has_text: false,
            format: "records",
            decoded_from: Vec::new(),
            notes: Vec::new(),
        }
    }

    fn new(reader: impl ReadRecords + 'static, preamble: usize, format: &'static str) -> Self {
        Self { preamble, format, ..Self::of_reader(Arc::new(reader)) }
    }

    /// Returns the format without the answers in its records.
    #[cfg(feature = "cli")]
    pub(crate) fn without_answers(&self) -> Self {
        Self { answers: None, ..self.clone() }
    }

    /// Returns whether the records are the puzzles that a scan found.
    pub(crate) fn is_scan(&self) -> bool {
        self.decoded_from.last() == Some(&decode::ANY_TEXT)
    }

    /// Returns where the puzzles are, if records have other fields.
    fn puzzles_in(&self) -> Option<String> {
        match (&self.columns, self.reader.first_column()) {
            (Some(Columns::Table(table)), _) => {
                Some(format!("column {}", column_label(table.column(), &self.names.names)))
            }
            (Some(Columns::Objects(objects)), _) => Some(format!("\"{}\"", excerpt(objects.key()))),
            (None, Some(first)) => Some(format!("columns {} to {}", first + 1, first + CELLS)),
            (None, None) => None,
        }
    }

    fn answers_in(&self) -> Option<String> {
        Some(match self.answers.as_ref()? {
            AnswerField::Column(_, column) => format!("column {}", column_label(*column, &self.names.names)),
            AnswerField::Cells(_, first) => format!("columns {} to {}", first + 1, first + CELLS),
            AnswerField::After(fields) => format!("field {}", fields + 1),
            AnswerField::Key(key, _) => format!("\"{}\"", excerpt(key)),
        })
    }

    /// Returns the field of the answers, or another one that is requested.
    ///
    /// # Errors
    /// When the requested column does not exist, or is the column of the puzzles.
    pub fn field(&self, requested: Option<&Column>) -> std::result::Result<Option<AnswerField>, FormatError> {
        let Some(column) = requested else { return Ok(self.answers.clone()) };
        match &self.columns {
            Some(Columns::Table(table)) => {
                let column = self.names.beside(table.column(), column)?;
                Ok(Some(AnswerField::Column(Arc::clone(table), column)))
            }
            Some(Columns::Objects(objects)) => {
                let key = self.names.beside(self.names.place_of(objects.key()), column)?;
                Ok(Some(AnswerField::Key(self.names.names[key].clone(), key)))
            }
            None => match (self.reader.format(), column) {
                (RecordFormat::Line, &Column::Number(number @ 2..)) => {
                    Ok(Some(AnswerField::After(number - 1)))
                }
                (format, _) => Err(FormatError::NoAnswerColumns(format)),
            },
        }
    }

    /// Returns whether the first record of `head` is not a puzzle and does not begin like one: a line with something before its
    /// cells, or an object with an array or object instead of its puzzle.
    fn is_doubtful(&self, first: &FirstRecords, head: &[u8]) -> bool {
        let Some((_, line)) = records(&head[self.preamble..]).next() else { return false };
        match &self.columns {
            None if self.reader.format() == RecordFormat::Line => {
                let begins_well = line.trim_ascii_start().first().is_none_or(|&byte| is_cell(byte));
                !begins_well && !first.begins_well
            }
            Some(Columns::Objects(objects)) => {
                let value = jsonl::texts(line).find(|(key, _)| *key == objects.key());
                first.puzzles == 0 && value.is_some_and(|(_, text)| matches!(text.first(), Some(b'[' | b'{')))
            }
            _ => false,
        }
    }

    /// Adds what the `first` records of `head` show.
    fn note(&mut self, first: &FirstRecords, head: &[u8]) {
        self.has_text = first.have_text;
        if first.headings > 0 && self.notes.is_empty() {
            self.notes.push("headings skipped".to_owned());
        }
        if records(head).next().is_none() && head.iter().any(|byte| !byte.is_ascii_whitespace()) {
            self.notes.push(
                if self.is_scan() { "no run of 81 cells" } else { "all lines are comments" }.to_owned(),
            );
        }
        let (complete, puzzles) = (first.complete, first.puzzles);
        if self.answers.is_none() && complete > 0 && complete < puzzles {
            self.notes.push(format!("{complete} of the first {puzzles} records are complete grids"));
        }
        self.notes.extend(first.note_of_scan(head));
    }

    fn grids(grids: Grids, head: &[u8]) -> Self {
        let is_count =
            |line: &&[u8]| line.trim_ascii().iter().all(u8::is_ascii_digit) && grids.is_heading(line);
        let counts = first_records(head).filter(is_count).count(); // several are the numbers of grids
        let preamble = match records(head).next().filter(|(_, first)| counts == 1 && is_count(first)) {
            Some((_, first)) => head.len().min(offset_in(head, first) + first.len() + 1),
            None => grids.blanks_above(head),
        };
        let mut found = Self::new(grids, preamble, name_of(grids.style));
        if grids.only_puzzles {
            found.notes.push("sections other than [Puzzle] skipped".to_owned());
        }
        found
    }

    /// Returns the format of the lines of an array, which are all records, whatever its values.
    fn array(input: &Input) -> Self {
        Self { decoded_from: input.decoded_from().to_vec(), ..Self::new(Lines::default(), 0, "lines") }
    }

    fn lines(head: &[u8]) -> Self {
        let is_puzzle = |line: &&[u8]| begins_with_81(line.trim_ascii_start());
        let (puzzles, others): (Vec<_>, Vec<_>) = first_records(head).partition(is_puzzle);
        let titles = others.into_iter().filter(|line| is_title(line)).count();
        let has_titles = titles > 1 && !puzzles.is_empty() && 2 * titles >= puzzles.len();
        let answer = AnswerField::after_lines(head);
        let reader = Lines { has_titles, answer: answer.unwrap_or(0) };
        let preamble = if has_titles { 0 } else { preamble(head, is_line) };
        Self { answers: answer.map(AnswerField::After), ..Self::new(reader, preamble, "lines") }
    }

    fn cells(head: &[u8], style: Style) -> std::result::Result<Self, FormatError> {
        let is_record = |line: &[u8]| style_of(line).is_some() || style == Style::Gaps && is_of_gaps(line);
        let (format, preamble) = match style {
            Style::Spaces => ("lines with spaces as blanks", preamble(head, is_record)),
            Style::Rows => ("lines of nine rows", preamble(head, is_record)),
            Style::Fields(delimiter, _) => (CELL_TABLE, header_of_cells(head, Delimiter::Byte(delimiter))),
            Style::Words(_) => (CELL_TABLE, header_of_cells(head, Delimiter::Space)),
            _ => ("lines of cells", preamble(head, is_record)),
        };
        let (header, body) = head.split_at(preamble);
        let named = first_named(header, style).filter(|_| format == CELL_TABLE);
        let style = match named {
            Some(first) => style.starting_in(first),
            None if format == CELL_TABLE => style_of_table(body, style)?,
            None => style,
        };
        let answers = AnswerField::beside_cells(body, style);
        let lines: Vec<&[u8]> = first_records(body).collect();
        let more = if format == CELL_TABLE { columns_after_cells(header, &lines, style) } else { 0 };
        let reader = CellLines { style, more };
        Ok(Self { answers, ..Self::new(reader, preamble, format) })
    }

    fn library(head: &[u8], with_candidates: bool) -> Self {
        let format = match with_candidates {
            true => "lines of HoDoKu's library with their deleted candidates",
            false => "lines of HoDoKu's library",
        };
        Self::new(Library { with_candidates }, preamble(head, Library::fits), format)
    }
}

/// The name of tables with a cell in each column.
const CELL_TABLE: &str = "a table with a column for each cell";

/// Returns the style of a table with a column for each cell, if it is certain which columns these are.
fn style_of_table(body: &[u8], style: Style) -> std::result::Result<Style, FormatError> {
    let lines: Vec<&[u8]> = first_records(body).collect();
    let advice = "name the columns of the cells in a first line, r1c1 to r9c9, or remove the others";
    certain_columns(&lines, style).map_err(|columns| {
        FormatError::Seen(format!("each row has {columns} columns of digits, and a puzzle has 81: {advice}"))
    })
}

/// Returns the length in bytes of the header of a table with a column for each cell. Its names may be numbers. A row in which some
/// cells are wrong is not a header.
fn header_of_cells(head: &[u8], delimiter: Delimiter) -> usize {
    let Some((_, first)) = records(head).next() else { return 0 };
    let fields = || Fields::of_line(first, delimiter).map(|field| field.text(first));
    let cells: Vec<u8> = fields().filter_map(|field| Style::Words(0).value(field.trim_ascii())).collect();
    let is_row = || cells.len() >= CELLS - SIDE && cells.iter().any(|&byte| digit(byte).is_some());
    let has_cells = matches!(style_of(first), Some(Style::Fields(..) | Style::Words(_)));
    if has_cells || is_row() || is_of_words(first) || fields().count() < CELLS {
        return 0;
    }
    head.len().min(offset_in(head, first) + first.len() + 1)
}

/// Returns the length in bytes of the header: one line with a count or words, possibly underlined, before the first record.
fn preamble(head: &[u8], is_record: impl Fn(&[u8]) -> bool) -> usize {
    let mut records = records(head).map(|(_, line)| line).peekable();
    let Some(first) = records.next() else { return 0 };
    let last = records.next_if(|line| is_ruled(line.trim_ascii())).unwrap_or(first);
    let is_above_record = records.next().is_some_and(|line| is_record(line.trim_ascii()));
    if !is_header(first) || is_record(first.trim_ascii()) || !is_above_record {
        return 0;
    }
    offset_in(head, last) + last.len() + 1
}

#[cfg(test)]
mod tests;
