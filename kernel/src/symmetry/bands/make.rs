//! Makes the table of all normalized bands.
//!
//! **How the table is made, and why it is complete.** Let `c` be the first normalized band without an entry. Then `c` is
//! a least image: the least image of its class is also a normalized band, and would have given `c` an entry if it came
//! earlier. For each order of the rows of `c`, the column orders that normalize the result are the one that the second
//! row's table gives, followed by any that leaves the representative unchanged. If such a pair of orders turns `c` into
//! the band `b`, its inverse takes `b` to `c`, and every map from `b` to `c` is the inverse of exactly one such pair. So
//! each list is complete and has no map twice. All lists together have 5,204 maps.

use super::second_row::{BOX_ORDERS, SecondRows, box_columns, box_orders, number, rearranged};
use super::table::{Band, BandMap, Bands, NO_COLUMN, NORMALIZED_BANDS, row_of};
use crate::symmetry::orders::{ORDERS, inverse, order_of, orders_of_nine};
use std::{array, sync::LazyLock};

/// Three rows of nine columns, the first of them in order.
type BandRows = [[u8; 9]; 3];

impl Bands {
    /// Returns the table. The first call builds it.
    pub(in crate::symmetry) fn get() -> &'static Self {
        static BANDS: LazyLock<Bands> = LazyLock::new(make);
        &BANDS
    }
}

fn make() -> Bands {
    let second_rows = SecondRows::new();
    let mut class_of = [None; NORMALIZED_BANDS];
    let mut maps = Vec::new();
    let mut classes = 0;
    for number in 0..NORMALIZED_BANDS {
        if class_of[number].is_some() {
            continue;
        }
        let least = normalized_band(number, &second_rows);
        for rows in ORDERS {
            for (image, map) in normalized_images(&least, rows, &second_rows) {
                class_of[image] = Some(classes);
                maps.push((image, map));
            }
        }
        classes += 1;
    }
    maps.sort_by_key(|&(image, _)| image);
    let mut first_map = 0;
    let bands = Box::new(array::from_fn(|number| {
        let count = maps[first_map..].iter().take_while(|&&(image, _)| image == number).count();
        let class = class_of[number].expect("every normalized band has its turn");
        let band = Band { class, order: 0, first_map: first_map as u16, maps: count as u16 };
        first_map += count;
        band
    }));
    Bands {
        normalizations: second_rows.normalizations,
        bands,
        maps: maps.into_iter().map(|(_, map)| map).collect(),
        orders: orders_of_nine()
            .map(|order| [order, inverse(&order)].map(|order| row_of(&order, NO_COLUMN)))
            .collect(),
    }
}

fn normalized_band(number: usize, second_rows: &SecondRows) -> BandRows {
    let second = second_rows.classes[number / BOX_ORDERS].representative;
    let orders = [number / 36 % 6, number / 6 % 6, number % 6];
    let mut third = Vec::with_capacity(9);
    for stack in 0..3 {
        let in_box =
            |column: &u8| usize::from(column / 3) != stack && !second[3 * stack..][..3].contains(column);
        let rest: Vec<u8> = (0..9).filter(in_box).collect();
        third.extend(ORDERS[orders[stack]].map(|rank| rest[usize::from(rank)]));
    }
    let third = third.try_into().expect("three boxes of three");
    [array::from_fn(|column| column as u8), second, third]
}

/// Returns the numbers of the normalized bands that a band becomes when its rows are reordered, each with the map that takes it
/// back.
fn normalized_images(
    band: &BandRows,
    rows: [u8; 3],
    second_rows: &SecondRows,
) -> impl Iterator<Item = (usize, BandMap)> {
    let [first, second, third] = rows.map(|row| band[usize::from(row)]);
    let column_of = inverse(&first);
    let [second, third] = [second, third].map(|row| row.map(|column| column_of[usize::from(column)]));
    let normalization = second_rows.normalizations[number(box_columns(&second))];
    let class = usize::from(normalization.class);
    let columns = orders_of_nine().nth(normalization.order.into()).expect("one of all orders");
    let third = rearranged(&third, &columns);
    let map_rows = order_of(inverse(&rows));
    second_rows.classes[class].stabilizer.iter().map(move |order| {
        let image = class * BOX_ORDERS + box_orders(box_columns(&rearranged(&third, order)));
        let columns = array::from_fn(|place| columns[usize::from(order[place])]);
        (image, BandMap { columns: row_of(&inverse(&columns), 15), rows: map_rows })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::bands::class::BAND_CLASSES;
    use crate::symmetry::orders::LineOrder;

    /// Returns the image of a band, relabelled to put its first row in order.
    fn image(band: &BandRows, rows: [u8; 3], columns: &LineOrder) -> BandRows {
        let moved = rows.map(|row| columns.map(|column| band[usize::from(row)][usize::from(column)]));
        let label = inverse(&moved[0]);
        moved.map(|row| row.map(|old| label[usize::from(old)]))
    }

    /// Returns the least image of each class, in the order of the classes.
    fn least_images(bands: &Bands, second_rows: &SecondRows) -> Vec<BandRows> {
        let first = |class: usize| bands.bands.iter().position(|band| usize::from(band.class) == class);
        (0..BAND_CLASSES).map_while(first).map(|number| normalized_band(number, second_rows)).collect()
    }

    #[test]
    fn there_are_416_least_images_in_lexicographic_order_that_represent_all_bands() {
        let (bands, second_rows) = (make(), SecondRows::new());
        let least = least_images(&bands, &second_rows);
        assert_eq!(least.len(), BAND_CLASSES);
        assert!(least.is_sorted_by(|a, b| a < b));
        assert!(bands.bands.iter().all(|band| usize::from(band.class) < BAND_CLASSES));
        assert_eq!(bands.maps.len(), 5204);
        // The first normalized band of a class is its own least image, and the maps that fix it are its stabilizer.
        let first = |class: usize| bands.bands.iter().find(|band| usize::from(band.class) == class);
        let members: usize = (0..BAND_CLASSES).map(|class| 7776 / first(class).unwrap().maps().len()).sum();
        // With 9! relabellings, these are all bands.
        assert_eq!(members, 2_612_736);
    }

    #[test]
    fn the_maps_of_a_normalized_band_take_it_to_its_least_image_and_are_different() {
        let (bands, second_rows) = (make(), SecondRows::new());
        let least = least_images(&bands, &second_rows);
        for (number, entry) in bands.bands.iter().enumerate() {
            let band = normalized_band(number, &second_rows);
            let maps = &bands.maps[usize::from(entry.first_map)..][..usize::from(entry.maps)];
            assert!(!maps.is_empty());
            for (i, map) in maps.iter().enumerate() {
                let (rows, columns) = (ORDERS[usize::from(map.rows)], map.columns.first_chunk().unwrap());
                assert_eq!(image(&band, rows, columns), least[usize::from(entry.class)]);
                assert!(!maps[..i].contains(map));
            }
        }
    }

    #[test]
    fn no_map_makes_a_least_image_smaller_and_all_maps_that_fix_it_are_listed() {
        let (bands, second_rows) = (make(), SecondRows::new());
        let least = least_images(&bands, &second_rows);
        for number in (0..NORMALIZED_BANDS).step_by(211) {
            let band = normalized_band(number, &second_rows);
            let images = || ORDERS.into_iter().flat_map(|r| orders_of_nine().map(move |c| (r, c)));
            let smallest = images().map(|(rows, columns)| image(&band, rows, &columns)).min().unwrap();
            let attaining =
                images().filter(|(rows, columns)| image(&band, *rows, columns) == smallest).count();
            let entry = bands.bands[number];
            assert_eq!(least[usize::from(entry.class)], smallest);
            assert_eq!(entry.maps().len(), attaining);
        }
    }
}
