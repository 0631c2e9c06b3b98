//! A minimal puzzle for every record of an input.
//!
//! ```text
//! chunk ─▶ ChunkSolver ─▶ puzzles with one solution ─▶ Minimizer ─▶ rows ─▶ OrderedWriter
//!          verdicts       in an order of the clues     a batch of questions
//!                         from the seed and the line   per round
//! ```

use std::sync::Arc;

use super::Minimizer;
use crate::board::puzzle::Puzzle;
use crate::error::Result;
use crate::format::Blank;
use crate::format::write::input_columns::{Added, RecordRows};
use crate::format::write::rows::RowFormat;
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::chunk::Chunk;
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::ordered::{Flush, Stage};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{RecordSource, Report, RunSettings};
use crate::solver::{SolverSettings, Verdict};

/// The columns added to those of the input.
const ADDED: [&str; 2] = ["minimal", "verdict"];

/// A job that writes a minimal puzzle for every record of an input: one that has several solutions without any of its clues.
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::format::RowFormat;
/// use bulkdoku::generate::MinimizeJob;
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::{RecordSource, RunSettings};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let (source, minimal) = (RecordSource::bytes("memory", puzzle.into()), OutputBuffer::default());
/// let job = MinimizeJob::new(source, 7, minimal.output("minimal")).format(RowFormat::Line);
/// job.run_settings(RunSettings::default().threads(1)).run()?;
/// let minimal: Puzzle = String::from_utf8(minimal.take())?.trim().parse()?;
/// assert!(minimal.clue_count() < puzzle.parse::<Puzzle>()?.clue_count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct MinimizeJob {
    /// The records. If they have columns, these replace line and puzzle.
    pub(crate) source: RecordSource,
    pub(crate) seed: u64,
    pub(crate) format: RowFormat,
    /// The character of blanks, or that of each puzzle.
    pub(crate) blank: Option<Blank>,
    /// The solver that decides whether a record has one solution, within the budget, and which clues can go.
    pub(crate) solver: SolverSettings,
    /// The output for the puzzles.
    pub(crate) output: Output,
    pub(crate) run_settings: RunSettings,
}

impl MinimizeJob {
    /// Creates a job that removes clues of every puzzle in an order that depends on `seed`, on the line of the record and on its
    /// clues.
    pub fn new(source: RecordSource, seed: u64, output: Output) -> Self {
        Self {
            source,
            seed,
            format: RowFormat::Line,
            blank: None,
            solver: SolverSettings::default(),
            output,
            run_settings: RunSettings::default(),
        }
    }

    setters! {
        /// Sets the format of the output: lines with the minimal puzzle or else the verdict, or a table with the columns line,
        /// puzzle, minimal and verdict.
        format: RowFormat,

        /// Sets the character of blanks. By default, it is that of each puzzle.
        blank: Blank,

        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Minimizes every puzzle in input order, and returns once the file is in place.
    ///
    /// A record without exactly one solution gets its verdict. Memory is bounded as in
    /// [`SolveJob::run`](crate::SolveJob::run).
    ///
    /// # Errors
    /// Returns an error if the input cannot be read or its format is unknown, [`Error::Refused`](crate::Error::Refused) for
    /// pencilmarks, and otherwise the first failure to read or write. An existing file is then unchanged, and no temporary file
    /// is left.
    pub fn run(self) -> Result<Report> {
        let Self { source, seed, format, blank, solver, output, run_settings } = self;
        let records = source.into_open()?;
        records.require_clues()?;
        let pool = WorkerPool::start(run_settings.threads)?;
        let rows =
            RecordRows::new(format, &records.format, Added { command: "minimize", names: &ADDED }, true);
        let sink = OrderedWriter::for_rows(output, rows.header(), &records.input, &pool)?;
        let rows = Arc::new(rows);
        let stage = move || MinimizeStage {
            solver: ChunkSolver::of_uniqueness(solver),
            minimizer: Minimizer::with_solver(seed, solver.build()),
            puzzles: Vec::new(),
            blank,
            rows: Arc::clone(&rows),
        };
        records.run_on(&pool, &run_settings, true, stage, sink)?.finish()
    }
}

/// The stage of [`MinimizeJob`]: turns a chunk of records into the rows of their minimal puzzles.
struct MinimizeStage {
    solver: ChunkSolver,
    minimizer: Minimizer,
    /// The puzzles of the chunk with one solution, and their lines.
    puzzles: Vec<(u64, Puzzle)>,
    blank: Option<Blank>,
    rows: Arc<RecordRows>,
}

impl Stage<Chunk> for MinimizeStage {
    type Out = ChunkOutput;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkOutput, _: Flush<'_, ChunkOutput>) -> Result<()> {
        self.solver.solve(chunk);
        self.puzzles.clear();
        chunk.for_each_record(true, |record| {
            if record.outcome.verdict == Verdict::Unique {
                self.puzzles.extend(Puzzle::try_from(record.puzzle).map(|puzzle| (record.number(), puzzle)));
            }
        });
        self.minimizer.minimize_all(&mut self.puzzles);
        let mut minimal =
            self.puzzles.iter().map(|(_, puzzle)| Blank::written(self.blank, puzzle.as_bytes()));
        chunk.write_records(true, output, |record, text| {
            let puzzle = (record.outcome.verdict == Verdict::Unique).then(|| minimal.next()).flatten();
            self.rows.write_made(record, puzzle.as_ref().map(<[u8; _]>::as_slice), text, |_| {});
        });
        output.report.tally = chunk.finish();
        Ok(())
    }
}
