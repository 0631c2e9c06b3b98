//! Reads boards from pencilmarks: nine bytes per cell, each the digit of its place or a blank.

use super::layout::{Block, BoardWords, WORDS, word};
use crate::board::notation::masks_of;
use crate::simd::LaneSet;
use crate::solver::batch::{PENCILMARKS, Puzzles};

/// Reads one puzzle per lane: puzzle `first + i` into the words of lane `i`, for `count` lanes. Returns the lanes of the
/// well-formed puzzles. The words of the others are unspecified.
pub fn read_pencilmarks(puzzles: &Puzzles<'_>, first: usize, count: usize, block: &mut Block) -> LaneSet {
    let mut valid = 0;
    for lane in 0..count {
        let Ok(text) = puzzles.get(first + lane).try_into() else { continue };
        let Some(board) = read_board(text) else { continue };
        for (row, word) in block.iter_mut().zip(board) {
            row[lane] = word;
        }
        valid |= 1 << lane;
    }
    valid
}

/// Returns the board of one puzzle, or `None` if a byte is neither the digit of its place nor a blank.
fn read_board(text: &[u8; PENCILMARKS]) -> Option<BoardWords> {
    let mut board = [0; WORDS];
    for (cell, candidates) in masks_of(text)?.into_iter().enumerate() {
        for d in 0..3 {
            let three = u32::from(candidates) >> (3 * d) & 7;
            let spread = (three & 1) | (three >> 1 & 1) << 9 | (three >> 2) << 18;
            board[word_of(cell, d)] |= spread << place_of(cell);
        }
    }
    Some(board)
}

/// Returns the index of the word that holds the digits `3 * d + 1` to `3 * d + 3` of a cell.
const fn word_of(cell: usize, d: usize) -> usize {
    word(d, cell / 9 % 3, cell % 3)
}

/// Returns the bit of a cell in a field of its words.
const fn place_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::bits;
    use crate::board::notation::MARKS;
    use crate::solver::batch::Notation;

    /// Returns whether a digit is a candidate of a cell, from the definition of the layout.
    fn is_candidate(board: &BoardWords, cell: usize, digit: usize) -> bool {
        let (row, column) = (cell / 9, cell % 9);
        let bit = 9 * (digit % 3) + 3 * (row / 3) + column / 3;
        board[word(digit / 3, row % 3, column % 3)] >> bit & 1 == 1
    }

    /// Returns pencilmarks in which every third byte, from `first` on, is this blank.
    fn some_marks(first: usize, blank: u8) -> [u8; PENCILMARKS] {
        std::array::from_fn(|at| if at % 3 == first { blank } else { MARKS[at % 9] })
    }

    #[test]
    fn every_mark_is_read_into_its_bit() {
        for (first, blank) in [(0, b'.'), (1, b'0'), (2, b'X')] {
            let text = some_marks(first, blank);
            let board = read_board(&text).expect("digits and blanks");
            for at in 0..PENCILMARKS {
                let (cell, digit) = (at / 9, at % 9);
                assert_eq!(is_candidate(&board, cell, digit), at % 3 != first, "cell {cell}, digit {digit}");
            }
        }
    }

    #[test]
    fn a_byte_that_is_neither_the_digit_of_its_place_nor_the_blank_is_rejected_in_every_place() {
        for at in 0..PENCILMARKS {
            for byte in 0..=255 {
                let mut text = some_marks(0, b"._"[at % 2]);
                text[at] = byte;
                let expected = byte == MARKS[at % 9] || byte == b"._"[at % 2];
                assert_eq!(read_board(&text).is_some(), expected, "{byte:#x} at {at}");
            }
        }
    }

    #[test]
    fn puzzles_are_read_into_their_lanes_and_malformed_ones_are_left_out() {
        let (good, mut bad) = (some_marks(1, b'.'), some_marks(2, b'0'));
        bad[728] = b'8';
        let text = [good, bad, good].concat();
        let starts = [0, PENCILMARKS as u32, 2 * PENCILMARKS as u32];
        let puzzles = Puzzles::new(&text, &starts, Notation::Pencilmarks);
        let mut block = [[0; _]; WORDS];
        assert_eq!(bits(read_pencilmarks(&puzzles, 0, 3, &mut block)).collect::<Vec<_>>(), [0, 2]);
        let board = read_board(&good).expect("digits and blanks");
        assert!(block.iter().zip(board).all(|(row, word)| (row[0], row[2]) == (word, word)));
    }
}
