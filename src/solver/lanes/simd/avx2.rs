//! Eight lanes: AVX2, on nearly every x86-64 processor since 2013.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{Kernel, LaneSet, MAX_LANES, Simd};
use crate::grid::{self, CELLS};
use crate::solver::batch::AnswerLine;
use crate::solver::lanes::layout::Block;
use crate::solver::lanes::layout::FULL;
use crate::solver::lanes::transpose::{self, Planes};

/// Proof that the processor has AVX2 and the bit instructions that came with it.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// The token, where the processor and the system allow it.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn enter_avx2<K: Kernel<Avx2>>(kernel: K) {
    kernel.run();
}

impl Simd for Avx2 {
    type V = __m256i;
    const LANES: usize = 8;
    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_avx2(kernel) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_set1_epi32(word as i32) }
    }
    #[inline(always)]
    fn load(self, row: &[u32; MAX_LANES]) -> __m256i {
        // SAFETY: the token proves AVX2; the row has more than the 32 bytes that are read.
        unsafe { _mm256_loadu_si256(row.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, v: __m256i, row: &mut [u32; MAX_LANES]) {
        // SAFETY: the token proves AVX2; the row has more than the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_and_si256(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_xor_si256(a, b) }
    }
    #[inline(always)]
    fn clear(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_andnot_si256(b, a) }
    }
    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_add_epi32(a, b) }
    }
    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_sub_epi32(a, b) }
    }
    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_min_epu32(a, b) }
    }
    #[inline(always)]
    fn shl<const N: u32>(self, v: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2. A constant count becomes the immediate form.
        unsafe { _mm256_sll_epi32(v, _mm_cvtsi32_si128(N as i32)) }
    }
    #[inline(always)]
    fn shr<const N: u32>(self, v: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_srl_epi32(v, _mm_cvtsi32_si128(N as i32)) }
    }

    /// Adds up the four bits of each half byte, found in a table, then the bytes of each lane.
    #[inline(always)]
    fn count_ones(self, v: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe {
            let table = repeat(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble));
            let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi32::<4>(v), nibble));
            let pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
            _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
        }
    }

    #[inline(always)]
    fn equal(self, a: __m256i, b: __m256i) -> LaneSet {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b))) as LaneSet }
    }
    #[inline(always)]
    fn blend(self, set: LaneSet, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_blendv_epi8(a, b, lane_mask(set)) }
    }
    #[inline(always)]
    fn if_zero(self, v: __m256i, then: __m256i, other: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_blendv_epi8(other, then, _mm256_cmpeq_epi32(v, _mm256_setzero_si256())) }
    }
    #[inline(always)]
    fn keep(self, set: LaneSet, v: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_and_si256(v, lane_mask(set)) }
    }
    #[inline(always)]
    fn look_up(self, table: &[u32; 8], index: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2; the load reads the table's 32 bytes.
        unsafe { _mm256_permutevar8x32_epi32(_mm256_loadu_si256(table.as_ptr().cast()), index) }
    }
    #[inline(always)]
    fn compress(self, set: LaneSet, v: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe { _mm256_permutevar8x32_epi32(v, order(&COMPRESS[(set & 0xFF) as usize])) }
    }
    #[inline(always)]
    fn expand(self, set: LaneSet, v: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe {
            let dealt = _mm256_permutevar8x32_epi32(v, order(&EXPAND[(set & 0xFF) as usize]));
            _mm256_and_si256(dealt, lane_mask(set))
        }
    }

    /// ```text
    /// 81 bytes ─▶ a code each ─▶ for each place, three rows shuffled into 27 bytes ─▶ 3 tests
    /// ```
    /// The codes and the tests are those of the AVX-512 backend.
    #[inline(always)]
    fn read_clues(self, puzzle: &[u8; CELLS], block: &mut Block, lane: usize) -> bool {
        let mut codes = [0u8; 96];
        // SAFETY: the token proves AVX2; the loads and stores end at byte 81 of 81 and of 96.
        let good = unsafe {
            let mut good = _mm256_set1_epi8(-1);
            for at in [0, 32, CELLS - 32] {
                let (code, valid) = classify(_mm256_loadu_si256(puzzle.as_ptr().add(at).cast()));
                _mm256_storeu_si256(codes.as_mut_ptr().add(at).cast(), code);
                good = _mm256_and_si256(good, valid);
            }
            _mm256_movemask_epi8(good) == -1
        };
        for k in 0..3 {
            // SAFETY: the token proves AVX2; the last load ends at byte 54 + 18 + 16 of 96.
            let bands = unsafe {
                let row = codes.as_ptr().add(9 * k);
                [
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(row.cast())),
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(row.add(27).cast())),
                    _mm256_broadcastsi128_si256(_mm_loadu_si128(row.add(54).cast())),
                ]
            };
            for j in 0..3 {
                // SAFETY: the token proves AVX2.
                let group = unsafe {
                    let first = _mm256_shuffle_epi8(bands[0], load32(&SPREAD[j][0]));
                    let second = _mm256_shuffle_epi8(bands[1], load32(&SPREAD[j][1]));
                    let third = _mm256_shuffle_epi8(bands[2], load32(&SPREAD[j][2]));
                    _mm256_or_si256(_mm256_or_si256(first, second), third)
                };
                for d in 0..3 {
                    // SAFETY: the token proves AVX2.
                    let bits = unsafe {
                        let others = _mm256_and_si256(group, load32(&OTHER_DIGITS[d]));
                        _mm256_movemask_epi8(_mm256_cmpeq_epi8(others, _mm256_setzero_si256()))
                    };
                    block[9 * d + 3 * k + j][lane] = bits as u32 & FULL;
                }
            }
        }
        good
    }

    /// ```text
    /// a word of a plane ─▶ a byte a bit, times its value ─▶ sum of four planes ─▶ rows in order
    /// ```
    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        let mut line = [b'\n'; 96];
        for k in 0..3 {
            // SAFETY: the token proves AVX2.
            let digits = unsafe {
                let mut digits = _mm256_set1_epi8(b'1' as i8);
                for (plane, value) in [1, 2, 3, 6].into_iter().enumerate() {
                    let word = _mm256_set1_epi32(planes[3 * plane + k].0[lane] as i32);
                    let byte = _mm256_shuffle_epi8(word, load32(&BYTE_OF_BIT));
                    let bit = load32(&BIT_IN_BYTE);
                    let set = _mm256_cmpeq_epi8(_mm256_and_si256(byte, bit), bit);
                    digits = _mm256_add_epi8(digits, _mm256_and_si256(set, _mm256_set1_epi8(value)));
                }
                digits
            };
            for band in 0..3 {
                // SAFETY: the token proves AVX2; the tables have 16 bytes to load, and a vector of 16
                // bytes is as good as an array of them.
                let row: [u8; 16] = unsafe {
                    let [low, high] = &ROWS[band];
                    let low = _mm_loadu_si128(low.as_ptr().cast());
                    let high = _mm_loadu_si128(high.as_ptr().cast());
                    let low = _mm_shuffle_epi8(_mm256_castsi256_si128(digits), low);
                    let high = _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(digits), high);
                    std::mem::transmute(_mm_or_si128(low, high))
                };
                let at = 27 * band + 9 * k;
                line[at..at + 9].copy_from_slice(&row[..9]);
            }
        }
        answer.copy_from_slice(&line[..CELLS + 1]);
    }
}

/// The code of each byte, and all ones where the byte is a clue or a blank.
///
/// Both halves of a byte are looked up; a byte is valid where the low half's set of good high
/// halves has the high half in it.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn classify(bytes: __m256i) -> (__m256i, __m256i) {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let high = _mm256_and_si256(_mm256_srli_epi32::<4>(bytes), _mm256_set1_epi8(15));
        let good = _mm256_and_si256(
            _mm256_shuffle_epi8(repeat(&GOOD_HIGHS), bytes),
            _mm256_shuffle_epi8(repeat(&HIGH_BITS), high),
        );
        let bad = _mm256_cmpeq_epi8(good, _mm256_setzero_si256());
        let is_digit = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(3));
        let code = _mm256_and_si256(_mm256_shuffle_epi8(repeat(&CODES), bytes), is_digit);
        (code, _mm256_xor_si256(bad, _mm256_set1_epi8(-1)))
    }
}

/// All ones in the lanes of `set`.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn lane_mask(set: LaneSet) -> __m256i {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        let set = _mm256_and_si256(_mm256_set1_epi32(set as i32), bits);
        _mm256_cmpeq_epi32(set, bits)
    }
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn order(lanes: &'static [u8; 8]) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the load reads the 8 bytes.
    unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(lanes.as_ptr().cast())) }
}

/// The table in both halves of a vector.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn repeat(table: &'static [u8; 16]) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the load reads the 16 bytes.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
}

/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn load32(table: &'static [u8; 32]) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the load reads the 32 bytes.
    unsafe { _mm256_loadu_si256(table.as_ptr().cast()) }
}

/// For each set of lanes: which lane goes to each place when the set moves together.
static COMPRESS: [[u8; 8]; 256] = ORDERS.0;

/// For each set of lanes: which place each lane of the set is dealt.
static EXPAND: [[u8; 8]; 256] = ORDERS.1;

const ORDERS: ([[u8; 8]; 256], [[u8; 8]; 256]) = {
    let (mut compress, mut expand) = ([[0; 8]; 256], [[0; 8]; 256]);
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                compress[set][place] = lane as u8;
                expand[set][lane] = place as u8;
                place += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    (compress, expand)
};

/// A bit for each high half that a clue or blank has: 2, 3, 5 and 7.
const HIGH_BITS: [u8; 16] = [0, 0, 1, 2, 0, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each low half, the bits of the high halves with which it is a clue or a blank.
static GOOD_HIGHS: [u8; 16] = {
    let mut table = [0; 16];
    let mut byte = 0;
    while byte < 128 {
        if grid::is_blank(byte as u8) || grid::digit(byte as u8).is_some() {
            assert!(HIGH_BITS[byte >> 4] != 0);
            table[byte & 15] |= HIGH_BITS[byte >> 4];
        }
        byte += 1;
    }
    table
};

/// The code of each digit, by the low half of its byte; none for the blank `0` and for `?`.
static CODES: [u8; 16] = {
    let mut table = [0; 16];
    let mut digit = 0;
    while digit < 9 {
        table[digit + 1] = transpose::DIGIT_CODES[digit];
        digit += 1;
    }
    table
};

/// For place column j and each band: which byte of the row stands at each bit of a word.
static SPREAD: [[[u8; 32]; 3]; 3] = {
    let mut table = [[[0x80; 32]; 3]; 3];
    let mut j = 0;
    while j < 3 {
        let mut bit = 0;
        while bit < 27 {
            let (band, stack) = (bit % 9 / 3, bit % 3);
            table[j][band][bit] = (3 * stack + j) as u8;
            bit += 1;
        }
        j += 1;
    }
    table
};

/// For each D, the code bits that digit `3D + e` does not have, in the bytes of `e`.
static OTHER_DIGITS: [[u8; 32]; 3] = {
    let mut tables = [[0; 32]; 3];
    let mut d = 0;
    while d < 3 {
        let mut bit = 0;
        while bit < 27 {
            tables[d][bit] = !transpose::DIGIT_CODES[3 * d + bit / 9];
            bit += 1;
        }
        d += 1;
    }
    tables
};

/// For each byte of a plane's vector, the byte of the word that holds its bit.
static BYTE_OF_BIT: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        table[bit] = (bit / 8) as u8;
        bit += 1;
    }
    table
};

/// And which bit of that byte it is.
static BIT_IN_BYTE: [u8; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 32 {
        table[bit] = 1 << (bit % 8);
        bit += 1;
    }
    table
};

/// For each band: where the bytes of its row stand in the low and in the high half of the 27
/// bytes `9j + 3·band + stack`.
static ROWS: [[[u8; 16]; 2]; 3] = {
    let mut table = [[[0x80; 16]; 2]; 3];
    let mut band = 0;
    while band < 3 {
        let mut column = 0;
        while column < 9 {
            let byte = 9 * (column % 3) + 3 * band + column / 3;
            table[band][byte / 16][column] = (byte % 16) as u8;
            column += 1;
        }
        band += 1;
    }
    table
};
