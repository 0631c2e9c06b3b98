//! Turns of bands, stacks and places. The bitwise operations are in [`Simd`](crate::simd::Simd).

use std::arch::x86_64::*;

use super::avx512;
use crate::simd::avx512::Avx512;

/// The order of the bytes of a vector after a turn.
#[repr(align(64))]
pub struct Turn([u8; 64]);

impl Turn {
    /// Returns the turn after which each lane has the word of the box `bands` further down and `stacks` further right, and
    /// of the row (or column) `places` further on, each modulo 3. The lanes above 26 stay where they are.
    const fn of(bands: usize, stacks: usize, places: usize) -> Self {
        let mut order = [0; 64];
        const_for!(lane in 0..32 => {
            let (band, stack, place) = (lane / 9 + bands, lane / 3 + stacks, lane + places);
            let from = if lane < 27 { 9 * (band % 3) + 3 * (stack % 3) + place % 3 } else { lane };
            order[2 * lane] = 2 * from as u8;
            order[2 * lane + 1] = 2 * from as u8 + 1;
        });
        Self(order)
    }

    /// Returns the turned words.
    #[inline(always)]
    pub fn turn(&self, s: Avx512, words: __m512i) -> __m512i {
        avx512!(_mm512_permutexvar_epi8(load(s, &self.0), words))
    }
}

/// The turns of only places, by one and by two.
pub static PLACES: [Turn; 2] = [Turn::of(0, 0, 1), Turn::of(0, 0, 2)];
/// The turns of only stacks.
pub static STACKS: [Turn; 2] = [Turn::of(0, 1, 0), Turn::of(0, 2, 0)];
/// The turns of only bands.
pub static BANDS: [Turn; 2] = [Turn::of(1, 0, 0), Turn::of(2, 0, 0)];
/// The turns of stacks and places: entry `[stacks - 1][places - 1]`.
pub static STACKS_AND_PLACES: [[Turn; 2]; 2] =
    [[Turn::of(0, 1, 1), Turn::of(0, 1, 2)], [Turn::of(0, 2, 1), Turn::of(0, 2, 2)]];
/// The turns of bands and places: entry `[bands - 1][places - 1]`.
pub static BANDS_AND_PLACES: [[Turn; 2]; 2] =
    [[Turn::of(1, 0, 1), Turn::of(1, 0, 2)], [Turn::of(2, 0, 1), Turn::of(2, 0, 2)]];

/// Returns the words of both turns.
#[inline(always)]
pub fn turn_both(s: Avx512, turns: &[Turn; 2], words: __m512i) -> [__m512i; 2] {
    [turns[0].turn(s, words), turns[1].turn(s, words)]
}

/// Loads a table of bytes.
#[inline(always)]
pub fn load(_: Avx512, bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the token proves AVX-512F; the array is the 64 bytes that are read.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
