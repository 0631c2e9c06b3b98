//! Sixteen lanes: AVX-512 with the byte permutations and funnel shifts of Ice Lake and Zen 4.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::token::{avx512_features, token};
use super::{Kernel, LaneSet, MAX_LANES, Simd, operations};

avx512_features! {
    [token]
    /// Proof that the processor has every feature that the AVX-512 kernels use.
    ///
    /// Every processor so far with VBMI2, from Ice Lake and Zen 4 on, also has GFNI, VL and VNNI, so requiring them excludes
    /// none.
    Avx512 by is_x86_feature_detected, enter_avx512
}

/// Calls an intrinsic that needs only AVX-512F and does not access memory.
macro_rules! avx512 {
    ($call:expr) => {
        // SAFETY: the token proves AVX-512F.
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

impl Simd for Avx512 {
    type V = __m512i;
    const LANES: usize = 16;
    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_avx512(kernel) }
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

    operations!(__m512i {
        and(a, b) = avx512!(_mm512_and_si512(a, b));
        or(a, b) = avx512!(_mm512_or_si512(a, b));
        xor(a, b) = avx512!(_mm512_xor_si512(a, b));
        clear(a, b) = avx512!(_mm512_andnot_si512(b, a));
        add(a, b) = avx512!(_mm512_add_epi32(a, b));
        sub(a, b) = avx512!(_mm512_sub_epi32(a, b));
        min(a, b) = avx512!(_mm512_min_epu32(a, b));
        and3(a, b, c) = ternary!(0x80, a, b, c);
        or3(a, b, c) = ternary!(0xFE, a, b, c);
        xor3(a, b, c) = ternary!(0x96, a, b, c);
        maj(a, b, c) = ternary!(0xE8, a, b, c);
        clear2(a, b, c) = ternary!(0x10, a, b, c);
        or_and(a, b, c) = ternary!(0xF8, a, b, c);
        and_or(a, b, c) = ternary!(0xE0, a, b, c);
        restrict(a, keep, scope) = ternary!(0xD0, a, keep, scope);
        select(mask, a, b) = ternary!(0xCA, mask, a, b);
        note_change(changed, old, new) = ternary!(0xF6, changed, old, new);
    });

    operations!(self {
        splat(word: u32) -> __m512i = avx512!(_mm512_set1_epi32(word as i32));
        shl<N>(v: __m512i) -> __m512i = avx512!(_mm512_slli_epi32::<N>(v));
        shr<N>(v: __m512i) -> __m512i = avx512!(_mm512_srli_epi32::<N>(v));
        one_and_two(a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) =
            (self.or3(a, b, c), self.maj(a, b, c));
        equal(a: __m512i, b: __m512i) -> LaneSet = u32::from(avx512!(_mm512_cmpeq_epi32_mask(a, b)));
        blend(set: LaneSet, a: __m512i, b: __m512i) -> __m512i =
            avx512!(_mm512_mask_blend_epi32(set as __mmask16, a, b));
        keep(set: LaneSet, v: __m512i) -> __m512i = avx512!(_mm512_maskz_mov_epi32(set as __mmask16, v));
        vacate(_set: LaneSet, v: __m512i) -> __m512i = v;
        fill(set: LaneSet, v: __m512i, new: __m512i) -> __m512i = self.blend(set, v, new);
        compress(set: LaneSet, v: __m512i) -> __m512i =
            avx512!(_mm512_maskz_compress_epi32(set as __mmask16, v));
        expand(set: LaneSet, v: __m512i) -> __m512i = avx512!(_mm512_maskz_expand_epi32(set as __mmask16, v));
    });

    #[inline(always)]
    fn count(self, ones: __m512i, twos: __m512i) -> __m512i {
        // SAFETY: the token proves AVX512_VPOPCNTDQ.
        let (ones, twos) = unsafe { (_mm512_popcnt_epi32(ones), _mm512_popcnt_epi32(twos)) };
        self.add(ones, self.shl::<1>(twos))
    }

    /// A funnel shift reads the word beside a copy of itself. Each rotation is one instruction, after a shared shift that
    /// closes the gap of five unused bits. So the content of these bits does not matter.
    #[inline(always)]
    fn rotate_fields(self, v: __m512i) -> (__m512i, __m512i) {
        let high = self.shl::<5>(v);
        // SAFETY: the token proves AVX512_VBMI2.
        unsafe { (_mm512_shldi_epi32::<18>(v, high), _mm512_shldi_epi32::<9>(v, high)) }
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

    #[inline(always)]
    fn look_up(self, table: &[u32; 8], index: __m512i) -> __m512i {
        // SAFETY: the token proves AVX-512F; the load reads the table's 32 bytes.
        unsafe {
            let table = _mm512_broadcast_i64x4(_mm256_loadu_si256(table.as_ptr().cast()));
            _mm512_permutexvar_epi32(index, table)
        }
    }
}

/// Returns field 0 of `a`, field 1 of `b` and field 2 of `c` in one word, with the bits of `c` above its fields.
#[inline(always)]
fn diagonal(s: Avx512, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    s.select(s.splat(0o777), a, s.select(s.splat(0o777 << 9), b, c))
}
