//! Runs over the records of an open input.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::board::notation::Notation;
use crate::error::{Refusal, Result};
use crate::format::ReadRecords;
use crate::format::detect::{self, Detected, FormatHint};
use crate::format::read::answer_field::AnswerField;
use crate::format::read::line::Lines;
use crate::io::input::Input;
use crate::macros::setters::setters;
use crate::pipeline::chunk::{Chunk, Reading};
use crate::pipeline::chunks::{self, Chunks};
use crate::pipeline::ordered::{Sink, Stage, WINDOW, run_ordered};
use crate::pipeline::report::{OnChunk, Progress, Tally};
use crate::pipeline::threads::WorkerPool;

/// The records of an open input, and the settings of a run over them.
pub struct RecordRun {
    /// The records, after the header.
    pub input: Input,
    /// Their format.
    pub format: Detected,
    /// The threads, chunks and progress of the run.
    pub settings: RunSettings,
    /// The field of the data set's answers, if they are read.
    answer_field: Option<AnswerField>,
}

/// The settings of a run over records. Results do not depend on them.
#[derive(Clone)]
#[non_exhaustive]
pub struct RunSettings {
    /// The number of worker threads. 0, the default, means one per core, or the value of `RAYON_NUM_THREADS`.
    pub(crate) threads: usize,
    /// The number of bytes of a chunk. `None`, the default, means a size that suits the input.
    #[doc(hidden)] // for the tests
    pub chunk_size: Option<usize>,
    /// The function that workers call with the counters of each chunk.
    pub(crate) on_chunk: OnChunk,
    /// The flag that ends the run with an error before the next chunk when it becomes true.
    pub(crate) is_stopped: Option<Arc<AtomicBool>>,
    pub(crate) report: Option<Arc<dyn OnProgress>>,
}

/// A callback for [`RunSettings::on_progress`].
pub(crate) trait OnProgress: Fn(&Progress) -> ControlFlow<()> + Send + Sync {}

impl<F: Fn(&Progress) -> ControlFlow<()> + Send + Sync> OnProgress for F {}

impl Default for RunSettings {
    fn default() -> Self {
        Self { threads: 0, chunk_size: None, on_chunk: Arc::new(|_| ()), is_stopped: None, report: None }
    }
}

impl RunSettings {
    setters! {
        /// Sets the number of worker threads. 0, the default, means one per core, or the value of `RAYON_NUM_THREADS`.
        threads: usize,
    }

    /// Calls `report` whenever a chunk of the input is done, on a worker's thread, one call at a time. When it returns
    /// [`ControlFlow::Break`], the run ends with [`Error::Stopped`](crate::Error::Stopped) before its next chunk. A job that
    /// reads its input twice starts over at the second pass.
    pub fn on_progress(
        mut self,
        report: impl Fn(&Progress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Self {
        self.report = Some(Arc::new(report));
        self
    }

    /// Returns the function that workers call with each finished chunk of an input of `total` bytes, and the flag that stops the
    /// run.
    pub(crate) fn watch(&self, total: Option<u64>) -> (OnChunk, Option<Arc<AtomicBool>>) {
        let Some(report) = self.report.clone() else {
            return (Arc::clone(&self.on_chunk), self.is_stopped.clone());
        };
        let is_stopped = self.is_stopped.clone().unwrap_or_default();
        let (stop, on_chunk) = (Arc::clone(&is_stopped), Arc::clone(&self.on_chunk));
        let so_far = Mutex::new(Progress { total, ..Progress::default() });
        let watched = move |chunk: &Tally| {
            on_chunk(chunk);
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            so_far.tally.add(chunk);
            so_far.bytes = so_far.tally.bytes;
            if report(&so_far).is_break() {
                stop.store(true, Relaxed);
            }
        };
        (Arc::new(watched), Some(is_stopped))
    }

    /// Ends the run with [`Error::Stopped`](crate::Error::Stopped) before its next chunk when `is_stopped` becomes true.
    pub fn stopping_when(mut self, is_stopped: Arc<AtomicBool>) -> Self {
        self.is_stopped = Some(is_stopped);
        self
    }
}

impl RecordRun {
    /// Creates a run over `input` with the default settings.
    pub fn new(input: Input, reader: Arc<dyn ReadRecords>) -> Self {
        Self::detected(input, Detected::of_reader(reader), RunSettings::default())
    }

    /// Detects the format of `input` and creates a run over its records with the default settings.
    ///
    /// # Errors
    /// As [`detect::open`].
    pub fn open(input: Input, hint: &FormatHint) -> Result<Self> {
        let (input, format) = detect::open(input, hint)?;
        Ok(Self::detected(input, format, RunSettings::default()))
    }

    /// Creates a run over the records of `input` in this format.
    pub(super) fn detected(input: Input, format: Detected, settings: RunSettings) -> Self {
        Self { input, format, settings, answer_field: None }
    }

    /// Creates a run over the one-line puzzles of `input`.
    pub fn lines(input: Input) -> Self {
        Self::new(input, Arc::new(Lines))
    }

    /// Also reads the answers in `field` of the records.
    pub(crate) fn reading_answers(self, field: Option<AnswerField>) -> Self {
        Self { answer_field: field, ..self }
    }

    /// Refuses records that are pencilmarks.
    ///
    /// # Errors
    /// [`Refusal::Pencilmarks`].
    pub(crate) fn require_clues(&self) -> Result<()> {
        match self.format.reader.notation() {
            Notation::Clues => Ok(()),
            Notation::Pencilmarks => Err(Refusal::Pencilmarks(self.input.name().to_owned()).into()),
        }
    }

    /// Runs a stage over the chunks of the input, and returns the sink. Lines are counted only if they are needed.
    pub(crate) fn run_on<St, Si>(
        self,
        pool: &WorkerPool,
        needs_lines: bool,
        make_stage: impl Fn() -> St + Send + Sync + 'static,
        sink: Si,
    ) -> Result<Si>
    where
        St: Stage<Item = Chunk>,
        Si: Sink<St::Out>,
    {
        let Self { input, format, settings, answer_field } = self;
        let (on_chunk, is_stopped) = settings.watch(input.length());
        let size = settings.chunk_size.unwrap_or_else(|| chunks::size_for(input.length(), pool.len()));
        let lines = needs_lines.then(|| input.lines_before());
        let reading = Reading { format: format.reader, answer_field, on_chunk };
        let mut chunks = Chunks::of_run(input, reading, size);
        (chunks.lines, chunks.is_stopped) = (lines, is_stopped);
        run_ordered(pool, chunks, move || Ok(make_stage()), sink, WINDOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::WriteAnswers;
    use crate::format::write::append_columns::AppendColumns;
    use crate::format::write::csv_jsonl::Csv;
    use crate::format::write::rows::RowFormat;
    use crate::io::OutputBuffer;
    use crate::pipeline::SolveRun;
    use crate::solver::Engine;
    use crate::solver::batch::{Goal, Task};

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
            let columns = detected
                .columns
                .as_ref()
                .and_then(|columns| AppendColumns::new(RowFormat::Csv, columns, &head));
            let writer: Arc<dyn WriteAnswers> = columns.map_or(Arc::new(Csv), |columns| Arc::new(columns));
            let records = RecordRun::new(input, Arc::clone(&detected.reader));
            let engine = Box::new(|| Engine::Single.build());
            let run = SolveRun { records, task: Task::new(Goal::Unique), engine };
            let report = run.write(answers.output("answers"), writer).unwrap();
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
