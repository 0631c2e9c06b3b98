//! A file of puzzles, made on many threads.
//!
//! ```text
//! piece 0 │ piece 1 │ piece 2 │ ...        each some thousand lines, the next one to whoever is free
//!    └─────────┴─────────┴──▶ order ─▶ output
//! ```
//!
//! A line depends on its number alone, so the pieces are made anywhere and any how long, and leave in order.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::{GaveUp, Generator, OutOfReach, PuzzleLine, Recipe};
use crate::error::{Error, Result};
use crate::io::output::Output;
use crate::pipeline;
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter, WINDOW};
use crate::pipeline::report::{Report, Tally};
use crate::solver::batch::Solve;
use crate::solver::{Outcome, Verdict};

/// Lines of a piece: many enough for the batches to be full, few enough for the progress to move.
const PIECE: u64 = 2048;

/// A file to be made.
pub struct Job {
    /// What kind of puzzles.
    pub recipe: Recipe,
    /// How many.
    pub count: u64,
    /// Where they go.
    pub output: Output,
    /// Makes a solver that the puzzles are checked with; called once by each worker.
    pub engine: Box<dyn Fn() -> Box<dyn Solve> + Send + Sync>,
    /// Worker threads; 0: one a core, or what `RAYON_NUM_THREADS` says.
    pub threads: usize,
    /// Called by the workers with the counters of each piece that they have made.
    pub watch: Box<dyn Fn(&Tally) + Send + Sync>,
}

/// Makes every line, and returns when the file is in its place.
///
/// Memory is bounded as in [`pipeline::run`].
///
/// # Errors
/// When the recipe is out of reach, and at the first failure to write. An output file that was there before is then
/// untouched.
pub fn run(job: Job) -> Result<Report> {
    job.recipe.check()?;
    let pool = pipeline::pool(job.threads)?;
    let order = Arc::new(OrderedWriter::new(job.output, b"", WINDOW));
    let pieces = job.count.div_ceil(PIECE);
    order.no_more(pieces);
    let shared = Shared {
        recipe: job.recipe,
        count: job.count,
        pieces,
        next: AtomicU64::new(0),
        order: Arc::clone(&order),
        engine: job.engine,
        watch: job.watch,
    };
    pipeline::spread(&pool, &order, move || work(&shared).unwrap_or_else(|error| shared.order.fail(error)))
}

/// What the workers share.
struct Shared {
    recipe: Recipe,
    count: u64,
    pieces: u64,
    next: AtomicU64,
    order: Arc<OrderedWriter>,
    engine: Box<dyn Fn() -> Box<dyn Solve> + Send + Sync>,
    watch: Box<dyn Fn(&Tally) + Send + Sync>,
}

/// The loop of one worker.
fn work(shared: &Shared) -> Result<()> {
    let mut generator = Generator::new(shared.recipe.clone(), (shared.engine)())?;
    while let Some(mut finished) = shared.order.begin() {
        let piece = shared.next.fetch_add(1, Ordering::Relaxed);
        if piece >= shared.pieces {
            break;
        }
        make(&mut generator, piece * PIECE, shared.count, &mut finished)?;
        (shared.watch)(&finished.tally);
        shared.order.submit(piece, finished);
    }
    Ok(())
}

/// Makes the lines of the piece that begins at line `first`.
fn make(
    generator: &mut Generator,
    first: u64,
    count: u64,
    finished: &mut ChunkOutput,
) -> std::result::Result<(), GaveUp> {
    let lines = PIECE.min(count - first);
    finished.text.resize(lines as usize * size_of::<PuzzleLine>(), 0);
    let (text, _) = finished.text.as_chunks_mut();
    generator.write(first, text)?;
    finished.tally.lines = lines;
    finished.tally.bytes = finished.text.len() as u64;
    let unique = Outcome { verdict: Verdict::Unique, solutions: 1, guesses: 0 };
    (0..lines).for_each(|_| finished.tally.count(&unique));
    Ok(())
}

impl From<OutOfReach> for Error {
    fn from(reason: OutOfReach) -> Self {
        Error::OutOfReach(reason.to_string())
    }
}

impl From<GaveUp> for Error {
    fn from(reason: GaveUp) -> Self {
        Error::OutOfReach(reason.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Engine;

    const RECIPE: Recipe = Recipe { seed: 5, clues: 40..=50, minimal: false };

    fn file(recipe: Recipe, count: u64, threads: usize) -> Result<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("puzzles");
        let output = Output::create(&path, &Default::default())?;
        let (engine, watch) = (Box::new(|| Engine::Lanes.build()), Box::new(|_: &Tally| {}));
        let report = run(Job { recipe, count, output, engine, threads, watch })?;
        assert_eq!((report.tally.records(), report.written), (count, 82 * count));
        Ok(std::fs::read(path).unwrap())
    }

    #[test]
    fn the_file_is_the_same_on_any_number_of_threads() {
        let one = file(RECIPE, 3 * PIECE + 1, 1).unwrap();
        assert_eq!(file(RECIPE, 3 * PIECE + 1, 3).unwrap(), one);
        assert_eq!(file(RECIPE, 10, 2).unwrap(), one[..820]);
    }

    #[test]
    fn a_file_of_no_puzzles_is_empty() {
        assert_eq!(file(RECIPE, 0, 2).unwrap(), b"");
    }

    #[test]
    fn a_recipe_out_of_reach_makes_no_file() {
        let error = file(Recipe { clues: 3..=4, ..RECIPE }, 1, 1).unwrap_err();
        assert!(error.to_string().starts_with("no puzzles of 3 to 4 clues can be made"), "{error}");
    }
}
