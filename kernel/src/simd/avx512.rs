//! Sixteen lanes: AVX-512 with the byte permutations and funnel shifts of Ice Lake and Zen 4.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::memory::{load, plain, store};
use super::token::{avx512_features, token};
use super::{Bytes, Kernel, Keys, LaneSet, Lanes, Quarter, Simd, Words, operations};

avx512_features! {
    [token]
    /// Proof that the processor has every feature that the AVX-512 kernels use.
    ///
    /// Every processor so far with VBMI2, from Ice Lake and Zen 4 on, also has GFNI, VL and VNNI, so requiring them excludes
    /// none.
    Avx512 by is_x86_feature_detected, enter_avx512
}

plain! { __m512i }

/// Calls intrinsics that do not access memory.
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: the token proves the features of each intrinsic.
        unsafe { $call }
    };
}

/// One ternary-logic instruction, named by its truth table over a = F0, b = CC, c = AA.
macro_rules! ternary {
    ($table:literal, $a:expr, $b:expr, $c:expr) => {
        // SAFETY: the token proves AVX-512F.
        unsafe { _mm512_ternarylogic_epi32::<$table>($a, $b, $c) }
    };
}

impl Avx512 {
    /// Returns the token of vectors of four quarters.
    pub fn four_quarters(self) -> Self {
        self
    }

    /// Returns the token of vectors that have the boxes of one board.
    pub fn boxes(self) -> Self {
        self
    }
}

impl Simd for Avx512 {
    type V = __m512i;
    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_avx512(kernel) }
    }

    operations!(__m512i {
        and(a, b) = avx512!(_mm512_and_si512(a, b));
        or(a, b) = avx512!(_mm512_or_si512(a, b));
        xor(a, b) = avx512!(_mm512_xor_si512(a, b));
        clear(a, b) = avx512!(_mm512_andnot_si512(b, a));
        and3(a, b, c) = ternary!(0x80, a, b, c);
        or3(a, b, c) = ternary!(0xFE, a, b, c);
        xor3(a, b, c) = ternary!(0x96, a, b, c);
        maj(a, b, c) = ternary!(0xE8, a, b, c);
        clear2(a, b, c) = ternary!(0x10, a, b, c);
        or_and(a, b, c) = ternary!(0xF8, a, b, c);
        and_or(a, b, c) = ternary!(0xE0, a, b, c);
        xor_or(a, b, c) = ternary!(0x1E, a, b, c);
        restrict(a, keep, scope) = ternary!(0xD0, a, keep, scope);
        select(mask, a, b) = ternary!(0xCA, mask, a, b);
        note_change(changed, old, new) = ternary!(0xF6, changed, old, new);
    });

    operations!(self {
        is_zero(v: __m512i) -> bool = avx512!(_mm512_test_epi32_mask(v, v)) == 0;
        one_and_two(a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) =
            (self.or3(a, b, c), self.maj(a, b, c));
    });
}

impl Words for Avx512 {
    const LANES: usize = 16;

    operations!(__m512i {
        add32(a, b) = avx512!(_mm512_add_epi32(a, b));
        sub32(a, b) = avx512!(_mm512_sub_epi32(a, b));
        min32(a, b) = avx512!(_mm512_min_epu32(a, b));
    });

    operations!(self {
        splat32(word: u32) -> __m512i = avx512!(_mm512_set1_epi32(word as i32));
        shl32<N>(v: __m512i) -> __m512i = avx512!(_mm512_slli_epi32::<N>(v));
        shr32<N>(v: __m512i) -> __m512i = avx512!(_mm512_srli_epi32::<N>(v));
    });
}

impl Lanes for Avx512 {
    operations!(self {
        count(ones: __m512i, twos: __m512i) -> __m512i =
            self.add32(avx512!(_mm512_popcnt_epi32(ones)), self.shl32::<1>(avx512!(_mm512_popcnt_epi32(twos))));
        equal(a: __m512i, b: __m512i) -> LaneSet = u32::from(avx512!(_mm512_cmpeq_epi32_mask(a, b)));
        blend(set: LaneSet, a: __m512i, b: __m512i) -> __m512i =
            avx512!(_mm512_mask_blend_epi32(set as __mmask16, a, b));
        keep(set: LaneSet, v: __m512i) -> __m512i = avx512!(_mm512_maskz_mov_epi32(set as __mmask16, v));
        vacate(_set: LaneSet, v: __m512i) -> __m512i = v;
        fill(set: LaneSet, v: __m512i, new: __m512i) -> __m512i = self.blend(set, v, new);
        look_up(table: &[u32; 8], index: __m512i) -> __m512i =
            avx512!(_mm512_permutexvar_epi32(index, _mm512_broadcast_i64x4(load(table))));
        compress(set: LaneSet, v: __m512i) -> __m512i =
            avx512!(_mm512_maskz_compress_epi32(set as __mmask16, v));
        expand(set: LaneSet, v: __m512i) -> __m512i = avx512!(_mm512_maskz_expand_epi32(set as __mmask16, v));
    });

    /// A funnel shift reads the word beside a copy of itself. Each rotation is one instruction, after a shared shift that
    /// closes the gap of five unused bits. So the content of these bits does not matter.
    #[inline(always)]
    fn rotate_fields(self, v: __m512i) -> (__m512i, __m512i) {
        let high = self.shl32::<5>(v);
        avx512!((_mm512_shldi_epi32::<18>(v, high), _mm512_shldi_epi32::<9>(v, high)))
    }

    /// Takes each field from the rotation that brings it there.
    #[inline(always)]
    fn spread_fields(self, v: __m512i) -> [__m512i; 3] {
        let (one, two) = self.rotate_fields(v);
        [diagonal(self, v, two, one), diagonal(self, one, v, two), diagonal(self, two, one, v)]
    }

    /// Gathers the fields that move by the same number of places, and rotates them together.
    #[inline(always)]
    fn unite_fields(self, words: [__m512i; 3]) -> __m512i {
        let [a, b, c] = words;
        let (one, _) = self.rotate_fields(diagonal(self, c, a, b));
        let (_, two) = self.rotate_fields(diagonal(self, b, c, a));
        self.or3(diagonal(self, a, b, c), one, two)
    }
}

impl Bytes for Avx512 {
    operations!(self {
        repeat(quarter: &Quarter) -> __m512i = avx512!(_mm512_broadcast_i32x4(load(quarter)));
        with_quarter(v: __m512i, number: usize, quarter: &Quarter) -> __m512i = avx512!(match number {
            0 => _mm512_inserti32x4::<0>(v, load(quarter)),
            1 => _mm512_inserti32x4::<1>(v, load(quarter)),
            2 => _mm512_inserti32x4::<2>(v, load(quarter)),
            _ => _mm512_inserti32x4::<3>(v, load(quarter)),
        });
        splat8(byte: u8) -> __m512i = avx512!(_mm512_set1_epi8(byte as i8));
        shuffle(v: __m512i, places: __m512i) -> __m512i = avx512!(_mm512_shuffle_epi8(v, places));
    });

    #[inline(always)]
    fn store_quarter(self, v: __m512i, number: usize, to: &mut Quarter) {
        avx512!(store(
            match number {
                0 => _mm512_castsi512_si128(v),
                1 => _mm512_extracti32x4_epi32::<1>(v),
                2 => _mm512_extracti32x4_epi32::<2>(v),
                _ => _mm512_extracti32x4_epi32::<3>(v),
            },
            to
        ));
    }
}

/// Comparisons are in mask registers. What uses them is compiled for those, so the vectors of ones and zeros are seldom made.
impl Keys for Avx512 {
    operations!(__m512i {
        add8(a, b) = avx512!(_mm512_add_epi8(a, b));
        sub8(a, b) = avx512!(_mm512_sub_epi8(a, b));
        min8(a, b) = avx512!(_mm512_min_epu8(a, b));
        max8(a, b) = avx512!(_mm512_max_epu8(a, b));
        max32(a, b) = avx512!(_mm512_max_epu32(a, b));
        shuffle_found(v, places) = avx512!(
            _mm512_maskz_shuffle_epi8(_mm512_cmplt_epu8_mask(places, _mm512_set1_epi8(16)), v, places)
        );
        equal8(a, b) = avx512!(_mm512_maskz_set1_epi8(_mm512_cmpeq_epi8_mask(a, b), -1));
        equal32(a, b) = avx512!(_mm512_maskz_set1_epi32(_mm512_cmpeq_epi32_mask(a, b), -1));
        equal64(a, b) = avx512!(_mm512_maskz_set1_epi64(_mm512_cmpeq_epi64_mask(a, b), -1));
        test8(v, bits) = avx512!(_mm512_maskz_set1_epi8(_mm512_test_epi8_mask(v, bits), -1));
        test32(v, bits) = avx512!(_mm512_maskz_set1_epi32(_mm512_test_epi32_mask(v, bits), -1));
        select8(mask, a, b) = avx512!(_mm512_mask_blend_epi8(_mm512_movepi8_mask(mask), b, a));
        pack(v) = avx512!(_mm512_packus_epi32(v, v));
    });

    operations!(self {
        dot(v: __m512i, weights: u32) -> __m512i =
            avx512!(_mm512_dpbusd_epi32(_mm512_setzero_si512(), v, _mm512_set1_epi32(weights as i32)));
        order64(a: __m512i, b: __m512i) -> (__m512i, __m512i) =
            avx512!((_mm512_min_epu64(a, b), _mm512_max_epu64(a, b)));
    });

    #[inline(always)]
    fn bytes_up<const N: i32>(self, v: __m512i) -> __m512i {
        avx512!(_mm512_bslli_epi128::<N>(v))
    }
    #[inline(always)]
    fn bytes_down<const N: i32>(self, v: __m512i) -> __m512i {
        avx512!(_mm512_bsrli_epi128::<N>(v))
    }
    #[inline(always)]
    fn store_chosen(self, v: __m512i, chosen: u8, to: &mut [Quarter; 4]) {
        self.store(avx512!(_mm512_maskz_compress_epi64(chosen, v)), to);
    }
    #[inline(always)]
    fn store_low_words(self, v: __m512i, to: &mut [u64]) {
        let words: &mut [u64; 4] = to.first_chunk_mut().expect("a word for each quarter");
        avx512!(store(_mm512_castsi512_si256(_mm512_maskz_compress_epi64(0b0101_0101, v)), words));
    }
    #[inline(always)]
    fn full(self, v: __m512i) -> u8 {
        let halves = avx512!(_mm512_cmpeq_epi64_mask(v, _mm512_set1_epi64(-1)));
        (halves & halves >> 1 & 0b0101_0101) * 3
    }
    #[inline(always)]
    fn sums(self, v: __m512i) -> u32 {
        // SAFETY: the token proves AVX-512F, BW and BMI2.
        unsafe {
            let halves = _mm512_sad_epu8(v, _mm512_setzero_si512());
            let sums = _mm512_cvtepi64_epi8(_mm512_or_si512(halves, _mm512_bsrli_epi128::<8>(halves)));
            _pext_u64(_mm_cvtsi128_si64(sums) as u64, 0x00ff_00ff_00ff_00ff) as u32
        }
    }
}

/// Returns field 0 of `a`, field 1 of `b` and field 2 of `c` in one word, with the bits of `c` above its fields.
#[inline(always)]
fn diagonal(s: Avx512, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    s.select(s.splat32(0o777), a, s.select(s.splat32(0o777 << 9), b, c))
}
