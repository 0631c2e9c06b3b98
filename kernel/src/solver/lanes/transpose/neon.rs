//! Text to planes and back with NEON.

#![allow(unsafe_code)] // each step is an intrinsic behind the token

use std::arch::aarch64::*;

use super::four_lanes::{LAST_PLANE_ORDER, PLANE_ORDER, TEXT_ORDER, WORD_ORDER, load_start};
use super::{Planes, Transpose};
use crate::board::codes::{CODES, are_plain};
use crate::board::grid::CELLS;
use crate::simd::Simd;
use crate::simd::neon::{Neon, neon};
use crate::solver::batch::{Answer, Puzzles};

/// The code of each byte up to 127, in two tables.
static CODES_BY_BYTE: [[u8; 64]; 2] = {
    let mut tables = [[0; 64]; 2];
    const_for!(byte in 0..128 => {
        tables[byte / 64][byte % 64] = CODES[byte];
    });
    tables
};

impl Transpose for Neon {
    #[inline(always)]
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool {
        let mut kinds = neon!(vdupq_n_u8(0));
        for lane in 0..count {
            let Some(puzzle) = puzzles.clues(first + lane) else { return false };
            for k in 0..3 {
                kinds = neon!(vorrq_u8(kinds, read_rows(self, puzzle, k, planes, lane)));
            }
        }
        let halves = neon!(vreinterpretq_u64_u8(kinds));
        are_plain(neon!(vgetq_lane_u64::<0>(halves)) | neon!(vgetq_lane_u64::<1>(halves)))
    }

    #[inline(always)]
    fn load_planes(self, k: usize, planes: &Planes) -> [uint32x4_t; 4] {
        // SAFETY: the token proves NEON; the row has the 64 bytes that are read.
        let uint32x4x4_t(a, b, c, d) = unsafe { vld4q_u32(planes[k].0.as_ptr()) };
        [a, b, c, d]
    }

    #[inline(always)]
    fn store_digits(self, k: usize, [a, b, c, d]: [uint32x4_t; 4], digits: &mut Planes) {
        // SAFETY: the token proves NEON; the row has the 64 bytes that are written.
        unsafe { vst4q_u32(digits[k].0.as_mut_ptr(), uint32x4x4_t(a, b, c, d)) }
    }

    /// ```text
    /// 4 × 27 bits ─▶ 16 bytes with two digits each ─▶ low digits, high digits ─▶ the three rows of k in text order
    /// ```
    #[inline(always)]
    fn write_digits(self, digits: &Planes, lane: usize, mut answer: Answer<'_>) {
        let (cells, zero) = answer.cells();
        let digits = [
            digits_of(self, digits, lane, 0, zero),
            digits_of(self, digits, lane, 1, zero),
            digits_of(self, digits, lane, 2, zero),
        ];
        for row in 0..9 {
            // SAFETY: the token proves NEON. Row 7, the last one of 16 bytes, ends at byte 79 of 81, the 8 bytes of row 8
            // end at byte 80. The next row overwrites what a row writes beyond its nine bytes.
            unsafe {
                let text = vqtbl2q_u8(digits[row % 3], vld1q_u8(TEXT_ORDER[row / 3].as_ptr()));
                let place = cells.as_mut_ptr().add(9 * row);
                if row < 8 {
                    vst1q_u8(place, text);
                } else {
                    vst1_u8(place, vget_low_u8(text));
                    cells[CELLS - 1] = vgetq_lane_u8::<8>(text);
                }
            }
        }
    }
}

/// Reads rows 3·band + k of a puzzle. Returns the codes of the bytes read, with the highest bit set for a byte above 127.
///
/// ```text
/// 3 rows ─▶ 27 bytes in plane order ─▶ one code each ─▶ two codes per byte ─▶ 4 × 27 bits
/// ```
#[inline(always)]
fn read_rows(s: Neon, puzzle: &[u8; CELLS], k: usize, planes: &mut Planes, lane: usize) -> uint8x16_t {
    let order = if k == 2 { &LAST_PLANE_ORDER } else { &PLANE_ORDER };
    // SAFETY: the token proves NEON; the loads read 16 bytes of a puzzle's row or of a table, and the four words are stored
    // to the 16 of the row from word 4 · 3 on at the latest.
    unsafe {
        let rows = uint8x16x3_t(
            vld1q_u8(load_start(puzzle, k).as_ptr()),
            vld1q_u8(load_start(puzzle, 3 + k).as_ptr()),
            vld1q_u8(load_start(puzzle, 6 + k).as_ptr()),
        );
        let low = vqtbl3q_u8(rows, vld1q_u8(order[0].as_ptr()));
        let high = vqtbl3q_u8(rows, vld1q_u8(order[1].as_ptr()));
        let (low_codes, high_codes) = (codes_of(s, low), codes_of(s, high));
        let pairs = transpose_bits(s, vsliq_n_u8::<4>(low_codes, high_codes));
        let words = vqtbl1q_u8(pairs, vld1q_u8(WORD_ORDER[0].as_ptr()));
        let place: &mut [u32; 4] =
            (&mut planes[k].0[4 * lane..][..4]).try_into().expect("there are four lanes of four words");
        vst1q_u32(place.as_mut_ptr(), vreinterpretq_u32_u8(words));
        let above_127 = vandq_u8(vorrq_u8(low, high), vdupq_n_u8(0x80)); // which is not in the table
        vorrq_u8(above_127, vorrq_u8(low_codes, high_codes))
    }
}

/// Returns the code of each byte up to 127.
#[inline(always)]
fn codes_of(_: Neon, bytes: uint8x16_t) -> uint8x16_t {
    // SAFETY: the token proves NEON; the loads read 64 bytes each of the 128 of the table.
    unsafe {
        let first = vld1q_u8_x4(CODES_BY_BYTE[0].as_ptr());
        let second = vld1q_u8_x4(CODES_BY_BYTE[1].as_ptr());
        vqtbx4q_u8(vqtbl4q_u8(first, bytes), second, vsubq_u8(bytes, vdupq_n_u8(64)))
    }
}

/// Returns the digits of rows 3·band + k of a lane, in plane order, each plus `zero`.
#[inline(always)]
fn digits_of(s: Neon, digits: &Planes, lane: usize, k: usize, zero: u8) -> uint8x16x2_t {
    let words: &[u32; 4] = digits[k].0[4 * lane..].first_chunk().expect("there are four lanes of four words");
    // SAFETY: the token proves NEON; the loads read the 16 bytes of the words and of the table.
    unsafe {
        let bytes = vreinterpretq_u8_u32(vld1q_u32(words.as_ptr()));
        let pairs = transpose_bits(s, vqtbl1q_u8(bytes, vld1q_u8(WORD_ORDER[1].as_ptr())));
        let zero = vdupq_n_u8(zero);
        let low = vorrq_u8(vandq_u8(pairs, vdupq_n_u8(15)), zero);
        uint8x16x2_t(low, vorrq_u8(vshrq_n_u8::<4>(pairs), zero))
    }
}

/// Transposes the 8 × 8 bits of both halves: bit `i` of byte `j` becomes bit `j` of byte `i`.
#[inline(always)]
fn transpose_bits(s: Neon, bytes: uint8x16_t) -> uint8x16_t {
    let words = swap_bits::<7>(s, neon!(vreinterpretq_u32_u8(bytes)), 0x00AA_00AA_00AA_00AA);
    let words = swap_bits::<14>(s, words, 0x0000_CCCC_0000_CCCC);
    neon!(vreinterpretq_u8_u32(swap_bits::<28>(s, words, 0x0000_0000_F0F0_F0F0)))
}

/// Swaps the bits at the places of `mask` with the bits `N` places further up, in both halves.
#[inline(always)]
fn swap_bits<const N: i32>(s: Neon, v: uint32x4_t, mask: u64) -> uint32x4_t {
    let words = neon!(vreinterpretq_u64_u32(v));
    let down = neon!(vreinterpretq_u32_u64(vshrq_n_u64::<N>(words)));
    let up = neon!(vreinterpretq_u32_u64(vshlq_n_u64::<N>(words)));
    let (low, high) = neon!((vdupq_n_u64(mask), vdupq_n_u64(mask << N)));
    let swapped_low = s.select(neon!(vreinterpretq_u32_u64(low)), down, v);
    s.select(neon!(vreinterpretq_u32_u64(high)), up, swapped_low)
}
