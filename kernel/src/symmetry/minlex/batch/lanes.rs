//! The maps of all boards of a batch, four of them side by side in a vector.
//!
//! ```text
//! orders   byte      15 … 12 | 11 10  9 |  8 |  7  6  5 |  4 |  3  2  1 |  0
//!          position     –    |  0  1  2 |  – |  3  4  5 |  – |  6  7  8 |  –
//!          bits      7 no position · 6 joined to the next higher · 5 joined to the next lower · 3 to 0 column
//! labels   byte      15 next label · 14 … 10 unused · 9 … 1 label of the digit · 0 blank         all times 16
//! rows     byte      15 number of the board · 8 … 0 first the rows placed, in order, then those left, band by band, as
//!                    numbers of [`Lines`]
//! ```
//!
//! The lowest byte of each stack's word (8, 4 and 0) holds the joins of the stack itself, in the same two bits. A byte
//! shuffle by an order ignores bits 6 to 4, so the joins need no extra room. A digit without a label has the next one.

pub(super) use super::super::MOST_BOARDS;
use super::super::{cells::Cells, clues::Lines};
use crate::simd::Quarter;

/// The most maps of one board that are followed here, after any row.
pub(super) const MOST_OF_BOARD: usize = 24;

/// Room for maps: the starts, the maps of two depths, and the maps that wait for the order of their last rows.
const ROOM: usize = 2048;

/// Room for the maps of one depth, and for more, because the last vector of four is written whole.
pub(super) const ROOM_OF_DEPTH: usize = MOST_OF_BOARD * MOST_BOARDS + 4;

/// The first of the maps that settle nothing: two for each board, the second of which transposes.
pub(super) const STARTS: usize = 0;

/// The first map of each of the two depths.
pub(super) const DEPTHS: [usize; 2] = [2 * MOST_BOARDS, 2 * MOST_BOARDS + ROOM_OF_DEPTH];

/// The first of the maps whose columns and labels are settled.
pub(super) const SETTLED: usize = DEPTHS[1] + ROOM_OF_DEPTH;

const _: () = assert!(
    SETTLED + MOST_BOARDS + 4 <= ROOM && ROOM_OF_DEPTH.is_multiple_of(4) && MOST_BOARDS.is_multiple_of(4)
);

/// The bits of an order that join a byte to the next higher and to the next lower one.
pub(in super::super) const TO_HIGHER: u8 = 0x40;
pub(in super::super) const TO_LOWER: u8 = 0x20;

/// The value of a byte of an order without a position. As an index, it shuffles in a zero.
pub(in super::super) const NONE: u8 = 0x80;

/// Marks the bytes without a position.
pub(in super::super) const NO_POSITION: Quarter =
    [NONE, 0, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0, NONE, NONE, NONE, NONE];

/// The byte of each position.
pub(super) const BYTE: [u8; 9] = [11, 10, 9, 7, 6, 5, 3, 2, 1];

/// The byte of each position, followed by [`NONE`].
pub(in super::super) const BY_POSITION: Quarter =
    [11, 10, 9, 7, 6, 5, 3, 2, 1, NONE, NONE, NONE, NONE, NONE, NONE, NONE];

/// Many quarters of sixteen bytes, four in a vector.
///
/// The callers prove that their numbers are less than `N`, a power of two. So taking the remainder changes nothing, and saves the
/// bounds check. Debug builds check this.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Quads<const N: usize>([Quarter; N]);

impl<const N: usize> Quads<N> {
    const IS_WHOLE: () = assert!(N.is_multiple_of(4) && N.is_power_of_two());

    pub(super) const ZERO: Self = Self([[0; 16]; N]);

    #[inline(always)]
    pub(super) fn one(&self, number: usize) -> &Quarter {
        debug_assert!(number < N, "number {number} of {N}");
        &self.0[number % N]
    }

    #[inline(always)]
    pub(super) fn one_mut(&mut self, number: usize) -> &mut Quarter {
        debug_assert!(number < N, "number {number} of {N}");
        &mut self.0[number % N]
    }

    /// Returns the aligned four that contain `number`.
    #[inline(always)]
    pub(super) fn four(&self, number: usize) -> &[Quarter; 4] {
        debug_assert!(number < N, "number {number} of {N}");
        &self.0.as_chunks().0[number % N / 4]
    }

    #[inline(always)]
    pub(super) fn four_mut(&mut self, number: usize) -> &mut [Quarter; 4] {
        debug_assert!(number < N, "number {number} of {N}");
        &mut self.0.as_chunks_mut().0[number % N / 4]
    }

    /// Returns the four quarters from `number` on.
    #[inline(always)]
    pub(super) fn starting_at_mut(&mut self, number: usize) -> &mut [Quarter; 4] {
        debug_assert!(number < N, "number {number} of {N}");
        let () = Self::IS_WHOLE;
        self.0[(number % N).min(N - 4)..].first_chunk_mut().expect("four places")
    }
}

/// The maps of all boards.
#[derive(Debug)]
pub(super) struct Lanes {
    pub orders: Quads<ROOM>,
    pub labels: Quads<ROOM>,
    pub rows: Quads<ROOM>,
    /// The lines of all boards.
    lines: Quads<{ 32 * MOST_BOARDS }>,
}

impl Lanes {
    pub(super) fn new() -> Box<Self> {
        let mut lanes = Box::new(Self {
            orders: Quads::ZERO,
            labels: Quads::ZERO,
            rows: Quads::ZERO,
            lines: Quads::ZERO,
        });
        for start in 0..2 * MOST_BOARDS {
            *lanes.labels.one_mut(STARTS + start) = FIRST_LABELS;
            *lanes.rows.one_mut(STARTS + start) = first_rows(start % 2);
            lanes.rows.one_mut(STARTS + start)[BOARD] = (start / 2) as u8;
        }
        lanes
    }

    #[inline(always)]
    pub(super) fn board(&self, map: usize) -> usize {
        let board = usize::from(self.rows.one(map)[BOARD]);
        debug_assert!(board < MOST_BOARDS, "board {board}");
        board % MOST_BOARDS
    }

    /// Returns the boards of maps from `first` on.
    #[inline(always)]
    pub(super) fn boards(&self, first: usize, maps: usize) -> impl Iterator<Item = usize> + Clone {
        self.rows.0[first..first + maps].iter().map(|rows| usize::from(rows[BOARD]) % MOST_BOARDS)
    }

    /// Returns the number of the first line of a map's board.
    #[inline(always)]
    pub(super) fn first_line(&self, map: usize) -> usize {
        32 * usize::from(self.rows.one(map)[BOARD])
    }

    /// Returns the row at this place of a map's list of rows, given the first line of its board.
    #[inline(always)]
    pub(super) fn line(&self, first_line: usize, map: usize, place: usize) -> &Quarter {
        self.lines.one(first_line + usize::from(self.rows.one(map)[place % 16]))
    }

    /// Returns the line with this number among the lines of all boards.
    #[inline(always)]
    pub(super) fn line_at(&self, number: usize) -> &Quarter {
        self.lines.one(number)
    }

    #[inline(always)]
    pub(super) fn lines(&self, board: usize) -> &Lines {
        self.lines.0[32 * board..].first_chunk().expect("32 lines")
    }

    #[inline(always)]
    pub(super) fn lines_mut(&mut self, board: usize) -> &mut Lines {
        self.lines.0[32 * board..].first_chunk_mut().expect("32 lines")
    }
}

/// The byte of a list of rows that holds the number of the board.
const BOARD: usize = 15;

/// The labels of a map that labelled no digit yet: every digit would get the first label.
const FIRST_LABELS: [u8; 16] = [0, 16, 16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 16];

/// Returns all rows of one orientation, in order.
fn first_rows(orientation: usize) -> [u8; 16] {
    std::array::from_fn(|row| if row < 9 { (16 * orientation + row / 3 * 4 + row % 3) as u8 } else { 0 })
}

/// Returns an order with its joins, given as bits of bytes and of words.
pub(super) fn joined_order(order: [u8; 16], joined: u16, joined_stacks: u8) -> [u8; 16] {
    let mut joins = [0; 16];
    for byte in BYTE.map(usize::from).into_iter().filter(|byte| joined >> byte & 1 != 0) {
        joins[byte] |= TO_HIGHER;
        joins[byte + 1] |= TO_LOWER;
    }
    for word in (0..2).filter(|word| joined_stacks >> word & 1 != 0) {
        joins[4 * word] |= TO_HIGHER;
        joins[4 * word + 4] |= TO_LOWER;
    }
    std::array::from_fn(|byte| order[byte] | joins[byte])
}

/// Returns four quarters as one vector.
#[inline(always)]
pub(super) fn gather<'a, S: Cells>(simd: S, quarter: impl Fn(usize) -> &'a Quarter) -> S::V {
    let v = simd.with_quarter(simd.splat8(0), 0, quarter(0));
    let v = simd.with_quarter(v, 1, quarter(1));
    let v = simd.with_quarter(v, 2, quarter(2));
    simd.with_quarter(v, 3, quarter(3))
}
