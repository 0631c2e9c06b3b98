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

use super::{MOST_CLUES, UnbiasedGenerator, UnbiasedRecipe};
use crate::error::Result;
use crate::generate::file::tally_of;
use crate::io::output::Output;
use crate::pipeline::ordered::{InOrder, Reuse, Sink, Source, Stage, WINDOW, run_ordered};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;
use crate::pipeline::{BuildEngine, OnChunk};

/// The grids that a worker takes at a time.
const GRIDS: u64 = 4;

/// A file of unbiased minimal puzzles: those of the grids 0, 1, 2 and so on, until there are enough.
///
/// With weights, it is a table with the columns `puzzle` and `weight`, else one puzzle per line. The bytes depend on the
/// recipe and the number of puzzles alone, and a shorter file is the beginning of a longer one.
///
/// ```
/// use bulkdoku::internals::{UnbiasedJob, UnbiasedRecipe};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::solver::Engine;
///
/// let written = OutputBuffer::default();
/// let job = UnbiasedJob {
///     recipe: UnbiasedRecipe { seed: 1, clues: 0..=81, equal_weights: false },
///     count: 1,
///     output: written.output("memory"),
///     engine: Box::new(|| Engine::Lanes.build()),
///     threads: 0,
///     on_chunk: std::sync::Arc::new(|_| ()),
/// };
/// assert_eq!(job.run()?.run.tally.records(), 1);
/// assert!(String::from_utf8(written.take())?.starts_with("puzzle,weight\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UnbiasedJob {
    /// What puzzles to draw.
    pub recipe: UnbiasedRecipe,
    /// The number of puzzles.
    pub count: u64,
    /// Where the puzzles are written.
    pub output: Output,
    /// Builds the solver of a worker. The puzzles do not depend on it.
    pub engine: BuildEngine,
    /// The number of worker threads; 0 for one per core, or the value of `RAYON_NUM_THREADS`.
    pub threads: usize,
    /// Called by the workers with the counters of what they have found. In the end, it is some more than is written.
    pub on_chunk: OnChunk,
}

/// The report of an [`UnbiasedJob`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct UnbiasedReport {
    /// The report of the run.
    pub run: Report,
    /// `clues[n]` is the number of puzzles with n clues.
    pub clues: Vec<u64>,
    /// The effective number of puzzles, (Σ w)² / Σ w² over their weights w: so many puzzles of equal weights would give
    /// averages with the same errors.
    pub effective: f64,
    /// The weighted mean of the numbers of clues.
    pub mean_clues: f64,
    /// The weighted standard deviation of the numbers of clues.
    pub clues_deviation: f64,
}

impl UnbiasedJob {
    /// Draws the puzzles and returns when the file is in its place.
    ///
    /// # Errors
    /// With a [`RecipeError`](crate::generate::RecipeError), and with the first failure to write. A file that was there before is then
    /// unchanged, and no temporary file is left.
    pub fn run(self) -> Result<UnbiasedReport> {
        let Self { recipe, count, output, engine, threads, on_chunk } = self;
        recipe.check()?;
        let pool = WorkerPool::start(threads)?;
        let enough = Arc::new(AtomicBool::new(count == 0));
        let grids = GridRanges { next: 0, enough: Arc::clone(&enough) };
        let header: &[u8] = if recipe.equal_weights { b"" } else { b"puzzle,weight\n" };
        let rows = OrderedWriter::after_header(output, header, 0)?;
        let sink = FirstPuzzles {
            rows,
            left: count,
            enough,
            kept: ChunkOutput::default(),
            report: UnbiasedReport { clues: vec![0; MOST_CLUES + 1], ..UnbiasedReport::default() },
        };
        let of_stages = recipe.clone();
        let make_stage = move || {
            let generator = UnbiasedGenerator::with_solver(of_stages.clone(), engine())?;
            Ok(SearchStage { generator, on_chunk: Arc::clone(&on_chunk) })
        };
        let mut report = run_ordered(&pool, grids, make_stage, sink, WINDOW)?;
        report.weigh(&recipe);
        report.run.threads = pool.len();
        report.run.elapsed = pool.elapsed();
        Ok(report)
    }
}

impl UnbiasedReport {
    /// Finds the weighted figures.
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

/// The numbers of grids, without end until there are enough puzzles.
struct GridRanges {
    next: u64,
    enough: Arc<AtomicBool>,
}

impl Source for GridRanges {
    type Item = Range<u64>;

    fn next(&mut self, _: Option<Range<u64>>) -> Result<Option<Range<u64>>> {
        let start = self.next;
        self.next += GRIDS;
        Ok((!self.enough.load(Relaxed)).then_some(start..self.next))
    }
}

/// The rows of a range of grids.
#[derive(Debug, Default)]
struct FoundPuzzles {
    text: Vec<u8>,
    /// For each row, its end in the text and the number of clues.
    rows: Vec<(usize, usize)>,
}

impl Reuse for FoundPuzzles {
    fn clear(&mut self) {
        self.text.clear();
        self.rows.clear();
    }

    fn held_bytes(&self) -> usize {
        self.text.capacity() + self.rows.capacity() * size_of::<(usize, usize)>()
    }
}

/// Makes the tries of a range of grids.
struct SearchStage {
    generator: UnbiasedGenerator,
    on_chunk: OnChunk,
}

impl Stage for SearchStage {
    type Item = Range<u64>;
    type Out = FoundPuzzles;

    fn run(
        &mut self,
        grids: &Range<u64>,
        output: &mut FoundPuzzles,
        _: &InOrder<'_, FoundPuzzles>,
    ) -> Result<()> {
        let FoundPuzzles { text, rows } = output;
        for number in grids.clone() {
            for drawn in self.generator.puzzles_of(number) {
                text.extend_from_slice(drawn.puzzle.as_bytes());
                if !self.generator.recipe.equal_weights {
                    let _ = write!(text, ",{}", drawn.weight); // writing to memory cannot fail
                }
                text.push(b'\n');
                rows.push((text.len(), drawn.puzzle.clues()));
            }
        }
        let lines = size_of::<crate::generate::PuzzleLine>() * rows.len();
        (self.on_chunk)(&tally_of(rows.len() as u64, lines));
        Ok(())
    }
}

/// Writes the first rows.
struct FirstPuzzles {
    rows: OrderedWriter,
    /// The number of rows that are still to be written.
    left: u64,
    enough: Arc<AtomicBool>,
    kept: ChunkOutput,
    report: UnbiasedReport,
}

impl Sink<FoundPuzzles> for FirstPuzzles {
    type Finished = UnbiasedReport;

    fn accept(&mut self, found: &FoundPuzzles) -> Result<()> {
        let count = self.left.min(found.rows.len() as u64);
        let rows = &found.rows[..count as usize];
        let end = rows.last().map_or(0, |&(end, _)| end);
        rows.iter().for_each(|&(_, clues)| self.report.clues[clues] += 1);
        self.kept.text.clear();
        self.kept.text.extend_from_slice(&found.text[..end]);
        self.kept.report.tally = tally_of(count, end);
        self.left -= count;
        if self.left == 0 {
            self.enough.store(true, Relaxed);
        }
        self.rows.accept(&self.kept)
    }

    /// Puts the file in its place.
    fn finish(self) -> Result<UnbiasedReport> {
        Ok(UnbiasedReport { run: self.rows.finish()?, ..self.report })
    }
}
