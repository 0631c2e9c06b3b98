//! The work of `solve` and `count` on a chunk: read the records, solve them and write the results.

use std::sync::Arc;

use crate::error::Result;
use crate::format::WriteAnswers;
use crate::pipeline::chunk::{Chunk, Solved};
use crate::pipeline::ordered::{Flush, Stage};
use crate::pipeline::ordered_writer::ChunkOutput;
use crate::pipeline::threads;
use crate::solver::SolverSettings;
use crate::solver::batch::{Puzzles, Solve, Task};

/// An engine, and its task for each record.
pub(crate) struct ChunkSolver {
    task: Task,
    engine: Box<dyn Solve>,
}

impl ChunkSolver {
    /// Creates a solver that gives `task` to `engine`, for a worker that idle ones help with hard puzzles.
    pub(crate) fn new(task: Task, mut engine: Box<dyn Solve>) -> Self {
        engine.share_with(threads::share);
        Self { task, engine }
    }

    /// Creates a solver with a new engine that finds out which puzzles have exactly one solution.
    pub(crate) fn of_uniqueness(settings: SolverSettings) -> Self {
        Self::new(settings.task(), settings.build())
    }

    /// Reads and solves the records of `chunk`.
    ///
    /// Text that only seems to be a puzzle may have very many solutions, so the records are read first when solutions are counted.
    pub(crate) fn solve(&mut self, chunk: &mut Chunk) {
        let Self { task, engine } = self;
        let solve = |puzzles: Puzzles<'_>, Solved { answers, outcomes }: Solved<'_>| {
            engine.solve(*task, puzzles, answers, outcomes);
        };
        if task.goal.limit() <= 2 {
            chunk.read_and_solve(solve);
        } else {
            chunk.read();
            chunk.solve(solve);
        }
    }
}

/// The stage of `solve` and `count`: from a chunk of records to the text of their results.
pub(crate) struct AnswerStage {
    pub(super) solver: ChunkSolver,
    pub(super) writer: Arc<dyn WriteAnswers>,
}

impl AnswerStage {
    /// Writes the results of the solved `chunk`.
    pub(super) fn write(&mut self, chunk: &mut Chunk, output: &mut ChunkOutput) {
        let writer = self.writer.as_ref();
        let tally = chunk.finish();
        output.report.tally = tally;
        if writer.writes_answer_lines() && tally.answered() == tally.records() {
            chunk.swap_answers(&mut output.text);
        } else {
            chunk.write_records(writer.needs_lines(), output, |record, text| writer.write(record, text));
        }
    }
}

impl Stage<Chunk> for AnswerStage {
    type Out = ChunkOutput;

    fn run(&mut self, chunk: &mut Chunk, output: &mut ChunkOutput, _: Flush<'_, ChunkOutput>) -> Result<()> {
        self.solver.solve(chunk);
        self.write(chunk, output);
        Ok(())
    }
}
