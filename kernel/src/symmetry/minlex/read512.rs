//! Reads whole boards with the byte permutations of AVX-512: the cells of a board fill two vectors, and one permutation can gather
//! any of them.

#![allow(unsafe_code)] // loads and stores, each with its proof

use std::arch::x86_64::*;

use super::clues::{ClueLines, Lines, sorted_counts};
use crate::board::grid::CELLS;
use crate::simd::{avx512::Avx512, for_avx512};

/// One byte for each byte of a vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Places([u8; 64]);

/// Makes the first bytes of a vector by number, followed by zeros.
macro_rules! bytes {
    ($count:expr, |$i:ident| $value:expr) => {{
        let (mut bytes, mut $i) = ([0; 64], 0);
        while $i < $count {
            bytes[$i] = $value as u8;
            $i += 1;
        }
        Places(bytes)
    }};
}

/// Reads a puzzle like [`Cells::read`](super::cells::Cells::read).
#[inline(always)]
pub(super) fn read_with(_: Avx512, puzzle: &[u8; CELLS], lines: &mut Lines) -> Option<ClueLines> {
    // SAFETY: the token proves each feature that the function is compiled for.
    unsafe { read(puzzle, lines) }
}

for_avx512! {
    /// Reads a puzzle, where every byte but `1` to `9` is a blank, or returns `None` if equal clues share a house.
    fn read(puzzle: &[u8; CELLS], lines: &mut Lines) -> Option<ClueLines> {
        let board = Digits::read(puzzle);
        for (number, places) in BAND_CELLS.iter().enumerate() {
            let first = 4 * number + number / 3 * 4;
            let rows = board.only(BAND_BYTES, places);
            // SAFETY: the slice is four rows, 64 bytes that may be written.
            unsafe { _mm512_storeu_si512(lines[first..first + 4].as_mut_ptr().cast(), rows) }
        }
        if board.has_conflict() { None } else { Some(clues(board)) }
    }

    /// Returns which rows are blank, and which give the least first row (see [`sorted_counts`] for the order).
    fn clues(board: Digits) -> ClueLines {
        let one = _mm512_set1_epi8(1);
        let clues = Digits { low: _mm512_min_epu8(board.low, one), high: _mm512_min_epu8(board.high, one) };
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
static BAND_CELLS: [Places; 6] =
    [band_cells(0), band_cells(1), band_cells(2), band_cells(3), band_cells(4), band_cells(5)];
const BAND_BYTES: u64 = 0x01ff_01ff_01ff;

const fn band_cells(band: usize) -> Places {
    bytes!(48, |i| if i % 16 < 9 { cell(band, i / 16, i % 16) } else { 0 })
}

/// The first, second and third cells of stacks, those of the 18 lines' stack `s` in the bytes from `18 s` on.
static LINE_CELLS: [Places; 3] = [line_cells(0), line_cells(1), line_cells(2)];
const LINE_BYTES: u64 = (1 << 54) - 1;

const fn line_cells(place: usize) -> Places {
    bytes!(54, |i| cell(i % 18 / 3, i % 3, i / 18 * 3 + place))
}

/// For each stack, its bytes in [`LINE_CELLS`]; elsewhere the index of a zero byte.
static LINES_OF_STACK: [Places; 3] = [lines_of_stack(0), lines_of_stack(1), lines_of_stack(2)];

const fn lines_of_stack(stack: usize) -> Places {
    bytes!(64, |i| if i < 18 { 18 * stack + i } else { 63 })
}

/// The numbers of clues in three stacks, sorted, with the smallest in the highest bits. The index is the same numbers unsorted.
static SORTED_COUNTS: Places = {
    const CLUES: [u16; 4] = [0b000, 0b001, 0b011, 0b111];
    bytes!(64, |i| sorted_counts(CLUES[i % 4] | CLUES[i / 4 % 4] << 3 | CLUES[i / 16] << 6))
};

/// Returns the index of a cell of one of six bands. The last three are the stacks, as bands of the transposed board.
const fn cell(band: usize, row: usize, column: usize) -> u8 {
    (if band < 3 { 9 * (3 * band + row) + column } else { 9 * column + 3 * (band - 3) + row }) as u8
}

for_avx512! {
    fn vector(bytes: &Places) -> __m512i {
        // SAFETY: the array has the size and the alignment of a vector.
        unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
    }
}

/// The 81 digits in the order of the text, 0 for a blank.
#[derive(Clone, Copy)]
struct Digits {
    low: __m512i,
    high: __m512i,
}

impl Digits {
    for_avx512! {
        /// Reads a puzzle in text; every byte but `1` to `9` is a blank.
        fn read(puzzle: &[u8; CELLS]) -> Self {
            let clues = |text: __m512i| {
                let digits = _mm512_sub_epi8(text, _mm512_set1_epi8(b'0' as i8));
                _mm512_maskz_mov_epi8(_mm512_cmple_epu8_mask(digits, _mm512_set1_epi8(9)), digits)
            };
            let text = Self::load(puzzle);
            Self { low: clues(text.low), high: clues(text.high) }
        }

        fn load(text: &[u8; CELLS]) -> Self {
            // SAFETY: the loads read bytes 0 to 63 and, masked, bytes 64 to 80 of the 81.
            unsafe {
                let high = _mm512_maskz_loadu_epi8((1 << 17) - 1, text.as_ptr().add(64).cast());
                Self { low: _mm512_loadu_si512(text.as_ptr().cast()), high }
            }
        }

        /// Returns the cells at these places, and zero in the bytes that `mask` lacks.
        fn only(self, mask: u64, places: &Places) -> __m512i {
            _mm512_maskz_permutex2var_epi8(mask, self.low, vector(places), self.high)
        }

        /// Returns whether equal clues share a house. Each of the nine places has the cells of all houses as bits in 27 words.
        fn has_conflict(self) -> bool {
            let (mut seen, mut twice) = (_mm512_setzero_si512(), _mm512_setzero_si512());
            for places in &HOUSE_CELLS {
                let bits = _mm512_sllv_epi16(_mm512_set1_epi16(1), self.only(HOUSE_BYTES, places));
                twice = _mm512_ternarylogic_epi32::<0xf8>(twice, seen, bits); // twice | (seen & bits)
                seen = _mm512_or_si512(seen, bits);
            }
            _mm512_test_epi16_mask(twice, _mm512_set1_epi16(0x3fe)) != 0
        }
    }
}

/// For each place in a house, the cells of the 27 houses there, in the low bytes of words.
static HOUSE_CELLS: [Places; 9] = {
    let mut table = [Places([0; 64]); 9];
    const_for!(place in 0..9 => {
        table[place] = bytes!(54, |i| match (i % 2, i / 2) {
            (1, _) => 0,
            (_, line @ 0..18) => cell(line / 3, line % 3, place),
            (_, house) => cell(house / 3 - 6, place / 3, house % 3 * 3 + place % 3),
        });
    });
    table
};
const HOUSE_BYTES: u64 = 0x0015_5555_5555_5555;
