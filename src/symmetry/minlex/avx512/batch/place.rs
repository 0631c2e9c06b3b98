//! The maps that the least rows lead to, made four at a time.

use std::{arch::x86_64::*, ops::RangeInclusive};

use super::super::{load, tables::BYTE};

use super::{
    IN_STEP,
    lanes::{Lanes, SETTLED, TO_HIGHER, TO_LOWER},
    least::{Birth, Hits},
    tables::{LISTS_AFTER, Tables},
};

/// How many maps are made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    pub maps: usize,
    /// Those that are settled, each the only one of its board.
    pub settled: usize,
}

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

/// What a map is made of: its order, the order of what is tied in it, its line, the labels and rows of the map before,
/// and the order that its list of rows gets.
#[derive(Clone, Copy)]
struct Parts([__m512i; 6]);

impl Parts {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn set_lane<const LANE: i32>(&mut self, parts: [&[u8; 16]; 6]) {
        for (four, part) in self.0.iter_mut().zip(parts) {
            *four = _mm512_inserti32x4::<LANE>(*four, load(part));
        }
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
            let birth = if TIED {
                hits.birth(number + lane)
            } else {
                Birth { hit: (number + lane) as u16, order: 0 }
            };
            let hit = hits.hit(birth.hit.into());
            let (map, choice) = (from + usize::from(hit.map), usize::from(hit.choice));
            let rows = lanes.rows.one(map);
            first_lines[lane] = lanes.first_line(map);
            [
                hits.orders.one(birth.hit.into()),
                if TIED { tables.order(birth.order) } else { rows },
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
        let [order, tied_order, line, labels, rows, list] = four.0;
        let order = if TIED { _mm512_shuffle_epi8(order, tied_order) } else { order };
        let labels = label_new_digits(labels, _mm512_shuffle_epi8(line, order));
        let rows = _mm512_shuffle_epi8(rows, list);
        let valid = 0xff >> (8 - 2 * (hits.made - number).min(4));
        let mut settled = 0;
        if CAN_SETTLE.contains(&depth) {
            settled = settled_lanes(order, labels);
            if settled != 0 {
                let is_alone = |lane: usize| {
                    u8::from(hits.maps[usize::from(first_lines[lane] / 32) % IN_STEP] == 1)
                        * (3 << (2 * lane))
                };
                settled &= (is_alone(0) | is_alone(1) | is_alone(2) | is_alone(3)) & valid;
            }
        }
        if settled == 0 {
            lanes.orders.put_four(to + made.maps, order);
            lanes.labels.put_four(to + made.maps, labels);
            lanes.rows.put_four(to + made.maps, rows);
            for (lane, &line) in first_lines.iter().enumerate() {
                lanes.set_first_line(to + made.maps + lane, line);
            }
        } else {
            put(lanes, to + made.maps, !settled, order, labels, rows);
            put(lanes, SETTLED + made.settled, settled, order, labels, rows);
            let (mut kept, mut moved) = (to + made.maps, SETTLED + made.settled);
            for (lane, &line) in first_lines.iter().enumerate() {
                let is_settled = settled >> (2 * lane) & 1;
                lanes.set_first_line(if is_settled != 0 { moved } else { kept }, line);
                kept += usize::from(is_settled ^ 1);
                moved += usize::from(is_settled);
            }
        }
        made.maps += (valid & !settled).count_ones() as usize / 2;
        made.settled += settled.count_ones() as usize / 2;
    }
    made
}

/// Puts the chosen lanes, two bits each, to the maps from `map` on.
#[inline]
#[target_feature(enable = "avx512f")]
fn put(lanes: &mut Lanes, map: usize, chosen: u8, orders: __m512i, labels: __m512i, rows: __m512i) {
    lanes.orders.put_chosen(map, chosen, orders);
    lanes.labels.put_chosen(map, chosen, labels);
    lanes.rows.put_chosen(map, chosen, rows);
}

/// The maps with no joined columns or stacks and with all labels but one, which is then the last: two bits each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn settled_lanes(orders: __m512i, labels: __m512i) -> u8 {
    let joined = _mm512_test_epi64_mask(orders, _mm512_set1_epi8(TO_HIGHER | TO_LOWER));
    let next_is_last = _mm512_set_epi64(LAST, 0, LAST, 0, LAST, 0, LAST, 0);
    let halves = _mm512_mask_cmpge_epu64_mask(!joined, labels, next_is_last);
    let lanes = halves & halves >> 1 & 0b0101_0101;
    lanes | lanes << 1
}

/// The last label, times 16, in the highest byte.
const LAST: i64 = (0x90_u64 << 56) as i64;

/// The rows after which enough are left to sort them, and some maps are settled.
const CAN_SETTLE: RangeInclusive<usize> = 2..=6;

/// Gives labels to the new digits of rows, in the order of their positions.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn label_new_digits(labels: __m512i, digits: __m512i) -> __m512i {
    let image = _mm512_shuffle_epi8(labels, digits);
    let next = _mm512_shuffle_epi8(labels, _mm512_set1_epi8(15));
    let new = _mm512_cmpeq_epi8_mask(image, next);
    if new == 0 {
        return labels;
    }
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
    // For each digit, the byte at which it stands: the least of `difference << 4 | byte` is below 16 where it does.
    let high_digits = _mm512_slli_epi16::<4>(digits);
    let high_places = _mm512_broadcast_i32x4(load(&HIGH_PLACES));
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

/// The number of each byte, times 16.
const HIGH_PLACES: [u8; 16] = [0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240];
