//! The answers that a data set claims for its own puzzles: a field of the same record.
//!
//! ```text
//! 1,53..7....,534678912...,easy\n            a column of a table
//! 53..7.... 534678912... 2.5\n               a field after a one-line puzzle
//!           ▲ claim
//! ```
//!
//! They are found in a second pass over the records that were read, for those alone who ask.

use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr_iter, memchr2, memrchr};

use super::csv::{Delimiter, Table};
use super::csv_fields;
use super::csv_quoted::Quoting;
use super::line::is_no_record;
use crate::error::{Error, Result};
use crate::format::columns::{self, Column};
use crate::format::detect::Detected;
use crate::format::{Position, Records};
use crate::grid::{CELLS, is_solved};

/// Records of an input's head that are looked at for answers.
const LOOKED_AT: usize = 100;

/// Where the records of an input hold their answers.
#[derive(Clone, Debug)]
pub enum AnswerField {
    /// This column of the table, from 0.
    Column(Arc<Table>, usize),
    /// The field so many after the puzzle of a one-line record; white space and commas set fields off.
    After(usize),
}

/// The claims of a chunk's puzzles; its memory serves chunk after chunk.
#[derive(Debug, Default)]
pub struct GivenAnswers {
    spans: Vec<Span>,
    /// The claims without their quotes, when the chunk has any.
    rewritten: Vec<u8>,
}

/// The answer that a record claims for its puzzle.
#[derive(Clone, Copy, Debug)]
pub struct GivenAnswer<'a> {
    /// What stands in the field; nothing where the record has no such field.
    pub text: &'a [u8],
    chunk: &'a [u8],
    origin: usize,
    start: usize,
}

/// A claim's text, and where its field starts in the chunk.
#[derive(Clone, Debug)]
struct Span {
    text: Range<u32>,
    start: u32,
}

impl AnswerField {
    /// The answers in an input that goes on with `head` after its header: those that are asked
    /// for, or those that are found by the name of a column or by their look.
    ///
    /// # Errors
    /// When there is no column as asked for.
    pub fn find(found: &Detected, head: &[u8], name: &str, asked: Option<&Column>) -> Result<Option<Self>> {
        if let Some(table) = &found.table {
            let column = columns::answers(table, head, name, asked)?;
            if column == Some(table.column()) {
                return Err(Error::OutOfReach("--answer-column names the column of the puzzles".into()));
            }
            return Ok(column.map(|column| Self::Column(Arc::clone(table), column)));
        }
        match (found.reader.name(), asked) {
            ("line", None) => Ok(field_of_answers(head).map(Self::After)),
            ("line", Some(&Column::Number(number @ 2..))) => Ok(Some(Self::After(number - 1))),
            (_, None) => Ok(None),
            (format, Some(_)) => Err(Error::OutOfReach(format!(
                "--answer-column: records of the format {format} have no such column; \
                 give the answers in a file of their own with --answers"
            ))),
        }
    }

    /// The field's number, from 1.
    pub fn number(&self) -> usize {
        match self {
            Self::Column(_, column) => column + 1,
            Self::After(fields) => fields + 1,
        }
    }

    /// Finds the claims of all puzzles of a chunk. Allocates only what `claims` has not grown to before,
    /// and a little for a chunk with quotes.
    pub fn read(&self, chunk: &[u8], records: &Records, claims: &mut GivenAnswers) {
        claims.clear();
        let puzzles = records.len() - records.malformed.len();
        let origins = (0..puzzles).map(|index| records.origin(index));
        match self {
            Self::After(fields) => {
                let sets_off = |byte| matches!(byte, b' ' | b'\t' | b'\r' | b',');
                origins.for_each(|origin| claims.push(spaced(chunk, origin + CELLS, *fields, sets_off)));
            }
            Self::Column(table, column) => match (table.quoted(chunk), table.delimiter()) {
                (Some(quoting), _) => read_quoted(quoting, chunk, *column, origins, claims),
                (None, Delimiter::Byte(delimiter)) => origins.for_each(|origin| {
                    let (from, fields) = way(chunk, origin, table.column(), *column);
                    claims.push(delimited(chunk, from, fields, delimiter));
                }),
                (None, Delimiter::Space) => origins.for_each(|origin| {
                    let (from, fields) = way(chunk, origin, table.column(), *column);
                    let fields = if *column < table.column() { fields + 1 } else { fields };
                    claims.push(spaced(chunk, from, fields, |byte| matches!(byte, b' ' | b'\t' | b'\r')));
                }),
            },
        }
    }
}

impl GivenAnswers {
    /// The claim of puzzle `index` of `chunk`, whose record is at `origin`; `None` when none were read.
    pub fn get<'a>(&'a self, chunk: &'a [u8], origin: usize, index: usize) -> Option<GivenAnswer<'a>> {
        let Span { text, start } = self.spans.get(index)?;
        let source = if self.rewritten.is_empty() { chunk } else { &self.rewritten };
        let text = &source[text.start as usize..text.end as usize];
        Some(GivenAnswer { text, chunk, origin, start: *start as usize })
    }

    fn clear(&mut self) {
        self.spans.clear();
        self.rewritten.clear();
    }

    fn push(&mut self, field: Range<usize>) {
        let (start, end) = (field.start as u32, field.end as u32);
        self.spans.push(Span { text: start..end, start });
    }

    fn push_rewritten(&mut self, start: usize, value: &[u8]) {
        let from = self.rewritten.len() as u32;
        self.rewritten.extend_from_slice(value);
        self.spans.push(Span { text: from..self.rewritten.len() as u32, start: start as u32 });
    }
}

impl GivenAnswer<'_> {
    /// Where cell `cell` of the claim stands, in lines below the record's first.
    #[cold]
    pub fn locate(&self, cell: usize) -> Position {
        let line_start = memrchr(b'\n', &self.chunk[..self.start]).map_or(0, |end| end + 1);
        let above = self.chunk.get(self.origin..line_start).unwrap_or_default();
        let line = memchr_iter(b'\n', above).count() as u32;
        Position { line, column: (self.start - line_start + cell + 1) as u32 }
    }
}

/// The first field after the puzzle that holds a solved grid in any of the first records.
fn field_of_answers(head: &[u8]) -> Option<usize> {
    let lines = head.split(|&byte| byte == b'\n').filter(|line| !is_no_record(line)).take(LOOKED_AT);
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let found = lines.filter_map(|line| {
        let fields = line.split(is_gap).filter(|field| !field.is_empty());
        fields.skip(1).position(|field| field.try_into().is_ok_and(is_solved))
    });
    found.min().map(|fields| fields + 1)
}

/// From where, and over how many fields, to go from the puzzle at `origin` in column `puzzles` to `column`.
///
/// A puzzle that is one has no delimiter among its cells; of another the claim does not matter.
fn way(chunk: &[u8], origin: usize, puzzles: usize, column: usize) -> (usize, usize) {
    match column.checked_sub(puzzles) {
        Some(fields) => (origin + CELLS, fields),
        None => (memrchr(b'\n', &chunk[..origin]).map_or(0, |end| end + 1), column),
    }
}

/// The field after so many delimiters; an empty one at the end of the record where there are not as many.
fn delimited(chunk: &[u8], from: usize, fields: usize, delimiter: u8) -> Range<usize> {
    let end_of =
        |at: usize| memchr2(delimiter, b'\n', &chunk[at..]).map_or(chunk.len(), |length| at + length);
    let mut at = from;
    for _ in 0..fields {
        at = end_of(at);
        if chunk.get(at) != Some(&delimiter) {
            return at..at;
        }
        at += 1;
    }
    let field = &chunk[at..end_of(at)];
    let start = at + field.len() - field.trim_ascii_start().len();
    start..start + field.trim_ascii().len()
}

/// Field number `fields` from `from` on; an empty one at the end of the line where there are not as many.
fn spaced(chunk: &[u8], from: usize, fields: usize, is_gap: impl Fn(u8) -> bool) -> Range<usize> {
    let length = |at: usize, belongs: &dyn Fn(u8) -> bool| {
        chunk[at..].iter().position(|&byte| !belongs(byte)).unwrap_or(chunk.len() - at)
    };
    let ends = |byte: u8| byte == b'\n' || is_gap(byte);
    let mut field = from..from;
    for _ in 0..fields {
        let start = field.end + length(field.end, &is_gap);
        let is_grid = chunk[start..].first_chunk::<CELLS>().is_some_and(all_digits)
            && chunk.get(start + CELLS).is_none_or(|&byte| ends(byte));
        field = start..start + if is_grid { CELLS } else { length(start, &|byte| !ends(byte)) };
    }
    field
}

/// Are these all digits? Without a way out in the middle, it takes a few vector compares.
fn all_digits(cells: &[u8; CELLS]) -> bool {
    cells.iter().fold(true, |all, &byte| all & byte.is_ascii_digit())
}

fn read_quoted(
    quoting: &Quoting,
    chunk: &[u8],
    column: usize,
    origins: impl Iterator<Item = usize>,
    claims: &mut GivenAnswers,
) {
    let mut walk = quoting.walk(chunk);
    for origin in origins {
        // Records between two puzzles have the wrong shape, and no claim.
        let record = std::iter::from_fn(|| walk.next_record()).find(|record| record.start == origin);
        let end = record.map_or(chunk.len(), |record| chunk[..record.end].trim_ascii_end().len());
        let place = csv_fields::place_of(&chunk[origin..], quoting.delimiter(), column);
        let start = place.map_or(end, |(place, _)| origin + place.start);
        claims.push_rewritten(start, walk.value(column).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::detect::{FormatHint, detect};
    use crate::solver::batch::Form;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    /// The claims in a file, each with its place; `None` when it has no answers.
    fn claims(text: &str, asked: Option<Column>) -> Option<Vec<(String, u32, u32)>> {
        let found = detect(text.as_bytes(), "file", &FormatHint::default()).expect("a format");
        let chunk = &text.as_bytes()[found.preamble..];
        let field = AnswerField::find(&found, chunk, "file", asked.as_ref()).expect("a column")?;
        let (mut records, mut claims) = (Records::default(), GivenAnswers::default());
        found.reader.read(chunk, &mut records);
        field.read(chunk, &records, &mut claims);
        let puzzles = records.puzzles(chunk, Form::Clues).len();
        let claim = |index| claims.get(chunk, records.origin(index), index).expect("a claim");
        let told = |claim: GivenAnswer<'_>| {
            let Position { line, column } = claim.locate(0);
            (String::from_utf8_lossy(claim.text).into_owned(), line, column)
        };
        Some((0..puzzles).map(|index| told(claim(index))).collect())
    }

    fn claim(text: &str, line: u32, column: u32) -> (String, u32, u32) {
        (text.to_owned(), line, column)
    }

    #[test]
    fn a_column_after_or_before_the_puzzle_is_read() {
        let after = format!("id,puzzle,clues,solution\r\n1,{PUZZLE},30, {ANSWER} \r\n2,{PUZZLE},30,12\n");
        assert_eq!(claims(&after, None), Some(vec![claim(ANSWER, 0, 89), claim("12", 0, 88)]));
        let before = format!("answer;puzzle\n{ANSWER};{PUZZLE}\n;{PUZZLE}");
        assert_eq!(claims(&before, None), Some(vec![claim(ANSWER, 0, 1), claim("", 0, 1)]));
    }

    #[test]
    fn a_record_without_the_field_claims_nothing_where_it_ends() {
        let text = format!("{PUZZLE},{ANSWER}\n{PUZZLE}\n{PUZZLE},{ANSWER}");
        let expected = vec![claim(ANSWER, 0, 83), claim("", 0, 82), claim(ANSWER, 0, 83)];
        assert_eq!(claims(&text, None), Some(expected));
    }

    #[test]
    fn a_field_after_a_one_line_puzzle_is_read() {
        let text = format!("{PUZZLE}  {ANSWER}\n{PUZZLE} 12 x\r\n{PUZZLE}\n{PUZZLE}\t{ANSWER} # a");
        let expected = vec![claim(ANSWER, 0, 84), claim("12", 0, 83), claim("", 0, 82), claim(ANSWER, 0, 83)];
        assert_eq!(claims(&text, None), Some(expected));
    }

    #[test]
    fn columns_set_off_by_white_space_are_read() {
        let after = format!("00ab {PUZZLE} 2.5  {ANSWER}\n00ab {PUZZLE}\n");
        assert_eq!(claims(&after, None), Some(vec![claim(ANSWER, 0, 93), claim("", 0, 87)]));
        let before = format!("a {ANSWER} {PUZZLE}\n");
        assert_eq!(claims(&before, Some(Column::Number(2))), Some(vec![claim(ANSWER, 0, 3)]));
    }

    #[test]
    fn quoted_answers_are_read_without_their_quotes() {
        let text =
            format!("note,puzzle,solution\n\"a\nb\",{PUZZLE},\"{ANSWER}\"\n1,12,{ANSWER}\n2,{PUZZLE}\n");
        assert_eq!(claims(&text, None), Some(vec![claim(ANSWER, 1, 87), claim("", 0, 84)]));
    }

    #[test]
    fn ratings_and_comments_are_no_answers() {
        assert_eq!(claims(&format!("{PUZZLE} 2.5 # {PUZZLE}\n"), None), None);
        assert_eq!(claims(&format!("puzzle,clues\n{PUZZLE},30\n"), None), None);
    }
}
