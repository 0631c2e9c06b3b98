//! The bands of whole grids: their 416 classes, and the maps that make a band least.
//!
//! A band is three rows, or three columns as rows of the transposed grid. The first row labels the digits, so a band
//! has 6 · 1,296 images: its rows in some order and its columns in some order.
//!
//! A *normalized* band has the first row 1 to 9, and its second row represents one of the 15 classes of
//! [`second_row`]. There are 15 · 216 of them, numbered by class and third row, which is their lexicographic order.
//! The column order of its second row normalizes a band. The least image of a band is a normalized band: its second row
//! is the smallest of all images, and therefore the smallest of its own class. For each normalized band, the table gives
//! the number of its least image among the 416, again in lexicographic order, and every map that takes it there.
//!
//! Bertram Felgenhauer and Frazer Jarvis found the 416 classes of bands and counted the grids with them in 2005.

mod second_row;
mod table;

use std::{array, ops::Range, sync::LazyLock};

use second_row::{ARRANGEMENTS, BOX_ORDERS, CLASSES, box_columns, box_orders, number};
pub(super) use second_row::{BoxColumns, Normalization};

/// The number of classes of bands.
#[cfg(test)]
const BAND_CLASSES: usize = 416;

/// The number of normalized bands.
const NORMALIZED_BANDS: usize = CLASSES * BOX_ORDERS;

/// A row of nine cells, or data about it, in sixteen bytes.
pub(super) type Row = [u8; 16];

/// The value of the bytes after the columns of an order.
const NO_COLUMN: u8 = 0x80;

/// A band in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Band {
    /// The number of its class, below 416.
    pub(super) class: u16,
    /// The place in [`Bands::orders`] of the column order that normalizes it.
    pub(super) order: u16,
    /// The first of the maps in [`Bands::maps`] that take the normalized band to its least image, and their number.
    first_map: u16,
    maps: u16,
}

/// A map from a normalized band to its least image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BandMap {
    /// The column at each place, followed by bytes of 15.
    pub(super) columns: Row,
    /// The number of the row order in [`ORDERS`](super::orders::ORDERS).
    pub(super) rows: u8,
}

/// The table of all normalized bands: 150 KB, built on first use in three milliseconds.
///
/// That is little enough to do at run time. A build script would compile this code twice, and a program that never needs a form
/// would still carry the table.
pub(super) struct Bands {
    /// The normalizations, by the number of the second row's arrangement.
    normalizations: Box<[Normalization; ARRANGEMENTS]>,
    /// The normalized bands, by number, without their column orders.
    bands: Box<[Band; NORMALIZED_BANDS]>,
    /// The maps of all normalized bands, one list after another.
    pub(super) maps: Vec<BandMap>,
    /// All column orders, each with the one that undoes it; [`NO_COLUMN`] follows the nine columns.
    pub(super) orders: Vec<[Row; 2]>,
}

/// Returns the class of a band under all orders of its rows and columns and all relabellings, below 416.
///
/// The classes are numbered by their smallest bands in lexicographic order. The digits are text or numbers from 1 to 9.
/// Three columns of a stack are a band of the transposed grid.
pub(crate) fn band_class(rows: [&[u8; 9]; 3]) -> usize {
    let row = |row: usize| row_of(rows[row], 0);
    usize::from(Bands::get().find([&row(0), &row(1), &row(2)]).class)
}

impl Band {
    /// Returns the places in [`Bands::maps`] of the maps that take the normalized band to its least image.
    #[inline]
    pub(super) fn maps(&self) -> Range<u16> {
        self.first_map..self.first_map + self.maps
    }
}

impl Bands {
    /// Returns the table. The first call builds it.
    pub(super) fn get() -> &'static Self {
        static BANDS: LazyLock<Bands> = LazyLock::new(table::make);
        &BANDS
    }

    /// Returns the normalization of a band whose second row has its digits in these columns of the first row.
    #[inline(always)]
    pub(super) fn normalization(&self, second: BoxColumns) -> Normalization {
        self.normalizations[number(second)]
    }

    /// Returns the band with this normalization whose third row has its digits in these columns of the first row.
    #[inline(always)]
    pub(super) fn band(&self, Normalization { order, class }: Normalization, third: BoxColumns) -> Band {
        Band { order, ..self.bands[usize::from(class) * BOX_ORDERS + box_orders(third)] }
    }

    /// Returns the band with these three rows of nine digits.
    pub(super) fn find(&self, [first, second, third]: [&Row; 3]) -> Band {
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
fn row_of(bytes: &[u8; 9], after: u8) -> Row {
    array::from_fn(|i| bytes.get(i).copied().unwrap_or(after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::CELLS;
    use crate::symmetry::{Minlex, Transformation};

    /// Returns the classes of the bands and stacks of a grid in text, in ascending order.
    fn classes(grid: &[u8; CELLS]) -> Vec<usize> {
        let transposed: [u8; CELLS] = array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
        let class = |band: &[u8]| {
            let (rows, _) = band.as_chunks::<9>();
            band_class([&rows[0], &rows[1], &rows[2]])
        };
        let mut classes: Vec<_> = grid.chunks(27).chain(transposed.chunks(27)).map(class).collect();
        classes.sort_unstable();
        classes
    }

    #[test]
    fn equivalent_grids_have_bands_of_the_same_classes_and_their_form_begins_with_the_least() {
        let grid = *b"154629378769843152382751964431562897875394621296187543943215786518476239627938415";
        let (known, form) = (classes(&grid), Minlex::new().form_of_text(&grid).unwrap().text);
        for number in 0..200 {
            let map = Transformation::nth(number * 6_000_000_007 % Transformation::COUNT).unwrap();
            assert_eq!(classes(&map.image(&grid.map(|byte| byte - b'0'))), known);
        }
        let (rows, _) = form.as_chunks::<9>();
        assert_eq!(band_class([&rows[0], &rows[1], &rows[2]]), known[0]);
        assert!(known.iter().all(|&class| class < BAND_CLASSES));
    }
}
