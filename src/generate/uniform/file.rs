//! A file of uniform grids.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::uniform_grid;
use crate::error::Result;
use crate::generate::file::{LineRanges, tally_of};
use crate::io::output::Output;
use crate::pipeline::OnChunk;
use crate::pipeline::ordered::{InOrder, Stage, WINDOW, run_ordered};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::report::Report;
use crate::pipeline::threads::WorkerPool;

/// A file of solution grids, each of which is as likely as any other: line i is [`uniform_grid`] i of the seed.
///
/// ```
/// use bulkdoku::generate::{UniformGridJob, uniform_grid};
/// use bulkdoku::io::{Output, TempFiles};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("grids.txt");
/// let output = Output::create(&path, &TempFiles::default())?;
/// UniformGridJob { seed: 1, lines: 0..10, output, threads: 0, on_chunk: std::sync::Arc::new(|_| ()) }.run()?;
/// assert!(std::fs::read_to_string(&path)?.starts_with(&uniform_grid(1, 0).to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct UniformGridJob {
    /// The seed. Another seed gives other grids.
    pub seed: u64,
    /// The numbers of the lines to make, counted from 0.
    pub lines: Range<u64>,
    /// Where the grids are written, 81 digits per line.
    pub output: Output,
    /// The number of worker threads; 0 for one per core, or the value of `RAYON_NUM_THREADS`.
    pub threads: usize,
    /// Called by the workers with the counters of each range of lines that they have made.
    pub on_chunk: OnChunk,
}

impl UniformGridJob {
    /// Draws every grid and returns when the file is in its place.
    ///
    /// # Errors
    /// With the first failure to write. A file that was there before is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<Report> {
        let Self { seed, lines, output, threads, on_chunk } = self;
        let (pool, started) = (WorkerPool::start(threads)?, Instant::now());
        let make_stage = move || Ok(GridStage { seed, on_chunk: Arc::clone(&on_chunk) });
        let report = run_ordered(&pool, LineRanges(lines), make_stage, OrderedWriter::new(output), WINDOW)?;
        Ok(Report { threads: pool.len(), elapsed: started.elapsed(), ..report })
    }
}

/// Draws the grids of a range of lines.
struct GridStage {
    seed: u64,
    on_chunk: OnChunk,
}

impl Stage for GridStage {
    type Item = Range<u64>;
    type Out = ChunkOutput;

    fn run(
        &mut self,
        lines: &Range<u64>,
        output: &mut ChunkOutput,
        _: &InOrder<'_, ChunkOutput>,
    ) -> Result<()> {
        output.text.clear();
        for number in lines.clone() {
            output.text.extend_from_slice(uniform_grid(self.seed, number).as_bytes());
            output.text.push(b'\n');
        }
        output.report.tally = tally_of(lines.end - lines.start, output.text.len());
        (self.on_chunk)(&output.report.tally);
        Ok(())
    }
}
