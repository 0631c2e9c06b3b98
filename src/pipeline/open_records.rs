//! Records whose format is known, ready to be read in chunks.

use crate::board::notation::Notation;
use crate::error::{Error, FormatError, Result};
use crate::format::Column;
use crate::format::detect::Detected;
use crate::format::read::answer_field::AnswerField;
use crate::io::input::Input;
use crate::pipeline::chunk::{Chunk, Reading};
use crate::pipeline::chunks::{self, Chunks};
use crate::pipeline::ordered::{Sink, Stage, WINDOW, run_ordered};
use crate::pipeline::run_settings::RunSettings;
use crate::pipeline::threads::WorkerPool;

/// The records of an open input.
pub struct OpenRecords {
    /// The input, after the header.
    pub input: Input,
    /// The format of the records.
    pub format: Detected,
    /// The field of the data set's answers, if they are read.
    answer_field: Option<AnswerField>,
}

impl OpenRecords {
    /// Returns the records of `input` in this format.
    pub(crate) fn new(input: Input, format: Detected) -> Self {
        Self { input, format, answer_field: None }
    }

    /// Also reads the answers in `field` of the records.
    pub(crate) fn reading_answers(self, field: Option<AnswerField>) -> Self {
        Self { answer_field: field, ..self }
    }

    /// Returns the field of a column that is not that of the puzzles.
    ///
    /// # Errors
    /// When there is no such column, and with the words `refused` for another column that cannot be read.
    pub(crate) fn field(&self, column: &Column, refused: &str) -> Result<AnswerField> {
        let name = self.input.name();
        match self.format.field(Some(column)) {
            Ok(Some(field)) => Ok(field),
            Err(reason @ FormatError::NoSuchColumn { .. }) => Err(Error::format(name, 1, reason)),
            _ => Err(Error::refused(format!("{name}: the column '{column}' {refused}"))),
        }
    }

    /// Refuses records that are pencilmarks.
    ///
    /// # Errors
    /// For pencilmarks.
    pub(crate) fn require_clues(&self) -> Result<()> {
        match self.format.reader.notation() {
            Notation::Clues => Ok(()),
            Notation::Pencilmarks => {
                let need = "canonical forms, equivalents and minimal puzzles need clues";
                Err(Error::refused(format!("{} contains pencilmarks, but {need}", self.input.name())))
            }
        }
    }

    /// Runs a stage over the chunks of the input, and returns the sink. Lines are counted only if they are needed.
    pub(crate) fn run_on<St, Si>(
        self,
        pool: &WorkerPool,
        settings: &RunSettings,
        needs_lines: bool,
        make_stage: impl Fn() -> St + Send + Sync + 'static,
        sink: Si,
    ) -> Result<Si>
    where
        St: Stage<Chunk>,
        Si: Sink<St::Out>,
    {
        let Self { input, format, answer_field } = self;
        let (on_chunk, stop_flags) = settings.watch(input.length());
        let size = settings
            .chunk_size
            .unwrap_or_else(|| chunks::size_for(input.length(), pool.len(), format.reader.notation()));
        let lines = needs_lines.then(|| input.lines_before());
        let reading = Reading { format: format.reader, answer_field, on_chunk };
        let mut chunks = Chunks::of_run(input, reading, size);
        (chunks.lines, chunks.stop_flags) = (lines, stop_flags);
        run_ordered(pool, chunks, move || Ok(make_stage()), sink, WINDOW)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::format::detect::{self, FormatHint};
    use crate::format::write::answer_rows::AnswerRows;
    use crate::format::write::rows::RowFormat;
    use crate::io::OutputBuffer;
    use crate::pipeline::SolveJob;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Solves `text` in parts of about `size` bytes. Returns the results with the columns of the input, and the bad records.
    fn solved(text: &[u8], size: usize) -> (String, Vec<(u64, u64)>) {
        let mut whole = Input::bytes("parts", text.to_vec()).unwrap();
        let detected = detect::detect(whole.head(), "parts", &FormatHint::default()).unwrap();
        whole.skip(detected.preamble);
        let head = whole.head().to_vec();
        let (answers, mut bad) = (OutputBuffer::default(), Vec::new());
        let mut rest = text;
        let mut lines = 0;
        loop {
            let cut = if rest.len() > size { detected.reader.cut(&rest[..size]) } else { None };
            let (part, others) = rest.split_at(cut.unwrap_or(rest.len()));
            let is_first = part.as_ptr() == text.as_ptr();
            let mut input = match is_first {
                true => Input::bytes("parts", part.to_vec()).unwrap(),
                false => Input::part("parts", part.to_vec(), &head, lines),
            };
            if is_first {
                input.skip(detected.preamble);
            }
            let writer = Arc::new(AnswerRows::beside_columns(RowFormat::Csv, &detected));
            let records = OpenRecords::new(input, detected.clone());
            let job = SolveJob::new(records.into(), answers.output("answers")).unique();
            let report = job.writer(writer).run().unwrap();
            bad.extend(report.bad.iter().map(|bad| (bad.line, bad.column)));
            lines += part.iter().filter(|&&byte| byte == b'\n').count() as u64;
            rest = others;
            if rest.is_empty() {
                return (String::from_utf8(answers.take()).unwrap(), bad);
            }
        }
    }

    #[test]
    fn the_outputs_of_all_parts_add_up_to_the_output_of_the_whole() {
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
                    "parts of {size}"
                );
            }
        }
    }
}
