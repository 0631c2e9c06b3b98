//! Generates a file of puzzles on many threads.
//!
//! ```text
//! line numbers ─▶ ranges of LINES ─▶ worker: Generator::write ─▶ OrderedWriter ─▶ Output
//!                                    worker: Generator::write
//! ```
//!
//! A line depends only on its number, so the ranges can be generated on any thread and in any order.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::rows::PuzzleRows;
use super::{Generator, PATIENCE, PuzzleLine, Recipe};
use crate::error::{Error, Result};
use crate::format::{Blank, RowFormat};
use crate::io::output::Output;
use crate::macros::setters::setters;
use crate::pipeline::RunSettings;
use crate::pipeline::number_run::{NumberRanges, run_numbers};
use crate::pipeline::ordered_writer::OrderedWriter;
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;
use crate::rating::{RatingFilter, RatingSettings};
use crate::solver::SolverSettings;

/// The number of lines in a range: enough for full batches, and few enough for smooth progress.
const LINES: u64 = 2048;

/// A job that generates a file of puzzles.
///
/// ```
/// use bulkdoku::generate::{GenerateJob, Recipe};
/// use bulkdoku::io::OutputBuffer;
///
/// let written = OutputBuffer::default();
/// let job = GenerateJob::new(Recipe::default(), 0..100, written.output("memory"));
/// assert_eq!(job.run()?.run.tally.records(), 100);
/// assert_eq!(String::from_utf8(written.take())?.lines().count(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct GenerateJob {
    /// The kind of puzzles.
    pub(crate) recipe: Recipe,
    /// The conditions on the ratings of the puzzles. Empty to accept all.
    pub(crate) conditions: Vec<RatingFilter>,
    /// How to rate puzzles. The conditions determine which ratings.
    pub(crate) rating: RatingSettings,
    /// The time without a puzzle after which to give up.
    pub(crate) patience: Duration,
    /// The numbers of the lines to generate, from 0.
    pub(crate) lines: Range<u64>,
    pub(crate) format: RowFormat,
    /// The character of blanks, or a dot.
    pub(crate) blank: Option<Blank>,
    /// The output for the puzzles.
    pub(crate) output: Output,
    /// The solver that checks the puzzles. They do not depend on it.
    pub(crate) solver: SolverSettings,
    pub(crate) run_settings: RunSettings,
}

/// The report of a [`GenerateJob`].
///
/// ```
/// use bulkdoku::generate::{GenerateJob, Recipe};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RunSettings;
/// use bulkdoku::rating::{Difficulty, RatingSettings};
///
/// let puzzles = OutputBuffer::default();
/// let report = GenerateJob::new(Recipe::default().seed(7), 0..20, puzzles.output("easy.txt"))
///     .only(Difficulty::Easy.conditions(), RatingSettings::default())
///     .run_settings(RunSettings::default().threads(1))
///     .run()?;
/// assert_eq!((report.run.tally.records(), report.run.written), (20, puzzles.take().len() as u64));
/// assert!(report.drawn >= 20);
/// # Ok::<(), bulkdoku::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GenerateReport {
    /// The report of the run.
    pub run: Report,
    /// The number of puzzles drawn, which is greater than the number written if there are conditions on their ratings.
    pub drawn: u64,
    /// The number of drawn puzzles left out because a rating is only a lower bound, which does not decide the conditions.
    pub undecided: u64,
}

impl GenerateJob {
    /// Creates a job that generates the lines with these numbers, from 0, of the file of a recipe.
    pub fn new(recipe: Recipe, lines: Range<u64>, output: Output) -> Self {
        Self {
            recipe,
            conditions: Vec::new(),
            rating: RatingSettings::default(),
            patience: PATIENCE,
            lines,
            format: RowFormat::Line,
            blank: None,
            output,
            solver: SolverSettings::default(),
            run_settings: RunSettings::default(),
        }
    }

    /// Generates only puzzles with ratings that satisfy all conditions: on each line, the first puzzle drawn for it that does.
    pub fn only(self, conditions: Vec<RatingFilter>, rating: RatingSettings) -> Self {
        Self { conditions, rating, ..self }
    }

    setters! {
        /// Sets the format of the output: lines or grids with the puzzles, or a table with the columns puzzle, solution, clues and
        /// level.
        format: RowFormat,

        /// Sets the character of blanks, which is a dot by default.
        blank: Blank,

        /// Gives up when no puzzle was found for this long, instead of 30 s.
        patience: Duration,

        /// Sets the threads and the progress of the run. Progress counts the generated lines.
        run_settings: RunSettings,
    }

    /// Generates every line, and returns once the file is in place.
    ///
    /// Besides the memory of each worker, the run needs at most 48 MiB for lines that wait for earlier ones.
    ///
    /// # Errors
    /// Returns an error if the recipe or a rating is out of reach or no puzzle is found, or the first failure to write. An
    /// existing file is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<GenerateReport> {
        let Self { recipe, conditions, rating, patience, lines, format, blank, output, solver, run_settings } =
            self;
        rating.check().map_err(Error::refused)?;
        let (is_stopped, on_wait) = (run_settings.is_stopped.clone(), run_settings.on_wait.clone());
        let of_rows = rating.clone();
        let make_generator = move || -> Result<Generator> {
            let generator = Generator::with_solver(recipe.clone(), solver.build())?.patience(patience);
            let generator = generator.only(conditions.clone(), rating.clone());
            let generator = is_stopped.clone().into_iter().fold(generator, Generator::stop_when);
            Ok(on_wait.clone().into_iter().fold(generator, Generator::on_wait))
        };
        make_generator()?.probe()?;
        let counts = Arc::new([const { AtomicU64::new(0) }; 2]);
        let all = Arc::clone(&counts);
        let make = move || {
            let (mut generator, all, mut puzzles) = (make_generator()?, Arc::clone(&all), Vec::new());
            let mut rows = PuzzleRows::new(format, blank, LINES as usize, solver, of_rows.clone());
            Ok(move |lines: Range<u64>, text: &mut Vec<u8>| {
                let count = lines.end - lines.start;
                puzzles.resize(count as usize, [0; size_of::<PuzzleLine>()]);
                let drawn = generator.write(lines.start, &mut puzzles)?;
                text.clear();
                rows.write(&puzzles, text);
                for (all, count) in all.iter().zip([drawn, generator.take_undecided()]) {
                    all.fetch_add(count, Relaxed);
                }
                Ok(count)
            })
        };
        // The first shard has the header of all.
        let header = if lines.start == 0 { PuzzleRows::header(format) } else { Vec::new() };
        let run = write_lines(lines, output, &header, run_settings, make)?;
        let [drawn, undecided] = counts.each_ref().map(|count| count.load(Relaxed));
        Ok(GenerateReport { run, drawn, undecided })
    }
}

/// Writes a file of a header and of lines that depend only on their numbers. Each worker calls `make` once for a function that
/// replaces a text with a range of lines.
pub(super) fn write_lines<F>(
    lines: Range<u64>,
    output: Output,
    header: &[u8],
    settings: RunSettings,
    make: impl Fn() -> Result<F> + Send + Sync + 'static,
) -> Result<Report>
where
    F: FnMut(Range<u64>, &mut Vec<u8>) -> Result<u64> + 'static,
{
    let pool = WorkerPool::start(settings.threads)?;
    let (on_chunk, stop_flags) = settings.watch(None);
    let ranges = NumberRanges { rest: lines, size: LINES, enough: Arc::default(), stop_flags };
    let writer = OrderedWriter::new(output, header, pool.len())?;
    run_numbers(&pool, ranges, make, writer, on_chunk)?.finish()
}

#[cfg(feature = "files")]
#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe { seed: 5, clues: 40..=50, ..Recipe::DEFAULT };

    fn file(recipe: Recipe, count: u64, threads: usize) -> Result<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles");
        let output = Output::create(&path, &Default::default())?;
        let job = GenerateJob::new(recipe, 0..count, output);
        let settings = RunSettings::default().threads(threads);
        let GenerateReport { run, drawn, .. } = job.run_settings(settings).run()?;
        assert_eq!((run.tally.records(), run.written, drawn), (count, 82 * count, count));
        Ok(std::fs::read(path).unwrap())
    }

    #[test]
    fn the_file_is_the_same_on_any_number_of_threads() {
        let one = file(RECIPE, 3 * LINES + 1, 1).unwrap();
        assert_eq!(file(RECIPE, 3 * LINES + 1, 3).unwrap(), one);
        assert_eq!(file(RECIPE, 10, 2).unwrap(), one[..820]);
    }

    #[test]
    fn a_stopped_run_is_refused() {
        let output = crate::io::OutputBuffer::default().output("memory");
        let settings = RunSettings::default().stopping_when(Arc::new(true.into()));
        let stopped = GenerateJob::new(RECIPE, 0..10, output).run_settings(settings).run();
        assert_eq!(stopped.unwrap_err().to_string(), "the run was stopped");
    }

    #[test]
    fn a_file_without_puzzles_is_empty() {
        assert_eq!(file(RECIPE, 0, 2).unwrap(), b"");
    }

    #[test]
    fn a_recipe_out_of_reach_makes_no_file() {
        let error = file(Recipe { clues: 3..=4, ..RECIPE }, 1, 1).unwrap_err();
        assert!(error.to_string().starts_with("cannot generate puzzles of 3 to 4 clues"), "{error}");
    }
}
