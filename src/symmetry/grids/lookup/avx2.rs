//! Table lookups of AVX2's processors: byte shuffles of sixteen bytes.

#![allow(unsafe_code)] // the intrinsics behind the token, and the entry

use std::arch::x86_64::*;

use super::super::{CanonicalForm, scalar};
use super::{Lookup, Row};
use crate::grid::CELLS;
use crate::symmetry::vectors::Avx2;

/// Runs [`scalar::forms`] with AVX2.
pub(in super::super) fn forms(
    avx2: Avx2,
    is_checked: bool,
    grids: &[[u8; CELLS]],
    forms: &mut [CanonicalForm],
) -> bool {
    #[target_feature(enable = "avx2")]
    fn enter(avx2: Avx2, checked: bool, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) -> bool {
        scalar::forms(avx2, checked, grids, forms)
    }
    // SAFETY: the token proves AVX2.
    unsafe { enter(avx2, is_checked, grids, forms) }
}

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

#[inline(always)]
fn vector(row: &Row) -> __m128i {
    // SAFETY: SSE2 is part of x86-64; the row is 16 bytes.
    unsafe { _mm_loadu_si128(row.as_ptr().cast()) }
}

#[inline(always)]
fn row(vector: __m128i) -> Row {
    let mut row = [0; 16];
    // SAFETY: SSE2 is part of x86-64; the row is 16 bytes.
    unsafe { _mm_storeu_si128(row.as_mut_ptr().cast(), vector) };
    row
}
