//! The work of `solve` and `count` on a chunk: read the records, solve them and write the results.

use std::sync::Arc;

use crate::error::Result;
use crate::format::WriteAnswers;
use crate::pipeline::all_solutions::list_solutions;
use crate::pipeline::chunk_reader::ChunkReader;
use crate::pipeline::chunks::Chunk;
use crate::pipeline::ordered::{InOrder, Stage};
use crate::pipeline::ordered_writer::ChunkOutput;
use crate::solver::SolverSettings;
use crate::solver::batch::{Solve, Task};
use crate::solver::enumerate::Enumerator;

/// An engine, and its task for each record.
pub(crate) struct ChunkSolver {
    task: Task,
    engine: Box<dyn Solve>,
}

impl ChunkSolver {
    /// Creates a solver that gives `task` to `engine`.
    pub(crate) fn new(task: Task, engine: Box<dyn Solve>) -> Self {
        Self { task, engine }
    }

    /// Creates a solver with a new engine that finds out which puzzles have exactly one solution.
    pub(crate) fn of_uniqueness(settings: SolverSettings) -> Self {
        Self::new(settings.task(), settings.build())
    }

    /// Reads and solves the records of `chunk`.
    ///
    /// If all lines seem to be bare puzzles, the engine is the first to read them, and works while memory delivers the next ones.
    /// If they turn out to be something else, the chunk is read and solved again. A line that is not a puzzle may have very many
    /// solutions, so this shortcut is not taken when solutions are counted.
    pub(crate) fn solve(&mut self, records: &mut ChunkReader, chunk: &[u8]) {
        if self.task.goal.limit() <= 2 && records.try_bare_lines(chunk) {
            self.solve_puzzles(records, chunk);
            if records.verify_bare_lines(chunk) {
                return;
            }
        }
        records.read(chunk);
        self.solve_puzzles(records, chunk);
    }

    fn solve_puzzles(&mut self, records: &mut ChunkReader, chunk: &[u8]) {
        let (puzzles, answers, outcomes) = records.solvable(chunk);
        self.engine.solve(self.task, puzzles, answers, outcomes);
    }
}

/// The stage of `solve` and `count`: from a chunk of records to the text of their results.
pub(crate) struct AnswerStage {
    pub(super) records: ChunkReader,
    pub(super) solver: ChunkSolver,
    pub(super) writer: Arc<dyn WriteAnswers>,
    /// The search for all solutions, if they are listed.
    pub(super) solutions: Option<Enumerator>,
}

impl AnswerStage {
    /// Writes the results of the solved `chunk`.
    fn write(&mut self, chunk: &Chunk, output: &mut ChunkOutput) {
        let (records, writer) = (&mut self.records, self.writer.as_ref());
        let tally = records.finish(chunk);
        output.report.tally = tally;
        if writer.writes_answer_lines() && tally.answered() == tally.records() {
            std::mem::swap(&mut records.answers, &mut output.text);
        } else {
            records.write_records(chunk, writer.needs_lines(), output, |record, text| {
                writer.write(record, text)
            });
        }
    }
}

impl Stage for AnswerStage {
    type Item = Chunk;
    type Out = ChunkOutput;

    fn run(
        &mut self,
        chunk: &Chunk,
        output: &mut ChunkOutput,
        order: &InOrder<'_, ChunkOutput>,
    ) -> Result<()> {
        self.solver.solve(&mut self.records, &chunk.bytes);
        if let Some(solutions) = &mut self.solutions {
            output.text.clear(); // a part of the list that is passed on early has no results
            list_solutions(solutions, &self.records, chunk, output, order);
        }
        self.write(chunk, output);
        Ok(())
    }
}
