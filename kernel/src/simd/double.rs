//! Two vectors as one of twice the width.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::Keys;
use super::{Bytes, Kernel, Quarter, Simd, Words};

/// The token of vectors of twice the width: the first half and the second.
#[derive(Clone, Copy, Debug)]
pub struct Double<S>(pub S);

/// Defines operations that each half has by itself. They are written out: a closure would not be compiled for the instruction
/// set.
macro_rules! halves {
    ($($name:ident $(<$number:ident: $of:ty>)? ($($v:ident),+))+) => {$(
        #[inline(always)]
        fn $name $(<const $number: $of>)? (self, $($v: Self::V),+) -> Self::V {
            [self.0.$name $(::<$number>)? ($($v[0]),+), self.0.$name $(::<$number>)? ($($v[1]),+)]
        }
    )+};
}

impl<S: Simd> Simd for Double<S> {
    type V = [S::V; 2];
    const NAME: &'static str = S::NAME;

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        self.0.enter(kernel)
    }
    #[inline(always)]
    fn is_zero(self, [a, b]: [S::V; 2]) -> bool {
        self.0.is_zero(self.0.or(a, b))
    }

    halves! {
        and(a, b) or(a, b) xor(a, b) clear(a, b) and3(a, b, c) or3(a, b, c) xor3(a, b, c) maj(a, b, c) clear2(a, b, c) or_and(a, b, c) and_or(a, b, c)
        xor_or(a, b, c) restrict(a, keep, scope) select(mask, a, b) note_change(changed, old, new)
    }
}

impl<S: Words> Words for Double<S> {
    const LANES: usize = 2 * S::LANES;

    #[inline(always)]
    fn splat32(self, word: u32) -> [S::V; 2] {
        [self.0.splat32(word); 2]
    }

    halves! { add32(a, b) sub32(a, b) min32(a, b) shl32<N: u32>(v) shr32<N: u32>(v) }
}

impl<S: Bytes> Bytes for Double<S> {
    #[inline(always)]
    fn repeat(self, quarter: &Quarter) -> [S::V; 2] {
        [self.0.repeat(quarter); 2]
    }
    #[inline(always)]
    fn with_quarter(self, [a, b]: [S::V; 2], number: usize, quarter: &Quarter) -> [S::V; 2] {
        let half = S::LANES / 4;
        if number < half {
            [self.0.with_quarter(a, number, quarter), b]
        } else {
            [a, self.0.with_quarter(b, number - half, quarter)]
        }
    }
    #[inline(always)]
    fn store_quarter(self, [a, b]: [S::V; 2], number: usize, to: &mut Quarter) {
        let half = S::LANES / 4;
        if number < half {
            self.0.store_quarter(a, number, to);
        } else {
            self.0.store_quarter(b, number - half, to);
        }
    }
    #[inline(always)]
    fn splat8(self, byte: u8) -> [S::V; 2] {
        [self.0.splat8(byte); 2]
    }

    halves! { shuffle(v, places) shuffle_low(v, places) }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<S: Keys> Keys for Double<S> {
    #[inline(always)]
    fn store_low_words(self, [a, b]: [S::V; 2], to: &mut [u64]) {
        let (first, second) = to.split_at_mut(S::LANES / 4);
        self.0.store_low_words(a, first);
        self.0.store_low_words(b, second);
    }

    halves! {
        add8(a, b) sub8(a, b) min8(a, b) max8(a, b) max32(a, b) bytes_up<N: i32>(v) bytes_down<N: i32>(v)
        shuffle_found(v, places) select8(mask, a, b) pack(v)
        equal8(a, b) equal32(a, b) equal64(a, b) test8(v, bits) test32(v, bits)
    }

    #[inline(always)]
    fn order64(self, a: [S::V; 2], b: [S::V; 2]) -> ([S::V; 2], [S::V; 2]) {
        let (first, second) = (self.0.order64(a[0], b[0]), self.0.order64(a[1], b[1]));
        ([first.0, second.0], [first.1, second.1])
    }
    #[inline(always)]
    fn full(self, [a, b]: [S::V; 2]) -> u8 {
        self.0.full(a) | self.0.full(b) << (S::LANES / 2)
    }
    #[inline(always)]
    fn dot(self, [a, b]: [S::V; 2], weights: u32) -> [S::V; 2] {
        [self.0.dot(a, weights), self.0.dot(b, weights)]
    }
    #[inline(always)]
    fn sums(self, [a, b]: [S::V; 2]) -> u32 {
        self.0.sums(a) | self.0.sums(b) << (2 * S::LANES)
    }
}
