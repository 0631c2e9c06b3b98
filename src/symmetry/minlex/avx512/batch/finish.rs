//! The form that a map makes, once all rows are placed.

use std::arch::x86_64::*;

use super::super::{
    super::{CanonicalForm, partial::blank_row_orders},
    board::Clues,
    load,
    map::BY_POSITION,
    store,
};
use super::lanes::{Lanes, TO_HIGHER, gather};
use crate::symmetry::Transformation;

/// The form that a map of a board makes, without its automorphisms.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn write_form(lanes: &Lanes, map: usize, form: &mut CanonicalForm) {
    write_text(lanes, map, &mut form.text);
    form.map = transformation(lanes, map);
}

/// The number of geometric maps that a map stands for.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn weight(lanes: &Lanes, map: usize, clues: &Clues) -> u64 {
    const ORDERS: [u64; 4] = [1, 2, 2, 6];
    let order = load(lanes.orders.one(map));
    let joined = _mm_test_epi8_mask(order, _mm_set1_epi8(TO_HIGHER));
    let blank = clues.blank[usize::from(lanes.rows.one(map)[0] / 16) % 2];
    if joined == 0 && blank == 0 {
        return 1;
    }
    let stacks = _mm_test_epi32_mask(order, _mm_set1_epi32(TO_HIGHER.into()));
    let stack = |byte: u16| ORDERS[usize::from(joined >> byte & 3)];
    stack(1) * stack(5) * stack(9) * ORDERS[usize::from(stacks & 3)] * blank_row_orders(blank)
}

/// The image of the board as text.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn write_text(lanes: &Lanes, map: usize, text: &mut [u8; 81]) {
    let order = _mm512_broadcast_i32x4(load(lanes.orders.one(map)));
    let labels = _mm512_broadcast_i32x4(load(lanes.labels.one(map)));
    let first_line = lanes.first_line(map);
    let rows = lanes.rows.one(map);
    let four = |first: usize| gather(|lane| lanes.line(first_line, rows[first + lane]));
    let image = |rows: __m512i| _mm512_shuffle_epi8(labels, _mm512_shuffle_epi8(rows, order));
    let first = image(four(0));
    let middle = image(four(4));
    let last = image(_mm512_castsi128_si512(load(lanes.line(first_line, rows[8]))));
    let digits = |labels: __m512i| {
        let labels = _mm512_and_si512(_mm512_srli_epi16::<4>(labels), _mm512_set1_epi8(15));
        _mm512_add_epi8(labels, _mm512_set1_epi8(b'0' as i8))
    };
    let (low, high) = (&TEXT_BYTES[0].0, &TEXT_BYTES[1].0);
    // SAFETY: both tables are 64 bytes at a multiple of 64 that may be read; 64 bytes of the text and, by the mask, its last
    // 17 may be written.
    unsafe {
        let (low, high) = (_mm512_load_si512(low.as_ptr().cast()), _mm512_load_si512(high.as_ptr().cast()));
        let low = digits(_mm512_permutex2var_epi8(first, low, middle));
        let high = digits(_mm512_permutex2var_epi8(middle, high, last));
        _mm512_storeu_si512(text.as_mut_ptr().cast(), low);
        _mm512_mask_storeu_epi8(text.as_mut_ptr().add(64).cast(), 0x1_ffff, high);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn transformation(lanes: &Lanes, map: usize) -> Transformation {
    let mut bytes = [[0; 16]; 3];
    let low = _mm_set1_epi8(15);
    let columns = _mm_shuffle_epi8(load(lanes.orders.one(map)), load(&BY_POSITION));
    store(&mut bytes[0], _mm_and_si128(columns, low));
    let lines = load(lanes.rows.one(map));
    let bands = _mm_and_si128(_mm_srli_epi16::<2>(lines), _mm_set1_epi8(3));
    store(&mut bytes[1], _mm_sub_epi8(_mm_and_si128(lines, low), bands));
    store(&mut bytes[2], digits(load(lanes.labels.one(map))));
    let [columns, rows, digits] = &bytes;
    let is_transposed = lanes.rows.one(map)[0] >= 16;
    let nine = |bytes: &[u8; 16]| *bytes.first_chunk().expect("16 bytes");
    Transformation::from_parts(
        is_transposed,
        nine(rows),
        nine(columns),
        *digits.first_chunk().expect("16 bytes"),
    )
}

/// What each digit becomes: its label, or one of those that are left, in the order of the digits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn digits(labels: __m128i) -> __m128i {
    let next = _mm_shuffle_epi8(labels, _mm_set1_epi8(15));
    let unlabelled = _mm_mask_cmpeq_epi8_mask(0x3fe, labels, next);
    let ones = _mm_maskz_mov_epi8(unlabelled, _mm_set1_epi8(1));
    let count = _mm_add_epi8(ones, _mm_bslli_si128::<1>(ones));
    let count = _mm_add_epi8(count, _mm_bslli_si128::<2>(count));
    let count = _mm_add_epi8(count, _mm_bslli_si128::<4>(count));
    let count = _mm_add_epi8(count, _mm_bslli_si128::<8>(count));
    let labels = _mm_and_si128(_mm_srli_epi16::<4>(labels), _mm_set1_epi8(15));
    _mm_mask_add_epi8(labels, unlabelled, labels, _mm_sub_epi8(count, ones))
}

#[repr(C, align(64))]
struct Bytes([u8; 64]);

/// Where the bytes of the text are: the first 64 in the rows 0 to 3 and 4 to 7, the others in the rows 4 to 7 and 8.
static TEXT_BYTES: [Bytes; 2] = text_bytes();

const fn text_bytes() -> [Bytes; 2] {
    let mut bytes = [Bytes([0; 64]), Bytes([0; 64])];
    let mut cell = 0;
    while cell < 81 {
        let (vector, first_row) = (cell / 64, cell / 64 * 4);
        let place = 16 * (cell / 9 - first_row) + BY_POSITION[cell % 9] as usize;
        bytes[vector].0[cell % 64] = place as u8;
        cell += 1;
    }
    bytes
}
