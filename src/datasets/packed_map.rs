//! Transformations in 64 bits, as tables of records store them.

use std::num::NonZero;

use crate::array::array_of;
use crate::symmetry::Transformation;
use crate::symmetry::orders::{numbers_of, order_of_nine};

/// A transformation in 58 bits.
///
/// ```text
/// bit 57 │ 56          │ 55 ───── 32      │ 31 ────── 0
///     1  │ transposed  │ rows, columns    │ digits 1 to 8
///                        8 orders, 3 bits   4 bits each; the image of 9 is the remaining digit
/// ```
///
/// The orders are those of the three bands, of the rows in each band, of the stacks, and of the columns in each stack. Bit 57
/// keeps the number from being 0, so an `Option` of a map needs no more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedMap(NonZero<u64>);

/// The bit that is set in every map, which keeps its number from being 0.
const MARK: NonZero<u64> = NonZero::new(1 << 57).unwrap();

impl PackedMap {
    /// The transformation that changes nothing.
    pub(crate) const IDENTITY: Self = Self(NonZero::new(MARK.get() | 0x1234_5678).unwrap());

    pub(crate) fn new(map: &Transformation) -> Self {
        let digits = map.digits()[1..9].iter().fold(0, |packed, &digit| packed << 4 | u64::from(digit));
        let lines = pack_lines(map.rows()) << 12 | pack_lines(map.columns());
        Self::from_number(u64::from(map.transposed()) << 56 | lines << 32 | digits)
    }

    /// Returns the map with this number, which must be from [`number`](Self::number).
    #[inline]
    pub(crate) fn from_number(number: u64) -> Self {
        Self(MARK | number)
    }

    #[inline]
    pub(crate) fn number(self) -> u64 {
        self.0.get()
    }

    pub(crate) fn unpack(self) -> Transformation {
        let mut digits = [0; 10];
        for (place, digit) in digits[1..9].iter_mut().enumerate() {
            *digit = (self.number() >> (4 * (7 - place)) & 15) as u8;
        }
        digits[9] = 45 - digits.iter().sum::<u8>();
        let rows = unpack_lines(self.number() >> 44 & 0xFFF);
        let columns = unpack_lines(self.number() >> 32 & 0xFFF);
        Transformation::from_parts(self.number() >> 56 & 1 != 0, rows, columns, digits)
    }
}

/// Packs the order of nine rows or columns as the numbers of four orders of three: the order of the groups, and of the lines in
/// each group.
fn pack_lines(lines: &[u8; 9]) -> u64 {
    numbers_of(lines).iter().fold(0, |packed, &order| packed << 3 | u64::from(order))
}

fn unpack_lines(packed: u64) -> [u8; 9] {
    order_of_nine(array_of(|place| (packed >> (9 - 3 * place) & 7) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_round_trips() {
        let step = Transformation::COUNT / 9973;
        for index in (0..Transformation::COUNT).step_by(step as usize) {
            let map = Transformation::nth(index).unwrap();
            assert_eq!(PackedMap::new(&map).unpack(), map, "{map}");
        }
        assert!(PackedMap::new(&Transformation::nth(Transformation::COUNT - 1).unwrap()).number() < 1 << 58);
        assert_eq!(size_of::<Option<PackedMap>>(), 8);
    }

    #[test]
    fn the_identity_is_the_packed_identity() {
        assert_eq!(PackedMap::new(&Transformation::default()), PackedMap::IDENTITY);
    }
}
