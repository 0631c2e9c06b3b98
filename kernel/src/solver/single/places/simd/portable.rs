//! Nine boxes in three 64-bit words, one for each band.
//!
//! ```text
//!            bits 63..48   47..32    31..16    15..0
//! word 0   │      0      │ stack 2 │ stack 1 │ stack 0 │   band 0
//! word 1   │      0      │ stack 2 │ stack 1 │ stack 0 │   band 1
//! word 2   │      0      │ stack 2 │ stack 1 │ stack 0 │   band 2
//! ```
//!
//! Additions and subtractions never carry from one box to the next, because words stay below 2¹⁵, or their highest bit is set
//! beforehand.

use super::super::{LaneWords, Summary, sweep};
use super::box_lanes::BoxLanes;
use crate::solver::lanes::simd::{operations, portable::Portable};
use crate::solver::single::board::Swept;

/// One 64-bit word for each band.
type Bands = [u64; 3];

/// The lowest bit of each box.
const LOWEST: u64 = 0x0000_0001_0001_0001;
/// The highest bit of each box.
const HIGHEST: u64 = LOWEST << 15;

#[inline(always)]
fn map(a: Bands, f: impl Fn(u64) -> u64) -> Bands {
    [f(a[0]), f(a[1]), f(a[2])]
}

#[inline(always)]
fn zip(a: Bands, b: Bands, f: impl Fn(u64, u64) -> u64) -> Bands {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2])]
}

/// Returns 1 in each box whose word is not zero. Words must be at most 2¹⁵.
#[inline(always)]
fn is_not_zero(word: u64) -> u64 {
    (word + (HIGHEST - LOWEST)) >> 15 & LOWEST
}

/// Returns all ones in the boxes that have a 1.
#[inline(always)]
fn mask(ones: u64) -> u64 {
    (ones << 16) - ones
}

impl BoxLanes for Portable {
    type W = Bands;

    operations!(self {
        splat(word: u16) -> Bands = [LOWEST * u64::from(word); 3];
        and(a: Bands, b: Bands) -> Bands = zip(a, b, |a, b| a & b);
        or(a: Bands, b: Bands) -> Bands = zip(a, b, |a, b| a | b);
        xor(a: Bands, b: Bands) -> Bands = zip(a, b, |a, b| a ^ b);
        clear(a: Bands, b: Bands) -> Bands = zip(a, b, |a, b| a & !b);
        add(a: Bands, b: Bands) -> Bands = zip(a, b, |a, b| a + b);
        shift_left_6(words: Bands) -> Bands = map(words, |word| word << 6);
        is_zero(words: Bands) -> bool = words == [0; 3];
    });

    // A function of its own compiles in a tenth of the time that it takes in the loops of three callers, and 27 words fit into no
    // registers anyway.
    #[inline(never)]
    fn sweep(self, board: &[[Bands; 3]; 3]) -> Swept<[[Bands; 3]; 3], Summary<Bands>> {
        sweep::sweep(self, board)
    }
    #[inline(always)]
    fn load(self, lanes: &LaneWords) -> Bands {
        let band = |first: usize| {
            let stack = |at: usize| u64::from(lanes[first + at]) << (16 * at);
            stack(0) | stack(1) | stack(2)
        };
        [band(0), band(4), band(8)]
    }
    #[inline(always)]
    fn store(self, words: Bands, lanes: &mut LaneWords) {
        for (lane, word) in lanes.iter_mut().enumerate() {
            *word = if lane < 12 { (words[lane / 4] >> (16 * (lane % 4))) as u16 } else { 0 };
        }
    }

    #[inline(always)]
    fn min(self, a: Bands, b: Bands) -> Bands {
        zip(a, b, |a, b| {
            let is_b = mask(((a | HIGHEST) - b) >> 15 & LOWEST);
            (b & is_b) | (a & !is_b)
        })
    }
    /// Adds neighbouring bits, then neighbouring sums.
    #[inline(always)]
    fn count(self, words: Bands) -> Bands {
        map(words, |word| {
            let twos = word - (word >> 1 & (LOWEST * 0x5555));
            let fours = (twos & (LOWEST * 0x3333)) + (twos >> 2 & (LOWEST * 0x3333));
            let eights = (fours + (fours >> 4)) & (LOWEST * 0x0f0f);
            (eights + (eights >> 8)) & (LOWEST * 0x1f)
        })
    }
    #[inline(always)]
    fn singles(self, words: Bands) -> Bands {
        map(words, |word| {
            let rest = word & ((word | HIGHEST) - LOWEST);
            word & !mask(is_not_zero(rest))
        })
    }
    #[inline(always)]
    fn if_any(self, words: Bands, then: Bands) -> Bands {
        zip(words, then, |word, then| then & mask(is_not_zero(word)))
    }

    #[inline(always)]
    fn turn_stacks(self, words: Bands) -> [Bands; 2] {
        const WORD: u64 = (1 << 48) - 1;
        [
            map(words, |word| (word >> 16 | word << 32) & WORD),
            map(words, |word| (word >> 32 | word << 16) & WORD),
        ]
    }
    #[inline(always)]
    fn turn_bands(self, [a, b, c]: Bands) -> [Bands; 2] {
        [[b, c, a], [c, a, b]]
    }

    #[inline(always)]
    fn least(self, words: Bands) -> u16 {
        let [a, b, c] = words.map(|word| (word as u16).min((word >> 16) as u16).min((word >> 32) as u16));
        a.min(b).min(c)
    }
    #[inline(always)]
    fn empty_cells(self, board: &[[Bands; 3]; 3]) -> Bands {
        let mut empty = [0; 3];
        for cell in board.iter().flatten() {
            empty = zip(empty, *cell, |empty, cell| empty | (is_not_zero(cell) ^ LOWEST));
        }
        empty
    }
}
