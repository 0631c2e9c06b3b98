//! Text to blocks of boards, and solved boards back to text.
//!
//! ```text
//! text ─▶ read_clues ─▶ block ─▶ … propagation … ─▶ block ─▶ to_planes ─▶ planes ─▶ write_digits ─▶ text
//! ```
//!
//! The trait [`Transpose`] has one implementation per instruction set, in the files beside this one. What all of them
//! share is here, with the rare form of a puzzle: pencilmarks.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::layout::{Block, FIELD, word};
use super::simd::{LaneRow, Simd};
use crate::grid::{self, CELLS};
use crate::solver::batch::{AnswerLine, PENCILMARKS};

/// The conversion between text and the words of one lane.
pub trait Transpose: Simd {
    /// Reads 81 clues and blanks into the words of lane `lane`. Returns false if a byte is neither a clue nor a blank;
    /// the lane's words are then unspecified.
    fn read_clues(self, puzzle: &[u8; CELLS], block: &mut Block, lane: usize) -> bool;

    /// Writes the digits of lane `lane` and a line end.
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine);
}

/// Solved boards as four bit planes of three rows each, lane by lane.
///
/// A digit is `1 + a + 2b + 3c + 6d`, with one bit per cell in each of the planes a, b, c, d: `a` stands for e = 1, `b`
/// for e = 2, `c` for D = 1, `d` for D = 2. Row `3·plane + k` holds the cells of the rows 3·band + k of the board; the
/// bit of a cell is `9j + 3·band + stack`.
pub type Planes = [LaneRow; 12];

/// A code for each digit, three of seven bits, for implementations that test bytes. The code of a blank is zero, so
/// `code & !DIGIT_CODES[digit] == 0` holds for the digit itself and for a blank, and for nothing else.
pub const DIGIT_CODES: [u8; 9] = [0o7, 0o13, 0o23, 0o43, 0o103, 0o15, 0o25, 0o45, 0o105];

/// Returns the index in the text of the cell at bit `bit` of the words of place `3k + j`.
pub const fn cell_of(place: usize, bit: usize) -> usize {
    let (band, stack) = (bit % 9 / 3, bit % 3);
    9 * (3 * band + place / 3) + 3 * stack + place % 3
}

/// Reads 729 pencilmarks, nine per cell, into the words of lane `lane`. Returns false if a byte is neither the digit of
/// its place nor a blank; the lane's words are then unspecified.
pub fn read_pencilmarks(puzzle: &[u8; PENCILMARKS], block: &mut Block, lane: usize) -> bool {
    block.iter_mut().for_each(|row| row[lane] = 0);
    for (cell, marks) in puzzle.chunks_exact(9).enumerate() {
        let mut candidates = 0;
        for (at, &mark) in marks.iter().enumerate() {
            match grid::digit(mark) {
                Some(digit) if usize::from(digit) == at + 1 => candidates |= 1 << at,
                None if grid::is_blank(mark) => {}
                _ => return false,
            }
        }
        allow(block, lane, cell, candidates);
    }
    true
}

/// Adds the candidates of a cell, digit `d` in bit `d - 1`, to the words of its place.
fn allow(block: &mut Block, lane: usize, cell: usize, candidates: u32) {
    let (row, column) = (cell / 9, cell % 9);
    let bit = 3 * (row / 3) + column / 3;
    for d in 0..3 {
        let three = candidates >> (3 * d) & 7;
        let spread = (three & 1) | (three >> 1 & 1) << 9 | (three >> 2) << 18;
        block[word(d, row % 3, column % 3)][lane] |= spread << bit;
    }
}

/// Computes the planes of solved boards. The lanes of other boards are unspecified.
#[inline(always)]
pub fn to_planes<S: Simd>(s: S, block: &Block, planes: &mut Planes) {
    for k in 0..3 {
        let zero = s.splat(0);
        let (mut e1, mut e2, mut d1, mut d2) = ([zero; 3], [zero; 3], [zero; 3], [zero; 3]);
        for j in 0..3 {
            let w0 = s.load(&block[word(0, k, j)]);
            let w1 = s.load(&block[word(1, k, j)]);
            let w2 = s.load(&block[word(2, k, j)]);
            let any = s.or3(w0, w1, w2);
            e1[j] = s.shr::<9>(any);
            e2[j] = s.shr::<18>(any);
            d1[j] = s.or3(w1, s.shr::<9>(w1), s.shr::<18>(w1));
            d2[j] = s.or3(w2, s.shr::<9>(w2), s.shr::<18>(w2));
        }
        s.store(side_by_side(s, e1), &mut planes[k].0);
        s.store(side_by_side(s, e2), &mut planes[3 + k].0);
        s.store(side_by_side(s, d1), &mut planes[6 + k].0);
        s.store(side_by_side(s, d2), &mut planes[9 + k].0);
    }
}

/// Returns field 0 of each of three words, side by side in the order of j.
#[inline(always)]
fn side_by_side<S: Simd>(s: S, words: [S::V; 3]) -> S::V {
    let low = s.and(words[0], s.splat(FIELD));
    let middle = s.and(s.shl::<9>(words[1]), s.splat(FIELD << 9));
    s.or3(low, middle, s.shl::<18>(s.and(words[2], s.splat(FIELD))))
}

/// For each cell, the index of its digit among 96 bytes: 32 for each k, in these byte `9j + 3·band + stack`.
pub static ORDER: [u8; CELLS] = {
    let mut order = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        order[cell] = (32 * (row % 3) + 9 * (column % 3) + 3 * (row / 3) + column / 3) as u8;
        cell += 1;
    }
    order
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::lanes::simd::{for_each_isa, portable::Portable};

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn words(read: impl FnOnce(&mut Block) -> bool) -> Option<Block> {
        let mut block = [[0; 16]; 27];
        read(&mut block).then_some(block)
    }

    #[test]
    fn every_instruction_set_reads_the_same_board() {
        for blank in *b".0_*-?xX" {
            let puzzle = PUZZLE.map(|byte| if byte == b'.' { blank } else { byte });
            let expected = words(|words| Portable.read_clues(PUZZLE, words, 2));
            for_each_isa!(|simd, name| {
                assert_eq!(words(|words| simd.read_clues(&puzzle, words, 2)), expected, "{name}");
            });
        }
    }

    #[test]
    fn every_instruction_set_rejects_every_other_byte_in_every_cell() {
        for cell in 0..CELLS {
            for byte in 0..=255 {
                let mut puzzle = *PUZZLE;
                puzzle[cell] = byte;
                let good = grid::digit(byte).is_some() || grid::is_blank(byte);
                for_each_isa!(|simd, name| {
                    let read = words(|words| simd.read_clues(&puzzle, words, 0));
                    assert_eq!(read.is_some(), good, "{name}: byte {byte} in cell {cell}");
                });
            }
        }
    }

    #[test]
    fn every_instruction_set_writes_what_it_read() {
        let mut line = [0; CELLS + 1];
        line[..CELLS].copy_from_slice(SOLUTION);
        line[CELLS] = b'\n';
        for_each_isa!(|simd, name| {
            let mut block = [[0; 16]; 27];
            assert!(simd.read_clues(SOLUTION, &mut block, 1));
            let mut answer = [0; CELLS + 1];
            let mut planes = [LaneRow([0; 16]); 12];
            to_planes(simd, &block, &mut planes);
            simd.write_digits(&planes, 1, &mut answer);
            assert_eq!(answer, line, "{name}");
        });
    }

    #[test]
    fn pencilmarks_give_the_board_of_the_clues() {
        let marks: Vec<u8> = PUZZLE
            .iter()
            .flat_map(|&clue| {
                (b'1'..=b'9').map(move |digit| if clue == b'.' || clue == digit { digit } else { b'.' })
            })
            .collect();
        let mut marks: [u8; PENCILMARKS] = marks.try_into().expect("nine per cell");
        let clues = words(|words| Portable.read_clues(PUZZLE, words, 3));
        assert_eq!(words(|words| read_pencilmarks(&marks, words, 3)), clues);
        marks[10] = b'3';
        assert_eq!(words(|words| read_pencilmarks(&marks, words, 3)), None);
    }
}
