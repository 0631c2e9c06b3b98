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

#[inline(always)]
fn map(a: Lanes, f: impl Fn(u32) -> u32) -> Lanes {
    let mut out = a;
    for lane in 0..LANES {
        out.0[lane] = f(a.0[lane]);
    }
    out
}

#[inline(always)]
fn zip(a: Lanes, b: Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
    let mut out = a;
    for lane in 0..LANES {
        out.0[lane] = f(a.0[lane], b.0[lane]);
    }
    out
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
        let mut bits = Lanes(BITS);
        for lane in 0..LANES {
            bits.0[lane] &= 0u32.wrapping_sub(u32::from(a.0[lane] == b.0[lane]));
        }
        bits.0.iter().fold(0, |set, bit| set | bit)
    }
    #[inline(always)]
    fn blend(self, set: LaneSet, a: Lanes, b: Lanes) -> Lanes {
        let mut mask = a;
        for lane in 0..LANES {
            mask.0[lane] = 0u32.wrapping_sub(u32::from(set & BITS[lane] == BITS[lane]));
        }
        self.select(mask, b, a)
    }
    #[inline(always)]
    fn if_zero(self, v: Lanes, then: Lanes, other: Lanes) -> Lanes {
        let mut mask = v;
        for lane in 0..LANES {
            mask.0[lane] = 0u32.wrapping_sub(u32::from(v.0[lane] == 0));
        }
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
