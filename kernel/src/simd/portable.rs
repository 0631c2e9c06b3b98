//! Four lanes: plain arrays, which the compiler turns into the vectors of the target.

#![allow(unsafe_code)] // vectors are plain data

use super::memory::plain;
use super::{Bands, Kernel, LaneSet, Lanes, Simd, Words, operations};
use crate::board::bits::bits;

/// The token of the portable instruction set, which every processor has.
#[derive(Clone, Copy)]
pub struct Portable;

/// The number of lanes.
const LANES: usize = 4;

/// One word per lane, aligned to fit in a register.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub struct Vector([u32; LANES]);

plain! { Vector }

/// The bit of each lane in a [`LaneSet`].
const BITS: [u32; LANES] = [1, 2, 4, 8];

/// Applies `f` in every lane.
///
/// It names the lanes instead of looping over them: the kernel inlines it hundreds of times, and
/// unrolling that many loops took most of the time that the whole crate needs to compile.
#[inline(always)]
fn map(a: Vector, f: impl Fn(u32) -> u32) -> Vector {
    let [a0, a1, a2, a3] = a.0;
    Vector([f(a0), f(a1), f(a2), f(a3)])
}

/// Applies `f` to the two words of every lane, without a loop like [`map`].
#[inline(always)]
fn zip(a: Vector, b: Vector, f: impl Fn(u32, u32) -> u32) -> Vector {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a.0, b.0);
    Vector([f(a0, b0), f(a1, b1), f(a2, b2), f(a3, b3)])
}

/// Returns all ones if `set`, otherwise zero.
#[inline(always)]
fn full(set: bool) -> u32 {
    0u32.wrapping_sub(u32::from(set))
}

impl Portable {
    /// Returns the token of what has the boxes of one board.
    pub fn boxes(self) -> Bands {
        Bands
    }
}

impl Simd for Portable {
    type V = Vector;
    const NAME: &'static str = "portable";

    #[inline(never)] // one copy of a kernel, wherever it is entered: nothing takes longer to compile
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run()
    }

    operations!(Vector {
        and(a, b) = zip(a, b, |a, b| a & b);
        or(a, b) = zip(a, b, |a, b| a | b);
        xor(a, b) = zip(a, b, |a, b| a ^ b);
        clear(a, b) = zip(a, b, |a, b| a & !b);
    });

    #[inline(always)]
    fn is_zero(self, v: Vector) -> bool {
        v.0 == [0; LANES]
    }
}

impl Words for Portable {
    const LANES: usize = LANES;

    operations!(Vector {
        add32(a, b) = zip(a, b, u32::wrapping_add);
        sub32(a, b) = zip(a, b, u32::wrapping_sub);
        min32(a, b) = zip(a, b, u32::min);
    });

    operations!(self {
        splat32(word: u32) -> Vector = Vector([word; LANES]);
        shl32<N>(v: Vector) -> Vector = map(v, |v| v << N);
        shr32<N>(v: Vector) -> Vector = map(v, |v| v >> N);
    });
}

impl Lanes for Portable {
    operations!(self {
        count(ones: Vector, twos: Vector) -> Vector =
            zip(ones, twos, |ones, twos| ones.count_ones() + 2 * twos.count_ones());
        blend(set: LaneSet, a: Vector, b: Vector) -> Vector =
            self.select(map(Vector(BITS), |bit| full(set & bit == bit)), b, a);
        if_zero(v: Vector, then: Vector, other: Vector) -> Vector =
            self.select(map(v, |word| full(word == 0)), then, other);
        vacate(_set: LaneSet, v: Vector) -> Vector = v;
        fill(set: LaneSet, v: Vector, new: Vector) -> Vector = self.blend(set, v, new);
        look_up(table: &[u32; 8], index: Vector) -> Vector = map(index, |index| table[(index & 7) as usize]);
    });

    #[inline(always)]
    fn equal(self, a: Vector, b: Vector) -> LaneSet {
        let equal = zip(a, b, |a, b| full(a == b));
        let [b0, b1, b2, b3] = self.and(equal, Vector(BITS)).0;
        b0 | b1 | b2 | b3
    }
    #[inline(always)]
    fn compress(self, set: LaneSet, v: Vector) -> Vector {
        let mut out = Vector([0; LANES]);
        for (place, lane) in bits(set).enumerate() {
            out.0[place] = v.0[lane];
        }
        out
    }
    #[inline(always)]
    fn expand(self, set: LaneSet, v: Vector) -> Vector {
        let mut out = Vector([0; LANES]);
        for (place, lane) in bits(set).enumerate() {
            out.0[lane] = v.0[place];
        }
        out
    }
}
