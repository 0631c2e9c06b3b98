//! The lines of positions in a text.

use memchr::{memchr_iter, memrchr};

/// A count of lines that finds the line of each position in a chunk. Each byte is read once if the positions are in ascending
/// order. A position on an earlier line costs another pass over the bytes after it.
pub(crate) struct LineCount {
    /// The number of lines of the input that end before `at`.
    before: u64,
    at: usize,
    /// The start of the line that contains `at`.
    line_start: usize,
}

impl LineCount {
    /// Starts at the first line of a text that follows `lines` lines of the input.
    pub(crate) fn after(lines: u64) -> Self {
        Self { before: lines, at: 0, line_start: 0 }
    }

    /// Returns the line of `position` and its character in that line, both from 1.
    pub(crate) fn of(&mut self, chunk: &[u8], position: usize) -> (u64, u32) {
        if position < self.line_start {
            let lines = memchr_iter(b'\n', &chunk[position..self.line_start]).count() as u64;
            let start = memrchr(b'\n', &chunk[..position]).map_or(0, |end| end + 1);
            return (self.before - lines + 1, (position - start) as u32 + 1);
        }
        let from = self.at.min(position);
        for end in memchr_iter(b'\n', &chunk[from..position]) {
            self.before += 1;
            self.line_start = from + end + 1;
        }
        self.at = self.at.max(position);
        (self.before + 1, (position - self.line_start) as u32 + 1)
    }
}
