//! Detects how to read an input, in four steps, each in one file.
//!
//! ```text
//! decode      convert other bytes to a text of records           NumPy arrays
//! shape       find the layout of the records                     lines, grids, a table, objects
//! columns     find the columns of the puzzles and the answers    by their names, then by their content
//! announce    describe the result in words                       read as CSV: puzzles in column 1 "quizzes"
//! ```
//!
//! [`line_shape`] classifies single lines.

mod announce;
pub(crate) mod columns;
pub(crate) mod decode;
pub(crate) mod line_shape;
mod shape;

use std::sync::Arc;

pub(crate) use self::announce::Label;
pub use self::announce::ReadAs;
use self::columns::Column;
use self::line_shape::{is_header, is_line, records};
use self::shape::Shape;
use super::read::ReadRecords;
use super::read::answer_field::AnswerField;
use super::read::csv::{Delimiter, Table};
use super::read::csv_tokenizer::Fields;
use super::read::grid::{Grids, RowLayout, Sections, is_heading, is_row};
use super::read::jsonl::{self, JsonLines};
use super::read::line::{Lines, opens};
use super::read::pencilmark::{Pencilmarks, is_pencilmarks};
use super::read::rewritten::{LineLayout, RewrittenLines};
use super::records::Records;
use crate::board::grid::CELLS;
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
#[derive(Clone)]
pub struct Detected {
    /// The reader of the records.
    pub reader: Arc<dyn ReadRecords>,
    /// The field of the answers in records without columns, if there is one.
    pub answers: Option<AnswerField>,
    /// The same reader, if the records have columns.
    pub columns: Option<Columns>,
    /// The length in bytes of the header, in whole lines, before the first record.
    pub preamble: usize,
    /// How the input is read, in words.
    pub read_as: ReadAs,
}

/// The reader of records with fields other than the puzzle, which can be copied.
#[derive(Clone)]
pub enum Columns {
    /// The columns of a table.
    Table(Arc<Table>),
    /// The keys of JSON objects.
    Objects(Arc<JsonLines>),
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
    let mut found = found.map_err(|error| naming_others(error, &input))?;
    if hint.format.is_none() && hint.column.is_none() && found.is_doubtful(input.head()) {
        check_for_others(&input)?;
    }
    note_skipped_comments(&input, &mut found);
    found.read_as.decoded_from = input.decoded_from().to_vec();
    input.skip(found.preamble);
    Ok((input, found))
}

/// Detects the format of an input that is read in parts, like [`open`]. Returns `None` if the input must be decoded.
///
/// # Errors
/// As [`open`].
pub fn open_undecoded(mut input: Input) -> Result<Option<(Input, Detected)>> {
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
    let mut found = found.map_err(|error| naming_others(error, &input))?;
    if found.is_doubtful(input.head()) {
        check_for_others(&input)?;
    }
    note_skipped_comments(&input, &mut found);
    input.skip(found.preamble);
    Ok(Some((input, found)))
}

/// Adds a note if all puzzles of a file are in comments.
fn note_skipped_comments(input: &Input, found: &mut Detected) {
    if records(input.head()).next().is_none() && decode::count_puzzles(input.head()) > 0 {
        found.read_as.notes.push("puzzles in comments skipped");
    }
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
    matches!(reason, FormatError::Unknown { .. } | FormatError::NoPuzzleColumn { .. })
}

/// Fails if `input` has puzzles nested in JSON values, or if a scan would find some.
fn check_for_others(input: &Input) -> Result<()> {
    if let Some(command) = decode::command_for_nested(input) {
        return Err(Error::format(input.name(), 1, FormatError::Nested(command)));
    }
    match decode::count_puzzles(input.head()) {
        0 => Ok(()),
        puzzles => {
            let reason = FormatError::OnlyRuns { puzzles, may_be_more: !input.head_is_all() };
            Err(Error::format(input.name(), 1, reason))
        }
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
    match shape::of(head, name, hint)? {
        Shape::Lines => Ok(Detected::lines(head)),
        Shape::Grids(grids) => {
            let is_of_grid = |line: &[u8]| is_row(line) || is_heading(line);
            Ok(Detected::grids(grids, head, preamble(head, is_of_grid)))
        }
        Shape::Pencilmarks => {
            Ok(Detected::plain(Pencilmarks, preamble(head, is_pencilmarks), "lines of pencilmarks"))
        }
        Shape::Rewritten(layout) => Ok(Detected::rewritten(head, layout)),
        Shape::Table(delimiter, before) => {
            let table = Detected::table(&head[before..], delimiter, column).map_err(failed)?;
            Ok(Detected { preamble: before + table.preamble, ..table })
        }
        Shape::Objects => Detected::objects(head, column).map_err(failed),
    }
}

/// Returns the common name of grids with rows of this layout.
fn name_of(layout: RowLayout) -> &'static str {
    match layout {
        RowLayout::Cells => "grids",
        RowLayout::Fields(_) => "grids of a spreadsheet",
        RowLayout::Spaces => "grids with spaces as blanks",
        RowLayout::Candidates => "grids of candidates",
    }
}

impl Detected {
    /// Returns the format of records that `reader` reads, with nothing else known about them.
    pub(crate) fn of_reader(reader: Arc<dyn ReadRecords>) -> Self {
        let read_as = ReadAs { format: "records", ..ReadAs::default() };
        Self { reader, answers: None, columns: None, preamble: 0, read_as }
    }

    /// Returns whether the first record of `head` is not a puzzle and does not begin like one: a line with something before its
    /// cells, or an object with an array or object instead of its puzzle.
    fn is_doubtful(&self, head: &[u8]) -> bool {
        let Some((_, line)) = records(&head[self.preamble..]).next() else { return false };
        match &self.columns {
            None if self.reader.format() == RecordFormat::Line => {
                line.trim_ascii_start().first().is_some_and(|&byte| !opens(byte)) && !self.reads(line)
            }
            Some(Columns::Objects(objects)) => jsonl::value_of(line, objects.key())
                .is_some_and(|value| matches!(value.first(), Some(b'[' | b'{'))),
            _ => false,
        }
    }

    /// Returns whether `record` is a puzzle.
    fn reads(&self, record: &[u8]) -> bool {
        let mut records = Records::default();
        self.reader.read(record, &mut records);
        records.places().any(|place| place.puzzle.is_ok())
    }

    fn plain(reader: impl ReadRecords + 'static, preamble: usize, format: &'static str) -> Self {
        let read_as = ReadAs { format, ..ReadAs::default() };
        Self { reader: Arc::new(reader), answers: None, columns: None, preamble, read_as }
    }

    fn grids(grids: Grids, head: &[u8], preamble: usize) -> Self {
        let mut found = Self::plain(grids, preamble, name_of(grids.layout));
        let mut records = Records::default();
        grids.read(head.get(preamble..).unwrap_or_default(), &mut records);
        if grids.sections == Sections::Named {
            found.read_as.notes.push("sections other than [Puzzle] skipped");
        } else if records.headings > 0 {
            found.read_as.notes.push("headings skipped");
        }
        found
    }

    /// Returns the format of the lines of an array, which are all records, whatever its values.
    fn array(input: &Input) -> Self {
        let mut found = Self { preamble: 0, ..Self::lines(input.head()) };
        found.read_as.decoded_from = input.decoded_from().to_vec();
        found
    }

    fn lines(head: &[u8]) -> Self {
        let mut found = Self::plain(Lines, preamble(head, is_line), "lines");
        found.answers = AnswerField::after_lines(head);
        found.read_as.answers = found.answers.as_ref().map(|field| Label::Field(field.number()));
        found
    }

    fn rewritten(head: &[u8], layout: LineLayout) -> Self {
        let is_record = |line: &[u8]| LineLayout::of(line).is_some();
        let format = match layout {
            LineLayout::Spaces => "lines with spaces as blanks",
            LineLayout::Rows => "lines of nine rows",
            LineLayout::Library => "lines of HoDoKu's library",
            LineLayout::LibraryCandidates => "lines of HoDoKu's library with their deleted candidates",
            LineLayout::Cells(..) => "a table with a column for each cell",
        };
        let preamble = match layout {
            LineLayout::Cells(delimiter, _) => header_of_cells(head, delimiter),
            _ => preamble(head, is_record),
        };
        let mut found = Self::plain(RewrittenLines(layout), preamble, format);
        found.answers = match layout {
            LineLayout::Cells(delimiter, first) => {
                found.read_as.puzzles = Some(Label::Columns(first + 1, first + CELLS));
                AnswerField::beside_cells(&head[preamble..], delimiter, first)
            }
            _ => None,
        };
        found.read_as.answers = found.answers.as_ref().map(|answers| match answers {
            AnswerField::Cells(_, first) => Label::Columns(first + 1, first + CELLS),
            AnswerField::After(_) => Label::Field(answers.number()),
            AnswerField::Column(..) | AnswerField::Key(..) => Label::Column(answers.number(), None),
        });
        found
    }

    fn table(
        head: &[u8],
        delimiter: Delimiter,
        column: Option<&Column>,
    ) -> std::result::Result<Self, FormatError> {
        let found = columns::table(head, delimiter, column)?;
        let format = match delimiter {
            Delimiter::Byte(b'\t') => "TSV",
            Delimiter::Byte(_) => "CSV",
            Delimiter::Space | Delimiter::Any => "lines of columns",
        };
        let read_as = ReadAs {
            format,
            puzzles: Some(found.puzzles),
            answers: found.answers,
            notes: found.note.into_iter().collect(),
            ..ReadAs::default()
        };
        let table = Arc::new(found.reader);
        let columns = Some(Columns::Table(Arc::clone(&table)));
        Ok(Self { reader: table, answers: None, columns, preamble: found.preamble, read_as })
    }

    fn objects(head: &[u8], column: Option<&Column>) -> std::result::Result<Self, FormatError> {
        let found = columns::objects(head, column)?;
        let read_as = ReadAs {
            format: "JSON lines",
            puzzles: Some(found.puzzles),
            answers: found.answers,
            notes: found.note.into_iter().collect(),
            ..ReadAs::default()
        };
        let objects = Arc::new(found.reader);
        let columns = Some(Columns::Objects(Arc::clone(&objects)));
        Ok(Self { reader: objects, answers: None, columns, preamble: 0, read_as })
    }
}

/// Returns the length in bytes of the header of a table with a column for each cell. Its names may be numbers.
fn header_of_cells(head: &[u8], delimiter: Delimiter) -> usize {
    let Some((_, first)) = records(head).next() else { return 0 };
    let has_cells = matches!(LineLayout::of(first), Some(LineLayout::Cells(..)));
    if has_cells || Fields::of_line(first, delimiter).count() < CELLS {
        return 0;
    }
    first.as_ptr() as usize - head.as_ptr() as usize + first.len() + 1
}

/// Returns the length in bytes of the header: one line with a count or words, before the first record.
fn preamble(head: &[u8], is_record: impl Fn(&[u8]) -> bool) -> usize {
    let mut records = records(head).map(|(_, line)| line);
    let (Some(first), Some(second)) = (records.next(), records.next()) else { return 0 };
    if !is_header(first) || is_record(first.trim_ascii()) || !is_record(second.trim_ascii()) {
        return 0;
    }
    first.as_ptr() as usize - head.as_ptr() as usize + first.len() + 1
}

#[cfg(test)]
mod tests;
