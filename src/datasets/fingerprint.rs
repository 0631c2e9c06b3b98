//! Fingerprints of puzzles, forms and other texts, to find records of the same class.

use std::hash::{Hash, Hasher};

use xxhash_rust::xxh3::{xxh3_64_with_seed, xxh3_128};

use crate::array::array_of;
use crate::board::grid::{CELLS, is_blank};
pub(crate) use crate::board::notation::clue_count;
use crate::board::notation::is_clue;
use crate::solver::batch::PENCILMARKS;

/// The 128-bit XXH3 hash of a text: a form, or the cells of a puzzle with all blanks written alike. Equal texts have equal
/// fingerprints.
///
/// The probability that two of n different texts have the same fingerprint is about n² / 2^129: 1e-23 for a hundred million
/// puzzles, less than that of a memory error. XXH3 is not a cryptographic hash: it does not protect against puzzles constructed
/// to collide.
///
/// ```
/// use bulkdoku::datasets::Fingerprint;
/// use std::collections::HashSet;
///
/// let mut seen = HashSet::new();
/// let lines = ["not a puzzle", "12", "not a puzzle"];
/// let new = lines.map(|line| seen.insert(Fingerprint::of_text(line.as_bytes()))); // 16 bytes each
/// assert_eq!(new, [true, true, false]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(pub(crate) [u64; 2]);

impl Fingerprint {
    /// Returns the fingerprint of a puzzle, written as clues or as pencilmarks.
    pub(crate) fn of(puzzle: &[u8]) -> Self {
        match puzzle.first_chunk::<CELLS>() {
            // Without branches, the compiler vectorizes this.
            Some(cells) if puzzle.len() == CELLS => {
                let shown = |cell: usize| if is_clue(cells[cell]) { cells[cell] } else { b'.' };
                Self::of_text(&array_of::<u8, CELLS>(shown))
            }
            _ => Self::of_pencilmarks(puzzle),
        }
    }

    /// Returns the fingerprint that the class of a puzzle, written as clues, has if the puzzle is its form.
    pub(super) fn of_form(puzzle: &[u8]) -> Self {
        let shown = |cell: usize| if is_clue(puzzle[cell]) { puzzle[cell] } else { b'0' };
        Self::of_text(&array_of::<u8, CELLS>(shown))
    }

    /// Returns the fingerprint of these bytes: the class of a record that is not a puzzle, by its text. Does not allocate.
    pub fn of_text(text: &[u8]) -> Self {
        let hash = xxh3_128(text);
        Self([hash as u64, (hash >> 64) as u64])
    }

    fn of_pencilmarks(puzzle: &[u8]) -> Self {
        let mut marks = [b'.'; PENCILMARKS];
        for (mark, &byte) in marks.iter_mut().zip(puzzle) {
            *mark = if is_blank(byte) { b'.' } else { byte };
        }
        Self::of_text(&marks)
    }
}

impl Hash for Fingerprint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0[0]); // half of a good hash is one
    }
}

/// The 64-bit XXH3 hash, for sets in memory.
#[derive(Default)]
pub(super) struct Xxh3(u64);

impl Hasher for Xxh3 {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64_with_seed(bytes, self.0);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn every_clue_matters_but_the_blank_character_does_not() {
        let fingerprint = Fingerprint::of(PUZZLE.as_bytes());
        assert_eq!(clue_count(PUZZLE.as_bytes()), 30);
        for blank in ["0", "_", "*", "-", "?", "x", "X"] {
            let puzzle = PUZZLE.replace('.', blank);
            assert_eq!(
                (Fingerprint::of(puzzle.as_bytes()), clue_count(puzzle.as_bytes())),
                (fingerprint, 30)
            );
        }
        assert_ne!(Fingerprint::of(PUZZLE.replacen('5', "4", 1).as_bytes()), fingerprint);
        assert_ne!(Fingerprint::of(PUZZLE.replacen("53..", "53.1", 1).as_bytes()), fingerprint);
    }

    #[test]
    fn cells_with_one_candidate_count_as_clues_in_pencilmarks() {
        let puzzle = format!("1........{}", "123456789".repeat(80));
        let fingerprint = Fingerprint::of(puzzle.as_bytes());
        assert_eq!(clue_count(puzzle.as_bytes()), 1);
        assert_eq!(Fingerprint::of(puzzle.replace('.', "0").as_bytes()), fingerprint);
        assert_ne!(Fingerprint::of(puzzle.replacen('2', ".", 1).as_bytes()), fingerprint);
    }
}
