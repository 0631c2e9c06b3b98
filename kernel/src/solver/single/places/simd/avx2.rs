//! Nine boxes in sixteen lanes of AVX2: bands 0 and 1 in the low half, band 2 in the high one.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::super::{BOXES, LaneWords};
use super::box_lanes::{BoxLanes, CANDIDATES};
use crate::board::grid::{self, ALL_DIGITS, CELLS};
use crate::solver::lanes::simd::avx2::{Avx2, repeat};
use crate::solver::lanes::simd::{operations, three};
use crate::solver::lanes::transpose::are_plain;
use crate::solver::lanes::transpose::nibbles::{HIGH_KINDS, LOW_KINDS};

/// Calls intrinsics that need only AVX2 and access no memory but that of references.
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: the token proves AVX2.
        unsafe { $call }
    };
}

impl BoxLanes for Avx2 {
    type W = __m256i;

    #[inline(always)]
    fn splat(self, word: u16) -> __m256i {
        avx2!(_mm256_and_si256(_mm256_set1_epi16(word as i16), load(&BOXES)))
    }
    #[inline(always)]
    fn load(self, lanes: &LaneWords) -> __m256i {
        avx2!(load(lanes))
    }
    #[inline(always)]
    fn store(self, words: __m256i, lanes: &mut LaneWords) {
        // SAFETY: the token proves AVX2; the lanes are the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), words) }
    }

    operations!(__m256i {
        and(a, b) = avx2!(_mm256_and_si256(a, b));
        or(a, b) = avx2!(_mm256_or_si256(a, b));
        xor(a, b) = avx2!(_mm256_xor_si256(a, b));
        clear(a, b) = avx2!(_mm256_andnot_si256(b, a));
        add(a, b) = avx2!(_mm256_add_epi16(a, b));
        min(a, b) = avx2!(_mm256_min_epu16(a, b));
        shift_left_6(words) = avx2!(_mm256_slli_epi16::<6>(words));
        singles(words) = avx2!(_mm256_and_si256(words, is_zero(without_lowest(words))));
        // This gives `then` the signs of the words, in one step.
        if_any(words, then) = avx2!(_mm256_sign_epi16(then, words));
    });

    /// Looks up the number of bits of each half byte in a table, whose last entry serves for bit 8.
    #[inline(always)]
    fn count(self, words: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe {
            let bits = in_both(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
            let low = _mm256_shuffle_epi8(bits, _mm256_and_si256(words, _mm256_set1_epi16(0x0f0f)));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(words), _mm256_set1_epi16(0x000f));
            let sum = _mm256_add_epi8(low, _mm256_shuffle_epi8(bits, high));
            let count = _mm256_add_epi16(sum, _mm256_srli_epi16::<8>(sum));
            _mm256_and_si256(count, _mm256_set1_epi16(0xff))
        }
    }

    #[inline(always)]
    fn turn_stacks(self, words: __m256i) -> [__m256i; 2] {
        const NEXT: [i8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
        const LAST: [i8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
        avx2!([_mm256_shuffle_epi8(words, in_both(&NEXT)), _mm256_shuffle_epi8(words, in_both(&LAST))])
    }
    #[inline(always)]
    fn turn_bands(self, words: __m256i) -> [__m256i; 2] {
        avx2!([
            _mm256_permute4x64_epi64::<0b11_00_10_01>(words),
            _mm256_permute4x64_epi64::<0b11_01_00_10>(words),
        ])
    }

    #[inline(always)]
    fn is_zero(self, words: __m256i) -> bool {
        avx2!(_mm256_testz_si256(words, words)) != 0
    }
    #[inline(always)]
    fn least(self, words: __m256i) -> u16 {
        // SAFETY: the token proves AVX2.
        unsafe {
            let others = _mm256_xor_si256(load(&BOXES), _mm256_set1_epi16(-1));
            let words = _mm256_or_si256(words, others);
            let half = _mm_min_epu16(_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words));
            _mm_cvtsi128_si32(_mm_minpos_epu16(half)) as u16
        }
    }
    /// Takes the minimum of the cells: it is zero if any of them is.
    #[inline(always)]
    fn empty_cells(self, board: &[[__m256i; 3]; 3]) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe {
            let [a, b, c] = three!(K => {
                _mm256_min_epu16(_mm256_min_epu16(board[K][0], board[K][1]), board[K][2])
            });
            let least = _mm256_min_epu16(_mm256_min_epu16(a, b), c);
            _mm256_subs_epu16(_mm256_and_si256(_mm256_set1_epi16(1), load(&BOXES)), least)
        }
    }

    /// Reads the rows k, 3 + k and 6 + k at a time.
    ///
    /// ```text
    /// 16 bytes of a row ─▶ bytes j, 3 + j and 6 + j, one in each word ─▶ candidates
    /// ```
    #[inline(always)]
    fn read(self, clues: &[u8; CELLS]) -> Option<[[__m256i; 3]; 3]> {
        // SAFETY: the token proves AVX2.
        let [a, b, c] = unsafe { three!(K => read_rows(clues, K)) };
        let kinds = self.and(self.or3(a.kinds, b.kinds, c.kinds), self.load(&BOXES));
        // SAFETY: the token proves AVX2.
        let kinds = unsafe {
            let kinds = _mm256_and_si256(kinds, _mm256_set1_epi16(0xff));
            let half = _mm_or_si128(_mm256_castsi256_si128(kinds), _mm256_extracti128_si256::<1>(kinds));
            _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)))
        };
        (are_plain(kinds as u64) || grid::is_puzzle(clues)).then_some([a.places, b.places, c.places])
    }

    /// Writes row after row. The next row overwrites what a row writes beyond its nine bytes.
    #[inline(always)]
    fn write(self, board: &[[__m256i; 3]; 3], digits: &mut [u8; CELLS], zero: u8) {
        // SAFETY: the token proves AVX2. Row 7, the last one of 16 bytes, ends at byte 79 of 81; the 8 bytes of row 8 end at
        // byte 80.
        unsafe {
            let rows = three!(K => write_rows(&board[K], zero));
            for row in 0..8 {
                _mm_storeu_si128(digits.as_mut_ptr().add(9 * row).cast(), rows[row % 3][row / 3]);
            }
            _mm_storel_epi64(digits.as_mut_ptr().add(72).cast(), rows[2][2]);
            digits[CELLS - 1] = _mm_extract_epi8::<8>(rows[2][2]) as u8;
        }
    }
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn load(lanes: &LaneWords) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the lanes are the 32 bytes that are read.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

/// Returns the table in both halves of a vector.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn in_both(table: &[i8; 16]) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the load reads the 16 bytes.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn is_zero(words: __m256i) -> __m256i {
    // SAFETY: the caller vouches for AVX2.
    unsafe { _mm256_cmpeq_epi16(words, _mm256_setzero_si256()) }
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn without_lowest(words: __m256i) -> __m256i {
    // SAFETY: the caller vouches for AVX2.
    unsafe { _mm256_and_si256(words, _mm256_add_epi16(words, _mm256_set1_epi16(-1))) }
}

/// The rows k, 3 + k and 6 + k of a puzzle.
struct Rows {
    /// The cells at the places (k, 0), (k, 1) and (k, 2).
    places: [__m256i; 3],
    /// The kinds of the bytes of each box; the high half of each word and the other lanes are unspecified.
    kinds: __m256i,
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn read_rows(clues: &[u8; CELLS], k: usize) -> Rows {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let [a, b, c] = [read_row(clues, k), read_row(clues, 3 + k), read_row(clues, 6 + k)];
        let first = candidates(_mm256_set_m128i(_mm_move_epi64(c[0]), _mm_unpacklo_epi64(a[0], b[0])));
        let second = candidates(_mm256_set_m128i(_mm_srli_si128::<8>(c[0]), _mm_unpackhi_epi64(a[0], b[0])));
        let third = candidates(_mm256_set_m128i(_mm_move_epi64(c[1]), _mm_unpacklo_epi64(a[1], b[1])));
        let kinds = _mm256_or_si256(_mm256_or_si256(first.1, second.1), third.1);
        Rows { places: [first.0, second.0, third.0], kinds }
    }
}

/// Reads a row as words of one byte each: j = 0 and j = 1 in the two halves of the first vector, j = 2 in the low half of the
/// second.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn read_row(clues: &[u8; CELLS], row: usize) -> [__m128i; 2] {
    // The last row is at the end of its 16 bytes.
    let skipped = if row == 8 { 7 } else { 0 };
    // SAFETY: the caller vouches for AVX2; the load ends at byte 79 of the 81 for row 7, and at byte 81 for row 8.
    unsafe {
        let bytes = _mm_loadu_si128(clues.as_ptr().add(9 * row - skipped).cast());
        let [order, last] = if row == 8 { &ROW_ORDER[1] } else { &ROW_ORDER[0] };
        let load = |order: &[i8; 16]| _mm_loadu_si128(order.as_ptr().cast());
        [_mm_shuffle_epi8(bytes, load(order)), _mm_shuffle_epi8(bytes, load(last))]
    }
}

/// The bytes of a row in the order of [`read_row`], for a row that begins at byte 0 or at byte 7 of its 16 bytes.
static ROW_ORDER: [[[i8; 16]; 2]; 2] = [row_order(0), row_order(7)];

const fn row_order(skipped: i8) -> [[i8; 16]; 2] {
    let mut order = [[-1; 16]; 2];
    const_for!(stack in 0..3 => {
        let first = skipped + 3 * stack as i8;
        order[0][2 * stack] = first;
        order[0][8 + 2 * stack] = first + 1;
        order[1][2 * stack] = first + 2;
    });
    order
}

/// Returns the candidates for the byte in each word, and its kind in the low half.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn candidates(bytes: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let half = _mm256_set1_epi16(0x0f);
        let (low, high) = (_mm256_and_si256(bytes, half), _mm256_srli_epi16::<4>(bytes));
        let is_digit = _mm256_cmpeq_epi16(high, _mm256_set1_epi16(3));
        // An index with its highest bit set gives zero.
        let index = _mm256_or_si256(_mm256_and_si256(low, is_digit), _mm256_set1_epi16(i16::MIN));
        let candidates = _mm256_or_si256(
            _mm256_shuffle_epi8(in_both(&CANDIDATE_BYTES[0]), index),
            _mm256_slli_epi16::<8>(_mm256_shuffle_epi8(in_both(&CANDIDATE_BYTES[1]), index)),
        );
        let kinds = _mm256_xor_si256(
            _mm256_shuffle_epi8(repeat(&LOW_KINDS), low),
            _mm256_shuffle_epi8(repeat(&HIGH_KINDS), high),
        );
        (_mm256_and_si256(candidates, load(&BOXES)), kinds)
    }
}

/// The low and the high byte of the candidates for a byte, by its low half, if its high half is 3. Other bytes use index 0.
static CANDIDATE_BYTES: [[i8; 16]; 2] = {
    let mut halves = [[0; 16]; 2];
    const_for!(low in 0..16 => {
        let candidates = CANDIDATES[0x30 + low] & ALL_DIGITS;
        halves[0][low] = candidates as i8;
        halves[1][low] = (candidates >> 8) as i8;
    });
    halves
};

/// Returns the digits of the rows k, 3 + k and 6 + k of a solved board, each in the first nine bytes.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn write_rows(places: &[__m256i; 3], zero: u8) -> [__m128i; 3] {
    const ORDER: [i8; 16] = [0, 1, 8, 2, 3, 10, 4, 5, 12, -1, -1, -1, -1, -1, -1, -1];
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let [a, b, c] = three!(J => digits(places[J]));
        let pair = _mm256_or_si256(a, _mm256_slli_epi16::<8>(b));
        let zero = _mm256_set1_epi8(zero as i8);
        let low = _mm256_shuffle_epi8(_mm256_unpacklo_epi64(pair, c), in_both(&ORDER));
        let high = _mm256_shuffle_epi8(_mm256_unpackhi_epi64(pair, c), in_both(&ORDER));
        let (low, high) = (_mm256_add_epi8(low, zero), _mm256_add_epi8(high, zero));
        [_mm256_castsi256_si128(low), _mm256_castsi256_si128(high), _mm256_extracti128_si256::<1>(low)]
    }
}

/// Returns the digit of each word that has one bit.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn digits(words: __m256i) -> __m256i {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let number = _mm256_srli_epi16::<12>(_mm256_mullo_epi16(words, _mm256_set1_epi16(FACTOR as i16)));
        _mm256_and_si256(_mm256_shuffle_epi8(in_both(&DIGITS), number), _mm256_set1_epi16(0xff))
    }
}

/// A factor by which the products of the nine bits differ in their highest four bits (a de Bruijn sequence).
const FACTOR: u16 = 0x09af;

/// The digit of each bit, by the highest four bits of its product with [`FACTOR`].
const DIGITS: [i8; 16] = {
    let mut digits = [0; 16];
    const_for!(bit in 0..9 => {
        digits[(FACTOR << bit >> 12) as usize] = bit as i8 + 1;
    });
    digits
};
