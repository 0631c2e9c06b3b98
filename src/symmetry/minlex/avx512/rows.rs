//! The rows of a band under a map: sorted cells, and keys to compare.

use std::arch::x86_64::*;

use super::{
    load,
    map::Map,
    tables::{SECONDS, THIRDS},
};

/// The bits of a key that count: not the four of each word that say which stack it is.
pub(super) const KEY: i64 = 0xfff0_fff0_fff0;

/// What a map does to rows, in vectors with four times the same.
pub(super) struct Vectors {
    columns: __m512i,
    labels: __m512i,
    joined: u16,
    joined_stacks: u8,
}

impl Vectors {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn of(map: &Map) -> Self {
        let columns = _mm512_broadcast_i32x4(load(&map.columns.order));
        let labels = _mm512_broadcast_i32x4(map.label_bytes());
        Self { columns, labels, joined: map.columns.joined, joined_stacks: map.columns.joined_stacks }
    }

    /// The cells of the rows, sorted, and their keys in the even words.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn place(&self, rows: __m512i) -> (__m512i, __m512i) {
        let digits = _mm512_shuffle_epi8(rows, self.columns);
        let labels = _mm512_shuffle_epi8(self.labels, digits);
        let low = _mm512_set1_epi8(15);
        // label | (columns & low)
        let mut cells = _mm512_ternarylogic_epi32::<0xf8>(labels, self.columns, low);
        if self.joined != 0 {
            cells = sort_columns(cells, self.joined);
        }
        let weights = _mm512_set1_epi32(0x64_0a_01_00); // 100, 10, 1, and 0 for the byte without a position
        let labels = _mm512_andnot_si512(low, cells);
        let mut values = _mm512_dpbusd_epi32(_mm512_setzero_si512(), labels, weights);
        if self.joined_stacks != 0 {
            (cells, values) = sort_stacks(cells, values, self.joined_stacks);
        }
        (cells, _mm512_packus_epi32(values, values))
    }
}

/// Sorts the bytes of each joined run: the first column has the highest byte and gets the least cell.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn sort_columns(cells: __m512i, joined: u16) -> __m512i {
    const FOUR: u64 = 0x0001_0001_0001_0001;
    let (seconds, thirds) = (u64::from(joined & SECONDS) * FOUR, u64::from(joined & THIRDS) * FOUR);
    let exchange_first =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 14, 15));
    let exchange_last =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 13, 14, 15));
    let mut cells = cells;
    for &(exchange, lower) in &[(exchange_first, seconds), (exchange_last, thirds), (exchange_first, seconds)]
    {
        let exchanged = _mm512_shuffle_epi8(cells, exchange);
        let least = _mm512_mask_min_epu8(cells, lower << 1, cells, exchanged);
        cells = _mm512_mask_max_epu8(least, lower, cells, exchanged);
    }
    cells
}

/// Sorts joined stacks by their values; the least comes first, in the highest word.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn sort_stacks(cells: __m512i, values: __m512i, joined_stacks: u8) -> (__m512i, __m512i) {
    let places = _mm512_broadcast_i32x4(_mm_setr_epi32(0, 1, 2, 3));
    let first = u16::from(joined_stacks & 2) * 0x1111; // the word of the second stack
    let last = u16::from(joined_stacks & 1) * 0x1111;
    let mut values = _mm512_or_si512(values, places);
    for &step in &[0, 1, 0] {
        let (exchanged, lower) = match step {
            0 => (_mm512_shuffle_epi32::<0b11_01_10_00>(values), first),
            _ => (_mm512_shuffle_epi32::<0b11_10_00_01>(values), last),
        };
        let least = _mm512_mask_min_epu32(values, lower << 1, values, exchanged);
        values = _mm512_mask_max_epu32(least, lower, values, exchanged);
    }
    let low_bytes = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
    let place = _mm512_and_si512(_mm512_shuffle_epi8(values, low_bytes), _mm512_set1_epi8(3));
    let bytes = _mm512_or_si512(_mm512_slli_epi32::<2>(place), _mm512_set1_epi32(0x03_02_01_00));
    (_mm512_shuffle_epi8(cells, bytes), values)
}
