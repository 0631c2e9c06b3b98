//! What the vector path needs of memory: loads, stores, and a grid in two vectors.

use std::arch::x86_64::*;

use super::super::bands::BandMap;
use super::layout::{Bytes, Cells};
use crate::grid::CELLS;

/// A grid's digits, 1 to 9, in two vectors.
#[derive(Clone, Copy)]
pub(super) struct Board {
    low: __m512i,
    high: __m512i,
}

impl Board {
    /// Reads a grid of digits as text, or as numbers from 1 to 9.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
    #[inline]
    pub(super) fn read(grid: &[u8; CELLS]) -> Self {
        let digit = _mm512_set1_epi8(15);
        let (low, high) = load_grid(grid);
        Self { low: _mm512_and_si512(low, digit), high: _mm512_and_si512(high, digit) }
    }

    /// Reads a puzzle in text; every byte but `1` to `9` is a blank, which becomes 0.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
    #[inline]
    pub(super) fn read_clues(puzzle: &[u8; CELLS]) -> Self {
        let clues = |text: __m512i| {
            let digits = _mm512_sub_epi8(text, _mm512_set1_epi8(b'0' as i8));
            _mm512_maskz_mov_epi8(_mm512_cmple_epu8_mask(digits, _mm512_set1_epi8(9)), digits)
        };
        let (low, high) = load_grid(puzzle);
        Self { low: clues(low), high: clues(high) }
    }

    /// The cells at these places, 0 to 80.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
    #[inline]
    pub(super) fn at(self, places: __m512i) -> __m512i {
        _mm512_permutex2var_epi8(self.low, places, self.high)
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn load_grid(grid: &[u8; CELLS]) -> (__m512i, __m512i) {
    // SAFETY: the loads read bytes 0 to 63 and, masked, bytes 64 to 80 of the 81.
    unsafe {
        let high = _mm512_maskz_loadu_epi8((1 << 17) - 1, grid.as_ptr().add(64).cast());
        (_mm512_loadu_si512(grid.as_ptr().cast()), high)
    }
}

/// `(a & mask) | b`, with the mask in every byte.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn and_or(a: __m256i, mask: i8, b: __m256i) -> __m256i {
    _mm256_ternarylogic_epi32::<0xF8>(b, a, _mm256_set1_epi8(mask))
}

/// The same four weights in every doubleword.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn weights(weights: [u8; 4]) -> __m256i {
    _mm256_set1_epi32(i32::from_le_bytes(weights))
}

/// The cells of a board that `cells` lists.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn pick(board: Board, cells: &Cells) -> __m512i {
    let index = vector(&cells.index);
    let low = _mm512_permutexvar_epi8(index, board.low);
    _mm512_mask_permutexvar_epi8(low, cells.high, index, board.high)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn vector(bytes: &Bytes) -> __m512i {
    // SAFETY: the bytes are as many as a vector has, and aligned as one.
    unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn load16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the load reads sixteen bytes.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn load32(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the load reads 32 bytes.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The first bytes of a vector, with zeros after them.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn load_short<const N: usize>(bytes: &[u8; N]) -> __m512i {
    const { assert!(N < 64) };
    // SAFETY: the mask lets the load read no more than the array has.
    unsafe { _mm512_maskz_loadu_epi8((1 << N) - 1, bytes.as_ptr().cast()) }
}

/// Sixteen bytes in each quarter of a vector.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn quarter(bytes: &[u8; 16]) -> __m512i {
    _mm512_broadcast_i32x4(load16(bytes))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn load_map(map: &BandMap) -> __m128i {
    // SAFETY: a map has sixteen bytes and is aligned to as many.
    unsafe { _mm_load_si128(map.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn words(vector: __m256i) -> [u32; 8] {
    let mut words = [0; 8];
    // SAFETY: the words are as many bytes as the vector has.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), vector) };
    words
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
pub(super) fn bytes(vector: __m128i) -> [u8; 16] {
    let mut bytes = [0; 16];
    // SAFETY: the bytes are as many as the vector has.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector) };
    bytes
}
