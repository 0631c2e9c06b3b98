//! Plain arrays, which the compiler turns into whatever vectors the target has.

use super::{Kernel, LaneSet, MAX_LANES, Simd};

/// The token of the backend that runs everywhere.
#[derive(Clone, Copy)]
pub struct Portable;

/// Lanes of the portable backend.
const LANES: usize = 4;

/// A vector: one array, aligned so that it may lie in a register.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub struct Lanes([u32; LANES]);

/// The bit of each lane in a set.
const BITS: [u32; LANES] = [1, 2, 4, 8];

/// Applies `f` in every lane.
///
/// It names the lanes instead of looping over them: the kernel inlines it hundreds of times, and
/// unrolling that many loops took most of the time that the whole crate needs to compile.
#[inline(always)]
fn map(a: Lanes, f: impl Fn(u32) -> u32) -> Lanes {
    let [a0, a1, a2, a3] = a.0;
    Lanes([f(a0), f(a1), f(a2), f(a3)])
}

/// Applies `f` to the two words of every lane, without a loop like [`map`].
#[inline(always)]
fn zip(a: Lanes, b: Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
    let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (a.0, b.0);
    Lanes([f(a0, b0), f(a1, b1), f(a2, b2), f(a3, b3)])
}

/// Every bit when `set`, none otherwise.
#[inline(always)]
fn full(set: bool) -> u32 {
    0u32.wrapping_sub(u32::from(set))
}

impl Simd for Portable {
    type V = Lanes;
    const LANES: usize = LANES;
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) {
        kernel.run();
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Lanes {
        Lanes([word; LANES])
    }
    #[inline(always)]
    fn load(self, row: &[u32; MAX_LANES]) -> Lanes {
        let mut lanes = [0; LANES];
        lanes.copy_from_slice(&row[..LANES]);
        Lanes(lanes)
    }
    #[inline(always)]
    fn store(self, v: Lanes, row: &mut [u32; MAX_LANES]) {
        row[..LANES].copy_from_slice(&v.0);
    }

    #[inline(always)]
    fn and(self, a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| a | b)
    }
    #[inline(always)]
    fn clear(self, a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| a & !b)
    }
    #[inline(always)]
    fn xor(self, a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn add(self, a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, u32::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, u32::wrapping_sub)
    }
    #[inline(always)]
    fn min(self, a: Lanes, b: Lanes) -> Lanes {
        zip(a, b, u32::min)
    }
    #[inline(always)]
    fn shl<const N: u32>(self, v: Lanes) -> Lanes {
        map(v, |v| v << N)
    }
    #[inline(always)]
    fn shr<const N: u32>(self, v: Lanes) -> Lanes {
        map(v, |v| v >> N)
    }
    #[inline(always)]
    fn count_ones(self, v: Lanes) -> Lanes {
        map(v, u32::count_ones)
    }

    #[inline(always)]
    fn equal(self, a: Lanes, b: Lanes) -> LaneSet {
        let equal = zip(a, b, |a, b| full(a == b));
        let [b0, b1, b2, b3] = self.and(equal, Lanes(BITS)).0;
        b0 | b1 | b2 | b3
    }
    #[inline(always)]
    fn blend(self, set: LaneSet, a: Lanes, b: Lanes) -> Lanes {
        let mask = map(Lanes(BITS), |bit| full(set & bit == bit));
        self.select(mask, b, a)
    }
    #[inline(always)]
    fn if_zero(self, v: Lanes, then: Lanes, other: Lanes) -> Lanes {
        let mask = map(v, |word| full(word == 0));
        self.select(mask, then, other)
    }
    #[inline(always)]
    fn look_up(self, table: &[u32; 8], index: Lanes) -> Lanes {
        map(index, |index| table[(index & 7) as usize])
    }
    #[inline(always)]
    fn compress(self, set: LaneSet, v: Lanes) -> Lanes {
        let mut out = Lanes([0; LANES]);
        let mut next = 0;
        for lane in 0..LANES {
            if set >> lane & 1 == 1 {
                out.0[next] = v.0[lane];
                next += 1;
            }
        }
        out
    }
    #[inline(always)]
    fn expand(self, set: LaneSet, v: Lanes) -> Lanes {
        let mut out = Lanes([0; LANES]);
        let mut next = 0;
        for lane in 0..LANES {
            if set >> lane & 1 == 1 {
                out.0[lane] = v.0[next];
                next += 1;
            }
        }
        out
    }
}
