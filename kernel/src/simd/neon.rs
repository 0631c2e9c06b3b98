//! Four lanes: NEON, which every 64-bit Arm processor has.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::aarch64::*;
use std::arch::asm;

use super::lane_orders::{bytes_of, lane_orders};
use super::token::token;
use super::{Kernel, LaneSet, MAX_LANES, Simd, operations};

token! {
    { "neon" }
    /// Proof that the processor has NEON and stores the lowest byte of a word first.
    Neon by is_aarch64_feature_detected, enter_neon
}

/// Calls intrinsics that need only NEON. They access no memory but that of references.
macro_rules! neon {
    ($($call:tt)*) => {
        // SAFETY: the token proves NEON.
        unsafe { $($call)* }
    };
}
pub(crate) use neon;

impl Simd for Neon {
    type V = uint32x4_t;
    const LANES: usize = 4;
    const NAME: &'static str = "neon";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        neon!(enter_neon(kernel))
    }

    #[inline(always)]
    fn splat(self, word: u32) -> uint32x4_t {
        neon!(vdupq_n_u32(word))
    }
    #[inline(always)]
    fn load(self, row: &[u32; MAX_LANES]) -> uint32x4_t {
        // SAFETY: the token proves NEON; the row has more than the 16 bytes that are read.
        unsafe { vld1q_u32(row.as_ptr()) }
    }
    #[inline(always)]
    fn store(self, v: uint32x4_t, row: &mut [u32; MAX_LANES]) {
        // SAFETY: the token proves NEON; the row has more than the 16 bytes that are written.
        unsafe { vst1q_u32(row.as_mut_ptr(), v) }
    }

    operations!(uint32x4_t {
        and(a, b) = neon!(vandq_u32(a, b));
        or(a, b) = neon!(vorrq_u32(a, b));
        xor(a, b) = neon!(veorq_u32(a, b));
        clear(a, b) = neon!(vbicq_u32(a, b));
        add(a, b) = neon!(vaddq_u32(a, b));
        sub(a, b) = neon!(vsubq_u32(a, b));
        min(a, b) = neon!(vminq_u32(a, b));
    });

    #[inline(always)]
    fn shl<const N: u32>(self, v: uint32x4_t) -> uint32x4_t {
        // A constant count becomes the immediate form.
        neon!(vshlq_u32(v, vdupq_n_s32(N as i32)))
    }
    #[inline(always)]
    fn shr<const N: u32>(self, v: uint32x4_t) -> uint32x4_t {
        neon!(vshlq_u32(v, vdupq_n_s32(-(N as i32))))
    }
    #[inline(always)]
    fn count(self, ones: uint32x4_t, twos: uint32x4_t) -> uint32x4_t {
        neon! {
            let ones = vcntq_u8(vreinterpretq_u8_u32(ones));
            let twos = vcntq_u8(vreinterpretq_u8_u32(twos));
            vpaddlq_u16(vpaddlq_u8(vaddq_u8(ones, vaddq_u8(twos, twos))))
        }
    }

    /// Selects one of two words, depending on whether the others differ.
    #[inline(always)]
    fn maj(self, a: uint32x4_t, b: uint32x4_t, c: uint32x4_t) -> uint32x4_t {
        self.select(self.xor(a, b), c, a)
    }
    #[inline(always)]
    fn one_and_two(self, a: uint32x4_t, b: uint32x4_t, c: uint32x4_t) -> (uint32x4_t, uint32x4_t) {
        (self.or3(a, b, c), self.maj(a, b, c))
    }
    /// Uses one instruction that the compiler cannot split, as it otherwise would if it knew some bits of the operands.
    #[inline(always)]
    fn select(self, mask: uint32x4_t, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        let mut result = b;
        // SAFETY: the token proves NEON. The instruction changes the result's register and nothing else.
        unsafe {
            asm!("bit {result:v}.16b, {a:v}.16b, {mask:v}.16b", result = inout(vreg) result, a = in(vreg) a,
                mask = in(vreg) mask, options(pure, nomem, nostack, preserves_flags));
        }
        result
    }
    /// Shifts left into the place that the shift right vacated.
    #[inline(always)]
    fn rotate_fields(self, v: uint32x4_t) -> (uint32x4_t, uint32x4_t) {
        neon! {
            let one = vsliq_n_u32::<18>(vshrq_n_u32::<9>(v), v);
            let two = vsliq_n_u32::<9>(vshrq_n_u32::<18>(v), v);
            (one, two)
        }
    }

    #[inline(always)]
    fn equal(self, a: uint32x4_t, b: uint32x4_t) -> LaneSet {
        neon!(vaddvq_u32(vandq_u32(vceqq_u32(a, b), vld1q_u32(BITS.as_ptr()))))
    }
    #[inline(always)]
    fn blend(self, set: LaneSet, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        self.select(lane_mask(self, set), b, a)
    }
    #[inline(always)]
    fn if_zero(self, v: uint32x4_t, then: uint32x4_t, other: uint32x4_t) -> uint32x4_t {
        self.select(neon!(vceqzq_u32(v)), then, other)
    }
    #[inline(always)]
    fn keep(self, set: LaneSet, v: uint32x4_t) -> uint32x4_t {
        self.and(v, lane_mask(self, set))
    }
    #[inline(always)]
    fn vacate(self, _: LaneSet, v: uint32x4_t) -> uint32x4_t {
        v
    }
    #[inline(always)]
    fn fill(self, set: LaneSet, v: uint32x4_t, new: uint32x4_t) -> uint32x4_t {
        self.blend(set, v, new)
    }
    #[inline(always)]
    fn look_up(self, table: &[u32; 8], index: uint32x4_t) -> uint32x4_t {
        // SAFETY: the token proves NEON; the loads read the table's 32 bytes.
        unsafe {
            let table = vld1q_u32_x2(table.as_ptr());
            let table = uint8x16x2_t(vreinterpretq_u8_u32(table.0), vreinterpretq_u8_u32(table.1));
            let index = self.and(index, self.splat(7));
            // The index of each of the four bytes of an entry.
            let bytes = vmlaq_n_u32(self.splat(0x0302_0100), index, 0x0404_0404);
            vreinterpretq_u32_u8(vqtbl2q_u8(table, vreinterpretq_u8_u32(bytes)))
        }
    }
    #[inline(always)]
    fn compress(self, set: LaneSet, v: uint32x4_t) -> uint32x4_t {
        move_bytes(self, v, &COMPRESS[(set & 0xF) as usize])
    }
    #[inline(always)]
    fn expand(self, set: LaneSet, v: uint32x4_t) -> uint32x4_t {
        move_bytes(self, v, &EXPAND[(set & 0xF) as usize])
    }
}

/// Returns all ones in the lanes of `set`, zero in the others.
#[inline(always)]
fn lane_mask(_: Neon, set: LaneSet) -> uint32x4_t {
    // SAFETY: the token proves NEON; the load reads the four words.
    unsafe { vtstq_u32(vdupq_n_u32(set), vld1q_u32(BITS.as_ptr())) }
}

/// Returns the bytes of `v` with these indices, zero where there is no such byte.
#[inline(always)]
fn move_bytes(_: Neon, v: uint32x4_t, order: &'static [u8; 16]) -> uint32x4_t {
    // SAFETY: the token proves NEON; the load reads the 16 bytes.
    unsafe { vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(v), vld1q_u8(order.as_ptr()))) }
}

/// The bit of each lane in a [`LaneSet`].
static BITS: [u32; 4] = [1, 2, 4, 8];

static COMPRESS: [[u8; 16]; 16] = bytes_of(lane_orders()[0], false);

static EXPAND: [[u8; 16]; 16] = bytes_of(lane_orders()[1], true);
