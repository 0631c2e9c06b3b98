//! Runs a solving job: opens the records, solves them and writes the results.

#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Arc;

use super::SolveJob;
use crate::error::{Error, Refusal, Result};
#[cfg(feature = "files")]
use crate::format::OutputFormat;
use crate::format::WriteAnswers;
use crate::io::{Input, Output};
#[cfg(feature = "files")]
use crate::pipeline::all_solutions::{ListStage, ListWriter};
use crate::pipeline::chunk_solver::{AnswerStage, ChunkSolver};
use crate::pipeline::ordered_writer::OrderedWriter;
use crate::pipeline::report::Report;
#[cfg(feature = "files")]
use crate::pipeline::source::RecordSource;
use crate::pipeline::threads::WorkerPool;

/// Solves the file `input` and writes a result per record to `output`, in the order of the input.
///
/// Detects the format of the input, writes the format that the [name of the output](OutputFormat::of_name) ends with, and reads and
/// writes `.gz` and `.zst` files compressed. Uses all cores; [`SolveJob`] has settings for this and more.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (input, output) = (folder.path().join("puzzles.txt"), folder.path().join("solutions.txt"));
/// # std::fs::write(&input, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n")?;
/// let report = bulkdoku::solve_file(&input, &output)?;
/// assert_eq!(report.tally.answered(), 1);
/// assert!(std::fs::read_to_string(&output)?.starts_with("534678912672195348"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`SolveJob::run`].
#[cfg(feature = "files")]
pub fn solve_file(input: impl AsRef<Path>, output: impl AsRef<Path>) -> Result<Report> {
    let (source, format) = (RecordSource::read_once(input.as_ref()), OutputFormat::of_name(&output));
    SolveJob::new(source, Output::file(output)?).output_format(format).run()
}

impl SolveJob {
    /// Solves the records and returns when the output is complete.
    ///
    /// A record that is not a puzzle is not an error: it gets a verdict, and the run continues. Besides a mapped input, the run
    /// needs memory for at most 48 MiB of results that wait for earlier ones, and for each worker's engine and a few chunks.
    ///
    /// # Errors
    /// When the input cannot be read or its format is unknown, when the output cannot be written, when the settings do not fit
    /// the input, and when the run is [stopped](Error::Stopped). The run does not wait for a worker in the middle of a hard
    /// puzzle. An existing output file is then unchanged.
    pub fn run(self) -> Result<Report> {
        let open = Self { source: self.source.into_open()?.into(), ..self };
        let pool = WorkerPool::start(open.run_settings.threads)?;
        open.run_on(&pool)
    }

    /// Runs the job on running threads.
    pub(crate) fn run_on(self, pool: &WorkerPool) -> Result<Report> {
        let mut records = self.source.into_open()?;
        let found = &records.format;
        if !self.solver.engine.reads(found.reader.notation()) {
            return Err(Refusal::NoPencilmarks(self.solver.engine.name()).into());
        }
        let (task, solver, read_as) = (self.task, self.solver, found.to_string());
        let writer = self.results.writer(task.goal, &records.input, found)?;
        if let Some(shard) = self.shard {
            shard.narrow(&mut records.input, &records.format.reader)?;
        }
        let results = sink(&records.input, pool, self.output, writer.as_ref())?;
        let (needs_lines, of_stage) = (writer.needs_lines(), Arc::clone(&writer));
        let stage = move || AnswerStage {
            solver: ChunkSolver::new(task, solver.build()),
            writer: Arc::clone(&of_stage),
        };
        #[cfg(feature = "files")]
        let (mut results, list) = match self.list {
            None => (records.run_on(pool, &self.run_settings, needs_lines, stage, results)?, None),
            Some(list) => {
                let sink = ListWriter::new(results, list, records.input.earlier().is_none())?;
                let stage = move || ListStage::new(stage());
                let sink = records.run_on(pool, &self.run_settings, true, stage, sink)?;
                (sink.results, Some(sink.list))
            }
        };
        #[cfg(not(feature = "files"))]
        let (mut results, list) =
            (records.run_on(pool, &self.run_settings, needs_lines, stage, results)?, None);
        results.replace_header(|records| writer.final_header(records))?;
        Ok(Report { read_as, ..results.finish_after(list)? })
    }
}

/// Creates the sink: writes the header of `writer`, and then the results.
///
/// # Errors
/// When the header cannot be written, and when the output cannot be an array.
fn sink(
    input: &Input,
    pool: &WorkerPool,
    mut output: Output,
    writer: &dyn WriteAnswers,
) -> Result<OrderedWriter> {
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
