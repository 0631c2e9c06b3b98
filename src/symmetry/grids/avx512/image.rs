//! The image of a grid under one candidate.

use std::arch::x86_64::*;
use std::cmp::Ordering;

use super::super::bands::BandEntry;
use super::super::tables::Tables;
use super::layout::{
    COLUMNS, COMPARED_ROWS, LABEL_MATRIX, OTHER_ROWS, OWN_ROWS, ROW_ORDER_BYTES, ROW_STARTS, UNIT_MATRIX,
};
use super::lookup::SixBands;
use super::vectors::load16;
use crate::symmetry::board512::{Board, for_avx512, vector};

/// The bytes of a vector that six rows take.
pub(super) const SIX_ROWS: u64 = (1 << 54) - 1;

/// What the candidates of one band have in common.
pub(super) struct Band {
    pub(super) number: usize,
    pub(super) entry: BandEntry,
    pub(super) own_rows: __m512i,
    pub(super) other_rows: __m512i,
    pub(super) columns: __m512i,
}

/// The image under a candidate, and the candidate.
#[derive(Clone, Copy)]
pub(super) struct Image {
    /// The last six rows as text.
    pub(super) rows: __m512i,
    /// The columns in the first nine bytes.
    pub(super) columns: __m128i,
    /// The label of each digit, as text.
    pub(super) labels: __m128i,
    pub(super) band: usize,
    pub(super) map: usize,
    pub(super) row_order: usize,
}

impl Band {
    for_avx512! {
        /// Gathers the rows of one of the least bands.
        pub(super) fn new(board: Board, bands: &SixBands, number: usize) -> Self {
            Self {
                number,
                entry: BandEntry::from_bits(bands.entries[number]),
                own_rows: board.at(vector(&OWN_ROWS[number])),
                other_rows: board.at(vector(&OTHER_ROWS[number])),
                columns: bands.columns,
            }
        }
    }
}

for_avx512! {
    /// The image under one of the maps of a least band.
    pub(super) fn image(tables: &Tables, band: &Band, map: usize) -> Image {
        let map_bytes = load16(&tables.bands.maps[map].0);
        let places = _mm512_permutexvar_epi8(vector(&COLUMNS), _mm512_castsi128_si512(map_bytes));
        let places = _mm512_add_epi8(places, _mm512_set1_epi8(9 * band.number as i8));
        let columns = _mm512_permutexvar_epi8(places, band.columns);
        let start = _mm_shuffle_epi8(map_bytes, _mm_set1_epi8(12));
        let first_row = _mm_add_epi8(_mm512_castsi512_si128(columns), start);
        let first_row = _mm512_permutexvar_epi8(_mm512_castsi128_si512(first_row), band.own_rows);
        let labels = labels(_mm512_castsi512_si128(first_row));
        let cells = _mm512_add_epi8(columns, vector(&ROW_STARTS));
        let digits = _mm512_permutexvar_epi8(cells, band.other_rows);
        let rows = _mm512_permutexvar_epi8(digits, _mm512_castsi128_si512(labels));
        let row_order = row_order(rows);
        Image {
            rows: _mm512_permutexvar_epi8(vector(&ROW_ORDER_BYTES[row_order]), rows),
            columns: _mm512_castsi512_si128(columns),
            labels,
            band: band.number,
            map,
            row_order,
        }
    }

    /// For each digit its place in a row, as the text of a label; the first byte belongs to no digit.
    ///
    /// ```text
    /// row (words)  ─▶ 1 << digit ─▶ low bytes: digits 1 to 7, high bytes: digits 8 and 9 ─▶ transposed ─▶ labels
    /// ```
    /// Only the first eight places have a bit: the digit at the last place is the one without any.
    fn labels(row: __m128i) -> __m128i {
        let one_hot = _mm_sllv_epi16(_mm_set1_epi16(1), _mm_cvtepu8_epi16(row));
        let halves = _mm_set_epi8(1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 14);
        let matrices = _mm_shuffle_epi8(one_hot, halves);
        let places = _mm_gf2p8affine_epi64_epi8::<0>(_mm_set1_epi64x(UNIT_MATRIX), matrices);
        _mm_gf2p8affine_epi64_epi8::<{ b'9' as i32 }>(places, _mm_set1_epi64x(LABEL_MATRIX))
    }

    /// The place in [`ROW_ORDERS`] of the order of six rows by their first labels, of which the least is always 2.
    fn row_order(rows: __m512i) -> usize {
        let left = _mm512_castsi512_si128(_mm512_permutexvar_epi8(vector(&COMPARED_ROWS[0]), rows));
        let right = _mm512_castsi512_si128(_mm512_permutexvar_epi8(vector(&COMPARED_ROWS[1]), rows));
        let right = _mm_mask_mov_epi8(right, 0b1_1100_0000, _mm_set1_epi8(b'3' as i8));
        let less = usize::from(_mm_cmplt_epu8_mask(left, right)) & 0x1FF;
        less & 63 | usize::from(less > 63) << 6
    }

    /// Compares the last six rows of two images.
    pub(super) fn compare(a: __m512i, b: __m512i) -> Ordering {
        let less = _mm512_mask_cmplt_epu8_mask(SIX_ROWS, a, b);
        let greater = _mm512_mask_cmpgt_epu8_mask(SIX_ROWS, a, b);
        less.trailing_zeros().cmp(&greater.trailing_zeros())
    }
}
