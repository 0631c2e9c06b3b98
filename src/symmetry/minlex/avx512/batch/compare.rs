//! The rows that may come next under each map, placed and compared, four maps at a time.

use std::arch::x86_64::*;

use super::super::rows::KEY;
use super::lanes::{Lanes, Quads, ROOM_OF_DEPTH, TO_HIGHER, TO_LOWER, gather};
use crate::array::array_of;

/// Rows that may come next after so many rows.
pub(super) const CHOICES: [usize; 9] = [9, 2, 1, 6, 2, 1, 3, 2, 1];

/// Room for the cells of the rows of all maps of one depth, up to six each.
const CELLS_ROOM: usize = 4096;

const _: () = assert!(ROOM_OF_DEPTH * 6 <= CELLS_ROOM);

/// The outcome of the comparison: the least rows of all maps of one depth.
#[derive(Debug)]
pub(super) struct Compared {
    /// For each map the key of its least row, and from bit 48 on one bit for each choice that gives it.
    pub least: [u64; 512],
    /// The sorted cells of each choice, four maps at a time.
    cells: Quads<CELLS_ROOM>,
}

/// The bytes of second and third columns that are joined to the next higher ones, and those higher ones.
struct Joins {
    seconds: __mmask64,
    thirds: __mmask64,
    above_seconds: __mmask64,
    above_thirds: __mmask64,
}

impl Compared {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self { least: [0; 512], cells: Quads::ZERO })
    }

    /// The cells of a choice under the map with this number among those of the depth.
    #[inline]
    pub(super) fn cells(&self, number: usize, choice: usize, choices: usize) -> &[u8; 16] {
        self.cells.one((number / 4 * choices + choice) * 4 + number % 4)
    }

    /// Places the rows that may come next under `maps` maps from `first` on.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn place<const CHOICES: usize>(
        &mut self,
        depth: usize,
        first: usize,
        maps: usize,
        lanes: &Lanes,
    ) {
        for number in (0..maps).step_by(4) {
            let orders = lanes.orders.four(first + number);
            let stacks = _mm512_test_epi32_mask(orders, _mm512_set1_epi32(TO_HIGHER.into()));
            if stacks != 0 {
                self.place_four::<CHOICES, true>(depth, first, number, lanes);
            } else {
                self.place_four::<CHOICES, false>(depth, first, number, lanes);
            }
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_four<const CHOICES: usize, const JOINED_STACKS: bool>(
        &mut self,
        depth: usize,
        first: usize,
        number: usize,
        lanes: &Lanes,
    ) {
        let first_lines: [u16; 4] = array_of(|lane| lanes.first_line(first + number + lane));
        let row = |lane: usize, choice: usize| lanes.rows.one(first + number + lane)[(depth + choice) % 16];
        let orders = lanes.orders.four(first + number);
        let labels = lanes.labels.four(first + number);
        let joins = Joins::of(orders);
        let mut keys = [_mm512_setzero_si512(); CHOICES];
        for (choice, key) in keys.iter_mut().enumerate() {
            let rows = gather(|lane| lanes.line(first_lines[lane], row(lane, choice)));
            let (cells, row_key) = placed::<JOINED_STACKS>(rows, orders, labels, &joins);
            *key = row_key;
            self.cells.set_four(number * CHOICES + choice * 4, cells);
        }
        let mut least = keys[0];
        for &key in &keys[1..] {
            least = _mm512_min_epu64(least, key);
        }
        let mut found = least;
        for (choice, &key) in keys.iter().enumerate() {
            let equal = _mm512_cmpeq_epi64_mask(key, least);
            found = _mm512_mask_or_epi64(found, equal, found, _mm512_set1_epi64(1 << (48 + choice)));
        }
        let four = _mm512_castsi512_si256(_mm512_maskz_compress_epi64(0b0101_0101, found));
        if let Some(least) = self.least[number..].first_chunk_mut::<4>() {
            // SAFETY: the array is 32 bytes that may be written.
            unsafe { _mm256_storeu_si256(least.as_mut_ptr().cast(), four) }
        }
    }
}

/// The sorted cells of four rows under four maps, and the key of each, in both halves of its lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn placed<const JOINED_STACKS: bool>(
    rows: __m512i,
    orders: __m512i,
    labels: __m512i,
    joins: &Joins,
) -> (__m512i, __m512i) {
    let low = _mm512_set1_epi8(15);
    let labels = _mm512_shuffle_epi8(labels, _mm512_shuffle_epi8(rows, orders));
    // label | (order & low)
    let mut cells = sort_columns(_mm512_ternarylogic_epi32::<0xf8>(labels, orders, low), joins);
    let weights = _mm512_set1_epi32(0x64_0a_01_00); // 100, 10, 1, and 0 for the byte without a position
    let labels = _mm512_andnot_si512(low, cells);
    let mut values = _mm512_dpbusd_epi32(_mm512_setzero_si512(), labels, weights);
    if JOINED_STACKS {
        (cells, values) = sort_stacks(cells, values, orders);
    }
    (cells, _mm512_and_si512(_mm512_packus_epi32(values, values), _mm512_set1_epi64(KEY)))
}

impl Joins {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn of(orders: __m512i) -> Self {
        let at = |bit: i8, words: i32| {
            _mm512_test_epi8_mask(orders, _mm512_and_si512(_mm512_set1_epi8(bit), _mm512_set1_epi32(words)))
        };
        Self {
            seconds: at(TO_HIGHER, 0x00_ff_00_00),
            above_seconds: at(TO_LOWER, 0xff_00_00_00_u32 as i32),
            thirds: at(TO_HIGHER, 0x00_00_ff_00),
            above_thirds: at(TO_LOWER, 0x00_ff_00_00),
        }
    }
}

/// Sorts the bytes of each joined run: the first column has the highest byte and gets the least cell.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn sort_columns(cells: __m512i, joins: &Joins) -> __m512i {
    let exchange_first =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 14, 15));
    let exchange_last =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 13, 14, 15));
    let mut cells = cells;
    for &(exchange, lower, upper) in &[
        (exchange_first, joins.seconds, joins.above_seconds),
        (exchange_last, joins.thirds, joins.above_thirds),
        (exchange_first, joins.seconds, joins.above_seconds),
    ] {
        let exchanged = _mm512_shuffle_epi8(cells, exchange);
        let least = _mm512_mask_min_epu8(cells, upper, cells, exchanged);
        cells = _mm512_mask_max_epu8(least, lower, cells, exchanged);
    }
    cells
}

/// Sorts joined stacks by their values; the least comes first, in the highest word.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn sort_stacks(cells: __m512i, values: __m512i, orders: __m512i) -> (__m512i, __m512i) {
    let at = |bit: i8, word: u16| {
        _mm512_mask_test_epi32_mask(word * 0x1111, orders, _mm512_set1_epi32(bit.into()))
    };
    let (first, above_first) = (at(TO_HIGHER, 2), at(TO_LOWER, 4));
    let (last, above_last) = (at(TO_HIGHER, 1), at(TO_LOWER, 2));
    let mut values = _mm512_or_si512(values, _mm512_broadcast_i32x4(_mm_setr_epi32(0, 1, 2, 3)));
    for &step in &[0, 1, 0] {
        let (exchanged, lower, upper) = match step {
            0 => (_mm512_shuffle_epi32::<0b11_01_10_00>(values), first, above_first),
            _ => (_mm512_shuffle_epi32::<0b11_10_00_01>(values), last, above_last),
        };
        let least = _mm512_mask_min_epu32(values, upper, values, exchanged);
        values = _mm512_mask_max_epu32(least, lower, values, exchanged);
    }
    let low_bytes = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
    let place = _mm512_and_si512(_mm512_shuffle_epi8(values, low_bytes), _mm512_set1_epi8(3));
    let bytes = _mm512_or_si512(_mm512_slli_epi32::<2>(place), _mm512_set1_epi32(0x03_02_01_00));
    (_mm512_shuffle_epi8(cells, bytes), values)
}
