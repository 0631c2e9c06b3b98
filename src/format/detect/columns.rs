//! The columns of a table, or the keys of objects: which one holds the puzzles, and which one the answers.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::Label;
use super::line_shape::{
    self, ANSWER_NAMES, PUZZLE_NAMES, commented_header, excerpt, is_header_row, is_puzzle,
};
use crate::error::FormatError;
use crate::format::read::csv::Table;
use crate::format::read::csv_tokenizer::{self, Delimiter, Fields};
use crate::format::read::jsonl::{self, JsonLines};
use crate::grid::{is_blank, is_solved};
use crate::notation::{Notation, PENCILMARKS};
use crate::parse_error::ParseError;

/// The number of records that are examined.
pub(crate) const EXAMINED: usize = 100;

/// The number of column names that a message lists.
const LISTED: usize = 20;

type Result<T> = std::result::Result<T, FormatError>;

/// A requested column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By its number, counted from 1.
    Number(usize),
    /// By its name in the header.
    Name(String),
}

/// Writes what is read.
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

/// What was found out about records with columns.
pub(super) struct Found<R> {
    /// Reads the records.
    pub(super) reader: R,
    /// The length in bytes of the header.
    pub(super) preamble: usize,
    /// The column of the puzzles, in words.
    pub(super) puzzles: Label,
    /// The column of the answers, in words, if there is one.
    pub(super) answers: Option<Label>,
}

/// The table that begins with `head`.
///
/// The puzzles are in the requested column, or in the one that has the right name or holds puzzles.
pub(super) fn table(head: &[u8], delimiter: Delimiter, requested: Option<&Column>) -> Result<Found<Table>> {
    let sample = Sample::of_table(head, delimiter);
    let column = sample.puzzles(requested)?;
    let header = &head[sample.header_text.clone()];
    let reader = Table::new(delimiter, column).with_notation(sample.notation(column)).with_header(header);
    let label = |column| {
        let name = sample.names.get(column).filter(|name: &&Vec<u8>| !name.is_empty());
        Label::Column(column + 1, name.map(|name| excerpt(name)))
    };
    let answers = sample.answers(column, None)?.map(label);
    Ok(Found { reader, preamble: sample.header_text.end, puzzles: label(column), answers })
}

/// The reader of the objects of JSON that begin with `head`, whose puzzles are found as those of a table.
pub(super) fn objects(head: &[u8], requested: Option<&Column>) -> Result<Found<JsonLines>> {
    let sample = Sample::of_objects(head);
    let column = sample.puzzles(requested)?;
    let key = |column: usize| sample.names.get(column).map_or(b"puzzle".as_slice(), Vec::as_slice);
    let label = |column| Label::Key(excerpt(key(column)));
    let answers = sample.answers(column, None)?.map(label);
    Ok(Found { reader: JsonLines::new(key(column)), preamble: 0, puzzles: label(column), answers })
}

/// The first records of an input with columns: of a table, or of objects of JSON, whose columns are their keys.
pub(crate) struct Sample {
    /// The names of the columns, if they have any. Of objects, all keys that one of the first has.
    pub(crate) names: Vec<Vec<u8>>,
    /// The number of columns that can be requested by their numbers.
    numbered: usize,
    /// Where the head of a table has the line of its header.
    header_text: Range<usize>,
    /// The text of each record in each column.
    records: Vec<Vec<Vec<u8>>>,
}

impl Sample {
    /// The first rows of a table that begins with `head`.
    pub(crate) fn of_table(head: &[u8], delimiter: Delimiter) -> Self {
        let (mut names, mut header_text) = (Vec::new(), 0..0);
        if let Some((commented, length)) = commented_header(head, delimiter) {
            (names, header_text) = (commented, 0..length);
        }
        let mut rows = rows(head, header_text.end, delimiter).peekable();
        if let Some((text, fields)) = rows.next_if(|(_, fields)| is_header_row(fields)) {
            (names, header_text) = (fields, text);
        }
        let records: Vec<_> = rows.map(|(_, fields)| fields).collect();
        let numbered = if names.is_empty() { usize::MAX } else { width(&names, &records) };
        Self { names, numbered, header_text, records }
    }

    /// The first objects of records that begin with `head`.
    pub(crate) fn of_objects(head: &[u8]) -> Self {
        let mut names: Vec<Vec<u8>> = Vec::new();
        let object = |(_, line)| {
            let mut texts = vec![Vec::new(); names.len()];
            for (key, text) in jsonl::texts(line) {
                let column = names.iter().position(|name| name == key).unwrap_or(names.len());
                if column == names.len() {
                    names.push(key.to_vec());
                    texts.push(text.to_vec());
                }
                if texts[column].is_empty() {
                    texts[column] = text.to_vec();
                }
            }
            texts
        };
        let records = line_shape::records(head).take(EXAMINED).map(object).collect();
        Self { names, numbered: 0, header_text: 0..0, records }
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

    /// The column of the puzzles: the requested one, or else a name and puzzles count most, then puzzles with blanks, puzzles,
    /// and a name alone.
    fn puzzles(&self, requested: Option<&Column>) -> Result<usize> {
        if let Some(column) = requested {
            return self.requested(column);
        }
        let has_blanks = |field: &[u8]| is_puzzle(field) && field.iter().any(|&byte| is_blank(byte));
        let mut named = PUZZLE_NAMES.iter().filter_map(|name| self.named(name));
        let columns = 0..width(&self.names, &self.records);
        let empty = columns.is_empty().then_some(0); // a file without records is no error
        named
            .clone()
            .find(|&column| self.holds(column, is_puzzle))
            .or_else(|| columns.clone().find(|&column| self.holds(column, has_blanks)))
            .or_else(|| columns.clone().find(|&column| self.holds(column, is_puzzle)))
            .or_else(|| named.next())
            .or(empty)
            .ok_or_else(|| FormatError::NoPuzzleColumn { columns: self.listed() })
    }

    /// How the puzzles in this column are written, as the first one shows.
    fn notation(&self, column: usize) -> Notation {
        let puzzles = self.records.iter().filter_map(|record| record.get(column));
        match puzzles.filter(|field| is_puzzle(field)).map(Vec::len).next() {
            Some(PENCILMARKS) => Notation::Pencilmarks,
            _ => Notation::Clues,
        }
    }

    /// The column of the answers; `puzzles` is that of the puzzles. Returns `None` if no column is requested and none has the
    /// right name or holds solutions.
    ///
    /// # Errors
    /// When the requested column does not exist, or is the column of the puzzles.
    pub(crate) fn answers(&self, puzzles: usize, requested: Option<&Column>) -> Result<Option<usize>> {
        if let Some(column) = requested {
            let found = self.requested(column)?;
            return if found == puzzles { Err(FormatError::AnswersAmongPuzzles) } else { Ok(Some(found)) };
        }
        let is_answer = |field: &[u8]| field.try_into().is_ok_and(is_solved);
        let by_name = ANSWER_NAMES.iter().find_map(|name| self.named(name));
        Ok(by_name.filter(|&column| column != puzzles).or_else(|| {
            let mut columns = 0..width(&self.names, &self.records);
            columns.find(|&column| column != puzzles && self.holds(column, is_answer))
        }))
    }

    /// The column with just this name, or a number that no column has.
    pub(crate) fn place_of(&self, name: &[u8]) -> usize {
        self.names.iter().position(|field| field == name).unwrap_or(usize::MAX)
    }

    /// The column with this name in upper or lower case.
    fn named(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|field| field.eq_ignore_ascii_case(name.as_bytes()))
    }

    /// Returns true if the field of a record in this column satisfies the condition.
    fn holds(&self, column: usize, is_wanted: impl Fn(&[u8]) -> bool) -> bool {
        self.records.iter().any(|record| record.get(column).is_some_and(|field| is_wanted(field)))
    }

    /// The names of the columns, for a message.
    fn listed(&self) -> Vec<String> {
        self.names.iter().take(LISTED).map(|name| excerpt(name)).collect()
    }
}

/// The number of columns.
fn width(names: &Vec<Vec<u8>>, records: &[Vec<Vec<u8>>]) -> usize {
    records.iter().chain([names]).map(Vec::len).max().unwrap_or(0)
}

/// The first rows of a table from byte `from` of `head` on: where each is, and its fields.
fn rows(
    head: &[u8],
    from: usize,
    delimiter: Delimiter,
) -> impl Iterator<Item = (Range<usize>, Vec<Vec<u8>>)> {
    csv_tokenizer::rows(&head[from..], delimiter, 0).take(EXAMINED).map(move |(start, row)| {
        let range = from + start..from + start + row.length;
        let text = &head[range.clone()];
        let fields = Fields::new(text, delimiter).filter(|_| row.stray_quote.is_none());
        (range, fields.map(|field| field.value(text).into_owned()).collect())
    })
}
