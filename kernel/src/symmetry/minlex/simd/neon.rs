//! NEON: a vector is four registers, and sets are vectors with all bits of a member set.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::aarch64::*;

use super::super::batch::lanes::BY_POSITION;
use super::masks::Masks;
use super::{KEY, Operations, Quarter};
use crate::board::grid::CELLS;
use crate::simd::neon::Neon;

/// The quarters.
type Four = [uint8x16_t; 4];

/// Defines operations of the trait, each as an expression for one quarter that is applied to all quarters.
macro_rules! by_quarters {
    ($(fn $name:ident $(<const $n:ident: $t:ty>)? ($($v:ident),*) { $value:expr })*) => {
        $(#[inline(always)]
        fn $name $(<const $n: $t>)? (self, $($v: Four),*) -> Four {
            // SAFETY: the token proves NEON.
            unsafe {
                [
                    { $(let $v = $v[0];)* $value },
                    { $(let $v = $v[1];)* $value },
                    { $(let $v = $v[2];)* $value },
                    { $(let $v = $v[3];)* $value },
                ]
            }
        })*
    };
}

impl Operations for Neon {
    type V = Four;
    type Bytes = Four;

    by_quarters! {
        fn and(a, b) { vandq_u8(a, b) }
        fn or(a, b) { vorrq_u8(a, b) }
        fn or_and(a, b, c) { vorrq_u8(a, vandq_u8(b, c)) }
        fn xor_or(a, b, c) { veorq_u8(a, vorrq_u8(b, c)) }
        fn add(a, b) { vaddq_u8(a, b) }
        fn sub(a, b) { vsubq_u8(a, b) }
        fn min(a, b) { vminq_u8(a, b) }
        fn shl<const N: i32>(v) { from_u16(vshlq_u16(to_u16(v), vdupq_n_s16(N as i16))) }
        fn shr<const N: i32>(v) { from_u16(vshlq_u16(to_u16(v), vdupq_n_s16(-N as i16))) }
        fn bytes_up<const N: i32>(v) {
            match N {
                1 => vextq_u8::<15>(vdupq_n_u8(0), v),
                2 => vextq_u8::<14>(vdupq_n_u8(0), v),
                4 => vextq_u8::<12>(vdupq_n_u8(0), v),
                _ => vextq_u8::<8>(vdupq_n_u8(0), v),
            }
        }
        fn bytes_down<const N: i32>(v) { vextq_u8::<N>(v, vdupq_n_u8(0)) }
        fn shuffle(v, places) { vqtbl1q_u8(v, places) }
        fn shuffle_by_order(v, orders) { vqtbl1q_u8(v, vandq_u8(orders, vdupq_n_u8(0x8f))) }
        fn shuffle_found(v, places) { vqtbl1q_u8(v, places) }
        fn equal(a, b) { vceqq_u8(a, b) }
        fn only(bytes, v) { vandq_u8(bytes, v) }
        fn add_in(bytes, a, b) { vaddq_u8(a, vandq_u8(bytes, b)) }
        fn or_else(a, b) { vbslq_u8(vceqzq_u8(a), b, a) }
        fn dot(v) {{
            let weights = from_u32(vdupq_n_u32(0x64_0a_01_00));
            let low = vmull_u8(vget_low_u8(v), vget_low_u8(weights));
            from_u32(vpaddlq_u16(vpaddq_u16(low, vmull_high_u8(v, weights))))
        }}
        fn keys(values) {{
            let keys = vuzp1q_u16(to_u16(values), to_u16(values));
            vandq_u8(from_u16(keys), from_u64(vdupq_n_u64(KEY)))
        }}
    }

    operations! {
        fn load(four: &[Quarter; 4]) -> Four { [load(&four[0]), load(&four[1]), load(&four[2]), load(&four[3])] }
        fn store(v: Four, four: &mut [Quarter; 4]) -> () {
            for (v, quarter) in v.into_iter().zip(four) {
                vst1q_u8(quarter.as_mut_ptr(), v);
            }
        }
        fn repeat(quarter: &Quarter) -> Four { [load(quarter); 4] }
        fn set_lane<const LANE: i32>(v: Four, quarter: &Quarter) -> Four {{
            let mut v = v;
            v[LANE as usize & 3] = load(quarter);
            v
        }}
        fn splat(byte: u8) -> Four { [vdupq_n_u8(byte); 4] }
        fn first(v: Four) -> Quarter {{
            let mut quarter = [0; 16];
            vst1q_u8(quarter.as_mut_ptr(), v[0]);
            quarter
        }}
        fn set_byte(quarters: Four, place: usize, v: Four) -> Four {{
            let is_place = vceqq_u8(own_places(), vdupq_n_u8(place as u8));
            let set = |quarter: usize| vbslq_u8(is_place, vdupq_laneq_u8::<0>(v[quarter]), quarters[quarter]);
            [set(0), set(1), set(2), set(3)]
        }}
        fn any(a: Four, b: Four) -> bool {{
            let both = |quarter: usize| vandq_u8(a[quarter], b[quarter]);
            let all = vorrq_u8(vorrq_u8(both(0), both(1)), vorrq_u8(both(2), both(3)));
            vmaxvq_u32(to_u32(all)) != 0
        }}
        fn low_words(v: Four) -> [u64; 4] {{
            let word = |quarter: usize| vgetq_lane_u64::<0>(to_u64(v[quarter]));
            [word(0), word(1), word(2), word(3)]
        }}
        fn store_chosen(v: Four, chosen: u8, to: &mut [Quarter; 4]) -> () {{
            let mut next = 0;
            for (lane, quarter) in v.into_iter().enumerate() {
                vst1q_u8(to[next & 3].as_mut_ptr(), quarter);
                next += usize::from(chosen >> (2 * lane) & 1);
            }
        }}
        fn write_text(orders: &Quarter, labels: &Quarter, lines: [&Quarter; 9], text: &mut [u8; CELLS]) -> () {{
            let columns = vqtbl1q_u8(load(orders), load(&BY_POSITION));
            let columns = vandq_u8(columns, vdupq_n_u8(0x8f));
            let labels = vorrq_u8(vshrq_n_u8::<4>(load(labels)), vdupq_n_u8(b'0'));
            let mut rows = [0; CELLS + 7]; // each row is written with seven bytes that the next one covers
            for (row, line) in lines.into_iter().enumerate() {
                let image = vqtbl1q_u8(labels, vqtbl1q_u8(load(line), columns));
                vst1q_u8(rows[9 * row..9 * row + 16].as_mut_ptr(), image);
            }
            text.copy_from_slice(&rows[..CELLS]);
        }}
    }
}

impl Masks for Neon {
    by_quarters! {
        fn max(a, b) { vmaxq_u8(a, b) }
        fn min_words(a, b) { from_u32(vminq_u32(to_u32(a), to_u32(b))) }
        fn max_words(a, b) { from_u32(vmaxq_u32(to_u32(a), to_u32(b))) }
        fn clear(a, b) { vbicq_u8(a, b) }
        fn select(members, a, b) { vbslq_u8(members, a, b) }
        fn has(v, bits) { vtstq_u8(v, bits) }
        fn has_words(v, bits) { from_u32(vtstq_u32(to_u32(v), to_u32(bits))) }
        fn equal_words(a, b) { from_u32(vceqq_u32(to_u32(a), to_u32(b))) }
        fn equal_keys(a, b) { from_u64(vceqq_u64(to_u64(a), to_u64(b))) }
        fn greater_keys(a, b) { from_u64(vcgtq_u64(to_u64(a), to_u64(b))) }
    }

    operations! {
        fn sums(v: Four) -> u32 {{
            let sums = vpaddq_u8(vpaddq_u8(v[0], v[1]), vpaddq_u8(v[2], v[3]));
            let sums = vpaddq_u8(sums, sums);
            vgetq_lane_u32::<0>(to_u32(vpaddq_u8(sums, sums)))
        }}
        fn full(v: Four) -> u8 {{
            let full = |quarter: usize| u8::from(vminvq_u8(v[quarter]) == 0xff) * 3 << (2 * quarter);
            full(0) | full(1) | full(2) | full(3)
        }}
    }
}

/// Defines functions of one quarter.
macro_rules! of_quarter {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block)*) => {
        $($(#[$doc])*
        #[inline]
        #[target_feature(enable = "neon")]
        fn $name($($argument: $type),*) -> $result $body)*
    };
}

of_quarter! {
    fn to_u16(v: uint8x16_t) -> uint16x8_t { vreinterpretq_u16_u8(v) }
    fn to_u32(v: uint8x16_t) -> uint32x4_t { vreinterpretq_u32_u8(v) }
    fn to_u64(v: uint8x16_t) -> uint64x2_t { vreinterpretq_u64_u8(v) }
    fn from_u16(v: uint16x8_t) -> uint8x16_t { vreinterpretq_u8_u16(v) }
    fn from_u32(v: uint32x4_t) -> uint8x16_t { vreinterpretq_u8_u32(v) }
    fn from_u64(v: uint64x2_t) -> uint8x16_t { vreinterpretq_u8_u64(v) }
    fn load(bytes: &Quarter) -> uint8x16_t {
        // SAFETY: the array is 16 bytes that may be read.
        unsafe { vld1q_u8(bytes.as_ptr()) }
    }
    fn own_places() -> uint8x16_t {
        load(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    }
}
