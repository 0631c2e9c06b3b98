//! Text that arrives in pieces, such as the file of a page in a browser.

use crate::error::Result;
use crate::format::detect::{self, Detected, FormatHint};
use crate::io::input::{BOM, Bytes, Input, SharedBytes, has_head, head_of};
use crate::pipeline::record_run::RecordRun;

/// Cuts text that arrives in pieces into runs over whole records. Where the input can be read on demand,
/// [`Input::reader`] is simpler.
///
/// Every run is over the next records of one file: its lines are those of the file, and only the first one writes a header.
/// So the outputs of the runs, one after another, are those of the whole file. What is found out about several records, as in an
/// audit, is found out about those of one run. The text must not be compressed.
///
/// ```
/// use bulkdoku::format::detect::FormatHint;
/// use bulkdoku::format::OutputFormat;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::{Pieces, RecordRun, SolveRun};
/// use bulkdoku::solver::Engine;
/// use bulkdoku::solver::batch::{Goal, Task};
///
/// let answers = OutputBuffer::default();
/// let solve = |records: RecordRun| {
///     let engine = Box::new(|| Engine::Lanes.build());
///     let run = SolveRun { records, task: Task::new(Goal::Unique), engine };
///     run.write(answers.output("answers"), OutputFormat::Csv.writer())
/// };
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n".repeat(1000);
/// let mut pieces = Pieces::new("dropped.txt", FormatHint::default());
/// for piece in text.as_bytes().chunks(50_000) {
///     pieces.push(piece);
///     if let Some(records) = pieces.records()? {
///         solve(records)?;
///     }
/// }
/// if let Some(records) = pieces.finish()? {
///     solve(records)?;
/// }
/// assert_eq!(answers.take().split(|&byte| byte == b'\n').count(), 1 + 1000 + 1, "header, answers, end");
/// # Ok::<(), bulkdoku::Error>(())
/// ```
pub struct Pieces {
    name: String,
    hint: FormatHint,
    /// The text that is in no run yet.
    text: Vec<u8>,
    format: Option<PieceFormat>,
    /// The number of lines before `text`.
    lines: u64,
}

/// What is known once the first records are there.
struct PieceFormat {
    detected: Detected,
    /// The byte order mark and the header, until they are in a run.
    preamble: Option<Vec<u8>>,
    /// The first bytes of the records.
    head: Bytes,
}

impl Pieces {
    /// No text yet. `name` is its name in messages.
    pub fn new(name: &str, hint: FormatHint) -> Self {
        Self { name: name.to_owned(), hint, text: Vec::new(), format: None, lines: 0 }
    }

    /// Adds the next piece of the text.
    pub fn push(&mut self, piece: &[u8]) {
        self.text.extend_from_slice(piece);
    }

    /// The format, once enough text is there to detect it.
    pub fn format(&self) -> Option<&Detected> {
        self.format.as_ref().map(|format| &format.detected)
    }

    /// Takes the records that are whole; `None` if more text has to arrive first.
    ///
    /// # Errors
    /// [`Error::Format`](crate::Error::Format) when the text is in no known format.
    pub fn records(&mut self) -> Result<Option<RecordRun>> {
        if self.format.is_none() && !has_head(&self.text) {
            return Ok(None);
        }
        self.detect()?;
        let cut = self.format().and_then(|format| format.reader.cut(&self.text));
        Ok(cut.and_then(|length| self.take(length, false)))
    }

    /// Takes the last records, after the last piece; `None` if there are none left.
    ///
    /// # Errors
    /// As [`Pieces::records`].
    pub fn finish(mut self) -> Result<Option<RecordRun>> {
        self.detect()?;
        let has_begun = self.format.as_ref().is_some_and(|format| format.preamble.is_none());
        let is_done = has_begun && self.text.is_empty();
        Ok(if is_done { None } else { self.take(self.text.len(), true) })
    }

    /// Detects the format, and takes what is before the first record.
    fn detect(&mut self) -> Result<()> {
        if self.format.is_some() {
            return Ok(());
        }
        let mark = if self.text.starts_with(BOM) { BOM.len() } else { 0 };
        let head = head_of(&self.text[mark..]);
        let detected = detect::detect(head, &self.name, &self.hint)?;
        let preamble: Vec<u8> = self.text.drain(..mark + detected.preamble).collect();
        self.lines = memchr::memchr_iter(b'\n', &preamble).count() as u64;
        let head = Bytes::Owned(head_of(&self.text).to_vec());
        self.format = Some(PieceFormat { detected, preamble: Some(preamble), head });
        Ok(())
    }

    /// Takes `length` bytes of whole records.
    fn take(&mut self, length: usize, is_last: bool) -> Option<RecordRun> {
        let format = self.format.as_mut()?;
        let rest = self.text.split_off(length);
        let text = std::mem::replace(&mut self.text, rest);
        let before = self.lines;
        self.lines += memchr::memchr_iter(b'\n', &text).count() as u64;
        let mut input = Input::piece(&self.name, SharedBytes::of(text), before, format.preamble.take());
        input.is_part_of(format.head.clone(), is_last);
        Some(RecordRun::new(input, std::sync::Arc::clone(&format.detected.reader)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::write::append_columns::AppendColumns;
    use crate::format::{WriteAnswers, write::csv_jsonl::Csv};
    use crate::io::OutputBuffer;
    use crate::pipeline::SolveRun;
    use crate::solver::Engine;
    use crate::solver::batch::{Goal, Task};
    use std::sync::Arc;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// What is written for `text` in pieces of `size` bytes, with the columns of the input, and the bad records.
    fn solved(text: &[u8], size: usize) -> (String, Vec<(u64, u64)>) {
        let (answers, mut bad) = (OutputBuffer::default(), Vec::new());
        let mut solve = |detected: Detected, records: RecordRun| {
            let columns = detected.table.and_then(|table| AppendColumns::new(&table, records.input.head()));
            let writer: Arc<dyn WriteAnswers> = columns.map_or(Arc::new(Csv), |columns| Arc::new(columns));
            let engine = Box::new(|| Engine::Scalar.build());
            let run = SolveRun { records, task: Task::new(Goal::Unique), engine };
            let report = run.write(answers.output("answers"), writer).unwrap();
            bad.extend(report.bad.iter().map(|bad| (bad.line, bad.column)));
        };
        let mut pieces = Pieces::new("pieces", FormatHint::default());
        for piece in text.chunks(size) {
            pieces.push(piece);
            if let Some(records) = pieces.records().unwrap() {
                solve(pieces.format().unwrap().clone(), records);
            }
        }
        pieces.detect().unwrap();
        let detected = pieces.format().unwrap().clone();
        if let Some(records) = pieces.finish().unwrap() {
            solve(detected, records);
        }
        (String::from_utf8(answers.take()).unwrap(), bad)
    }

    #[test]
    fn the_outputs_of_all_pieces_are_those_of_the_whole() {
        let row =
            |index: u32| if index == 700 { "700,bad\n".to_owned() } else { format!("{index},{PUZZLE}\n") };
        let table = (0..900).map(row).collect::<String>();
        let grid = PUZZLE.as_bytes().chunks(9).map(|row| format!("{}\n", std::str::from_utf8(row).unwrap()));
        let grids = format!("{}\n", grid.collect::<String>()).repeat(900);
        let lines = format!("# comment\n\u{e9}\n{PUZZLE}\r\n").repeat(900);
        for text in [format!("\u{feff}id,puzzle\n{table}"), grids, lines, PUZZLE.to_owned(), String::new()] {
            let whole = solved(text.as_bytes(), usize::MAX);
            for size in [1000, 70_001] {
                let (answers, bad) = solved(text.as_bytes(), size);
                assert_eq!(
                    (&answers, &bad[..bad.len().min(10)]),
                    (&whole.0, &whole.1[..]),
                    "pieces of {size}"
                );
            }
        }
    }

    #[test]
    fn text_of_no_format_is_refused() {
        let mut pieces = Pieces::new("notes", FormatHint::default());
        pieces.push(b"no puzzle, and no row of one\n");
        assert!(pieces.records().unwrap().is_none());
        let refused = pieces.finish().err().unwrap();
        assert!(refused.to_string().starts_with("notes:1:1: cannot tell the format"), "{refused}");
    }
}
