//! Vectors of 32-bit lanes, as narrow as the kernel needs them.
//!
//! [`Simd`] is a token: holding one proves that the processor has the
//! instructions its operations use, so the operations are safe. The algorithm
//! is written once over this trait; a backend is one file beside this one.
//!
//! A backend's [`Simd::enter`] is the only way into the kernel: it runs the
//! whole of it inside one function compiled for the instruction set. Every
//! function of the kernel is `#[inline(always)]` for that reason: one that is
//! compiled by itself would lose the features and turn each operation into a call.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod portable;

use super::text::Planes;
use crate::grid::CELLS;
use crate::solver::AnswerLine;

/// The most lanes any backend has: the width of memory that holds a row of lanes.
pub const MAX_LANES: usize = 16;

/// A set of lanes, lane `i` in bit `i`.
pub type LaneSet = u32;

/// One word of sixteen boards, as it lies in memory; a backend with fewer lanes uses the first.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Row(pub [u32; MAX_LANES]);

/// Something to be run inside a backend's instruction set.
pub trait Kernel<S: Simd> {
    /// Runs it; must be `#[inline(always)]`.
    fn run(self);
}

/// The operations of one instruction set, on vectors of [`Simd::LANES`] 32-bit words.
///
/// All bitwise unless said otherwise. The three-operand ones are an instruction
/// each on AVX-512, so the kernel is written in them.
pub trait Simd: Copy + Send + 'static {
    /// One word for each lane.
    type V: Copy + Send;
    /// Lanes in a vector.
    const LANES: usize;
    /// The name in `--isa` and in reports.
    const NAME: &'static str;

    /// Runs `kernel` compiled for this instruction set.
    fn enter<K: Kernel<Self>>(self, kernel: K);

    /// The same word in every lane.
    fn splat(self, word: u32) -> Self::V;
    /// The first lanes of a row.
    fn load(self, row: &[u32; MAX_LANES]) -> Self::V;
    /// Writes the first lanes of a row.
    fn store(self, v: Self::V, row: &mut [u32; MAX_LANES]);

    /// `a & b`
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | b`
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a ^ b`
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn clear(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise wrapping sum.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise wrapping difference.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise smaller one, unsigned.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Every lane shifted up.
    fn shl<const N: u32>(self, v: Self::V) -> Self::V;
    /// Every lane shifted down, zeros in.
    fn shr<const N: u32>(self, v: Self::V) -> Self::V;
    /// The number of set bits in each lane.
    fn count_ones(self, v: Self::V) -> Self::V;

    /// `a & b & c`
    #[inline(always)]
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(self.and(a, b), c)
    }
    /// `a | b | c`: set in at least one.
    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.or(a, b), c)
    }
    /// Set in an odd number of the three: the sum bit of a full adder.
    #[inline(always)]
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.xor(self.xor(a, b), c)
    }
    /// Set in at least two of the three: the carry bit of a full adder.
    #[inline(always)]
    fn maj(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        // The xor is the one of `xor3`, which is often wanted of the same three.
        self.or(self.and(a, b), self.and(c, self.xor(a, b)))
    }
    /// `a & !(b | c)`
    #[inline(always)]
    fn clear2(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.clear(a, self.or(b, c))
    }
    /// `a | (b & c)`
    #[inline(always)]
    fn or_and(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(a, self.and(b, c))
    }
    /// `a & (b | c)`
    #[inline(always)]
    fn and_or(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(a, self.or(b, c))
    }
    /// `a`, but where `scope` is set only what `keep` has: `a & (keep | !scope)`.
    #[inline(always)]
    fn restrict(self, a: Self::V, keep: Self::V, scope: Self::V) -> Self::V {
        self.clear(a, self.clear(scope, keep))
    }
    /// `a` where `mask` is set, `b` elsewhere.
    #[inline(always)]
    fn select(self, mask: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(self.and(a, mask), self.clear(b, mask))
    }
    /// `changed | (old ^ new)`
    #[inline(always)]
    fn note_change(self, changed: Self::V, old: Self::V, new: Self::V) -> Self::V {
        self.or(changed, self.xor(old, new))
    }

    /// The three 9-bit fields of each lane turned by one and by two places: field `f` of the
    /// results holds field `f + 1` and `f + 2`. Bits above 26 must be zero in `v` and are junk
    /// in the results.
    #[inline(always)]
    fn turn_fields(self, v: Self::V) -> (Self::V, Self::V) {
        let one = self.or(self.shr::<9>(v), self.shl::<18>(v));
        let two = self.or(self.shr::<18>(v), self.shl::<9>(v));
        (one, two)
    }

    /// Every lane.
    #[inline(always)]
    fn all(self) -> LaneSet {
        (1 << Self::LANES) - 1
    }
    /// The lanes where `a` equals `b`.
    fn equal(self, a: Self::V, b: Self::V) -> LaneSet;
    /// Takes `b` in the lanes of `set`, `a` in the others.
    fn blend(self, set: LaneSet, a: Self::V, b: Self::V) -> Self::V;
    /// `v` in the lanes of `set`, zero in the others.
    #[inline(always)]
    fn keep(self, set: LaneSet, v: Self::V) -> Self::V {
        self.blend(set, self.splat(0), v)
    }
    /// The table's entry that the lowest three bits of each lane name.
    fn look_up(self, table: &[u32; 8], index: Self::V) -> Self::V;
    /// The lanes of `set` moved together to the first places, in order; the rest is junk.
    fn compress(self, set: LaneSet, v: Self::V) -> Self::V;
    /// The first lanes of `v` dealt out in order to the lanes of `set`; zero in the others.
    fn expand(self, set: LaneSet, v: Self::V) -> Self::V;

    /// Reads 81 clues and blanks into the words of lane `lane`. False, and junk in the lane,
    /// when a byte is neither.
    #[inline(always)]
    fn read_clues(self, puzzle: &[u8; CELLS], words: &mut [Row; 27], lane: usize) -> bool {
        super::text::read_clues(puzzle, words, lane)
    }
    /// Writes the digits of lane `lane` and a line end.
    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        super::text::write_digits(planes, lane, answer);
    }
}
