//! Text to planes and back with vectors of 128 bits.

use super::{Planes, Transpose, bit_of, cell_of};
use crate::board::grid::CELLS;
use crate::simd::{FourLanes, Quarter, three};
use crate::solver::batch::{Answer, Puzzles};
use crate::solver::rows::{are_plain, row_of, store_row};

impl<S: FourLanes> Transpose for S {
    #[inline(always)]
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool {
        let mut kinds = self.splat32(0);
        for lane in 0..count {
            let Some(puzzle) = puzzles.clues(first + lane) else { return false };
            for k in 0..3 {
                kinds = self.or(kinds, read_rows(self, puzzle, k, planes, lane));
            }
        }
        are_plain(self, kinds)
    }

    #[inline(always)]
    fn load_planes(self, k: usize, planes: &Planes) -> [S::V; 4] {
        self.load_columns(&planes[k])
    }

    #[inline(always)]
    fn store_digits(self, k: usize, planes: [S::V; 4], digits: &mut Planes) {
        self.store_columns(planes, &mut digits[k]);
    }

    /// ```text
    /// 4 × 27 bits ─▶ 16 bytes with two digits each ─▶ low digits, high digits ─▶ the three rows of k in text order
    /// ```
    #[inline(always)]
    fn write_digits(self, digits: &Planes, lane: usize, mut answer: Answer<'_>) {
        let (cells, zero) = answer.cells();
        let digits = three!(K => digits_of(self, digits, lane, K, zero));
        three!(BAND => three!(K => {
            let text = self.shuffle2(digits[K], self.load(&TEXT_ORDER[BAND]));
            store_row(self, text, 0, 3 * BAND + K, cells);
        }));
    }
}

/// Reads rows 3·band + k of a puzzle. Returns the kinds of the bytes read.
///
/// ```text
/// 3 rows ─▶ 27 bytes in plane order ─▶ one code each ─▶ two codes per byte ─▶ 4 × 27 bits
/// ```
#[inline(always)]
fn read_rows<S: FourLanes>(s: S, puzzle: &[u8; CELLS], k: usize, planes: &mut Planes, lane: usize) -> S::V {
    let rows = three!(BAND => s.load(row_of(puzzle, 3 * BAND + k)));
    let order = if k == 2 { &LAST_PLANE_ORDER } else { &PLANE_ORDER };
    let (low, low_kinds) = s.codes(s.shuffle3(rows, s.load(&order[0])));
    let (high, high_kinds) = s.codes(s.shuffle3(rows, s.load(&order[1])));
    let pairs = transpose_bits(s, s.select(s.splat8(15), low, s.shl32::<4>(high)));
    let (lanes, _) = planes[k].0.as_chunks_mut::<4>();
    s.store(s.shuffle(pairs, s.load(&WORD_ORDER[0])), &mut lanes[lane]);
    s.or(low_kinds, high_kinds)
}

/// Returns the digits of rows 3·band + k of a lane, in plane order, each plus `zero`.
#[inline(always)]
fn digits_of<S: FourLanes>(s: S, digits: &Planes, lane: usize, k: usize, zero: u8) -> [S::V; 2] {
    let (lanes, _) = digits[k].0.as_chunks::<4>();
    let pairs = transpose_bits(s, s.shuffle(s.load(&lanes[lane]), s.load(&WORD_ORDER[1])));
    let (half, zero) = (s.splat8(15), s.splat8(zero));
    [s.or(s.and(pairs, half), zero), s.or(s.and(s.shr32::<4>(pairs), half), zero)]
}

/// Transposes the 8 × 8 bits of both halves: bit `i` of byte `j` becomes bit `j` of byte `i`.
#[inline(always)]
fn transpose_bits<S: FourLanes>(s: S, bytes: S::V) -> S::V {
    let words = s.swap_bits::<7>(bytes, 0x00AA_00AA_00AA_00AA);
    let words = s.swap_bits::<14>(words, 0x0000_CCCC_0000_CCCC);
    s.swap_bits::<28>(words, 0x0000_0000_F0F0_F0F0)
}

/// For each byte in plane order, the index of its cell among the 16 bytes of each of three rows, one per band. Bytes without
/// a cell repeat the first cell of band 0.
static PLANE_ORDER: [Quarter; 2] = plane_order(0);

/// The same where the last row is loaded from seven bytes before it.
static LAST_PLANE_ORDER: [Quarter; 2] = plane_order(7);

const fn plane_order(before: u8) -> [Quarter; 2] {
    let mut table = [[0; 16]; 2];
    const_for!(bit in 0..27 => {
        let (row, column) = cell_of(0, bit);
        let skipped = if row == 6 { before } else { 0 };
        table[bit / 16][bit % 16] = (16 * (row / 3) + column) as u8 + skipped;
    });
    table
}

/// For each byte of the four planes' words, its index among the transposed bytes; and the other way round.
///
/// ```text
/// transposed   bits 0–7 of planes 0 1 2 3   bits 16–23 of 0 1 2 3   bits 8–15 of 0 1 2 3   bits 24–31 of 0 1 2 3
/// index                           0 1 2 3                 4 5 6 7                8 9 … 11                12 … 15
/// words        plane 0: 0 8 4 12   plane 1: 1 9 5 13   …
/// ```
static WORD_ORDER: [Quarter; 2] = {
    let mut table = [[0; 16]; 2];
    const_for!(byte in 0..16 => {
        let (plane, eighth) = (byte / 4, byte % 4);
        let transposed = plane + 8 * (eighth % 2) + 4 * (eighth / 2);
        table[0][byte] = transposed as u8;
        table[1][transposed] = byte as u8;
    });
    table
};

/// For each band, the indices of a row's digits among the digits in plane order.
static TEXT_ORDER: [Quarter; 3] = {
    let mut table = [[0x80; 16]; 3];
    const_for!(cell in 0..27 => {
        table[cell / 9][cell % 9] = bit_of(3 * (cell / 9), cell % 9) as u8;
    });
    table
};
