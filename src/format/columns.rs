//! The columns of a table: which one holds the puzzles, and which one the answers.

use std::fmt;
use std::str::FromStr;

use super::line_shape::{ANSWER_NAMES, PUZZLE_NAMES, commented_header, excerpt, is_header_row, is_puzzle};
use super::read::csv::Table;
use super::read::csv_tokenizer::{self, Delimiter, Fields};
use super::read::line::is_blank_or_comment;
use crate::error::FormatError;
use crate::grid::{is_blank, is_solved};
use crate::notation::{Notation, PENCILMARKS};
use crate::parse_error::ParseError;

/// The number of records that are examined.
const EXAMINED: usize = 100;

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

/// The table that begins with `head`, and the length in bytes of its header.
///
/// The puzzles are in the requested column, or in the one that has the right name or holds puzzles.
pub(super) fn table(head: &[u8], delimiter: Delimiter, requested: Option<&Column>) -> Result<(Table, usize)> {
    let sample = Sample::new(head, delimiter);
    let column = match requested {
        Some(column) => sample.requested(column)?,
        None => sample.puzzles().ok_or_else(|| FormatError::NoPuzzleColumn { columns: sample.names() })?,
    };
    let (header, preamble) = sample.header_text(head);
    let table = Table::new(delimiter, column).with_notation(sample.notation(column)).with_header(header);
    Ok((table, preamble))
}

/// The column of the answers in a table whose records begin with `head`, counted from 0.
///
/// Returns `None` if no column is requested and none has the right name or holds solutions.
///
/// # Errors
/// When the requested column does not exist, or is the column of the puzzles.
pub(super) fn answers(table: &Table, head: &[u8], requested: Option<&Column>) -> Result<Option<usize>> {
    let whole = [table.header(), b"\n", head].concat();
    let sample = Sample::new(&whole, table.delimiter());
    let column = match requested {
        Some(column) => Some(sample.requested(column)?),
        None => sample.answers(table.column()),
    };
    if column == Some(table.column()) {
        return Err(FormatError::AnswersAmongPuzzles);
    }
    Ok(column)
}

/// The first records of a table.
struct Sample {
    header: Option<Vec<Vec<u8>>>,
    /// True if the header begins with `#`.
    is_commented: bool,
    /// The byte offset in the head of the end of the header.
    header_end: usize,
    records: Vec<Vec<Vec<u8>>>,
}

impl Sample {
    fn new(head: &[u8], delimiter: Delimiter) -> Self {
        if let Delimiter::Byte(byte) = delimiter
            && let Some((header, header_end)) = commented_header(head, byte)
        {
            let rows = rows(&head[header_end..], delimiter);
            let records: Vec<_> = rows.into_iter().map(|(_, fields)| fields).collect();
            if !records.first().is_some_and(|fields| is_header_row(fields)) {
                return Self { header: Some(header), is_commented: true, header_end, records };
            }
        }
        let mut rows = rows(head, delimiter);
        let has_header = rows.first().is_some_and(|(_, fields)| is_header_row(fields));
        let header = has_header.then(|| rows.remove(0));
        let (header_end, header) = header.map_or((0, None), |(end, fields)| (end, Some(fields)));
        Self {
            header,
            is_commented: false,
            header_end,
            records: rows.into_iter().map(|(_, fields)| fields).collect(),
        }
    }

    /// The line of the header, and the number of bytes before the first record.
    fn header_text<'a>(&self, head: &'a [u8]) -> (&'a [u8], usize) {
        let text = &head[..self.header_end];
        if self.is_commented {
            return (text, text.len());
        }
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let skipped: usize = lines.take_while(|line| is_blank_or_comment(line)).map(<[u8]>::len).sum();
        (&text[skipped..], text.len())
    }

    fn requested(&self, column: &Column) -> Result<usize> {
        let missing = |column| Err(FormatError::NoSuchColumn { column, columns: self.names() });
        match column {
            Column::Number(number) if self.header.is_some() && *number > self.width() => {
                missing(number.to_string())
            }
            Column::Number(number) => Ok(number - 1),
            Column::Name(name) => self
                .named(|field| field == name.as_bytes())
                .or_else(|| self.named(|field| field.eq_ignore_ascii_case(name.as_bytes())))
                .map_or_else(|| missing(format!("'{name}'")), Ok),
        }
    }

    /// The column of the puzzles: a name and puzzles count most, then puzzles with blanks, puzzles, and a name alone.
    fn puzzles(&self) -> Option<usize> {
        let holds = |column: usize, is_wanted: fn(&[u8]) -> bool| self.count(column, is_wanted) > 0;
        let has_blanks = |field: &[u8]| is_puzzle(field) && field.iter().any(|&byte| is_blank(byte));
        let mut named = PUZZLE_NAMES
            .iter()
            .filter_map(|name| self.named(|field| field.eq_ignore_ascii_case(name.as_bytes())));
        let columns = 0..self.width();
        let empty = columns.is_empty().then_some(0); // a file without records is no error
        named
            .clone()
            .find(|&column| holds(column, is_puzzle))
            .or_else(|| columns.clone().find(|&column| holds(column, has_blanks)))
            .or_else(|| columns.clone().find(|&column| holds(column, is_puzzle)))
            .or_else(|| named.next())
            .or(empty)
    }

    /// How the puzzles in this column are written, as the first one shows.
    fn notation(&self, column: usize) -> Notation {
        let puzzles = self.records.iter().filter_map(|record| record.get(column));
        match puzzles.filter(|field| is_puzzle(field)).map(Vec::len).next() {
            Some(PENCILMARKS) => Notation::Pencilmarks,
            _ => Notation::Clues,
        }
    }

    fn answers(&self, puzzles: usize) -> Option<usize> {
        let by_name = ANSWER_NAMES
            .iter()
            .find_map(|name| self.named(|field| field.eq_ignore_ascii_case(name.as_bytes())));
        let is_answer = |field: &[u8]| field.try_into().is_ok_and(is_solved);
        by_name.filter(|&column| column != puzzles).or_else(|| {
            (0..self.width()).find(|&column| column != puzzles && self.count(column, is_answer) > 0)
        })
    }

    fn named(&self, is_name: impl Fn(&[u8]) -> bool) -> Option<usize> {
        self.header.as_ref()?.iter().position(|field| is_name(field))
    }

    /// The number of records whose field in this column satisfies the condition.
    fn count(&self, column: usize, is_wanted: impl Fn(&[u8]) -> bool) -> usize {
        self.records.iter().filter(|record| record.get(column).is_some_and(|field| is_wanted(field))).count()
    }

    fn width(&self) -> usize {
        self.records.iter().chain(&self.header).map(Vec::len).max().unwrap_or(0)
    }

    /// The names of the columns, for a message.
    fn names(&self) -> Vec<String> {
        self.header.iter().flatten().take(LISTED).map(|field| excerpt(field)).collect()
    }
}

/// The fields of a row, and the byte offset of its end.
type SampleRow = (usize, Vec<Vec<u8>>);

fn rows(head: &[u8], delimiter: Delimiter) -> Vec<SampleRow> {
    let rows = csv_tokenizer::rows(head, delimiter, 0).take(EXAMINED);
    let fields = |(start, row): (usize, csv_tokenizer::Row)| {
        let text = &head[start..start + row.length];
        let fields = Fields::new(text, delimiter).filter(|_| row.stray_quote.is_none());
        (start + row.length, fields.map(|field| field.value(text).into_owned()).collect())
    };
    rows.map(fields).collect()
}
