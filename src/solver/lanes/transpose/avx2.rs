//! Text to planes and back with AVX2.

#![allow(unsafe_code)] // each step is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{CODES, INVALID, Planes, Transpose, bit_of, cell_of};
use crate::grid::CELLS;
use crate::solver::batch::AnswerLine;
use crate::solver::lanes::simd::avx2::{Avx2, repeat};

impl Transpose for Avx2 {
    /// ```text
    /// 81 bytes ─▶ one code each ─▶ for each k, three rows shuffled into 27 bytes ─▶ 4 × 27 bits
    /// ```
    #[inline(always)]
    fn read_clues(self, puzzle: &[u8; CELLS], planes: &mut Planes, lane: usize) -> bool {
        let mut codes = [0u8; 96];
        // SAFETY: the token proves AVX2; the loads and stores end at byte 81 of 81 and of 96.
        let valid = unsafe {
            let mut valid = _mm256_set1_epi8(-1);
            for at in [0, 32, CELLS - 32] {
                let (code, known) = classify(_mm256_loadu_si256(puzzle.as_ptr().add(at).cast()));
                _mm256_storeu_si256(codes.as_mut_ptr().add(at).cast(), code);
                valid = _mm256_and_si256(valid, known);
            }
            _mm256_movemask_epi8(valid) == -1
        };
        for k in 0..3 {
            // SAFETY: the token proves AVX2; the last load ends at byte 54 + 18 + 16 of 96.
            let mut cells = unsafe {
                let row = codes.as_ptr().add(9 * k);
                let first = _mm256_broadcastsi128_si256(_mm_loadu_si128(row.cast()));
                let second = _mm256_broadcastsi128_si256(_mm_loadu_si128(row.add(27).cast()));
                let third = _mm256_broadcastsi128_si256(_mm_loadu_si128(row.add(54).cast()));
                let first = _mm256_shuffle_epi8(first, load32(&PLANE_ORDER[0]));
                let second = _mm256_shuffle_epi8(second, load32(&PLANE_ORDER[1]));
                let third = _mm256_shuffle_epi8(third, load32(&PLANE_ORDER[2]));
                _mm256_or_si256(_mm256_or_si256(first, second), third)
            };
            for plane in (0..4).rev() {
                // SAFETY: the token proves AVX2.
                unsafe {
                    planes[3 * plane + k].0[lane] = _mm256_movemask_epi8(cells) as u32;
                    cells = _mm256_add_epi8(cells, cells);
                }
            }
        }
        valid
    }

    /// ```text
    /// a word of each plane ─▶ one byte per bit ─▶ binary digits summed ─▶ rows in text order
    /// ```
    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        // SAFETY: the token proves AVX2.
        let digits =
            unsafe { [digits_of(planes, lane, 0), digits_of(planes, lane, 1), digits_of(planes, lane, 2)] };
        for row in 0..9 {
            let [low, high] = &TEXT_ORDER[row / 3];
            // SAFETY: the token proves AVX2; the tables have 16 bytes. Row 7, the last one of 16 bytes, ends at byte 79 of 82,
            // the 8 bytes of row 8 end at byte 80. What a row writes beyond its nine bytes the next one overwrites.
            unsafe {
                let low = _mm_loadu_si128(low.as_ptr().cast());
                let high = _mm_loadu_si128(high.as_ptr().cast());
                let low = _mm_shuffle_epi8(_mm256_castsi256_si128(digits[row % 3]), low);
                let high = _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(digits[row % 3]), high);
                let text = _mm_or_si128(low, high);
                let place = answer.as_mut_ptr().add(9 * row);
                if row < 8 {
                    _mm_storeu_si128(place.cast(), text);
                } else {
                    _mm_storel_epi64(place.cast(), text);
                    answer[CELLS - 1] = _mm_extract_epi8::<8>(text) as u8;
                }
            }
        }
        answer[CELLS] = b'\n';
    }
}

/// Returns the digits of the rows 3·band + k as text, in plane order.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn digits_of(planes: &Planes, lane: usize, k: usize) -> __m256i {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let bit = load32(&BIT_IN_BYTE);
        let mut digits = _mm256_setzero_si256();
        for plane in (0..4).rev() {
            let word = _mm256_set1_epi32(planes[3 * plane + k].0[lane] as i32);
            let byte = _mm256_shuffle_epi8(word, load32(&BYTE_OF_BIT));
            // All ones, which is minus one, where the bit is set.
            let set = _mm256_cmpeq_epi8(_mm256_and_si256(byte, bit), bit);
            digits = _mm256_add_epi8(_mm256_add_epi8(digits, digits), set);
        }
        _mm256_sub_epi8(_mm256_set1_epi8(b'0' as i8), digits)
    }
}

/// Returns the code of each byte in its four highest bits, and all ones where the byte is a clue or a blank.
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
        let known = _mm256_and_si256(
            _mm256_shuffle_epi8(repeat(&KNOWN_HIGHS), bytes),
            _mm256_shuffle_epi8(repeat(&HIGH_BITS), high),
        );
        let unknown = _mm256_cmpeq_epi8(known, _mm256_setzero_si256());
        let is_digit = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(3));
        let ones = _mm256_set1_epi8(-1);
        let code = _mm256_or_si256(
            _mm256_shuffle_epi8(repeat(&DIGIT_CODES), bytes),
            _mm256_xor_si256(is_digit, ones),
        );
        (code, _mm256_xor_si256(unknown, ones))
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
static HIGH_BITS: [u8; 16] = [0, 0, 1, 2, 0, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each low half, the bits of the high halves that make it a clue or a blank.
static KNOWN_HIGHS: [u8; 16] = {
    let mut table = [0; 16];
    let mut byte = 0;
    while byte < 256 {
        if CODES[byte] != INVALID {
            assert!(HIGH_BITS[byte >> 4] != 0);
            table[byte & 15] |= HIGH_BITS[byte >> 4];
        }
        byte += 1;
    }
    table
};

/// The code of each byte from 48 to 63, which are the digits, `0` and `?`, in the four highest bits.
static DIGIT_CODES: [u8; 16] = {
    let mut table = [0; 16];
    let mut low = 0;
    while low < 16 {
        table[low] = CODES[0x30 + low] << 4;
        low += 1;
    }
    table
};

/// For each band and each byte in plane order, the column of its cell, if it is in that band.
static PLANE_ORDER: [[u8; 32]; 3] = {
    let mut table = [[0x80; 32]; 3];
    let mut bit = 0;
    while bit < 27 {
        let (row, column) = cell_of(0, bit);
        table[row / 3][bit] = column as u8;
        bit += 1;
    }
    table
};

/// For each byte in plane order, the index of the byte of the word that holds its bit.
static BYTE_OF_BIT: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        table[bit] = (bit / 8) as u8;
        bit += 1;
    }
    table
};

/// For each byte in plane order, the bit in that byte.
static BIT_IN_BYTE: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        table[bit] = 1 << (bit % 8);
        bit += 1;
    }
    table
};

/// For each band, the indices of the bytes of its row in the low and in the high half of a vector in plane order.
static TEXT_ORDER: [[[u8; 16]; 2]; 3] = {
    let mut table = [[[0x80; 16]; 2]; 3];
    let mut band = 0;
    while band < 3 {
        let mut column = 0;
        while column < 9 {
            let byte = bit_of(3 * band, column);
            table[band][byte / 16][column] = (byte % 16) as u8;
            column += 1;
        }
        band += 1;
    }
    table
};
