//! Text to boards and back with AVX2: one puzzle at a time, its rows in the halves of vectors.

#![allow(unsafe_code)] // each step is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{DIGIT_CODES, Planes, Transpose};
use crate::grid::{self, CELLS};
use crate::solver::batch::AnswerLine;
use crate::solver::lanes::layout::{Block, FULL};
use crate::solver::lanes::simd::avx2::{Avx2, repeat};

impl Transpose for Avx2 {
    /// ```text
    /// 81 bytes ─▶ one code each ─▶ for each place, three rows shuffled into 27 bytes ─▶ 3 tests
    /// ```
    /// The codes are those of `DIGIT_CODES`.
    #[inline(always)]
    fn read_clues(self, puzzle: &[u8; CELLS], block: &mut Block, lane: usize) -> bool {
        let mut codes = [0u8; 96];
        // SAFETY: the token proves AVX2; the loads and stores end at byte 81 of 81 and of 96.
        let good = unsafe {
            let mut good = _mm256_set1_epi8(-1);
            for at in [0, 32, CELLS - 32] {
                let (code, valid) = classify(_mm256_loadu_si256(puzzle.as_ptr().add(at).cast()));
                _mm256_storeu_si256(codes.as_mut_ptr().add(at).cast(), code);
                good = _mm256_and_si256(good, valid);
            }
            _mm256_movemask_epi8(good) == -1
        };
        for k in 0..3 {
            // SAFETY: the token proves AVX2; the last load ends at byte 54 + 18 + 16 of 96.
            let bands = unsafe {
                let row = codes.as_ptr().add(9 * k);
                [
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(row.cast())),
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(row.add(27).cast())),
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(row.add(54).cast())),
                ]
            };
            for j in 0..3 {
                // SAFETY: the token proves AVX2.
                let group = unsafe {
                    let first = _mm256_shuffle_epi8(bands[0], load32(&SPREAD[j][0]));
                    let second = _mm256_shuffle_epi8(bands[1], load32(&SPREAD[j][1]));
                    let third = _mm256_shuffle_epi8(bands[2], load32(&SPREAD[j][2]));
                    _mm256_or_si256(_mm256_or_si256(first, second), third)
                };
                for d in 0..3 {
                    // SAFETY: the token proves AVX2.
                    let bits = unsafe {
                        let others = _mm256_and_si256(group, load32(&OTHER_DIGITS[d]));
                        _mm256_movemask_epi8(_mm256_cmpeq_epi8(others, _mm256_setzero_si256()))
                    };
                    block[9 * d + 3 * k + j][lane] = bits as u32 & FULL;
                }
            }
        }
        good
    }

    /// ```text
    /// a word of a plane ─▶ one byte per bit, times its value ─▶ sum of four planes ─▶ rows in order
    /// ```
    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        let mut line = [b'\n'; 96];
        for k in 0..3 {
            // SAFETY: the token proves AVX2.
            let digits = unsafe {
                let mut digits = _mm256_set1_epi8(b'1' as i8);
                for (plane, value) in [1, 2, 3, 6].into_iter().enumerate() {
                    let word = _mm256_set1_epi32(planes[3 * plane + k].0[lane] as i32);
                    let byte = _mm256_shuffle_epi8(word, load32(&BYTE_OF_BIT));
                    let bit = load32(&BIT_IN_BYTE);
                    let set = _mm256_cmpeq_epi8(_mm256_and_si256(byte, bit), bit);
                    digits = _mm256_add_epi8(digits, _mm256_and_si256(set, _mm256_set1_epi8(value)));
                }
                digits
            };
            for band in 0..3 {
                // SAFETY: the token proves AVX2; the tables have 16 bytes to load, and any vector of 16
                // bytes is a valid array of 16 bytes.
                let row: [u8; 16] = unsafe {
                    let [low, high] = &ROWS[band];
                    let low = _mm_loadu_si128(low.as_ptr().cast());
                    let high = _mm_loadu_si128(high.as_ptr().cast());
                    let low = _mm_shuffle_epi8(_mm256_castsi256_si128(digits), low);
                    let high = _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(digits), high);
                    std::mem::transmute(_mm_or_si128(low, high))
                };
                let at = 27 * band + 9 * k;
                line[at..at + 9].copy_from_slice(&row[..9]);
            }
        }
        answer.copy_from_slice(&line[..CELLS + 1]);
    }
}

/// Returns the code of each byte, and all ones where the byte is a clue or a blank.
///
/// Both halves of a byte are looked up. A byte is valid if the high half is in the set that the low half looks up.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn classify(bytes: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let high = _mm256_and_si256(_mm256_srli_epi32::<4>(bytes), _mm256_set1_epi8(15));
        let good = _mm256_and_si256(
            _mm256_shuffle_epi8(repeat(&GOOD_HIGHS), bytes),
            _mm256_shuffle_epi8(repeat(&HIGH_BITS), high),
        );
        let bad = _mm256_cmpeq_epi8(good, _mm256_setzero_si256());
        let is_digit = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(3));
        let code = _mm256_and_si256(_mm256_shuffle_epi8(repeat(&CODES), bytes), is_digit);
        (code, _mm256_xor_si256(bad, _mm256_set1_epi8(-1)))
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

/// One bit for each high half that a clue or a blank has: 2, 3, 5 and 7.
const HIGH_BITS: [u8; 16] = [0, 0, 1, 2, 0, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each low half, the bits of the high halves that make it a clue or a blank.
static GOOD_HIGHS: [u8; 16] = {
    let mut table = [0; 16];
    let mut byte = 0;
    while byte < 128 {
        if grid::is_blank(byte as u8) || grid::digit(byte as u8).is_some() {
            assert!(HIGH_BITS[byte >> 4] != 0);
            table[byte & 15] |= HIGH_BITS[byte >> 4];
        }
        byte += 1;
    }
    table
};

/// The code of each digit, by the low half of its byte. The blanks `0` and `?` have no code.
static CODES: [u8; 16] = {
    let mut table = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        table[digit + 1] = DIGIT_CODES[digit];
        digit += 1;
    }
    table
};

/// For each j and band, the byte of the row that goes to each bit of a word.
static SPREAD: [[[u8; 32]; 3]; 3] = {
    let mut table = [[[0x80; 32]; 3]; 3];
    let mut j = 0;
    while j < 3 {
        let mut bit = 0;
        while bit < 27 {
            let (band, stack) = (bit % 9 / 3, bit % 3);
            table[j][band][bit] = (3 * stack + j) as u8;
            bit += 1;
        }
        j += 1;
    }
    table
};

/// For each D, the code bits that digit `3D + e` lacks, in the bytes of `e`.
static OTHER_DIGITS: [[u8; 32]; 3] = {
    let mut tables = [[0; 32]; 3];
    let mut d = 0;
    while d < 3 {
        let mut bit = 0;
        while bit < 27 {
            tables[d][bit] = !DIGIT_CODES[3 * d + bit / 9];
            bit += 1;
        }
        d += 1;
    }
    tables
};

/// For each byte of a plane's vector, the index of the byte of the word that holds its bit.
static BYTE_OF_BIT: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        table[bit] = (bit / 8) as u8;
        bit += 1;
    }
    table
};

/// For each byte of a plane's vector, the bit in that byte.
static BIT_IN_BYTE: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        table[bit] = 1 << (bit % 8);
        bit += 1;
    }
    table
};

/// For each band, the indices of the bytes of its row in the low and in the high half of the 27 bytes
/// `9j + 3·band + stack`.
static ROWS: [[[u8; 16]; 2]; 3] = {
    let mut table = [[[0x80; 16]; 2]; 3];
    let mut band = 0;
    while band < 3 {
        let mut column = 0;
        while column < 9 {
            let byte = 9 * (column % 3) + 3 * band + column / 3;
            table[band][byte / 16][column] = (byte % 16) as u8;
            column += 1;
        }
        band += 1;
    }
    table
};
