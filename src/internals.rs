//! Internal parts that the benches and tests need. Not covered by any promise of stability: all of it may change at any
//! time.

pub use crate::generate::uniform::{BOUND as COMPLETIONS_BOUND, Completions, Frame};
pub use crate::solver::lanes::guess_stack::DEPTH as GUESS_STACK_DEPTH;
pub use crate::solver::lanes::simd::{MAX_LANES, Simd, portable::Portable};
#[cfg(target_arch = "x86_64")]
pub use crate::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
pub use crate::solver::lanes::steps::*;
pub use crate::solver::lanes::transpose::Transpose;

use crate::error::Result;
use crate::io::output::Output;
use crate::pipeline::ordered::{Sink, WINDOW};
use crate::pipeline::ordered_writer::{ChunkOutput, OrderedWriter};
use crate::pipeline::reorder_buffer::ReorderBuffer;

/// The reorder buffer and the ordered writer behind it, without worker threads.
pub struct WriterBench {
    buffer: ReorderBuffer<ChunkOutput, OrderedWriter>,
}

impl WriterBench {
    /// Writes to `output`.
    pub fn new(output: Output) -> Self {
        Self { buffer: ReorderBuffer::new(OrderedWriter::new(output), WINDOW) }
    }

    /// Submits `text` as the answers to chunk `number`. The text must be the same for every chunk: the memory of a
    /// chunk that is written is submitted again as it is.
    ///
    /// # Panics
    /// When the writer has failed.
    pub fn submit(&self, number: u64, text: &[u8]) {
        let mut chunk = self.buffer.begin().expect("a writer that has not failed");
        if chunk.text.len() != text.len() {
            chunk.text.clear();
            chunk.text.extend_from_slice(text);
        }
        self.buffer.submit(number, chunk);
    }

    /// Ends after `chunks` chunks, puts the output in its place and returns the number of bytes written.
    ///
    /// # Errors
    /// When writing failed.
    pub fn finish(self, chunks: u64) -> Result<u64> {
        self.buffer.end_after(chunks);
        Ok(self.buffer.wait()?.finish()?.written)
    }
}
