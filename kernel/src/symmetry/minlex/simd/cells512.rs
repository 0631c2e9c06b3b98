//! The cells of a board in two AVX-512 vectors, whose byte permutes can gather any of them.

#![allow(unsafe_code)] // loads, each with its proof

use std::arch::x86_64::*;

use crate::board::grid::CELLS;
use crate::simd::for_avx512;

/// One byte for each byte of a vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Bytes(pub(super) [u8; 64]);

/// Makes the first bytes of a vector by number, followed by zeros.
macro_rules! bytes {
    ($count:expr, |$i:ident| $value:expr) => {{
        let (mut bytes, mut $i) = ([0; 64], 0);
        while $i < $count {
            bytes[$i] = $value as u8;
            $i += 1;
        }
        Bytes(bytes)
    }};
}
pub(super) use bytes;

/// Returns the index of a cell of one of six bands. The last three are the stacks, as bands of the transposed board.
pub(super) const fn cell(band: usize, row: usize, column: usize) -> u8 {
    (if band < 3 { 9 * (3 * band + row) + column } else { 9 * column + 3 * (band - 3) + row }) as u8
}

for_avx512! {
    pub(super) fn vector(bytes: &Bytes) -> __m512i {
        // SAFETY: the array has the size and the alignment of a vector.
        unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
    }
}

/// The 81 digits in the order of the text, 0 for a blank.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub(super) low: __m512i,
    pub(super) high: __m512i,
}

impl Cells {
    for_avx512! {
        /// Reads a puzzle in text; every byte but `1` to `9` is a blank.
        pub(super) fn read(puzzle: &[u8; CELLS]) -> Self {
            let clues = |text: __m512i| {
                let digits = _mm512_sub_epi8(text, _mm512_set1_epi8(b'0' as i8));
                _mm512_maskz_mov_epi8(_mm512_cmple_epu8_mask(digits, _mm512_set1_epi8(9)), digits)
            };
            let text = Self::load(puzzle);
            Self { low: clues(text.low), high: clues(text.high) }
        }

        fn load(text: &[u8; CELLS]) -> Self {
            // SAFETY: the loads read bytes 0 to 63 and, masked, bytes 64 to 80 of the 81.
            unsafe {
                let high = _mm512_maskz_loadu_epi8((1 << 17) - 1, text.as_ptr().add(64).cast());
                Self { low: _mm512_loadu_si512(text.as_ptr().cast()), high }
            }
        }

        /// Returns the cells at these places, and zero in the bytes that `mask` lacks.
        pub(super) fn only(self, mask: u64, places: &Bytes) -> __m512i {
            _mm512_maskz_permutex2var_epi8(mask, self.low, vector(places), self.high)
        }

        /// Returns whether equal clues share a house. Each of the nine places has the cells of all houses as bits in 27 words.
        pub(super) fn has_conflict(self) -> bool {
            let (mut seen, mut twice) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            for places in &HOUSE_CELLS {
                let bits = _mm512_sllv_epi16(_mm512_set1_epi16(1), self.only(HOUSE_BYTES, places));
                twice = _mm512_ternarylogic_epi32::<0xf8>(twice, seen, bits); // twice | (seen & bits)
                seen = _mm512_or_si512(seen, bits);
            }
            _mm512_test_epi16_mask(twice, _mm512_set1_epi16(0x3fe)) != 0
        }
    }
}

/// For each place in a house, the cells of the 27 houses there, in the low bytes of words.
static HOUSE_CELLS: [Bytes; 9] = {
    let mut table = [Bytes([0; 64]); 9];
    const_for!(place in 0..9 => {
        table[place] = bytes!(54, |i| match (i % 2, i / 2) {
            (1, _) => 0,
            (_, line @ 0..18) => cell(line / 3, line % 3, place),
            (_, house) => cell(house / 3 - 6, place / 3, house % 3 * 3 + place % 3),
        });
    });
    table
};
const HOUSE_BYTES: u64 = 0x0015_5555_5555_5555;
