//! Makes the form of a map, once all rows are placed.

use super::super::{
    clues::ClueLines,
    partial::blank_row_orders,
    simd::{Quarter, Simd},
};
use super::lanes::{BY_POSITION, Lanes, TO_HIGHER};
use crate::symmetry::{CanonicalForm, Transformation, orders::orders_by_joins};
use std::{array, ops::Range};

/// Writes the form that a map of a board makes, without its automorphisms.
#[inline(always)]
pub(super) fn write_form<S: Simd>(simd: S, lanes: &Lanes, map: usize, form: &mut CanonicalForm) {
    let (orders, labels, rows) = (lanes.orders.one(map), lanes.labels.one(map), lanes.rows.one(map));
    let first_line = lanes.first_line(map);
    let line = |row: usize| lanes.line(first_line, map, row);
    let lines = [line(0), line(1), line(2), line(3), line(4), line(5), line(6), line(7), line(8)];
    simd.write_text(orders, labels, lines, &mut form.text);
    form.transformation = transformation(simd, orders, labels, rows);
}

/// Returns the number of geometric maps that a map represents.
#[inline(always)]
pub(super) fn weight(lanes: &Lanes, map: usize, clues: &ClueLines) -> u64 {
    const JOINS: u128 = u128::from_le_bytes([TO_HIGHER; 16]);
    let order = lanes.orders.one(map);
    let blank = clues.blank[usize::from(lanes.rows.one(map)[0] / 16) % 2];
    if u128::from_le_bytes(*order) & JOINS == 0 && blank == 0 {
        return 1;
    }
    let join = |byte: usize| order[byte] & TO_HIGHER != 0;
    let orders = |low: usize, high: usize| orders_by_joins(join(high), join(low)).len() as u64;
    orders(1, 2) * orders(5, 6) * orders(9, 10) * orders(0, 4) * blank_row_orders(blank)
}

/// Returns the first of a board's maps (see [`Transformation::place_in_order`]).
#[cold]
pub(super) fn first_of(lanes: &Lanes, maps: Range<usize>) -> usize {
    let place_in_order = |&map: &usize| {
        // The numbers of rows ascend with the rows, and the transpose's come last. The bytes of an order descend.
        let rows = u128::from_be_bytes(*lanes.rows.one(map)) >> (8 * (16 - 9));
        let columns = u128::from_le_bytes(*lanes.orders.one(map)) & COLUMNS;
        (rows, columns)
    };
    let first = maps.start;
    maps.min_by_key(place_in_order).unwrap_or(first)
}

/// The columns in an order of [`Lanes`].
const COLUMNS: u128 = {
    let mut columns = 0;
    const_for!(position in 0..9 => {
        columns |= 15 << (8 * BY_POSITION[position]);
    });
    columns
};

#[inline(always)]
fn transformation<S: Simd>(simd: S, orders: &Quarter, labels: &Quarter, rows: &Quarter) -> Transformation {
    let low = simd.splat(15);
    let columns = simd.and(simd.shuffle(simd.repeat(orders), simd.repeat(&BY_POSITION)), low);
    let lines = simd.repeat(rows);
    let bands = simd.and(simd.shr::<2>(lines), simd.splat(3));
    let image_rows = simd.first(simd.sub(simd.and(lines, low), bands));
    let columns = simd.first(columns);
    let digits = digits(simd, labels);
    Transformation::from_parts(
        rows[0] >= 16,
        array::from_fn(|row| image_rows[row]),
        array::from_fn(|column| columns[column]),
        array::from_fn(|digit| digits[digit]),
    )
}

/// Returns the new digit for each digit: its label, or one of the remaining labels in the order of the digits.
#[inline(always)]
fn digits<S: Simd>(simd: S, labels: &Quarter) -> Quarter {
    const ONES: Quarter = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0];
    let labels = simd.repeat(labels);
    let next = simd.shuffle(labels, simd.splat(15));
    let ones = simd.only(simd.equal(labels, next), simd.repeat(&ONES));
    let count = simd.add(ones, simd.bytes_up::<1>(ones));
    let count = simd.add(count, simd.bytes_up::<2>(count));
    let count = simd.add(count, simd.bytes_up::<4>(count));
    let count = simd.add(count, simd.bytes_up::<8>(count));
    let labels = simd.and(simd.shr::<4>(labels), simd.splat(15));
    simd.first(simd.add_in(simd.equal(ones, simd.repeat(&ONES)), labels, simd.sub(count, ones)))
}
