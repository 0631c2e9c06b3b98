//! A file of uniform grids.

use std::ops::Range;

use super::uniform_grid;
use crate::error::Result;
use crate::format::RowFormat;
use crate::generate::job::write_lines;
use crate::io::output::Output;
use crate::macros::setters::setters;
use crate::pipeline::RunSettings;
use crate::pipeline::report::Report;

/// A job that writes solution grids drawn uniformly at random.
///
/// Line i has the 81 digits of [`uniform_grid`] i of the seed.
///
/// ```
/// use bulkdoku::generate::{UniformGridsJob, uniform_grid};
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RunSettings;
///
/// let written = OutputBuffer::default();
/// let job = UniformGridsJob::new(1, 0..3, written.output("memory"));
/// job.run_settings(RunSettings::default().threads(1)).run()?;
/// let text = String::from_utf8(written.take())?;
/// assert_eq!(text.lines().nth(2), Some(uniform_grid(1, 2).to_string().as_str()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct UniformGridsJob {
    seed: u64,
    /// The numbers of the grids, from 0.
    lines: Range<u64>,
    format: RowFormat,
    output: Output,
    run_settings: RunSettings,
}

impl UniformGridsJob {
    /// Creates a job that writes the grids with these numbers, from 0, in the sequence of a seed.
    pub fn new(seed: u64, lines: Range<u64>, output: Output) -> Self {
        Self { seed, lines, format: RowFormat::Line, output, run_settings: RunSettings::default() }
    }

    setters! {
        /// Sets the format: a line for each grid, or nine lines and a blank one. Grids have no columns.
        format: RowFormat,

        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Draws the grids, and returns once the file is in place.
    ///
    /// # Errors
    /// Returns the first failure to write. An existing file is then unchanged, and no temporary file is left.
    pub fn run(self) -> Result<Report> {
        let Self { seed, lines, format, output, run_settings } = self;
        let make = move || {
            Ok(move |lines: Range<u64>, text: &mut Vec<u8>| {
                text.clear();
                for number in lines.clone() {
                    format.write_board(uniform_grid(seed, number).as_bytes(), text);
                }
                Ok(lines.end - lines.start)
            })
        };
        write_lines(lines, output, b"", run_settings, make)
    }
}
