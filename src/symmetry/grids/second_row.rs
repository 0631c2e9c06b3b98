//! The second row of a band relative to the first: 12,096 arrangements in 15 classes.
//!
//! Relabelling lets the first row be 1 to 9, so that only the columns count in which the first row holds the digits of
//! the second one. An *arrangement* is that list of nine columns. A column order moves both rows, and so takes each
//! arrangement to another one; the arrangements that reach one another in this way are a class. The smallest one of a
//! class represents it, and the classes are numbered by their representatives in lexicographic order. The table says
//! for each arrangement which class it belongs to, and one column order that takes it to the representative.
//!
//! **Why no form is lost.** Let `n` take the arrangement of a band to the representative. Then the band and its image
//! under `n` have the same images under all column orders, so the same smallest one, and `m` takes the image to it
//! exactly where `m` after `n` takes the band to it. Which one of several orders `n` is stored does not matter.

use super::lookup::{Lookup, Plain, Row};
use crate::symmetry::orders::{LineOrder, ORDERS, inverse, order_of, orders_of_nine};
use std::array;

/// One bit for each column of a band, but none for the last one: a set of columns of known size fits one byte.
///
/// The bits are such that seven of them tell the second row's sets of digits apart, see [`key`].
pub(super) const COLUMN_BITS: [u8; 9] = [1, 2, 4, 8, 16, 128, 32, 64, 0];

/// The bits of [`COLUMN_BITS`] that count in each box of the second row, see [`key`].
pub(super) const KEY_BITS: [u8; 3] = [0b110_0000, 0b000_0111, 0b001_1000];

/// The number of orders of the digits within the boxes of a row: 6³.
pub(super) const BOX_ORDERS: usize = 216;

/// The number of keys, most of which belong to no arrangement.
pub(super) const KEYS: usize = 128 * BOX_ORDERS;

/// The number of classes of arrangements.
pub(super) const CLASSES: usize = 15;

/// A row of a band by the columns that its digits have in the first row.
type Arrangement = [u8; 9];

/// A class, and a column order that takes an arrangement to the representative of that class.
///
/// Four bytes: one for each stack of the image, then the class. The byte of a stack has three parts.
///
/// ```text
///  7   6   5 | 4   3   2 | 1   0
///   columns  |   ranks   | source
/// ```
/// The stack comes from the stack `source`, and its columns are those of that stack in the order `ORDERS[columns]`.
/// `ranks` is for the third row of the band: the smallest, middle and largest of its digits in this box, by their
/// [`COLUMN_BITS`], become those with the ranks `ORDERS[ranks]` when the band is relabelled. The sets of digits in the
/// boxes of the third row follow from the second row, and so `ranks` depends on the arrangement alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Normalization(u32);

impl Normalization {
    pub(super) fn class(self) -> usize {
        usize::from(self.bytes()[3])
    }

    pub(super) fn bytes(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    /// For each of nine places the column that comes there.
    #[inline(always)]
    pub(super) fn columns(self) -> Row {
        let stacks = self.bytes();
        let mut columns = [0; 16];
        for i in 0..9 {
            columns[i] = 3 * (stacks[i / 3] & 3) + ORDERS[usize::from(stacks[i / 3] >> 5)][i % 3];
        }
        columns
    }

    /// The number of the normalized band: by class, then by third row in lexicographic order.
    ///
    /// `orders` are the orders of the third row's digits in each box, by their [`COLUMN_BITS`].
    #[inline(always)]
    pub(super) fn band(self, orders: [u8; 3], moved: &MovedOrders) -> usize {
        let orders = [orders[0], orders[1], orders[2], 0];
        let [stacks @ .., class] = self.bytes();
        stacks.iter().fold(usize::from(class), |band, &stack| {
            band * 6 + usize::from(moved[usize::from(stack)][usize::from(orders[usize::from(stack & 3)] & 7)])
        })
    }
}

/// For the byte of a stack in [`Normalization`]: what each of the six orders of three digits becomes.
pub(super) type MovedOrders = [[u8; 8]; 256];

pub(super) fn moved_orders() -> Box<MovedOrders> {
    let mut table = Box::new([[0; 8]; 256]);
    for (columns, ranks, source) in
        (0..6).flat_map(|c| (0..6).flat_map(move |r| (0..3).map(move |s| (c, r, s))))
    {
        let moved = |order: [u8; 3]| {
            order_of(ORDERS[columns].map(|place| ORDERS[ranks][usize::from(order[usize::from(place)])]))
        };
        table[32 * columns + 4 * ranks + source][..6].copy_from_slice(&ORDERS.map(moved));
    }
    table
}

/// The orders of a row's digits in each box.
#[inline(always)]
pub(super) fn box_orders(lookup: impl Lookup, row: &Row) -> [u8; 3] {
    let [_, orders] = lookup.sets_and_orders(row);
    [orders[0], orders[3], orders[6]]
}

/// The key of an arrangement, given as the [`COLUMN_BITS`] of its columns; below [`KEYS`].
///
/// The key is the orders of the digits in each box, and seven bits for the sets of digits. Of the digits that the first
/// row has in a stack, some are in the box to the right in the second row, where the first box counts as the one to the
/// right of the third; the others are in the remaining box. So it is enough to know the former. If `k` of them come
/// from the first stack, the second box has room for `3 - k` of the third stack, whose other `k` go to the right as
/// well, and in the same way `k` of the second stack do. The number being the same for all stacks, three bits for the
/// first stack and two for each of the others are enough.
#[inline(always)]
pub(super) fn key(lookup: impl Lookup, row: &Row) -> usize {
    let [sets, orders] = lookup.sets_and_orders(row);
    let set = |i: usize| sets[3 * i] & KEY_BITS[i];
    let sets = usize::from(set(0) | set(1) | set(2));
    [orders[0], orders[3], orders[6]].iter().fold(sets, |key, &order| 6 * key + usize::from(order))
}

/// What the second rows of all bands can be: the table of all arrangements by [`key`], and the classes.
pub(super) struct SecondRows {
    pub(super) normalizations: Box<[Normalization; KEYS]>,
    pub(super) classes: Vec<Class>,
}

/// A class of arrangements.
pub(super) struct Class {
    /// The smallest arrangement.
    pub(super) representative: Arrangement,
    /// The column orders that do not change it.
    pub(super) stabilizer: Vec<LineOrder>,
}

impl SecondRows {
    /// Finds the classes: the first arrangement that no class has yet represents the next one, and its images under
    /// all column orders are the members. Each member stores the inverse of the order that made it.
    pub(super) fn new() -> Self {
        let orders: Vec<LineOrder> = orders_of_nine().collect();
        let mut normalizations = Box::new([Normalization::default(); KEYS]);
        let mut known = vec![false; KEYS];
        let mut classes = Vec::with_capacity(CLASSES);
        for representative in arrangements() {
            let own_key = key(Plain, &column_bits(&representative));
            if known[own_key] {
                continue;
            }
            let mut stabilizer = Vec::new();
            for order in &orders {
                let image = rearranged(&representative, order);
                let key = key(Plain, &column_bits(&image));
                if !std::mem::replace(&mut known[key], true) {
                    normalizations[key] = normalization(classes.len() as u8, &image, &inverse(order));
                }
                if key == own_key {
                    stabilizer.push(*order);
                }
            }
            classes.push(Class { representative, stabilizer });
        }
        Self { normalizations, classes }
    }
}

/// Nine bytes as a row.
#[inline(always)]
pub(super) fn nine(bytes: &[u8; 9]) -> Row {
    let mut row = [0; 16];
    row[..9].copy_from_slice(bytes);
    row
}

/// The [`COLUMN_BITS`] of nine columns.
pub(super) fn column_bits(columns: &[u8; 9]) -> Row {
    nine(&columns.map(|column| COLUMN_BITS[usize::from(column)]))
}

/// The row when the columns are put in another order, and relabelled so that the first row is 1 to 9 again.
pub(super) fn rearranged(row: &[u8; 9], order: &LineOrder) -> [u8; 9] {
    let label = inverse(order);
    array::from_fn(|place| label[usize::from(row[usize::from(order[place])])])
}

/// The [`Normalization`] that is made of the column order `columns`.
fn normalization(class: u8, arrangement: &Arrangement, columns: &LineOrder) -> Normalization {
    // A third row with the digits of each box in ascending order shows what becomes of their ranks.
    let before = ascending_third_row(arrangement);
    let after = rearranged(&before, columns);
    let stack = |i: usize| {
        let [first, second, third] = [columns[3 * i], columns[3 * i + 1], columns[3 * i + 2]];
        let places = [first % 3, second % 3, third % 3];
        let moved = ORDERS[usize::from(order_of([after[3 * i], after[3 * i + 1], after[3 * i + 2]]))];
        let mut ranks = [0; 3];
        for (place, rank) in places.into_iter().zip(moved) {
            ranks[usize::from(place)] = rank;
        }
        32 * order_of(places) + 4 * order_of(ranks) + first / 3
    };
    Normalization(u32::from_le_bytes([stack(0), stack(1), stack(2), class]))
}

/// The third row whose digits ascend in each box, by their [`COLUMN_BITS`].
fn ascending_third_row(second: &Arrangement) -> [u8; 9] {
    const ASCENDING: [u8; 9] = [8, 0, 1, 2, 3, 4, 6, 7, 5];
    let mut row = [0; 9];
    for (i, digits) in row.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let above = &second[3 * i..][..3];
        let rest =
            ASCENDING.into_iter().filter(|column| usize::from(column / 3) != i && !above.contains(column));
        digits.iter_mut().zip(rest).for_each(|(digit, column)| *digit = column);
    }
    row
}

/// All arrangements in lexicographic order.
fn arrangements() -> Vec<Arrangement> {
    let mut arrangements = Vec::new();
    add_arrangements([0; 9], 0, &mut arrangements);
    arrangements
}

/// Adds the arrangements that begin with the first `count` columns of `row`: each is another one, of another stack than its place.
fn add_arrangements(row: Arrangement, count: usize, arrangements: &mut Vec<Arrangement>) {
    if count == 9 {
        arrangements.push(row);
        return;
    }
    let is_left = |column: &u8| usize::from(column / 3) != count / 3 && !row[..count].contains(column);
    for column in (0..9).filter(is_left) {
        let mut row = row;
        row[count] = column;
        add_arrangements(row, count + 1, arrangements);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_12096_arrangements_have_different_keys() {
        let keys: HashSet<usize> = arrangements().iter().map(|row| key(Plain, &column_bits(row))).collect();
        assert_eq!(arrangements().len(), 12_096);
        assert_eq!(keys.len(), 12_096);
        assert!(keys.into_iter().all(|key| key < KEYS));
        assert!(arrangements().is_sorted());
    }

    #[test]
    fn the_arrangements_fall_into_15_classes() {
        let second_rows = SecondRows::new();
        assert_eq!(second_rows.classes.len(), CLASSES);
        let members: usize = second_rows.classes.iter().map(|class| 1296 / class.stabilizer.len()).sum();
        assert_eq!(members, 12_096);
    }

    #[test]
    fn each_arrangement_becomes_its_representative_which_no_order_makes_smaller() {
        let second_rows = SecondRows::new();
        for arrangement in arrangements() {
            let normalization = second_rows.normalizations[key(Plain, &column_bits(&arrangement))];
            let class = &second_rows.classes[normalization.class()];
            assert_eq!(
                rearranged(&arrangement, normalization.columns().first_chunk().unwrap()),
                class.representative
            );
        }
        for class in &second_rows.classes {
            let images = orders_of_nine().map(|order| rearranged(&class.representative, &order));
            assert_eq!(images.min(), Some(class.representative));
        }
    }

    #[test]
    fn the_orders_of_a_third_row_move_as_the_row_itself() {
        let (second_rows, moved) = (SecondRows::new(), moved_orders());
        for (arrangement, orders) in arrangements().into_iter().zip((0..BOX_ORDERS as u8).cycle()) {
            let orders = [orders / 36, orders / 6 % 6, orders % 6];
            let ascending = ascending_third_row(&arrangement);
            let third: [u8; 9] = std::array::from_fn(|i| {
                ascending[i / 3 * 3 + usize::from(ORDERS[usize::from(orders[i / 3])][i % 3])]
            });
            assert_eq!(box_orders(Plain, &column_bits(&third)), orders);
            let normalization = second_rows.normalizations[key(Plain, &column_bits(&arrangement))];
            let columns = normalization.columns();
            let image = nine(&rearranged(&third, columns.first_chunk().unwrap()));
            let image = box_orders(Plain, &image);
            let number =
                image.iter().fold(normalization.class(), |band, &order| 6 * band + usize::from(order));
            assert_eq!(normalization.band(orders, &moved), number);
        }
    }
}
