//! Nine boxes in two vectors of WebAssembly: bands 0 and 1 in the first, band 2 in the second.

#![allow(unsafe_code)] // loads and stores through pointers

use std::arch::wasm32::*;

use super::super::{BOXES, LaneWords};
use super::box_lanes::BoxLanes;
use crate::solver::lanes::simd::simd128::Simd128;
use crate::solver::lanes::simd::{operations, three};

/// Lanes 0 to 7 and 8 to 15.
type Halves = [v128; 2];

/// Applies an instruction to both halves.
macro_rules! halves {
    ($instruction:ident($($operand:expr),+)) => {
        [$instruction($($operand[0]),+), $instruction($($operand[1]),+)]
    };
}

impl BoxLanes for Simd128 {
    type W = Halves;

    #[inline(always)]
    fn splat(self, word: u16) -> Halves {
        self.and([u16x8_splat(word); 2], self.load(&BOXES))
    }
    #[inline(always)]
    fn load(self, lanes: &LaneWords) -> Halves {
        // SAFETY: the loads read the 16 words and need no alignment.
        unsafe { [v128_load(lanes.as_ptr().cast()), v128_load(lanes.as_ptr().add(8).cast())] }
    }
    #[inline(always)]
    fn store(self, words: Halves, lanes: &mut LaneWords) {
        // SAFETY: the stores write the 16 words and need no alignment.
        unsafe {
            v128_store(lanes.as_mut_ptr().cast(), words[0]);
            v128_store(lanes.as_mut_ptr().add(8).cast(), words[1]);
        }
    }

    operations!(self: Halves {
        and(a, b) = halves!(v128_and(a, b));
        or(a, b) = halves!(v128_or(a, b));
        xor(a, b) = halves!(v128_xor(a, b));
        clear(a, b) = halves!(v128_andnot(a, b));
        add(a, b) = halves!(u16x8_add(a, b));
        min(a, b) = halves!(u16x8_min(a, b));
        if_any(words, then) = self.and([u16x8_ne(words[0], u16x8_splat(0)), u16x8_ne(words[1], u16x8_splat(0))], then);
    });

    #[inline(always)]
    fn shift_left_6(self, words: Halves) -> Halves {
        [u16x8_shl(words[0], 6), u16x8_shl(words[1], 6)]
    }
    /// Counts the bits of each byte and adds pairs of bytes.
    #[inline(always)]
    fn count(self, words: Halves) -> Halves {
        let counts = halves!(u8x16_popcnt(words));
        halves!(u16x8_extadd_pairwise_u8x16(counts))
    }
    #[inline(always)]
    fn singles(self, words: Halves) -> Halves {
        let less_one = self.add(words, [u16x8_splat(u16::MAX); 2]);
        self.if_zero(self.and(words, less_one), words)
    }

    #[inline(always)]
    fn turn_stacks(self, [a, b]: Halves) -> [Halves; 2] {
        let next =
            [u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(a, a), u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(b, b)];
        let last =
            [u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(a, a), u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(b, b)];
        [next, last]
    }
    #[inline(always)]
    fn turn_bands(self, [a, b]: Halves) -> [Halves; 2] {
        let next = [u64x2_shuffle::<1, 2>(a, b), u64x2_shuffle::<0, 3>(a, b)];
        let last = [u64x2_shuffle::<2, 0>(a, b), u64x2_shuffle::<1, 3>(a, b)];
        [next, last]
    }

    #[inline(always)]
    fn is_zero(self, words: Halves) -> bool {
        !v128_any_true(v128_or(words[0], words[1]))
    }
    #[inline(always)]
    fn least(self, words: Halves) -> u16 {
        let mut lanes = [0; 16];
        self.store(words, &mut lanes);
        let band = |first: usize| lanes[first].min(lanes[first + 1]).min(lanes[first + 2]);
        band(0).min(band(4)).min(band(8))
    }
    /// Takes the minimum of the cells: it is zero if any of them is.
    #[inline(always)]
    fn empty_cells(self, board: &[[Halves; 3]; 3]) -> Halves {
        let rows = three!(K => self.min(self.min(board[K][0], board[K][1]), board[K][2]));
        self.if_zero(self.min(self.min(rows[0], rows[1]), rows[2]), self.splat(1))
    }
}
