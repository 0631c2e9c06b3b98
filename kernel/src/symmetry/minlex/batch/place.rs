//! Makes the maps that the least rows lead to, four at a time.

use std::ops::RangeInclusive;

use super::super::cells::{self, Cells};
use super::{
    lanes::{BYTE, Lanes, SETTLED},
    least::{Child, Hits},
    tables::{BY_BYTE, Tables},
};
use crate::simd::Quarter;

/// The number of maps made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    pub maps: usize,
    /// The settled maps, each the only one of its board.
    pub settled: usize,
}

/// Four maps.
pub(super) struct Four<S: Cells> {
    orders: S::V,
    labels: S::V,
    rows: S::V,
}

/// The parts of four maps: the order of each, the order of its tied columns, its line, the labels and rows of its parent, and the
/// shuffle that moves the placed row to its place in the list.
pub(super) struct Parts<S: Cells>([S::V; 6]);

/// The rows after which to search for settled maps. Earlier they are rare, and later nothing is left to sort.
const CAN_SETTLE: RangeInclusive<usize> = 3..=6;

/// Makes the listed maps from their parents at `from` and after it. Puts settled maps that are alone on their board at
/// [`SETTLED`] and after it, and the others at `to` and after it.
#[inline(always)]
pub(super) fn place<S: Cells>(
    simd: S,
    depth: usize,
    from: usize,
    to: usize,
    hits: &Hits,
    lanes: &mut Lanes,
    tables: &Tables,
) -> Made {
    if hits.tied {
        place_all::<S, true>(simd, depth, from, to, hits, lanes, tables)
    } else {
        place_all::<S, false>(simd, depth, from, to, hits, lanes, tables)
    }
}

#[inline(always)]
fn place_all<S: Cells, const TIED: bool>(
    simd: S,
    depth: usize,
    from: usize,
    to: usize,
    hits: &Hits,
    lanes: &mut Lanes,
    tables: &Tables,
) -> Made {
    let mut made = Made::default();
    for number in (0..hits.made).step_by(4) {
        let mut boards = [0; 4];
        let mut parts = |lane: usize| {
            let untied = Child { hit: (number + lane) as u16, order: 0 };
            let child = if TIED { hits.child(number + lane) } else { untied };
            let hit = hits.hit(child.hit.into());
            let (map, choice) = (from + usize::from(hit.map), usize::from(hit.choice));
            let rows = lanes.rows.one(map);
            boards[lane] = lanes.board(map);
            [
                hits.orders.one(child.hit.into()),
                if TIED { tables.order(child.order) } else { rows },
                lanes.line(lanes.first_line(map), map, depth + choice),
                lanes.labels.one(map),
                rows,
                tables.list_after(depth, choice),
            ]
        };
        let mut four = Parts::<S>::new(simd);
        four.set_lane::<0>(simd, parts(0));
        four.set_lane::<1>(simd, parts(1));
        four.set_lane::<2>(simd, parts(2));
        four.set_lane::<3>(simd, parts(3));
        let four = four.place::<TIED>(simd);
        let valid = 0xff >> (8 - 2 * (hits.made - number).min(4));
        let settled = if CAN_SETTLE.contains(&depth) { four.settled(simd, hits, boards) & valid } else { 0 };
        if settled == 0 {
            four.put_all(simd, lanes, to + made.maps);
        } else {
            four.put(simd, lanes, to + made.maps, !settled);
            four.put(simd, lanes, SETTLED + made.settled, settled);
        }
        made.maps += (valid & !settled).count_ones() as usize / 2;
        made.settled += settled.count_ones() as usize / 2;
    }
    made
}

impl<S: Cells> Parts<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Self {
        Self([simd.splat8(0); 6])
    }

    #[inline(always)]
    pub(super) fn set_lane<const LANE: usize>(&mut self, simd: S, parts: [&Quarter; 6]) {
        for (four, part) in self.0.iter_mut().zip(parts) {
            *four = simd.with_quarter(*four, LANE, part);
        }
    }

    /// Converts an order of tied columns from positions to bytes.
    #[inline(always)]
    pub(super) fn order_by_bytes(mut self, simd: S) -> Self {
        self.0[1] = simd.shuffle(self.0[1], simd.repeat(&BY_BYTE));
        self
    }

    /// Makes the maps.
    #[inline(always)]
    pub(super) fn place<const TIED: bool>(self, simd: S) -> Four<S> {
        let [order, tied_order, line, labels, rows, list] = self.0;
        let orders = if TIED { simd.shuffle(order, tied_order) } else { order };
        let labels = label_new_digits(simd, labels, simd.shuffle_low(line, orders));
        Four { orders, labels, rows: simd.shuffle(rows, list) }
    }
}

impl<S: Cells> Four<S> {
    /// Puts the chosen maps, two bits each, at `map` and after it.
    #[inline(always)]
    fn put(&self, simd: S, lanes: &mut Lanes, map: usize, chosen: u8) {
        simd.store_chosen(self.orders, chosen, lanes.orders.starting_at_mut(map));
        simd.store_chosen(self.labels, chosen, lanes.labels.starting_at_mut(map));
        simd.store_chosen(self.rows, chosen, lanes.rows.starting_at_mut(map));
    }

    /// Puts all four maps at `map` and after it.
    #[inline(always)]
    pub(super) fn put_all(&self, simd: S, lanes: &mut Lanes, map: usize) {
        simd.store(self.orders, lanes.orders.starting_at_mut(map));
        simd.store(self.labels, lanes.labels.starting_at_mut(map));
        simd.store(self.rows, lanes.rows.starting_at_mut(map));
    }

    /// Returns the settled maps, two bits each: the only one of their board, with no joined columns or stacks, and with all
    /// labels but the last one.
    #[inline(always)]
    fn settled(&self, simd: S, hits: &Hits, boards: [usize; 4]) -> u8 {
        let settled = cells::settled(simd, self.orders, self.labels);
        if settled == 0 {
            return 0;
        }
        let is_alone = |lane: usize| (u8::from(hits.maps[boards[lane]] == 1) * 3) << (2 * lane);
        settled & (is_alone(0) | is_alone(1) | is_alone(2) | is_alone(3))
    }
}

/// Gives labels to the new digits of rows, in the order of their positions.
#[inline(always)]
fn label_new_digits<S: Cells>(simd: S, labels: S::V, digits: S::V) -> S::V {
    let image = simd.shuffle(labels, digits);
    let next = simd.shuffle(labels, simd.splat8(15));
    let new = simd.equal8(image, next);
    // The new digits at a position and before it, times 16.
    let ones = simd.and(new, simd.splat8(16));
    let count = simd.add8(ones, simd.bytes_down::<1>(ones));
    let count = simd.add8(count, simd.bytes_down::<2>(count));
    let count = simd.add8(count, simd.bytes_down::<4>(count));
    let count = simd.add8(count, simd.bytes_down::<8>(count));
    let image = simd.add8(image, simd.and(new, simd.sub8(count, ones)));
    let all = simd.shuffle(count, simd.splat8(0));
    let labels = simd.add8(labels, simd.and(simd.equal8(labels, next), all));
    let image = simd.shuffle_found(image, bytes_of_digits(simd, digits, BYTE));
    // A blank is not a digit, and has the label 0 both ways.
    cells::or_else(simd, image, labels)
}

/// Returns, for each digit, which of the nine bytes has it, or 16 or more if none does.
#[inline(always)]
pub(super) fn bytes_of_digits<S: Cells>(simd: S, digits: S::V, bytes: [u8; 9]) -> S::V {
    /// The number of each byte, times 16.
    const SIXTEENS: Quarter = [0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240];
    // `(digit of the byte ^ digit) << 4 | byte` is below 16 only if the digits are equal.
    let high_digits = simd.shl32::<4>(digits);
    let high_places = simd.repeat(&SIXTEENS);
    let mut places = simd.splat8(0xff);
    for byte in bytes {
        let digit = simd.shuffle(high_digits, simd.splat8(byte));
        places = simd.min8(places, simd.xor_or(digit, high_places, simd.splat8(byte)));
    }
    places
}
