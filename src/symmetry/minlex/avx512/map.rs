//! A map as the vector search keeps it.

use std::arch::x86_64::*;

use super::{
    super::{
        partial::{PartialMap, without_interchangeable},
        ties::{Line, SettledLines},
    },
    load, store,
    tables::{self, BYTE, Columns, NONE, SECONDS, THIRDS, Tables},
};
use crate::array::array_of;
use crate::{grid::CELLS, symmetry::Transformation};

/// A map as far as the rows placed settle it, with no label open.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Map {
    pub columns: Columns,
    /// The labels given, four bits for each digit; 0 for a digit without one.
    labels: u64,
    /// All four bits of each digit without a label.
    unlabelled: u64,
    /// The rows placed, four bits each.
    pub rows: u64,
    /// The rows left, one bit each.
    pub left: u16,
    /// The next label.
    next: u8,
    pub orientation: u8,
    /// The first row of the band last placed in.
    band: u8,
}

/// A form as text: nine bytes for each row, with room for the last vector.
pub(super) type Text = [u8; CELLS + 7];

impl Map {
    #[inline]
    pub(super) fn start(orientation: u8, columns: Columns) -> Self {
        let unlabelled = 0xff_ffff_fff0;
        Self { columns, labels: 0, unlabelled, rows: 0, left: 0x1ff, next: 1, orientation, band: 0 }
    }

    /// The same map, which has no open label and settles `depth` rows.
    #[inline]
    pub(super) fn of(map: &PartialMap, depth: usize) -> Self {
        let joined =
            (0..8).filter(|p| map.joined >> p & 1 != 0).fold(0, |joined, p| joined | 1 << BYTE[p + 1]);
        let columns = Columns {
            order: tables::in_bytes(map.columns),
            joined,
            joined_stacks: map.joined_stacks >> 1 & 1 | map.joined_stacks << 1 & 2,
        };
        let mut same = Self::start(u8::from(map.transposed), columns);
        same.next = 10 - map.unlabelled.count_ones() as u8;
        for digit in (1..10).filter(|digit| map.unlabelled >> digit & 1 == 0) {
            same.labels |= u64::from(map.labels[digit]) << (4 * digit);
            same.unlabelled &= !(15 << (4 * digit));
        }
        for (depth, row) in map.rows[..depth].iter().enumerate() {
            same.rows |= u64::from(*row) << (4 * depth);
        }
        same.left = map.left;
        same.band = map.rows[depth - 1] / 3 * 3;
        same
    }

    /// The map of a batch that settles `depth` rows, from its order, labels and rows (see [`super::batch`]).
    pub(super) fn from_lanes(order: &[u8; 16], labels: &[u8; 16], lines: &[u8; 16], depth: usize) -> Self {
        const TO_HIGHER: u8 = 0x40;
        let is_joined = |byte: u8| u16::from(order[usize::from(byte)] & TO_HIGHER != 0);
        let columns = Columns {
            order: order.map(|byte| byte & (NONE | 15)),
            joined: BYTE.iter().fold(0, |joined, &byte| joined | is_joined(byte) << byte),
            joined_stacks: (is_joined(0) | is_joined(4) << 1) as u8,
        };
        let mut map = Self::start(lines[0] / 16, columns);
        map.next = labels[15] >> 4;
        for digit in (1..10).filter(|&digit| labels[digit] != labels[15]) {
            map.labels |= u64::from(labels[digit] >> 4) << (4 * digit);
            map.unlabelled &= !(15 << (4 * digit));
        }
        for (place, line) in lines[..depth].iter().enumerate() {
            let row = line % 16 - line % 16 / 4;
            map.rows |= u64::from(row) << (4 * place);
            map.left &= !(1 << row);
            map.band = row / 3 * 3;
        }
        map
    }

    /// Are the columns settled, and the labels but for one digit, which then has the last one?
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.columns.joined == 0 && self.columns.joined_stacks == 0 && self.next >= 9
    }

    /// As [`super::partial::PartialMap::next_rows`].
    #[inline]
    pub(super) fn next_rows(&self, depth: usize, blank_rows: u16) -> u16 {
        let rows = if depth.is_multiple_of(3) { self.left } else { self.left & 0b111 << self.band };
        without_interchangeable(rows, blank_rows)
    }

    /// The labels times 16, in the byte of each digit.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn label_bytes(&self) -> __m128i {
        const HIGH: u64 = 0xf0f0_f0f0_f0f0_f0f0;
        let labels = self.labels | (self.unlabelled & (u64::from(self.next) * 0x11_1111_1110));
        _mm_set_epi64x(_pdep_u64(labels >> 32, HIGH) as i64, _pdep_u64(labels, HIGH) as i64)
    }

    /// Joins no more what a row tells apart. Gives the order of the columns, and the orders of its bytes when the row
    /// has the same new digits in joined columns or stacks.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn settle<'t>(
        &mut self,
        cells: __m128i,
        tables: &'t Tables,
    ) -> (__m128i, Option<&'t [[u8; 16]]>) {
        let labels = _mm_and_si128(cells, _mm_set1_epi8(0xf0_u8 as i8));
        let order = _mm_or_si128(_mm_and_si128(cells, _mm_set1_epi8(15)), load(&NO_POSITION));
        let columns = &mut self.columns;
        columns.joined &= _mm_cmpeq_epi8_mask(labels, _mm_bsrli_si128::<1>(labels));
        columns.joined_stacks &= _mm_cmpeq_epi32_mask(labels, _mm_bsrli_si128::<4>(labels));
        let clues = _mm_test_epi8_mask(labels, labels) & columns.joined;
        let stacks = _mm_test_epi32_mask(labels, labels) & columns.joined_stacks;
        if clues == 0 && stacks == 0 {
            return (order, None);
        }
        columns.joined &= !clues;
        columns.joined_stacks &= !stacks;
        let joins = _pext_u32(u32::from(clues), u32::from(SECONDS | THIRDS)) as u8;
        (order, Some(tables.orders(joins, stacks)))
    }

    /// Takes a row with its columns in order, and writes the row of the image.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn place(&mut self, depth: usize, row: u8, line: __m128i, order: __m128i, text: &mut Text) {
        store(&mut self.columns.order, order);
        self.rows |= u64::from(row) << (4 * depth);
        self.left &= !(1 << row);
        self.band = row / 3 * 3;
        let digits = _mm_shuffle_epi8(line, order);
        let labels = _mm_shuffle_epi8(self.label_bytes(), digits);
        let new = _mm_cmpeq_epi8_mask(labels, _mm_set1_epi8((self.next << 4) as i8));
        let mut image = labels;
        if new != 0 {
            let count = new.count_ones() as u8;
            // Later positions have lower bytes: the lowest byte gets the last label.
            let last = self.next + count - 1;
            let descending = _mm_sub_epi8(_mm_set1_epi8((last << 4) as i8), load(&SIXTEENS));
            image = _mm_mask_expand_epi8(image, new, descending);
            let mut digits = _mm_cvtsi128_si64(_mm_maskz_compress_epi8(new, digits)) as u64;
            for label in (self.next..=last).rev() {
                let place = 4 * (digits & 15);
                self.labels |= u64::from(label) << place;
                self.unlabelled &= !(15 << place);
                digits >>= 8;
            }
            self.next = last + 1;
        }
        store_text(text, depth, image);
    }

    /// The orders of joined columns and stacks: each makes a map with the same image.
    #[inline]
    pub(super) fn orders(&self) -> u64 {
        const ORDERS: [u64; 4] = [1, 2, 2, 6];
        let stack = |byte: u8| ORDERS[usize::from(self.columns.joined >> byte & 3)];
        stack(1) * stack(5) * stack(9) * ORDERS[usize::from(self.columns.joined_stacks)]
    }

    #[inline]
    pub(super) fn transformation(&self) -> Transformation {
        let columns = array_of(|column| self.columns.order[usize::from(BYTE[column])]);
        let mut next = self.next;
        let digits = array_of(|digit| {
            let label = (self.labels >> (4 * digit) & 15) as u8;
            if label != 0 || digit == 0 {
                return label;
            }
            next += 1;
            next - 1
        });
        let rows = array_of(|depth| (self.rows >> (4 * depth) & 15) as u8);
        Transformation::from_parts(self.orientation == 1, rows, columns, digits)
    }
}

impl SettledLines for Map {
    #[inline]
    fn line(&self, place: usize) -> Option<Line> {
        let (rows, columns) = if self.orientation == 1 { (9, 0) } else { (0, 9) };
        if place < 9 {
            let placed = 9 - self.left.count_ones() as usize;
            return (place < placed).then(|| rows + (self.rows >> (4 * place) & 15) as u8);
        }
        let byte = BYTE[place - 9];
        let joined = self.columns.joined | self.columns.joined << 1;
        let joined_stacks = self.columns.joined_stacks | self.columns.joined_stacks << 1;
        let is_joined = joined >> byte & 1 != 0 || joined_stacks >> (byte / 4) & 1 != 0;
        (!is_joined).then(|| columns + self.columns.order[usize::from(byte)])
    }
}

/// Marks the bytes without a position as such.
pub(super) const NO_POSITION: [u8; 16] =
    [NONE, 0, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0, NONE, NONE, NONE, NONE];
/// The number of each byte, times 16.
pub(super) const SIXTEENS: [u8; 16] =
    [0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240];
/// The byte at which each position stands, and none.
pub(super) const BY_POSITION: [u8; 16] =
    [11, 10, 9, 7, 6, 5, 3, 2, 1, NONE, NONE, NONE, NONE, NONE, NONE, NONE];

/// Writes the nine bytes of a row, from its labels times 16, and seven more that the next row covers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn store_text(text: &mut Text, depth: usize, labels: __m128i) {
    let labels = _mm_and_si128(_mm_srli_epi16::<4>(labels), _mm_set1_epi8(15));
    let row = _mm_add_epi8(_mm_shuffle_epi8(labels, load(&BY_POSITION)), _mm_set1_epi8(b'0' as i8));
    if let Some(bytes) = text[9 * depth..].first_chunk_mut() {
        store(bytes, row);
    }
}
