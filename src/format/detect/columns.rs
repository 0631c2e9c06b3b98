//! Step 3, columns: finds the puzzles and the answers among the columns of a table or the keys of objects.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use super::line_shape::{
    ANSWER_NAMES, PUZZLE_NAMES, commented_header, excerpt, has_cells_of_puzzle, is_header_row, is_puzzle,
    looks_like_puzzle,
};
use super::{Columns, Detected};
use crate::board::grid::{CELLS, is_blank, is_solved};
use crate::board::notation::{Notation, PENCILMARKS};
use crate::board::outcome::Verdict;
use crate::board::parse_error::ParseError;
use crate::error::FormatError;
use crate::format::MAX_LINE;
use crate::format::cells::{self, SHORTEST, is_of_spaces};
use crate::format::read::answer_field::AnswerField;
use crate::format::read::csv::Table;
use crate::format::read::csv_tokenizer::{self, Delimiter, Fields};
use crate::format::read::jsonl::{self, JsonLines};
use crate::format::read::line::{EXAMINED, first_records, is_rounded};
use crate::format::unread::is_made;

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

/// The columns of a table, or the keys of the first objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// The names of the columns, if they have any. For objects, these are all keys of the first ones.
    pub(crate) names: Vec<Vec<u8>>,
    /// The number of columns that can be requested by number.
    numbered: usize,
    /// The number of columns of the header, or of the first row without one.
    pub(crate) width: usize,
    /// The last column of verdicts that prove the number of solutions, as this program writes them.
    pub(crate) verdict: Option<usize>,
}

/// Returns the format of the table that begins with `head`.
///
/// The puzzles are in the requested column, or in the one with the right name or with puzzles.
pub(super) fn table(head: &[u8], delimiter: Delimiter, requested: Option<&Column>) -> Result<Detected> {
    let sample = Sample::of_table(head, delimiter);
    let (puzzles, answer, notes) =
        sample.find(requested, "column", |column| column_label(column, &sample.columns.names))?;
    let seen = sample.seen(puzzles);
    let mut reader = Table::new(delimiter, puzzles)
        .with_notation(seen.notation.unwrap_or(Notation::Clues))
        .with_header(&head[sample.header_text.clone()]);
    (reader.answer, reader.is_checked, reader.is_chosen) = (answer, seen.is_checked, requested.is_some());
    let reader = Arc::new(reader);
    Ok(Detected {
        columns: Some(Columns::Table(Arc::clone(&reader))),
        answers: answer.map(|column| AnswerField::Column(Arc::clone(&reader), column)),
        preamble: sample.header_text.end,
        names: sample.columns,
        format: match delimiter {
            Delimiter::Byte(b'\t') => "TSV",
            Delimiter::Byte(_) => "CSV",
            Delimiter::Space | Delimiter::Any => "lines of columns",
        },
        notes,
        ..Detected::of_reader(reader)
    })
}

/// Returns the format of the JSON objects that begin with `head`. The puzzles are found as in a table.
pub(super) fn objects(head: &[u8], requested: Option<&Column>) -> Result<Detected> {
    let sample = Sample::of_objects(head);
    let names = &sample.columns.names;
    if requested.is_none() && names.iter().any(|key| is_puzzle(key)) {
        return Err(FormatError::NoPuzzleColumn { columns: sample.columns.listed() }); // the keys are the puzzles
    }
    let (puzzles, answers, notes) =
        sample.find(requested, "key", |key| format!("\"{}\"", excerpt(&names[key])))?;
    let mut reader = JsonLines::new(names.get(puzzles).map_or(b"puzzle".as_slice(), Vec::as_slice));
    reader.answer = answers.map(|column| names[column].clone());
    (reader.is_checked, reader.is_chosen) = (sample.seen(puzzles).is_checked, requested.is_some());
    let reader = Arc::new(reader);
    Ok(Detected {
        columns: Some(Columns::Objects(Arc::clone(&reader))),
        answers: answers.map(|key| AnswerField::Key(names[key].clone(), key)),
        names: sample.columns,
        format: "JSON lines",
        notes,
        ..Detected::of_reader(reader)
    })
}

/// Returns a column of a table in words: its number, counted from 1, and its name, if it has one.
pub(super) fn column_label(column: usize, names: &[Vec<u8>]) -> String {
    match names.get(column).filter(|name| !name.is_empty()) {
        Some(name) => format!("{} \"{}\"", column + 1, excerpt(name)),
        None => (column + 1).to_string(),
    }
}

/// The first records of an input with columns: a table, or JSON objects, whose columns are their keys.
struct Sample {
    columns: Names,
    /// The range of the header line in the head of a table.
    header_text: Range<usize>,
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
    /// Whether a puzzle must be read cell by cell, because something is between its cells, or its blanks are spaces.
    is_checked: bool,
    /// Whether a field is a solved grid.
    has_answers: bool,
    /// Whether a field seems to be meant as a puzzle, well-formed or not.
    is_meant: bool,
    /// Whether a field has the length of a puzzle without spaces.
    has_text: bool,
    /// Whether a field is neither empty nor a grid.
    has_others: bool,
    /// Whether a field other than a solved grid has the characters of a puzzle, but not the right number of them.
    could_be_puzzle: bool,
    /// Whether a field is the verdict on a puzzle that was proved to have one solution, or several.
    has_verdict: bool,
    /// Whether a field is neither empty nor a verdict after such a proof.
    has_no_verdict: bool,
    /// The number of the last record that has the column, counted from 1.
    last: usize,
}

impl Seen {
    /// Returns whether the puzzles are complete grids.
    fn is_complete(self) -> bool {
        self.has_answers && !self.has_blanks
    }

    fn add(&mut self, field: &[u8]) {
        let (is_solved, is_puzzle) = (field.try_into().is_ok_and(is_solved), is_puzzle(field));
        let is_meant = is_puzzle || looks_like_puzzle(field);
        if is_puzzle {
            let is_clues = field.len() != PENCILMARKS;
            self.notation.get_or_insert(if is_clues { Notation::Clues } else { Notation::Pencilmarks });
            self.has_blanks |= field.iter().any(|&byte| is_blank(byte));
        }
        self.has_answers |= is_solved;
        self.is_meant |= is_meant;
        self.has_text |= field.len() >= SHORTEST && !field.iter().any(u8::is_ascii_whitespace);
        let is_other = || matches!(field, b"0" | b"1") || field.iter().any(u8::is_ascii_alphabetic);
        self.has_others |= !is_meant && is_other() && !is_rounded(field);
        self.could_be_puzzle |= !is_solved && (is_puzzle || has_cells_of_puzzle(field));
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.name().as_bytes() == field);
        self.has_verdict |= matches!(verdict, Some(Verdict::Unique | Verdict::Multiple));
        self.has_no_verdict |=
            !field.is_empty() && matches!(verdict, None | Some(Verdict::Solved | Verdict::WellFormed));
    }

    /// Adds a field, including the white space around it, if it is a puzzle that is not 81 bytes of clues and blanks.
    fn add_cells(&mut self, field: &[u8]) {
        let is_plain = field.trim_ascii().len() == CELLS && !is_of_spaces(field);
        let Some(found) = (if is_plain { None } else { cells::in_text(field) }) else { return };
        self.has_others = false;
        self.is_checked = true;
        self.notation.get_or_insert(Notation::Clues);
        match found {
            Ok(puzzle) => {
                self.has_blanks |= puzzle.has_blanks();
                self.has_answers |= is_solved(&puzzle.cells);
            }
            Err(_) => self.has_blanks = true,
        }
    }
}

/// Returns the last column with the name and the content of verdicts after a proof.
fn verdicts_in(names: &[Vec<u8>], seen: &[Seen]) -> Option<usize> {
    let is_named = |name: &[u8]| name == b"verdict" || name.ends_with(b"_verdict");
    names
        .iter()
        .zip(seen)
        .rposition(|(name, seen)| is_named(name) && seen.has_verdict && !seen.has_no_verdict)
}

impl Sample {
    /// Examines the first rows of a table that begins with `head`.
    fn of_table(head: &[u8], delimiter: Delimiter) -> Self {
        let (mut names, mut header_text) = (Vec::new(), 0..0);
        if let Some((commented, length)) = commented_header(head, delimiter) {
            (names, header_text) = (commented, 0..length);
        }
        let mut first_rows = rows(head, header_text.end, delimiter, true);
        if let Some((text, fields)) = first_rows.next()
            && is_header_row(&fields, &first_rows.next().unwrap_or_default().1)
        {
            (names, header_text) = (fields, text);
        }
        let has_header = !header_text.is_empty();
        let mut rows = rows(head, header_text.end, delimiter, !has_header).peekable();
        let first_width = rows.peek().map_or(0, |(_, fields)| fields.len());
        let mut seen = vec![Seen::default(); names.len()];
        for (text, fields) in rows {
            seen.resize(seen.len().max(fields.len()), Seen::default());
            seen.iter_mut().zip(&fields).for_each(|(seen, field)| seen.add(field));
            let (text, is_spaced) = (&head[text], delimiter != Delimiter::Byte(b' '));
            for (seen, field) in seen.iter_mut().zip(Fields::new(text, delimiter)) {
                let range = if is_spaced && is_of_spaces(&text[field.untrimmed()]) {
                    field.untrimmed()
                } else {
                    field.content(text)
                };
                seen.add_cells(&text[range]);
            }
        }
        let numbered = if has_header { seen.len() } else { MAX_LINE };
        let width = if has_header { names.len() } else { first_width };
        let verdict = verdicts_in(&names, &seen);
        Self { columns: Names { names, numbered, width, verdict }, header_text, seen }
    }

    /// Examines the first objects of records that begin with `head`.
    fn of_objects(head: &[u8]) -> Self {
        let (mut columns, mut names, mut seen) = (HashMap::new(), Vec::new(), Vec::new());
        for (number, line) in (1..).zip(first_records(head)) {
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
                    seen.add_cells(text);
                }
            }
        }
        let verdict = verdicts_in(&names, &seen);
        let columns = Names { names, numbered: 0, width: 0, verdict };
        Self { columns, header_text: 0..0, seen }
    }

    /// Returns the columns of the puzzles and of the answers, and notes about them.
    fn find(
        &self,
        requested: Option<&Column>,
        noun: &str,
        label: impl Fn(usize) -> String,
    ) -> Result<(usize, Option<usize>, Vec<String>)> {
        let (puzzles, note) = self.puzzles(requested)?;
        let answers = self.answers(puzzles);
        let others = if requested.is_some() { None } else { self.unread(puzzles, answers, noun, label) };
        Ok((puzzles, answers, note.map(str::to_owned).into_iter().chain(others).collect()))
    }

    /// Returns the column of the puzzles, and a note about the choice.
    ///
    /// It is the requested column, if there is one. Otherwise a column with the right name comes first: one with puzzles,
    /// well-formed or not, or else one with texts of that length. Then come a column with blanks in its puzzles, and one with the right name
    /// and only numbers. Solved grids are read as puzzles only if no other column could have puzzles: the answers must never
    /// replace puzzles that cannot be read.
    fn puzzles(&self, requested: Option<&Column>) -> Result<(usize, Option<&'static str>)> {
        if let Some(column) = requested {
            return Ok((self.columns.requested(column)?, None));
        }
        let mut named = PUZZLE_NAMES.iter().filter_map(|name| self.columns.named(name));
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
        let column =
            complete.ok_or_else(|| FormatError::NoPuzzleColumn { columns: self.columns.listed() })?;
        Ok((column, Some("no column has blanks")))
    }

    /// Returns the content of a column, which may be beyond those of the first records.
    fn seen(&self, column: usize) -> Seen {
        self.seen.get(column).copied().unwrap_or_default()
    }

    /// Returns the column of the answers, given the column of the `puzzles`: the one with the right name, unless it holds anything
    /// but grids, or else one with solutions, unless the puzzles are complete grids too.
    fn answers(&self, puzzles: usize) -> Option<usize> {
        let is_other = |column: &usize| *column != puzzles;
        let holds_grids =
            |column: &usize| !self.seen[*column].has_others || self.seen[*column].notation.is_some();
        let named = ANSWER_NAMES.iter().filter_map(|name| self.columns.named(name)).filter(is_other);
        let are_complete = self.seen(puzzles).is_complete();
        let is_answer = |column: &usize| !are_complete && self.seen[*column].has_answers;
        named.clone().find(holds_grids).or_else(|| (0..self.seen.len()).filter(is_other).find(is_answer))
    }

    /// Returns a note about other columns that hold puzzles, which are not read and were not made from those that are.
    fn unread(
        &self,
        puzzles: usize,
        answers: Option<usize>,
        noun: &str,
        label: impl Fn(usize) -> String,
    ) -> Option<String> {
        let is_made = |column: usize| self.columns.names.get(column).is_some_and(|name| is_made(name));
        let are_complete = self.seen(puzzles).is_complete();
        let holds_puzzles = |seen: &Seen| seen.has_blanks || are_complete && seen.has_answers;
        let is_other = |&column: &usize| {
            column != puzzles
                && Some(column) != answers
                && holds_puzzles(&self.seen[column])
                && !is_made(column)
        };
        let others: Vec<String> = (0..self.seen.len()).filter(is_other).map(label).collect();
        (!others.is_empty()).then(|| {
            format!(
                "other puzzles in {noun}{} {} not read",
                if others.len() > 1 { "s" } else { "" },
                others.join(" and ")
            )
        })
    }
}

impl Names {
    /// Returns the requested column of a field other than the puzzles.
    ///
    /// # Errors
    /// When it does not exist, or is the column of the puzzles.
    pub(crate) fn beside(&self, puzzles: usize, requested: &Column) -> Result<usize> {
        match self.requested(requested)? {
            found if found == puzzles => Err(FormatError::AnswersAmongPuzzles),
            found => Ok(found),
        }
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

/// Returns the range and the fields of the first rows of a table from byte `from` of `head` on.
fn rows(
    head: &[u8],
    from: usize,
    delimiter: Delimiter,
    has_comments: bool,
) -> impl Iterator<Item = (Range<usize>, Vec<Vec<u8>>)> {
    csv_tokenizer::rows(&head[from..], delimiter, 0, has_comments).take(EXAMINED).map(move |(start, row)| {
        let range = from + start..from + start + row.length;
        let text = &head[range.clone()];
        let fields = Fields::new(text, delimiter).filter(|_| row.stray_quote.is_none());
        (range, fields.map(|field| field.text(text).into_owned()).collect())
    })
}
