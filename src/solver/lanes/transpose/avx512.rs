//! Text to planes and back with AVX-512.

#![allow(unsafe_code)] // each step is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{CODES, Planes, Transpose, bit_of, cell_of};
use crate::grid::CELLS;
use crate::solver::batch::{Answer, Puzzles};
use crate::solver::lanes::simd::{LaneRow, Simd, avx512::Avx512};

impl Transpose for Avx512 {
    /// ```text
    /// bytes 0..64  ─┬▶ 64 bytes in plane order, k = 0 and 1 ─▶ one code each ─▶ 4 × 64 bits
    /// bytes 17..81 ─┴▶ 32 bytes in plane order, k = 2       ─▶ one code each ─▶ 4 × 32 bits
    /// ```
    /// The 64 bits are stored at once, because taking a mask apart costs as much as testing for it.
    #[inline(always)]
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool {
        let mut invalid = self.splat(0);
        for lane in 0..count {
            let Some(puzzle) = puzzles.clues(first + lane) else { return false };
            invalid = self.or(invalid, read_puzzle(self, puzzle, planes, lane));
        }
        // SAFETY: the token proves AVX-512BW.
        unsafe { _mm512_movepi8_mask(invalid) == 0 }
    }

    /// The words of k = 0 and 1 alternate in two rows of each plane.
    #[inline(always)]
    fn load_planes(self, k: usize, planes: &Planes) -> [__m512i; 4] {
        [
            load_plane(self, k, planes, 0),
            load_plane(self, k, planes, 1),
            load_plane(self, k, planes, 2),
            load_plane(self, k, planes, 3),
        ]
    }

    /// Stores two digits per byte.
    ///
    /// ```text
    /// 4 planes × 16 words ─▶ 4 × (4 puzzles × 4 words) ─▶ bytes in the order of cells ─▶ 4 × (4 puzzles × 16 bytes)
    ///                       4 × 4 transposes           byte shuffle                8 × 8 transposes of bits
    /// ```
    /// The last step reads eight bytes as the rows of a matrix of bits: four planes of eight cells, and four of the next
    /// eight cells. Its columns are the results, one digit in each half of a byte.
    #[inline(always)]
    fn store_digits(self, k: usize, planes: [__m512i; 4], digits: &mut Planes) {
        let [a, b, c, d] = planes;
        // SAFETY: the token proves AVX-512F.
        let rows = unsafe {
            let (ab_low, cd_low) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
            let (ab_high, cd_high) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
            [
                _mm512_unpacklo_epi64(ab_low, cd_low),
                _mm512_unpackhi_epi64(ab_low, cd_low),
                _mm512_unpacklo_epi64(ab_high, cd_high),
                _mm512_unpackhi_epi64(ab_high, cd_high),
            ]
        };
        for i in 0..4 {
            // SAFETY: the token proves AVX-512F, BW and GFNI; the load reads the table's 16 bytes.
            let pairs = unsafe {
                let order = _mm512_broadcast_i32x4(_mm_loadu_si128(MATRIX_ROWS.as_ptr().cast()));
                let columns = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
                _mm512_gf2p8affine_epi64_epi8::<0>(columns, _mm512_shuffle_epi8(rows[i], order))
            };
            self.store(pairs, &mut digits[4 * k + i].0);
        }
    }

    /// ```text
    /// 3 × 16 bytes ─▶ each cell's byte in text order ─▶ the half with its digit ─▶ 64 + 32 bytes that overlap
    /// ```
    #[inline(always)]
    fn write_digits(self, digits: &Planes, lane: usize, answer: Answer<'_>) {
        let (bytes, [head, tail]): (&mut [u8], _) = match answer {
            Answer::Line(line) => (line, &LINE),
            Answer::Digits(cells) => (cells, &NUMBERS),
        };
        // SAFETY: the token proves AVX-512F, BW and VBMI; the loads read the 16 bytes of four words each, the stores write
        // the first 64 and the last 32 bytes of the 81 or 82.
        unsafe {
            let pairs = _mm512_castsi128_si512(load_puzzle(&digits[lane % 4], lane));
            let pairs = _mm512_inserti32x4::<1>(pairs, load_puzzle(&digits[4 + lane % 4], lane));
            let pairs = _mm512_inserti32x4::<2>(pairs, load_puzzle(&digits[8 + lane % 4], lane));
            let tail = _mm512_castsi512_si256(text(pairs, tail));
            _mm512_storeu_si512(bytes.as_mut_ptr().cast(), text(pairs, head));
            _mm256_storeu_si256(bytes.as_mut_ptr().add(bytes.len() - 32).cast(), tail);
        }
    }
}

/// Loads the four words of the puzzle of lane `lane`.
///
/// # Safety
/// The processor must have AVX-512F.
#[inline(always)]
unsafe fn load_puzzle(row: &LaneRow, lane: usize) -> __m128i {
    let words: &[u32; 4] = row.0[lane / 4 * 4..].first_chunk().expect("there are four times four lanes");
    // SAFETY: the caller vouches for AVX-512F; the load reads the 16 bytes.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

/// Returns text made of the digits of a puzzle.
///
/// # Safety
/// The processor must have AVX-512F, BW and VBMI.
#[inline(always)]
unsafe fn text(pairs: __m512i, order: &'static TextOrder) -> __m512i {
    // SAFETY: the caller vouches for AVX-512F, BW and VBMI.
    unsafe {
        let cells = _mm512_permutexvar_epi8(load64(&order.bytes), pairs);
        let high = _mm512_srli_epi16::<4>(cells);
        let cells = _mm512_ternarylogic_epi32::<0xCA>(load64(&order.halves), high, cells);
        _mm512_or_si512(_mm512_and_si512(cells, load64(&order.masks)), load64(&order.bases))
    }
}

/// Reads one puzzle. Returns a vector with the highest bit of a byte set if a byte of the puzzle is invalid.
#[inline(always)]
fn read_puzzle(s: Avx512, puzzle: &[u8; CELLS], planes: &mut Planes, lane: usize) -> __m512i {
    // SAFETY: the token proves AVX-512F, BW and VBMI; the loads read bytes 0..64 and 17..81 of the 81.
    let (low, high) = unsafe {
        let head = _mm512_loadu_si512(puzzle.as_ptr().cast());
        let tail = _mm512_loadu_si512(puzzle.as_ptr().add(17).cast());
        let low = _mm512_permutexvar_epi8(load64(&HEAD_TO_LOW), head);
        let low = _mm512_mask_permutexvar_epi8(low, ROW_7, load64(&TAIL_TO_LOW), tail);
        (low, _mm512_permutexvar_epi8(load64(&TAIL_TO_HIGH), tail))
    };
    // SAFETY: the token proves AVX-512F, BW and VBMI.
    let (low_codes, high_codes) = unsafe {
        let table = [load64(&CODES_LOW), load64(&CODES_HIGH)];
        let low_codes = _mm512_permutex2var_epi8(table[0], low, table[1]);
        let high_codes = _mm512_permutex2var_epi8(table[0], high, table[1]);
        (low_codes, high_codes)
    };
    for plane in 0..4 {
        // SAFETY: the token proves AVX-512F and BW.
        let (low, high) = unsafe {
            let bit = _mm512_set1_epi8(1 << plane);
            (_mm512_test_epi8_mask(low_codes, bit), _mm512_test_epi8_mask(high_codes, bit))
        };
        let (pairs, _) = planes[3 * plane + lane / 8].0.as_chunks_mut();
        pairs[lane % 8] = [low as u32, (low >> 32) as u32];
        planes[3 * plane + 2].0[lane] = high as u32;
    }
    // Bytes above 127 are looked up as 128 less, so their own highest bit marks them.
    s.or(s.or3(low, high, low_codes), high_codes)
}

/// Loads plane `plane` of `k`.
#[inline(always)]
fn load_plane(s: Avx512, k: usize, planes: &Planes, plane: usize) -> __m512i {
    let row = |row: usize| &planes[3 * plane + row].0;
    if k == 2 {
        return s.load(row(2));
    }
    let (first, second) = (s.load(row(0)), s.load(row(1)));
    // SAFETY: the token proves AVX-512F.
    unsafe {
        let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let order = _mm512_or_si512(even, _mm512_set1_epi32(k as i32));
        _mm512_permutex2var_epi32(first, order, second)
    }
}

/// Loads a table.
///
/// # Safety
/// The processor must have AVX-512F.
#[inline(always)]
unsafe fn load64(table: &'static [u8; 64]) -> __m512i {
    // SAFETY: the caller vouches for AVX-512F; the table has 64 bytes.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

/// The bytes of row 7 among those of k = 0 and 1: band 2 of k = 1.
const ROW_7: u64 = 0o700_700_700 << 32;

/// The first byte of the second vector of text.
const TAIL_START: usize = CELLS - 64;

/// For each byte of k = 0 and 1 in plane order, the index of its cell in bytes 0..64, which have no more than a byte of row 7.
static HEAD_TO_LOW: [u8; 64] = plane_order(0, 0);

/// The same in bytes 17..81, which have all of row 7.
static TAIL_TO_LOW: [u8; 64] = plane_order(0, TAIL_START);

/// For each byte of k = 2 in plane order, the index of its cell in bytes 17..81.
static TAIL_TO_HIGH: [u8; 64] = plane_order(2, TAIL_START);

/// For each byte of `k` and `k + 1` in plane order, the index of its cell in a vector of the text from byte `start`. Bytes
/// that are not in the vector or stand for no cell get the index of some other cell.
const fn plane_order(k: usize, start: usize) -> [u8; 64] {
    let mut order = [32; 64];
    let mut byte = 0;
    while byte < 64 {
        let (k, bit) = (k + byte / 32, byte % 32);
        if k < 3 && bit < 27 {
            let (row, column) = cell_of(k, bit);
            let cell = 9 * row + column;
            if cell >= start && cell < start + 64 {
                order[byte] = (cell - start) as u8;
            }
        }
        byte += 1;
    }
    order
}

/// The codes of the bytes 0 to 63 and of the bytes 64 to 127.
static CODES_LOW: [u8; 64] = *CODES.first_chunk().expect("there are 256 codes");
static CODES_HIGH: [u8; 64] = *CODES.split_at(64).1.first_chunk().expect("there are 256 codes");

/// For each byte of the two matrices of a puzzle, its index in the four words of the planes. Column bit `i` comes from
/// matrix byte `7 - i`: plane `i % 4` of the first eight cells for i < 4, of the next eight for the others.
static MATRIX_ROWS: [u8; 16] = {
    let mut order = [0; 16];
    let mut byte = 0;
    while byte < 16 {
        let bit = 7 - byte % 8;
        let (plane, eight) = (bit % 4, byte / 8 * 2 + bit / 4);
        order[byte] = (4 * plane + eight) as u8;
        byte += 1;
    }
    order
};

/// How each byte of a vector of text is made.
struct TextOrder {
    /// The index of the byte with its digit among three times 16 bytes.
    bytes: [u8; 64],
    /// All ones where the digit is in the high half.
    halves: [u8; 64],
    /// The bits of the digit: none for the line end.
    masks: [u8; 64],
    /// What is added to it: `0`, or the line end itself.
    bases: [u8; 64],
}

/// The text of the cells 0 to 63, and that of the cells 50 to 80 and the line end.
static LINE: [TextOrder; 2] = [text_order(0, b'0'), text_order(50, b'0')];

/// The numbers of the cells 0 to 63 and 49 to 80.
static NUMBERS: [TextOrder; 2] = [text_order(0, 0), text_order(49, 0)];

/// The order of the cells from `start`, where `zero` stands for zero, and line ends.
const fn text_order(start: usize, zero: u8) -> TextOrder {
    let mut order = TextOrder { bytes: [0; 64], halves: [0; 64], masks: [0; 64], bases: [b'\n'; 64] };
    let mut byte = 0;
    while byte < 64 && start + byte < CELLS {
        let (row, column) = ((start + byte) / 9, (start + byte) % 9);
        let bit = bit_of(row, column);
        order.bytes[byte] = (16 * (row % 3) + bit / 16 * 8 + bit % 8) as u8;
        order.halves[byte] = if bit / 8 % 2 == 1 { 0xFF } else { 0 };
        order.masks[byte] = 0x0F;
        order.bases[byte] = zero;
        byte += 1;
    }
    order
}
