//! The minlex form of a grid with AVX-512: byte permutes over all six bands at once.
//!
//! ```text
//!             6 first rows ─▶ column of each digit ─┐
//! 81 bytes ─▶ 6 second rows ────────────────────────┴▶ keys ──▶ 6 normalizations ─┐
//!             6 third rows ─────────────────────────┴▶ orders ────────────────────┴▶ 6 entries ─▶ least bands
//!
//! each map of a least band ─▶ columns ─▶ first row ─▶ labels ─▶ 6 other rows, labelled ─▶ sorted ─▶ compared
//! ```
//! The method is that of the scalar path, see [`candidates`](super::candidates). What differs:
//!
//! 1. A permutation is inverted as an 8 × 8 matrix of bits, which is transposed in one instruction of GFNI.
//! 2. Columns are their [`COLUMN_BITS`](super::second_row::COLUMN_BITS) from the start, so that a set is an OR and an order needs comparisons only.
//! 3. Two lookups of six doublewords each are gathers; what lies between them is two byte permutes.
//! 4. The other six rows are 54 bytes of one vector, so a candidate has no loop, and rows are sorted by a table.

#![allow(unsafe_code)] // loads, stores and gathers, each with its proof, and the entry

mod layout;

use std::arch::x86_64::*;
use std::cmp::Ordering;
use std::sync::LazyLock;
use std::{fmt, slice};

use super::GridForm;
use super::bands::{BAND_CLASSES, BandEntry, BandMap};
use super::second_row::{KEYS, Normalization};
use super::tables::Tables;
use crate::grid::CELLS;
use crate::symmetry::Transformation;
use layout::*;

/// Proof that the processor has every feature that this file uses, and the tables.
#[derive(Clone, Copy)]
pub(super) struct Avx512 {
    tables: &'static Tables,
    first_rows: &'static FirstRows,
}

impl Avx512 {
    /// The token, where the processor and the system allow it.
    pub(super) fn detect() -> Option<Self> {
        static FIRST_ROWS: LazyLock<FirstRows> = LazyLock::new(|| FirstRows::new(Tables::get()));
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("bmi1");
        has.then(|| Self { tables: Tables::get(), first_rows: &FIRST_ROWS })
    }

    pub(super) fn form(self, grid: &[u8; CELLS]) -> GridForm {
        let mut form = GridForm::default();
        // SAFETY: the token proves each feature that the function enables.
        unsafe { write_forms::<1>(self, slice::from_ref(grid), slice::from_mut(&mut form)) };
        form
    }

    /// Makes the forms of as many grids as there are forms.
    pub(super) fn forms(self, grids: &[[u8; CELLS]], forms: &mut [GridForm]) {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { write_forms::<16>(self, grids, forms) }
    }
}

impl fmt::Debug for Avx512 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Avx512")
    }
}

/// A grid's digits, 1 to 9, in two vectors.
#[derive(Clone, Copy)]
struct Board {
    low: __m512i,
    high: __m512i,
}

/// The bands of a grid.
#[derive(Clone, Copy)]
struct SixBands {
    /// The table's entries; the last two are not used.
    entries: [u32; 8],
    /// For each band, nine bytes: the column order that normalizes it.
    columns: __m512i,
    /// The bands of the least class.
    least: u8,
}

/// What the candidates of one band have in common.
struct Band {
    number: usize,
    entry: BandEntry,
    own_rows: __m512i,
    other_rows: __m512i,
    columns: __m512i,
}

/// The image under a candidate, and the candidate.
#[derive(Clone, Copy)]
struct Image {
    /// The last six rows as text.
    rows: __m512i,
    /// The columns in the first nine bytes.
    columns: __m128i,
    /// The label of each digit, as text.
    labels: __m128i,
    band: usize,
    map: usize,
    row_order: usize,
}

/// Looks up the bands of `BLOCK` grids before the candidates of the first of them.
///
/// The lookups of a grid are a long chain without a branch, the search among its candidates is a short one with
/// branches that are often mispredicted. So the chains of several grids overlap, and no branch has to wait for one.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
fn write_forms<const BLOCK: usize>(token: Avx512, grids: &[[u8; CELLS]], forms: &mut [GridForm]) {
    let mut bands = [SixBands::none(); BLOCK];
    for (grids, forms) in grids.chunks(BLOCK).zip(forms.chunks_mut(BLOCK)) {
        for (grid, bands) in grids.iter().zip(&mut bands) {
            *bands = six_bands(token.tables, read(grid));
        }
        for ((grid, bands), form) in grids.iter().zip(&bands).zip(forms) {
            write_form(token, read(grid), bands, form);
        }
    }
}

/// The search of the scalar path, candidate by candidate.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn write_form(token: Avx512, board: Board, bands: &SixBands, form: &mut GridForm) {
    let mut least = bands.least;
    let mut band = Band::new(board, bands, least.trailing_zeros() as usize);
    let mut maps = band.entry.maps();
    let mut best = image(token.tables, &band, maps.start);
    maps.start += 1;
    let (mut attaining_bands, mut maps_per_band, mut attaining_maps) = (1, 1, 1);
    loop {
        for map in maps {
            let image = image(token.tables, &band, map);
            match compare(image.rows, best.rows) {
                Ordering::Greater => {}
                Ordering::Less => (best, attaining_bands, attaining_maps) = (image, 1, 1),
                Ordering::Equal if attaining_maps > 0 => attaining_maps += 1,
                Ordering::Equal => {
                    attaining_bands += 1;
                    break;
                }
            }
        }
        if attaining_maps > 0 {
            maps_per_band = attaining_maps;
        }
        least &= least - 1;
        if least == 0 {
            break;
        }
        band = Band::new(board, bands, least.trailing_zeros() as usize);
        (maps, attaining_maps) = (band.entry.maps(), 0);
    }
    write_text(&token.first_rows.0[band.entry.index()], best.rows, &mut form.text);
    form.map = transformation(token.tables, &best);
    form.automorphisms = attaining_bands * maps_per_band;
}

/// Reads a grid of digits as text, or as numbers from 1 to 9.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn read(grid: &[u8; CELLS]) -> Board {
    let digit = _mm512_set1_epi8(15);
    // SAFETY: the loads read bytes 0 to 63 and, masked, bytes 64 to 80 of the 81.
    let (low, high) = unsafe {
        let high = _mm512_maskz_loadu_epi8((1 << 17) - 1, grid.as_ptr().add(64).cast());
        (_mm512_loadu_si512(grid.as_ptr().cast()), high)
    };
    Board { low: _mm512_and_si512(low, digit), high: _mm512_and_si512(high, digit) }
}

impl SixBands {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
    #[inline]
    fn none() -> Self {
        Self { entries: [0; 8], columns: _mm512_setzero_si512(), least: 1 }
    }
}

/// Looks up the six bands.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn six_bands(tables: &Tables, board: Board) -> SixBands {
    let column_bits = column_bits(pick(board, &FIRST_ROWS));
    let bits = |place: usize| {
        let digits = pick(board, &BOX_PLACES[place]);
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
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn column_bits(first_rows: __m512i) -> __m512i {
    let one_hot =
        _mm512_shuffle_epi8(quarter(&[0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0]), first_rows);
    let ninth = _mm512_shuffle_epi8(quarter(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0]), first_rows);
    let eight = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(UNIT_MATRIX), one_hot);
    let ninth = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi8(1), ninth);
    let (eight_index, ninth_index, is_ninth) = &NINE_DIGITS;
    let eight = _mm512_permutexvar_epi8(vector(eight_index), eight);
    _mm512_mask_permutexvar_epi8(eight, *is_ninth, vector(ninth_index), ninth)
}

/// The order of the three values in each byte, as [`WEIGHTS`] writes it.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn orders(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    let [first, second, third] = &WEIGHTS;
    let order = _mm512_maskz_mov_epi8(_mm512_cmpgt_epu8_mask(a, b), vector(first));
    let order = _mm512_mask_add_epi8(order, _mm512_cmpgt_epu8_mask(b, c), order, vector(second));
    _mm512_mask_add_epi8(order, _mm512_cmpgt_epu8_mask(a, c), order, vector(third))
}

/// Looks up the second rows, by their sets of columns and their orders in each box.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn normalizations(tables: &Tables, sets: __m256i, orders: __m256i) -> __m256i {
    let ones = _mm256_set1_epi16(1);
    let sets = _mm256_and_si256(sets, _mm256_set1_epi32(KEY_MASK));
    let sets = _mm256_madd_epi16(_mm256_maddubs_epi16(sets, _mm256_set1_epi8(1)), _mm256_set1_epi16(216));
    let orders = _mm256_maddubs_epi16(orders, weights([36, 6, 1, 0]));
    let keys = _mm256_add_epi32(sets, _mm256_madd_epi16(orders, ones));
    // SAFETY: the three bytes of KEY_MASK have no bit in common and no bit above 6, so the sum of the sets is below
    // 128. An order is the number of one of the six orders whatever the values are, so the keys are below KEYS.
    const { assert!(KEYS == 128 * 216 && size_of::<Normalization>() == 4) };
    unsafe { _mm256_i32gather_epi32::<4>(tables.normalizations.as_ptr().cast(), keys) }
}

/// Looks up the normalized bands, by what normalizes them and the orders of their third rows.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn entries(tables: &Tables, normalizations: __m256i, orders: __m256i) -> __m256i {
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
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn least_index(entries: __m256i) -> u8 {
    let index = _mm256_srli_epi32::<{ BandEntry::INDEX_SHIFT as i32 }>(entries);
    let index = _mm256_mask_mov_epi32(index, 0b1100_0000, _mm256_set1_epi32(-1));
    let least = _mm256_min_epu32(index, _mm256_permute4x64_epi64::<0x4E>(index));
    let least = _mm256_min_epu32(least, _mm256_shuffle_epi32::<0x4E>(least));
    let least = _mm256_min_epu32(least, _mm256_shuffle_epi32::<0xB1>(least));
    _mm256_cmpeq_epi32_mask(index, least)
}

/// Nine bytes for each band: the column order that normalizes it.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
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

impl Band {
    /// Gathers the rows of one of the least bands.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
    #[inline]
    fn new(board: Board, bands: &SixBands, number: usize) -> Self {
        Self {
            number,
            entry: BandEntry::from_bits(bands.entries[number]),
            own_rows: pick(board, &OWN_ROWS[number]),
            other_rows: pick(board, &OTHER_ROWS[number]),
            columns: bands.columns,
        }
    }
}

/// The image under one of the maps of a least band.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn image(tables: &Tables, band: &Band, map: usize) -> Image {
    let map_bytes = load_map(&tables.bands.maps[map]);
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
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn labels(row: __m128i) -> __m128i {
    let one_hot = _mm_sllv_epi16(_mm_set1_epi16(1), _mm_cvtepu8_epi16(row));
    let halves = _mm_set_epi8(1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 14);
    let matrices = _mm_shuffle_epi8(one_hot, halves);
    let places = _mm_gf2p8affine_epi64_epi8::<0>(_mm_set1_epi64x(UNIT_MATRIX), matrices);
    _mm_gf2p8affine_epi64_epi8::<{ b'9' as i32 }>(places, _mm_set1_epi64x(LABEL_MATRIX))
}

/// The place in [`ROW_ORDERS`] of the order of six rows by their first labels, of which the least is always 2.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn row_order(rows: __m512i) -> usize {
    let left = _mm512_castsi512_si128(_mm512_permutexvar_epi8(vector(&COMPARED_ROWS[0]), rows));
    let right = _mm512_castsi512_si128(_mm512_permutexvar_epi8(vector(&COMPARED_ROWS[1]), rows));
    let right = _mm_mask_mov_epi8(right, 0b1_1100_0000, _mm_set1_epi8(b'3' as i8));
    let less = usize::from(_mm_cmplt_epu8_mask(left, right)) & 0x1FF;
    less & 63 | usize::from(less > 63) << 6
}

/// Compares the last six rows of two images.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn compare(a: __m512i, b: __m512i) -> Ordering {
    let less = _mm512_mask_cmplt_epu8_mask(SIX_ROWS, a, b);
    let greater = _mm512_mask_cmpgt_epu8_mask(SIX_ROWS, a, b);
    less.trailing_zeros().cmp(&greater.trailing_zeros())
}

/// The bytes of a vector that six rows take.
const SIX_ROWS: u64 = (1 << 54) - 1;

/// As a matrix of bits: the identity.
const UNIT_MATRIX: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// The matrix that takes bit `i` to the text of label `i + 1`, once the text of label 9 is added to all.
const LABEL_MATRIX: i64 = {
    let (mut matrix, mut bit) = (0, 0);
    while bit < 8 {
        let (mut row, mut column) = (0, 0);
        while column < 8 {
            row |= (((b'1' + column) ^ b'9') >> bit & 1) << column;
            column += 1;
        }
        matrix |= (row as u64) << (8 * (7 - bit));
        bit += 1;
    }
    matrix as i64
};

/// Puts the first three rows and the last six together.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn write_text(first_rows: &[u8; 32], six_rows: __m512i, text: &mut [u8; CELLS]) {
    text[..32].copy_from_slice(first_rows);
    // SAFETY: the bytes of SIX_ROWS from byte 27 are the last 54 of the 81.
    unsafe { _mm512_mask_storeu_epi8(text.as_mut_ptr().add(27).cast(), SIX_ROWS, six_rows) };
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn transformation(tables: &Tables, image: &Image) -> Transformation {
    // The first three rows come from the map, the others from the order by first labels.
    let own = _mm_shuffle_epi8(load_map(&tables.bands.maps[image.map]), load16(&ROWS_OF_MAP));
    let places = _mm_add_epi8(own, load16(&ROW_ORDERS[image.row_order]));
    let rows = bytes(_mm_shuffle_epi8(load16(&ROW_NUMBERS[image.band]), places));
    let columns = bytes(image.columns);
    let labels = bytes(_mm_and_si128(image.labels, _mm_set_epi64x(0x0F0F, 0x0F0F_0F0F_0F0F_0F00)));
    Transformation::from_parts(
        image.band >= 3,
        first_bytes(&rows),
        first_bytes(&columns),
        first_bytes(&labels),
    )
}

fn first_bytes<const N: usize>(bytes: &[u8; 16]) -> [u8; N] {
    *bytes.first_chunk().expect("no more than sixteen bytes")
}

impl FirstRows {
    fn new(tables: &Tables) -> Self {
        let mut rows = Box::new([[b'0'; 32]; BAND_CLASSES]);
        for (text, form) in rows.iter_mut().zip(&tables.bands.forms) {
            for (byte, label) in text.iter_mut().zip(form.as_flattened()) {
                *byte = b'0' + label;
            }
        }
        Self(rows)
    }
}

/// `(a & mask) | b`, with the mask in every byte.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn and_or(a: __m256i, mask: i8, b: __m256i) -> __m256i {
    _mm256_ternarylogic_epi32::<0xF8>(b, a, _mm256_set1_epi8(mask))
}

/// The same four weights in every doubleword.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn weights(weights: [u8; 4]) -> __m256i {
    _mm256_set1_epi32(i32::from_le_bytes(weights))
}

/// The cells of a board that `cells` lists.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn pick(board: Board, cells: &Cells) -> __m512i {
    let index = vector(&cells.index);
    let low = _mm512_permutexvar_epi8(index, board.low);
    _mm512_mask_permutexvar_epi8(low, cells.high, index, board.high)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn vector(bytes: &Bytes) -> __m512i {
    // SAFETY: the bytes are as many as a vector has, and aligned as one.
    unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn load16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the load reads sixteen bytes.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Sixteen bytes in each quarter of a vector.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn quarter(bytes: &[u8; 16]) -> __m512i {
    _mm512_broadcast_i32x4(load16(bytes))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn load_map(map: &BandMap) -> __m128i {
    // SAFETY: a map has sixteen bytes and is aligned to as many.
    unsafe { _mm_load_si128(map.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn words(vector: __m256i) -> [u32; 8] {
    let mut words = [0; 8];
    // SAFETY: the words are as many bytes as the vector has.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), vector) };
    words
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni,bmi1")]
#[inline]
fn bytes(vector: __m128i) -> [u8; 16] {
    let mut bytes = [0; 16];
    // SAFETY: the bytes are as many as the vector has.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector) };
    bytes
}
