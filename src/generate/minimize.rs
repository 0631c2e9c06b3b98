//! Removes clues from puzzles until every one is needed.
//!
//! ```text
//! chunk ─▶ ChunkSolver ─▶ puzzles with one solution ─▶ Minimizer ─▶ rows ─▶ OrderedWriter
//!          verdicts       in an order of the clues     a batch of questions
//!                         from the seed and the line   per round
//! ```

use std::convert::Infallible;
use std::sync::Arc;

use super::dig::{Dig, Digger};
use super::plan::Plan;
use crate::board::puzzle::Puzzle;
use crate::error::Result;
use crate::format::write::input_columns::RecordRows;
use crate::format::write::rows::RowFormat;
use crate::io::Output;
use crate::pipeline::chunk_reader::ChunkReader;
use crate::pipeline::chunk_solver::ChunkSolver;
use crate::pipeline::chunks::Chunk;
use crate::pipeline::ordered::{InOrder, Stage};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{RecordRun, Report};
use crate::rng::LineRng;
use crate::solver::batch::Solve;
use crate::solver::{Engine, SolverSettings, Verdict};

/// The purpose of this module's random numbers.
const PURPOSE: [u8; 8] = *b"minimize";

/// The columns added to those of the input.
const ADDED: [&str; 2] = ["minimal", "verdict"];

/// Removes redundant clues from many puzzles at a time. Each worker has its own.
///
/// ```
/// use bulkdoku::generate::Minimizer;
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
/// let mut puzzles = [(1, puzzle), (2, solution.into())];
/// Minimizer::new(7).minimize(&mut puzzles);
/// assert!(puzzles.iter().all(|(_, minimal)| solution.solves(minimal) && minimal.clue_count() < 30));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Minimizer {
    seed: u64,
    digger: Digger,
}

impl Minimizer {
    /// Creates a minimizer that removes clues in the order given by a seed. Allocates all the memory that it will use.
    pub fn new(seed: u64) -> Self {
        Self::with_solver(seed, Engine::default().build())
    }

    /// Does the same with a `solver` for uniqueness checks. The results do not depend on it.
    pub(crate) fn with_solver(seed: u64, solver: Box<dyn Solve>) -> Self {
        Self { seed, digger: Digger::new(Plan::default(), solver) }
    }

    /// Removes clues from puzzles with exactly one solution until every clue is needed: visits the clues in random order, and
    /// removes each one without which the solution is still unique.
    ///
    /// The order depends on the seed, on the number given with the puzzle, and on which cells are clues. Does not allocate.
    pub fn minimize(&mut self, puzzles: &mut [(u64, Puzzle)]) {
        let Self { seed, digger } = self;
        let begin = |plan: &Plan, _: usize, (number, puzzle): &(u64, Puzzle)| {
            Dig::of_puzzle(plan, puzzle.as_bytes(), LineRng::of_purpose(*seed, PURPOSE, *number))
        };
        let Ok(()) = digger.run(puzzles, begin, |(_, puzzle), dig, _| {
            *puzzle = Puzzle::try_from(*dig.puzzle()).expect("clues and blanks");
            Ok::<(), Infallible>(())
        });
    }
}

/// A job that writes a minimal puzzle for every record of an input.
pub struct MinimizeJob {
    /// The records. If they have columns, these replace line and puzzle.
    pub records: RecordRun,
    /// The seed of the order in which clues are removed.
    pub seed: u64,
    /// The format of the output: lines with the minimal puzzle or else the verdict, or a table with the columns line, puzzle,
    /// minimal and verdict.
    pub format: RowFormat,
    /// The solver that decides whether a record has one solution, within the budget, and which clues can go.
    pub solver: SolverSettings,
    /// The output for the puzzles.
    pub output: Output,
}

impl MinimizeJob {
    /// Minimizes every puzzle in input order, and returns once the file is in place.
    ///
    /// A record without exactly one solution gets its verdict. The order of removal depends on the seed, on the line of the
    /// record and on its clues. Memory is bounded as in [`SolveRun::write`](crate::pipeline::SolveRun::write).
    ///
    /// # Errors
    /// Returns a [`Refusal`](crate::error::Refusal) if the records are pencilmarks, or the first failure to read or write. An
    /// existing file is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<Report> {
        let Self { records, seed, format, solver, output } = self;
        records.require_clues()?;
        let pool = WorkerPool::start(records.settings.threads)?;
        let rows = RecordRows::new(format, &records.format, records.input.head(), &ADDED);
        let sink = OrderedWriter::for_rows(output, rows.header(), &records.input, &pool)?;
        let rows = Arc::new(rows);
        let stage = move |records| MinimizeStage {
            records,
            solver: ChunkSolver::of_uniqueness(solver),
            minimizer: Minimizer::with_solver(seed, solver.build()),
            puzzles: Vec::new(),
            rows: Arc::clone(&rows),
        };
        records.run_on(&pool, true, stage, sink)?.finish()
    }
}

/// The stage of [`MinimizeJob`]: turns a chunk of records into the rows of their minimal puzzles.
struct MinimizeStage {
    records: ChunkReader,
    solver: ChunkSolver,
    minimizer: Minimizer,
    /// The puzzles of the chunk with one solution, and their lines.
    puzzles: Vec<(u64, Puzzle)>,
    rows: Arc<RecordRows>,
}

impl Stage for MinimizeStage {
    type Item = Chunk;
    type Out = ChunkOutput;

    fn run(&mut self, chunk: &Chunk, output: &mut ChunkOutput, _: &InOrder<'_, ChunkOutput>) -> Result<()> {
        self.solver.solve(&mut self.records, &chunk.bytes);
        self.puzzles.clear();
        self.records.for_each_record(chunk, true, |record| {
            if record.outcome.verdict == Verdict::Unique {
                self.puzzles.extend(Puzzle::try_from(record.puzzle).map(|puzzle| (record.number(), puzzle)));
            }
        });
        self.minimizer.minimize(&mut self.puzzles);
        let mut minimal = self.puzzles.iter().map(|(_, puzzle)| puzzle.as_bytes().as_slice());
        self.records.write_records(chunk, true, output, |record, text| {
            let puzzle = (record.outcome.verdict == Verdict::Unique).then(|| minimal.next()).flatten();
            self.rows.write_made(record, puzzle, text, |_| {});
        });
        output.report.tally = self.records.finish(chunk);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::board::grid::CELLS;
    use crate::generate::uniform_grid;
    use crate::solver::Engine;

    fn minimized(seed: u64, engine: Engine) -> Vec<(u64, Puzzle)> {
        let mut puzzles: Vec<_> = (0..300).map(|number| (number, uniform_grid(1, number).into())).collect();
        Minimizer::with_solver(seed, engine.build()).minimize(&mut puzzles);
        puzzles
    }

    #[test]
    fn every_remaining_clue_is_needed() {
        let mut solver = Solver::new();
        for (_, puzzle) in minimized(1, Engine::Lanes).into_iter().take(30) {
            assert_eq!(solver.count(&puzzle, 2), 1);
            for cell in (0..CELLS).filter(|&cell| puzzle.as_bytes()[cell].is_ascii_digit()) {
                let mut without = *puzzle.as_bytes();
                without[cell] = b'.';
                assert_eq!(solver.count(&Puzzle::try_from(without).unwrap(), 2), 2);
            }
        }
    }

    #[test]
    fn the_result_depends_on_the_seed_but_not_on_the_engine() {
        let puzzles = minimized(1, Engine::Lanes);
        assert_eq!(minimized(1, Engine::Single), puzzles);
        assert_ne!(minimized(2, Engine::Lanes), puzzles);
    }

    #[test]
    fn a_minimal_puzzle_is_unchanged() {
        let mut puzzles = minimized(1, Engine::Lanes);
        let before = puzzles.clone();
        Minimizer::new(5).minimize(&mut puzzles);
        assert_eq!(puzzles, before);
    }
}
