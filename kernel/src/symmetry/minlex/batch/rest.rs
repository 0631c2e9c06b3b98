//! Orders all remaining rows of boards with one map, whose columns and labels are settled, four boards at a time.
//!
//! The rows of each band are sorted, and then the bands. Only blank rows of these boards can be equal, because two rows with the
//! same clues would be a conflict.

use super::super::cells::{self, Cells, twice};
use super::lanes::{Lanes, SETTLED, gather};
use crate::simd::Quarter;
use std::array;

/// Orders the remaining rows of settled maps, which have `depth` rows, 4 or more.
#[inline(always)]
pub(super) fn sort<S: Cells>(simd: S, depth: usize, maps: usize, lanes: &mut Lanes) {
    for number in (0..maps).step_by(4) {
        match depth {
            4 => sort_four::<S, 4, 5>(simd, number, lanes),
            5 => sort_four::<S, 5, 4>(simd, number, lanes),
            6 => sort_four::<S, 6, 3>(simd, number, lanes),
            7 => sort_four::<S, 7, 2>(simd, number, lanes),
            _ => {}
        }
    }
}

#[inline(always)]
fn sort_four<S: Cells, const DEPTH: usize, const LEFT: usize>(simd: S, number: usize, lanes: &mut Lanes) {
    const IDENTITY: Quarter = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let first = SETTLED + number;
    let first_lines: [usize; 4] = array::from_fn(|lane| lanes.first_line(first + lane));
    let (orders, labels) = (simd.load(lanes.orders.four(first)), simd.load(lanes.labels.four(first)));
    // The key of each row, with its place in the list of rows.
    let mut rows = [simd.splat8(0); LEFT];
    for (place, row) in (DEPTH..9).zip(&mut rows) {
        let line = gather(simd, |lane| lanes.line(first_lines[lane], first + lane, place));
        let keys = cells::keys(simd, cells::value(simd, simd.shuffle(labels, simd.shuffle(line, orders))));
        *row = simd.or(keys, simd.repeat(&twice(place as u64)));
    }
    let begun = (9 - DEPTH) % 3;
    if begun == 2 {
        exchange(simd, &mut rows, 0, 1);
    }
    for band in (begun..LEFT).step_by(3) {
        exchange(simd, &mut rows, band, band + 1);
        exchange(simd, &mut rows, band + 1, band + 2);
        exchange(simd, &mut rows, band, band + 1);
    }
    let mut list = simd.repeat(&IDENTITY);
    for (place, &row) in (DEPTH..9).zip(&rows) {
        list = cells::set_byte(simd, list, place, row);
    }
    let rows = simd.shuffle(simd.load(lanes.rows.four(first)), simd.and(list, simd.splat8(15)));
    simd.store(rows, lanes.rows.four_mut(first));
}

/// Puts the smaller of two rows first.
#[inline(always)]
fn exchange<S: Cells>(simd: S, rows: &mut [S::V], one: usize, other: usize) {
    (rows[one], rows[other]) = simd.order64(rows[one], rows[other]);
}
