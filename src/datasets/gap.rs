//! The text between two records, while it waits for the second one.
//!
//! ```text
//! chunk     │ record │ # note │          chunk   │ # note      │ record │
//!                     after                       before
//!                     └────────── gap ──────────┘
//! ```

use super::record_spans::RecordSpans;
use crate::error::{Refusal, Result};
use crate::format::read::line::line_count;
use crate::pipeline::chunk::Chunk;

/// The largest number of bytes of text between two records that can be copied with the second one.
///
/// Where the text goes is only known once that record is read, so this bounds the memory that it needs until then.
pub(super) const MAX_GAP: usize = 4 << 20;

/// The text between records at both ends of a chunk.
#[derive(Debug, Default)]
pub(super) struct ChunkGaps {
    /// The number of bytes before the first record, which are copied with it.
    pub(super) before: usize,
    /// The text after the last record, or all text of a chunk without records.
    pub(super) after: Vec<u8>,
    /// The line of the input on which that text begins.
    after_line: u64,
}

/// The text after the last record so far.
#[derive(Debug, Default)]
pub(super) struct Gap {
    text: Vec<u8>,
    /// The line of the input on which the text begins.
    line: u64,
}

impl ChunkGaps {
    /// Finds the gaps of `chunk`, whose records have these spans.
    pub(super) fn find(&mut self, chunk: &Chunk, spans: &RecordSpans) {
        let after = &chunk.text()[spans.rest()..];
        self.before = spans.before_first();
        self.after.clear();
        self.after.extend_from_slice(after);
        self.after_line = chunk.lines_before + chunk.lines() - line_count(after) + 1;
    }

    /// Clears the gaps, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.before = 0;
        self.after.clear();
    }
}

impl Gap {
    /// Returns the text.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Ends the gap with the bytes `before` the first record of the next chunk, which the caller copies.
    pub(super) fn end(&self, before: usize, name: &str) -> Result<()> {
        if self.text.len() + before > MAX_GAP {
            return Err(Refusal::GapTooLong(name.to_owned(), self.line).into());
        }
        Ok(())
    }

    /// Empties the gap after its text was copied.
    pub(super) fn clear(&mut self) {
        self.text.clear();
    }

    /// Adds the text after the last record of the next chunk.
    pub(super) fn extend(&mut self, chunk: &ChunkGaps, name: &str) -> Result<()> {
        if self.text.is_empty() {
            self.line = chunk.after_line;
        }
        self.text.extend_from_slice(&chunk.after);
        self.end(0, name)
    }
}
