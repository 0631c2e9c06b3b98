//! What AVX-512 does with whole boards: reading them in byte permutes.

#![allow(unsafe_code)] // loads and stores, each with its proof

use std::arch::x86_64::*;

use super::super::batch::clues::{Clues, Lines};
use crate::grid::CELLS;

/// Reads a puzzle, where every byte but `1` to `9` is a blank.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn read(puzzle: &[u8; CELLS], lines: &mut Lines) -> Clues {
    let cells = Cells::of(puzzle);
    for (number, places) in BAND_CELLS.0.iter().enumerate() {
        let first = 4 * number + number / 3 * 4;
        let rows = cells.at(places, BAND_BYTES);
        // SAFETY: the first of four rows, of 64 bytes that may be written.
        unsafe { _mm512_storeu_si512(lines[first..first + 4].as_mut_ptr().cast(), rows) }
    }
    cells.clues()
}

/// Do equal clues share a house? Every byte but `1` to `9` is a blank.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
pub(super) fn has_conflict(puzzle: &[u8; CELLS]) -> bool {
    Cells::of(puzzle).conflict()
}

/// The 81 digits in the order of the text.
struct Cells {
    low: __m512i,
    high: __m512i,
}

impl Cells {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn of(puzzle: &[u8; CELLS]) -> Self {
        // SAFETY: the first vector is 64 of the 81 bytes; the mask lets the second one read the other 17.
        let (low, high) = unsafe {
            (
                _mm512_loadu_si512(puzzle.as_ptr().cast()),
                _mm512_maskz_loadu_epi8(0x1_ffff, puzzle.as_ptr().add(64).cast()),
            )
        };
        Self { low: digits(low), high: digits(high) }
    }

    /// The cells with these indices, and zero in the bytes that `mask` lacks.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn at(&self, places: &[u8; 64], mask: u64) -> __m512i {
        _mm512_maskz_permutex2var_epi8(mask, self.low, bytes(places), self.high)
    }

    /// Which rows are blank, and which give the least first row (see [`search`](super::super::search) for the order).
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn clues(&self) -> Clues {
        let one = _mm512_set1_epi8(1);
        let clues = Cells { low: _mm512_min_epu8(self.low, one), high: _mm512_min_epu8(self.high, one) };
        let [first, second, third] = &LINE_CELLS.0;
        let counts = _mm512_add_epi8(
            clues.at(first, LINE_BYTES),
            _mm512_add_epi8(clues.at(second, LINE_BYTES), clues.at(third, LINE_BYTES)),
        );
        let of_stack = |stack: usize| _mm512_permutexvar_epi8(bytes(&LINES_OF_STACK.0[stack]), counts);
        let counts = _mm512_or_si512(
            of_stack(0),
            _mm512_or_si512(_mm512_slli_epi16::<2>(of_stack(1)), _mm512_slli_epi16::<4>(of_stack(2))),
        );
        const LINES: u32 = (1 << 18) - 1;
        let patterns = _mm512_castsi512_si256(_mm512_permutexvar_epi8(counts, bytes(&SORTED_COUNTS.0[0])));
        let patterns = _mm256_mask_mov_epi8(_mm256_set1_epi8(-1), LINES, patterns);
        let halves = _mm_min_epu8(_mm256_castsi256_si128(patterns), _mm256_extracti128_si256::<1>(patterns));
        let pairs = _mm_min_epu8(halves, _mm_srli_epi16::<8>(halves));
        let least = _mm_minpos_epu16(_mm_and_si128(pairs, _mm_set1_epi16(0xff)));
        let first_rows = _mm256_cmpeq_epi8_mask(patterns, _mm256_broadcastb_epi8(least));
        let blank = _mm256_testn_epi8_mask(patterns, patterns);
        Clues::new(blank, first_rows, self.conflict())
    }

    /// Do equal clues share a house? The cells of all houses at each of the nine places, as bits in 27 words.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn conflict(&self) -> bool {
        let (mut seen, mut twice) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for places in &HOUSE_CELLS.0 {
            let bits = _mm512_sllv_epi16(_mm512_set1_epi16(1), self.at(places, HOUSE_BYTES));
            twice = _mm512_ternarylogic_epi32::<0xf8>(twice, seen, bits); // twice | (seen & bits)
            seen = _mm512_or_si512(seen, bits);
        }
        _mm512_test_epi16_mask(twice, _mm512_set1_epi16(0x3fe)) != 0
    }
}

/// The digits that bytes of a puzzle stand for, 0 for a blank.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn digits(text: __m512i) -> __m512i {
    let digits = _mm512_sub_epi8(text, _mm512_set1_epi8(b'0' as i8));
    _mm512_maskz_mov_epi8(_mm512_cmple_epu8_mask(digits, _mm512_set1_epi8(9)), digits)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array is 64 bytes that may be read.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[repr(C, align(64))]
struct Table<const N: usize>([[u8; 64]; N]);

/// The cells of each band, as indices of the text, in the bytes of [`BAND_BYTES`].
static BAND_CELLS: Table<6> = Table(band_cells());
const BAND_BYTES: u64 = 0x01ff_01ff_01ff;

/// For each place in a house, the cell there of the 27 houses, in the low bytes of words.
static HOUSE_CELLS: Table<9> = Table(house_cells());
const HOUSE_BYTES: u64 = 0x0015_5555_5555_5555;

/// For the first, second and third cells of stacks: those of the 18 lines' stack `s` in the bytes from `18 s`.
static LINE_CELLS: Table<3> = Table(line_cells());
const LINE_BYTES: u64 = (1 << 54) - 1;

/// For each stack, where [`LINE_CELLS`] has it.
static LINES_OF_STACK: Table<3> = Table(lines_of_stack());

/// By the numbers of clues in three stacks, two bits each: the same numbers sorted, the least in the highest bits.
static SORTED_COUNTS: Table<1> = Table([sorted_counts()]);

/// The index of a cell of a row or, for lines from 9 on, of a column.
const fn cell_of_line(line: usize, place: usize) -> u8 {
    (if line < 9 { 9 * line + place } else { 9 * place + line - 9 }) as u8
}

const fn band_cells() -> [[u8; 64]; 6] {
    let mut table = [[0; 64]; 6];
    let mut i = 0;
    while i < 18 * 9 {
        let (line, place) = (i / 9, i % 9);
        table[line / 3][16 * (line % 3) + place] = cell_of_line(line, place);
        i += 1;
    }
    table
}

const fn house_cells() -> [[u8; 64]; 9] {
    let mut table = [[0; 64]; 9];
    let mut i = 0;
    while i < 27 * 9 {
        let (house, place) = (i / 9, i % 9);
        table[place][2 * house] = if house < 18 {
            cell_of_line(house, place)
        } else {
            let (row, column) = ((house - 18) / 3 * 3 + place / 3, (house - 18) % 3 * 3 + place % 3);
            cell_of_line(row, column)
        };
        i += 1;
    }
    table
}

const fn line_cells() -> [[u8; 64]; 3] {
    let mut table = [[0; 64]; 3];
    let mut i = 0;
    while i < 18 * 9 {
        let (line, place) = (i / 9, i % 9);
        table[place % 3][18 * (place / 3) + line] = cell_of_line(line, place);
        i += 1;
    }
    table
}

const fn lines_of_stack() -> [[u8; 64]; 3] {
    let mut table = [[63; 64]; 3]; // a byte that is zero
    let mut i = 0;
    while i < 54 {
        table[i / 18][i % 18] = i as u8;
        i += 1;
    }
    table
}

const fn sorted_counts() -> [u8; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (a, b, c) = (i & 3, i >> 2 & 3, i >> 4);
        let (least, most) = (min(a, min(b, c)), 3 - min(3 - a, min(3 - b, 3 - c)));
        table[i] = (least << 4 | (a + b + c - least - most) << 2 | most) as u8;
        i += 1;
    }
    table
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}
