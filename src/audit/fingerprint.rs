//! A puzzle in sixteen bytes: equal puzzles have equal ones.

use twox_hash::XxHash3_128;

use crate::grid::{CELLS, is_blank};
use crate::solver::batch::PENCILMARKS;

/// What stands for a puzzle when duplicates are looked for: 128 bits of XXH3 of its cells, each
/// blank written the same way.
///
/// Two different puzzles among n have the same one with odds of about n² in 2^129: for a hundred
/// million puzzles one in 10^22, less than that of a faulty memory. Whoever builds a data set to
/// fool its own audit may find such a pair; there is nothing to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fingerprint(pub(super) [u64; 2]);

impl Fingerprint {
    /// The fingerprint of a puzzle of clues or of pencilmarks, and the number of its clues; of
    /// pencilmarks, of its cells with one candidate.
    pub(super) fn of(puzzle: &[u8]) -> (Self, u8) {
        match puzzle.first_chunk() {
            Some(clues) if puzzle.len() == CELLS => Self::of_clues(clues),
            _ => Self::of_pencilmarks(puzzle),
        }
    }

    /// Without a branch, so that the cells are taken a vector at a time.
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
    fn the_way_to_write_blanks_does_not_matter_and_a_clue_does() {
        let (fingerprint, clues) = Fingerprint::of(PUZZLE.as_bytes());
        assert_eq!(clues, 30);
        for blank in ["0", "_", "*", "-", "?", "x", "X"] {
            assert_eq!(Fingerprint::of(PUZZLE.replace('.', blank).as_bytes()), (fingerprint, 30));
        }
        assert_ne!(Fingerprint::of(PUZZLE.replacen('5', "4", 1).as_bytes()).0, fingerprint);
        assert_ne!(Fingerprint::of(PUZZLE.replacen("53..", "53.1", 1).as_bytes()).0, fingerprint);
    }

    #[test]
    fn of_pencilmarks_the_cells_with_one_candidate_are_counted() {
        let puzzle = format!("1........{}", "123456789".repeat(80));
        let (fingerprint, clues) = Fingerprint::of(puzzle.as_bytes());
        assert_eq!(clues, 1);
        assert_eq!(Fingerprint::of(puzzle.replace('.', "0").as_bytes()), (fingerprint, 1));
        assert_ne!(Fingerprint::of(puzzle.replacen('2', ".", 1).as_bytes()).0, fingerprint);
    }
}
