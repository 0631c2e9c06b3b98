//! The rows that may come next under each map, placed and compared, four maps at a time.

use super::super::cells::{self, Cells};
use super::lanes::{Lanes, Quads, ROOM_OF_DEPTH, TO_HIGHER, gather};
use crate::simd::Quarter;
use std::array;

/// The number of rows that may come next, by the number of rows placed.
pub(super) const CHOICES: [usize; 9] = [9, 2, 1, 6, 2, 1, 3, 2, 1];

/// Room for the cells of the rows of all maps of one depth, up to six rows each.
const CELLS_ROOM: usize = 8192;

const _: () = assert!(ROOM_OF_DEPTH * 6 <= CELLS_ROOM);

/// The result of the comparison: the least rows of all maps of one depth.
#[derive(Debug)]
pub(super) struct Compared {
    /// For each map, the key of its least row and, from bit 48 on, one bit for each choice that gives it.
    pub least: [u64; ROOM_OF_DEPTH],
    /// The sorted cells of each choice, four maps at a time.
    cells: Quads<CELLS_ROOM>,
}

impl Compared {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self { least: [0; ROOM_OF_DEPTH], cells: Quads::ZERO })
    }

    /// Returns the cells of a choice under the map with this number among the maps of the depth.
    #[inline(always)]
    pub(super) fn cells(&self, number: usize, choice: usize, choices: usize) -> &Quarter {
        self.cells.one((number / 4 * choices + choice) * 4 + number % 4)
    }

    /// Places the rows that may come next under `maps` maps from `first` on.
    #[inline(always)]
    pub(super) fn place<S: Cells, const CHOICES: usize>(
        &mut self,
        simd: S,
        depth: usize,
        first: usize,
        maps: usize,
        lanes: &Lanes,
    ) {
        const STACKS: Quarter =
            [TO_HIGHER, 0, 0, 0, TO_HIGHER, 0, 0, 0, TO_HIGHER, 0, 0, 0, TO_HIGHER, 0, 0, 0];
        for number in (0..maps).step_by(4) {
            let orders = simd.load(lanes.orders.four(first + number));
            if !simd.is_zero(simd.and(orders, simd.repeat(&STACKS))) {
                self.place_four::<S, CHOICES, true>(simd, depth, first, number, lanes);
            } else {
                self.place_four::<S, CHOICES, false>(simd, depth, first, number, lanes);
            }
        }
    }

    #[inline(always)]
    fn place_four<S: Cells, const CHOICES: usize, const JOINED_STACKS: bool>(
        &mut self,
        simd: S,
        depth: usize,
        first: usize,
        number: usize,
        lanes: &Lanes,
    ) {
        let first_lines: [usize; 4] = array::from_fn(|lane| lanes.first_line(first + number + lane));
        let orders = simd.load(lanes.orders.four(first + number));
        let labels = simd.load(lanes.labels.four(first + number));
        let joins = cells::column_exchanges(simd, orders);
        let mut keys = [simd.splat8(0); CHOICES];
        for (choice, key) in keys.iter_mut().enumerate() {
            let rows =
                gather(simd, |lane| lanes.line(first_lines[lane], first + number + lane, depth + choice));
            let (cells, row_key) = placed::<S, JOINED_STACKS>(simd, rows, orders, labels, joins);
            *key = row_key;
            simd.store(cells, self.cells.four_mut(number * CHOICES + choice * 4));
        }
        let mut least = keys[0];
        for &key in &keys[1..] {
            least = simd.order64(least, key).0;
        }
        let mut found = least;
        for (choice, &key) in keys.iter().enumerate() {
            found = cells::mark_equal(simd, found, key, least, 1 << (48 + choice));
        }
        if let Some(least) = self.least[number..].first_chunk_mut::<4>() {
            simd.store_low_words(found, least);
        }
    }
}

/// Returns the sorted cells of four rows under four maps, and the key of each, in both halves of its quarter.
#[inline(always)]
fn placed<S: Cells, const JOINED_STACKS: bool>(
    simd: S,
    rows: S::V,
    orders: S::V,
    labels: S::V,
    [first, last]: [S::V; 2],
) -> (S::V, S::V) {
    let labels = simd.shuffle(labels, simd.shuffle_low(rows, orders));
    let cells = simd.or_and(labels, orders, simd.splat8(15));
    // The first of joined columns has the highest byte and gets the least cell.
    let cells = cells::exchange::<S, true>(simd, cells, first);
    let cells = cells::exchange::<S, false>(simd, cells, last);
    let cells = cells::exchange::<S, true>(simd, cells, first);
    let values = cells::value(simd, simd.and(cells, simd.splat8(0xf0)));
    let (cells, values) =
        if JOINED_STACKS { sort_stacks(simd, cells, values, orders) } else { (cells, values) };
    (cells, cells::keys(simd, values))
}

/// Sorts joined stacks by their values; the least comes first, in the highest word.
#[inline(always)]
fn sort_stacks<S: Cells>(simd: S, cells: S::V, values: S::V, orders: S::V) -> (S::V, S::V) {
    const WORDS: Quarter = [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0];
    const LOW_BYTES: Quarter = [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12];
    const IN_WORD: Quarter = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];
    let [first, last] = cells::stack_exchanges(simd, orders);
    let values = simd.or(values, simd.repeat(&WORDS));
    let values = cells::exchange_stacks::<S, true>(simd, values, first);
    let values = cells::exchange_stacks::<S, false>(simd, values, last);
    let values = cells::exchange_stacks::<S, true>(simd, values, first);
    let word = simd.and(simd.shuffle(values, simd.repeat(&LOW_BYTES)), simd.splat8(3));
    let bytes = simd.or(simd.shl32::<2>(word), simd.repeat(&IN_WORD));
    (simd.shuffle(cells, bytes), values)
}
