//! A file of uniform grids.

use std::ops::Range;

use super::uniform_grid;
use crate::error::Result;
use crate::generate::file::write_lines;
use crate::io::output::Output;
use crate::pipeline::OnChunk;
use crate::pipeline::report::Report;

/// A file of solution grids, each of which is as likely as any other: line i is [`uniform_grid`] i of the seed.
///
/// ```
/// use bulkdoku::generate::uniform_grid;
/// use bulkdoku::internals::UniformGridJob;
/// use bulkdoku::io::OutputBuffer;
///
/// let written = OutputBuffer::default();
/// let output = written.output("memory");
/// UniformGridJob { seed: 1, lines: 0..10, output, threads: 0, on_chunk: std::sync::Arc::new(|_| ()) }.run()?;
/// assert!(String::from_utf8(written.take())?.starts_with(&uniform_grid(1, 0).to_string()));
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
        let make = move || {
            Ok(move |lines: Range<u64>, text: &mut Vec<u8>| {
                text.clear();
                for number in lines.clone() {
                    text.extend_from_slice(uniform_grid(seed, number).as_bytes());
                    text.push(b'\n');
                }
                Ok(lines.end - lines.start)
            })
        };
        write_lines(lines, output, threads, on_chunk, make)
    }
}
