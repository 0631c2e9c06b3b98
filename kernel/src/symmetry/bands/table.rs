//! The table of all normalized bands, and how bands are found in it.

use std::{array, ops::Range};

use super::second_row::{
    ARRANGEMENTS, BOX_ORDERS, BoxColumns, CLASSES, Normalization, box_columns, box_orders, number,
};

/// The number of normalized bands.
pub(super) const NORMALIZED_BANDS: usize = CLASSES * BOX_ORDERS;

/// A row of nine cells, or data about it, in sixteen bytes.
pub(in crate::symmetry) type Row = [u8; 16];

/// The value of the bytes after the columns of an order.
pub(super) const NO_COLUMN: u8 = 0x80;

/// A band in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::symmetry) struct Band {
    /// The number of its class, below 416.
    pub(in crate::symmetry) class: u16,
    /// The place in [`Bands::orders`] of the column order that normalizes it.
    pub(in crate::symmetry) order: u16,
    /// The first of the maps in [`Bands::maps`] that take the normalized band to its least image, and their number.
    pub(super) first_map: u16,
    pub(super) maps: u16,
}

/// A map from a normalized band to its least image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::symmetry) struct BandMap {
    /// The column at each place, followed by bytes of 15.
    pub(in crate::symmetry) columns: Row,
    /// The number of the row order in [`ORDERS`](crate::symmetry::orders::ORDERS).
    pub(in crate::symmetry) rows: u8,
}

/// The table of all normalized bands: 150 KB, built on first use in three milliseconds.
///
/// That is little enough to do at run time. A build script would compile this code twice, and a program that never needs a form
/// would still carry the table.
pub(in crate::symmetry) struct Bands {
    /// The normalizations, by the number of the second row's arrangement.
    pub(super) normalizations: Box<[Normalization; ARRANGEMENTS]>,
    /// The normalized bands, by number, without their column orders.
    pub(super) bands: Box<[Band; NORMALIZED_BANDS]>,
    /// The maps of all normalized bands, one list after another.
    pub(in crate::symmetry) maps: Vec<BandMap>,
    /// All column orders, each with the one that undoes it; [`NO_COLUMN`] follows the nine columns.
    pub(in crate::symmetry) orders: Vec<[Row; 2]>,
}

impl Band {
    /// Returns the places in [`Bands::maps`] of the maps that take the normalized band to its least image.
    #[inline]
    pub(in crate::symmetry) fn maps(&self) -> Range<u16> {
        self.first_map..self.first_map + self.maps
    }
}

impl Bands {
    /// Returns the normalization of a band whose second row has its digits in these columns of the first row.
    #[inline(always)]
    pub(in crate::symmetry) fn normalization(&self, second: BoxColumns) -> Normalization {
        self.normalizations[number(second)]
    }

    /// Returns the band with this normalization whose third row has its digits in these columns of the first row.
    #[inline(always)]
    pub(in crate::symmetry) fn band(
        &self,
        Normalization { order, class }: Normalization,
        third: BoxColumns,
    ) -> Band {
        Band { order, ..self.bands[usize::from(class) * BOX_ORDERS + box_orders(third)] }
    }

    /// Returns the band with these three rows of nine digits.
    pub(in crate::symmetry) fn find(&self, [first, second, third]: [&Row; 3]) -> Band {
        let mut columns = [0; 16];
        for column in 0..9 {
            columns[usize::from(first[column] & 15)] = column as u8;
        }
        let column_of = |digit: u8| columns[usize::from(digit & 15)];
        let normalization =
            self.normalization(box_columns(&array::from_fn(|place| column_of(second[place]))));
        let [order, inverse] = &self.orders[usize::from(normalization.order)];
        let normalized =
            |place: usize| inverse[usize::from(column_of(third[usize::from(order[place] & 15)]))];
        self.band(normalization, box_columns(&array::from_fn(normalized)))
    }
}

/// Returns nine bytes as a row, padded with `after`.
pub(super) fn row_of(bytes: &[u8; 9], after: u8) -> Row {
    array::from_fn(|i| bytes.get(i).copied().unwrap_or(after))
}
