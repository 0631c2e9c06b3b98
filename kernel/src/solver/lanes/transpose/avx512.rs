//! Text to planes and back with AVX-512.

#![allow(unsafe_code)] // each step is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{Planes, Transpose, bit_of, cell_of};
use crate::board::codes::{CODES, DOT, OTHER, ZERO};
use crate::board::grid::CELLS;
use crate::simd::{LaneRow, Simd, Words, avx512::Avx512};
use crate::solver::batch::{Answer, Puzzles};

impl Transpose for Avx512 {
    /// ```text
    /// bytes 0..72  ─▶ 64 bytes in plane order, k = 0 and 1 ─▶ codes in the low halves ──┐
    /// bytes 17..81 ─▶ 32 bytes in plane order, k = 2       ─▶ codes in the high halves ─┴▶ 64 bytes
    ///
    /// 64 bytes ─▶ 8 × 8 bytes, four planes of eight cells twice ─▶ 12 words, the four planes of each k
    ///           8 × 8 transposes of bits
    /// ```
    /// Most blocks have no blank `_`, `X` or `x` and need half of the code tables. The others are read a second time.
    #[inline(always)]
    fn read_clues(self, puzzles: &Puzzles<'_>, first: usize, count: usize, planes: &mut Planes) -> bool {
        match read_block::<64>(self, puzzles, first, count, planes) {
            Bytes::TooHigh => read_block::<128>(self, puzzles, first, count, planes) == Bytes::Plain,
            bytes => bytes == Bytes::Plain,
        }
    }

    /// Reads the planes of lane `i` from row `i`.
    #[inline(always)]
    fn load_planes(self, k: usize, planes: &Planes) -> [__m512i; 4] {
        let rows = [
            load_every_fourth(self, planes, 0, k),
            load_every_fourth(self, planes, 1, k),
            load_every_fourth(self, planes, 2, k),
            load_every_fourth(self, planes, 3, k),
        ];
        transpose_words(self, rows)
    }

    /// Stores two digits per byte.
    ///
    /// ```text
    /// 4 planes × 16 words ─▶ 4 × (4 puzzles × 4 words) ─▶ bytes in the order of cells ─▶ 4 × (4 puzzles × 16 bytes)
    ///                       4 × 4 transposes           byte shuffle                8 × 8 transposes of bits
    /// ```
    /// The last step reads eight bytes as the rows of a bit matrix: four planes of eight cells, and four of the next
    /// eight cells. Its columns are the results, one digit in each half of a byte.
    #[inline(always)]
    fn store_digits(self, k: usize, planes: [__m512i; 4], digits: &mut Planes) {
        let rows = transpose_words(self, planes);
        for i in 0..4 {
            // SAFETY: the token proves AVX-512F, BW and GFNI; the load reads the table's 16 bytes.
            let pairs = unsafe {
                let order = _mm512_broadcast_i32x4(_mm_loadu_si128(MATRIX_ROWS.as_ptr().cast()));
                let bytes = _mm512_shuffle_epi8(rows[i], order);
                _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(COLUMNS_OF_BITS), bytes)
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
            let pairs = _mm512_castsi128_si512(load_words(&digits[lane % 4], lane / 4));
            let pairs = _mm512_inserti32x4::<1>(pairs, load_words(&digits[4 + lane % 4], lane / 4));
            let pairs = _mm512_inserti32x4::<2>(pairs, load_words(&digits[8 + lane % 4], lane / 4));
            let tail = _mm512_castsi512_si256(text(pairs, tail));
            _mm512_storeu_si512(bytes.as_mut_ptr().cast(), text(pairs, head));
            _mm256_storeu_si256(bytes.as_mut_ptr().add(bytes.len() - 32).cast(), tail);
        }
    }
}

/// Loads four words of a row.
///
/// # Safety
/// The processor must have AVX-512F.
#[inline(always)]
unsafe fn load_words(row: &LaneRow, quarter: usize) -> __m128i {
    let words: &[u32; 4] = row.0[4 * quarter..].first_chunk().expect("a row has four times four words");
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
        let cells = _mm512_multishift_epi64_epi8(load64(&order.shifts), cells);
        _mm512_or_si512(_mm512_and_si512(cells, load64(&order.masks)), load64(&order.bases))
    }
}

/// The bytes of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bytes {
    /// [They are plain](super::are_plain).
    Plain,
    /// They are not.
    Other,
    /// One of them is not below the limit, and the planes are unspecified.
    TooHigh,
}

/// Reads `count` puzzles whose bytes are all below `LIMIT`, 64 or 128.
#[inline(always)]
fn read_block<const LIMIT: u8>(
    s: Avx512,
    puzzles: &Puzzles<'_>,
    first: usize,
    count: usize,
    planes: &mut Planes,
) -> Bytes {
    let Some(puzzles) = puzzles.all_clues(first, count) else { return Bytes::Other };
    let (mut bytes, mut low_codes, mut high_codes) = (s.splat32(0), s.splat32(0), s.splat32(0));
    for (lane, puzzle) in puzzles.enumerate() {
        let (low, high) = in_plane_order(s, puzzle);
        bytes = s.or3(bytes, low, high);
        let (low, high) = (look_up::<LIMIT>(s, &LOW_CODES, low), look_up::<LIMIT>(s, &HIGH_CODES, high));
        low_codes = s.or(low_codes, low);
        high_codes = s.or(high_codes, high);
        let codes = s.select(s.splat32(LOW_HALVES), low, high);
        s.store(planes_of(s, codes), &mut planes[lane].0);
    }
    let codes = [low_codes, high_codes];
    if any_has(s, bytes, LIMIT.wrapping_neg()) {
        Bytes::TooHigh
    } else if has_code(s, codes, OTHER) || has_code(s, codes, DOT) && has_code(s, codes, ZERO) {
        Bytes::Other
    } else {
        Bytes::Plain
    }
}

/// Returns whether a byte was looked up as `code`, in the low halves of the first vector or the high ones of the second.
#[inline(always)]
fn has_code(s: Avx512, [low, high]: [__m512i; 2], code: u8) -> bool {
    any_has(s, low, code) || any_has(s, high, code >> 4)
}

/// Returns whether a byte of `v` has one of `bits`.
#[inline(always)]
fn any_has(_: Avx512, v: __m512i, bits: u8) -> bool {
    // SAFETY: the token proves AVX-512F and BW.
    unsafe { _mm512_test_epi8_mask(v, _mm512_set1_epi8(bits as i8)) != 0 }
}

/// Returns the bytes of k = 0 and 1, and the bytes of k = 2.
#[inline(always)]
fn in_plane_order(s: Avx512, puzzle: &[u8; CELLS]) -> (__m512i, __m512i) {
    // SAFETY: the token proves AVX-512F and VBMI; the loads read bytes 0..64, 64..72 and 17..81 of the 81.
    unsafe {
        let head = _mm512_loadu_si512(puzzle.as_ptr().cast());
        let row_7 = _mm512_set1_epi64(puzzle.as_ptr().add(64).cast::<i64>().read_unaligned());
        let head = s.select(load64(&ROW_2), row_7, head);
        let tail = _mm512_loadu_si512(puzzle.as_ptr().add(TAIL_START).cast());
        (
            _mm512_permutexvar_epi8(load64(&LOW_ORDER), head),
            _mm512_permutexvar_epi8(load64(&HIGH_ORDER), tail),
        )
    }
}

/// Looks up bytes below `LIMIT` in a table. The results for other bytes are unspecified.
#[inline(always)]
fn look_up<const LIMIT: u8>(_: Avx512, table: &'static [[u8; 64]; 2], bytes: __m512i) -> __m512i {
    let [below_64, below_128] = table;
    // SAFETY: the token proves AVX-512F and VBMI.
    unsafe {
        if LIMIT == 64 {
            _mm512_permutexvar_epi8(bytes, load64(below_64))
        } else {
            _mm512_permutex2var_epi8(load64(below_64), bytes, load64(below_128))
        }
    }
}

/// Returns the planes of a puzzle's codes: word `4k + plane`.
#[inline(always)]
fn planes_of(_: Avx512, codes: __m512i) -> __m512i {
    // SAFETY: the token proves AVX-512F, VBMI and GFNI.
    unsafe {
        let columns = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(COLUMNS_OF_BITS), codes);
        _mm512_permutexvar_epi8(load64(&WORDS_OF_PLANES), columns)
    }
}

/// Loads four words of each lane `lane + 4i`: the words from `4k` of its row.
#[inline(always)]
fn load_every_fourth(_: Avx512, planes: &Planes, lane: usize, k: usize) -> __m512i {
    // SAFETY: the token proves AVX-512F.
    unsafe {
        let words = _mm512_castsi128_si512(load_words(&planes[lane], k));
        let words = _mm512_inserti32x4::<1>(words, load_words(&planes[lane + 4], k));
        let words = _mm512_inserti32x4::<2>(words, load_words(&planes[lane + 8], k));
        _mm512_inserti32x4::<3>(words, load_words(&planes[lane + 12], k))
    }
}

/// Transposes each square of four words in the same quarters of four vectors.
#[inline(always)]
fn transpose_words(_: Avx512, [a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: the token proves AVX-512F.
    unsafe {
        let (ab_low, cd_low) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
        let (ab_high, cd_high) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
        [
            _mm512_unpacklo_epi64(ab_low, cd_low),
            _mm512_unpackhi_epi64(ab_low, cd_low),
            _mm512_unpacklo_epi64(ab_high, cd_high),
            _mm512_unpackhi_epi64(ab_high, cd_high),
        ]
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

/// The first byte of the vector that holds all of k = 2.
const TAIL_START: usize = CELLS - 64;

/// All ones in the bytes of row 2, which k = 0 and 1 do not need. Bytes 64..72 take their place, each in one whose index
/// is the same modulo 8.
static ROW_2: [u8; 64] = {
    let mut mask = [0; 64];
    const_for!(byte in 18..27 => {
        mask[byte] = 0xFF;
    });
    mask
};

/// For each byte of k = 0 and 1 in plane order, the index of its cell in bytes 0..64, with 64..72 in place of row 2.
static LOW_ORDER: [u8; 64] = plane_order(0);

/// For each byte of k = 2 in plane order, the index of its cell in bytes 17..81.
static HIGH_ORDER: [u8; 64] = plane_order(2);

/// For each byte of `k` and `k + 1` in plane order, the index of its cell. Bytes without a cell repeat another.
///
/// Each group of eight bytes is the rows of a bit matrix, whose columns have the bit of the last row first.
const fn plane_order(k: usize) -> [u8; 64] {
    let mut order = [32; 64];
    const_for!(byte in 0..64 => {
        let (k, bit) = (k + byte / 32, (byte ^ 7) % 32);
        if k < 3 && bit < 27 {
            let (row, column) = cell_of(k, bit);
            let cell = 9 * row + column;
            order[byte] = match (k, cell) {
                (2, _) => cell - TAIL_START,
                (_, 64..) => 18 + (cell - 18) % 8,
                _ => cell,
            } as u8;
        }
    });
    order
}

/// The codes of bytes 0 to 63 and of bytes 64 to 127, with the bits of the planes in the low half.
static LOW_CODES: [[u8; 64]; 2] = rotated_codes(0);

/// The same with the bits of the planes in the high half.
static HIGH_CODES: [[u8; 64]; 2] = rotated_codes(4);

/// The low half of each byte.
const LOW_HALVES: u32 = 0x0F0F_0F0F;

const fn rotated_codes(places: u32) -> [[u8; 64]; 2] {
    let mut table = [[0; 64]; 2];
    const_for!(byte in 0..128 => {
        table[byte / 64][byte % 64] = CODES[byte].rotate_left(places);
    });
    table
}

/// The factor that turns a matrix of 8 × 8 bits into its columns, the first one in the lowest byte.
const COLUMNS_OF_BITS: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// For each byte of the words `4k + plane`, its index among the columns of the eight matrices: for k = 0 and 1, the low four
/// columns of four matrices each; for k = 2, the high four of the first four matrices.
static WORDS_OF_PLANES: [u8; 64] = {
    let mut order = [0; 64];
    const_for!(byte in 0..48 => {
        let (k, plane, eight) = (byte / 16, byte / 4 % 4, byte % 4);
        order[byte] = match k {
            2 => 8 * eight + 4 + plane,
            _ => 8 * (4 * k + eight) + plane,
        } as u8;
    });
    order
};

/// For each byte of the two matrices of a puzzle, its index in the four words of the planes. Column bit `i` comes from
/// matrix byte `7 - i`: plane `i % 4` of the first eight cells for i < 4, of the next eight for the others.
static MATRIX_ROWS: [u8; 16] = {
    let mut order = [0; 16];
    const_for!(byte in 0..16 => {
        let bit = 7 - byte % 8;
        let (plane, eight) = (bit % 4, byte / 8 * 2 + bit / 4);
        order[byte] = (4 * plane + eight) as u8;
    });
    order
};

/// How each byte of a vector of text is made.
struct TextOrder {
    /// The index of the byte with its digit among three times 16 bytes.
    bytes: [u8; 64],
    /// The place of the digit's lowest bit in the eight bytes that hold this one.
    shifts: [u8; 64],
    /// The bits of the digit; zero for the line end.
    masks: [u8; 64],
    /// What is added to it: `0`, or the line end itself.
    bases: [u8; 64],
}

/// The text of cells 0 to 63, and of cells 50 to 80 with the line end.
static LINE: [TextOrder; 2] = [text_order(0, b'0'), text_order(50, b'0')];

/// The numbers of cells 0 to 63 and 49 to 80.
static NUMBERS: [TextOrder; 2] = [text_order(0, 0), text_order(49, 0)];

/// Returns the order of the cells from `start` on, with `zero` for the digit zero, followed by line ends.
const fn text_order(start: usize, zero: u8) -> TextOrder {
    let mut order = TextOrder { bytes: [0; 64], shifts: [0; 64], masks: [0; 64], bases: [b'\n'; 64] };
    let end = if CELLS - start < 64 { CELLS - start } else { 64 };
    const_for!(byte in 0..end => {
        let (row, column) = ((start + byte) / 9, (start + byte) % 9);
        let bit = bit_of(row, column);
        order.bytes[byte] = (16 * (row % 3) + bit / 16 * 8 + bit % 8) as u8;
        order.shifts[byte] = (byte % 8 * 8 + bit / 8 % 2 * 4) as u8;
        order.masks[byte] = 0x0F;
        order.bases[byte] = zero;
    });
    order
}
