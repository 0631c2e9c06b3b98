//! The maps that the least rows lead to, made four at a time.

use std::arch::x86_64::*;

use super::super::{board::Board, load, tables::BYTE};

use super::{
    IN_STEP,
    lanes::{Lanes, gather},
    least::{Birth, Hit, Hits},
    tables::{LISTS_AFTER, Tables},
};
use crate::array::array_of;

/// Makes the maps listed, from the maps from `from` on, and puts them from `to` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn place(
    depth: usize,
    from: usize,
    to: usize,
    hits: &Hits,
    lanes: &mut Lanes,
    boards: &[Board; IN_STEP],
    tables: &Tables,
) {
    for number in (0..hits.made).step_by(4) {
        let births: [Birth; 4] = array_of(|lane| hits.birth(number + lane));
        let hit: [Hit; 4] = array_of(|lane| hits.hit(births[lane].hit.into()));
        let maps: [usize; 4] = array_of(|lane| from + usize::from(hit[lane].map));
        let of_board: [usize; 4] = array_of(|lane| lanes.board(maps[lane]) % IN_STEP);
        let order = gather(|lane| hits.orders.one(births[lane].hit.into()));
        let order = _mm512_shuffle_epi8(order, gather(|lane| tables.order(births[lane].order)));
        let lines = gather(|lane| {
            let row = lanes.rows.one(maps[lane])[(depth + usize::from(hit[lane].choice)) % 16];
            &boards[of_board[lane]].lines()[usize::from(row) % 32]
        });
        let digits = _mm512_shuffle_epi8(lines, order);
        let labels = label_new_digits(gather(|lane| lanes.labels.one(maps[lane])), digits);
        let list = gather(|lane| &LISTS_AFTER[depth][usize::from(hit[lane].choice) % 9]);
        let rows = _mm512_shuffle_epi8(gather(|lane| lanes.rows.one(maps[lane])), list);
        lanes.orders.set_four(to + number, order);
        lanes.labels.set_four(to + number, labels);
        lanes.rows.set_four(to + number, rows);
        for (lane, &board) in of_board.iter().enumerate() {
            lanes.set_board(to + number + lane, board);
        }
    }
}

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
