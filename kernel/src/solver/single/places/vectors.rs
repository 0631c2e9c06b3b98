//! What boards in vectors do in their own way: text, row by row.

use super::sweep::sweep;
use super::{Layout, Places, Summary};
use crate::board::codes::{self, CODES, HIGH_KINDS, LOW_KINDS};
use crate::board::grid::{self, CELLS};
use crate::simd::{Boxes, Bytes, Quarter, three};
use crate::solver::rows::{are_plain, row_of, store_row};
use crate::solver::single::board::Swept;

impl<S: Boxes + Bytes> Layout for S {
    /// Reads the rows k, 3 + k and 6 + k at a time.
    ///
    /// ```text
    /// 16 bytes of a row ─▶ candidates, in two bytes ─▶ those of bytes j, 3 + j and 6 + j, one in each word
    /// ```
    #[inline(always)]
    fn read(self, clues: &[u8; CELLS]) -> Option<Places<S>> {
        let other;
        let plain = if is_plain(self, clues) {
            clues
        } else {
            other = with_usual_blanks(clues)?;
            &other
        };
        Some(three!(K => read_rows(self, plain, K)))
    }

    #[inline(always)]
    fn write(self, board: &Places<S>, digits: &mut [u8; CELLS], zero: u8) {
        let rows = three!(K => text_rows(self, &board[K], zero));
        three!(K => store_row(self, rows[K][0], 0, K, digits));
        three!(K => store_row(self, rows[K][1], 0, 3 + K, digits));
        three!(K => store_row(self, rows[K][0], 1, 6 + K, digits));
    }

    #[inline(always)]
    fn sweep(self, board: &Places<S>) -> Swept<Places<S>, Summary<S::V>> {
        sweep(self, board)
    }

    #[inline(always)]
    fn if_no_cell_is_empty(self, board: &Places<S>, digits: S::V) -> S::V {
        let rows = three!(K => self.min16(self.min16(board[K][0], board[K][1]), board[K][2]));
        self.if_any16(self.min16(self.min16(rows[0], rows[1]), rows[2]), digits)
    }
}

/// Returns whether a puzzle consists of clues and one of the usual blanks.
#[inline(always)]
fn is_plain<S: Bytes>(s: S, clues: &[u8; CELLS]) -> bool {
    let [a, b, c] = three!(PART => kinds(s, clues, [0, 32, CELLS - 32][PART]));
    are_plain(s, s.or3(a, b, c))
}

/// Returns the kinds of 32 bytes.
#[inline(always)]
fn kinds<S: Bytes>(s: S, clues: &[u8; CELLS], start: usize) -> S::V {
    let bytes = s.load::<[u8; 32]>(clues[start..].first_chunk().expect("the last 32 bytes start at 49"));
    let high = s.and(s.shr32::<4>(bytes), s.splat8(15));
    // A byte of 128 or more has no low kind, which leaves its high one.
    s.xor(s.shuffle_low(s.repeat(&LOW_KINDS), bytes), s.shuffle(s.repeat(&HIGH_KINDS), high))
}

/// Replaces unusual blanks, or returns `None` for a text that is no puzzle.
#[cold]
fn with_usual_blanks(text: &[u8; CELLS]) -> Option<[u8; CELLS]> {
    grid::is_puzzle(text).then(|| text.map(|byte| if grid::digit(byte).is_some() { byte } else { b'.' }))
}

/// Reads the cells at the places (k, 0), (k, 1) and (k, 2) of a plain puzzle.
#[inline(always)]
fn read_rows<S: Boxes + Bytes>(s: S, clues: &[u8; CELLS], k: usize) -> [S::V; 3] {
    let outer = s.with_quarter(s.repeat(row_of(clues, k)), 1, row_of(clues, 6 + k));
    let middle = s.repeat(row_of(clues, 3 + k));
    let (outer, middle) = (candidates(s, outer), candidates(s, middle));
    let order = if k == 2 { &ORDERS[1] } else { &ORDERS[0] };
    three!(J => {
        let outer = in_words(s, outer, &order[J][0]);
        s.or(outer, in_words(s, middle, &order[J][1]))
    })
}

/// Returns the low and the high byte of the candidates for each byte of a plain puzzle.
#[inline(always)]
fn candidates<S: Bytes>(s: S, bytes: S::V) -> [S::V; 2] {
    [s.shuffle_low(s.repeat(&CANDIDATES[0]), bytes), s.shuffle_low(s.repeat(&CANDIDATES[1]), bytes)]
}

/// Gathers the low and the high bytes of three cells for each band.
#[inline(always)]
fn in_words<S: Bytes>(s: S, [low, high]: [S::V; 2], order: &[[u8; 32]; 2]) -> S::V {
    s.or(s.shuffle(low, s.load(&order[0])), s.shuffle(high, s.load(&order[1])))
}

/// The low and the high byte of the candidates for a byte, by its low half. The low halves of the usual blanks are no digits.
static CANDIDATES: [Quarter; 2] = {
    let mut halves = [[0; 16]; 2];
    const_for!(low in 0..16 => {
        let candidates = codes::candidates(CODES[0x30 + low]);
        halves[0][low] = candidates as u8;
        halves[1][low] = (candidates >> 8) as u8;
    });
    halves
};

/// For each j, the low and the high byte of each word, in the rows of the outer bands and in that of the middle one. The last row of
/// a puzzle begins at byte 7 of its 16 bytes.
static ORDERS: [[[[[u8; 32]; 2]; 2]; 3]; 2] = [orders(0), orders(7)];

const fn orders(skipped: u8) -> [[[[u8; 32]; 2]; 2]; 3] {
    let mut orders = [[[[0x80; 32]; 2]; 2]; 3];
    const_for!(j in 0..3 => {
        const_for!(stack in 0..3 => {
            const_for!(half in 0..2 => {
                let (byte, column) = (2 * stack + half, (3 * stack + j) as u8);
                orders[j][0][half][byte] = column;
                orders[j][0][half][16 + byte] = column + skipped;
                orders[j][1][half][8 + byte] = column;
            });
        });
    });
    orders
}

/// Returns the digits of the rows k, 3 + k and 6 + k of a solved board, each in nine bytes: the first row and the last one in the two
/// quarters of one vector, the row between them in the first quarter of another.
#[inline(always)]
fn text_rows<S: Boxes + Bytes>(s: S, places: &[S::V; 3], zero: u8) -> [S::V; 2] {
    let low = s.splat16(0xff);
    let two = s.or(s.and(places[0], low), s.shl16::<8>(s.and(places[1], low)));
    let (two, one, zero) = (digits(s, two), digits(s, places[2]), s.splat8(zero));
    three_in_order(s, two, one, zero)
}

#[inline(always)]
fn three_in_order<S: Bytes>(s: S, two: S::V, one: S::V, zero: S::V) -> [S::V; 2] {
    let [outer, middle] = &TEXT_ORDERS;
    [
        s.or3(s.shuffle(two, s.repeat(&outer[0])), s.shuffle(one, s.repeat(&outer[1])), zero),
        s.or3(s.shuffle(two, s.repeat(&middle[0])), s.shuffle(one, s.repeat(&middle[1])), zero),
    ]
}

/// Returns the digit of each byte that has the low eight candidates of a solved cell: 9 if there is none.
#[inline(always)]
fn digits<S: Bytes>(s: S, bytes: S::V) -> S::V {
    let half = s.splat8(15);
    let (low, high) = (s.and(bytes, half), s.and(s.shr32::<4>(bytes), half));
    s.xor(s.shuffle(s.repeat(&DIGITS[0]), low), s.shuffle(s.repeat(&DIGITS[1]), high))
}

/// The exclusive or of the entries for the halves of a byte is its digit.
static DIGITS: [Quarter; 2] = {
    let mut halves = [[0; 16]; 2];
    halves[0][0] = 9;
    const_for!(bit in 0..4 => {
        halves[0][1 << bit] = bit as u8 + 1;
        halves[1][1 << bit] = (bit as u8 + 5) ^ 9;
    });
    halves
};

/// For the rows of the outer bands and for that of the middle one, the places of the digits of j = 0 and 1, which share words, and of
/// j = 2.
static TEXT_ORDERS: [[Quarter; 2]; 2] = [text_order(0), text_order(8)];

const fn text_order(first: u8) -> [Quarter; 2] {
    let mut orders = [[0x80; 16]; 2];
    const_for!(column in 0..9 => {
        let (word, j) = (first + 2 * (column / 3) as u8, column % 3);
        orders[j / 2][column] = word + (j % 2) as u8;
    });
    orders
}
