//! What AVX2 and NEON have in common: a set is a vector with all bits of a member set.

use super::super::batch::lanes::{NO_POSITION, TO_HIGHER, TO_LOWER};
use super::{Operations, Quarter, Simd, twice};

/// The operations of an instruction set without mask registers.
pub(super) trait Masks: Operations<Bytes = <Self as Operations>::V> {
    fn max(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the smaller of each two 32-bit words.
    fn min_words(self, a: Self::V, b: Self::V) -> Self::V;
    fn max_words(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn clear(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a` in the members, which are whole bytes, `b` elsewhere.
    fn select(self, members: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the bytes that have one of the bits, each below 128.
    fn has(self, v: Self::V, bits: Self::V) -> Self::V;
    /// Returns the 32-bit words that have one of the bits, each below 2^31.
    fn has_words(self, v: Self::V, bits: Self::V) -> Self::V;
    fn equal_words(self, a: Self::V, b: Self::V) -> Self::V;
    fn equal_keys(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns where the keys of `a` are greater than the keys of `b`. All keys must be below 2^63.
    fn greater_keys(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the sum of the bytes of each quarter, as one byte. No two bytes may have a bit in common.
    fn sums(self, v: Self::V) -> u32;
    /// Returns the quarters with all bits set, two bits each.
    fn full(self, v: Self::V) -> u8;
}

/// Returns the same four bytes in each 32-bit word.
const fn each_word([a, b, c, d]: [u8; 4]) -> Quarter {
    [a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d]
}

/// Returns four 32-bit words, each with one byte repeated.
const fn whole_words([a, b, c, d]: [u8; 4]) -> Quarter {
    [a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d]
}

/// Returns a step of this many bytes down.
const fn down(bytes: u8) -> u8 {
    bytes.wrapping_neg()
}

/// The bytes of joins between neighbours, and the steps from the place of each of them to the place of the other.
struct Neighbours {
    joins: Quarter,
    steps: Quarter,
}

const FIRST_COLUMNS: Neighbours =
    Neighbours { joins: each_word([0, 0, TO_HIGHER, TO_LOWER]), steps: each_word([0, 0, 1, down(1)]) };
const LAST_COLUMNS: Neighbours =
    Neighbours { joins: each_word([0, TO_HIGHER, TO_LOWER, 0]), steps: each_word([0, 1, down(1), 0]) };
const FIRST_STACKS: Neighbours = Neighbours {
    joins: [0, 0, 0, 0, TO_HIGHER, 0, 0, 0, TO_LOWER, 0, 0, 0, 0, 0, 0, 0],
    steps: whole_words([0, 4, down(4), 0]),
};
const LAST_STACKS: Neighbours = Neighbours {
    joins: [TO_HIGHER, 0, 0, 0, TO_LOWER, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    steps: whole_words([4, down(4), 0, 0]),
};

impl<S: Masks> Simd for S {
    /// For each byte, the place with which it may be exchanged: its own place if nothing is joined.
    type Exchange = S::V;

    #[inline(always)]
    fn column_exchanges(self, orders: S::V) -> [S::V; 2] {
        let first = self.has(orders, self.repeat(&FIRST_COLUMNS.joins));
        let last = self.has(orders, self.repeat(&LAST_COLUMNS.joins));
        [places(self, first, &FIRST_COLUMNS), places(self, last, &LAST_COLUMNS)]
    }

    #[inline(always)]
    fn stack_exchanges(self, orders: S::V) -> [S::V; 2] {
        let first = self.has_words(orders, self.repeat(&FIRST_STACKS.joins));
        let last = self.has_words(orders, self.repeat(&LAST_STACKS.joins));
        [places(self, first, &FIRST_STACKS), places(self, last, &LAST_STACKS)]
    }

    #[inline(always)]
    fn exchange<const FIRST: bool>(self, cells: S::V, by: S::V) -> S::V {
        let exchanged = self.shuffle(cells, by);
        let upper = if FIRST { each_word([0, 0, 0, 0xff]) } else { each_word([0, 0, 0xff, 0]) };
        self.select(self.repeat(&upper), self.min(cells, exchanged), self.max(cells, exchanged))
    }

    #[inline(always)]
    fn exchange_stacks<const FIRST: bool>(self, values: S::V, by: S::V) -> S::V {
        let exchanged = self.shuffle(values, by);
        let upper = if FIRST { whole_words([0, 0, 0xff, 0]) } else { whole_words([0, 0xff, 0, 0]) };
        let (least, most) = (self.min_words(values, exchanged), self.max_words(values, exchanged));
        self.select(self.repeat(&upper), least, most)
    }

    #[inline(always)]
    fn order(self, a: S::V, b: S::V) -> (S::V, S::V) {
        let greater = self.greater_keys(a, b);
        (self.select(greater, b, a), self.select(greater, a, b))
    }

    #[inline(always)]
    fn mark_equal(self, found: S::V, a: S::V, b: S::V, mark: u64) -> S::V {
        self.or_and(found, self.equal_keys(a, b), self.repeat(&twice(mark)))
    }

    #[inline(always)]
    fn settle(self, cells: S::V, orders: S::V) -> (S::V, u32) {
        const COLUMN_JOINS: Quarter = each_word([0, TO_HIGHER, TO_HIGHER, TO_HIGHER]);
        const STACK_JOINS: Quarter = each_word([TO_HIGHER, 0, 0, 0]);
        const STACK_BYTES: Quarter = each_word([0xff, 0, 0, 0]);
        const TIES: Quarter = [0, 4, 8, 0, 0, 16, 32, 0, 0, 64, 128, 0, 0, 0, 0, 0];
        const STACK_TIES: Quarter = [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let zero = self.splat(0);
        let labels = self.and(cells, self.splat(0xf0));
        let joined = self.has(orders, self.repeat(&COLUMN_JOINS));
        let joined = self.and(joined, self.equal(labels, self.bytes_down::<1>(labels)));
        let stacks = self.has_words(orders, self.repeat(&STACK_JOINS));
        let stacks = self.and(stacks, self.equal_words(labels, self.bytes_down::<4>(labels)));
        let (blank, blank_stacks) = (self.equal(labels, zero), self.equal_words(labels, zero));
        let (tied, tied_stacks) = (self.clear(joined, blank), self.clear(stacks, blank_stacks));
        let joined = self.and(joined, blank);
        let stacks = self.and(self.and(stacks, blank_stacks), self.repeat(&STACK_BYTES));
        let to_lower = self.or(self.bytes_up::<1>(joined), self.bytes_up::<4>(stacks));
        let order = self.or(self.and(cells, self.splat(15)), self.repeat(&NO_POSITION));
        let order = self.or_and(order, self.or(joined, stacks), self.splat(TO_HIGHER));
        let order = self.or_and(order, to_lower, self.splat(TO_LOWER));
        let stack_ties = self.and(tied_stacks, self.repeat(&STACK_TIES));
        (order, self.sums(self.or_and(stack_ties, tied, self.repeat(&TIES))))
    }

    #[inline(always)]
    fn settled(self, orders: S::V, labels: S::V) -> u8 {
        /// The last label, times 16, in place of the next label.
        const LAST: Quarter = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x90];
        let last = self.repeat(&LAST);
        let is_last = self.equal(self.min(labels, last), last);
        self.full(self.clear(is_last, self.and(orders, self.splat(TO_HIGHER | TO_LOWER))))
    }
}

/// Returns the place of each byte, plus its step if it is joined.
#[inline(always)]
fn places<S: Masks>(simd: S, joined: S::V, neighbours: &Neighbours) -> S::V {
    const OWN: Quarter = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    simd.add(simd.repeat(&OWN), simd.and(joined, simd.repeat(&neighbours.steps)))
}
