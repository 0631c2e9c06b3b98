//! Reads whole boards with the byte permutes of AVX-512.

#![allow(unsafe_code)] // stores, each with its proof

use std::arch::x86_64::*;

use super::super::clues::{ClueLines, Lines, sorted_counts};
use super::cells512::{Bytes, Cells, bytes, cell, vector};
use crate::board::grid::CELLS;
use crate::simd::for_avx512;

for_avx512! {
    /// Reads a puzzle, where every byte but `1` to `9` is a blank, or returns `None` if equal clues share a house.
    pub(super) fn read(puzzle: &[u8; CELLS], lines: &mut Lines) -> Option<ClueLines> {
        let board = Cells::read(puzzle);
        for (number, places) in BAND_CELLS.iter().enumerate() {
            let first = 4 * number + number / 3 * 4;
            let rows = board.only(BAND_BYTES, places);
            // SAFETY: the slice is four rows, 64 bytes that may be written.
            unsafe { _mm512_storeu_si512(lines[first..first + 4].as_mut_ptr().cast(), rows) }
        }
        if board.has_conflict() { None } else { Some(clues(board)) }
    }

    /// Returns which rows are blank, and which give the least first row (see [`sorted_counts`] for the order).
    fn clues(board: Cells) -> ClueLines {
        let one = _mm512_set1_epi8(1);
        let clues = Cells { low: _mm512_min_epu8(board.low, one), high: _mm512_min_epu8(board.high, one) };
        let [first, second, third] = &LINE_CELLS;
        let counts = _mm512_add_epi8(
            clues.only(LINE_BYTES, first),
            _mm512_add_epi8(clues.only(LINE_BYTES, second), clues.only(LINE_BYTES, third)),
        );
        let of_stack = |stack: usize| _mm512_permutexvar_epi8(vector(&LINES_OF_STACK[stack]), counts);
        let counts = _mm512_or_si512(
            of_stack(0),
            _mm512_or_si512(_mm512_slli_epi16::<2>(of_stack(1)), _mm512_slli_epi16::<4>(of_stack(2))),
        );
        const LINES: u32 = (1 << 18) - 1;
        let patterns = _mm512_castsi512_si256(_mm512_permutexvar_epi8(counts, vector(&SORTED_COUNTS)));
        let patterns = _mm256_mask_mov_epi8(_mm256_set1_epi8(-1), LINES, patterns);
        let halves = _mm_min_epu8(_mm256_castsi256_si128(patterns), _mm256_extracti128_si256::<1>(patterns));
        let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
        let least = _mm_minpos_epu16(_mm_and_si128(pairs, _mm_set1_epi16(0xff)));
        let first_rows = _mm256_cmpeq_epi8_mask(patterns, _mm256_broadcastb_epi8(least));
        let blank = _mm256_testn_epi8_mask(patterns, patterns);
        ClueLines::new(blank, first_rows)
    }
}

/// The cells of each band, as indices of the text, in the bytes of [`BAND_BYTES`].
static BAND_CELLS: [Bytes; 6] =
    [band_cells(0), band_cells(1), band_cells(2), band_cells(3), band_cells(4), band_cells(5)];
const BAND_BYTES: u64 = 0x01ff_01ff_01ff;

const fn band_cells(band: usize) -> Bytes {
    bytes!(48, |i| if i % 16 < 9 { cell(band, i / 16, i % 16) } else { 0 })
}

/// The first, second and third cells of stacks, those of the 18 lines' stack `s` in the bytes from `18 s` on.
static LINE_CELLS: [Bytes; 3] = [line_cells(0), line_cells(1), line_cells(2)];
const LINE_BYTES: u64 = (1 << 54) - 1;

const fn line_cells(place: usize) -> Bytes {
    bytes!(54, |i| cell(i % 18 / 3, i % 3, i / 18 * 3 + place))
}

/// For each stack, its bytes in [`LINE_CELLS`]; elsewhere the index of a zero byte.
static LINES_OF_STACK: [Bytes; 3] = [lines_of_stack(0), lines_of_stack(1), lines_of_stack(2)];

const fn lines_of_stack(stack: usize) -> Bytes {
    bytes!(64, |i| if i < 18 { 18 * stack + i } else { 63 })
}

/// The numbers of clues in three stacks, sorted, with the smallest in the highest bits. The index is the same numbers unsorted.
static SORTED_COUNTS: Bytes = {
    const CLUES: [u16; 4] = [0b000, 0b001, 0b011, 0b111];
    bytes!(64, |i| sorted_counts(CLUES[i % 4] | CLUES[i / 4 % 4] << 3 | CLUES[i / 16] << 6))
};
