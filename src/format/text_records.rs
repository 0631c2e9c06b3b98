//! The records of a text in memory, for callers that process them one by one.

use std::ops::Range;
use std::sync::Arc;

use memchr::memchr_iter;

use super::detect::{self, Detected, FormatHint};
use super::read::answer_field::{AnswerField, GivenAnswers};
use super::read::line::{Lines, line_around};
use super::{Column, ReadRecords, Reason, RecordPlace, Records};
use crate::board::notation::{Notation, Puzzles};
use crate::error::{Error, Result};
use crate::io::input::head_of;

/// The bytes with which some programs mark a text as UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How the records of a text are written, and where their answers are.
///
/// ```
/// use bulkdoku::Solver;
/// use bulkdoku::format::TextFormat;
/// use bulkdoku::solver::{Answers, Goal, Outcome, Task, Verdict};
///
/// let table = b"id;puzzle\n7;53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n8;12\n";
/// let records = TextFormat::detect("memory", table, None)?.read(table);
/// assert_eq!(records.len(), 2);
/// assert_eq!(records.puzzle(1).unwrap_err().to_string(), "2 characters where 81 were expected");
///
/// let puzzles = records.puzzles(0..records.puzzle_count());
/// let (mut digits, mut outcomes) = ([[0; 81]], [Outcome::default()]);
/// Solver::new().run_rows(Task::new(Goal::Unique), puzzles, Answers::Digits(&mut digits), &mut outcomes);
/// assert_eq!((records.puzzle(0), outcomes[0].verdict), (Ok(0), Verdict::Unique));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone)]
pub struct TextFormat {
    /// The name of the text in messages.
    name: String,
    found: Detected,
    answers: Option<AnswerField>,
    /// Whether the text may begin with a byte order mark.
    may_have_mark: bool,
}

/// The records of a text: see [`TextFormat`].
///
/// A record is a puzzle if it has the cells of one. Whether each of them is a clue or a blank is not examined: a solver's verdict
/// on other bytes is [`Verdict::Malformed`](crate::solver::Verdict::Malformed).
///
/// ```
/// use bulkdoku::format::{Column, TextFormat};
/// use bulkdoku::solver::Notation;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let answer = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// let table = format!("quiz,answer\n{puzzle},{answer}\n12,\n{},\n", puzzle.replace('.', "a"));
/// let mut format = TextFormat::detect("memory", table.as_bytes(), None)?;
/// assert!(format.find_answers(table.as_bytes(), None)? && format.answer_column() == Some(Column::Number(2)));
/// assert_eq!(format.notation(), Notation::Clues);
///
/// let records = format.read(table.as_bytes());
/// assert_eq!((records.len(), records.is_empty(), records.has_answers()), (3, false, true));
/// assert_eq!((records.puzzle(0), records.answer(0)), (Ok(0), Some(answer.as_bytes())));
/// assert!(records.puzzle(1).is_err() && records.line(1) == b"12," && records.line_numbers()[1] == 3);
/// assert_eq!(records.bad_cell(2).to_string(), "'a' is neither a clue nor a blank");
/// assert_eq!(records.puzzles(0..records.puzzle_count()).notation(), records.notation()); // for a solver
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct TextRecords<'t> {
    /// The text after the header.
    text: &'t [u8],
    format: Arc<dyn ReadRecords>,
    records: Records,
    /// Every record. Empty if all are puzzles.
    places: Vec<RecordPlace>,
    /// The answers of the records that are puzzles.
    answers: Option<GivenAnswers>,
    /// The number of lines before the text.
    header_lines: usize,
}

impl TextFormat {
    /// Detects the format of a text from its first records; `name` is its name in messages. `column` is the column of the
    /// puzzles in a table, or `None` to detect it. A text of no bytes has no records in any format.
    ///
    /// # Errors
    /// Returns [`Error::Format`](crate::Error::Format) if no line fits a record format, or the column does not exist.
    pub fn detect(name: &str, text: &[u8], column: Option<&Column>) -> Result<Self> {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        let column = column.filter(|_| !text.is_empty()).cloned();
        let hint = FormatHint { column, ..FormatHint::default() };
        let found = detect::detect(head_of(text), name, &hint)?;
        Ok(Self { name: name.to_owned(), found, answers: None, may_have_mark: true })
    }

    /// Returns the format of lines that begin with the 81 characters of a puzzle.
    pub fn lines() -> Self {
        Self {
            name: String::new(),
            found: Detected::of_reader(Arc::new(Lines::default())),
            answers: None,
            may_have_mark: false,
        }
    }

    /// Returns how the puzzles are written.
    pub fn notation(&self) -> Notation {
        self.found.reader.notation()
    }

    /// Also finds the answers in the records of the text whose format this is: in this column, or in the one with the right name
    /// or with solutions. Returns whether there are answers.
    ///
    /// # Errors
    /// Returns [`Error::Format`](crate::Error::Format) if the requested column does not exist, or is that of the puzzles.
    pub fn find_answers(&mut self, text: &[u8], column: Option<&Column>) -> Result<bool> {
        let (_, text) = self.split(text);
        let column = column.filter(|_| !text.is_empty());
        let failed = |reason| Error::format(&self.name, 1, reason);
        self.answers = self.found.field(column).map_err(failed)?;
        Ok(self.answers.is_some())
    }

    /// Returns the column of the answers. `None` if there are none, or they follow the puzzle without being a column.
    pub fn answer_column(&self) -> Option<Column> {
        match self.answers.as_ref()? {
            AnswerField::Column(_, column) => Some(Column::Number(column + 1)),
            AnswerField::Key(key, _) => Some(Column::Name(String::from_utf8_lossy(key).into_owned())),
            AnswerField::Cells(..) | AnswerField::After(_) => None,
        }
    }

    /// Reads the records of a text in this format. The records refer to the text; allocates a few bytes for each.
    ///
    /// # Panics
    /// Panics if the text has 4 GiB or more.
    pub fn read<'t>(&self, text: &'t [u8]) -> TextRecords<'t> {
        let (header, text) = self.split(text);
        let mut records = Records::default();
        self.found.reader.read(text, &mut records);
        let answers = self.answers.as_ref().map(|field| {
            let mut answers = GivenAnswers::default();
            field.read(text, &records, &mut answers);
            answers
        });
        TextRecords {
            text,
            format: Arc::clone(&self.found.reader),
            places: if records.malformed.is_empty() { Vec::new() } else { records.places().collect() },
            records,
            answers,
            header_lines: memchr_iter(b'\n', header).count(),
        }
    }

    /// Returns the header and the records of a text.
    fn split<'t>(&self, text: &'t [u8]) -> (&'t [u8], &'t [u8]) {
        let unmarked = text.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.may_have_mark).unwrap_or(text);
        unmarked.split_at(self.found.preamble.min(unmarked.len()))
    }
}

impl<'t> TextRecords<'t> {
    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of records that are puzzles.
    pub fn puzzle_count(&self) -> usize {
        self.records.len() - self.records.malformed.len()
    }

    /// Returns how the puzzles are written.
    pub fn notation(&self) -> Notation {
        self.format.notation()
    }

    /// Returns the puzzles with these indices, for a solver: `0..puzzle_count()` are all. They share one text, which is the
    /// caller's if its puzzles are contiguous.
    ///
    /// # Panics
    /// Panics if there are fewer puzzles.
    pub fn puzzles(&self, indices: Range<usize>) -> Puzzles<'_> {
        self.records.puzzles_from(indices, self.text, self.notation())
    }

    /// Returns the index of the record's puzzle among all puzzles.
    ///
    /// # Errors
    /// Returns the reason why the record is not a puzzle.
    ///
    /// # Panics
    /// Panics if there are fewer records.
    pub fn puzzle(&self, record: usize) -> std::result::Result<usize, Reason> {
        self.place(record).puzzle.map_err(|defect| defect.reason)
    }

    /// Returns what is wrong with the cells of a record whose puzzle is
    /// [`Verdict::Malformed`](crate::solver::Verdict::Malformed).
    ///
    /// # Panics
    /// Panics if there are fewer records.
    pub fn bad_cell(&self, record: usize) -> Reason {
        self.format.explain(self.text, self.place(record).origin).reason
    }

    /// Returns the first line of a record, without its line end.
    ///
    /// # Panics
    /// Panics if there are fewer records.
    pub fn line(&self, record: usize) -> &'t [u8] {
        let (start, end) = line_around(self.text, self.place(record).origin);
        self.text[start..end].trim_ascii()
    }

    /// Returns the number of the line, counted from 1, on which each record begins. Allocates the result.
    pub fn line_numbers(&self) -> Vec<u64> {
        let (mut at, mut line) = (0, self.header_lines + 1);
        let lines = |range: Range<usize>| memchr_iter(b'\n', &self.text[range]).count();
        let numbers = (0..self.len()).map(|record| {
            let origin = self.place(record).origin;
            line = line + lines(at..origin.max(at)) - lines(origin.min(at)..at);
            at = origin;
            line as u64
        });
        numbers.collect()
    }

    /// Returns whether answers were read.
    pub fn has_answers(&self) -> bool {
        self.answers.is_some()
    }

    /// Returns the answer in a record, which is empty if the record ends before it. `None` if no answers were read, or the record
    /// is not a puzzle.
    ///
    /// # Panics
    /// Panics if there are fewer records.
    pub fn answer(&self, record: usize) -> Option<&[u8]> {
        let RecordPlace { puzzle, origin } = self.place(record);
        Some(self.answers.as_ref()?.get(self.text, origin, puzzle.ok()?)?.text)
    }

    fn place(&self, record: usize) -> RecordPlace {
        let is_puzzle = || RecordPlace { puzzle: Ok(record), origin: self.records.origin(record) };
        if self.places.is_empty() { is_puzzle() } else { self.places[record] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn records_have_lines_puzzles_reasons_and_answers() {
        let text = format!(
            "\u{FEFF}id,puzzle,solution\n1,{PUZZLE},{ANSWER}\n# note\n2,12,\n3,4{},{ANSWER}\n",
            &PUZZLE[1..]
        );
        let mut format = TextFormat::detect("memory", text.as_bytes(), None).unwrap();
        assert!(format.find_answers(text.as_bytes(), None).unwrap());
        assert_eq!(format.answer_column(), Some(Column::Number(3)));
        let records = format.read(text.as_bytes());
        assert_eq!((records.len(), records.puzzle_count(), records.line_numbers()), (3, 2, vec![2, 4, 5]));
        assert_eq!((records.puzzle(0), records.puzzle(2)), (Ok(0), Ok(1)));
        assert_eq!(records.puzzle(1), Err(Reason::Length { found: 2, expected: 81 }));
        assert_eq!((records.answer(0), records.answer(1)), (Some(ANSWER.as_bytes()), None));
        assert_eq!(records.line(1), b"2,12,");
        assert_eq!(records.puzzles(1..2).get(0), format!("4{}", &PUZZLE[1..]).as_bytes());
    }

    #[test]
    fn an_empty_text_has_no_records_whatever_is_requested() {
        let column = Column::Name("puzzle".to_owned());
        let mut format = TextFormat::detect("memory", b"", Some(&column)).unwrap();
        assert!(!format.find_answers(b"", Some(&column)).unwrap());
        assert!(format.read(b"").is_empty());
    }

    #[test]
    fn a_column_that_does_not_exist_is_an_error() {
        let text = format!("id,puzzle\n1,{PUZZLE}\n");
        let column = Column::Name("task".to_owned());
        let error = TextFormat::detect("memory", text.as_bytes(), Some(&column)).err().unwrap();
        assert!(error.to_string().contains("task"), "{error}");
    }
}
