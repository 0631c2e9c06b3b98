//! The second row of a band relative to the first: 12,096 arrangements in 15 classes.
//!
//! Relabelling can make the first row 1 to 9. Then all that matters is in which columns the first row has the digits of
//! the second one. An *arrangement* is that list of nine columns. A column order moves both rows, and so takes each
//! arrangement to another one. The arrangements that reach one another in this way form a class. The smallest one of a
//! class represents it, and the classes are numbered by their representatives in lexicographic order. For each
//! arrangement, the table gives its class and one column order that takes it to the representative.
//!
//! **Why no form is lost.** Let `n` take the arrangement of a band to the representative. Then the band and its image
//! under `n` have the same images under all column orders, and therefore the same smallest one. A map `m` takes the image
//! to it exactly when `m` after `n` takes the band to it. If there are several such orders `n`, any of them may be stored.
//!
//! # The number of an arrangement
//! A box of the second row has `k` digits that the first row has in the stack to the right (the first stack is to the
//! right of the third), and `3 - k` from the remaining stack. So `k` digits of a stack are in the box to its left, and
//! the others in the box to its right. As both boxes have three cells, `k` is the same for all boxes. A box can choose
//! the `k` digits from the right in C(3, `k`) ways, independently of the others, and the order of its cells in six ways.
//! The number of an arrangement has these choices as its digits, so each box adds its own part.

use crate::symmetry::orders::{LineOrder, inverse, number_of, order_of, orders_of_nine};
use std::array;

/// The number of arrangements.
pub(super) const ARRANGEMENTS: usize = 12_096;

/// The number of classes of arrangements.
pub(super) const CLASSES: usize = 15;

/// The number of orders of the digits within the boxes of a row: 6³.
pub(super) const BOX_ORDERS: usize = 216;

/// A row of a band, given by the columns of its digits in the first row.
pub(super) type Arrangement = [u8; 9];

/// A value for each triple of columns: see [`BoxColumns`].
type ByColumns<T> = [T; 1024];

/// The class of an arrangement, and the number of a column order that takes it to the representative of that class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Normalization {
    /// The index of the order in [`orders_of_nine`].
    pub order: u16,
    pub(super) class: u16,
}

/// A class of arrangements.
pub(super) struct Class {
    /// The smallest arrangement.
    pub(super) representative: Arrangement,
    /// The column orders that do not change it.
    pub(super) stabilizer: Vec<LineOrder>,
}

/// The possible second rows of all bands.
pub(super) struct SecondRows {
    /// The normalizations, by the number of the arrangement.
    pub(super) normalizations: Box<[Normalization; ARRANGEMENTS]>,
    pub(super) classes: Vec<Class>,
}

impl SecondRows {
    /// Finds the classes. The first arrangement without a class represents the next class, and its images under all column
    /// orders are the members. Each member stores the inverse of the order that made it.
    pub(super) fn new() -> Self {
        let orders: Vec<LineOrder> = orders_of_nine().collect();
        let mut normalizations = Box::new([Normalization::default(); ARRANGEMENTS]);
        let mut known = vec![false; ARRANGEMENTS];
        let mut classes = Vec::with_capacity(CLASSES);
        for representative in arrangements() {
            if known[number(box_columns(&representative))] {
                continue;
            }
            let mut stabilizer = Vec::new();
            for order in &orders {
                let image = rearranged(&representative, order);
                let number = number(box_columns(&image));
                if !std::mem::replace(&mut known[number], true) {
                    normalizations[number] =
                        Normalization { order: number_of(&inverse(order)), class: classes.len() as u16 };
                }
                if image == representative {
                    stabilizer.push(*order);
                }
            }
            classes.push(Class { representative, stabilizer });
        }
        Self { normalizations, classes }
    }
}

/// The columns of the three digits in each box of a row, as a number of three decimal digits.
pub type BoxColumns = [usize; 3];

/// Returns the columns in each box of a row that is given by its columns.
#[inline]
pub(super) fn box_columns(row: &[u8; 9]) -> BoxColumns {
    let number = |[a, b, c]: [u8; 3]| 100 * usize::from(a) + 10 * usize::from(b) + usize::from(c);
    let [a, b, c, d, e, f, g, h, i] = *row;
    [number([a, b, c]), number([d, e, f]), number([g, h, i])]
}

/// Returns the number of an arrangement, below [`ARRANGEMENTS`].
#[inline(always)]
pub(super) fn number([first, second, third]: BoxColumns) -> usize {
    let part = |stack: usize, columns: usize| usize::from(PARTS[stack][columns % 1024]);
    part(0, first) + part(1, second) + part(2, third)
}

/// Returns the orders of a row's columns in the three boxes, as a number below [`BOX_ORDERS`].
#[inline(always)]
pub(super) fn box_orders([first, second, third]: BoxColumns) -> usize {
    let order = |columns: usize| usize::from(BOX_ORDER[columns % 1024]);
    36 * order(first) + 6 * order(second) + order(third)
}

/// For each box, what its columns add to the number of an arrangement.
static PARTS: [ByColumns<u16>; 3] = [parts(0), parts(1), parts(2)];

const fn parts(stack: usize) -> ByColumns<u16> {
    const CHOICES: [usize; 4] = [1, 3, 3, 1];
    const FIRST: [usize; 4] = [0, 1, 28, 55]; // the sums of the cubes of the preceding numbers of choices
    /// The index of each set among the sets of equal size, by its bits.
    const PLACES: [usize; 8] = [0, 0, 1, 0, 2, 1, 2, 0];
    let mut parts = [0; 1024];
    const_for!(i in 0..1000 => {
        let columns = [i / 100, i / 10 % 10, i % 10];
        let mut from_right = 0;
        const_for!(place in 0..3 => {
            if columns[place] / 3 == (stack + 1) % 3 {
                from_right |= 1 << (columns[place] % 3);
            }
        });
        let k = (from_right as u32).count_ones() as usize;
        let first = if stack == 0 { FIRST[k] } else { 0 };
        let choice = first + PLACES[from_right] * CHOICES[k].pow(2 - stack as u32);
        parts[i] = (choice * BOX_ORDERS + box_order(i) * 6_usize.pow(2 - stack as u32)) as u16;
    });
    parts
}

/// The number of the order of three columns, see [`order_of`].
static BOX_ORDER: ByColumns<u8> = {
    let mut orders = [0; 1024];
    const_for!(i in 0..1000 => {
        orders[i] = box_order(i) as u8;
    });
    orders
};

const fn box_order(columns: usize) -> usize {
    order_of([(columns / 100) as u8, (columns / 10 % 10) as u8, (columns % 10) as u8]) as usize
}

/// Returns the row after a reordering of the columns, relabelled to make the first row 1 to 9 again.
pub(super) fn rearranged(row: &[u8; 9], order: &LineOrder) -> [u8; 9] {
    let label = inverse(order);
    array::from_fn(|place| label[usize::from(row[usize::from(order[place])])])
}

/// Returns all arrangements in lexicographic order.
fn arrangements() -> Vec<Arrangement> {
    let mut arrangements = Vec::with_capacity(ARRANGEMENTS);
    add_arrangements([0; 9], 0, &mut arrangements);
    arrangements
}

/// Adds the arrangements that begin with the first `count` columns of `row`. The columns are distinct, and each is in a different
/// stack than its place.
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
    use super::*;

    #[test]
    fn the_12096_arrangements_have_the_numbers_below_12096() {
        let arrangements = arrangements();
        assert_eq!(arrangements.len(), ARRANGEMENTS);
        assert!(arrangements.is_sorted());
        let mut numbers: Vec<usize> = arrangements.iter().map(|row| number(box_columns(row))).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..ARRANGEMENTS));
    }

    #[test]
    fn the_arrangements_fall_into_15_classes() {
        let second_rows = SecondRows::new();
        assert_eq!(second_rows.classes.len(), CLASSES);
        let members: usize = second_rows.classes.iter().map(|class| 1296 / class.stabilizer.len()).sum();
        assert_eq!(members, ARRANGEMENTS);
    }

    #[test]
    fn each_arrangement_becomes_its_representative_which_no_order_makes_smaller() {
        let (second_rows, orders) = (SecondRows::new(), orders_of_nine().collect::<Vec<_>>());
        for arrangement in arrangements() {
            let Normalization { order, class } =
                second_rows.normalizations[number(box_columns(&arrangement))];
            let class = &second_rows.classes[usize::from(class)];
            assert_eq!(rearranged(&arrangement, &orders[usize::from(order)]), class.representative);
        }
        for class in &second_rows.classes {
            let images = orders.iter().map(|order| rearranged(&class.representative, order));
            assert_eq!(images.min(), Some(class.representative));
        }
    }
}
