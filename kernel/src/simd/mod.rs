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
mod isa;
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
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod token;

pub use isa::Isa;
#[cfg(test)]
pub(crate) use isa::for_each_isa;
pub(crate) use isa::{on_isa, on_processor};
#[cfg(target_arch = "x86_64")]
pub(crate) use token::{avx512_features, for_avx512};

/// The largest number of lanes of any instruction set: the width of a row of lanes in memory.
pub const MAX_LANES: usize = 16;

/// A set of lanes, lane `i` in bit `i`.
pub type LaneSet = u32;

/// One word per lane, as in memory. Instruction sets with fewer lanes use the first words.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub struct LaneRow(pub [u32; MAX_LANES]);

/// Work to run inside [`Simd::enter`].
pub trait Kernel {
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
    fn enter<K: Kernel>(self, kernel: K) -> K::Output;

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

#[cfg(test)]
mod tests;
