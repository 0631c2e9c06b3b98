//! Sixteen bytes looked up at once: the operation that the search for whole grids is made of.

#![allow(unsafe_code)] // the intrinsic behind the token, and the entry

#[cfg(target_arch = "aarch64")]
pub(super) mod neon;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::{CanonicalForm, scalar};
use super::{
    bands::BandEntry,
    candidates::{Board, look_up},
    second_row::Normalization,
    tables::Tables,
};
use crate::array::array_of;
use crate::grid::{self, CELLS};
use crate::symmetry::orders::order_of;

/// A row of nine cells in sixteen bytes, of which the last seven mean nothing.
pub(super) type Row = [u8; 16];

/// Looks bytes up. A type that implements this may prove that the processor has instructions for it; what is generic over it
/// is `#[inline(always)]`, so that all of it is compiled for that processor.
pub(super) trait Lookup: Copy {
    /// For each place the byte of the table there; places are below 16.
    fn lookup(self, table: &Row, places: &Row) -> Row;

    /// The table with each of nine values at the place of its key; keys are different and below 16.
    #[inline(always)]
    fn table(self, keys: &Row, values: &Row) -> Row {
        let mut table = [0; 16];
        for i in 0..9 {
            table[usize::from(keys[i] & 15)] = values[i];
        }
        table
    }

    /// The row whose cells come from these columns of `source`, with a label for each digit.
    #[inline(always)]
    fn image(self, source: &Row, columns: &Row, labels: &Row) -> Row {
        self.lookup(labels, &self.lookup(source, columns))
    }

    /// Reads the rows of a grid and those of the transposed grid, whose bytes are digits, as text or as numbers.
    #[inline(always)]
    fn read(self, grid: &[u8; CELLS], boards: &mut [Board; 2]) {
        let mut digits = [0; CELLS + 7]; // room for the sixteen bytes of the last row
        digits[..CELLS].copy_from_slice(grid);
        digits.iter_mut().for_each(|digit| *digit &= 15);
        for row in 0..9 {
            boards[0][row] = *digits[9 * row..].first_chunk().expect("sixteen bytes");
            for column in 0..9 {
                boards[1][row][column] = digits[9 * column + row];
            }
        }
    }

    /// Do equal digits share a house? Every byte of the grid is a digit.
    #[inline(always)]
    fn has_conflict(self, grid: &[u8; CELLS]) -> bool {
        grid::conflict(grid).is_some()
    }

    /// For each of three bands what normalizes it, and the entry of the normalized band.
    #[inline(always)]
    fn look_up_bands(self, tables: &Tables, board: &Board) -> [(Normalization, BandEntry); 3] {
        array_of(|band| look_up(self, tables, [&board[3 * band], &board[3 * band + 1], &board[3 * band + 2]]))
    }

    /// At the first place of each box, its three values together and their order; at others what means nothing.
    #[inline(always)]
    fn sets_and_orders(self, row: &Row) -> [Row; 2] {
        let (mut sets, mut orders) = ([0; 16], [0; 16]);
        for &i in &[0, 3, 6] {
            let values = [row[i], row[i + 1], row[i + 2]];
            (sets[i], orders[i]) = (values[0] | values[1] | values[2], order_of(values));
        }
        [sets, orders]
    }
}

/// One byte after another, on every processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

impl Lookup for Plain {
    #[inline(always)]
    fn lookup(self, table: &Row, places: &Row) -> Row {
        let mut found = [0; 16];
        for i in 0..9 {
            found[i] = table[usize::from(places[i] & 15)];
        }
        found
    }

    #[inline(always)]
    fn image(self, source: &Row, columns: &Row, labels: &Row) -> Row {
        let mut image = [0; 16];
        for i in 0..9 {
            image[i] = labels[usize::from(source[usize::from(columns[i] & 15)] & 15)];
        }
        image
    }
}

/// A shuffle of AVX2's processors. A value proves that this is one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    /// Makes the forms of as many grids as there are forms.
    pub(super) fn forms(self, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) {
        // SAFETY: the token proves AVX2.
        unsafe { avx2_forms(self, grids, forms) }
    }

    pub(super) fn have_conflict(self, grids: &[[u8; CELLS]]) -> bool {
        // SAFETY: the token proves AVX2.
        unsafe { avx2_have_conflict(self, grids) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2_forms(token: Avx2, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) {
    scalar::forms(token, grids, forms);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2_have_conflict(token: Avx2, grids: &[[u8; CELLS]]) -> bool {
    scalar::have_conflict(token, grids)
}

#[cfg(target_arch = "x86_64")]
impl Lookup for Avx2 {
    #[inline(always)]
    fn lookup(self, table: &Row, places: &Row) -> Row {
        // SAFETY: the token proves AVX2, which SSSE3 came before.
        unsafe { row(_mm_shuffle_epi8(vector(table), vector(places))) }
    }

    /// Compares the places with each key: bytes that are stored one by one could not be loaded as a vector for a while.
    #[inline(always)]
    fn table(self, keys: &Row, values: &Row) -> Row {
        // SAFETY: the token proves AVX2, which SSSE3 came before.
        unsafe {
            let places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let (keys, values) = (vector(keys), vector(values));
            let mut table = _mm_setzero_si128();
            for i in 0..9 {
                let at = _mm_set1_epi8(i);
                let is_key = _mm_cmpeq_epi8(places, _mm_shuffle_epi8(keys, at));
                table = _mm_or_si128(table, _mm_and_si128(is_key, _mm_shuffle_epi8(values, at)));
            }
            row(table)
        }
    }

    #[inline(always)]
    fn sets_and_orders(self, first: &Row) -> [Row; 2] {
        // SAFETY: the token proves AVX2, which SSE2 came before.
        unsafe {
            let first = vector(first);
            let (second, third) = (_mm_srli_si128::<1>(first), _mm_srli_si128::<2>(first));
            // -1 where the one value is not greater than the other.
            let order = |a, b| _mm_cmpeq_epi8(_mm_min_epu8(a, b), a);
            let (one, other) = (order(first, second), order(second, third));
            let twice = _mm_add_epi8(one, order(first, third));
            let orders = _mm_add_epi8(_mm_add_epi8(twice, twice), _mm_add_epi8(other, _mm_set1_epi8(5)));
            [row(_mm_or_si128(first, _mm_or_si128(second, third))), row(orders)]
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn vector(row: &Row) -> __m128i {
    // SAFETY: SSE2 is part of x86-64; the row is 16 bytes.
    unsafe { _mm_loadu_si128(row.as_ptr().cast()) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn row(vector: __m128i) -> Row {
    let mut row = [0; 16];
    // SAFETY: SSE2 is part of x86-64; the row is 16 bytes.
    unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), vector) };
    row
}
