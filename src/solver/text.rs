//! Text to board and back, for one lane; and the planes in which a block of solved boards
//! becomes text. The vector versions live with their backends.

use super::board::{FIELD, Words, word};
use super::simd::{Row, Simd};
use super::{AnswerLine, PENCILMARKS};
use crate::grid::{self, CELLS};

/// Solved boards as four bit planes of three rows each, lane by lane.
///
/// A digit is `1 + a + 2b + 3c + 6d` with one bit a cell in each plane a, b, c, d: `a` is e = 1,
/// `b` is e = 2, `c` is D = 1, `d` is D = 2. Row `3·plane + k` holds the cells of the rows
/// 3·band + k, the cell's bit being `9j + 3·band + stack`.
pub type Planes = [Row; 12];

/// A code for each digit, for backends that test bytes: three of seven bits. A blank's code has
/// none, so `code & !DIGIT_CODES[digit] == 0` holds for the digit itself and for blanks alone.
pub const DIGIT_CODES: [u8; 9] = [0o7, 0o13, 0o23, 0o43, 0o103, 0o15, 0o25, 0o45, 0o105];

/// The text index of the cell at bit `bit` of the words of place `3k + j`.
pub const fn cell_of(place: usize, bit: usize) -> usize {
    let (band, stack) = (bit % 9 / 3, bit % 3);
    9 * (3 * band + place / 3) + 3 * stack + place % 3
}

/// Reads 81 clues and blanks into the words of lane `lane`; false at a byte that is neither.
pub fn read_clues(puzzle: &[u8; CELLS], words: &mut [Row; 27], lane: usize) -> bool {
    words.iter_mut().for_each(|row| row.0[lane] = 0);
    for (cell, &byte) in puzzle.iter().enumerate() {
        let candidates = match grid::digit(byte) {
            Some(digit) => 1 << (digit - 1),
            None if grid::is_blank(byte) => 0o777,
            None => return false,
        };
        allow(words, lane, cell, candidates);
    }
    true
}

/// Reads 729 pencilmarks, nine a cell; false at a byte that is neither the digit of its place
/// nor a blank.
pub fn read_pencilmarks(puzzle: &[u8; PENCILMARKS], words: &mut [Row; 27], lane: usize) -> bool {
    words.iter_mut().for_each(|row| row.0[lane] = 0);
    for (cell, marks) in puzzle.chunks_exact(9).enumerate() {
        let mut candidates = 0;
        for (at, &mark) in marks.iter().enumerate() {
            match grid::digit(mark) {
                Some(digit) if usize::from(digit) == at + 1 => candidates |= 1 << at,
                None if grid::is_blank(mark) => {}
                _ => return false,
            }
        }
        allow(words, lane, cell, candidates);
    }
    true
}

/// Adds a cell's candidates, digit `d` in bit `d - 1`, to the words of its place.
fn allow(words: &mut [Row; 27], lane: usize, cell: usize, candidates: u32) {
    let (row, column) = (cell / 9, cell % 9);
    let bit = 3 * (row / 3) + column / 3;
    for d in 0..3 {
        let three = candidates >> (3 * d) & 7;
        let spread = (three & 1) | (three >> 1 & 1) << 9 | (three >> 2) << 18;
        words[word(d, row % 3, column % 3)].0[lane] |= spread << bit;
    }
}

/// The planes of boards that are solved; lanes that are not give junk.
#[inline(always)]
pub fn planes<S: Simd>(s: S, boards: &Words<S>) -> Planes {
    let mut planes = [Row([0; 16]); 12];
    let field = [s.splat(FIELD), s.splat(FIELD << 9), s.splat(FIELD << 18)];
    // The three words' fields 0, set side by side in the order of j.
    let side_by_side = |w: [S::V; 3]| {
        let low = s.and(w[0], field[0]);
        let middle = s.and(s.shl::<9>(w[1]), field[1]);
        s.or3(low, middle, s.shl::<18>(s.and(w[2], field[0])))
    };
    for k in 0..3 {
        let words = |d: usize| [boards[word(d, k, 0)], boards[word(d, k, 1)], boards[word(d, k, 2)]];
        let (w0, w1, w2) = (words(0), words(1), words(2));
        let mut any = w0;
        let mut folded = [w1, w2];
        for j in 0..3 {
            any[j] = s.or3(w0[j], w1[j], w2[j]);
            for words in &mut folded {
                words[j] = s.or3(words[j], s.shr::<9>(words[j]), s.shr::<18>(words[j]));
            }
        }
        let e1 = [s.shr::<9>(any[0]), s.shr::<9>(any[1]), s.shr::<9>(any[2])];
        let e2 = [s.shr::<18>(any[0]), s.shr::<18>(any[1]), s.shr::<18>(any[2])];
        for (plane, fields) in [e1, e2, folded[0], folded[1]].into_iter().enumerate() {
            s.store(side_by_side(fields), &mut planes[3 * plane + k].0);
        }
    }
    planes
}

/// Writes the digits of lane `lane` and a line end.
pub fn write_digits(planes: &Planes, lane: usize, answer: &mut AnswerLine) {
    for k in 0..3 {
        let [a, b, c, d] = [0, 3, 6, 9].map(|plane| planes[plane + k].0[lane]);
        for bit in 0..27 {
            let digit = 1 + (a >> bit & 1) + 2 * (b >> bit & 1) + 3 * (c >> bit & 1) + 6 * (d >> bit & 1);
            answer[cell_of(3 * k + bit / 9, bit % 9)] = b'0' + digit as u8;
        }
    }
    answer[CELLS] = b'\n';
}
