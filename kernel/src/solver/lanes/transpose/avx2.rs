//! Text to planes and back with AVX2.

#![allow(unsafe_code)] // each step is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{Planes, Transpose, bit_of, cell_of};
use crate::board::codes::{DIGIT_CODES, HIGH_KINDS, LOW_KINDS};
use crate::board::grid::CELLS;
use crate::simd::{Bytes, LaneRow, Simd, Words, avx2::Avx2};
use crate::solver::batch::{Answer, Puzzles};
use crate::solver::rows::{are_plain, row_of};

impl Transpose for Avx2 {
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

    /// Stores two digits per byte.
    ///
    /// ```text
    /// 4 planes × 8 words ─▶ nibbles with one bit of each plane ─▶ 4 × (2 puzzles × 4 words)
    ///                     4 × 4 transposes of bits          4 × 4 transposes of words
    /// ```
    /// Nibble `n` of word `i` has the digit of the cell at bit `4n + i`.
    #[inline(always)]
    fn store_digits(self, k: usize, planes: [__m256i; 4], digits: &mut Planes) {
        let [a, b, c, d] = planes;
        let (a, b) = swap_bits::<1>(self, a, b, 0x5555_5555);
        let (c, d) = swap_bits::<1>(self, c, d, 0x5555_5555);
        let (a, c) = swap_bits::<2>(self, a, c, 0x3333_3333);
        let (b, d) = swap_bits::<2>(self, b, d, 0x3333_3333);
        // SAFETY: the token proves AVX2.
        let rows = unsafe {
            let (ab_low, cd_low) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            [
                _mm256_unpacklo_epi64(ab_low, cd_low),
                _mm256_unpackhi_epi64(ab_low, cd_low),
                _mm256_unpacklo_epi64(ab_high, cd_high),
                _mm256_unpackhi_epi64(ab_high, cd_high),
            ]
        };
        for i in 0..4 {
            self.store(rows[i], &mut digits[4 * k + i].0);
        }
    }

    /// ```text
    /// 16 bytes with two digits each ─▶ low digits, high digits ─▶ the three rows of k in text order
    /// ```
    #[inline(always)]
    fn write_digits(self, digits: &Planes, lane: usize, mut answer: Answer<'_>) {
        let (cells, zero) = answer.cells();
        // SAFETY: the token proves AVX2.
        let rows = unsafe {
            let zero = _mm256_set1_epi8(zero as i8);
            [
                text_rows(digits, lane, 0, zero),
                text_rows(digits, lane, 1, zero),
                text_rows(digits, lane, 2, zero),
            ]
        };
        for row in 0..9 {
            let [first_two, last] = rows[row % 3];
            // SAFETY: the token proves AVX2. Row 7, the last one of 16 bytes, ends at byte 79 of 81, the 8 bytes of row 8
            // end at byte 80. The next row overwrites what a row writes beyond its nine bytes.
            unsafe {
                let text = match row / 3 {
                    0 => _mm256_castsi256_si128(first_two),
                    1 => _mm256_extracti128_si256::<1>(first_two),
                    _ => _mm256_castsi256_si128(last),
                };
                let place = cells.as_mut_ptr().add(9 * row);
                if row < 8 {
                    _mm_storeu_si128(place.cast(), text);
                } else {
                    _mm_storel_epi64(place.cast(), text);
                    cells[CELLS - 1] = _mm_extract_epi8::<8>(text) as u8;
                }
            }
        }
    }
}

/// Reads rows 3·band + k of a puzzle. Returns the kinds of the bytes read.
///
/// ```text
/// 3 rows ─▶ 27 bytes in plane order ─▶ one code each ─▶ 4 × 27 bits
/// ```
/// Each half of a byte indexes a table.
#[inline(always)]
fn read_rows(s: Avx2, puzzle: &[u8; CELLS], k: usize, planes: &mut Planes, lane: usize) -> __m256i {
    // SAFETY: the token proves AVX2; the loads of 16 bytes end at the latest with byte 81 of the 81.
    unsafe {
        let first = s.repeat(row_of(puzzle, k));
        let second = s.repeat(row_of(puzzle, 3 + k));
        let third = s.repeat(row_of(puzzle, 6 + k));
        let first = _mm256_shuffle_epi8(first, load32(&PLANE_ORDER[0]));
        let second = _mm256_shuffle_epi8(second, load32(&PLANE_ORDER[1]));
        let third =
            _mm256_shuffle_epi8(third, load32(if k == 2 { &LAST_PLANE_ORDER } else { &PLANE_ORDER[2] }));
        let bytes = s.or3(first, second, third);

        let high = _mm256_and_si256(_mm256_srli_epi32::<4>(bytes), _mm256_set1_epi8(15));
        let mut codes = _mm256_and_si256(
            _mm256_shuffle_epi8(s.repeat(&DIGIT_CODES), bytes),
            _mm256_cmpeq_epi8(high, _mm256_set1_epi8(3)),
        );
        for plane in (0..4).rev() {
            planes[3 * plane + k].0[lane] = _mm256_movemask_epi8(codes) as u32;
            codes = _mm256_add_epi8(codes, codes);
        }
        // A byte of 128 or more has no low kind, which leaves its high one.
        s.xor(
            _mm256_shuffle_epi8(s.repeat(&LOW_KINDS), bytes),
            _mm256_shuffle_epi8(s.repeat(&HIGH_KINDS), high),
        )
    }
}

/// Swaps the bits of `high` at the places of `mask` with the bits of `low` that are `N` places further up.
#[inline(always)]
fn swap_bits<const N: u32>(s: Avx2, low: __m256i, high: __m256i, mask: u32) -> (__m256i, __m256i) {
    let differ = s.and(s.xor(s.shr32::<N>(low), high), s.splat32(mask));
    (s.xor(low, s.shl32::<N>(differ)), s.xor(high, differ))
}

/// Returns the rows of bands 0 and 1 in the halves of a vector, and the row of band 2 in the low half of another.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn text_rows(digits: &Planes, lane: usize, k: usize, zero: __m256i) -> [__m256i; 2] {
    let row: &LaneRow = &digits[4 * k + lane % 4];
    let words: &[u32; 4] = row.0[lane / 4 * 4..].first_chunk().expect("there are two times four lanes");
    // SAFETY: the caller vouches for AVX2; the load reads the 16 bytes of the words.
    unsafe {
        let pairs = _mm256_broadcastsi128_si256(_mm_loadu_si128(words.as_ptr().cast()));
        let nibble = _mm256_set1_epi8(15);
        let low = _mm256_or_si256(_mm256_and_si256(pairs, nibble), zero);
        let high = _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi32::<4>(pairs), nibble), zero);
        let first_two = _mm256_or_si256(
            _mm256_shuffle_epi8(low, load32(&TEXT_ORDER[0][0])),
            _mm256_shuffle_epi8(high, load32(&TEXT_ORDER[0][1])),
        );
        let last = _mm256_or_si256(
            _mm256_shuffle_epi8(low, load32(&TEXT_ORDER[1][0])),
            _mm256_shuffle_epi8(high, load32(&TEXT_ORDER[1][1])),
        );
        [first_two, last]
    }
}

/// Loads a table.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn load32(table: &'static [u8; 32]) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the load reads the 32 bytes.
    unsafe { _mm256_loadu_si256(table.as_ptr().cast()) }
}

/// For each band and each byte in plane order, the column of its cell, if it is in that band. Bytes without a cell repeat
/// the first cell of band 0.
static PLANE_ORDER: [[u8; 32]; 3] = plane_order(0);

/// The same for the row that is loaded from seven bytes before it.
static LAST_PLANE_ORDER: [u8; 32] = plane_order(7)[2];

const fn plane_order(before: u8) -> [[u8; 32]; 3] {
    let mut table = [[0x80; 32]; 3];
    const_for!(bit in 0..32 => {
        if bit < 27 {
            let (row, column) = cell_of(0, bit);
            table[row / 3][bit] = before + column as u8;
        } else {
            table[0][bit] = before;
        }
    });
    table
}

/// For the rows of bands 0 and 1, and for the row of band 2 in the low half: the index of each byte's digit among the low
/// digits, and among the high digits.
static TEXT_ORDER: [[[u8; 32]; 2]; 2] = {
    let mut table = [[[0x80; 32]; 2]; 2];
    const_for!(cell in 0..27 => {
        let (band, column) = (cell / 9, cell % 9);
        let bit = bit_of(3 * band, column);
        let digit = 4 * (bit % 4) + bit / 8;
        table[band / 2][bit / 4 % 2][16 * (band % 2) + column] = digit as u8;
    });
    table
};
