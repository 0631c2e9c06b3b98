//! A puzzle in each 32-bit lane: sets of lanes, and words of three 9-bit fields.

#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
use super::{Bytes, LaneRow};
use super::{LaneSet, Words, operations};

/// Vectors whose lanes have a puzzle each.
pub trait Lanes: Words {
    /// Returns, lane by lane, the number of set bits of `ones` plus twice the number of set bits of `twos`.
    fn count(self, ones: Self::V, twos: Self::V) -> Self::V;

    /// Rotates the three 9-bit fields of each lane by one and by two places: field `f` of the results holds field
    /// `f + 1` and field `f + 2` of `v`. The bits above 26 must be zero in `v` and are unspecified in the results.
    #[inline(always)]
    fn rotate_fields(self, v: Self::V) -> (Self::V, Self::V) {
        let one = self.or(self.shr32::<9>(v), self.shl32::<18>(v));
        let two = self.or(self.shr32::<18>(v), self.shl32::<9>(v));
        (one, two)
    }

    /// Returns, for each of the three 9-bit fields of each lane, the word that holds it in every field. The bits above 26 of
    /// `v` do not matter. In the results they are unspecified.
    #[inline(always)]
    fn spread_fields(self, v: Self::V) -> [Self::V; 3] {
        let low = self.and(v, self.splat32(0o777));
        let middle = self.and(v, self.splat32(0o777 << 9));
        let high = self.and(v, self.splat32(0o777 << 18));
        [
            self.or3(low, self.shl32::<9>(low), self.shl32::<18>(low)),
            self.or3(middle, self.shr32::<9>(middle), self.shl32::<9>(middle)),
            self.or3(high, self.shr32::<9>(high), self.shr32::<18>(high)),
        ]
    }

    /// Returns in field `j` of each lane the union of the three 9-bit fields of `words[j]`, whose bits above 26 must be zero.
    /// In the result they are unspecified.
    #[inline(always)]
    fn unite_fields(self, words: [Self::V; 3]) -> Self::V {
        let [a, b, c] = words;
        let low = self.and(self.or3(a, self.shr32::<9>(a), self.shr32::<18>(a)), self.splat32(0o777));
        let middle = self.or3(b, self.shr32::<9>(b), self.shl32::<9>(b));
        let high = self.or3(c, self.shl32::<9>(c), self.shl32::<18>(c));
        let two = self.or_and(low, middle, self.splat32(0o777 << 9));
        self.or_and(two, high, self.splat32(0o777 << 18))
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
            self.blend(self.equal(v, self.splat32(0)), other, then);
        /// `v` in the lanes of `set`, zero in the others.
        keep(set: LaneSet, v: Self::V) -> Self::V = self.blend(set, self.splat32(0), v);
        /// Prepares the lanes of `set` for [`Lanes::fill`]. Until they are filled they are unspecified.
        ///
        /// If replacing lanes is expensive, this clears them once, which makes filling each of them cheap.
        vacate(set: LaneSet, v: Self::V) -> Self::V = self.keep(self.all() & !set, v);
        /// Takes `new` in the lanes of `set`, which are vacant, `v` in the others.
        fill(set: LaneSet, v: Self::V, new: Self::V) -> Self::V =
            self.or_and(v, new, self.keep(set, self.splat32(u32::MAX)));
    });
    /// Looks up the table's entry whose index is the lowest three bits of each lane.
    fn look_up(self, table: &[u32; 8], index: Self::V) -> Self::V;
    /// Moves the lanes of `set` to the first places, in order. The other places are unspecified.
    fn compress(self, set: LaneSet, v: Self::V) -> Self::V;
    /// Moves the first lanes of `v`, in order, to the lanes of `set`. The other lanes become zero.
    fn expand(self, set: LaneSet, v: Self::V) -> Self::V;
}

/// Vectors of one quarter, with what reading and writing text needs.
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub trait FourLanes: Lanes + Bytes {
    /// Returns the bytes of two vectors at these places: place `16 * i + n` is byte `n` of vector `i`. Place 128 is a 0.
    fn shuffle2(self, vectors: [Self::V; 2], places: Self::V) -> Self::V;
    /// Returns the bytes of three vectors at these places.
    fn shuffle3(self, vectors: [Self::V; 3], places: Self::V) -> Self::V;
    /// Returns the code of each byte in its low half if it is a clue, and its kind. See [`codes`](crate::board::codes).
    fn codes(self, bytes: Self::V) -> (Self::V, Self::V);
    /// Swaps the bits at the places of `mask` with the bits `N` places further up, in both halves.
    fn swap_bits<const N: i32>(self, v: Self::V, mask: u64) -> Self::V;
    /// Loads four vectors of four words each, which are one after another, and transposes them.
    fn load_columns(self, from: &LaneRow) -> [Self::V; 4];
    /// Transposes four vectors, and stores them one after another.
    fn store_columns(self, v: [Self::V; 4], to: &mut LaneRow);
}

/// For each set of lanes, the lane that [`compress`](Lanes::compress) moves to each place, and the place that
/// [`expand`](Lanes::expand) reads for each lane of the set.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub const fn lane_orders<const LANES: usize, const SETS: usize>() -> [[[u8; LANES]; SETS]; 2] {
    let mut orders = [[[0; LANES]; SETS]; 2];
    const_for!(set in 0..SETS => {
        let mut place = 0;
        const_for!(lane in 0..LANES => {
            if set >> lane & 1 == 1 {
                orders[0][set][place] = lane as u8;
                orders[1][set][lane] = place as u8;
                place += 1;
            }
        });
    });
    orders
}

/// For each set of four lanes, the bytes of the lanes in `orders`. Lanes outside of the set get indices of no byte if
/// `only_set`.
#[cfg(any(target_arch = "aarch64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub const fn bytes_of(orders: [[u8; 4]; 16], only_set: bool) -> [[u8; 16]; 16] {
    let mut bytes = [[0xFF; 16]; 16];
    const_for!(set in 0..16 => {
        const_for!(byte in 0..16 => {
            if !only_set || set >> (byte / 4) & 1 == 1 {
                bytes[set][byte] = 4 * orders[set][byte / 4] + byte as u8 % 4;
            }
        });
    });
    bytes
}
