//! The 416 classes of bands, and all maps that take a band to its smallest form.
//!
//! A *normalized* band has the first row 1 to 9, and its second row represents one of the [`CLASSES`] of
//! [`SecondRows`]. There are 15 · 216 of them, numbered by class and third row, which is their lexicographic order.
//! Every band becomes a normalized one by the column order of its second row. The minlex form of a band under all
//! orders of its rows and columns is a normalized band: its second row is the smallest of all images, so the smallest
//! of its own class. The table lists for each normalized band the index of its minlex form among the 416, again in
//! lexicographic order, and every map that takes it there.
//!
//! **How the table is made, and why it is whole.** Let `c` be the first normalized band without an entry. Then `c` is a
//! minlex form, because that of its class is a normalized band too and would have given `c` an entry if it came before.
//! For each order of the rows of `c`, all column orders that make a normalized band of it are the one that the
//! second row's table gives, followed by one that leaves the representative as it is. If such a pair of orders makes
//! the band `b` of `c`, its inverse takes `b` to `c`; and every map from `b` to `c` is the inverse of exactly one such
//! pair. So each list is complete, and no map stands twice in it. All lists together have 5,204 maps.

use super::lookup::{Plain, Row};
use super::second_row::{BOX_ORDERS, CLASSES, SecondRows, box_orders, column_bits, key, nine, rearranged};
use crate::symmetry::orders::{LineOrder, ORDERS, inverse};
use std::array;

/// The number of classes of bands.
pub(crate) const BAND_CLASSES: usize = 416;

/// The number of normalized bands.
pub(super) const NORMALIZED_BANDS: usize = CLASSES * BOX_ORDERS;

/// Three rows of nine labels, 1 to 9.
pub(super) type Band = [[u8; 9]; 3];

/// What the table says of a normalized band.
///
/// ```text
///  31 .. 23 | 22 .. 10  | 9 .. 0
///   index   | first map | maps
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BandEntry(u32);

impl BandEntry {
    /// The entry with the index in its high bits, so that entries are ordered by it.
    pub(super) const INDEX_SHIFT: u32 = 23;

    /// The entry of no band.
    pub(super) const NONE: Self = Self(0);

    /// The index of the minlex form among the [`BAND_CLASSES`].
    pub(super) fn index(self) -> usize {
        (self.0 >> Self::INDEX_SHIFT) as usize
    }

    /// The places in [`Bands::maps`] of the maps that take the band to its minlex form.
    pub(super) fn maps(self) -> std::ops::Range<usize> {
        let first = (self.0 >> 10 & 0x1FFF) as usize;
        first..first + (self.0 & 0x3FF) as usize
    }

    pub(super) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    fn new(index: usize, maps: std::ops::Range<usize>) -> Self {
        Self((index << 23 | maps.start << 10 | maps.len()) as u32)
    }
}

/// A map from a normalized band to its minlex form: 16 bytes, as wide as a vector.
///
/// ```text
/// columns  0 .. 9    for each place, the column that comes there
/// rows     9 .. 12   for each place, the row that comes there
/// starts   12 .. 15  9 times that row: its place in the text of the band
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub(super) struct BandMap(pub(super) [u8; 16]);

impl BandMap {
    fn new(columns: LineOrder, rows: [u8; 3]) -> Self {
        let mut bytes = [0; 16];
        bytes[..9].copy_from_slice(&columns);
        bytes[9..12].copy_from_slice(&rows);
        bytes[12..15].copy_from_slice(&rows.map(|row| 9 * row));
        Self(bytes)
    }

    #[cfg(test)]
    pub(super) fn columns(&self) -> &LineOrder {
        self.0.first_chunk().expect("sixteen bytes")
    }

    /// The columns in the first nine of sixteen bytes; the others are no places.
    pub(super) fn row(&self) -> &Row {
        &self.0
    }

    pub(super) fn rows(&self) -> [u8; 3] {
        [self.0[9], self.0[10], self.0[11]]
    }
}

/// The table of all normalized bands.
pub(super) struct Bands {
    /// What there is to know of each normalized band.
    pub(super) entries: Box<[BandEntry; NORMALIZED_BANDS]>,
    /// The maps of all entries, one list after the other.
    pub(super) maps: Vec<BandMap>,
    /// The minlex forms.
    pub(super) forms: Vec<Band>,
}

impl Bands {
    pub(super) fn new(second_rows: &SecondRows) -> Self {
        let mut index_of = [None; NORMALIZED_BANDS];
        let mut maps = Vec::new();
        let mut forms = Vec::with_capacity(BAND_CLASSES);
        for number in 0..NORMALIZED_BANDS {
            if index_of[number].is_some() {
                continue;
            }
            let form = normalized_band(number, second_rows);
            for rows in ORDERS {
                for (image, map) in normalized_images(&form, rows, second_rows) {
                    index_of[image] = Some(forms.len());
                    maps.push((image, map));
                }
            }
            forms.push(form);
        }
        maps.sort_by_key(|&(image, _)| image);
        let mut start = 0;
        let entries = Box::new(array::from_fn(|number| {
            let end = start + maps[start..].iter().take_while(|&&(image, _)| image == number).count();
            let range = std::mem::replace(&mut start, end)..end;
            BandEntry::new(index_of[number].expect("every normalized band has its turn"), range)
        }));
        Self { entries, maps: maps.into_iter().map(|(_, map)| map).collect(), forms }
    }
}

/// The normalized band with this number.
fn normalized_band(number: usize, second_rows: &SecondRows) -> Band {
    let second = second_rows.classes[number / BOX_ORDERS].representative;
    let orders = [number / 36 % 6, number / 6 % 6, number % 6];
    let mut third = Vec::with_capacity(9);
    for i in 0..3 {
        let in_box = |column: &u8| usize::from(column / 3) != i && !second[3 * i..][..3].contains(column);
        let rest: Vec<u8> = (0..9).filter(in_box).collect();
        third.extend(ORDERS[orders[i]].map(|rank| rest[usize::from(rank)]));
    }
    let third = third.try_into().expect("three boxes of three");
    [array::from_fn(|column| column as u8), second, third].map(|row| row.map(|column| column + 1))
}

/// The normalized bands that `form` becomes when its rows are put in the order `rows`, by number, each with the map
/// that takes it back.
fn normalized_images(
    form: &Band,
    rows: [u8; 3],
    second_rows: &SecondRows,
) -> impl Iterator<Item = (usize, BandMap)> {
    let [first, second, third]: Band = array::from_fn(|row| form[usize::from(rows[row])]);
    let mut column_of = [0; 10];
    for (column, &label) in first.iter().enumerate() {
        column_of[usize::from(label)] = column as u8;
    }
    let columns_of = |row: [u8; 9]| array::from_fn(|column| column_of[usize::from(row[column])]);
    let [second, third]: [[u8; 9]; 2] = [columns_of(second), columns_of(third)];
    let normalization = second_rows.normalizations[key(Plain, &column_bits(&second))];
    let columns = *normalization.columns().first_chunk().expect("sixteen bytes");
    let third = rearranged(&third, &columns);
    second_rows.classes[normalization.class()].stabilizer.iter().map(move |order| {
        let orders = box_orders(Plain, &nine(&rearranged(&third, order)));
        let image = orders.iter().fold(normalization.class(), |band, &order| 6 * band + usize::from(order));
        let columns = array::from_fn(|place| columns[usize::from(order[place])]);
        (image, BandMap::new(inverse(&columns), inverse(&rows)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::orders::orders_of_nine;

    fn bands() -> (SecondRows, Bands) {
        let second_rows = SecondRows::new();
        let bands = Bands::new(&second_rows);
        (second_rows, bands)
    }

    /// The image of a band, relabelled so that its first row is 1 to 9.
    fn image(band: &Band, rows: [u8; 3], columns: &LineOrder) -> Band {
        let moved = rows.map(|row| columns.map(|column| band[usize::from(row)][usize::from(column)]));
        let mut label = [0; 10];
        for (column, &old) in moved[0].iter().enumerate() {
            label[usize::from(old)] = column as u8 + 1;
        }
        moved.map(|row| row.map(|old| label[usize::from(old)]))
    }

    #[test]
    fn there_are_416_forms_in_lexicographic_order_that_stand_for_all_bands() {
        let (_, bands) = bands();
        assert_eq!(bands.forms.len(), BAND_CLASSES);
        assert!(bands.forms.is_sorted_by(|a, b| a < b));
        assert_eq!(bands.maps.len(), 5204);
        // The first normalized band with an index is the form itself, and the maps that keep it are its stabilizer.
        let form =
            |index| bands.entries.iter().find(|entry| entry.index() == index).expect("an entry of its own");
        let members: usize = (0..BAND_CLASSES).map(|index| 7776 / form(index).maps().len()).sum();
        // 9! relabellings of these are all bands.
        assert_eq!(members, 2_612_736);
    }

    #[test]
    fn the_maps_of_a_normalized_band_take_it_to_its_form_and_are_different() {
        let (second_rows, bands) = bands();
        for (number, entry) in bands.entries.iter().enumerate() {
            let band = normalized_band(number, &second_rows);
            let maps = &bands.maps[entry.maps()];
            assert!(!maps.is_empty());
            for (i, map) in maps.iter().enumerate() {
                assert_eq!(image(&band, map.rows(), map.columns()), bands.forms[entry.index()]);
                assert!(!maps[..i].contains(map));
            }
        }
    }

    #[test]
    fn no_map_makes_a_form_smaller_and_none_of_those_that_keep_it_is_missing() {
        let (second_rows, bands) = bands();
        for number in (0..NORMALIZED_BANDS).step_by(211) {
            let band = normalized_band(number, &second_rows);
            let images = || ORDERS.into_iter().flat_map(|r| orders_of_nine().map(move |c| (r, c)));
            let smallest = images().map(|(rows, columns)| image(&band, rows, &columns)).min().unwrap();
            let attaining =
                images().filter(|(rows, columns)| image(&band, *rows, columns) == smallest).count();
            let entry = bands.entries[number];
            assert_eq!(bands.forms[entry.index()], smallest);
            assert_eq!(entry.maps().len(), attaining);
        }
    }
}
