//! Text to planes and back with the vectors of WebAssembly.

#![allow(unsafe_code)] // loads and stores through pointers

use std::arch::wasm32::*;

use super::four_lanes::{LAST_PLANE_ORDER, PLANE_ORDER, TEXT_ORDER, WORD_ORDER, load_start};
use super::{Planes, Transpose};
use crate::board::codes::{DIGIT_CODES, HIGH_KINDS, LOW_KINDS, are_plain};
use crate::board::grid::CELLS;
use crate::simd::{load, simd128::Simd128, store};
use crate::solver::batch::{Answer, Puzzles};

impl Transpose for Simd128 {
    #[inline(always)]
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool {
        let mut kinds = u8x16_splat(0);
        for lane in 0..count {
            let Some(puzzle) = puzzles.clues(first + lane) else { return false };
            for k in 0..3 {
                kinds = v128_or(kinds, read_rows(puzzle, k, planes, lane));
            }
        }
        are_plain(u64x2_extract_lane::<0>(kinds) | u64x2_extract_lane::<1>(kinds))
    }

    #[inline(always)]
    fn load_planes(self, k: usize, planes: &Planes) -> [v128; 4] {
        let (lanes, _) = planes[k].0.as_chunks::<4>();
        transpose_words([load(&lanes[0]), load(&lanes[1]), load(&lanes[2]), load(&lanes[3])])
    }

    #[inline(always)]
    fn store_digits(self, k: usize, planes: [v128; 4], digits: &mut Planes) {
        let (lanes, _) = digits[k].0.as_chunks_mut::<4>();
        for (lane, words) in lanes.iter_mut().zip(transpose_words(planes)) {
            store(words, lane);
        }
    }

    /// ```text
    /// 4 × 27 bits ─▶ 16 bytes with two digits each ─▶ low digits, high digits ─▶ the three rows of k in text order
    /// ```
    #[inline(always)]
    fn write_digits(self, digits: &Planes, lane: usize, mut answer: Answer<'_>) {
        let (cells, zero) = answer.cells();
        let digits = [
            digits_of(digits, lane, 0, zero),
            digits_of(digits, lane, 1, zero),
            digits_of(digits, lane, 2, zero),
        ];
        for row in 0..9 {
            let [low, high] = digits[row % 3];
            let text = v128_or(
                u8x16_swizzle(low, load(&const { part::<0, _>(&TEXT_ORDER) }[row / 3])),
                u8x16_swizzle(high, load(&const { part::<1, _>(&TEXT_ORDER) }[row / 3])),
            );
            // SAFETY: row 7, the last one of 16 bytes, ends at byte 79 of 81, the 8 bytes of row 8 end at byte 80. The next
            // row overwrites what a row writes beyond its nine bytes.
            unsafe {
                let place = cells.as_mut_ptr().add(9 * row);
                if row < 8 {
                    v128_store(place.cast(), text);
                } else {
                    v128_store64_lane::<0>(text, place.cast());
                    cells[CELLS - 1] = u8x16_extract_lane::<8>(text);
                }
            }
        }
    }
}

/// Reads rows 3·band + k of a puzzle. Returns the kinds of the bytes read.
///
/// ```text
/// 3 rows ─▶ 27 bytes in plane order ─▶ one code each ─▶ two codes per byte ─▶ 4 × 27 bits
/// ```
#[inline(always)]
fn read_rows(puzzle: &[u8; CELLS], k: usize, planes: &mut Planes, lane: usize) -> v128 {
    let rows =
        [load(load_start(puzzle, k)), load(load_start(puzzle, 3 + k)), load(load_start(puzzle, 6 + k))];
    let orders = if k == 2 { &LAST_ORDERS } else { &ORDERS };
    let (low, low_kinds) = codes_of(in_plane_order(rows, orders, 0));
    let (high, high_kinds) = codes_of(in_plane_order(rows, orders, 1));
    let pairs = transpose_bits(v128_bitselect(low, high, u8x16_splat(15)));
    let (lanes, _) = planes[k].0.as_chunks_mut::<4>();
    store(u8x16_swizzle(pairs, load(&WORD_ORDER[0])), &mut lanes[lane]);
    v128_or(low_kinds, high_kinds)
}

/// Returns half of the bytes in plane order.
#[inline(always)]
fn in_plane_order(rows: [v128; 3], orders: &'static [[[u8; 16]; 2]; 3], half: usize) -> v128 {
    let [a, b, c] = rows;
    v128_or(
        v128_or(u8x16_swizzle(a, load(&orders[0][half])), u8x16_swizzle(b, load(&orders[1][half]))),
        u8x16_swizzle(c, load(&orders[2][half])),
    )
}

/// Returns the code of each clue in both halves of a byte, and the kind of each byte.
#[inline(always)]
fn codes_of(bytes: v128) -> (v128, v128) {
    let nibble = u8x16_splat(15);
    // The indices of bytes outside 48 to 63 are out of range.
    let codes = u8x16_swizzle(load(&DIGIT_CODES), u8x16_sub(bytes, u8x16_splat(0x30)));
    let high = u8x16_swizzle(load(&HIGH_KINDS), v128_and(u32x4_shr(bytes, 4), nibble));
    let low = u8x16_swizzle(load(&LOW_KINDS), v128_and(bytes, nibble));
    (codes, v128_xor(high, low))
}

/// Returns the digits of rows 3·band + k of a lane, in plane order, each plus `zero`.
#[inline(always)]
fn digits_of(digits: &Planes, lane: usize, k: usize, zero: u8) -> [v128; 2] {
    let (lanes, _) = digits[k].0.as_chunks::<4>();
    let pairs = transpose_bits(u8x16_swizzle(load(&lanes[lane]), load(&WORD_ORDER[1])));
    let (nibble, zero) = (u8x16_splat(15), u8x16_splat(zero));
    [v128_or(v128_and(pairs, nibble), zero), v128_or(v128_and(u32x4_shr(pairs, 4), nibble), zero)]
}

/// Transposes the 8 × 8 bits of both halves: bit `i` of byte `j` becomes bit `j` of byte `i`.
#[inline(always)]
fn transpose_bits(bytes: v128) -> v128 {
    let words = swap_bits::<7>(bytes, 0x00AA_00AA_00AA_00AA);
    let words = swap_bits::<14>(words, 0x0000_CCCC_0000_CCCC);
    swap_bits::<28>(words, 0x0000_0000_F0F0_F0F0)
}

/// Swaps the bits at the places of `mask` with the bits `N` places further up, in both halves.
#[inline(always)]
fn swap_bits<const N: u32>(v: v128, mask: u64) -> v128 {
    let differ = v128_and(v128_xor(v, u64x2_shr(v, N)), u64x2_splat(mask));
    v128_xor(v128_xor(v, differ), u64x2_shl(differ, N))
}

/// Transposes 4 × 4 words.
#[inline(always)]
fn transpose_words([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let (ab_low, ab_high) = (u32x4_shuffle::<0, 4, 1, 5>(a, b), u32x4_shuffle::<2, 6, 3, 7>(a, b));
    let (cd_low, cd_high) = (u32x4_shuffle::<0, 4, 1, 5>(c, d), u32x4_shuffle::<2, 6, 3, 7>(c, d));
    [
        u64x2_shuffle::<0, 2>(ab_low, cd_low),
        u64x2_shuffle::<1, 3>(ab_low, cd_low),
        u64x2_shuffle::<0, 2>(ab_high, cd_high),
        u64x2_shuffle::<1, 3>(ab_high, cd_high),
    ]
}

/// The plane order split by the three rows: the indices in one row, and an index out of range if the byte is in another row.
static ORDERS: [[[u8; 16]; 2]; 3] =
    [part::<0, _>(&PLANE_ORDER), part::<1, _>(&PLANE_ORDER), part::<2, _>(&PLANE_ORDER)];

/// The same where the last row is loaded from seven bytes before it.
static LAST_ORDERS: [[[u8; 16]; 2]; 3] =
    [part::<0, _>(&LAST_PLANE_ORDER), part::<1, _>(&LAST_PLANE_ORDER), part::<2, _>(&LAST_PLANE_ORDER)];

/// Returns the indices that are in vector `PART`, and indices out of range in place of the others.
const fn part<const PART: usize, const N: usize>(orders: &[[u8; 16]; N]) -> [[u8; 16]; N] {
    let mut result = [[0x80; 16]; N];
    const_for!(at in 0..16 * N => {
        let index = orders[at / 16][at % 16];
        if index as usize / 16 == PART {
            result[at / 16][at % 16] = index % 16;
        }
    });
    result
}
