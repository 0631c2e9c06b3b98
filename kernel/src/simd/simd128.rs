//! Four lanes: the vectors of WebAssembly. A module uses them everywhere or not at all, so they are available if the crate is
//! built with `-C target-feature=+simd128`.

#![allow(unsafe_code)] // vectors are plain data

use std::arch::wasm32::*;

use super::lane_orders::{bytes_of, lane_orders};
use super::memory::{load, plain};
use super::{Kernel, LaneSet, Lanes, Simd, operations};

/// The token. Every machine that runs the module has the instructions.
#[derive(Clone, Copy)]
pub struct Simd128(());

impl Simd128 {
    /// Returns the token.
    pub fn detect() -> Option<Self> {
        Some(Self(()))
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
    const LANES: usize = 4;
    const NAME: &'static str = "simd128";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        enter_simd128(kernel)
    }

    #[inline(always)]
    fn splat32(self, word: u32) -> v128 {
        u32x4_splat(word)
    }

    operations!(v128 {
        and(a, b) = v128_and(a, b);
        or(a, b) = v128_or(a, b);
        xor(a, b) = v128_xor(a, b);
        clear(a, b) = v128_andnot(a, b);
        add32(a, b) = u32x4_add(a, b);
        sub32(a, b) = u32x4_sub(a, b);
        min32(a, b) = u32x4_min(a, b);
        select(mask, a, b) = v128_bitselect(a, b, mask);
    });

    #[inline(always)]
    fn shl32<const N: u32>(self, v: v128) -> v128 {
        u32x4_shl(v, N)
    }
    #[inline(always)]
    fn shr32<const N: u32>(self, v: v128) -> v128 {
        u32x4_shr(v, N)
    }
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

/// Returns all ones in the lanes of `set`, zero in the others.
#[inline(always)]
fn lane_mask(set: LaneSet) -> v128 {
    let bits = u32x4(1, 2, 4, 8);
    u32x4_eq(v128_and(u32x4_splat(set), bits), bits)
}

static COMPRESS: [[u8; 16]; 16] = bytes_of(lane_orders()[0], false);

static EXPAND: [[u8; 16]; 16] = bytes_of(lane_orders()[1], true);
