//! A box of one board in each 16-bit lane.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::Quarter;
use super::{Simd, operations};

/// Vectors with a word for each box, in lane `4 * band + stack`. The lanes without a box are zero in boards; elsewhere they do not
/// matter, unless an operation says otherwise.
pub trait Boxes: Simd {
    /// Returns `word` in the lane of every box.
    fn splat16(self, word: u16) -> Self::V;
    /// Lane-wise sum, which must be below 2¹⁵.
    fn add16(self, a: Self::V, b: Self::V) -> Self::V;
    /// Lane-wise minimum of words below 2¹⁵.
    fn min16(self, a: Self::V, b: Self::V) -> Self::V;
    /// Shifts left, zeros in. No bit of a box may leave its lane.
    fn shl16<const N: u32>(self, v: Self::V) -> Self::V;
    /// Returns the number of bits of each word, which must be below 512.
    fn count16(self, v: Self::V) -> Self::V;
    /// Returns all ones in the lanes that are zero, and zero in the others. Words must be below 512.
    fn zero16(self, v: Self::V) -> Self::V;
    operations!(self: Self::V {
        /// Clears the lowest bit of each word, which must be below 2¹⁵.
        clear_lowest16(v) = self.and(v, self.add16(v, self.splat16(u16::MAX)));
        /// `then` in the lanes where `v` is not zero, and zero in the others. Words must be below 512.
        if_any16(v, then) = self.clear(then, self.zero16(v));
        /// `then` in the lanes where `v` is zero, and zero in the others. Words must be below 512.
        if_zero16(v, then) = self.and(then, self.zero16(v));
    });

    /// Turns the stacks of each band: in each lane, the first result has the word of the next stack, the second one the word of
    /// the last.
    fn turn_stacks(self, v: Self::V) -> [Self::V; 2];
    /// Turns the bands: in each lane, the first result has the word of the next band, the second one the word of the last.
    fn turn_bands(self, v: Self::V) -> [Self::V; 2];
    /// Returns the smallest word of all lanes.
    fn least16(self, v: Self::V) -> u16;
}

/// The bytes of the next stack in place of each stack, in two bands.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) const NEXT_STACK: Quarter = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];

/// The bytes of the last stack in place of each stack, in two bands.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) const LAST_STACK: Quarter = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
