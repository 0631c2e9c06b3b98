//! Converts text and candidates to boards, and boards to text, all cells at once.

use std::arch::x86_64::*;

use super::turns::load;
use super::{Diagonals, LANES, avx512, cell_of};
use crate::board::codes::{self, CODES, DOT, OTHER, ZERO};
use crate::board::grid::{self, CELLS};
use crate::simd::{Simd, avx512::Avx512, three};
use crate::solver::single::board::CellMasks;

/// The low byte of each lane that has a cell.
const LOW_BYTES: __mmask64 = 0x0015_5555_5555_5555;

/// The last 17 cells of a puzzle.
const LAST: __mmask64 = (1 << 17) - 1;

/// The shift of each byte below 128 that makes candidates of one bit: one less than the digit of a clue. For other bytes it is their
/// code, which is large enough to leave nothing.
static SHIFTS: [[u8; 64]; 2] = {
    let mut shifts = [[0; 64]; 2];
    const_for!(byte in 0..128 => {
        shifts[byte / 64][byte % 64] = match CODES[byte] {
            code @ ..DOT => codes::candidates(code).trailing_zeros() as u8,
            code => code,
        };
    });
    shifts
};

/// Reads a puzzle. Returns `None` if it is malformed.
///
/// ```text
/// 81 bytes ─▶ 81 shifts ─▶ those of each diagonal, one in each lane ─▶ candidates
/// ```
#[inline(always)]
pub fn read(s: Avx512, clues: &[u8; CELLS]) -> Option<Diagonals> {
    // SAFETY: the token proves the features; the loads read the first 64 and the last 17 of the 81 bytes.
    let (first, last) = unsafe {
        let text = clues.as_ptr().cast::<i8>();
        (_mm512_loadu_epi8(text), _mm512_maskz_loadu_epi8(LAST, text.add(64)))
    };
    let (first_codes, last_codes) = (codes(s, first), codes(s, last));
    let found = s.or(first_codes, avx512!(_mm512_maskz_mov_epi8(LAST, last_codes)));
    let has = |code: u8| avx512!(_mm512_test_epi8_mask(found, _mm512_set1_epi8(code as i8))) != 0;
    let is_plain = !(has(OTHER | OTHER << 1) || has(DOT) && has(ZERO));
    (is_plain || grid::is_puzzle(clues))
        .then(|| three!(I => candidates(s, first_codes, last_codes, &CELLS_OF[I])))
}

/// Returns the code of each byte.
#[inline(always)]
fn codes(s: Avx512, bytes: __m512i) -> __m512i {
    // A byte of 128 or more uses the same table entry as the byte 128 below it, and keeps its highest bit.
    let known = avx512!(_mm512_permutex2var_epi8(load(s, &SHIFTS[0]), bytes, load(s, &SHIFTS[1])));
    s.or_and(known, bytes, avx512!(_mm512_set1_epi8(i8::MIN)))
}

#[inline(always)]
fn candidates(s: Avx512, first_codes: __m512i, last_codes: __m512i, cells: &[u8; 64]) -> __m512i {
    avx512!({
        let codes = _mm512_maskz_permutex2var_epi8(LOW_BYTES, first_codes, load(s, cells), last_codes);
        let digits = _mm512_sllv_epi16(_mm512_set1_epi16(1), codes);
        let blanks = _mm512_testn_epi16_mask(digits, digits);
        _mm512_maskz_mov_epi16(LANES, _mm512_mask_mov_epi16(digits, blanks, _mm512_set1_epi16(0x1ff)))
    })
}

/// Returns the board with these candidates.
#[inline(always)]
pub fn board_of(s: Avx512, candidates: &CellMasks) -> Diagonals {
    // SAFETY: the token proves the features; the loads read the first 64 and the last 17 of the 81 words.
    let (first, second, last) = unsafe {
        let words = candidates.as_ptr().cast::<i16>();
        (
            _mm512_loadu_epi16(words),
            _mm512_loadu_epi16(words.add(32)),
            _mm512_maskz_loadu_epi16(LAST as __mmask32, words.add(64)),
        )
    };
    three!(I => avx512!({
        let cells = load(s, &CELLS_OF[I]);
        let words = _mm512_permutex2var_epi16(first, cells, second);
        let are_last = _mm512_cmpge_epu16_mask(cells, _mm512_set1_epi16(64));
        let words = _mm512_mask_permutexvar_epi16(words, are_last, cells, last);
        _mm512_maskz_mov_epi16(LANES, words)
    }))
}

/// Writes the digits of a solved board, adding `zero` to each.
#[inline(always)]
pub fn write(s: Avx512, board: &Diagonals, digits: &mut [u8; CELLS], zero: u8) {
    // SAFETY: the token proves the features; the stores write the first 64 and the last 17 of the 81 bytes.
    unsafe {
        // The number of zeros below the digit's bit is one less than the digit.
        let [a, b, c] = three!(I => {
            let below = _mm512_add_epi16(board[I], _mm512_set1_epi16(-1));
            _mm512_popcnt_epi16(s.clear(below, board[I]))
        });
        let two = s.or(a, _mm512_slli_epi16::<8>(b));
        let one = _mm512_set1_epi8(zero as i8 + 1);
        let first = _mm512_permutex2var_epi8(two, load(s, &LANES_OF[0]), c);
        let last = _mm512_permutex2var_epi8(two, load(s, &LANES_OF[1]), c);
        let text = digits.as_mut_ptr().cast::<i8>();
        _mm512_storeu_epi8(text, _mm512_add_epi8(first, one));
        _mm512_mask_storeu_epi8(text.add(64), LAST, _mm512_add_epi8(last, one));
    }
}

/// The cell whose byte goes to the low byte of each lane of vector `i`.
static CELLS_OF: [[u8; 64]; 3] = {
    let mut cells = [[0; 64]; 3];
    const_for!(lane in 0..27 => {
        const_for!(i in 0..3 => {
            cells[i][2 * lane] = cell_of(lane, i) as u8;
        });
    });
    cells
};

/// The byte that each cell comes from: an index below 64 is in the words of vector 0 or, in their high bytes, vector 1; other
/// indices are in vector 2.
static LANES_OF: [[u8; 64]; 2] = {
    let mut bytes = [[0; 64]; 2];
    const_for!(lane in 0..27 => {
        const_for!(i in 0..3 => {
            let cell = cell_of(lane, i);
            bytes[cell / 64][cell % 64] = 2 * lane as u8 + [0, 1, 64][i];
        });
    });
    bytes
};
