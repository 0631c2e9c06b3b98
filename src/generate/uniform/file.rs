//! A file of uniform grids.

use std::ops::Range;

use super::uniform_grid;
use crate::error::Result;
use crate::generate::file::write_lines;
use crate::io::output::Output;
use crate::pipeline::RunSettings;
use crate::pipeline::report::Report;

/// Writes a file of uniformly distributed solution grids, and returns once the file is in place. Line i has the 81 digits of
/// [`uniform_grid`] i of the seed. Another seed gives other grids.
///
/// # Errors
/// Returns the first failure to write. An existing file is then unchanged, and no temporary file is left.
pub fn write_uniform_grids(
    seed: u64,
    lines: Range<u64>,
    output: Output,
    settings: RunSettings,
) -> Result<Report> {
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
    write_lines(lines, output, settings, make)
}
