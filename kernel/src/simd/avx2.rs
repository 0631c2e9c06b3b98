//! Eight lanes: AVX2, on nearly every x86-64 processor since 2013.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::lane_orders::lane_orders;
use super::token::token;
use super::{Kernel, LaneSet, MAX_LANES, Simd, operations};

token! {
    { "avx2" "bmi1" "bmi2" "popcnt" }
    /// Proof that the processor has AVX2 and the bit manipulation instructions that came with it.
    Avx2 by is_x86_feature_detected, enter_avx2
}

/// Calls intrinsics, and functions below, that need only AVX2. The intrinsics do not access memory, and the functions
/// prove what they access.
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: the token proves AVX2.
        unsafe { $call }
    };
}

impl Simd for Avx2 {
    type V = __m256i;
    const LANES: usize = 8;
    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_avx2(kernel) }
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

    operations!(__m256i {
        and(a, b) = avx2!(_mm256_and_si256(a, b));
        or(a, b) = avx2!(_mm256_or_si256(a, b));
        xor(a, b) = avx2!(_mm256_xor_si256(a, b));
        clear(a, b) = avx2!(_mm256_andnot_si256(b, a));
        add(a, b) = avx2!(_mm256_add_epi32(a, b));
        sub(a, b) = avx2!(_mm256_sub_epi32(a, b));
        min(a, b) = avx2!(_mm256_min_epu32(a, b));
    });

    // A constant count becomes the immediate form of a shift.
    operations!(self {
        splat(word: u32) -> __m256i = avx2!(_mm256_set1_epi32(word as i32));
        shl<N>(v: __m256i) -> __m256i = avx2!(_mm256_sll_epi32(v, _mm_cvtsi32_si128(N as i32)));
        shr<N>(v: __m256i) -> __m256i = avx2!(_mm256_srl_epi32(v, _mm_cvtsi32_si128(N as i32)));
        equal(a: __m256i, b: __m256i) -> LaneSet =
            avx2!(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)))) as LaneSet;
        blend(set: LaneSet, a: __m256i, b: __m256i) -> __m256i =
            avx2!(_mm256_blendv_epi8(a, b, lane_mask(set)));
        // Not a blend, which takes three operations where this takes one if `then` or `other` is zero.
        if_zero(v: __m256i, then: __m256i, other: __m256i) -> __m256i =
            self.select(avx2!(_mm256_cmpeq_epi32(v, _mm256_setzero_si256())), then, other);
        keep(set: LaneSet, v: __m256i) -> __m256i = avx2!(_mm256_and_si256(v, lane_mask(set)));
        compress(set: LaneSet, v: __m256i) -> __m256i =
            avx2!(_mm256_permutevar8x32_epi32(v, order(&COMPRESS[(set & 0xFF) as usize])));
        expand(set: LaneSet, v: __m256i) -> __m256i =
            self.keep(set, avx2!(_mm256_permutevar8x32_epi32(v, order(&EXPAND[(set & 0xFF) as usize]))));
    });

    /// Looks up the number of bits of each half byte in a table, then adds the bytes of each lane.
    #[inline(always)]
    fn count(self, ones: __m256i, twos: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2.
        unsafe {
            let once = repeat(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
            let twice = repeat(&[0, 2, 2, 4, 2, 4, 4, 6, 2, 4, 4, 6, 4, 6, 6, 8]);
            let nibble = _mm256_set1_epi8(15);
            let (ones_high, twos_high) = (_mm256_srli_epi32::<4>(ones), _mm256_srli_epi32::<4>(twos));
            let low = _mm256_add_epi8(
                _mm256_shuffle_epi8(once, _mm256_and_si256(ones, nibble)),
                _mm256_shuffle_epi8(twice, _mm256_and_si256(twos, nibble)),
            );
            let high = _mm256_add_epi8(
                _mm256_shuffle_epi8(once, _mm256_and_si256(ones_high, nibble)),
                _mm256_shuffle_epi8(twice, _mm256_and_si256(twos_high, nibble)),
            );
            let pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
            _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
        }
    }

    #[inline(always)]
    fn look_up(self, table: &[u32; 8], index: __m256i) -> __m256i {
        // SAFETY: the token proves AVX2; the load reads the table's 32 bytes.
        unsafe { _mm256_permutevar8x32_epi32(_mm256_loadu_si256(table.as_ptr().cast()), index) }
    }
}

/// Returns all ones in the lanes of `set`, zero in the others.
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

/// Returns the entries of a table of lane indices as words.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
unsafe fn order(lanes: &'static [u8; 8]) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the load reads the 8 bytes.
    unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(lanes.as_ptr().cast())) }
}

/// Returns the table in both halves of a vector.
///
/// # Safety
/// The processor must have AVX2.
#[inline(always)]
pub(crate) unsafe fn repeat(table: &'static [u8; 16]) -> __m256i {
    // SAFETY: the caller vouches for AVX2; the load reads the 16 bytes.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
}

static COMPRESS: [[u8; 8]; 256] = lane_orders()[0];

static EXPAND: [[u8; 8]; 256] = lane_orders()[1];
