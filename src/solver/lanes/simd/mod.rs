//! Vectors of 32-bit lanes: the operations that the kernel needs, once per instruction set.
//!
//! A value of a type that implements [`Simd`] is a token: it proves that the processor has the instructions that the
//! operations use, which makes the operations safe to call. The kernel is written once, generic over this trait; each
//! instruction set is one file of this module.
//!
//! [`Simd::enter`] is the only way into the kernel. It runs the whole kernel inside one function that is compiled for
//! the instruction set. For this reason every function of the kernel is `#[inline(always)]`: a function that is compiled
//! by itself would lose the instruction set, and each operation in it would become a call.
//!
//! Without optimisation each operation is a call in any case, and each of its variables has its own place in the frame of the
//! function that it is inlined into: two megabytes for the whole kernel, as much as the stack of a thread. So the largest
//! functions are inlined only in optimised builds (the build script sets `unoptimised`).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod lane_orders;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;

/// The largest number of lanes of any instruction set: the width of a row of lanes in memory.
pub const MAX_LANES: usize = 16;

/// A set of lanes, lane `i` in bit `i`.
pub type LaneSet = u32;

/// One word per lane, as in memory. Instruction sets with fewer lanes use the first words.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub struct LaneRow(pub [u32; MAX_LANES]);

/// Work to run inside [`Simd::enter`].
pub trait Kernel<S: Simd> {
    /// The result of the work.
    type Output;

    /// Does the work. Implementations must be `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Defines operations of [`Simd`] whose body is one expression. Operations on vectors alone follow the vector type, and the
/// others declare the type of each operand. Operations that call others name `self` first.
macro_rules! operations {
    ($self:ident: $vector:ty { $($(#[$doc:meta])* $name:ident($($operand:ident),+) = $value:expr;)+ }) => {$(
        $(#[$doc])*
        #[inline(always)]
        fn $name($self, $($operand: $vector),+) -> $vector {
            $value
        }
    )+};
    ($self:ident {
        $($(#[$doc:meta])* $name:ident $(<$number:ident>)? ($($operand:ident: $type:ty),+) -> $result:ty = $value:expr;)+
    }) => {$(
        $(#[$doc])*
        #[inline(always)]
        fn $name $(<const $number: u32>)? ($self, $($operand: $type),+) -> $result {
            $value
        }
    )+};
    ($vector:ty { $($operations:tt)+ }) => {
        operations!(self: $vector { $($operations)+ });
    };
}
pub(crate) use operations;

/// The operations of one instruction set, on vectors of [`Simd::LANES`] 32-bit words.
///
/// Operations are bitwise unless documented otherwise. Each one with three operands is one instruction on AVX-512,
/// so the kernel is written in terms of them.
pub trait Simd: Copy + Send + 'static {
    /// One word for each lane.
    type V: Copy + Send;
    /// The number of lanes of a vector.
    const LANES: usize;
    /// The name of the instruction set, as in [`Isa::name`](crate::solver::Isa::name).
    const NAME: &'static str;

    /// Runs `kernel` in a function that is compiled for this instruction set.
    fn enter<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    /// Returns `word` in every lane.
    fn splat(self, word: u32) -> Self::V;
    /// Loads the first [`Simd::LANES`] words of a row.
    fn load(self, row: &[u32; MAX_LANES]) -> Self::V;
    /// Stores to the first [`Simd::LANES`] words of a row.
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
    /// Lane-wise unsigned minimum.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Shifts every lane left, zeros in.
    fn shl<const N: u32>(self, v: Self::V) -> Self::V;
    /// Shifts every lane right, zeros in.
    fn shr<const N: u32>(self, v: Self::V) -> Self::V;
    /// Returns, lane by lane, the number of set bits of `ones` plus twice the number of set bits of `twos`.
    fn count(self, ones: Self::V, twos: Self::V) -> Self::V;

    operations!(self: Self::V {
        /// `a & b & c`
        and3(a, b, c) = self.and(self.and(a, b), c);
        /// `a | b | c`: set in at least one.
        or3(a, b, c) = self.or(self.or(a, b), c);
        /// Set in an odd number of the three: the sum bit of a full adder.
        xor3(a, b, c) = self.xor(self.xor(a, b), c);
        /// Set in at least two of the three: the carry bit of a full adder.
        // This form shares its xor with `xor3`, which is often computed from the same three operands.
        maj(a, b, c) = self.or(self.and(a, b), self.and(c, self.xor(a, b)));
        /// `a & !(b | c)`
        clear2(a, b, c) = self.clear(a, self.or(b, c));
        /// `a | (b & c)`
        or_and(a, b, c) = self.or(a, self.and(b, c));
        /// `a & (b | c)`
        and_or(a, b, c) = self.and(a, self.or(b, c));
        /// `a & (keep | !scope)`: restricts `a` to `keep` where `scope` is set.
        restrict(a, keep, scope) = self.clear(a, self.clear(scope, keep));
        /// `a` where `mask` is set, `b` elsewhere.
        select(mask, a, b) = self.or(self.and(a, mask), self.clear(b, mask));
        /// `changed | (old ^ new)`
        note_change(changed, old, new) = self.or(changed, self.xor(old, new));
    });
    /// Set in at least one, and set in at least two of the three.
    #[inline(always)]
    fn one_and_two(self, a: Self::V, b: Self::V, c: Self::V) -> (Self::V, Self::V) {
        let first = self.or(a, b);
        (self.or(first, c), self.or(self.and(a, b), self.and(c, first)))
    }

    /// Rotates the three 9-bit fields of each lane by one and by two places: field `f` of the results holds field
    /// `f + 1` and field `f + 2` of `v`. The bits above 26 must be zero in `v` and are unspecified in the results.
    #[inline(always)]
    fn rotate_fields(self, v: Self::V) -> (Self::V, Self::V) {
        let one = self.or(self.shr::<9>(v), self.shl::<18>(v));
        let two = self.or(self.shr::<18>(v), self.shl::<9>(v));
        (one, two)
    }

    /// Returns, for each of the three 9-bit fields of each lane, the word that holds it in every field. The bits above 26 of
    /// `v` do not matter. In the results they are unspecified.
    #[inline(always)]
    fn spread_fields(self, v: Self::V) -> [Self::V; 3] {
        let low = self.and(v, self.splat(0o777));
        let middle = self.and(v, self.splat(0o777 << 9));
        let high = self.and(v, self.splat(0o777 << 18));
        [
            self.or3(low, self.shl::<9>(low), self.shl::<18>(low)),
            self.or3(middle, self.shr::<9>(middle), self.shl::<9>(middle)),
            self.or3(high, self.shr::<9>(high), self.shr::<18>(high)),
        ]
    }

    /// Returns in field `j` of each lane the union of the three 9-bit fields of `words[j]`, whose bits above 26 must be zero.
    /// In the result they are unspecified.
    #[inline(always)]
    fn unite_fields(self, words: [Self::V; 3]) -> Self::V {
        let [a, b, c] = words;
        let low = self.and(self.or3(a, self.shr::<9>(a), self.shr::<18>(a)), self.splat(0o777));
        let middle = self.or3(b, self.shr::<9>(b), self.shl::<9>(b));
        let high = self.or3(c, self.shl::<9>(c), self.shl::<18>(c));
        let two = self.or_and(low, middle, self.splat(0o777 << 9));
        self.or_and(two, high, self.splat(0o777 << 18))
    }

    /// Returns the set of all lanes.
    #[inline(always)]
    fn all(self) -> LaneSet {
        (1 << Self::LANES) - 1
    }
    /// Returns the lanes where `a` equals `b`.
    fn equal(self, a: Self::V, b: Self::V) -> LaneSet;
    /// Takes `b` in the lanes of `set`, `a` in the others.
    fn blend(self, set: LaneSet, a: Self::V, b: Self::V) -> Self::V;
    operations!(self {
        /// `then` in the lanes where `v` is zero, `other` in the others.
        if_zero(v: Self::V, then: Self::V, other: Self::V) -> Self::V =
            self.blend(self.equal(v, self.splat(0)), other, then);
        /// `v` in the lanes of `set`, zero in the others.
        keep(set: LaneSet, v: Self::V) -> Self::V = self.blend(set, self.splat(0), v);
        /// Prepares the lanes of `set` for [`Simd::fill`]. Until they are filled they are unspecified.
        ///
        /// If replacing lanes is expensive, this clears them once, which makes filling each of them cheap.
        vacate(set: LaneSet, v: Self::V) -> Self::V = self.keep(self.all() & !set, v);
        /// Takes `new` in the lanes of `set`, which are vacant, `v` in the others.
        fill(set: LaneSet, v: Self::V, new: Self::V) -> Self::V =
            self.or_and(v, new, self.keep(set, self.splat(u32::MAX)));
    });
    /// Looks up the table's entry whose index is the lowest three bits of each lane.
    fn look_up(self, table: &[u32; 8], index: Self::V) -> Self::V;
    /// Moves the lanes of `set` to the first places, in order. The other places are unspecified.
    fn compress(self, set: LaneSet, v: Self::V) -> Self::V;
    /// Moves the first lanes of `v`, in order, to the lanes of `set`. The other lanes become zero.
    fn expand(self, set: LaneSet, v: Self::V) -> Self::V;
}

/// The array of an expression's values for 0, 1 and 2. It is written out: an array filled by a loop would first be cleared
/// and then copied, and a closure would not be compiled for the instruction set.
macro_rules! three {
    ($number:ident => $value:expr) => {
        [
            {
                const $number: usize = 0;
                $value
            },
            {
                const $number: usize = 1;
                $value
            },
            {
                const $number: usize = 2;
                $value
            },
        ]
    };
}
pub(crate) use three;

/// Runs a block with the token and the name of each instruction set that the processor has, and prints the names of
/// the others.
#[cfg(test)]
macro_rules! for_each_isa {
    (|$simd:ident, $name:ident| $body:block) => {{
        #[cfg(target_arch = "x86_64")]
        {
            use crate::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
            crate::solver::lanes::simd::if_available!(Avx512, |$simd, $name| $body);
            crate::solver::lanes::simd::if_available!(Avx2, |$simd, $name| $body);
        }
        #[cfg(target_arch = "aarch64")]
        {
            use crate::solver::lanes::simd::neon::Neon;
            crate::solver::lanes::simd::if_available!(Neon, |$simd, $name| $body);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        {
            use crate::solver::lanes::simd::simd128::Simd128;
            crate::solver::lanes::simd::if_available!(Simd128, |$simd, $name| $body);
        }
        let ($simd, $name) = (crate::solver::lanes::simd::portable::Portable, "portable");
        $body
    }};
}

#[cfg(test)]
macro_rules! if_available {
    ($token:ident, |$simd:ident, $name:ident| $body:block) => {
        match $token::detect() {
            Some($simd) => {
                let $name = <$token as crate::solver::lanes::simd::Simd>::NAME;
                $body
            }
            None => println!("skipped: no {}", stringify!($token)),
        }
    };
}

#[cfg(test)]
pub(crate) use {for_each_isa, if_available};

#[cfg(test)]
mod tests {
    use super::*;

    const A: [u32; MAX_LANES] = [
        0,
        1,
        0x7FF_FFFF,
        0x0F0F_0F0F,
        0xDEAD_BEEF,
        7,
        0o777,
        0x8000_0000,
        0x123_4567,
        3,
        5,
        9,
        17,
        33,
        65,
        129,
    ];
    const B: [u32; MAX_LANES] = [
        1,
        1,
        0x555_5555,
        0xFFFF_0000,
        0xFEED_F00D,
        7,
        0o070,
        0xFFFF_FFFF,
        0x765_4321,
        2,
        4,
        8,
        16,
        32,
        64,
        128,
    ];
    const C: [u32; MAX_LANES] =
        [0, 3, 0x2AA_AAAA, 0x00FF_FF00, 0x0BAD_CAFE, 6, 0o707, 0x7FFF_FFFF, 0x000_FFFF, 1, 2, 3, 4, 5, 6, 7];

    /// Checks an operation against the plain formula, lane by lane.
    fn check<S: Simd>(s: S, name: &str, got: S::V, expected: impl Fn(u32, u32, u32) -> u32) {
        let mut row = [0; MAX_LANES];
        s.store(got, &mut row);
        for lane in 0..S::LANES {
            assert_eq!(row[lane], expected(A[lane], B[lane], C[lane]), "{} {name}, lane {lane}", S::NAME);
        }
    }

    fn check_words<S: Simd>(s: S) {
        let (a, b, c) = (s.load(&A), s.load(&B), s.load(&C));
        check(s, "splat", s.splat(5), |_, _, _| 5);
        check(s, "and", s.and(a, b), |a, b, _| a & b);
        check(s, "or", s.or(a, b), |a, b, _| a | b);
        check(s, "xor", s.xor(a, b), |a, b, _| a ^ b);
        check(s, "clear", s.clear(a, b), |a, b, _| a & !b);
        check(s, "add", s.add(a, b), |a, b, _| a.wrapping_add(b));
        check(s, "sub", s.sub(a, b), |a, b, _| a.wrapping_sub(b));
        check(s, "min", s.min(a, b), |a, b, _| a.min(b));
        check(s, "shl", s.shl::<18>(a), |a, _, _| a << 18);
        check(s, "shr", s.shr::<9>(a), |a, _, _| a >> 9);
        check(s, "count", s.count(a, b), |a, b, _| a.count_ones() + 2 * b.count_ones());
        check(s, "and3", s.and3(a, b, c), |a, b, c| a & b & c);
        check(s, "or3", s.or3(a, b, c), |a, b, c| a | b | c);
        check(s, "xor3", s.xor3(a, b, c), |a, b, c| a ^ b ^ c);
        check(s, "maj", s.maj(a, b, c), |a, b, c| (a & b) | (b & c) | (c & a));
        let (one, two) = s.one_and_two(a, b, c);
        check(s, "one of one_and_two", one, |a, b, c| a | b | c);
        check(s, "two of one_and_two", two, |a, b, c| (a & b) | (b & c) | (c & a));
        check(s, "clear2", s.clear2(a, b, c), |a, b, c| a & !(b | c));
        check(s, "or_and", s.or_and(a, b, c), |a, b, c| a | (b & c));
        check(s, "and_or", s.and_or(a, b, c), |a, b, c| a & (b | c));
        check(s, "restrict", s.restrict(a, b, c), |a, b, c| a & (b | !c));
        check(s, "select", s.select(a, b, c), |a, b, c| (a & b) | (!a & c));
        check(s, "note_change", s.note_change(a, b, c), |a, b, c| a | (b ^ c));
    }

    fn check_if_zero<S: Simd>(s: S) {
        let (a, b, c) = (s.load(&A), s.load(&B), s.load(&C));
        check(s, "if_zero", s.if_zero(s.and(a, b), b, c), |a, b, c| if a & b == 0 { b } else { c });
        check(s, "if_zero", s.if_zero(s.sub(a, a), b, c), |_, b, _| b);
    }

    fn check_rotations<S: Simd>(s: S) {
        const WORD: u32 = (1 << 27) - 1;
        let rotate = |v: u32, by: u32| (v >> (9 * by) | v << (27 - 9 * by)) & WORD;
        let (one, two) = s.rotate_fields(s.and(s.load(&A), s.splat(WORD)));
        check(s, "rotate by one", s.and(one, s.splat(WORD)), |a, _, _| rotate(a & WORD, 1));
        check(s, "rotate by two", s.and(two, s.splat(WORD)), |a, _, _| rotate(a & WORD, 2));
    }

    fn check_fields<S: Simd>(s: S) {
        const WORD: u32 = (1 << 27) - 1;
        let field = |v: u32, i: u32| v >> (9 * i) & 0o777;
        let spread = s.spread_fields(s.load(&A));
        for (i, &word) in (0..).zip(&spread) {
            check(s, "spread_fields", s.and(word, s.splat(WORD)), |a, _, _| field(a, i) * 0o001_001_001);
        }
        let word = s.splat(WORD);
        let united =
            s.unite_fields([s.and(s.load(&A), word), s.and(s.load(&B), word), s.and(s.load(&C), word)]);
        let any = |v: u32| field(v, 0) | field(v, 1) | field(v, 2);
        check(s, "unite_fields", s.and(united, word), |a, b, c| any(a) | any(b) << 9 | any(c) << 18);
    }

    fn check_sets<S: Simd>(s: S) {
        let (a, b) = (s.load(&A), s.load(&B));
        let equal: LaneSet = (0..S::LANES).filter(|&lane| A[lane] == B[lane]).map(|lane| 1 << lane).sum();
        assert_eq!(s.equal(a, b), equal, "{} equal", S::NAME);
        for set in 0..=s.all() {
            let mut row = [0; MAX_LANES];
            let in_set = |lane: &usize| set >> lane & 1 == 1;
            s.store(s.blend(set, a, b), &mut row);
            assert!((0..S::LANES).all(|lane| row[lane] == if in_set(&lane) { B[lane] } else { A[lane] }));
            s.store(s.fill(set, s.vacate(set, a), b), &mut row);
            assert!((0..S::LANES).all(|lane| row[lane] == if in_set(&lane) { B[lane] } else { A[lane] }));
            s.store(s.keep(set, a), &mut row);
            assert!((0..S::LANES).all(|lane| row[lane] == if in_set(&lane) { A[lane] } else { 0 }));
            s.store(s.compress(set, a), &mut row);
            assert!((0..S::LANES).filter(in_set).enumerate().all(|(to, from)| row[to] == A[from]));
            s.store(s.expand(set, a), &mut row);
            assert!((0..S::LANES).filter(in_set).enumerate().all(|(from, to)| row[to] == A[from]));
            assert!((0..S::LANES).all(|lane| in_set(&lane) || row[lane] == 0), "{} expand", S::NAME);
        }
    }

    fn check_look_up<S: Simd>(s: S) {
        let table = [10, 11, 12, 13, 14, 15, 16, 17];
        check(s, "look_up", s.look_up(&table, s.load(&A)), |a, _, _| 10 + (a & 7));
    }

    #[test]
    fn every_operation_of_every_instruction_set_follows_its_formula() {
        for_each_isa!(|simd, _name| {
            check_words(simd);
            check_if_zero(simd);
            check_rotations(simd);
            check_fields(simd);
            check_sets(simd);
            check_look_up(simd);
        });
    }
}
