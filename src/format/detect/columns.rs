//! Step 3, columns: finds the puzzles and the answers among the columns of a table or the keys of objects.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::Label;
use super::line_shape::{
    self, ANSWER_NAMES, PUZZLE_NAMES, commented_header, excerpt, has_cells_of_puzzle, is_header_row,
    is_puzzle, looks_like_puzzle,
};
use crate::board::grid::{CELLS, is_blank, is_solved};
use crate::board::notation::{Notation, PENCILMARKS};
use crate::board::parse_error::ParseError;
use crate::error::FormatError;
use crate::format::MAX_LINE;
use crate::format::read::csv::{Table, cells_between_gaps};
use crate::format::read::csv_tokenizer::{self, Delimiter, Fields};
use crate::format::read::jsonl::{self, JsonLines};
use crate::format::read::rewritten::is_of_spaces;

/// The number of records to examine.
pub(crate) const EXAMINED: usize = 100;

/// The number of column names to list in a message.
const LISTED: usize = 20;

type Result<T> = std::result::Result<T, FormatError>;

/// A requested column.
///
/// ```
/// use bulkdoku::format::{Column, TextFormat};
///
/// let table = b"id,quiz\n7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let column: Column = "quiz".parse()?; // or `Column::Number(2)`, from "2"
/// assert_eq!(TextFormat::detect("memory", table, Some(&column))?.read(table).puzzle_count(), 1);
///
/// // The columns to offer first in a dialog.
/// let header = ["id", "Puzzle", "solution"];
/// let has_usual = |usual: &[&str]| header.iter().position(|name| usual.contains(&&*name.to_lowercase()));
/// assert_eq!(has_usual(Column::USUAL_FOR_PUZZLES), Some(1));
/// assert_eq!(has_usual(Column::USUAL_FOR_ANSWERS), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Column {
    /// By its number, counted from 1.
    Number(usize),
    /// By its name in the header.
    Name(String),
}

impl Column {
    /// The usual names of the column of the puzzles, the most specific first. A name in another case is the same.
    pub const USUAL_FOR_PUZZLES: &'static [&'static str] = &PUZZLE_NAMES;

    /// The usual names of the column of the answers, likewise.
    pub const USUAL_FOR_ANSWERS: &'static [&'static str] = &ANSWER_NAMES;
}

/// Writes the text that parses to this column.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
        }
    }
}

impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> std::result::Result<Self, ParseError> {
        match text.parse() {
            Ok(0) => Err(ParseError::new("columns are counted from 1")),
            Ok(number) => Ok(Self::Number(number)),
            Err(_) => Ok(Self::Name(text.to_owned())),
        }
    }
}

/// The findings about records with columns.
pub(super) struct Found<R> {
    /// The reader of the records.
    pub(super) reader: R,
    /// The length in bytes of the header.
    pub(super) preamble: usize,
    /// The column of the puzzles, in words.
    pub(super) puzzles: Label,
    /// The column of the answers, in words, if there is one.
    pub(super) answers: Option<Label>,
    /// A note about the choice of the column.
    pub(super) note: Option<&'static str>,
}

/// Examines the table that begins with `head`.
///
/// The puzzles are in the requested column, or in the one with the right name or with puzzles.
pub(super) fn table(head: &[u8], delimiter: Delimiter, requested: Option<&Column>) -> Result<Found<Table>> {
    let sample = Sample::of_table(head, delimiter);
    let (column, note) = sample.puzzles(requested)?;
    let header = &head[sample.header_text.clone()];
    let is_rewritten = sample.seen.get(column).is_some_and(|seen| seen.is_rewritten);
    let reader = Table::new(delimiter, column).with_notation(sample.notation(column)).with_header(header);
    let reader = reader.rewritten(is_rewritten);
    let label = |column| {
        let name = sample.names.get(column).filter(|name: &&Vec<u8>| !name.is_empty());
        Label::Column(column + 1, name.map(|name| excerpt(name)))
    };
    let answers = sample.answers(column, None)?.map(label);
    Ok(Found { reader, preamble: sample.header_end, puzzles: label(column), answers, note })
}

/// Examines the JSON objects that begin with `head`. The puzzles are found as in a table.
pub(super) fn objects(head: &[u8], requested: Option<&Column>) -> Result<Found<JsonLines>> {
    let sample = Sample::of_objects(head);
    if requested.is_none() && sample.names.iter().any(|key| is_puzzle(key)) {
        return Err(FormatError::NoPuzzleColumn { columns: sample.listed() }); // the keys are the puzzles
    }
    let (column, note) = sample.puzzles(requested)?;
    let key = |column: usize| sample.names.get(column).map_or(b"puzzle".as_slice(), Vec::as_slice);
    let label = |column| Label::Key(excerpt(key(column)));
    let answers = sample.answers(column, None)?.map(label);
    Ok(Found { reader: JsonLines::new(key(column)), preamble: 0, puzzles: label(column), answers, note })
}

/// The first records of an input with columns: a table, or JSON objects, whose columns are their keys.
pub(crate) struct Sample {
    /// The names of the columns, if they have any. For objects, these are all keys of the first ones.
    pub(crate) names: Vec<Vec<u8>>,
    /// The number of columns that can be requested by number.
    numbered: usize,
    /// The range of the header line in the head of a table.
    header_text: Range<usize>,
    /// The start of the table's rows: after the header, and after a rule below it.
    header_end: usize,
    /// The content of each column.
    seen: Vec<Seen>,
}

/// The content of a column in the first records.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The notation of the first puzzle, if there is one.
    notation: Option<Notation>,
    /// Whether a puzzle has blank cells.
    has_blanks: bool,
    /// Whether a puzzle has spaces as blanks, or other characters between its cells.
    is_rewritten: bool,
    /// Whether a field is a solved grid.
    has_answers: bool,
    /// Whether a field seems to be meant as a puzzle, well-formed or not.
    is_meant: bool,
    /// Whether a field is more than a number, such as an identifier or a count of clues.
    has_text: bool,
    /// Whether a field other than a solved grid has the characters of a puzzle, but not the right number of them.
    could_be_puzzle: bool,
    /// The number of the last record that has the column, counted from 1.
    last: usize,
}

impl Seen {
    fn add(&mut self, field: &[u8]) {
        let is_solved = field.try_into().is_ok_and(is_solved);
        if is_puzzle(field) {
            let is_clues = field.len() != PENCILMARKS;
            self.notation.get_or_insert(if is_clues { Notation::Clues } else { Notation::Pencilmarks });
            self.has_blanks |= field.iter().any(|&byte| is_blank(byte));
        }
        self.has_answers |= is_solved;
        self.is_meant |= looks_like_puzzle(field);
        self.has_text |= !is_number(field);
        self.could_be_puzzle |= !is_solved && has_cells_of_puzzle(field);
    }

    /// Adds a field, including the white space around it, if it is a puzzle with spaces as blanks.
    fn add_spaces(&mut self, field: &[u8]) {
        if is_of_spaces(field) {
            (self.is_rewritten, self.has_blanks) = (true, true);
            self.notation.get_or_insert(Notation::Clues);
        }
    }

    /// Adds a field of a table, if it is a puzzle with other characters between its cells.
    fn add_array(&mut self, field: &[u8]) {
        if let Some(cells) = cells_between_gaps(field) {
            self.is_rewritten = true;
            self.has_blanks |= cells.iter().any(|&byte| is_blank(byte));
            self.has_answers |= cells[..].try_into().is_ok_and(is_solved);
            self.notation.get_or_insert(Notation::Clues);
        }
    }
}

impl Sample {
    /// Examines the first rows of a table that begins with `head`.
    pub(crate) fn of_table(head: &[u8], delimiter: Delimiter) -> Self {
        let (mut names, mut header_text) = (Vec::new(), 0..0);
        if let Some((commented, length)) = commented_header(head, delimiter) {
            (names, header_text) = (commented, 0..length);
        }
        let mut rows = rows(head, header_text.end, delimiter).peekable();
        if let Some((text, fields)) = rows.next_if(|(_, fields)| is_header_row(fields)) {
            (names, header_text) = (fields, text);
        }
        let is_below_header = |text: &Range<usize>| {
            !header_text.is_empty() && delimiter == Delimiter::Byte(b'|') && is_rule(&head[text.clone()])
        };
        let ruled = rows.next_if(|(text, _)| is_below_header(text)).map(|(text, _)| text);
        let header_end = ruled.map_or(header_text.end, |text| text.end);
        let mut seen = vec![Seen::default(); names.len()];
        for (text, fields) in rows {
            seen.resize(seen.len().max(fields.len()), Seen::default());
            for (seen, field) in seen.iter_mut().zip(&fields) {
                seen.add(field);
                seen.add_array(field);
            }
            let text = &head[text];
            let fields = Fields::new(text, delimiter).filter(|_| delimiter != Delimiter::Byte(b' '));
            seen.iter_mut().zip(fields).for_each(|(seen, field)| seen.add_spaces(&text[field.untrimmed()]));
        }
        let numbered = if names.is_empty() { MAX_LINE } else { seen.len() };
        Self { names, numbered, header_text, header_end, seen }
    }

    /// Examines the first objects of records that begin with `head`.
    pub(crate) fn of_objects(head: &[u8]) -> Self {
        let (mut columns, mut names, mut seen) = (HashMap::new(), Vec::new(), Vec::new());
        for (number, (_, line)) in (1..).zip(line_shape::records(head).take(EXAMINED)) {
            for (key, text) in jsonl::texts(line) {
                let column = *columns.entry(key).or_insert_with(|| {
                    names.push(key.to_vec());
                    seen.push(Seen::default());
                    seen.len() - 1
                });
                let seen: &mut Seen = &mut seen[column];
                if seen.last != number && !text.is_empty() {
                    seen.last = number; // of two members with the same key, the first is read
                    seen.add(text);
                }
            }
        }
        Self { names, numbered: 0, header_text: 0..0, header_end: 0, seen }
    }

    fn requested(&self, column: &Column) -> Result<usize> {
        let missing = |column| Err(FormatError::NoSuchColumn { column, columns: self.listed() });
        match column {
            Column::Number(number) if (1..=self.numbered).contains(number) => Ok(number - 1),
            Column::Number(number) => missing(number.to_string()),
            Column::Name(name) => {
                let exact = self.names.iter().position(|field| field == name.as_bytes());
                exact.or_else(|| self.named(name)).map_or_else(|| missing(format!("'{name}'")), Ok)
            }
        }
    }

    /// Returns the column of the puzzles, and a note about the choice.
    ///
    /// It is the requested column, if there is one. Otherwise a column with the right name comes first: one with puzzles,
    /// well-formed or not, or else one with any text. Then come a column with blanks in its puzzles, and one with the right name
    /// and only numbers. Solved grids are read as puzzles only if no other column could have puzzles: the answers must never
    /// replace puzzles that cannot be read.
    fn puzzles(&self, requested: Option<&Column>) -> Result<(usize, Option<&'static str>)> {
        if let Some(column) = requested {
            return Ok((self.requested(column)?, None));
        }
        let mut named = PUZZLE_NAMES.iter().filter_map(|name| self.named(name));
        let first = |is_wanted: fn(&Seen) -> bool| self.seen.iter().position(is_wanted);
        let chosen = named
            .clone()
            .find(|&column| self.seen[column].notation.is_some())
            .or_else(|| named.clone().find(|&column| self.seen[column].is_meant))
            .or_else(|| named.clone().find(|&column| self.seen[column].has_text))
            .or_else(|| first(|seen| seen.has_blanks))
            .or_else(|| named.next())
            .or_else(|| first(|seen| seen.could_be_puzzle))
            .or_else(|| self.seen.is_empty().then_some(0)); // a file without records is not an error
        if let Some(column) = chosen {
            return Ok((column, None));
        }
        let complete = first(|seen| seen.notation.is_some());
        let column = complete.ok_or_else(|| FormatError::NoPuzzleColumn { columns: self.listed() })?;
        Ok((column, Some("no column has blanks")))
    }

    /// Returns the notation of the first puzzle in this column.
    fn notation(&self, column: usize) -> Notation {
        self.seen.get(column).and_then(|seen| seen.notation).unwrap_or(Notation::Clues)
    }

    /// Returns the column of the answers, given the column of the `puzzles`. Returns `None` if no column is requested and no
    /// column has the right name or solutions.
    ///
    /// # Errors
    /// When the requested column does not exist, or is the column of the puzzles.
    pub(crate) fn answers(&self, puzzles: usize, requested: Option<&Column>) -> Result<Option<usize>> {
        if let Some(column) = requested {
            let found = self.requested(column)?;
            return if found == puzzles { Err(FormatError::AnswersAmongPuzzles) } else { Ok(Some(found)) };
        }
        let by_name = ANSWER_NAMES.iter().find_map(|name| self.named(name));
        Ok(by_name.filter(|&column| column != puzzles).or_else(|| {
            (0..self.seen.len()).find(|&column| column != puzzles && self.seen[column].has_answers)
        }))
    }

    /// Returns the column with exactly this name, or a number that no column has.
    pub(crate) fn place_of(&self, name: &[u8]) -> usize {
        self.names.iter().position(|field| field == name).unwrap_or(usize::MAX)
    }

    /// Returns the column with this name, ignoring case.
    fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|field| field.eq_ignore_ascii_case(name.as_bytes()))
    }

    /// Returns the names of the columns, for a message.
    fn listed(&self) -> Vec<String> {
        self.names.iter().take(LISTED).map(|name| excerpt(name)).collect()
    }
}

/// Returns whether the field is empty or a number.
fn is_number(field: &[u8]) -> bool {
    field.len() < 20 && field.iter().all(|&byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'))
}

/// Returns true for the rule below the header of a table in Markdown, `|---|:--|`, and in the output of psql, `----+-----`.
fn is_rule(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is_drawn = |&byte: &u8| matches!(byte, b'-' | b':' | b'|' | b'+' | b' ');
    let longest = text.split(|&byte| byte != b'-').map(<[u8]>::len).max().unwrap_or(0);
    text.iter().all(is_drawn) && longest > 1 && longest != CELLS // 81 dashes are a puzzle
}

/// Returns the range and the fields of the first rows of a table from byte `from` of `head` on.
fn rows(
    head: &[u8],
    from: usize,
    delimiter: Delimiter,
) -> impl Iterator<Item = (Range<usize>, Vec<Vec<u8>>)> {
    csv_tokenizer::rows(&head[from..], delimiter, 0).take(EXAMINED).map(move |(start, row)| {
        let range = from + start..from + start + row.length;
        let text = &head[range.clone()];
        let fields = Fields::new(text, delimiter).filter(|_| row.stray_quote.is_none());
        (range, fields.map(|field| field.text(text).into_owned()).collect())
    })
}
