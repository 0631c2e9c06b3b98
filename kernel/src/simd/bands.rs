//! Nine boxes in three 64-bit words, one for each band: no vector, but every processor has it.
//!
//! ```text
//!            bits 63..48   47..32    31..16    15..0
//! word 0   │      0      │ stack 2 │ stack 1 │ stack 0 │   band 0
//! word 1   │      0      │ stack 2 │ stack 1 │ stack 0 │   band 1
//! word 2   │      0      │ stack 2 │ stack 1 │ stack 0 │   band 2
//! ```
//!
//! Additions and subtractions never carry from one box to the next, because boxes stay below 2¹⁵, or their highest bit is set
//! beforehand.

use super::{Boxes, Kernel, Plain, Simd, memory, operations};

/// The token of three words.
#[derive(Clone, Copy, Debug)]
pub struct Bands;

/// One word for each band.
type Words = [u64; 3];

/// The lowest bit of each box.
const LOWEST: u64 = 0x0000_0001_0001_0001;
/// The highest bit of each box.
const HIGHEST: u64 = LOWEST << 15;

#[inline(always)]
fn map(a: Words, f: impl Fn(u64) -> u64) -> Words {
    [f(a[0]), f(a[1]), f(a[2])]
}

#[inline(always)]
fn zip(a: Words, b: Words, f: impl Fn(u64, u64) -> u64) -> Words {
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

impl Bands {
    /// Returns 1 for each box whose word is zero in any of nine vectors, and 0 for the others. Words must be at most 2¹⁵.
    #[inline(always)]
    pub fn has_zero(self, vectors: &[[Words; 3]; 3]) -> Words {
        let mut carries = [HIGHEST; 3];
        for &v in vectors.iter().flatten() {
            carries = zip(carries, v, |carries, word| carries & (word + (HIGHEST - LOWEST)));
        }
        map(carries, |carries| LOWEST & !(carries >> 15))
    }
}

impl Simd for Bands {
    type V = Words;
    const NAME: &'static str = "portable";

    #[inline(never)] // one copy of a kernel, wherever it is entered: nothing takes longer to compile
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run()
    }

    #[inline(always)]
    fn load<T: Plain>(self, from: &T) -> Words {
        let lanes: [[u16; 4]; 3] = memory::load(from);
        lanes.map(|[a, b, c, d]| u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48)
    }
    #[inline(always)]
    fn store<T: Plain>(self, v: Words, to: &mut T) {
        memory::store(v.map(|word| [0, 16, 32, 48].map(|stack| (word >> stack) as u16)), to);
    }

    operations!(self {
        is_zero(v: Words) -> bool = v == [0; 3];
        and(a: Words, b: Words) -> Words = zip(a, b, |a, b| a & b);
        or(a: Words, b: Words) -> Words = zip(a, b, |a, b| a | b);
        xor(a: Words, b: Words) -> Words = zip(a, b, |a, b| a ^ b);
        clear(a: Words, b: Words) -> Words = zip(a, b, |a, b| a & !b);
    });
}

impl Boxes for Bands {
    operations!(self {
        splat16(word: u16) -> Words = [LOWEST * u64::from(word); 3];
        add16(a: Words, b: Words) -> Words = zip(a, b, |a, b| a + b);
        shl16<N>(v: Words) -> Words = map(v, |word| word << N);
        zero16(v: Words) -> Words = map(v, |word| !mask(is_not_zero(word)));
        clear_lowest16(v: Words) -> Words = map(v, |word| word & ((word | HIGHEST) - LOWEST));
    });

    #[inline(always)]
    fn min16(self, a: Words, b: Words) -> Words {
        zip(a, b, |a, b| {
            let is_b = mask(((a | HIGHEST) - b) >> 15 & LOWEST);
            (b & is_b) | (a & !is_b)
        })
    }
    /// Adds neighbouring bits, then neighbouring sums.
    #[inline(always)]
    fn count16(self, v: Words) -> Words {
        map(v, |word| {
            let twos = word - (word >> 1 & (LOWEST * 0x5555));
            let fours = (twos & (LOWEST * 0x3333)) + (twos >> 2 & (LOWEST * 0x3333));
            let eights = (fours + (fours >> 4)) & (LOWEST * 0x0f0f);
            (eights + (eights >> 8)) & (LOWEST * 0x1f)
        })
    }
    #[inline(always)]
    fn turn_stacks(self, v: Words) -> [Words; 2] {
        const WORD: u64 = (1 << 48) - 1;
        [map(v, |word| (word >> 16 | word << 32) & WORD), map(v, |word| (word >> 32 | word << 16) & WORD)]
    }
    #[inline(always)]
    fn turn_bands(self, [a, b, c]: Words) -> [Words; 2] {
        [[b, c, a], [c, a, b]]
    }
    #[inline(always)]
    fn least16(self, v: Words) -> u16 {
        let [a, b, c] = v.map(|word| (word as u16).min((word >> 16) as u16).min((word >> 32) as u16));
        a.min(b).min(c)
    }
}
