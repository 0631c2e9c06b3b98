//! A run over the records of an open input: the layer below [`SolveJob`](super::SolveJob).

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::format::WriteAnswers;
use crate::io::output::Output;
use crate::pipeline::all_solutions::{ListStage, ListWriter};
use crate::pipeline::chunk_solver::{AnswerStage, ChunkSolver};
use crate::pipeline::ordered_writer::OrderedWriter;
use crate::pipeline::record_run::RecordRun;
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;
use crate::solver::batch::{Solve, Task};

/// A function that builds an engine. Each worker calls it once, on its own thread.
pub type BuildEngine = Box<dyn Fn() -> Box<dyn Solve> + Send + Sync>;

/// The records of an open input, and how to solve them.
///
/// [`SolveJob`](super::SolveJob) opens the files, detects the formats and runs this.
pub struct SolveRun {
    /// The records.
    pub records: RecordRun,
    /// The task for each record.
    pub task: Task,
    /// The function that builds the engine of each worker.
    pub engine: BuildEngine,
}

impl SolveRun {
    /// Solves every record and writes the results to `output`, in the order of the records.
    ///
    /// Besides a mapped input, the run needs memory for at most 48 MiB of results that wait for earlier ones, and for each
    /// worker's engine and a few chunks.
    ///
    /// # Errors
    /// The first failure to read or write. The run does not wait for a worker in the middle of a hard puzzle. An existing file is
    /// then unchanged, and no temporary file is left.
    pub fn write(self, output: Output, writer: Arc<dyn WriteAnswers>) -> Result<Report> {
        let pool = WorkerPool::start(self.records.settings.threads)?;
        self.write_on(&pool, output, writer, None)
    }

    /// Solves every record like [`SolveRun::write`], and lists the solutions of every record in `list`. Each line is the record's
    /// line in the input, a comma and a solution, in the order of the records and of the solutions' text.
    ///
    /// It lists as many solutions as the outcome of the record counts, and no solution of a record whose budget was exhausted. A
    /// second search finds them in order, whatever the engine. Memory does not grow with the number of solutions, but a worker
    /// with many of them waits for the chunks before its own.
    ///
    /// # Errors
    /// As [`SolveRun::write`].
    #[cfg(feature = "cli")]
    pub fn write_and_list(
        self,
        output: Output,
        writer: Arc<dyn WriteAnswers>,
        list: Output,
    ) -> Result<Report> {
        let pool = WorkerPool::start(self.records.settings.threads)?;
        self.write_on(&pool, output, writer, Some(list))
    }

    /// Solves every record on running threads, and lists all solutions in `list`, if there is one.
    pub(crate) fn write_on(
        self,
        pool: &WorkerPool,
        output: Output,
        writer: Arc<dyn WriteAnswers>,
        list: Option<Output>,
    ) -> Result<Report> {
        let results = self.sink(pool, output, writer.as_ref())?;
        let Self { records, task, engine } = self;
        let is_first = records.input.earlier().is_none();
        let (needs_lines, of_stage) = (writer.needs_lines(), Arc::clone(&writer));
        let stage =
            move || AnswerStage { solver: ChunkSolver::new(task, engine()), writer: Arc::clone(&of_stage) };
        let (mut results, list) = match list {
            None => (records.run_on(pool, needs_lines, stage, results)?, None),
            Some(list) => {
                let sink = ListWriter::new(results, list, is_first)?;
                let sink = records.run_on(pool, true, move || ListStage::new(stage()), sink)?;
                (sink.results, Some(sink.list))
            }
        };
        results.replace_header(|records| writer.final_header(records))?;
        results.finish_after(list)
    }

    /// Creates the sink: writes the header of `writer`, and then the results.
    ///
    /// # Errors
    /// When the header cannot be written, and when the output cannot be an array.
    fn sink(
        &self,
        pool: &WorkerPool,
        mut output: Output,
        writer: &dyn WriteAnswers,
    ) -> Result<OrderedWriter> {
        let input = &self.records.input;
        if writer.final_header(0).is_some() {
            if input.earlier().is_some() || !input.is_last_part() {
                return Err(Error::refused(
                    "the arrays of parts cannot be concatenated: write one array for the whole file",
                ));
            }
            output.overwrite_start(b"").map_err(|_| {
                let needed = "the header of an array is written last, which needs an uncompressed file";
                Error::refused(format!("{needed}: {} is not one", output.name()))
            })?;
        }
        OrderedWriter::for_rows(output, writer.header(), input, pool)
    }
}
