//! A file of unbiased puzzles.
//!
//! ```text
//! numbers of grids ─▶ worker: tries ─▶ rows in the order of the grids ─▶ the first `count` of them ─▶ Output
//!        ▲                                                                          │
//!        └───────────────────────────── enough ─────────────────────────────────────┘
//! ```

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::generator::UnbiasedGenerator;
use super::recipe::{MOST_CLUES, UnbiasedRecipe};
use crate::board::grid::CELLS;
use crate::board::notation::clue_count;
use crate::error::Result;
use crate::format::Blank;
use crate::io::output::Output;
use crate::macros::setters::setters;
use crate::pipeline::RunSettings;
use crate::pipeline::number_run::{NumberRanges, run_numbers, tally_of};
use crate::pipeline::ordered::Sink;
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;
use crate::solver::SolverSettings;

/// The number of grids that a worker takes at a time.
const GRIDS: u64 = 4;

/// A job that writes a file of unbiased minimal puzzles: the puzzles of grids 0, 1, 2 and so on, until there are enough.
///
/// With weights, the file is a table with the columns `puzzle` and `weight`, otherwise it has one puzzle per line. The bytes
/// depend only on the recipe and the number of puzzles, and a shorter file is a prefix of a longer one.
///
/// ```
/// use bulkdoku::generate::{UnbiasedJob, UnbiasedRecipe, UnbiasedReport};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RunSettings;
///
/// let written = OutputBuffer::default();
/// let job = UnbiasedJob::new(UnbiasedRecipe::default().seed(7), 2, written.output("memory"));
/// let UnbiasedReport { run, clues, effective, mean_clues, clues_deviation, .. } =
///     job.run_settings(RunSettings::default().threads(1)).run()?;
/// assert_eq!((run.tally.records(), clues.iter().sum()), (2, 2));
/// println!("{mean_clues} ± {clues_deviation} clues; as good as {effective} puzzles without weights");
/// assert!(written.take().starts_with(b"puzzle,weight\n"));
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct UnbiasedJob {
    /// The puzzles to draw.
    recipe: UnbiasedRecipe,
    /// The number of puzzles.
    count: u64,
    /// The output for the puzzles.
    output: Output,
    /// The solver that checks the puzzles. They do not depend on it.
    pub(crate) solver: SolverSettings,
    /// The character of blanks, or a dot.
    pub(crate) blank: Option<Blank>,
    run_settings: RunSettings,
}

/// The report of an [`UnbiasedJob`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct UnbiasedReport {
    /// The report of the run.
    pub run: Report,
    /// `clues[n]` is the number of puzzles with n clues.
    pub clues: Vec<u64>,
    /// The effective number of puzzles, (Σ w)² / Σ w² over their weights w: the number of puzzles of equal weight that would give
    /// averages with the same errors.
    pub effective: f64,
    /// The weighted mean of the numbers of clues.
    pub mean_clues: f64,
    /// The weighted standard deviation of the numbers of clues.
    pub clues_deviation: f64,
}

impl UnbiasedJob {
    /// Creates a job that writes this number of puzzles of a recipe.
    pub fn new(recipe: UnbiasedRecipe, count: u64, output: Output) -> Self {
        let (solver, run_settings) = (SolverSettings::default(), RunSettings::default());
        Self { recipe, count, output, solver, blank: None, run_settings }
    }

    setters! {
        /// Sets the character of blanks, which is a dot by default.
        blank: Blank,

        /// Sets the threads and the progress of the run. Progress counts the puzzles found, slightly more in the end than are
        /// written.
        run_settings: RunSettings,
    }

    /// Draws the puzzles, and returns once the file is in place.
    ///
    /// # Errors
    /// Returns an error if the range of clues is empty or contains only rare numbers, or the first failure to write. An existing
    /// file is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<UnbiasedReport> {
        let Self { recipe, count, output, solver, blank, run_settings } = self;
        recipe.check()?;
        let (on_chunk, stop_flags) = run_settings.watch(None);
        let pool = WorkerPool::start(run_settings.threads)?;
        let enough = Arc::new(AtomicBool::new(count == 0));
        let grids = NumberRanges { rest: 0..u64::MAX, size: GRIDS, enough: Arc::clone(&enough), stop_flags };
        let header: &[u8] = if recipe.equal_weights { b"" } else { b"puzzle,weight\n" };
        let rows = OrderedWriter::new(output, header, pool.len())?;
        let report = UnbiasedReport { clues: vec![0; MOST_CLUES + 1], ..UnbiasedReport::default() };
        let sink = FirstPuzzles { rows, left: count, enough, kept: ChunkOutput::default(), report };
        let of_stages = recipe.clone();
        let make = move || {
            let mut generator = UnbiasedGenerator::with_solver(of_stages.clone(), solver.build())?;
            Ok(move |grids: Range<u64>, text: &mut Vec<u8>| Ok(generator.write(grids, blank, text)))
        };
        let FirstPuzzles { rows, mut report, .. } = run_numbers(&pool, grids, make, sink, on_chunk)?;
        report.run = rows.finish()?;
        report.weigh(&recipe);
        Ok(report)
    }
}

impl UnbiasedGenerator {
    /// Replaces `text` with the rows of the puzzles of some grids, and returns their number.
    fn write(&mut self, grids: Range<u64>, blank: Option<Blank>, text: &mut Vec<u8>) -> u64 {
        text.clear();
        let mut count = 0;
        for number in grids {
            for drawn in self.puzzles_of(number) {
                count += 1;
                text.extend_from_slice(&Blank::written(blank, drawn.puzzle.as_bytes()));
                if !self.search.recipe.equal_weights {
                    let _ = write!(text, ",{}", drawn.weight); // writing to memory cannot fail
                }
                text.push(b'\n');
            }
        }
        count
    }
}

impl UnbiasedReport {
    /// Computes the weighted figures.
    fn weigh(&mut self, recipe: &UnbiasedRecipe) {
        let (mut sum, mut squares, mut clues_sum, mut clues_squares) = (0.0, 0.0, 0.0, 0.0);
        for (clues, &puzzles) in self.clues.iter().enumerate().filter(|(_, puzzles)| **puzzles > 0) {
            let (weight, clues) = (recipe.weight(clues), clues as f64);
            let all = weight * puzzles as f64;
            sum += all;
            squares += weight * all;
            clues_sum += clues * all;
            clues_squares += clues * clues * all;
        }
        if sum > 0.0 {
            self.effective = sum * sum / squares;
            self.mean_clues = clues_sum / sum;
            self.clues_deviation = (clues_squares / sum - self.mean_clues.powi(2)).max(0.0).sqrt();
        }
    }
}

/// Writes the first rows.
struct FirstPuzzles {
    rows: OrderedWriter,
    /// The number of rows still to write.
    left: u64,
    enough: Arc<AtomicBool>,
    kept: ChunkOutput,
    report: UnbiasedReport,
}

impl Sink<ChunkOutput> for FirstPuzzles {
    fn accept(&mut self, found: &ChunkOutput) -> Result<()> {
        let (all, before) = (&mut self.kept.text, self.left);
        all.clear();
        for row in found.text.split_inclusive(|&byte| byte == b'\n') {
            if self.left > 0 {
                self.left -= 1;
                self.report.clues[usize::from(clue_count(&row[..CELLS]))] += 1;
                all.extend_from_slice(row);
            }
        }
        self.kept.report.tally = tally_of(before - self.left, all.len());
        self.enough.fetch_or(self.left == 0, Relaxed);
        self.rows.accept(&self.kept)
    }
}
