//! Internal parts that the benches and tests need. Not covered by any promise of stability: all of it may change at any
//! time.

pub use crate::solver::lanes::guess_stack::DEPTH as GUESS_STACK_DEPTH;
pub use crate::solver::lanes::simd::{MAX_LANES, Simd, portable::Portable};
#[cfg(target_arch = "x86_64")]
pub use crate::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
pub use crate::solver::lanes::steps::*;
pub use crate::solver::lanes::transpose::Transpose;

use crate::error::Result;
use crate::io::output::Output;
use crate::pipeline::ordered_writer::{OrderedWriter, WINDOW};

/// The ordered writer, handed its chunks by whoever measures it.
pub struct Writer {
    order: OrderedWriter,
}

impl Writer {
    /// A writer to `output`.
    pub fn new(output: Output) -> Self {
        Self { order: OrderedWriter::new(output, b"", WINDOW) }
    }

    /// Hands in `text` as the answers to chunk `number`. The same text for every chunk: memory that comes back from a
    /// chunk that is written is handed in as it is.
    ///
    /// # Panics
    /// When the writer has failed.
    pub fn submit(&self, number: u64, text: &[u8]) {
        let mut finished = self.order.begin().expect("a writer that has not failed");
        if finished.text.len() != text.len() {
            finished.text.clear();
            finished.text.extend_from_slice(text);
        }
        self.order.submit(number, finished);
    }

    /// Ends after so many chunks and puts the output in its place; gives the bytes written.
    ///
    /// # Errors
    /// When writing failed.
    pub fn finish(self, chunks: u64) -> Result<u64> {
        self.order.no_more(chunks);
        let (output, report) = self.order.wait()?;
        output.finish()?;
        Ok(report.written)
    }
}
