//! Four lanes: the vectors of WebAssembly. A module uses them everywhere or not at all, so they are available if the crate is
//! built with `-C target-feature=+simd128`.

#![allow(unsafe_code)] // vectors are plain data

use std::arch::wasm32::*;

use crate::board::codes::{DIGIT_CODES, HIGH_KINDS, LOW_KINDS};

use super::lanes::{bytes_of, lane_orders};
use super::memory::{load, plain, store};
use super::{
    Boxes, Bytes, Double, FourLanes, Kernel, LaneRow, LaneSet, Lanes, Quarter, Simd, Words, operations,
};

/// The token. Every machine that runs the module has the instructions.
#[derive(Clone, Copy)]
pub struct Simd128(());

impl Simd128 {
    /// Returns the token.
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }

    /// Returns the token of vectors that have the boxes of one board.
    pub fn boxes(self) -> Double<Self> {
        Double(self)
    }
}

plain! { v128 }

/// Runs a kernel, in one copy for all of its callers.
#[inline(never)]
fn enter_simd128<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

impl Simd for Simd128 {
    type V = v128;
    const NAME: &'static str = "simd128";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        enter_simd128(kernel)
    }

    #[inline(always)]
    fn is_zero(self, v: v128) -> bool {
        !v128_any_true(v)
    }

    operations!(v128 {
        and(a, b) = v128_and(a, b);
        or(a, b) = v128_or(a, b);
        xor(a, b) = v128_xor(a, b);
        clear(a, b) = v128_andnot(a, b);
        select(mask, a, b) = v128_bitselect(a, b, mask);
    });
}

impl Words for Simd128 {
    const LANES: usize = 4;

    operations!(v128 {
        add32(a, b) = u32x4_add(a, b);
        sub32(a, b) = u32x4_sub(a, b);
        min32(a, b) = u32x4_min(a, b);
    });

    operations!(self {
        splat32(word: u32) -> v128 = u32x4_splat(word);
        shl32<N>(v: v128) -> v128 = u32x4_shl(v, N);
        shr32<N>(v: v128) -> v128 = u32x4_shr(v, N);
    });
}

impl Lanes for Simd128 {
    #[inline(always)]
    fn count(self, ones: v128, twos: v128) -> v128 {
        let (ones, twos) = (u8x16_popcnt(ones), u8x16_popcnt(twos));
        u32x4_extadd_pairwise_u16x8(u16x8_extadd_pairwise_u8x16(u8x16_add(ones, u8x16_add(twos, twos))))
    }
    #[inline(always)]
    fn equal(self, a: v128, b: v128) -> LaneSet {
        u32x4_bitmask(u32x4_eq(a, b)).into()
    }
    #[inline(always)]
    fn blend(self, set: LaneSet, a: v128, b: v128) -> v128 {
        v128_bitselect(b, a, lane_mask(set))
    }
    #[inline(always)]
    fn if_zero(self, v: v128, then: v128, other: v128) -> v128 {
        v128_bitselect(then, other, u32x4_eq(v, u32x4_splat(0)))
    }
    #[inline(always)]
    fn keep(self, set: LaneSet, v: v128) -> v128 {
        v128_and(v, lane_mask(set))
    }
    #[inline(always)]
    fn look_up(self, table: &[u32; 8], index: v128) -> v128 {
        let entry = |index: u32| table[(index & 7) as usize];
        u32x4(
            entry(u32x4_extract_lane::<0>(index)),
            entry(u32x4_extract_lane::<1>(index)),
            entry(u32x4_extract_lane::<2>(index)),
            entry(u32x4_extract_lane::<3>(index)),
        )
    }
    #[inline(always)]
    fn compress(self, set: LaneSet, v: v128) -> v128 {
        u8x16_swizzle(v, load(&COMPRESS[(set & 0xF) as usize]))
    }
    #[inline(always)]
    fn expand(self, set: LaneSet, v: v128) -> v128 {
        u8x16_swizzle(v, load(&EXPAND[(set & 0xF) as usize]))
    }
}

impl Bytes for Simd128 {
    operations!(self {
        repeat(quarter: &Quarter) -> v128 = load(quarter);
        with_quarter(_v: v128, _number: usize, quarter: &Quarter) -> v128 = load(quarter);
        splat8(byte: u8) -> v128 = u8x16_splat(byte);
        shuffle(v: v128, places: v128) -> v128 = u8x16_swizzle(v, places);
        shuffle_low(v: v128, places: v128) -> v128 = u8x16_swizzle(v, v128_and(places, u8x16_splat(0x8f)));
    });

    #[inline(always)]
    fn store_quarter(self, v: v128, _number: usize, to: &mut Quarter) {
        store(v, to);
    }
}

impl FourLanes for Simd128 {
    #[inline(always)]
    fn shuffle2(self, [a, b]: [v128; 2], places: v128) -> v128 {
        v128_or(u8x16_swizzle(a, places), u8x16_swizzle(b, u8x16_sub(places, u8x16_splat(16))))
    }
    #[inline(always)]
    fn shuffle3(self, [a, b, c]: [v128; 3], places: v128) -> v128 {
        v128_or(self.shuffle2([a, b], places), u8x16_swizzle(c, u8x16_sub(places, u8x16_splat(32))))
    }
    /// Looks up the kinds by halves of bytes.
    #[inline(always)]
    fn codes(self, bytes: v128) -> (v128, v128) {
        let half = u8x16_splat(15);
        // The places of bytes outside 48 to 63 are not found.
        let codes = u8x16_swizzle(load(&DIGIT_CODES), u8x16_sub(bytes, u8x16_splat(0x30)));
        let high = u8x16_swizzle(load(&HIGH_KINDS), v128_and(u32x4_shr(bytes, 4), half));
        (codes, v128_xor(high, u8x16_swizzle(load(&LOW_KINDS), v128_and(bytes, half))))
    }
    #[inline(always)]
    fn swap_bits<const N: i32>(self, v: v128, mask: u64) -> v128 {
        let differ = v128_and(v128_xor(v, u64x2_shr(v, N as u32)), u64x2_splat(mask));
        v128_xor(v128_xor(v, differ), u64x2_shl(differ, N as u32))
    }
    #[inline(always)]
    fn load_columns(self, from: &LaneRow) -> [v128; 4] {
        transpose(load(&from.0))
    }
    #[inline(always)]
    fn store_columns(self, v: [v128; 4], to: &mut LaneRow) {
        store(transpose(v), &mut to.0);
    }
}

/// Transposes 4 × 4 words.
#[inline(always)]
fn transpose([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let (ab_low, ab_high) = (u32x4_shuffle::<0, 4, 1, 5>(a, b), u32x4_shuffle::<2, 6, 3, 7>(a, b));
    let (cd_low, cd_high) = (u32x4_shuffle::<0, 4, 1, 5>(c, d), u32x4_shuffle::<2, 6, 3, 7>(c, d));
    [
        u64x2_shuffle::<0, 2>(ab_low, cd_low),
        u64x2_shuffle::<1, 3>(ab_low, cd_low),
        u64x2_shuffle::<0, 2>(ab_high, cd_high),
        u64x2_shuffle::<1, 3>(ab_high, cd_high),
    ]
}

/// Applies an instruction to both halves.
macro_rules! halves {
    ($instruction:ident($($operand:expr),+)) => {
        [$instruction($($operand[0]),+), $instruction($($operand[1]),+)]
    };
}

/// Bands 0 and 1 are in the first half, band 2 in the second.
impl Boxes for Double<Simd128> {
    operations!(self: [v128; 2] {
        add16(a, b) = halves!(u16x8_add(a, b));
        min16(a, b) = halves!(u16x8_min(a, b));
        zero16(v) = halves!(u16x8_eq(v, [u16x8_splat(0); 2]));
    });

    #[inline(always)]
    fn splat16(self, word: u16) -> [v128; 2] {
        [u16x8_splat(word); 2]
    }
    #[inline(always)]
    fn shl16<const N: u32>(self, [a, b]: [v128; 2]) -> [v128; 2] {
        [u16x8_shl(a, N), u16x8_shl(b, N)]
    }
    /// Counts the bits of each byte and adds pairs of bytes.
    #[inline(always)]
    fn count16(self, v: [v128; 2]) -> [v128; 2] {
        let counts = halves!(u8x16_popcnt(v));
        halves!(u16x8_extadd_pairwise_u8x16(counts))
    }
    #[inline(always)]
    fn turn_stacks(self, [a, b]: [v128; 2]) -> [[v128; 2]; 2] {
        let next =
            [u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(a, a), u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(b, b)];
        let last =
            [u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(a, a), u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(b, b)];
        [next, last]
    }
    #[inline(always)]
    fn turn_bands(self, [a, b]: [v128; 2]) -> [[v128; 2]; 2] {
        let next = [u64x2_shuffle::<1, 2>(a, b), u64x2_shuffle::<0, 3>(a, b)];
        let last = [u64x2_shuffle::<2, 0>(a, b), u64x2_shuffle::<1, 3>(a, b)];
        [next, last]
    }
    #[inline(always)]
    fn least16(self, [a, b]: [v128; 2]) -> u16 {
        let least = u16x8_min(a, b);
        let least = u16x8_min(least, u64x2_shuffle::<1, 0>(least, least));
        let least = u16x8_min(least, u32x4_shuffle::<1, 0, 3, 2>(least, least));
        let least = u16x8_min(least, u16x8_shuffle::<1, 0, 3, 2, 5, 4, 7, 6>(least, least));
        u16x8_extract_lane::<0>(least)
    }
}

/// Returns all ones in the lanes of `set`, zero in the others.
#[inline(always)]
fn lane_mask(set: LaneSet) -> v128 {
    let bits = u32x4(1, 2, 4, 8);
    u32x4_eq(v128_and(u32x4_splat(set), bits), bits)
}

static COMPRESS: [[u8; 16]; 16] = bytes_of(lane_orders()[0], false);

static EXPAND: [[u8; 16]; 16] = bytes_of(lane_orders()[1], true);
