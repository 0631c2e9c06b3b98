//! Runs over numbers instead of chunks: the numbers of lines to make, or of spans to copy.
//!
//! ```text
//! NumberRanges ─▶ worker: writes the text of a range ─▶ sink, in the order of the numbers
//! ```

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::board::notation::AnswerLine;
use crate::board::outcome::{Outcome, Verdict};
use crate::error::Result;
use crate::pipeline::chunks::check_stopped;
use crate::pipeline::ordered::{Flush, Sink, Source, Stage, WINDOW, run_ordered};
use crate::pipeline::ordered_writer::ChunkOutput;
use crate::pipeline::report::{OnChunk, Tally};
use crate::pipeline::run_settings::StopFlags;
use crate::pipeline::threads::WorkerPool;

/// Runs over ranges of numbers, and returns the sink. Each worker calls the function that `make` returns with a range and a text.
/// The function replaces the text with the text for the range, and returns the number of puzzles that it made.
pub(crate) fn run_numbers<F, Si: Sink<ChunkOutput>>(
    pool: &WorkerPool,
    ranges: NumberRanges,
    make: impl Fn() -> Result<F> + Send + Sync + 'static,
    sink: Si,
    on_chunk: OnChunk,
) -> Result<Si>
where
    F: FnMut(Range<u64>, &mut Vec<u8>) -> Result<u64> + 'static,
{
    let make_stage = move || Ok(NumbersStage { write: make()?, on_chunk: Arc::clone(&on_chunk) });
    run_ordered(pool, ranges, make_stage, sink, WINDOW)
}

/// Numbers in ranges of the same size, until there are no more or `enough` is set.
pub(crate) struct NumberRanges {
    pub(crate) rest: Range<u64>,
    pub(crate) size: u64,
    pub(crate) enough: Arc<AtomicBool>,
    /// The flag that ends the run with an error when it becomes true.
    pub(crate) stop_flags: StopFlags,
}

impl Source for NumberRanges {
    type Item = Range<u64>;

    fn next(&mut self, _: Option<Range<u64>>) -> Result<Option<Range<u64>>> {
        check_stopped(&self.stop_flags)?;
        let start = self.rest.start;
        self.rest.start = self.rest.end.min(start.saturating_add(self.size));
        let goes_on = start < self.rest.start && !self.enough.load(Relaxed);
        Ok(goes_on.then_some(start..self.rest.start))
    }
}

/// The stage that makes the text of a range of numbers.
struct NumbersStage<F> {
    write: F,
    on_chunk: OnChunk,
}

impl<F: FnMut(Range<u64>, &mut Vec<u8>) -> Result<u64> + 'static> Stage<Range<u64>> for NumbersStage<F> {
    type Out = ChunkOutput;

    fn run(
        &mut self,
        numbers: &mut Range<u64>,
        output: &mut ChunkOutput,
        _: Flush<'_, ChunkOutput>,
    ) -> Result<()> {
        let puzzles = (self.write)(numbers.clone(), &mut output.text)?;
        output.report.tally = tally_of(puzzles, puzzles as usize * size_of::<AnswerLine>());
        (self.on_chunk)(&output.report.tally);
        Ok(())
    }
}

/// Returns the counters of this number of puzzles with one solution each, in a text of `bytes` bytes.
pub(crate) fn tally_of(puzzles: u64, bytes: usize) -> Tally {
    let mut tally = Tally::of_chunk(bytes as u64, puzzles);
    let unique = Outcome::new(Verdict::Unique, 1, 0);
    (0..puzzles).for_each(|_| tally.count(&unique));
    tally
}
