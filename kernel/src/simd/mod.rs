//! Vectors: the operations that the kernels need, once per instruction set.
//!
//! ```text
//! Simd                 any vector: bits
//!  ├ Words             the arithmetic of 32-bit words
//!  │  ├ Lanes          a puzzle in each lane, and sets of lanes             solver/lanes, rating
//!  │  │  └ FourLanes   text, with vectors of 128 bits                       solver/lanes/transpose
//!  │  └ Bytes          bytes, in quarters of sixteen that no byte leaves    solver/lanes/transpose, solver/single/places
//!  │     └ Keys        bytes that are compared and put in order             symmetry/minlex
//!  └ Boxes             a box of one board in each 16-bit lane               solver/single/places
//! ```
//!
//! [`Double`] makes two vectors one of twice the width.
//!
//! A value of a type that implements [`Simd`] is a token: it proves that the processor has the instructions that the
//! operations use, which makes the operations safe to call. Kernels are written once, generic over these traits; each
//! instruction set is one file of this module.
//!
//! [`Simd::enter`] is the only way into a kernel. It runs the whole kernel inside one function that is compiled for
//! the instruction set. For this reason every function of a kernel is `#[inline(always)]`: a function that is compiled
//! by itself would lose the instruction set, and each operation in it would become a call.
//!
//! Without optimisation each operation is a call in any case, and each of its variables has its own place in the frame of the
//! function that it is inlined into: two megabytes for the whole kernel, as much as the stack of a thread. So the largest
//! functions are inlined only in optimised builds (the build script sets `unoptimised`).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod bands;
mod boxes;
mod bytes;
mod double;
mod isa;
mod lanes;
mod memory;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod token;

pub use bands::Bands;
pub use boxes::Boxes;
pub use bytes::Bytes;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub use bytes::Keys;
pub use double::Double;
pub use isa::Isa;
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub use lanes::FourLanes;
pub use lanes::Lanes;
pub use memory::Plain;

#[cfg(test)]
pub(crate) use isa::for_each_isa;
pub(crate) use isa::{on_isa, on_processor};
#[cfg(all(target_arch = "x86_64", feature = "symmetry"))]
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

/// Sixteen bytes of a vector.
pub type Quarter = [u8; 16];

/// Defines operations whose body is one expression. Operations on vectors alone follow the vector type, and the others declare
/// the type of each operand. Operations that call others name `self` first.
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

/// Vectors of one width, without a unit: operations are bitwise unless their name ends with the bits of a unit.
///
/// Each operation with three operands is one instruction on AVX-512, so the kernels are written in terms of them.
pub trait Simd: Copy + Send + 'static {
    /// A vector.
    type V: Plain;
    /// The name of the instruction set, as in [`Isa::name`].
    const NAME: &'static str;

    /// Runs `kernel` in a function that is compiled for this instruction set.
    fn enter<K: Kernel>(self, kernel: K) -> K::Output;

    /// Loads the first bytes of `from`.
    #[inline(always)]
    fn load<T: Plain>(self, from: &T) -> Self::V {
        memory::load(from)
    }
    /// Stores to the first bytes of `to`.
    #[inline(always)]
    fn store<T: Plain>(self, v: Self::V, to: &mut T) {
        memory::store(v, to);
    }

    /// Returns whether all bits are zero.
    fn is_zero(self, v: Self::V) -> bool;

    /// `a & b`
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | b`
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a ^ b`
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn clear(self, a: Self::V, b: Self::V) -> Self::V;

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
        /// `a ^ (b | c)`
        xor_or(a, b, c) = self.xor(a, self.or(b, c));
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
}

/// Vectors of 32-bit words.
pub trait Words: Simd {
    /// The number of 32-bit lanes of a vector.
    const LANES: usize;

    /// Returns `word` in every lane.
    fn splat32(self, word: u32) -> Self::V;
    /// Wrapping sum.
    fn add32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Wrapping difference.
    fn sub32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned minimum.
    fn min32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Shifts left, zeros in.
    fn shl32<const N: u32>(self, v: Self::V) -> Self::V;
    /// Shifts right, zeros in.
    fn shr32<const N: u32>(self, v: Self::V) -> Self::V;
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
mod box_tests;
#[cfg(all(test, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod byte_tests;
#[cfg(test)]
mod tests;
