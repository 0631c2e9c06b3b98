//! The columns of a table: which holds the puzzles, found by name, by number or by look.

use std::str::FromStr;

use super::detect::{Detected, bare, is_meant, is_puzzle, shown, unreadable};
use super::read::csv::{Delimiter, Table};
use super::read::csv_quoted::Quoting;
use super::read::line::is_no_record;
use crate::error::Result;
use crate::grid::{is_blank, is_solved};
use crate::solver::batch::{Form, PENCILMARKS};

/// Names that data sets give to the column of their puzzles.
const PUZZLE_NAMES: [&str; 8] =
    ["puzzle", "puzzles", "quizzes", "quiz", "question", "questions", "sudoku", "unsolved"];

/// Names that data sets give to the column of their answers.
const ANSWER_NAMES: [&str; 6] = ["solution", "solutions", "answer", "answers", "solved", "target"];

/// Records that are looked at.
const LOOKED_AT: usize = 100;

/// A column that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// By its number, from 1.
    Number(usize),
    /// By its name in the header.
    Name(String),
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text.parse() {
            Ok(0) => Err("columns are counted from 1".to_owned()),
            Ok(number) => Ok(Self::Number(number)),
            Err(_) => Ok(Self::Name(text.to_owned())),
        }
    }
}

/// Does this field of a header name the puzzles?
pub(super) fn names_puzzle(field: &[u8]) -> bool {
    is_one_of(field, &PUZZLE_NAMES)
}

/// Does this line name the answers, and nothing else?
pub(crate) fn names_answers(line: &[u8]) -> bool {
    is_one_of(line, &ANSWER_NAMES)
}

/// The table that `head` begins, with its puzzles in the column that is asked for, or in the one
/// that is found.
pub(super) fn table(
    head: &[u8],
    name: &str,
    delimiter: Delimiter,
    column: Option<&Column>,
) -> Result<Detected> {
    let sample = Sample::new(head, delimiter);
    let asked = column.map(|column| sample.asked(column)).transpose();
    let found = match asked {
        Ok(asked) => asked.or_else(|| sample.puzzles()).ok_or_else(|| sample.no_puzzles()),
        Err(what) => Err(what),
    };
    let column = found.map_err(|what| unreadable(name, 1, what))?;
    let (header, preamble) = sample.header_text(head);
    let table = Table::new(delimiter, column).with_form(sample.form(column)).with_header(header);
    Ok(Detected::table(table, preamble))
}

/// The column of the answers in a table that `head` begins, but for its header.
///
/// # Errors
/// When there is no column as asked for.
pub fn answers(table: &Table, head: &[u8], name: &str, column: Option<&Column>) -> Result<Option<usize>> {
    let whole = [table.header(), b"\n", head].concat();
    let sample = Sample::new(&whole, table.delimiter());
    match column {
        Some(column) => sample.asked(column).map(Some).map_err(|what| unreadable(name, 1, what)),
        None => Ok(sample.answers(table.column())),
    }
}

/// The first records of a table.
struct Sample {
    header: Option<Vec<Vec<u8>>>,
    /// Where the header ends in the head.
    header_end: usize,
    records: Vec<Vec<Vec<u8>>>,
}

impl Sample {
    fn new(head: &[u8], delimiter: Delimiter) -> Self {
        let mut rows = rows(head, delimiter);
        let is_header = |fields: &[Vec<u8>]| {
            let named = fields.iter().any(|field| names_puzzle(field) || is_one_of(field, &ANSWER_NAMES));
            let words = fields.iter().any(|field| field.iter().any(|byte| byte.is_ascii_alphabetic()));
            !fields.iter().any(|field| is_meant(field)) && (named || words)
        };
        let header = (!rows.is_empty() && is_header(&rows[0].1)).then(|| rows.remove(0));
        let (header_end, header) = header.map_or((0, None), |(end, fields)| (end, Some(fields)));
        Self { header, header_end, records: rows.into_iter().map(|(_, fields)| fields).collect() }
    }

    /// The header's line, and the bytes up to the first record.
    fn header_text<'a>(&self, head: &'a [u8]) -> (&'a [u8], usize) {
        let text = &head[..self.header_end];
        let mut at = 0;
        let lines = || text.split_inclusive(|&byte| byte == b'\n');
        for line in lines().take_while(|line| is_no_record(line)) {
            at += line.len();
        }
        (&text[at..], text.len())
    }

    fn asked(&self, column: &Column) -> std::result::Result<usize, String> {
        match column {
            Column::Number(number) if self.header.is_some() && *number > self.width() => {
                Err(format!("there is no column {number}{}", self.columns()))
            }
            Column::Number(number) => Ok(number - 1),
            Column::Name(name) => self
                .named(|field| field == name.as_bytes())
                .or_else(|| self.named(|field| field.eq_ignore_ascii_case(name.as_bytes())))
                .ok_or_else(|| format!("there is no column '{name}'{}", self.columns())),
        }
    }

    fn puzzles(&self) -> Option<usize> {
        let looks = |column: &usize| self.count(*column, is_puzzle) > 0;
        let by_name = PUZZLE_NAMES
            .iter()
            .filter_map(|name| self.named(|field| field.eq_ignore_ascii_case(name.as_bytes())));
        let mut by_look = (0..self.width()).filter(looks);
        let with_blanks = |column: &usize| {
            self.count(*column, |field| is_puzzle(field) && field.iter().any(|&byte| is_blank(byte))) > 0
        };
        let empty = (self.width() == 0).then_some(0); // a file without records is no failure
        by_name
            .clone()
            .find(looks)
            .or_else(|| by_look.clone().find(with_blanks))
            .or_else(|| by_look.next())
            .or_else(|| by_name.clone().next())
            .or(empty)
    }

    /// How the puzzles in this column are written, by the first that is one.
    fn form(&self, column: usize) -> Form {
        let puzzles = self.records.iter().filter_map(|record| record.get(column));
        match puzzles.filter(|field| is_puzzle(field)).map(Vec::len).next() {
            Some(PENCILMARKS) => Form::Pencilmarks,
            _ => Form::Clues,
        }
    }

    fn answers(&self, puzzles: usize) -> Option<usize> {
        let by_name = ANSWER_NAMES
            .iter()
            .find_map(|name| self.named(|field| field.eq_ignore_ascii_case(name.as_bytes())));
        let is_answer = |field: &[u8]| field.try_into().is_ok_and(is_solved);
        by_name.or_else(|| {
            (0..self.width()).find(|&column| column != puzzles && self.count(column, is_answer) > 0)
        })
    }

    fn named(&self, is_name: impl Fn(&[u8]) -> bool) -> Option<usize> {
        self.header.as_ref()?.iter().position(|field| is_name(field))
    }

    /// Records whose field in this column is as wanted.
    fn count(&self, column: usize, is_wanted: impl Fn(&[u8]) -> bool) -> usize {
        self.records.iter().filter(|record| record.get(column).is_some_and(|field| is_wanted(field))).count()
    }

    fn width(&self) -> usize {
        self.records.iter().chain(&self.header).map(Vec::len).max().unwrap_or(0)
    }

    fn no_puzzles(&self) -> String {
        format!("no column looks like puzzles{}; name it with --column", self.columns())
    }

    fn columns(&self) -> String {
        let names = self.header.iter().flatten().take(20).map(|field| shown(field));
        let names = names.collect::<Vec<_>>().join(", ");
        if names.is_empty() {
            ": there is no header".to_owned()
        } else {
            format!(": the columns are {names}")
        }
    }
}

/// The first records, each with its end.
fn rows(head: &[u8], delimiter: Delimiter) -> Vec<(usize, Vec<Vec<u8>>)> {
    let mut rows = Vec::new();
    let Delimiter::Byte(byte) = delimiter else {
        let mut end = 0;
        for line in head.split_inclusive(|&byte| byte == b'\n').take(LOOKED_AT) {
            end += line.len();
            if !is_no_record(line) {
                let fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
                rows.push((end, fields.map(<[u8]>::to_vec).collect()));
            }
        }
        return rows;
    };
    let quoting = Quoting::new(byte);
    let mut walk = quoting.walk(head);
    while let Some(place) = walk.next_record().filter(|_| rows.len() < LOOKED_AT) {
        let fields = (0..walk.fields().len()).map(|index| walk.value(index).unwrap_or_default().to_vec());
        rows.push((place.end, fields.collect()));
    }
    rows
}

fn is_one_of(field: &[u8], names: &[&str]) -> bool {
    names.iter().any(|name| bare(field).eq_ignore_ascii_case(name.as_bytes()))
}
