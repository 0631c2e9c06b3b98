//! The order of all rows that are left, for boards whose one map has columns and labels settled, four at a time.
//!
//! The rows of each band are sorted, and then the bands. No two rows of these boards are equal (two rows with the same clues
//! would be a conflict) but blank ones of different bands, so that the first two rows order two bands.

use std::arch::x86_64::*;

use super::super::rows::KEY;
use super::lanes::{Lanes, SETTLED, gather};
use crate::array::array_of;

/// Orders the rows left of settled maps, which have `depth` rows, 3 or more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn sort(depth: usize, maps: usize, lanes: &mut Lanes) {
    for number in (0..maps).step_by(4) {
        match depth {
            3 => sort_four::<3, 6>(number, lanes),
            4 => sort_four::<4, 5>(number, lanes),
            5 => sort_four::<5, 4>(number, lanes),
            6 => sort_four::<6, 3>(number, lanes),
            7 => sort_four::<7, 2>(number, lanes),
            _ => {}
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn sort_four<const DEPTH: usize, const LEFT: usize>(number: usize, lanes: &mut Lanes) {
    let first = SETTLED + number;
    let first_lines: [u16; 4] = array_of(|lane| lanes.first_line(first + lane));
    let (orders, labels) = (lanes.orders.four(first), lanes.labels.four(first));
    // The key of each row, and its place in the list of rows.
    let mut rows = [_mm512_setzero_si512(); LEFT];
    for (place, row) in (DEPTH..9).zip(&mut rows) {
        let line = gather(|lane| lanes.line(first_lines[lane], lanes.rows.one(first + lane)[place]));
        let labels = _mm512_shuffle_epi8(labels, _mm512_shuffle_epi8(line, orders));
        let weights = _mm512_set1_epi32(0x64_0a_01_00); // 100, 10, 1, and 0 for the byte without a position
        let values = _mm512_dpbusd_epi32(_mm512_setzero_si512(), labels, weights);
        let keys = _mm512_and_si512(_mm512_packus_epi32(values, values), _mm512_set1_epi64(KEY));
        *row = _mm512_or_si512(keys, _mm512_set1_epi64(place as i64));
    }
    let begun = (9 - DEPTH) % 3;
    if begun == 2 {
        exchange(&mut rows, 0, 1);
    }
    for band in (begun..LEFT).step_by(3) {
        exchange(&mut rows, band, band + 1);
        exchange(&mut rows, band + 1, band + 2);
        exchange(&mut rows, band, band + 1);
    }
    if LEFT == 6 {
        exchange_bands(&mut rows);
    }
    let mut list =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    for (place, &row) in (DEPTH..9).zip(&rows) {
        let byte = 0x0001_0001_0001_0001 << place;
        list = _mm512_mask_shuffle_epi8(list, byte, row, _mm512_setzero_si512());
    }
    let list = _mm512_and_si512(list, _mm512_set1_epi8(15));
    let rows = _mm512_shuffle_epi8(lanes.rows.four(first), list);
    lanes.rows.set_four(first, rows);
}

/// Puts the lesser of two rows first.
#[inline]
#[target_feature(enable = "avx512f")]
fn exchange(rows: &mut [__m512i], one: usize, other: usize) {
    let (a, b) = (rows[one], rows[other]);
    (rows[one], rows[other]) = (_mm512_min_epu64(a, b), _mm512_max_epu64(a, b));
}

/// Puts the lesser of two sorted bands first. Their first rows decide unless both are blank, and then the second.
#[inline]
#[target_feature(enable = "avx512f")]
fn exchange_bands(rows: &mut [__m512i]) {
    let keys = _mm512_set1_epi64(KEY);
    let (one, other) = (_mm512_and_si512(rows[0], keys), _mm512_and_si512(rows[3], keys));
    let second = _mm512_mask_cmpgt_epu64_mask(_mm512_cmpeq_epi64_mask(one, other), rows[1], rows[4]);
    let greater = _mm512_cmpgt_epu64_mask(one, other) | second;
    for row in 0..3 {
        let (a, b) = (rows[row], rows[row + 3]);
        rows[row] = _mm512_mask_mov_epi64(a, greater, b);
        rows[row + 3] = _mm512_mask_mov_epi64(b, greater, a);
    }
}
