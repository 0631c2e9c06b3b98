//! Bytes in quarters of sixteen.

use super::{Quarter, Words};

/// Vectors of bytes. No byte leaves its quarter: a vector has one quarter for each four 32-bit lanes.
pub trait Bytes: Words {
    /// Returns the same sixteen bytes in every quarter.
    fn repeat(self, quarter: &Quarter) -> Self::V;
    /// Replaces a quarter. Its number must be a constant after inlining.
    fn with_quarter(self, v: Self::V, number: usize, quarter: &Quarter) -> Self::V;
    /// Stores a quarter. Its number must be a constant after inlining.
    fn store_quarter(self, v: Self::V, number: usize, to: &mut Quarter);

    /// Returns `byte` in every place.
    fn splat8(self, byte: u8) -> Self::V;
    /// Returns the bytes of each quarter of `v` at these places. A place is below 16, or 128 or more for a 0.
    fn shuffle(self, v: Self::V, places: Self::V) -> Self::V;
    /// Like [`shuffle`](Self::shuffle), ignoring bits 4 to 6 of the places.
    #[inline(always)]
    fn shuffle_low(self, v: Self::V, places: Self::V) -> Self::V {
        self.shuffle(v, places)
    }
}

/// Vectors of bytes that are counted, compared and put in order.
///
/// A comparison returns all ones where it holds, zero elsewhere.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub trait Keys: Bytes {
    /// Stores the chosen ones of four quarters, two bits each, one after another. What follows them is unspecified.
    #[inline(always)]
    fn store_chosen(self, v: Self::V, chosen: u8, to: &mut [Quarter; 4]) {
        let after = |number: u8| (chosen & (0b0101_0101 >> (8 - 2 * number))).count_ones() as usize;
        self.store_quarter(v, 0, &mut to[0]);
        self.store_quarter(v, 1, &mut to[after(1) & 3]);
        self.store_quarter(v, 2, &mut to[after(2) & 3]);
        self.store_quarter(v, 3, &mut to[after(3) & 3]);
    }
    /// Stores the low 64-bit word of each quarter.
    fn store_low_words(self, v: Self::V, to: &mut [u64]);

    /// Wrapping sum.
    fn add8(self, a: Self::V, b: Self::V) -> Self::V;
    /// Wrapping difference.
    fn sub8(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned minimum.
    fn min8(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned maximum.
    fn max8(self, a: Self::V, b: Self::V) -> Self::V;
    /// Unsigned maximum.
    fn max32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Moves bytes to higher places, zeros in.
    fn bytes_up<const N: i32>(self, v: Self::V) -> Self::V;
    /// Moves bytes to lower places, zeros in.
    fn bytes_down<const N: i32>(self, v: Self::V) -> Self::V;
    /// Like [`shuffle`](Bytes::shuffle), with 0 for every place that is 16 or more.
    fn shuffle_found(self, v: Self::V, places: Self::V) -> Self::V;

    /// Compares bytes.
    fn equal8(self, a: Self::V, b: Self::V) -> Self::V;
    /// Compares 32-bit words.
    fn equal32(self, a: Self::V, b: Self::V) -> Self::V;
    /// Compares 64-bit words.
    fn equal64(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the smaller and the greater of two 64-bit words below 2^63.
    fn order64(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);
    /// Returns whether `v` has one of the bits, which are below the highest.
    fn test8(self, v: Self::V, bits: Self::V) -> Self::V;
    /// Returns whether `v` has one of the bits, which are below the highest.
    fn test32(self, v: Self::V, bits: Self::V) -> Self::V;
    /// `a` where the byte of a comparison is all ones, `b` where it is zero.
    #[inline(always)]
    fn select8(self, mask: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.select(mask, a, b)
    }
    /// Returns the quarters whose bits are all ones, two bits each.
    fn full(self, v: Self::V) -> u8;

    /// Returns, for each 32-bit word, the sum of the products of its bytes with those of `weights`, which are below 128. The sum of
    /// two neighbouring products must be below 2^15.
    fn dot(self, v: Self::V, weights: u32) -> Self::V;
    /// Returns the sum of the bytes of each quarter, as one byte. No two bytes may have a bit in common.
    fn sums(self, v: Self::V) -> u32;
    /// Packs 32-bit words below 2^16 to 16 bits, in both halves of a quarter.
    fn pack(self, v: Self::V) -> Self::V;
}
