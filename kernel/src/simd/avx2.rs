//! Eight lanes: AVX2, on nearly every x86-64 processor since 2013.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::boxes::{LAST_STACK, NEXT_STACK};
use super::lanes::lane_orders;
use super::memory::{load, plain, store};
use super::token::token;
use super::{Boxes, Bytes, Double, Kernel, Keys, LaneSet, Lanes, Quarter, Simd, Words, operations};

token! {
    { "avx2" "bmi1" "bmi2" "popcnt" }
    /// Proof that the processor has AVX2 and the bit manipulation instructions that came with it.
    Avx2 by is_x86_feature_detected, enter_avx2
}

plain! { __m256i __m128i }

/// Calls intrinsics, and functions, that need only AVX2. The intrinsics do not access memory, and the functions prove what they
/// access.
macro_rules! avx2 {
    ($call:expr) => {
        // SAFETY: the token proves AVX2.
        unsafe { $call }
    };
}

impl Avx2 {
    /// Returns the token of vectors of four quarters.
    pub fn four_quarters(self) -> Double<Self> {
        Double(self)
    }

    /// Returns the token of vectors that have the boxes of one board.
    pub fn boxes(self) -> Self {
        self
    }
}

impl Simd for Avx2 {
    type V = __m256i;
    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_avx2(kernel) }
    }

    operations!(__m256i {
        and(a, b) = avx2!(_mm256_and_si256(a, b));
        or(a, b) = avx2!(_mm256_or_si256(a, b));
        xor(a, b) = avx2!(_mm256_xor_si256(a, b));
        clear(a, b) = avx2!(_mm256_andnot_si256(b, a));
    });

    #[inline(always)]
    fn is_zero(self, v: __m256i) -> bool {
        avx2!(_mm256_testz_si256(v, v)) != 0
    }
}

impl Words for Avx2 {
    const LANES: usize = 8;

    operations!(__m256i {
        add32(a, b) = avx2!(_mm256_add_epi32(a, b));
        sub32(a, b) = avx2!(_mm256_sub_epi32(a, b));
        min32(a, b) = avx2!(_mm256_min_epu32(a, b));
    });

    // A constant count becomes the immediate form of a shift.
    operations!(self {
        splat32(word: u32) -> __m256i = avx2!(_mm256_set1_epi32(word as i32));
        shl32<N>(v: __m256i) -> __m256i = avx2!(_mm256_sll_epi32(v, _mm_cvtsi32_si128(N as i32)));
        shr32<N>(v: __m256i) -> __m256i = avx2!(_mm256_srl_epi32(v, _mm_cvtsi32_si128(N as i32)));
    });
}

impl Lanes for Avx2 {
    operations!(self {
        equal(a: __m256i, b: __m256i) -> LaneSet =
            avx2!(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b)))) as LaneSet;
        blend(set: LaneSet, a: __m256i, b: __m256i) -> __m256i =
            avx2!(_mm256_blendv_epi8(a, b, lane_mask(set)));
        // Not a blend, which takes three operations where this takes one if `then` or `other` is zero.
        if_zero(v: __m256i, then: __m256i, other: __m256i) -> __m256i =
            self.select(avx2!(_mm256_cmpeq_epi32(v, _mm256_setzero_si256())), then, other);
        keep(set: LaneSet, v: __m256i) -> __m256i = avx2!(_mm256_and_si256(v, lane_mask(set)));
        look_up(table: &[u32; 8], index: __m256i) -> __m256i = avx2!(_mm256_permutevar8x32_epi32(load(table), index));
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
            let once = self.repeat(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
            let twice = self.repeat(&[0, 2, 2, 4, 2, 4, 4, 6, 2, 4, 4, 6, 4, 6, 6, 8]);
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
}

impl Bytes for Avx2 {
    operations!(self {
        repeat(quarter: &Quarter) -> __m256i = avx2!(_mm256_broadcastsi128_si256(load(quarter)));
        with_quarter(v: __m256i, number: usize, quarter: &Quarter) -> __m256i = avx2!(match number {
            0 => _mm256_inserti128_si256::<0>(v, load(quarter)),
            _ => _mm256_inserti128_si256::<1>(v, load(quarter)),
        });
        splat8(byte: u8) -> __m256i = avx2!(_mm256_set1_epi8(byte as i8));
        shuffle(v: __m256i, places: __m256i) -> __m256i = avx2!(_mm256_shuffle_epi8(v, places));
    });

    #[inline(always)]
    fn store_quarter(self, v: __m256i, number: usize, to: &mut Quarter) {
        avx2!(match number {
            0 => store(_mm256_castsi256_si128(v), to),
            _ => store(_mm256_extracti128_si256::<1>(v), to),
        });
    }
}

impl Boxes for Avx2 {
    operations!(__m256i {
        add16(a, b) = avx2!(_mm256_add_epi16(a, b));
        min16(a, b) = avx2!(_mm256_min_epu16(a, b));
        zero16(v) = avx2!(_mm256_cmpeq_epi16(v, _mm256_setzero_si256()));
        // This gives `then` the signs of the words, in one step.
        if_any16(v, then) = avx2!(_mm256_sign_epi16(then, v));
    });

    operations!(self {
        splat16(word: u16) -> __m256i = avx2!(_mm256_set1_epi16(word as i16));
        shl16<N>(v: __m256i) -> __m256i = avx2!(_mm256_sll_epi16(v, _mm_cvtsi32_si128(N as i32)));
        turn_stacks(v: __m256i) -> [__m256i; 2] =
            [self.shuffle(v, self.repeat(&NEXT_STACK)), self.shuffle(v, self.repeat(&LAST_STACK))];
        turn_bands(v: __m256i) -> [__m256i; 2] = avx2!([
            _mm256_permute4x64_epi64::<0b11_00_10_01>(v),
            _mm256_permute4x64_epi64::<0b11_01_00_10>(v),
        ]);
    });

    /// Looks up the number of bits of each half byte in a table, whose last entry serves for bit 8.
    #[inline(always)]
    fn count16(self, v: __m256i) -> __m256i {
        let bits = self.repeat(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
        // SAFETY: the token proves AVX2.
        unsafe {
            let low = _mm256_shuffle_epi8(bits, _mm256_and_si256(v, _mm256_set1_epi16(0x0f0f)));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi16(0x000f));
            let sum = _mm256_add_epi8(low, _mm256_shuffle_epi8(bits, high));
            let count = _mm256_add_epi16(sum, _mm256_srli_epi16::<8>(sum));
            _mm256_and_si256(count, _mm256_set1_epi16(0xff))
        }
    }
    #[inline(always)]
    fn least16(self, v: __m256i) -> u16 {
        // SAFETY: the token proves AVX2.
        unsafe {
            let half = _mm_min_epu16(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
            _mm_cvtsi128_si32(_mm_minpos_epu16(half)) as u16
        }
    }
}

impl Keys for Avx2 {
    operations!(__m256i {
        add8(a, b) = avx2!(_mm256_add_epi8(a, b));
        sub8(a, b) = avx2!(_mm256_sub_epi8(a, b));
        min8(a, b) = avx2!(_mm256_min_epu8(a, b));
        max8(a, b) = avx2!(_mm256_max_epu8(a, b));
        max32(a, b) = avx2!(_mm256_max_epu32(a, b));
        // Bit 7 is set from 16 on.
        shuffle_found(v, places) =
            avx2!(_mm256_shuffle_epi8(v, _mm256_adds_epu8(places, _mm256_set1_epi8(0x70))));
        equal8(a, b) = avx2!(_mm256_cmpeq_epi8(a, b));
        equal32(a, b) = avx2!(_mm256_cmpeq_epi32(a, b));
        equal64(a, b) = avx2!(_mm256_cmpeq_epi64(a, b));
        test8(v, bits) = avx2!(_mm256_cmpgt_epi8(_mm256_and_si256(v, bits), _mm256_setzero_si256()));
        test32(v, bits) = avx2!(_mm256_cmpgt_epi32(_mm256_and_si256(v, bits), _mm256_setzero_si256()));
        select8(mask, a, b) = avx2!(_mm256_blendv_epi8(b, a, mask));
        pack(v) = avx2!(_mm256_packus_epi32(v, v));
    });

    operations!(self {
        dot(v: __m256i, weights: u32) -> __m256i = avx2!(_mm256_madd_epi16(
            _mm256_maddubs_epi16(v, _mm256_set1_epi32(weights as i32)),
            _mm256_set1_epi16(1)
        ));
    });

    #[inline(always)]
    fn order64(self, a: __m256i, b: __m256i) -> (__m256i, __m256i) {
        let greater = avx2!(_mm256_cmpgt_epi64(a, b));
        (self.select8(greater, b, a), self.select8(greater, a, b))
    }
    #[inline(always)]
    fn bytes_up<const N: i32>(self, v: __m256i) -> __m256i {
        avx2!(_mm256_bslli_epi128::<N>(v))
    }
    #[inline(always)]
    fn bytes_down<const N: i32>(self, v: __m256i) -> __m256i {
        avx2!(_mm256_bsrli_epi128::<N>(v))
    }
    #[inline(always)]
    fn store_low_words(self, v: __m256i, to: &mut [u64]) {
        let words: &mut [u64; 2] = to.first_chunk_mut().expect("a word for each quarter");
        avx2!(store(_mm256_castsi256_si128(_mm256_permute4x64_epi64::<0b11_01_10_00>(v)), words));
    }
    #[inline(always)]
    fn full(self, v: __m256i) -> u8 {
        let bytes = avx2!(_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(-1)))) as u32;
        let is_full = |bytes: u32| u8::from(bytes & 0xffff == 0xffff) * 3;
        is_full(bytes) | is_full(bytes >> 16) << 2
    }
    #[inline(always)]
    fn sums(self, v: __m256i) -> u32 {
        // SAFETY: the token proves AVX2.
        unsafe {
            let halves = _mm256_sad_epu8(v, _mm256_setzero_si256());
            let sums = _mm256_or_si256(halves, _mm256_bsrli_epi128::<8>(halves));
            let second = _mm_cvtsi128_si32(_mm256_extracti128_si256::<1>(sums)) as u32;
            _mm_cvtsi128_si32(_mm256_castsi256_si128(sums)) as u32 | second << 8
        }
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

static COMPRESS: [[u8; 8]; 256] = lane_orders()[0];

static EXPAND: [[u8; 8]; 256] = lane_orders()[1];
