//! The operations of the batch on vectors, once per instruction set.
//!
//! A value of a type that implements [`Simd`] is a token: it proves that the processor has the instructions that the
//! operations use, which makes the operations safe to call.
//!
//! A vector is 64 bytes in four *quarters* on every instruction set: one register with AVX-512, two with AVX2, four with
//! NEON. Operations work on bytes unless documented otherwise, and no byte leaves its quarter.

/// Defines operations of the trait, each as an expression of intrinsics.
macro_rules! operations {
    ($(fn $name:ident $(<const $n:ident: $t:ty>)? ($($argument:ident: $type:ty),*) -> $result:ty { $value:expr })*) => {
        $(#[inline(always)]
        fn $name $(<const $n: $t>)? (self, $($argument: $type),*) -> $result {
            // SAFETY: the token proves each feature that the intrinsics need; loads and stores are of whole arrays.
            unsafe { $value }
        })*
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod cells512;
mod masks;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod read512;

pub(super) use super::clues::Quarter;
use super::clues::{self, ClueLines, Lines};
use crate::board::grid::{self, CELLS};
/// The operations of one instruction set that are a few instructions each.
pub(super) trait Operations: Copy {
    /// A vector.
    type V: Copy;
    /// A set of bytes of a vector.
    type Bytes: Copy;

    fn load(self, four: &[Quarter; 4]) -> Self::V;
    fn store(self, v: Self::V, four: &mut [Quarter; 4]);
    /// Returns the same sixteen bytes in every quarter.
    fn repeat(self, quarter: &Quarter) -> Self::V;
    /// Replaces the quarter `LANE`.
    fn set_lane<const LANE: i32>(self, v: Self::V, quarter: &Quarter) -> Self::V;
    fn splat(self, byte: u8) -> Self::V;
    fn first(self, v: Self::V) -> Quarter;

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | (b & c)`
    fn or_and(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a ^ (b | c)`
    fn xor_or(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// Shifts 16-bit words.
    fn shl<const N: i32>(self, v: Self::V) -> Self::V;
    fn shr<const N: i32>(self, v: Self::V) -> Self::V;
    /// Moves bytes to higher places, zeros in.
    fn bytes_up<const N: i32>(self, v: Self::V) -> Self::V;
    fn bytes_down<const N: i32>(self, v: Self::V) -> Self::V;
    /// Returns the bytes of each quarter of `v` at these places. A place is below 16, or 128 or more for a 0.
    fn shuffle(self, v: Self::V, places: Self::V) -> Self::V;
    /// Shuffles by an order of columns, ignoring its joins (bits 4 to 6).
    #[inline(always)]
    fn shuffle_by_order(self, v: Self::V, orders: Self::V) -> Self::V {
        self.shuffle(v, orders)
    }
    /// Like [`shuffle`](Self::shuffle), with 0 for every place that is 16 or more.
    fn shuffle_found(self, v: Self::V, places: Self::V) -> Self::V;
    /// Replaces byte `place` of each quarter with the first byte of the quarter of `v`.
    fn set_byte(self, quarters: Self::V, place: usize, v: Self::V) -> Self::V;

    /// Returns whether a bit of `a & b` is set.
    fn any(self, a: Self::V, b: Self::V) -> bool;
    fn equal(self, a: Self::V, b: Self::V) -> Self::Bytes;
    /// `v` in these bytes, 0 elsewhere.
    fn only(self, bytes: Self::Bytes, v: Self::V) -> Self::V;
    /// `a + b` in these bytes, `a` elsewhere.
    fn add_in(self, bytes: Self::Bytes, a: Self::V, b: Self::V) -> Self::V;
    /// `a` where it is not 0, `b` elsewhere.
    fn or_else(self, a: Self::V, b: Self::V) -> Self::V;

    /// Returns, for each 32-bit word, 100 times the highest byte plus 10 times the next plus the next. Bytes must be below 176.
    fn dot(self, v: Self::V) -> Self::V;
    /// Packs 32-bit words into 64-bit keys of the bits in [`KEY`], in both halves of a quarter.
    fn keys(self, values: Self::V) -> Self::V;
    /// Returns the low 64-bit word of each quarter.
    fn low_words(self, v: Self::V) -> [u64; 4];
    /// Stores the chosen quarters, two bits each, one after another. What follows them is unspecified.
    fn store_chosen(self, v: Self::V, chosen: u8, to: &mut [Quarter; 4]);

    /// Reads a puzzle, where every byte but `1` to `9` is a blank, or returns `None` if equal clues share a house.
    #[inline(always)]
    fn read(self, puzzle: &[u8; CELLS], lines: &mut Lines) -> Option<ClueLines> {
        let clues = clues::read(puzzle, lines);
        if grid::conflict(puzzle).is_some() { None } else { Some(clues) }
    }
    /// Writes the nine rows of an image as text.
    fn write_text(self, orders: &Quarter, labels: &Quarter, lines: [&Quarter; 9], text: &mut [u8; CELLS]);
}

/// All operations of one instruction set, including the ones that depend on the form of a set of bytes.
pub(super) trait Simd: Operations {
    /// The joined neighbours of a vector, which [`exchange`](Self::exchange) sorts.
    type Exchange: Copy;

    /// Returns what the orders of columns join: the first two columns of stacks, and the last two.
    fn column_exchanges(self, orders: Self::V) -> [Self::Exchange; 2];
    /// Like [`column_exchanges`](Self::column_exchanges), for stacks.
    fn stack_exchanges(self, orders: Self::V) -> [Self::Exchange; 2];
    /// Moves the smaller of two joined bytes to the higher place: the first two columns of stacks, or the last two.
    fn exchange<const FIRST: bool>(self, cells: Self::V, by: Self::Exchange) -> Self::V;
    /// Like [`exchange`](Self::exchange), for 32-bit words.
    fn exchange_stacks<const FIRST: bool>(self, values: Self::V, by: Self::Exchange) -> Self::V;
    /// Returns the smaller and the greater of two keys with their marks, below 2^63.
    fn order(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);
    /// `found | mark` if the two keys are equal, `found` otherwise.
    fn mark_equal(self, found: Self::V, a: Self::V, b: Self::V, mark: u64) -> Self::V;

    /// Returns the orders of columns after four rows, given their sorted cells and the previous orders, and the ties (see
    /// `least::Hits::settle`), a byte for each row.
    fn settle(self, cells: Self::V, orders: Self::V) -> (Self::V, u32);
    /// Returns the quarters whose maps join nothing and have the next label 9 or 10, two bits each.
    fn settled(self, orders: Self::V, labels: Self::V) -> u8;
}

/// Returns the word in both halves of a quarter.
#[inline(always)]
pub(super) fn twice(word: u64) -> Quarter {
    (u128::from(word) | u128::from(word) << 64).to_le_bytes()
}

/// The bits of a key that are compared, without the four bits of each word that number the stack.
pub(super) const KEY: u64 = 0xfff0_fff0_fff0;
