//! Reads a file of answers in any format of records.
//!
//! ```text
//! 534678912672…                  a line: the answer, or a verdict
//! 7,53..7….,534678912672…,1.5    a table, or objects of JSON: the field of the answers, or else that of the puzzles
//! 5 3 4 6 7 8 9 1 2              a grid, or a verdict between grids
//! ```

use std::sync::Arc;

use memchr::memchr_iter;

use crate::board::grid::CELLS;
use crate::board::notation::Notation;
use crate::board::outcome::Verdict;
use crate::error::Result;
use crate::format::cells::is_gap;
use crate::format::detect::{self, Columns, Detected, FormatHint, decode::decode};
use crate::format::line_shape;
use crate::format::read::answer_field::{AnswerField, GivenAnswers};
use crate::format::read::line::{Lines, field, is_blank_or_comment, is_separator, line_from, line_length};
use crate::format::{ReadRecords, RecordFormat, RecordPlace, Records};
use crate::io::input::Input;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunks::{Chunks, DEFAULT_SIZE};
use crate::pipeline::line_count::LineCount;

/// A file of answers, read in order.
pub(crate) struct AnswerFile {
    chunks: Chunks,
    format: AnswerFormat,
    /// The current chunk.
    chunk: Option<(Chunk, LineCount)>,
    records: Records,
    /// The answers of the chunk.
    answers: GivenAnswers,
    /// The number of answers of the chunk that were read.
    read: usize,
    /// The number of answers read.
    pub(super) count: u64,
    /// The number of empty lines and comments between answers.
    pub(super) skipped: u64,
    /// The number of them after the last answer of the chunk.
    pending: u64,
}

/// The format of the answers.
enum AnswerFormat {
    /// One per line.
    Lines,
    /// In a field of the records of this reader.
    Field(Arc<dyn ReadRecords>, AnswerField),
    /// As the puzzles of the records of this reader, such as grids.
    Puzzles(Arc<dyn ReadRecords>),
}

impl AnswerFormat {
    /// Detects the format of answers that begin with `head`.
    fn of(head: &[u8], name: &str) -> Self {
        let Ok(found) = detect::detect(head, name, &FormatHint::default()) else { return Self::Lines };
        let Detected { reader, columns, answers: field, .. } = found;
        // If detection finds no answers, the puzzles that it finds are the answers.
        let field = field.or_else(|| match columns? {
            Columns::Table(table) => Some(AnswerField::Column(Arc::clone(&table), table.column())),
            Columns::Objects(objects) => Some(AnswerField::Key(objects.key().to_vec(), 0)),
        });
        match field {
            Some(field) => Self::Field(reader, field),
            None if matches!(reader.format(), RecordFormat::Grid | RecordFormat::Csv) => {
                Self::Puzzles(reader)
            }
            None => Self::Lines,
        }
    }

    fn reader(&self) -> Arc<dyn ReadRecords> {
        match self {
            Self::Lines => Arc::new(Lines::default()),
            Self::Field(reader, _) | Self::Puzzles(reader) => Arc::clone(reader),
        }
    }
}

impl AnswerFile {
    /// Opens the answers in `input`. Skips the names of columns before them.
    pub(crate) fn new(input: Input) -> Result<Self> {
        let mut input = decode(input, &FormatHint::default())?;
        let head = input.head();
        let first = &head[..line_length(head)];
        let has_name_alone = line_shape::names_answers(first);
        let format = if has_name_alone { AnswerFormat::Lines } else { AnswerFormat::of(head, input.name()) };
        let header = match &format {
            AnswerFormat::Lines if has_name_alone => first.len(),
            AnswerFormat::Field(..) => detect::detect(head, input.name(), &FormatHint::default())?.preamble,
            AnswerFormat::Lines | AnswerFormat::Puzzles(_) => 0, // a verdict would be mistaken for a header
        };
        input.skip(header);
        let skipped = input.skipped;
        let chunks = Chunks::new(input, format.reader(), DEFAULT_SIZE).counting_lines(skipped);
        let (records, answers) = (Records::default(), GivenAnswers::default());
        Ok(Self { chunks, format, chunk: None, records, answers, read: 0, count: 0, skipped: 0, pending: 0 })
    }

    /// Returns the next answer, or `None` at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>> {
        while self.read == self.answers.len() {
            let used = self.chunk.take().map(|(chunk, _)| chunk);
            self.answers.clear();
            self.read = 0;
            let Some(chunk) = self.chunks.next_chunk(used)? else { return Ok(None) };
            self.read_chunk(chunk.text());
            let lines = LineCount::after(chunk.lines_before);
            self.chunk = Some((chunk, lines));
        }
        (self.read, self.count) = (self.read + 1, self.count + 1);
        let Some((chunk, _)) = &self.chunk else { return Ok(None) };
        Ok(self.answers.get(chunk.text(), 0, self.read - 1).map(|answer| answer.text))
    }

    /// Finds the answers of a chunk.
    fn read_chunk(&mut self, chunk: &[u8]) {
        match &self.format {
            AnswerFormat::Lines => {
                let mut end = 0; // of the last answer
                for_each_line(chunk, 0..chunk.len(), |start, line| {
                    self.skipped += std::mem::take(&mut self.pending) + lines_in(&chunk[end..start]);
                    end = (start + line.len() + 1).min(chunk.len());
                    let indent = line.len() - line.trim_ascii_start().len();
                    let length = answer_of(&line[indent..]).len();
                    self.answers.push_text(start + indent..start + indent + length);
                });
                self.pending += lines_in(&chunk[end..]);
            }
            AnswerFormat::Field(reader, field) => {
                reader.read(chunk, &mut self.records);
                field.read_all(chunk, &self.records, &mut self.answers);
            }
            AnswerFormat::Puzzles(reader) => {
                let reader = Arc::clone(reader);
                self.read_puzzles(reader.as_ref(), chunk);
            }
        }
    }

    fn read_puzzles(&mut self, reader: &dyn ReadRecords, chunk: &[u8]) {
        reader.read(chunk, &mut self.records);
        let puzzles = self.records.puzzles(chunk, Notation::Clues);
        let starts: Vec<u32> = self.records.places().map(|place| place.origin as u32).collect();
        let mut ends = Vec::new();
        reader.ends(chunk, &starts, &mut ends);
        let mut before = 0;
        for (RecordPlace { puzzle, origin }, end) in self.records.places().zip(ends) {
            push_verdicts(chunk, before..origin, &mut self.answers);
            before = end as usize;
            match puzzle {
                Ok(puzzle) => self.answers.push_copy(puzzles.get(puzzle).iter().copied(), origin),
                Err(_) => {
                    let cells = chunk[origin..before].iter().copied().filter(|&byte| !is_gap(byte));
                    self.answers.push_copy(cells, origin);
                }
            }
        }
        push_verdicts(chunk, before..chunk.len(), &mut self.answers);
    }

    /// Returns the line and the column of character `at` of the last answer, from 1.
    pub(crate) fn position(&mut self, at: usize) -> (u64, u64) {
        let Some((chunk, lines)) = &mut self.chunk else { return (1, 1) };
        let start = self.answers.start(self.read.saturating_sub(1));
        let (line, column) = lines.of(chunk.text(), start);
        if let AnswerFormat::Puzzles(reader) = &self.format
            && chunk.text()[start..].len() > CELLS
            && at < CELLS
        {
            let position = reader.locate(chunk.text(), start, at);
            return (line + u64::from(position.line), position.column.into());
        }
        let (line, column) = chunk.original((line, column + at as u32));
        (line, column.into())
    }
}

/// Adds the lines of `chunk` in `range`, which is between two grids, that are the verdict of a record without a solution.
fn push_verdicts(chunk: &[u8], range: std::ops::Range<usize>, answers: &mut GivenAnswers) {
    let end = range.end;
    for_each_line(chunk, range, |start, line| {
        let text = line.trim_ascii();
        let is_heading_of_grid = start + line.len() + 1 >= end && end < chunk.len();
        let is_verdict = match text.strip_prefix(b"[") {
            Some(heading) => heading.starts_with(b"Malformed") && !is_heading_of_grid,
            None => names_verdict(text),
        };
        if is_verdict {
            let indent = line.len() - line.trim_ascii_start().len();
            answers.push_text(start + indent..start + indent + text.len());
        }
    });
}

/// Whether the text is a verdict without a solution: `none`, `conflict r1c2 r1c7`, `malformed: …`.
fn names_verdict(text: &[u8]) -> bool {
    let word = text.split(|byte| matches!(byte, b' ' | b':')).next().unwrap_or_default();
    Verdict::ALL.iter().any(|verdict| verdict.name().as_bytes() == word)
}

/// Calls `visit` with the start and the text of every line of `chunk` in `range` that is neither blank nor a comment.
fn for_each_line(chunk: &[u8], range: std::ops::Range<usize>, mut visit: impl FnMut(usize, &[u8])) {
    let text = &chunk[..range.end];
    let mut start = range.start;
    while start < text.len() {
        let line = line_from(text, start);
        if !is_blank_or_comment(line) {
            visit(start, line);
        }
        start += line.len() + 1;
    }
}

/// Returns the number of line ends in a text.
fn lines_in(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// Returns the answer at the start of a text: 81 characters up to a separator or the end of the text, or else the first field.
fn answer_of(text: &[u8]) -> &[u8] {
    match text.split_at_checked(CELLS) {
        Some((cells, rest)) if rest.first().is_none_or(|&byte| is_separator(byte)) => cells,
        _ => field(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn answers(text: &str) -> Vec<(String, u64, u64)> {
        let input = Input::reader("answers", Cursor::new(text.to_owned().into_bytes())).expect("an input");
        let mut file = AnswerFile::new(input).expect("answers");
        let mut found = Vec::new();
        while let Some(answer) = file.next().expect("an answer") {
            let text = String::from_utf8_lossy(answer).into_owned();
            let (line, column) = file.position(0);
            found.push((text, line, column));
        }
        assert_eq!(file.count, found.len() as u64);
        found
    }

    fn owned<const COUNT: usize>(answers: [(&str, u64, u64); COUNT]) -> Vec<(String, u64, u64)> {
        answers.map(|(text, line, column)| (text.to_owned(), line, column)).to_vec()
    }

    #[test]
    fn every_line_except_blanks_comments_and_a_header_is_an_answer() {
        let grid = "1".repeat(81);
        let text = format!("solution\n# c\n{grid}\nnone\n\n  12 x\n {grid},3\nmultiple");
        let expected = [(&*grid, 3, 1), ("none", 4, 1), ("12", 6, 3), (&*grid, 7, 2), ("multiple", 8, 1)];
        assert_eq!(answers(&text), owned(expected));
        assert_eq!(answers(""), []);
        assert_eq!(answers("none\nmultiple\n"), owned([("none", 1, 1), ("multiple", 2, 1)]));
        assert_eq!(answers(&format!("none\n{ANSWER}\n")), owned([("none", 1, 1), (ANSWER, 2, 1)]));
        assert_eq!(answers(&format!("{PUZZLE} {ANSWER} 1\n")), owned([(ANSWER, 1, 83)]));
    }

    #[test]
    fn answers_are_in_a_column_of_a_table_or_a_key_of_objects() {
        let table = format!(
            "line,puzzle,solution,verdict\n1,{PUZZLE},{ANSWER},solved\n2,,,malformed\n3,{PUZZLE},,none\n"
        );
        assert_eq!(answers(&table), owned([(ANSWER, 2, 85), ("", 3, 4), ("", 4, 85)]));
        let alone = format!("id;solution\n1;{ANSWER}\n2;12\n");
        assert_eq!(answers(&alone), owned([(ANSWER, 2, 3), ("12", 3, 3)]));
        let objects = format!(
            "{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{ANSWER}\"}}\n{{\"puzzle\":\"\",\"solution\":null}}\n"
        );
        assert_eq!(answers(&objects), owned([(ANSWER, 1, 107), ("", 2, 25)]));
        let texts = format!("[\"{ANSWER}\",\n\"{ANSWER}\"]");
        assert_eq!(answers(&texts), owned([(ANSWER, 1, 3), (ANSWER, 2, 2)]));
    }

    #[test]
    fn grids_and_the_verdicts_between_them_are_answers() {
        let rows = |separator: &str| {
            let row = |row: &[u8]| {
                let cells: Vec<String> = row.iter().map(|&cell| char::from(cell).to_string()).collect();
                cells.join(separator) + "\n"
            };
            ANSWER.as_bytes().chunks(9).map(row).collect::<String>()
        };
        let spaced = format!("none\n\n{}\nconflict r1c1 r1c2\n\n{}\nmalformed: x\n\n", rows(" "), rows(" "));
        let expected = [
            ("none", 1, 1),
            (ANSWER, 3, 1),
            ("conflict r1c1 r1c2", 13, 1),
            (ANSWER, 15, 1),
            ("malformed: x", 25, 1),
        ];
        assert_eq!(answers(&spaced), owned(expected));
        let headed = format!(
            "[Solved]\n{}[Malformed: x]\n[Solved]\n{}[Malformed: y]\n{}",
            rows(""),
            rows(""),
            rows("")
        );
        let expected = [(ANSWER, 2, 1), ("[Malformed: x]", 11, 1), (ANSWER, 13, 1), (ANSWER, 23, 1)];
        assert_eq!(answers(&headed), owned(expected));
        let short = format!("{}\n{}", rows(""), &rows("")[..80]);
        assert_eq!(answers(&short)[1].0, ANSWER[..72]);
    }

    #[test]
    fn a_cell_of_a_grid_is_located() {
        let text = ANSWER
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect::<String>();
        let input = Input::reader("answers", Cursor::new(format!("# c\n{text}").into_bytes())).unwrap();
        let mut file = AnswerFile::new(input).unwrap();
        assert_eq!(file.next().unwrap(), Some(ANSWER.as_bytes()));
        assert_eq!((file.position(0), file.position(10), file.position(80)), ((2, 1), (3, 2), (10, 9)));
    }

    #[test]
    fn answers_continue_from_chunk_to_chunk() {
        let text = format!("{}\n", "1".repeat(81)).repeat(8000);
        let found = answers(&text);
        assert_eq!((found.len(), found[7999].1), (8000, 8000));
    }
}
