//! A run over the records of an open input: the layer below [`Job`](super::Job), for callers with their own formats.

use std::sync::Arc;
use std::time::Instant;

use crate::error::Result;
use crate::format::{ReadRecords, WriteAnswers};
use crate::io::input::Input;
use crate::io::output::Output;
use crate::pipeline::all_solutions::{ListStage, ListWriter};
use crate::pipeline::chunks::{self, Chunk, Chunks};
use crate::pipeline::ordered::{Sink, Stage, WINDOW, run_ordered};
use crate::pipeline::ordered_writer::OrderedWriter;
use crate::pipeline::report::{EarlierLines, Report};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::worker::{AnswerStage, BuildEngine, ChunkSolver, OnChunk, SolveSettings};
use crate::solver::batch::Task;

/// The records of an open input, and how to solve them.
///
/// [`Job`](super::Job) opens the files and finds the formats. This is what it runs; use it for an input, a reader or a
/// writer of your own.
///
/// ```
/// use std::sync::Arc;
/// use bulkdoku::format::read::line::Lines;
/// use bulkdoku::format::write::lines::AnswerLines;
/// use bulkdoku::io::{Input, Output};
/// use bulkdoku::pipeline::SolveRun;
/// use bulkdoku::solver::Engine;
/// use bulkdoku::solver::batch::{Goal, Task};
///
/// # fn main() -> bulkdoku::error::Result<()> {
/// let puzzles = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let run = SolveRun {
///     input: Input::reader("memory", puzzles.as_bytes())?,
///     reader: Arc::new(Lines),
///     task: Task::new(Goal::Unique),
///     engine: Box::new(|| Engine::Lanes.build()),
///     threads: 2,
///     chunk_size: None,
///     on_chunk: Box::new(|_| ()),
/// };
/// let report = run.write(Output::writer("nowhere", std::io::sink()), Arc::new(AnswerLines))?;
/// assert_eq!(report.tally.answered(), 1);
/// # Ok(())
/// # }
/// ```
pub struct SolveRun {
    /// The records.
    pub input: Input,
    /// The format of the records.
    pub reader: Arc<dyn ReadRecords>,
    /// What is asked of each record.
    pub task: Task,
    /// Builds the engine of a worker.
    pub engine: BuildEngine,
    /// The number of worker threads; 0 for one per core, or the value of `RAYON_NUM_THREADS`.
    pub threads: usize,
    /// The bytes of a chunk; `None` for a size that suits the input. The output does not depend on it.
    pub chunk_size: Option<usize>,
    /// Called with the counters of each chunk.
    pub on_chunk: OnChunk,
}

impl SolveRun {
    /// Solves every record and writes the answers to `output`, in the order of the records.
    ///
    /// Besides a mapped input, the run takes at most 48 MiB of answers that wait for earlier ones, and for each worker
    /// its engine and a few chunks.
    ///
    /// # Errors
    /// With the first failure to read or write. A worker in the middle of a hard puzzle is not waited for. A file that
    /// was there before is then unchanged, and no temporary file is left.
    pub fn write(self, output: Output, writer: Arc<dyn WriteAnswers>) -> Result<Report> {
        let pool = WorkerPool::start(self.threads)?;
        self.write_on(&pool, output, writer)
    }

    /// Does the same on threads that have been started.
    pub(crate) fn write_on(
        self,
        pool: &WorkerPool,
        output: Output,
        writer: Arc<dyn WriteAnswers>,
    ) -> Result<Report> {
        let sink = OrderedWriter::for_answers(output, writer.as_ref(), &self.input)?;
        let (needs_lines, started) = (writer.needs_lines(), Instant::now());
        let stage = move |solver| AnswerStage::new(solver, Arc::clone(&writer));
        let earlier = EarlierLines::of(&self.input);
        let report = earlier.number(self.run_on(pool, needs_lines, stage, sink)?);
        Ok(Report { threads: pool.len(), elapsed: started.elapsed(), ..report })
    }

    /// Does the same, and lists the solutions of every record in `list`: one solution per line, after the record's line
    /// in the input and a comma, in the order of the records and of the solutions' text.
    ///
    /// It lists as many solutions as the outcome of the record counts, and none of a record whose budget was exhausted.
    /// They are searched for again by [`Solutions`], so that the order does not depend on the engine. Memory does not
    /// grow with the number of solutions, but a worker with many of them waits for the chunks before its own.
    ///
    /// # Errors
    /// As [`SolveRun::write`].
    ///
    /// [`Solutions`]: crate::solver::enumerate::Enumerator
    pub fn write_and_list(
        self,
        output: Output,
        writer: Arc<dyn WriteAnswers>,
        list: Output,
    ) -> Result<Report> {
        let pool = WorkerPool::start(self.threads)?;
        let answers = OrderedWriter::for_answers(output, writer.as_ref(), &self.input)?;
        let sink = ListWriter::new(answers, list, self.input.earlier().is_none())?;
        let started = Instant::now();
        let stage = move |solver| ListStage::new(AnswerStage::new(solver, Arc::clone(&writer)));
        let earlier = EarlierLines::of(&self.input);
        let report = earlier.number(self.run_on(&pool, true, stage, sink)?);
        Ok(Report { threads: pool.len(), elapsed: started.elapsed(), ..report })
    }

    /// Runs a stage over the chunks of the input. Lines are counted only if they are needed.
    pub(crate) fn run_on<Work, End>(
        self,
        pool: &WorkerPool,
        needs_lines: bool,
        make_stage: impl Fn(ChunkSolver) -> Work + Send + Sync + 'static,
        sink: End,
    ) -> Result<End::Finished>
    where
        Work: Stage<Item = Chunk>,
        End: Sink<Work::Out>,
    {
        let Self { input, reader, task, engine, chunk_size, on_chunk, .. } = self;
        let size = chunk_size.unwrap_or_else(|| chunks::size_for(input.length(), pool.len()));
        let lines_before = if needs_lines { input.lines_before() } else { 0 };
        let mut chunks = Chunks::new(input, Arc::clone(&reader), size);
        if needs_lines {
            chunks = chunks.counting_lines(lines_before);
        }
        let settings = Arc::new(SolveSettings { reader, task, engine, on_chunk });
        let make_stage = move || Ok(make_stage(ChunkSolver::new(Arc::clone(&settings))));
        run_ordered(pool, chunks, make_stage, sink, WINDOW)
    }
}
