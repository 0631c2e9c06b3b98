//! Nine boxes in two vectors of NEON: bands 0 and 1 in the first, band 2 in the second.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::aarch64::*;

use super::super::{BOXES, LaneWords};
use super::box_lanes::BoxLanes;
use crate::solver::lanes::simd::neon::{Neon, neon};
use crate::solver::lanes::simd::{operations, three};

/// Lanes 0 to 7 and 8 to 15.
type Halves = [uint16x8_t; 2];

/// Applies an intrinsic to both halves.
macro_rules! halves {
    ($intrinsic:ident($($operand:expr),+)) => {
        // SAFETY: the token proves NEON.
        unsafe { [$intrinsic($($operand[0]),+), $intrinsic($($operand[1]),+)] }
    };
}

impl BoxLanes for Neon {
    type W = Halves;

    #[inline(always)]
    fn splat(self, word: u16) -> Halves {
        let word = neon!(vdupq_n_u16(word));
        self.and([word; 2], self.load(&BOXES))
    }
    #[inline(always)]
    fn load(self, lanes: &LaneWords) -> Halves {
        // SAFETY: the token proves NEON; the loads read the 16 words.
        unsafe { [vld1q_u16(lanes.as_ptr()), vld1q_u16(lanes.as_ptr().add(8))] }
    }
    #[inline(always)]
    fn store(self, words: Halves, lanes: &mut LaneWords) {
        // SAFETY: the token proves NEON; the stores write the 16 words.
        unsafe {
            vst1q_u16(lanes.as_mut_ptr(), words[0]);
            vst1q_u16(lanes.as_mut_ptr().add(8), words[1]);
        }
    }

    operations!(self: Halves {
        and(a, b) = halves!(vandq_u16(a, b));
        or(a, b) = halves!(vorrq_u16(a, b));
        xor(a, b) = halves!(veorq_u16(a, b));
        clear(a, b) = halves!(vbicq_u16(a, b));
        add(a, b) = halves!(vaddq_u16(a, b));
        min(a, b) = halves!(vminq_u16(a, b));
        if_any(words, then) = self.and(halves!(vtstq_u16(words, words)), then);
    });

    #[inline(always)]
    fn shift_left_6(self, words: Halves) -> Halves {
        neon!([vshlq_n_u16::<6>(words[0]), vshlq_n_u16::<6>(words[1])])
    }
    /// Counts the bits of each byte and adds pairs of bytes.
    #[inline(always)]
    fn count(self, words: Halves) -> Halves {
        let bytes = halves!(vreinterpretq_u8_u16(words));
        let counts = halves!(vcntq_u8(bytes));
        halves!(vpaddlq_u8(counts))
    }
    #[inline(always)]
    fn singles(self, words: Halves) -> Halves {
        let less_one = self.add(words, neon!([vdupq_n_u16(u16::MAX); 2]));
        self.clear(words, halves!(vtstq_u16(words, less_one)))
    }

    #[inline(always)]
    fn turn_stacks(self, words: Halves) -> [Halves; 2] {
        [turn_half_bands(words, &NEXT), turn_half_bands(words, &LAST)]
    }
    #[inline(always)]
    fn turn_bands(self, [a, b]: Halves) -> [Halves; 2] {
        neon! {
            let next = [vextq_u16::<4>(a, b), vcombine_u16(vget_low_u16(a), vget_high_u16(b))];
            let last = [vcombine_u16(vget_low_u16(b), vget_low_u16(a)), vcombine_u16(vget_high_u16(a), vget_high_u16(b))];
            [next, last]
        }
    }

    #[inline(always)]
    fn is_zero(self, words: Halves) -> bool {
        neon!(vmaxvq_u16(vorrq_u16(words[0], words[1]))) == 0
    }
    #[inline(always)]
    fn least(self, words: Halves) -> u16 {
        let boxes = self.load(&BOXES);
        let words = halves!(vornq_u16(words, boxes));
        neon!(vminvq_u16(vminq_u16(words[0], words[1])))
    }
    /// Takes the minimum of the cells: it is zero if any of them is.
    #[inline(always)]
    fn empty_cells(self, board: &[[Halves; 3]; 3]) -> Halves {
        let rows = three!(K => self.min(self.min(board[K][0], board[K][1]), board[K][2]));
        self.if_zero(self.min(self.min(rows[0], rows[1]), rows[2]), self.splat(1))
    }
}

/// Returns the bytes of each half in this order.
#[inline(always)]
fn turn_half_bands(words: Halves, order: &[u8; 16]) -> Halves {
    neon! {
        let order = vld1q_u8(order.as_ptr());
        [
            vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(words[0]), order)),
            vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(words[1]), order)),
        ]
    }
}

/// The bytes of the next stack in place of each stack, in two bands.
static NEXT: [u8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];

/// The bytes of the last stack in place of each stack, in two bands.
static LAST: [u8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
