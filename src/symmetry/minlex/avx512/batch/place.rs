//! The maps that the least rows lead to, made four at a time.

use std::{arch::x86_64::*, ops::RangeInclusive};

use super::super::{load, map::SIXTEENS, tables::BYTE};
use super::{
    MOST_BOARDS,
    lanes::{Lanes, SETTLED, TO_HIGHER, TO_LOWER},
    least::{Child, Hits},
    tables::{LISTS_AFTER, Tables},
};

/// How many maps are made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    pub maps: usize,
    /// Those that are settled, each the only one of its board.
    pub settled: usize,
}

/// Four maps.
struct Four {
    orders: __m512i,
    labels: __m512i,
    rows: __m512i,
    first_lines: [u16; 4],
}

/// What four maps are made of: the order of each, the order of what is tied in it, its line, the labels and rows of the
/// map before, and the shuffle that moves the row placed to its place in the list.
#[derive(Clone, Copy)]
struct Parts([__m512i; 6]);

/// The rows after which maps are looked for that are settled: earlier it is rare, and later nothing is left to sort.
const CAN_SETTLE: RangeInclusive<usize> = 2..=6;

/// The last label, times 16, in the highest byte.
const LAST: i64 = (0x90_u64 << 56) as i64;

/// Makes the maps listed, from the maps from `from` on, and puts them from `to` on, but settled ones that are alone from
/// [`SETTLED`] on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn place(
    depth: usize,
    from: usize,
    to: usize,
    hits: &Hits,
    lanes: &mut Lanes,
    tables: &Tables,
) -> Made {
    if hits.tied {
        place_all::<true>(depth, from, to, hits, lanes, tables)
    } else {
        place_all::<false>(depth, from, to, hits, lanes, tables)
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn place_all<const TIED: bool>(
    depth: usize,
    from: usize,
    to: usize,
    hits: &Hits,
    lanes: &mut Lanes,
    tables: &Tables,
) -> Made {
    let mut made = Made::default();
    for number in (0..hits.made).step_by(4) {
        let mut first_lines = [0; 4];
        let mut parts = |lane: usize| {
            let untied = Child { hit: (number + lane) as u16, order: 0 };
            let child = if TIED { hits.child(number + lane) } else { untied };
            let hit = hits.hit(child.hit.into());
            let (map, choice) = (from + usize::from(hit.map), usize::from(hit.choice));
            let rows = lanes.rows.one(map);
            first_lines[lane] = lanes.first_line(map);
            [
                hits.orders.one(child.hit.into()),
                if TIED { tables.order(child.order) } else { rows },
                lanes.line(first_lines[lane], rows[(depth + choice) % 16]),
                lanes.labels.one(map),
                rows,
                &LISTS_AFTER[depth][choice % 16],
            ]
        };
        let mut four = Parts([_mm512_setzero_si512(); 6]);
        four.set_lane::<0>(parts(0));
        four.set_lane::<1>(parts(1));
        four.set_lane::<2>(parts(2));
        four.set_lane::<3>(parts(3));
        let four = four.place::<TIED>(first_lines);
        let valid = 0xff >> (8 - 2 * (hits.made - number).min(4));
        let settled = if CAN_SETTLE.contains(&depth) { four.settled(hits) & valid } else { 0 };
        if settled == 0 {
            four.put_all(lanes, to + made.maps);
        } else {
            four.put(lanes, to + made.maps, !settled);
            four.put(lanes, SETTLED + made.settled, settled);
        }
        made.maps += (valid & !settled).count_ones() as usize / 2;
        made.settled += settled.count_ones() as usize / 2;
    }
    made
}

impl Parts {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn set_lane<const LANE: i32>(&mut self, parts: [&[u8; 16]; 6]) {
        for (four, part) in self.0.iter_mut().zip(parts) {
            *four = _mm512_inserti32x4::<LANE>(*four, load(part));
        }
    }

    /// The maps, of boards with these first lines.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place<const TIED: bool>(self, first_lines: [u16; 4]) -> Four {
        let [order, tied_order, line, labels, rows, list] = self.0;
        let orders = if TIED { _mm512_shuffle_epi8(order, tied_order) } else { order };
        let labels = label_new_digits(labels, _mm512_shuffle_epi8(line, orders));
        Four { orders, labels, rows: _mm512_shuffle_epi8(rows, list), first_lines }
    }
}

impl Four {
    /// Puts the chosen maps, two bits each, to `map` and after it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn put(&self, lanes: &mut Lanes, map: usize, chosen: u8) {
        lanes.orders.put_chosen(map, chosen, self.orders);
        lanes.labels.put_chosen(map, chosen, self.labels);
        lanes.rows.put_chosen(map, chosen, self.rows);
        let mut next = map;
        for (lane, &line) in self.first_lines.iter().enumerate() {
            lanes.set_first_line(next, line);
            next += usize::from(chosen >> (2 * lane) & 1);
        }
    }

    /// Puts all four maps to `map` and after it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn put_all(&self, lanes: &mut Lanes, map: usize) {
        lanes.orders.put_four(map, self.orders);
        lanes.labels.put_four(map, self.labels);
        lanes.rows.put_four(map, self.rows);
        for (lane, &line) in self.first_lines.iter().enumerate() {
            lanes.set_first_line(map + lane, line);
        }
    }

    /// The maps that are the only one of their board, with no joined columns or stacks and with all labels but one, which
    /// is then the last: two bits each.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn settled(&self, hits: &Hits) -> u8 {
        let joined = _mm512_test_epi64_mask(self.orders, _mm512_set1_epi8(TO_HIGHER | TO_LOWER));
        let next_is_last = _mm512_set_epi64(LAST, 0, LAST, 0, LAST, 0, LAST, 0);
        let halves = _mm512_mask_cmpge_epu64_mask(!joined, self.labels, next_is_last);
        let settled = halves & halves >> 1 & 0b0101_0101;
        if settled == 0 {
            return 0;
        }
        let is_alone = |lane: usize| {
            let board = usize::from(self.first_lines[lane] / 32) % MOST_BOARDS;
            u8::from(hits.maps[board] == 1) << (2 * lane)
        };
        let alone = settled & (is_alone(0) | is_alone(1) | is_alone(2) | is_alone(3));
        alone | alone << 1
    }
}

/// Gives labels to the new digits of rows, in the order of their positions.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn label_new_digits(labels: __m512i, digits: __m512i) -> __m512i {
    let image = _mm512_shuffle_epi8(labels, digits);
    let next = _mm512_shuffle_epi8(labels, _mm512_set1_epi8(15));
    let new = _mm512_cmpeq_epi8_mask(image, next);
    // The new digits at a position and before it, times 16.
    let ones = _mm512_maskz_mov_epi8(new, _mm512_set1_epi8(16));
    let count = _mm512_add_epi8(ones, _mm512_bsrli_epi128::<1>(ones));
    let count = _mm512_add_epi8(count, _mm512_bsrli_epi128::<2>(count));
    let count = _mm512_add_epi8(count, _mm512_bsrli_epi128::<4>(count));
    let count = _mm512_add_epi8(count, _mm512_bsrli_epi128::<8>(count));
    let image = _mm512_mask_add_epi8(image, new, image, _mm512_sub_epi8(count, ones));
    let all = _mm512_shuffle_epi8(count, _mm512_setzero_si512());
    let unlabelled = _mm512_cmpeq_epi8_mask(labels, next);
    let labels = _mm512_mask_add_epi8(labels, unlabelled, labels, all);
    // For each digit the byte of its column: `(digit of the byte ^ digit) << 4 | byte` is below 16 only where they are equal.
    let high_digits = _mm512_slli_epi16::<4>(digits);
    let high_places = _mm512_broadcast_i32x4(load(&SIXTEENS));
    let mut places = _mm512_set1_epi8(-1);
    for byte in BYTE {
        let byte = byte as i8;
        let digit = _mm512_shuffle_epi8(high_digits, _mm512_set1_epi8(byte));
        // digit ^ (place | byte)
        let place = _mm512_ternarylogic_epi32::<0x1e>(digit, high_places, _mm512_set1_epi8(byte));
        places = _mm512_min_epu8(places, place);
    }
    let found = _mm512_cmplt_epu8_mask(places, _mm512_set1_epi8(16));
    let image = _mm512_maskz_shuffle_epi8(found, image, places);
    // A blank is no digit, and has the label 0 both ways.
    _mm512_mask_mov_epi8(labels, _mm512_test_epi8_mask(image, image), image)
}
