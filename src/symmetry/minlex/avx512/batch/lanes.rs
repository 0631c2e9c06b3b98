//! The maps of all boards of a batch, four of them side by side in a vector.
//!
//! ```text
//! orders   byte      15 … 12 | 11 10  9 |  8 |  7  6  5 |  4 |  3  2  1 |  0
//!          position     –    |  0  1  2 |  – |  3  4  5 |  – |  6  7  8 |  –
//!          bits      7 no position · 6 joined to the next higher · 5 joined to the next lower · 3 to 0 column
//! labels   byte      15 next label · 14 … 10 nothing · 9 … 1 label of the digit · 0 blank        all times 16
//! rows     byte      0 … 8  first the rows placed, in order, then those left, band by band, as numbers of [`Lines`]
//! ```
//!
//! The lowest byte of each stack's word (8, 4 and 0) holds the joins of the stack itself, in the same two bits. A byte shuffle by an order does not look
//! at the bits 6 to 4, so that the joins need no room of their own. A digit without a label has the next one.

use std::arch::x86_64::*;

use super::super::{board::Lines, load, tables::BYTE};
use super::MOST_BOARDS;

/// Room for maps: the starts, the maps of two depths, and the maps that wait for the order of their last rows.
const ROOM: usize = 1024;

/// Room for the maps of one depth.
pub(super) const ROOM_OF_DEPTH: usize = 448;

/// The most maps of one depth: the last vector of four is written whole.
pub(super) const MOST_OF_DEPTH: usize = ROOM_OF_DEPTH - 4;

/// The map of a board that settles nothing: two for each board, of which the second one transposes.
pub(super) const STARTS: usize = 0;

/// The first map of each of the two depths.
pub(super) const DEPTHS: [usize; 2] = [2 * MOST_BOARDS, 2 * MOST_BOARDS + ROOM_OF_DEPTH];

/// The first of the maps whose columns and labels are settled.
pub(super) const SETTLED: usize = DEPTHS[1] + ROOM_OF_DEPTH;

const _: () = assert!(
    SETTLED + MOST_BOARDS + 4 <= ROOM && ROOM_OF_DEPTH.is_multiple_of(4) && MOST_BOARDS.is_multiple_of(4)
);

/// The bits of an order that join a byte to the next higher and to the next lower one.
pub(super) const TO_HIGHER: i8 = 0x40;
pub(super) const TO_LOWER: i8 = 0x20;

/// Sixteen bytes for each of many things, four in a vector.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Quads<const N: usize>([[u8; 16]; N]);

impl<const N: usize> Quads<N> {
    const IS_WHOLE: () = assert!(N.is_multiple_of(4) && N.is_power_of_two());

    pub(super) const ZERO: Self = Self([[0; 16]; N]);

    #[inline]
    pub(super) fn one(&self, number: usize) -> &[u8; 16] {
        &self.0[number % N]
    }

    #[inline]
    pub(super) fn one_mut(&mut self, number: usize) -> &mut [u8; 16] {
        &mut self.0[number % N]
    }

    /// The four that `number` is the first of, or stands among.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn four(&self, number: usize) -> __m512i {
        let () = Self::IS_WHOLE;
        let first = self.0.as_ptr().wrapping_add((number % N) & !3);
        // SAFETY: its number is a multiple of four below N, which is one too, so that 64 bytes from there may be read; the
        // array begins at a multiple of 64.
        unsafe { _mm512_load_si512(first.cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn set_four(&mut self, number: usize, four: __m512i) {
        let () = Self::IS_WHOLE;
        // SAFETY: as in `four`; the bytes may be written.
        unsafe { _mm512_store_si512(self.0.as_mut_ptr().wrapping_add((number % N) & !3).cast(), four) }
    }

    /// Puts four from `number` on.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn put_four(&mut self, number: usize, four: __m512i) {
        let () = Self::IS_WHOLE;
        // SAFETY: three places follow the first one, as it is at most N - 4; the 64 bytes may be written.
        unsafe { _mm512_storeu_si512(self.0.as_mut_ptr().wrapping_add((number % N).min(N - 4)).cast(), four) }
    }

    /// Puts the chosen ones of four, two bits each, from `number` on. Four places are written: after the chosen ones,
    /// zeros.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn put_chosen(&mut self, number: usize, chosen: __mmask8, four: __m512i) {
        self.put_four(number, _mm512_maskz_compress_epi64(chosen, four));
    }
}

/// The maps of all boards.
#[derive(Debug)]
pub(super) struct Lanes {
    pub orders: Quads<ROOM>,
    pub labels: Quads<ROOM>,
    pub rows: Quads<ROOM>,
    /// For each map the first of the lines of its board, 32 times the board.
    first_lines: [u16; ROOM],
    /// The lines of all boards.
    lines: Quads<{ 32 * MOST_BOARDS }>,
}

impl Lanes {
    pub(super) fn new() -> Box<Self> {
        let mut lanes = Box::new(Self {
            orders: Quads::ZERO,
            labels: Quads::ZERO,
            rows: Quads::ZERO,
            first_lines: [0; ROOM],
            lines: Quads::ZERO,
        });
        for start in 0..2 * MOST_BOARDS {
            lanes.set_first_line(STARTS + start, (start / 2 * 32) as u16);
            *lanes.labels.one_mut(STARTS + start) = FIRST_LABELS;
            *lanes.rows.one_mut(STARTS + start) = first_rows(start % 2);
        }
        lanes
    }

    #[inline]
    pub(super) fn board(&self, map: usize) -> usize {
        usize::from(self.first_line(map) / 32) % MOST_BOARDS
    }

    /// The boards of maps from `first` on.
    #[inline]
    pub(super) fn boards(&self, first: usize, maps: usize) -> impl Iterator<Item = usize> + Clone {
        self.first_lines[first..first + maps].iter().map(|line| usize::from(line / 32) % MOST_BOARDS)
    }

    #[inline]
    pub(super) fn first_line(&self, map: usize) -> u16 {
        self.first_lines[map % ROOM]
    }

    #[inline]
    pub(super) fn set_first_line(&mut self, map: usize, line: u16) {
        self.first_lines[map % ROOM] = line;
    }

    /// A row of a board.
    #[inline]
    pub(super) fn line(&self, first_line: u16, row: u8) -> &[u8; 16] {
        self.lines.one(usize::from(first_line) + usize::from(row))
    }

    #[inline]
    pub(super) fn lines(&self, board: usize) -> &Lines {
        self.lines.0[32 * board..].first_chunk().expect("32 lines")
    }

    #[inline]
    pub(super) fn lines_mut(&mut self, board: usize) -> &mut Lines {
        self.lines.0[32 * board..].first_chunk_mut().expect("32 lines")
    }
}

/// The labels of a map that has given none: every digit would get the first one.
const FIRST_LABELS: [u8; 16] = [0, 16, 16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 16];

/// All rows of one orientation, in their order.
fn first_rows(orientation: usize) -> [u8; 16] {
    std::array::from_fn(|row| if row < 9 { (16 * orientation + row / 3 * 4 + row % 3) as u8 } else { 0 })
}

/// An order with its joins, from the joins as bits of bytes and words.
pub(super) fn joined_order(order: [u8; 16], joined: u16, joined_stacks: u8) -> [u8; 16] {
    let mut joins = [0; 16];
    for byte in BYTE.map(usize::from).into_iter().filter(|byte| joined >> byte & 1 != 0) {
        joins[byte] |= TO_HIGHER as u8;
        joins[byte + 1] |= TO_LOWER as u8;
    }
    for word in (0..2).filter(|word| joined_stacks >> word & 1 != 0) {
        joins[4 * word] |= TO_HIGHER as u8;
        joins[4 * word + 4] |= TO_LOWER as u8;
    }
    std::array::from_fn(|byte| order[byte] | joins[byte])
}

/// Four times sixteen bytes as one vector.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn gather<'a>(bytes: impl Fn(usize) -> &'a [u8; 16]) -> __m512i {
    let low = _mm512_castsi128_si512(load(bytes(0)));
    let low = _mm512_inserti32x4::<1>(low, load(bytes(1)));
    let low = _mm512_inserti32x4::<2>(low, load(bytes(2)));
    _mm512_inserti32x4::<3>(low, load(bytes(3)))
}
