//! Text to boards and back with AVX-512: one puzzle at a time, its 81 bytes in two vectors.

#![allow(unsafe_code)] // each step is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{DIGIT_CODES, ORDER, Planes, Transpose, cell_of};
use crate::grid::{self, CELLS};
use crate::solver::batch::AnswerLine;
use crate::solver::lanes::layout::Block;
use crate::solver::lanes::simd::avx512::Avx512;

impl Transpose for Avx512 {
    /// ```text
    /// 81 bytes ─▶ one code each ─▶ 5 × (2 groups of 32 bytes) ─▶ 15 × 64 tests = 30 words
    /// ```
    /// Byte `9e + 3·band + stack` of a group is the code of cell (band, stack) of a place (k, j). Testing it against
    /// digit `3D + e` yields the bit of the same index in word (D, k, j).
    /// The codes are those of `DIGIT_CODES`.
    #[inline(always)]
    fn read_clues(self, puzzle: &[u8; CELLS], block: &mut Block, lane: usize) -> bool {
        // SAFETY: the token proves AVX-512F, BW and VBMI; the loads read bytes 0..64 and,
        // masked, 64..81 of the 81.
        let (codes, bad) = unsafe {
            let low = _mm512_loadu_si512(puzzle.as_ptr().cast());
            let high = _mm512_maskz_loadu_epi8(0x1_FFFF, puzzle.as_ptr().add(64).cast());
            let table = [load64(&CODES, 0), load64(&CODES, 64)];
            let codes = [
                _mm512_permutex2var_epi8(table[0], low, table[1]),
                _mm512_permutex2var_epi8(table[0], high, table[1]),
            ];
            let bad_low = _mm512_movepi8_mask(_mm512_or_si512(codes[0], low));
            let bad_high = _mm512_movepi8_mask(_mm512_or_si512(codes[1], high)) & 0x1_FFFF;
            (codes, bad_low | bad_high)
        };
        for pair in 0..5 {
            // SAFETY: the token proves AVX-512F, BW and VBMI.
            let group = unsafe { _mm512_permutex2var_epi8(codes[0], load64(&GROUPS[pair], 0), codes[1]) };
            for d in 0..3 {
                // SAFETY: as above.
                let bits = unsafe { _mm512_testn_epi8_mask(group, load64(&OTHER_DIGITS[d], 0)) };
                block[9 * d + 2 * pair][lane] = bits as u32;
                if pair < 4 {
                    block[9 * d + 2 * pair + 1][lane] = (bits >> 32) as u32;
                }
            }
        }
        bad == 0
    }

    /// ```text
    /// 12 words = 4 planes × 3 k ─▶ masked adds on 96 bytes (32 per k) ─▶ 82 bytes in text order
    /// ```
    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        // SAFETY: the token proves AVX-512F, BW and VBMI; the stores write bytes 0..64 and,
        // masked, 64..82 of the 82.
        unsafe {
            let mut first = load64(&ONES, 0);
            let mut last = first;
            for (plane, value) in [1, 2, 3, 6].into_iter().enumerate() {
                let words = [&planes[3 * plane], &planes[3 * plane + 1], &planes[3 * plane + 2]];
                let [k0, k1, k2] = [words[0].0[lane], words[1].0[lane], words[2].0[lane]];
                let value = _mm512_set1_epi8(value);
                first = _mm512_mask_add_epi8(first, u64::from(k0) | u64::from(k1) << 32, first, value);
                last = _mm512_mask_add_epi8(last, u64::from(k2), last, value);
            }
            let head = _mm512_permutex2var_epi8(first, load64(&PLACES, 0), last);
            let tail = _mm512_permutex2var_epi8(first, load64(&PLACES, 64), last);
            _mm512_storeu_si512(answer.as_mut_ptr().cast(), head);
            _mm512_mask_storeu_epi8(answer.as_mut_ptr().add(64).cast(), 0x3_FFFF, tail);
        }
    }
}

/// Loads 64 bytes of a table from `at`.
///
/// # Safety
/// The processor must have AVX-512F.
#[inline(always)]
unsafe fn load64<const N: usize>(table: &'static [u8; N], at: usize) -> __m512i {
    assert!(at + 64 <= N);
    // SAFETY: the caller vouches for AVX-512F; the assertion for the 64 bytes.
    unsafe { _mm512_loadu_si512(table.as_ptr().add(at).cast()) }
}

/// The code of each byte below 128. Bit 7 is set for bytes that are neither a clue nor a blank.
static CODES: [u8; 128] = {
    let mut codes = [0x80; 128];
    let mut byte = 0;
    while byte < 128 {
        if grid::is_blank(byte as u8) {
            codes[byte] = 0;
        }
        byte += 1;
    }
    let mut digit = 0;
    while digit < 9 {
        codes[b'1' as usize + digit] = DIGIT_CODES[digit];
        digit += 1;
    }
    codes
};

/// For each byte of a pair of groups, the index of the cell whose code goes there. The five spare bytes of a group
/// take a code that matches no digit.
static GROUPS: [[u8; 64]; 5] = {
    let mut groups = [[127; 64]; 5];
    let mut place = 0;
    while place < 9 {
        let mut bit = 0;
        while bit < 27 {
            groups[place / 2][place % 2 * 32 + bit] = cell_of(place, bit) as u8;
            bit += 1;
        }
        place += 1;
    }
    groups
};

/// For each D, the code bits that digit `3D + e` lacks, in the bytes of `e`.
static OTHER_DIGITS: [[u8; 64]; 3] = {
    let mut tables = [[0xFF; 64]; 3];
    let mut d = 0;
    while d < 3 {
        let mut bit = 0;
        while bit < 27 {
            let others = !DIGIT_CODES[3 * d + bit / 9];
            tables[d][bit] = others;
            tables[d][32 + bit] = others;
            bit += 1;
        }
        d += 1;
    }
    tables
};

/// The digit one for each cell of two k, and the line end in the first spare byte.
static ONES: [u8; 64] = {
    let mut ones = [b'1'; 64];
    ones[27] = b'\n';
    ones
};

/// For each byte of an answer, its index among the 96 bytes: [`ORDER`], then the line end.
static PLACES: [u8; 128] = {
    let mut places = [27; 128];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = ORDER[cell];
        cell += 1;
    }
    places
};
