//! Sixteen lanes: AVX-512 with the byte shuffles and funnel shifts of Ice Lake and Zen 4.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::{Kernel, LaneSet, MAX_LANES, Simd};
use crate::grid::CELLS;
use crate::solver::batch::AnswerLine;
use crate::solver::lanes::layout::Block;
use crate::solver::lanes::transpose::{self, Planes};

/// Proof that the processor has every AVX-512 feature this file uses.
#[derive(Clone, Copy)]
pub struct Avx512(());

impl Avx512 {
    /// The token, where the processor and the system allow it.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,popcnt")]
fn enter_avx512<K: Kernel<Avx512>>(kernel: K) {
    kernel.run();
}

/// One ternary-logic instruction, named by its truth table over a = F0, b = CC, c = AA.
macro_rules! ternary {
    ($table:literal, $a:expr, $b:expr, $c:expr) => {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_ternarylogic_epi32::<$table>($a, $b, $c) }
    };
}

impl Simd for Avx512 {
    type V = __m512i;
    const LANES: usize = 16;
    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn enter<K: Kernel<Self>>(self, kernel: K) {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_avx512(kernel) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_set1_epi32(word as i32) }
    }
    #[inline(always)]
    fn load(self, row: &[u32; MAX_LANES]) -> __m512i {
        // SAFETY: the token proves AVX-512F; the row is 64 bytes that may be read.
        unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, v: __m512i, row: &mut [u32; MAX_LANES]) {
        // SAFETY: the token proves AVX-512F; the row is 64 bytes that may be written.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_and_si512(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_or_si512(a, b) }
    }
    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_xor_si512(a, b) }
    }
    #[inline(always)]
    fn clear(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_andnot_si512(b, a) }
    }
    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_add_epi32(a, b) }
    }
    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_sub_epi32(a, b) }
    }
    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_min_epu32(a, b) }
    }
    #[inline(always)]
    fn shl<const N: u32>(self, v: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_slli_epi32::<N>(v) }
    }
    #[inline(always)]
    fn shr<const N: u32>(self, v: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_srli_epi32::<N>(v) }
    }
    #[inline(always)]
    fn count_ones(self, v: __m512i) -> __m512i {
        // SAFETY: the token proves AVX512_VPOPCNTDQ.
        unsafe { _mm512_popcnt_epi32(v) }
    }

    #[inline(always)]
    fn and3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(0x80, a, b, c)
    }
    #[inline(always)]
    fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(0xFE, a, b, c)
    }
    #[inline(always)]
    fn xor3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(0x96, a, b, c)
    }
    #[inline(always)]
    fn maj(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(0xE8, a, b, c)
    }
    #[inline(always)]
    fn clear2(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(0x10, a, b, c)
    }
    #[inline(always)]
    fn or_and(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(0xF8, a, b, c)
    }
    #[inline(always)]
    fn and_or(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(0xE0, a, b, c)
    }
    #[inline(always)]
    fn restrict(self, a: __m512i, keep: __m512i, scope: __m512i) -> __m512i {
        ternary!(0xD0, a, keep, scope)
    }
    #[inline(always)]
    fn select(self, mask: __m512i, a: __m512i, b: __m512i) -> __m512i {
        ternary!(0xCA, mask, a, b)
    }
    #[inline(always)]
    fn note_change(self, changed: __m512i, old: __m512i, new: __m512i) -> __m512i {
        ternary!(0xF6, changed, old, new)
    }

    /// A funnel shift reads the word beside a copy of itself, so each turn is one
    /// instruction after a shared shift that closes the gap of five unused bits.
    #[inline(always)]
    fn turn_fields(self, v: __m512i) -> (__m512i, __m512i) {
        let high = self.shl::<5>(v);
        // SAFETY: the token proves AVX512_VBMI2.
        unsafe { (_mm512_shldi_epi32::<18>(v, high), _mm512_shldi_epi32::<9>(v, high)) }
    }

    #[inline(always)]
    fn equal(self, a: __m512i, b: __m512i) -> LaneSet {
        // SAFETY: the token proves AVX-512F.
        unsafe { u32::from(_mm512_cmpeq_epi32_mask(a, b)) }
    }
    #[inline(always)]
    fn blend(self, set: LaneSet, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_mask_blend_epi32(set as __mmask16, a, b) }
    }
    #[inline(always)]
    fn keep(self, set: LaneSet, v: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_maskz_mov_epi32(set as __mmask16, v) }
    }
    #[inline(always)]
    fn look_up(self, table: &[u32; 8], index: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F; the load reads the table's 32 bytes.
        unsafe {
            let table = _mm512_broadcast_i64x4(_mm256_loadu_si256(table.as_ptr().cast()));
            _mm512_permutexvar_epi32(index, table)
        }
    }
    #[inline(always)]
    fn compress(self, set: LaneSet, v: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_maskz_compress_epi32(set as __mmask16, v) }
    }
    #[inline(always)]
    fn expand(self, set: LaneSet, v: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_maskz_expand_epi32(set as __mmask16, v) }
    }

    /// ```text
    /// 81 bytes ─▶ a code each ─▶ 5 × (2 groups of 32 bytes) ─▶ 15 × 64 tests = 30 words
    /// ```
    /// Byte `9e + 3·band + stack` of a group is the code of cell (band, stack) of a place
    /// (k, j); tested against digit `3D + e` it yields the very bit of word (D, k, j).
    /// The codes are those of `transpose::DIGIT_CODES`.
    #[inline(always)]
    fn read_clues(self, puzzle: &[u8; CELLS], block: &mut Block, lane: usize) -> bool {
        // SAFETY: the token proves AVX-512F, BW and VBMI; the loads read bytes 0..64 and,
        // masked, 64..81 of the 81.
        let (codes, bad) = unsafe {
            let low = _mm512_loadu_si512(puzzle.as_ptr().cast());
            let high = _mm512_maskz_loadu_epi8(0x1_FFFF, puzzle.as_ptr().add(64).cast());
            let table = [load64(&CODES, 0), load64(&CODES, 64)];
            let codes = [
                _mm512_permutex2var_epi8(table[0], low, table[1]),
                _mm512_permutex2var_epi8(table[0], high, table[1]),
            ];
            let bad_low = _mm512_movepi8_mask(_mm512_or_si512(codes[0], low));
            let bad_high = _mm512_movepi8_mask(_mm512_or_si512(codes[1], high)) & 0x1_FFFF;
            (codes, bad_low | bad_high)
        };
        for pair in 0..5 {
            // SAFETY: the token proves AVX-512F, BW and VBMI.
            let group = unsafe { _mm512_permutex2var_epi8(codes[0], load64(&GROUPS[pair], 0), codes[1]) };
            for d in 0..3 {
                // SAFETY: as above.
                let bits = unsafe { _mm512_testn_epi8_mask(group, load64(&OTHER_DIGITS[d], 0)) };
                block[9 * d + 2 * pair][lane] = bits as u32;
                if pair < 4 {
                    block[9 * d + 2 * pair + 1][lane] = (bits >> 32) as u32;
                }
            }
        }
        bad == 0
    }

    /// ```text
    /// 12 words = 4 planes × 3 k ─▶ masked adds on 96 bytes (32 a k) ─▶ 82 bytes in text order
    /// ```
    #[inline(always)]
    fn write_digits(self, planes: &Planes, lane: usize, answer: &mut AnswerLine) {
        // SAFETY: the token proves AVX-512F, BW and VBMI; the stores write bytes 0..64 and,
        // masked, 64..82 of the 82.
        unsafe {
            let mut first = load64(&ONES, 0);
            let mut last = first;
            for (plane, value) in [1, 2, 3, 6].into_iter().enumerate() {
                let words = [&planes[3 * plane], &planes[3 * plane + 1], &planes[3 * plane + 2]];
                let [k0, k1, k2] = [words[0].0[lane], words[1].0[lane], words[2].0[lane]];
                let value = _mm512_set1_epi8(value);
                first = _mm512_mask_add_epi8(first, u64::from(k0) | u64::from(k1) << 32, first, value);
                last = _mm512_mask_add_epi8(last, u64::from(k2), last, value);
            }
            let head = _mm512_permutex2var_epi8(first, load64(&PLACES, 0), last);
            let tail = _mm512_permutex2var_epi8(first, load64(&PLACES, 64), last);
            _mm512_storeu_si512(answer.as_mut_ptr().cast(), head);
            _mm512_mask_storeu_epi8(answer.as_mut_ptr().add(64).cast(), 0x3_FFFF, tail);
        }
    }
}

/// Loads 64 bytes of a table from `at`.
///
/// # Safety
/// The processor must have AVX-512F.
#[inline(always)]
unsafe fn load64<const N: usize>(table: &'static [u8; N], at: usize) -> __m512i {
    assert!(at + 64 <= N);
    // SAFETY: the caller vouches for AVX-512F; the assertion for the 64 bytes.
    unsafe { _mm512_loadu_si512(table.as_ptr().add(at).cast()) }
}

/// The code of each byte below 128: see [`Avx512::read_clues`]. Bit 7 marks what is no puzzle's.
static CODES: [u8; 128] = {
    let mut codes = [0x80; 128];
    let mut byte = 0;
    while byte < 128 {
        if crate::grid::is_blank(byte as u8) {
            codes[byte] = 0;
        }
        byte += 1;
    }
    let mut digit = 0;
    while digit < 9 {
        codes[b'1' as usize + digit] = transpose::DIGIT_CODES[digit];
        digit += 1;
    }
    codes
};

/// Which cell's code stands in each byte of a pair of groups; the five spare bytes of a group
/// take one that matches no digit.
static GROUPS: [[u8; 64]; 5] = {
    let mut groups = [[127; 64]; 5];
    let mut place = 0;
    while place < 9 {
        let mut bit = 0;
        while bit < 27 {
            groups[place / 2][place % 2 * 32 + bit] = transpose::cell_of(place, bit) as u8;
            bit += 1;
        }
        place += 1;
    }
    groups
};

/// For each D, the code bits that digit `3D + e` does not have, in the bytes of `e`.
static OTHER_DIGITS: [[u8; 64]; 3] = {
    let mut tables = [[0xFF; 64]; 3];
    let mut d = 0;
    while d < 3 {
        let mut bit = 0;
        while bit < 27 {
            let others = !transpose::DIGIT_CODES[3 * d + bit / 9];
            tables[d][bit] = others;
            tables[d][32 + bit] = others;
            bit += 1;
        }
        d += 1;
    }
    tables
};

/// Digit one for every cell of two k, and the line end in the first spare byte.
static ONES: [u8; 64] = {
    let mut ones = [b'1'; 64];
    ones[27] = b'\n';
    ones
};

/// Where each byte of an answer stands among the 96 bytes: [`transpose::ORDER`], then the line end.
static PLACES: [u8; 128] = {
    let mut places = [27; 128];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = transpose::ORDER[cell];
        cell += 1;
    }
    places
};
