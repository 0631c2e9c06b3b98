//! NEON: a vector is four registers, and sets are vectors with all bits of a member set.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::aarch64::*;

use super::super::batch::lanes::{BY_POSITION, NO_POSITION, POSITION_BYTES, TO_HIGHER, TO_LOWER};
use super::{KEY, Kernel, Quarter, Simd};
use crate::grid::CELLS;
use crate::symmetry::vectors::Neon;

#[target_feature(enable = "neon")]
fn enter_neon<K: Kernel>(simd: Neon, kernel: K) {
    kernel.run(simd);
}

/// The quarters.
type Four = [uint8x16_t; 4];

/// Operations of the trait: each the value of an expression for one quarter, which is done to all.
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

impl Simd for Neon {
    type V = Four;
    type Bytes = Four;
    type Words = Four;
    /// For each byte the place that it may be exchanged with: its own where nothing is joined.
    type Exchange = Four;

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_neon(self, kernel) }
    }

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
        fn exchange<const FIRST: bool>(cells, by) {{
            let exchanged = vqtbl1q_u8(cells, by);
            let (least, most) = (vminq_u8(cells, exchanged), vmaxq_u8(cells, exchanged));
            let upper = if FIRST { 0xff00_0000 } else { 0x00ff_0000 };
            vbslq_u8(from_u32(vdupq_n_u32(upper)), least, most)
        }}
        fn exchange_stacks<const FIRST: bool>(values, by) {{
            let (values, exchanged) = (to_u32(values), to_u32(vqtbl1q_u8(values, by)));
            let (least, most) = (vminq_u32(values, exchanged), vmaxq_u32(values, exchanged));
            let upper = if FIRST { [0, 0, u32::MAX, 0] } else { [0, u32::MAX, 0, 0] };
            from_u32(vbslq_u32(words(&upper), least, most))
        }}
        fn dot(v) {{
            let weights = from_u32(vdupq_n_u32(0x64_0a_01_00));
            let low = vmull_u8(vget_low_u8(v), vget_low_u8(weights));
            from_u32(vpaddlq_u16(vpaddq_u16(low, vmull_high_u8(v, weights))))
        }}
        fn keys(values) {{
            let keys = vuzp1q_u16(to_u16(values), to_u16(values));
            vandq_u8(from_u16(keys), from_u64(vdupq_n_u64(KEY)))
        }}
        fn greater_keys(a, b) { from_u64(vcgtq_u64(to_u64(a), to_u64(b))) }
        fn equal_keys(a, b) { from_u64(vceqq_u64(to_u64(a), to_u64(b))) }
        fn select(words, a, b) { vbslq_u8(words, a, b) }
    }

    #[inline(always)]
    fn order(self, a: Four, b: Four) -> (Four, Four) {
        let greater = self.greater_keys(a, b);
        (self.select(greater, b, a), self.select(greater, a, b))
    }

    #[inline(always)]
    fn mark_equal(self, found: Four, a: Four, b: Four, mark: u64) -> Four {
        // SAFETY: the token proves NEON.
        let mark = unsafe { from_u64(vdupq_n_u64(mark)) };
        self.or_and(found, self.equal_keys(a, b), [mark; 4])
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
        fn column_exchanges(orders: Four) -> [Four; 2] {{
            const FIRST: [u32; 2] = [(TO_HIGHER as u32) << 16 | (TO_LOWER as u32) << 24, 0xff01_0000];
            const LAST: [u32; 2] = [(TO_HIGHER as u32) << 8 | (TO_LOWER as u32) << 16, 0x00ff_0100];
            let places = |[joins, steps]: [u32; 2]| {
                let places = |quarter: usize| {
                    let joined = vtstq_u8(orders[quarter], from_u32(vdupq_n_u32(joins)));
                    vaddq_u8(own_places(), vandq_u8(joined, from_u32(vdupq_n_u32(steps))))
                };
                [places(0), places(1), places(2), places(3)]
            };
            [places(FIRST), places(LAST)]
        }}
        fn stack_exchanges(orders: Four) -> [Four; 2] {{
            const HIGHER: u32 = TO_HIGHER as u32;
            const LOWER: u32 = TO_LOWER as u32;
            const UP: u32 = 0x0404_0404;
            const DOWN: u32 = 0xfcfc_fcfc;
            let places = |joins: [u32; 4], steps: [u32; 4]| {
                let places = |quarter: usize| {
                    let joined = vtstq_u32(to_u32(orders[quarter]), words(&joins));
                    vaddq_u8(own_places(), from_u32(vandq_u32(joined, words(&steps))))
                };
                [places(0), places(1), places(2), places(3)]
            };
            [places([0, HIGHER, LOWER, 0], [0, UP, DOWN, 0]), places([HIGHER, LOWER, 0, 0], [UP, DOWN, 0, 0])]
        }}
        fn low_words(v: Four) -> [u64; 4] {{
            let word = |quarter: usize| vgetq_lane_u64::<0>(to_u64(v[quarter]));
            [word(0), word(1), word(2), word(3)]
        }}
        fn settle(cells: Four, orders: Four) -> (Four, u32) {{
            let settled = |quarter: usize| settle(cells[quarter], orders[quarter]);
            let ([a, b, c, d], ties) = {
                let four = [settled(0), settled(1), settled(2), settled(3)];
                ([four[0].0, four[1].0, four[2].0, four[3].0], [four[0].1, four[1].1, four[2].1, four[3].1])
            };
            let ties = vpaddq_u8(vpaddq_u8(ties[0], ties[1]), vpaddq_u8(ties[2], ties[3]));
            let ties = vpaddq_u8(ties, ties);
            ([a, b, c, d], vgetq_lane_u32::<0>(to_u32(vpaddq_u8(ties, ties))))
        }}
        fn settled(orders: Four, labels: Four) -> u8 {{
            let settled = |quarter: usize| u8::from(is_settled(orders[quarter], labels[quarter])) * 3 << (2 * quarter);
            settled(0) | settled(1) | settled(2) | settled(3)
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

/// Functions of one quarter.
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
    fn words(words: &[u32; 4]) -> uint32x4_t {
        // SAFETY: the array is four words that may be read.
        unsafe { vld1q_u32(words.as_ptr()) }
    }
    fn own_places() -> uint8x16_t {
        load(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    }

    /// The trait's `settle`: the order, and one bit for each tie.
    fn settle(cells: uint8x16_t, orders: uint8x16_t) -> (uint8x16_t, uint8x16_t) {
        let zero = vdupq_n_u8(0);
        let stack_byte = from_u32(vdupq_n_u32(0xff));
        let labels = vandq_u8(cells, vdupq_n_u8(0xf0));
        let joins = vandq_u8(vdupq_n_u8(TO_HIGHER), from_u32(vdupq_n_u32(POSITION_BYTES)));
        let joined = vandq_u8(vtstq_u8(orders, joins), vceqq_u8(labels, vextq_u8::<1>(labels, zero)));
        let stack_joins = vdupq_n_u32(TO_HIGHER.into());
        let equal_stacks = vceqq_u32(to_u32(labels), to_u32(vextq_u8::<4>(labels, zero)));
        let stacks = from_u32(vandq_u32(vtstq_u32(to_u32(orders), stack_joins), equal_stacks));
        let (blank, blank_stacks) = (vceqzq_u8(labels), from_u32(vceqzq_u32(to_u32(labels))));
        let (tied, tied_stacks) = (vbicq_u8(joined, blank), vbicq_u8(stacks, blank_stacks));
        let joined = vandq_u8(joined, blank);
        let stacks = vandq_u8(vandq_u8(stacks, blank_stacks), stack_byte);
        let to_lower = vorrq_u8(vextq_u8::<15>(zero, joined), vextq_u8::<12>(zero, stacks));
        let order = vorrq_u8(vandq_u8(cells, vdupq_n_u8(15)), load(&NO_POSITION));
        let order = vorrq_u8(order, vandq_u8(vorrq_u8(joined, stacks), vdupq_n_u8(TO_HIGHER)));
        let order = vorrq_u8(order, vandq_u8(to_lower, vdupq_n_u8(TO_LOWER)));
        let bits = load(&[0, 4, 8, 0, 0, 16, 32, 0, 0, 64, 128, 0, 0, 0, 0, 0]);
        let stack_bits = load(&[1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        (order, vorrq_u8(vandq_u8(tied, bits), vandq_u8(tied_stacks, stack_bits)))
    }

    /// One quarter of the trait's `settled`.
    fn is_settled(orders: uint8x16_t, labels: uint8x16_t) -> bool {
        let joins = vandq_u8(orders, vdupq_n_u8(TO_HIGHER | TO_LOWER));
        vgetq_lane_u8::<15>(labels) >= 0x90 && vmaxvq_u8(joins) == 0
    }
}
