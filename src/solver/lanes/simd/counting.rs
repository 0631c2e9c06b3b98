//! One lane that counts its operations, to tell how many a sweep takes.

use std::cell::Cell;

use super::{Kernel, LaneSet, MAX_LANES, Simd};

thread_local! {
    static OPERATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The token. If `TERNARY`, each operation with three operands counts as one, otherwise as those that it is made of.
/// Loads, stores and constants do not count.
#[derive(Clone, Copy)]
pub struct Counting<const TERNARY: bool>;

impl<const TERNARY: bool> Counting<TERNARY> {
    /// Returns the number of operations that `work` takes.
    pub fn operations(self, work: impl FnOnce(Self)) -> u64 {
        OPERATIONS.set(0);
        work(self);
        OPERATIONS.get()
    }
}

/// Counts `operations` operations. It is not inlined, which keeps the code short: a sweep has hundreds of these calls, and
/// only the counts matter here, not the speed.
#[inline(never)]
fn add_operations(operations: u64) {
    OPERATIONS.set(OPERATIONS.get() + operations);
}

/// Counts `operations` operations and passes their result on.
fn count<V>(operations: u64, result: V) -> V {
    add_operations(operations);
    result
}

/// Counts an operation with three operands that is made of `operations` others.
fn count3<const TERNARY: bool>(operations: u64, result: u32) -> u32 {
    count(if TERNARY { 1 } else { operations }, result)
}

impl<const TERNARY: bool> Simd for Counting<TERNARY> {
    type V = u32;
    const LANES: usize = 1;
    const NAME: &'static str = "counting";
    const TERNARY: bool = TERNARY;

    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        kernel.run()
    }
    fn splat(self, word: u32) -> u32 {
        word
    }
    fn load(self, row: &[u32; MAX_LANES]) -> u32 {
        row[0]
    }
    fn store(self, v: u32, row: &mut [u32; MAX_LANES]) {
        row[0] = v;
    }
    fn and(self, a: u32, b: u32) -> u32 {
        count(1, a & b)
    }
    fn or(self, a: u32, b: u32) -> u32 {
        count(1, a | b)
    }
    fn xor(self, a: u32, b: u32) -> u32 {
        count(1, a ^ b)
    }
    fn clear(self, a: u32, b: u32) -> u32 {
        count(1, a & !b)
    }
    fn add(self, a: u32, b: u32) -> u32 {
        count(1, a.wrapping_add(b))
    }
    fn sub(self, a: u32, b: u32) -> u32 {
        count(1, a.wrapping_sub(b))
    }
    fn min(self, a: u32, b: u32) -> u32 {
        count(1, a.min(b))
    }
    fn shl<const N: u32>(self, v: u32) -> u32 {
        count(1, v << N)
    }
    fn shr<const N: u32>(self, v: u32) -> u32 {
        count(1, v >> N)
    }
    fn count(self, ones: u32, twos: u32) -> u32 {
        count(4, ones.count_ones() + 2 * twos.count_ones())
    }

    fn and3(self, a: u32, b: u32, c: u32) -> u32 {
        count3::<TERNARY>(2, a & b & c)
    }
    fn or3(self, a: u32, b: u32, c: u32) -> u32 {
        count3::<TERNARY>(2, a | b | c)
    }
    fn xor3(self, a: u32, b: u32, c: u32) -> u32 {
        count3::<TERNARY>(2, a ^ b ^ c)
    }
    fn maj(self, a: u32, b: u32, c: u32) -> u32 {
        count3::<TERNARY>(4, (a & b) | (c & (a ^ b)))
    }
    fn one_and_two(self, a: u32, b: u32, c: u32) -> (u32, u32) {
        count(if TERNARY { 2 } else { 5 }, (a | b | c, (a & b) | (c & (a | b))))
    }
    fn clear2(self, a: u32, b: u32, c: u32) -> u32 {
        count3::<TERNARY>(2, a & !(b | c))
    }
    fn or_and(self, a: u32, b: u32, c: u32) -> u32 {
        count3::<TERNARY>(2, a | (b & c))
    }
    fn and_or(self, a: u32, b: u32, c: u32) -> u32 {
        count3::<TERNARY>(2, a & (b | c))
    }
    fn restrict(self, a: u32, keep: u32, scope: u32) -> u32 {
        count3::<TERNARY>(2, a & (keep | !scope))
    }
    fn select(self, mask: u32, a: u32, b: u32) -> u32 {
        count3::<TERNARY>(3, (a & mask) | (b & !mask))
    }
    fn note_change(self, changed: u32, old: u32, new: u32) -> u32 {
        count3::<TERNARY>(2, changed | (old ^ new))
    }
    /// With ternary logic there are funnel shifts, too.
    fn rotate_fields(self, v: u32) -> (u32, u32) {
        let one = v >> 9 | v << 18;
        let two = v >> 18 | v << 9;
        count(if TERNARY { 3 } else { 6 }, (one, two))
    }

    fn equal(self, a: u32, b: u32) -> LaneSet {
        count(1, LaneSet::from(a == b))
    }
    fn blend(self, set: LaneSet, a: u32, b: u32) -> u32 {
        count(1, if set & 1 == 1 { b } else { a })
    }
    fn look_up(self, table: &[u32; 8], index: u32) -> u32 {
        count(1, table[(index & 7) as usize])
    }
    fn compress(self, _: LaneSet, v: u32) -> u32 {
        count(1, v)
    }
    fn expand(self, set: LaneSet, v: u32) -> u32 {
        count(1, if set & 1 == 1 { v } else { 0 })
    }
}
