//! Fingerprints of puzzles, to find duplicates.

use twox_hash::XxHash3_128;

use crate::grid::{CELLS, is_blank};
use crate::solver::batch::PENCILMARKS;

/// The 128-bit XXH3 hash of the cells of a puzzle, with all blanks written in the same way. Equal puzzles have equal
/// fingerprints.
///
/// The probability that two different ones of n puzzles have the same fingerprint is about n² / 2^129: 1e-23 for a
/// hundred million puzzles, less than that of a memory error. XXH3 is not a cryptographic hash: it does not protect
/// against puzzles that were constructed to collide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fingerprint(pub(super) [u64; 2]);

impl Fingerprint {
    /// The fingerprint of a puzzle, and the number of its clues. In pencilmarks, a cell with one candidate counts as a
    /// clue.
    pub(super) fn of(puzzle: &[u8]) -> (Self, u8) {
        match puzzle.first_chunk() {
            Some(clues) if puzzle.len() == CELLS => Self::of_clues(clues),
            _ => Self::of_pencilmarks(puzzle),
        }
    }

    /// Has no branches, so that the compiler vectorizes it.
    fn of_clues(puzzle: &[u8; CELLS]) -> (Self, u8) {
        let is_clue = |byte: u8| byte.wrapping_sub(b'1') < 9;
        let cells = puzzle.map(|byte| if is_clue(byte) { byte } else { b'.' });
        let clues = cells.iter().fold(0, |clues, &byte| clues + u8::from(byte != b'.'));
        (Self::of_text(&cells), clues)
    }

    fn of_pencilmarks(puzzle: &[u8]) -> (Self, u8) {
        let mut marks = [b'.'; PENCILMARKS];
        for (mark, &byte) in marks.iter_mut().zip(puzzle) {
            *mark = if is_blank(byte) { b'.' } else { byte };
        }
        let (cells, _) = marks.as_chunks::<9>();
        let is_single = |cell: &&[u8; 9]| cell.iter().filter(|&&mark| mark != b'.').count() == 1;
        (Self::of_text(&marks), cells.iter().filter(is_single).count() as u8)
    }

    fn of_text(text: &[u8]) -> Self {
        let hash = XxHash3_128::oneshot(text);
        Self([hash as u64, (hash >> 64) as u64])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn the_blank_character_does_not_matter_and_every_clue_does() {
        let (fingerprint, clues) = Fingerprint::of(PUZZLE.as_bytes());
        assert_eq!(clues, 30);
        for blank in ["0", "_", "*", "-", "?", "x", "X"] {
            assert_eq!(Fingerprint::of(PUZZLE.replace('.', blank).as_bytes()), (fingerprint, 30));
        }
        assert_ne!(Fingerprint::of(PUZZLE.replacen('5', "4", 1).as_bytes()).0, fingerprint);
        assert_ne!(Fingerprint::of(PUZZLE.replacen("53..", "53.1", 1).as_bytes()).0, fingerprint);
    }

    #[test]
    fn in_pencilmarks_the_cells_with_one_candidate_are_counted() {
        let puzzle = format!("1........{}", "123456789".repeat(80));
        let (fingerprint, clues) = Fingerprint::of(puzzle.as_bytes());
        assert_eq!(clues, 1);
        assert_eq!(Fingerprint::of(puzzle.replace('.', "0").as_bytes()), (fingerprint, 1));
        assert_ne!(Fingerprint::of(puzzle.replacen('2', ".", 1).as_bytes()).0, fingerprint);
    }
}
