//! Four lanes: NEON, which every 64-bit Arm processor has.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::aarch64::*;
use std::arch::asm;

use crate::board::codes::CODES;

use super::boxes::{LAST_STACK, NEXT_STACK};
use super::lanes::{bytes_of, lane_orders};
use super::memory::{load, plain, store};
use super::token::token;
use super::{
    Boxes, Bytes, Double, FourLanes, Kernel, Keys, LaneRow, LaneSet, Lanes, Quarter, Simd, Words, operations,
};

token! {
    { "neon" }
    /// Proof that the processor has NEON and stores the lowest byte of a word first.
    Neon by is_aarch64_feature_detected, enter_neon
}

plain! { uint32x4_t uint8x16_t }

/// Calls intrinsics that need only NEON. They access no memory but that of references.
macro_rules! neon {
    ($($call:tt)*) => {
        // SAFETY: the token proves NEON.
        unsafe { $($call)* }
    };
}

impl Neon {
    /// Returns the token of vectors of four quarters.
    pub fn four_quarters(self) -> Double<Double<Self>> {
        Double(Double(self))
    }

    /// Returns the token of vectors that have the boxes of one board.
    pub fn boxes(self) -> Double<Self> {
        Double(self)
    }
}

impl Simd for Neon {
    type V = uint32x4_t;
    const NAME: &'static str = "neon";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        neon!(enter_neon(kernel))
    }

    operations!(uint32x4_t {
        and(a, b) = neon!(vandq_u32(a, b));
        or(a, b) = neon!(vorrq_u32(a, b));
        xor(a, b) = neon!(veorq_u32(a, b));
        clear(a, b) = neon!(vbicq_u32(a, b));
    });

    #[inline(always)]
    fn is_zero(self, v: uint32x4_t) -> bool {
        neon!(vmaxvq_u32(v)) == 0
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
}

impl Words for Neon {
    const LANES: usize = 4;

    operations!(uint32x4_t {
        add32(a, b) = neon!(vaddq_u32(a, b));
        sub32(a, b) = neon!(vsubq_u32(a, b));
        min32(a, b) = neon!(vminq_u32(a, b));
    });

    // A constant count becomes the immediate form of a shift.
    operations!(self {
        splat32(word: u32) -> uint32x4_t = neon!(vdupq_n_u32(word));
        shl32<N>(v: uint32x4_t) -> uint32x4_t = neon!(vshlq_u32(v, vdupq_n_s32(N as i32)));
        shr32<N>(v: uint32x4_t) -> uint32x4_t = neon!(vshlq_u32(v, vdupq_n_s32(-(N as i32))));
    });
}

impl Lanes for Neon {
    #[inline(always)]
    fn count(self, ones: uint32x4_t, twos: uint32x4_t) -> uint32x4_t {
        neon! {
            let ones = vcntq_u8(vreinterpretq_u8_u32(ones));
            let twos = vcntq_u8(vreinterpretq_u8_u32(twos));
            vpaddlq_u16(vpaddlq_u8(vaddq_u8(ones, vaddq_u8(twos, twos))))
        }
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
            let index = self.and(index, self.splat32(7));
            // The index of each of the four bytes of an entry.
            let bytes = vmlaq_n_u32(self.splat32(0x0302_0100), index, 0x0404_0404);
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

/// Defines operations, each as an expression for bytes.
macro_rules! of_bytes {
    ($($name:ident($($operand:ident),+) = $value:expr;)+) => {$(
        #[inline(always)]
        fn $name(self, $($operand: uint32x4_t),+) -> uint32x4_t {
            neon! {
                $(let $operand = vreinterpretq_u8_u32($operand);)+
                vreinterpretq_u32_u8($value)
            }
        }
    )+};
}

impl Bytes for Neon {
    of_bytes! {
        shuffle(v, places) = vqtbl1q_u8(v, places);
        shuffle_low(v, places) = vqtbl1q_u8(v, vandq_u8(places, vdupq_n_u8(0x8f)));
    }

    operations!(self {
        repeat(quarter: &Quarter) -> uint32x4_t = load(quarter);
        with_quarter(_v: uint32x4_t, _number: usize, quarter: &Quarter) -> uint32x4_t = load(quarter);
        splat8(byte: u8) -> uint32x4_t = neon!(vreinterpretq_u32_u8(vdupq_n_u8(byte)));
    });

    #[inline(always)]
    fn store_quarter(self, v: uint32x4_t, _number: usize, to: &mut Quarter) {
        store(v, to);
    }
}

impl FourLanes for Neon {
    #[inline(always)]
    fn shuffle2(self, [a, b]: [uint32x4_t; 2], places: uint32x4_t) -> uint32x4_t {
        neon! {
            let bytes = uint8x16x2_t(vreinterpretq_u8_u32(a), vreinterpretq_u8_u32(b));
            vreinterpretq_u32_u8(vqtbl2q_u8(bytes, vreinterpretq_u8_u32(places)))
        }
    }
    #[inline(always)]
    fn shuffle3(self, [a, b, c]: [uint32x4_t; 3], places: uint32x4_t) -> uint32x4_t {
        neon! {
            let bytes = uint8x16x3_t(vreinterpretq_u8_u32(a), vreinterpretq_u8_u32(b), vreinterpretq_u8_u32(c));
            vreinterpretq_u32_u8(vqtbl3q_u8(bytes, vreinterpretq_u8_u32(places)))
        }
    }
    /// Looks up the codes of all bytes up to 127.
    #[inline(always)]
    fn codes(self, bytes: uint32x4_t) -> (uint32x4_t, uint32x4_t) {
        // SAFETY: the token proves NEON; the loads read 64 bytes each of the 128 of the table.
        let codes = unsafe {
            let first = vld1q_u8_x4(CODES.as_ptr());
            let second = vld1q_u8_x4(CODES.as_ptr().add(64));
            let bytes = vreinterpretq_u8_u32(bytes);
            vreinterpretq_u32_u8(vqtbx4q_u8(
                vqtbl4q_u8(first, bytes),
                second,
                vsubq_u8(bytes, vdupq_n_u8(64)),
            ))
        };
        (codes, self.or(codes, self.and(bytes, self.splat8(0x80))))
    }
    #[inline(always)]
    fn swap_bits<const N: i32>(self, v: uint32x4_t, mask: u64) -> uint32x4_t {
        let words = neon!(vreinterpretq_u64_u32(v));
        let down = neon!(vreinterpretq_u32_u64(vshrq_n_u64::<N>(words)));
        let up = neon!(vreinterpretq_u32_u64(vshlq_n_u64::<N>(words)));
        let (low, high) = neon!((vdupq_n_u64(mask), vdupq_n_u64(mask << N)));
        let swapped_low = self.select(neon!(vreinterpretq_u32_u64(low)), down, v);
        self.select(neon!(vreinterpretq_u32_u64(high)), up, swapped_low)
    }
    #[inline(always)]
    fn load_columns(self, from: &LaneRow) -> [uint32x4_t; 4] {
        // SAFETY: the token proves NEON; the row has the 64 bytes that are read.
        let uint32x4x4_t(a, b, c, d) = unsafe { vld4q_u32(from.0.as_ptr()) };
        [a, b, c, d]
    }
    #[inline(always)]
    fn store_columns(self, [a, b, c, d]: [uint32x4_t; 4], to: &mut LaneRow) {
        // SAFETY: the token proves NEON; the row has the 64 bytes that are written.
        unsafe { vst4q_u32(to.0.as_mut_ptr(), uint32x4x4_t(a, b, c, d)) }
    }
}

/// Applies an intrinsic for 16-bit words to both halves.
macro_rules! halves {
    ($intrinsic:ident($($operand:expr),+)) => {
        neon! {
            [
                vreinterpretq_u32_u16($intrinsic($(vreinterpretq_u16_u32($operand[0])),+)),
                vreinterpretq_u32_u16($intrinsic($(vreinterpretq_u16_u32($operand[1])),+)),
            ]
        }
    };
}

/// Bands 0 and 1 are in the first half, band 2 in the second.
impl Boxes for Double<Neon> {
    operations!(self: [uint32x4_t; 2] {
        add16(a, b) = halves!(vaddq_u16(a, b));
        min16(a, b) = halves!(vminq_u16(a, b));
        zero16(v) = halves!(vceqzq_u16(v));
        // Counts the bits of each byte and adds pairs of bytes.
        count16(v) = {
            let counts = neon!([vcntq_u8(vreinterpretq_u8_u32(v[0])), vcntq_u8(vreinterpretq_u8_u32(v[1]))]);
            neon!([vreinterpretq_u32_u16(vpaddlq_u8(counts[0])), vreinterpretq_u32_u16(vpaddlq_u8(counts[1]))])
        };
    });

    #[inline(always)]
    fn splat16(self, word: u16) -> [uint32x4_t; 2] {
        [neon!(vreinterpretq_u32_u16(vdupq_n_u16(word))); 2]
    }
    #[inline(always)]
    fn shl16<const N: u32>(self, v: [uint32x4_t; 2]) -> [uint32x4_t; 2] {
        // No bit leaves its lane.
        [self.0.shl32::<N>(v[0]), self.0.shl32::<N>(v[1])]
    }
    #[inline(always)]
    fn turn_stacks(self, v: [uint32x4_t; 2]) -> [[uint32x4_t; 2]; 2] {
        [self.shuffle(v, self.repeat(&NEXT_STACK)), self.shuffle(v, self.repeat(&LAST_STACK))]
    }
    #[inline(always)]
    fn least16(self, v: [uint32x4_t; 2]) -> u16 {
        neon!(vminvq_u16(vminq_u16(vreinterpretq_u16_u32(v[0]), vreinterpretq_u16_u32(v[1]))))
    }
    #[inline(always)]
    fn turn_bands(self, [a, b]: Self::V) -> [Self::V; 2] {
        neon! {
            let next = [vextq_u32::<2>(a, b), vcombine_u32(vget_low_u32(a), vget_high_u32(b))];
            let last = [vcombine_u32(vget_low_u32(b), vget_low_u32(a)), vcombine_u32(vget_high_u32(a), vget_high_u32(b))];
            [next, last]
        }
    }
}

impl Keys for Neon {
    of_bytes! {
        add8(a, b) = vaddq_u8(a, b);
        sub8(a, b) = vsubq_u8(a, b);
        min8(a, b) = vminq_u8(a, b);
        max8(a, b) = vmaxq_u8(a, b);
        shuffle_found(v, places) = vqtbl1q_u8(v, places);
        equal8(a, b) = vceqq_u8(a, b);
        test8(v, bits) = vtstq_u8(v, bits);
        select8(mask, a, b) = vbslq_u8(mask, a, b);
    }

    operations!(uint32x4_t {
        max32(a, b) = neon!(vmaxq_u32(a, b));
        equal32(a, b) = neon!(vceqq_u32(a, b));
        equal64(a, b) = neon!(vreinterpretq_u32_u64(vceqq_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b))));
        test32(v, bits) = neon!(vtstq_u32(v, bits));
        pack(v) = neon! {
            let words = vreinterpretq_u16_u32(v);
            vreinterpretq_u32_u16(vuzp1q_u16(words, words))
        };
    });

    operations!(self {
        full(v: uint32x4_t) -> u8 = u8::from(neon!(vminvq_u32(v)) == u32::MAX) * 3;
        dot(v: uint32x4_t, weights: u32) -> uint32x4_t = neon! {
            let (v, weights) = (vreinterpretq_u8_u32(v), vreinterpretq_u8_u32(vdupq_n_u32(weights)));
            let low = vmull_u8(vget_low_u8(v), vget_low_u8(weights));
            vpaddlq_u16(vpaddq_u16(low, vmull_high_u8(v, weights)))
        };
        sums(v: uint32x4_t) -> u32 = u32::from(neon!(vaddvq_u8(vreinterpretq_u8_u32(v))));
    });

    #[inline(always)]
    fn order64(self, a: uint32x4_t, b: uint32x4_t) -> (uint32x4_t, uint32x4_t) {
        let greater =
            neon!(vreinterpretq_u32_u64(vcgtq_u64(vreinterpretq_u64_u32(a), vreinterpretq_u64_u32(b))));
        (self.select8(greater, b, a), self.select8(greater, a, b))
    }
    #[inline(always)]
    fn bytes_up<const N: i32>(self, v: uint32x4_t) -> uint32x4_t {
        neon! {
            let (v, zero) = (vreinterpretq_u8_u32(v), vdupq_n_u8(0));
            vreinterpretq_u32_u8(match N {
                1 => vextq_u8::<15>(zero, v),
                2 => vextq_u8::<14>(zero, v),
                4 => vextq_u8::<12>(zero, v),
                _ => vextq_u8::<8>(zero, v),
            })
        }
    }
    #[inline(always)]
    fn bytes_down<const N: i32>(self, v: uint32x4_t) -> uint32x4_t {
        neon!(vreinterpretq_u32_u8(vextq_u8::<N>(vreinterpretq_u8_u32(v), vdupq_n_u8(0))))
    }
    #[inline(always)]
    fn store_low_words(self, v: uint32x4_t, to: &mut [u64]) {
        to[0] = neon!(vgetq_lane_u64::<0>(vreinterpretq_u64_u32(v)));
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
