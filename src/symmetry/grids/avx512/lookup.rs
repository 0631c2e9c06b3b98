//! The lookups: from the digits of a grid to the entries of its six bands.

use std::arch::x86_64::*;

use super::super::bands::{BandEntry, NORMALIZED_BANDS};
use super::super::second_row::{CLASSES, KEYS, Normalization};
use super::super::tables::Tables;
use super::layout::{
    BAND_BASES, BOX_PLACES, COLUMN_OF_STACK, FIRST_ROWS, KEY_MASK, MOVE_COLUMNS, MOVE_RANKS, NINE_DIGITS,
    PLACE_IN_STACK, STACK_OF_PLACE, UNIT_MATRIX, WEIGHTS,
};
use super::vectors::{and_or, quarter, weights, words};
use crate::symmetry::board512::{Board, for_avx512, vector};

/// The bands of a grid.
#[derive(Clone, Copy)]
pub(super) struct SixBands {
    /// The table's entries; the last two are not used.
    pub(super) entries: [u32; 8],
    /// For each band, nine bytes: the column order that normalizes it.
    pub(super) columns: __m512i,
    /// The bands of the least class.
    pub(super) least: u8,
}

impl SixBands {
    for_avx512! {
        pub(super) fn none() -> Self {
            Self { entries: [0; 8], columns: _mm512_setzero_si512(), least: 1 }
        }
    }
}

for_avx512! {
    /// Looks up the six bands.
    pub(super) fn six_bands(tables: &Tables, board: Board) -> SixBands {
        let column_bits = column_bits(board.at(vector(&FIRST_ROWS)));
        let bits = |place: usize| {
            let digits = board.at(vector(&BOX_PLACES[place]));
            _mm512_permutexvar_epi8(_mm512_add_epi8(digits, vector(&BAND_BASES)), column_bits)
        };
        let [a, b, c] = [bits(0), bits(1), bits(2)];
        let orders = orders(a, b, c);
        let sets = _mm512_castsi512_si256(_mm512_ternarylogic_epi32::<0xFE>(a, b, c));
        let normalizations = normalizations(tables, sets, _mm512_castsi512_si256(orders));
        let entries = entries(tables, normalizations, _mm512_extracti64x4_epi64::<1>(orders));
        SixBands { entries: words(entries), columns: normal_columns(normalizations), least: least_index(entries) }
    }

    /// Nine bytes for each band: for each digit the bit of its column in the first row.
    ///
    /// ```text
    /// quadword of a band     bytes: columns   bits: digits
    ///   after the transpose  bytes: digits    bits: columns
    /// ```
    /// Eight digits make an 8 × 8 matrix; for the ninth, all bytes of a column that holds it are set, and one product
    /// with a vector of ones gives its column.
    fn column_bits(first_rows: __m512i) -> __m512i {
        let one_hot =
            _mm512_shuffle_epi8(quarter(&[0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0]), first_rows);
        let ninth = _mm512_shuffle_epi8(quarter(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0]), first_rows);
        let eight = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(UNIT_MATRIX), one_hot);
        let ninth = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi8(1), ninth);
        _mm512_permutex2var_epi8(eight, vector(&NINE_DIGITS), ninth)
    }

    /// The order of the three values in each byte, as [`WEIGHTS`] writes it.
    fn orders(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        let [first, second, third] = &WEIGHTS;
        let order = _mm512_maskz_mov_epi8(_mm512_cmpgt_epu8_mask(a, b), vector(first));
        let order = _mm512_mask_add_epi8(order, _mm512_cmpgt_epu8_mask(b, c), order, vector(second));
        _mm512_mask_add_epi8(order, _mm512_cmpgt_epu8_mask(a, c), order, vector(third))
    }

    /// Looks up the second rows, by their sets of columns and their orders in each box.
    fn normalizations(tables: &Tables, sets: __m256i, orders: __m256i) -> __m256i {
        const { assert!(KEYS == 128 * 216 && size_of::<Normalization>() == 4) };
        let sets = _mm256_and_si256(sets, _mm256_set1_epi32(KEY_MASK));
        let sets = _mm256_madd_epi16(_mm256_maddubs_epi16(sets, _mm256_set1_epi8(1)), _mm256_set1_epi16(216));
        let orders = _mm256_maddubs_epi16(orders, weights([36, 6, 1, 0]));
        let keys = _mm256_add_epi32(sets, _mm256_madd_epi16(orders, _mm256_set1_epi16(1)));
        // SAFETY: the three bytes of KEY_MASK have no bit in common and no bit above 6, so the sum of the sets is below
        // 128. An order is the number of one of the six orders whatever the values are, so the keys are below KEYS.
        unsafe { _mm256_i32gather_epi32::<4>(tables.normalizations.as_ptr().cast(), keys) }
    }

    /// Looks up the normalized bands, by what normalizes them and the orders of their third rows.
    fn entries(tables: &Tables, normalizations: __m256i, orders: __m256i) -> __m256i {
        const { assert!(NORMALIZED_BANDS == 216 * CLASSES && size_of::<BandEntry>() == 4) };
        let wide = |index| _mm512_castsi256_si512(index);
        // The order of the stack that comes to each place.
        let lanes = _mm256_broadcastsi128_si256(_mm_set_epi32(0x0C0C_0C0C, 0x0808_0808, 0x0404_0404, 0));
        let sources = and_or(normalizations, 0x03, lanes);
        let orders = _mm256_shuffle_epi8(orders, sources);
        let ranks = and_or(normalizations, 0x1C, orders);
        let orders = _mm512_permutexvar_epi8(wide(ranks), vector(&MOVE_RANKS));
        let columns = and_or(_mm256_srli_epi32::<3>(normalizations), 0x1C, _mm512_castsi512_si256(orders));
        let orders = _mm512_permutexvar_epi8(wide(columns), vector(&MOVE_COLUMNS));
        // The class is the fourth byte beside the three orders.
        let digits = _mm256_mask_mov_epi8(_mm512_castsi512_si256(orders), 0x8888_8888, normalizations);
        let numbers = _mm256_maddubs_epi16(weights([36, 6, 1, 216]), digits);
        let numbers = _mm256_madd_epi16(numbers, _mm256_set1_epi16(1));
        // SAFETY: MOVE_COLUMNS holds numbers below 6 only, and all classes in the table are below CLASSES.
        unsafe { _mm256_i32gather_epi32::<4>(tables.bands.entries.as_ptr().cast(), numbers) }
    }

    /// The bands with the least index, a bit each.
    fn least_index(entries: __m256i) -> u8 {
        let index = _mm256_srli_epi32::<{ BandEntry::INDEX_SHIFT as i32 }>(entries);
        let index = _mm256_mask_mov_epi32(index, 0b1100_0000, _mm256_set1_epi32(-1));
        let least = _mm256_min_epu32(index, _mm256_permute4x64_epi64::<0x4E>(index));
        let least = _mm256_min_epu32(least, _mm256_shuffle_epi32::<0x4E>(least));
        let least = _mm256_min_epu32(least, _mm256_shuffle_epi32::<0xB1>(least));
        _mm256_cmpeq_epi32_mask(index, least)
    }

    /// Nine bytes for each band: the column order that normalizes it.
    fn normal_columns(normalizations: __m256i) -> __m512i {
        let stacks = _mm512_permutexvar_epi8(vector(&STACK_OF_PLACE), _mm512_castsi256_si512(normalizations));
        let three = _mm512_and_si512(stacks, _mm512_set1_epi8(3));
        let stack = _mm512_add_epi8(three, _mm512_add_epi8(three, three));
        let order = _mm512_ternarylogic_epi32::<0xF8>(
            vector(&PLACE_IN_STACK),
            _mm512_srli_epi32::<3>(stacks),
            _mm512_set1_epi8(0x1C),
        );
        _mm512_add_epi8(stack, _mm512_permutexvar_epi8(order, vector(&COLUMN_OF_STACK)))
    }
}
