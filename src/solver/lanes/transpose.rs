//! Text to board and back, for one lane; and the planes in which a block of solved boards
//! becomes text. The vector versions live with their backends.

use super::layout::{Block, FIELD, FULL, word};
use super::simd::{Row, Simd};
use crate::grid::{self, CELLS};
use crate::solver::batch::{AnswerLine, PENCILMARKS};

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
pub fn read_clues(puzzle: &[u8; CELLS], block: &mut Block, lane: usize) -> bool {
    let mut board = [FULL; 27];
    let mut good = true;
    for (&byte, &(place, bit)) in puzzle.iter().zip(&PLACES) {
        let kind = KINDS[usize::from(byte)];
        good &= kind != NEITHER;
        let others = &OTHERS[usize::from(kind & 15)];
        for d in 0..3 {
            board[9 * d + usize::from(place)] &= !(others[d] << bit);
        }
    }
    for (row, word) in block.iter_mut().zip(&board) {
        row[lane] = *word;
    }
    good
}

/// For each cell, its place `3k + j` and its bit in field 0 of the place's words.
static PLACES: [(u8, u8); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = ((3 * (row % 3) + column % 3) as u8, (3 * (row / 3) + column / 3) as u8);
        cell += 1;
    }
    places
};

/// What a byte is: a digit 1 to 9, 0 for a blank, or [`NEITHER`].
static KINDS: [u8; 256] = {
    let mut kinds = [NEITHER; 256];
    let mut byte = 0;
    while byte < 256 {
        match grid::digit(byte as u8) {
            Some(digit) => kinds[byte] = digit,
            None if grid::is_blank(byte as u8) => kinds[byte] = 0,
            None => {}
        }
        byte += 1;
    }
    kinds
};

const NEITHER: u8 = 16;

/// For each digit, the bits of word D that it clears in a cell at bit 0: all but its own. A
/// blank (0) clears none.
static OTHERS: [[u32; 3]; 16] = {
    let mut others = [[0; 3]; 16];
    let mut digit = 1;
    while digit <= 9 {
        others[digit] = [CELL; 3];
        others[digit][(digit - 1) / 3] = CELL & !(1 << (9 * ((digit - 1) % 3)));
        digit += 1;
    }
    others
};

/// The three bits of the cell at bit 0.
const CELL: u32 = 0o001_001_001;

/// Reads 729 pencilmarks, nine a cell; false at a byte that is neither the digit of its place
/// nor a blank.
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

/// Adds a cell's candidates, digit `d` in bit `d - 1`, to the words of its place.
fn allow(block: &mut Block, lane: usize, cell: usize, candidates: u32) {
    let (row, column) = (cell / 9, cell % 9);
    let bit = 3 * (row / 3) + column / 3;
    for d in 0..3 {
        let three = candidates >> (3 * d) & 7;
        let spread = (three & 1) | (three >> 1 & 1) << 9 | (three >> 2) << 18;
        block[word(d, row % 3, column % 3)][lane] |= spread << bit;
    }
}

/// Writes the planes of boards that are solved; lanes that are not give junk.
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

/// Field 0 of each of three words, set side by side in the order of j.
#[inline(always)]
fn side_by_side<S: Simd>(s: S, words: [S::V; 3]) -> S::V {
    let low = s.and(words[0], s.splat(FIELD));
    let middle = s.and(s.shl::<9>(words[1]), s.splat(FIELD << 9));
    s.or3(low, middle, s.shl::<18>(s.and(words[2], s.splat(FIELD))))
}

/// Writes the digits of lane `lane` and a line end.
pub fn write_digits(planes: &Planes, lane: usize, answer: &mut AnswerLine) {
    let ones = u64::from_ne_bytes([b'1'; 8]);
    let mut digits = [0; 96]; // 32 for each k
    for (k, digits) in digits.chunks_exact_mut(32).enumerate() {
        let [a, b, c, d] = [0, 3, 6, 9].map(|plane| planes[plane + k].0[lane]);
        for (byte, eight) in digits.chunks_exact_mut(8).enumerate() {
            let bits = |word: u32| a_byte_a_bit((word >> (8 * byte)) as u8);
            let sum = ones + bits(a) + 2 * bits(b) + 3 * bits(c) + 6 * bits(d);
            eight.copy_from_slice(&sum.to_le_bytes());
        }
    }
    for (digit, &at) in answer.iter_mut().zip(&ORDER) {
        *digit = digits[usize::from(at)];
    }
    answer[CELLS] = b'\n';
}

/// Where each cell's digit stands among 96 bytes, 32 for each k, byte `9j + 3·band + stack`.
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

/// Bit `i` in byte `i` of the result, counted from the low end.
fn a_byte_a_bit(bits: u8) -> u64 {
    // The product holds the low seven bits at every seventh place, so that no two overlap.
    let low = (u64::from(bits & 0x7F) * 0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
    low | u64::from(bits >> 7) << 56
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::lanes::simd::for_each_backend;

    /// Bytes that are no puzzle's, one at each end and in the middle.
    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; CELLS] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn words(read: impl FnOnce(&mut Block) -> bool) -> Option<Block> {
        let mut block = [[0; 16]; 27];
        read(&mut block).then_some(block)
    }

    #[test]
    fn every_backend_reads_the_same_board() {
        for blank in *b".0_*-?xX" {
            let puzzle = PUZZLE.map(|byte| if byte == b'.' { blank } else { byte });
            let expected = words(|words| read_clues(PUZZLE, words, 2));
            for_each_backend!(|simd, name| {
                assert_eq!(words(|words| simd.read_clues(&puzzle, words, 2)), expected, "{name}");
            });
        }
    }

    #[test]
    fn every_backend_refuses_every_other_byte_anywhere() {
        for cell in 0..CELLS {
            for byte in 0..=255 {
                let mut puzzle = *PUZZLE;
                puzzle[cell] = byte;
                let good = grid::digit(byte).is_some() || grid::is_blank(byte);
                for_each_backend!(|simd, name| {
                    let read = words(|words| simd.read_clues(&puzzle, words, 0));
                    assert_eq!(read.is_some(), good, "{name}: byte {byte} in cell {cell}");
                });
            }
        }
    }

    #[test]
    fn every_backend_writes_what_it_read() {
        let mut line = [0; CELLS + 1];
        line[..CELLS].copy_from_slice(SOLUTION);
        line[CELLS] = b'\n';
        for_each_backend!(|simd, name| {
            let mut block = [[0; 16]; 27];
            assert!(simd.read_clues(SOLUTION, &mut block, 1));
            let mut answer = [0; CELLS + 1];
            let mut planes = [Row([0; 16]); 12];
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
        let mut marks: [u8; PENCILMARKS] = marks.try_into().expect("nine a cell");
        let clues = words(|words| read_clues(PUZZLE, words, 3));
        assert_eq!(words(|words| read_pencilmarks(&marks, words, 3)), clues);
        marks[10] = b'3';
        assert_eq!(words(|words| read_pencilmarks(&marks, words, 3)), None);
    }
}
