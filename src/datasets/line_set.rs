//! A set of lines of an input: one bit per line.

use std::sync::atomic::{AtomicU64, Ordering};

/// A set of lines that all threads can add to. A hundred million lines need 12.5 MB.
#[derive(Debug, Default)]
pub(crate) struct LineSet(Vec<AtomicU64>);

impl LineSet {
    /// Makes room for the lines up to `most`.
    pub(crate) fn grow(&mut self, most: u64) {
        let words = (most / 64 + 1) as usize;
        if words > self.0.len() {
            self.0.resize_with(words, AtomicU64::default);
        }
    }

    /// Adds a line.
    ///
    /// # Panics
    /// Panics if there is no room for it.
    pub(crate) fn insert(&self, line: u64) {
        self.0[(line / 64) as usize].fetch_or(1 << (line % 64), Ordering::Relaxed);
    }

    pub(crate) fn contains(&self, line: u64) -> bool {
        let word = self.0.get((line / 64) as usize);
        word.is_some_and(|word| word.load(Ordering::Relaxed) >> (line % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_added_line_is_in_the_set() {
        let mut lines = LineSet::default();
        assert!(!lines.contains(7));
        lines.grow(200);
        [1, 64, 127, 200].into_iter().for_each(|line| lines.insert(line));
        let found: Vec<u64> = (0..1000).filter(|&line| lines.contains(line)).collect();
        assert_eq!(found, [1, 64, 127, 200]);
    }
}
