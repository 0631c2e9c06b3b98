//! Verdicts from a scan of a puzzle, without a search for solutions.

use super::Reason;
use super::cells::wrong_cell;
use super::read::pencilmark::is_pencilmarks;
use crate::board::grid::{self, CELLS, Scan};
use crate::board::outcome::Verdict;

/// Returns the verdict on a puzzle of either notation from a scan of its text: [`WellFormed`](Verdict::WellFormed),
/// [`Conflict`](Verdict::Conflict) or [`Malformed`](Verdict::Malformed). Pencilmarks are not searched for conflicts. Does not
/// allocate.
///
/// ```
/// use bulkdoku::format::scan;
/// use bulkdoku::solver::Verdict;
///
/// assert_eq!(scan(&[b'.'; 81]), Verdict::WellFormed);
/// assert_eq!(scan(&[b'1'; 81]), Verdict::Conflict);
/// ```
pub fn verdict(puzzle: &[u8]) -> Verdict {
    puzzle.try_into().map_or_else(|_| verdict_on_bytes(puzzle), inspect)
}

/// Returns the verdict on the bytes alone: [`WellFormed`](Verdict::WellFormed) if each is a clue or a blank, or in pencilmarks
/// the digit of its position or a blank, and the blanks are of one kind; otherwise [`Malformed`](Verdict::Malformed).
pub(crate) fn verdict_on_bytes(puzzle: &[u8]) -> Verdict {
    let fits = match <&[u8; CELLS]>::try_from(puzzle) {
        Ok(clues) => grid::is_puzzle(clues),
        Err(_) => is_pencilmarks(puzzle) && grid::mixed_blanks(puzzle).is_none(),
    };
    if fits { Verdict::WellFormed } else { Verdict::Malformed }
}

impl Reason {
    /// Returns why the cells of a puzzle are not a puzzle, or which clues contradict each other: the first byte that is neither a
    /// clue nor a blank, or else the two kinds of blanks, or else the first two equal clues in a house. `None` if there is none of
    /// these. Does not allocate.
    ///
    /// ```
    /// use bulkdoku::format::Reason;
    ///
    /// let reason = |cells: &[u8; 81]| Reason::of_cells(cells).map(|reason| reason.to_string());
    /// assert_eq!(reason(&[b'.'; 81]), None);
    /// assert_eq!(reason(&[b'a'; 81]).unwrap(), "'a' is neither a clue nor a blank");
    /// assert_eq!(reason(&[b'1'; 81]).unwrap(), "equal clues in r1c1 and r1c2 share a row, column or box");
    /// ```
    #[cold]
    pub fn of_cells(cells: &[u8; CELLS]) -> Option<Self> {
        let conflict = || grid::conflict(cells).map(|(first, second)| Self::Conflict(first, second));
        wrong_cell(cells).map(|(_, reason)| reason).or_else(conflict)
    }
}

/// Returns the verdict on the clues of a puzzle.
fn inspect(puzzle: &[u8; CELLS]) -> Verdict {
    match grid::scan(puzzle) {
        Scan { is_malformed: true, .. } => Verdict::Malformed,
        Scan { has_conflict: true, .. } => Verdict::Conflict,
        _ => Verdict::WellFormed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn with(changes: &[(usize, u8)]) -> [u8; CELLS] {
        let mut puzzle = *PUZZLE;
        changes.iter().for_each(|&(cell, byte)| puzzle[cell] = byte);
        puzzle
    }

    #[test]
    fn every_pair_of_equal_clues_in_a_house_is_a_conflict() {
        for first in 0..CELLS {
            for second in first + 1..CELLS {
                let mut puzzle = [b'.'; CELLS];
                (puzzle[first], puzzle[second]) = (b'9', b'9');
                let expected = match grid::conflict(&puzzle) {
                    Some(_) => Verdict::Conflict,
                    None => Verdict::WellFormed,
                };
                assert_eq!(inspect(&puzzle), expected, "cells {first} and {second}");
            }
        }
    }

    #[test]
    fn a_byte_that_is_neither_a_clue_nor_a_blank_comes_before_a_conflict() {
        assert_eq!(inspect(PUZZLE), Verdict::WellFormed);
        for byte in 0..=255 {
            let is_known = grid::digit(byte).is_some() || byte == b'.';
            let puzzle = with(&[(1, b'5'), (80, byte)]);
            assert_eq!(inspect(&puzzle) == Verdict::Malformed, !is_known, "byte {byte}");
        }
        assert_eq!(inspect(&[b'a'; CELLS]), Verdict::Malformed);
        assert_eq!(inspect(&[b'9'; CELLS]), Verdict::Conflict);
    }
}
