//! AVX2: a vector is two registers, and sets are vectors with all bits of a member set.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::super::batch::lanes::BY_POSITION;
use super::masks::Masks;
use super::{KEY, Operations, Quarter};
use crate::board::grid::CELLS;
use crate::simd::avx2::Avx2;

/// Quarters 0 and 1, and quarters 2 and 3.
type Halves = [__m256i; 2];

/// Defines operations of the trait, each as an expression for one half that is applied to both halves.
macro_rules! by_halves {
    ($(fn $name:ident $(<const $n:ident: $t:ty>)? ($($v:ident),*) { $value:expr })*) => {
        $(#[inline(always)]
        fn $name $(<const $n: $t>)? (self, $($v: Halves),*) -> Halves {
            // SAFETY: the token proves AVX2.
            unsafe { [{ $(let $v = $v[0];)* $value }, { $(let $v = $v[1];)* $value }] }
        })*
    };
}

impl Operations for Avx2 {
    type V = Halves;
    type Bytes = Halves;

    by_halves! {
        fn and(a, b) { _mm256_and_si256(a, b) }
        fn or(a, b) { _mm256_or_si256(a, b) }
        fn or_and(a, b, c) { _mm256_or_si256(a, _mm256_and_si256(b, c)) }
        fn xor_or(a, b, c) { _mm256_xor_si256(a, _mm256_or_si256(b, c)) }
        fn add(a, b) { _mm256_add_epi8(a, b) }
        fn sub(a, b) { _mm256_sub_epi8(a, b) }
        fn min(a, b) { _mm256_min_epu8(a, b) }
        fn shl<const N: i32>(v) { _mm256_sll_epi16(v, _mm_cvtsi32_si128(N)) }
        fn shr<const N: i32>(v) { _mm256_srl_epi16(v, _mm_cvtsi32_si128(N)) }
        fn bytes_up<const N: i32>(v) { _mm256_bslli_epi128::<N>(v) }
        fn bytes_down<const N: i32>(v) { _mm256_bsrli_epi128::<N>(v) }
        fn shuffle(v, places) { _mm256_shuffle_epi8(v, places) }
        fn shuffle_found(v, places) {
            _mm256_shuffle_epi8(v, _mm256_adds_epu8(places, _mm256_set1_epi8(0x70))) // bit 7 from 16 on
        }
        fn equal(a, b) { _mm256_cmpeq_epi8(a, b) }
        fn only(bytes, v) { _mm256_and_si256(bytes, v) }
        fn add_in(bytes, a, b) { _mm256_add_epi8(a, _mm256_and_si256(bytes, b)) }
        fn or_else(a, b) { _mm256_blendv_epi8(a, b, _mm256_cmpeq_epi8(a, _mm256_setzero_si256())) }
        fn dot(v) {
            _mm256_madd_epi16(_mm256_maddubs_epi16(v, _mm256_set1_epi32(0x64_0a_01_00)), _mm256_set1_epi16(1))
        }
        fn keys(values) {
            _mm256_and_si256(_mm256_packus_epi32(values, values), _mm256_set1_epi64x(KEY as i64))
        }
    }

    operations! {
        fn load(four: &[Quarter; 4]) -> Halves {{
            let halves: *const __m256i = four.as_ptr().cast();
            [_mm256_loadu_si256(halves), _mm256_loadu_si256(halves.add(1))]
        }}
        fn store(v: Halves, four: &mut [Quarter; 4]) -> () {{
            let halves: *mut __m256i = four.as_mut_ptr().cast();
            _mm256_storeu_si256(halves, v[0]);
            _mm256_storeu_si256(halves.add(1), v[1]);
        }}
        fn repeat(quarter: &Quarter) -> Halves { [_mm256_broadcastsi128_si256(load(quarter)); 2] }
        fn set_lane<const LANE: i32>(v: Halves, quarter: &Quarter) -> Halves {
            match LANE {
                0 => [_mm256_inserti128_si256::<0>(v[0], load(quarter)), v[1]],
                1 => [_mm256_inserti128_si256::<1>(v[0], load(quarter)), v[1]],
                2 => [v[0], _mm256_inserti128_si256::<0>(v[1], load(quarter))],
                _ => [v[0], _mm256_inserti128_si256::<1>(v[1], load(quarter))],
            }
        }
        fn splat(byte: u8) -> Halves { [_mm256_set1_epi8(byte as i8); 2] }
        fn first(v: Halves) -> Quarter {{
            let mut quarter = [0; 16];
            _mm_storeu_si128(quarter.as_mut_ptr().cast(), _mm256_castsi256_si128(v[0]));
            quarter
        }}
        fn set_byte(quarters: Halves, place: usize, v: Halves) -> Halves {{
            let mask = _mm256_broadcastsi128_si256(load(&BYTE_MASKS[place % 16]));
            let zero = _mm256_setzero_si256();
            [
                _mm256_blendv_epi8(quarters[0], _mm256_shuffle_epi8(v[0], zero), mask),
                _mm256_blendv_epi8(quarters[1], _mm256_shuffle_epi8(v[1], zero), mask),
            ]
        }}
        fn any(a: Halves, b: Halves) -> bool {{
            let both = _mm256_or_si256(_mm256_and_si256(a[0], b[0]), _mm256_and_si256(a[1], b[1]));
            _mm256_testz_si256(both, both) == 0
        }}
        fn low_words(v: Halves) -> [u64; 4] {{
            let mut words = [0; 4];
            let four = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_unpacklo_epi64(v[0], v[1]));
            _mm256_storeu_si256(words.as_mut_ptr().cast(), four);
            words
        }}
        fn store_chosen(v: Halves, chosen: u8, to: &mut [Quarter; 4]) -> () {{
            let mut next = 0;
            let quarters = [
                _mm256_castsi256_si128(v[0]),
                _mm256_extracti128_si256::<1>(v[0]),
                _mm256_castsi256_si128(v[1]),
                _mm256_extracti128_si256::<1>(v[1]),
            ];
            for (lane, quarter) in quarters.into_iter().enumerate() {
                _mm_storeu_si128(to[next & 3].as_mut_ptr().cast(), quarter);
                next += usize::from(chosen >> (2 * lane) & 1);
            }
        }}
        fn write_text(orders: &Quarter, labels: &Quarter, lines: [&Quarter; 9], text: &mut [u8; CELLS]) -> () {
            write_text(orders, labels, lines, text)
        }
    }
}

impl Masks for Avx2 {
    by_halves! {
        fn max(a, b) { _mm256_max_epu8(a, b) }
        fn min_words(a, b) { _mm256_min_epu32(a, b) }
        fn max_words(a, b) { _mm256_max_epu32(a, b) }
        fn clear(a, b) { _mm256_andnot_si256(b, a) }
        fn select(members, a, b) { _mm256_blendv_epi8(b, a, members) }
        fn has(v, bits) { _mm256_cmpgt_epi8(_mm256_and_si256(v, bits), _mm256_setzero_si256()) }
        fn has_words(v, bits) { _mm256_cmpgt_epi32(_mm256_and_si256(v, bits), _mm256_setzero_si256()) }
        fn equal_words(a, b) { _mm256_cmpeq_epi32(a, b) }
        fn equal_keys(a, b) { _mm256_cmpeq_epi64(a, b) }
        fn greater_keys(a, b) { _mm256_cmpgt_epi64(a, b) }
    }

    operations! {
        fn sums(v: Halves) -> u32 {{
            let low = _mm256_sad_epu8(v[0], _mm256_setzero_si256());
            let high = _mm256_sad_epu8(v[1], _mm256_setzero_si256());
            // The sums of quarters 0 to 3 in the lowest words: 0 and 2 in the lower quarter, 1 and 3 in the higher.
            let sums = _mm256_or_si256(low, _mm256_slli_epi64::<16>(high));
            let sums = _mm256_or_si256(sums, _mm256_bsrli_epi128::<8>(sums));
            let odd = _mm_cvtsi128_si32(_mm256_extracti128_si256::<1>(sums)) as u32;
            _mm_cvtsi128_si32(_mm256_castsi256_si128(sums)) as u32 | odd << 8
        }}
        fn full(v: Halves) -> u8 {{
            let ones = _mm256_set1_epi8(-1);
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(v[0], ones)) as u32;
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(v[1], ones)) as u32;
            let is_full = |bytes: u32| u8::from(bytes & 0xffff == 0xffff) * 3;
            is_full(low) | is_full(low >> 16) << 2 | is_full(high) << 4 | is_full(high >> 16) << 6
        }}
    }
}

/// For each of 16 bytes, the mask that selects it.
static BYTE_MASKS: [Quarter; 16] = {
    let mut masks = [[0; 16]; 16];
    const_for!(place in 0..16 => {
        masks[place][place] = 0xff;
    });
    masks
};

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Quarter) -> __m128i {
    // SAFETY: the array is 16 bytes that may be read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Writes nine rows of an image as text, one by one. AVX-512 also uses this as the trait's `write_text`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn write_text(orders: &Quarter, labels: &Quarter, lines: [&Quarter; 9], text: &mut [u8; CELLS]) {
    let columns = _mm_shuffle_epi8(load(orders), load(&BY_POSITION));
    let labels = _mm_and_si128(_mm_srli_epi16::<4>(load(labels)), _mm_set1_epi8(15));
    let labels = _mm_or_si128(labels, _mm_set1_epi8(b'0' as i8));
    let mut rows = [0; CELLS + 7]; // each row is written with seven bytes that the next one covers
    for (row, line) in lines.into_iter().enumerate() {
        let image = _mm_shuffle_epi8(labels, _mm_shuffle_epi8(load(line), columns));
        // SAFETY: the slice is 16 bytes that may be written.
        unsafe { _mm_storeu_si128(rows[9 * row..9 * row + 16].as_mut_ptr().cast(), image) };
    }
    text.copy_from_slice(&rows[..CELLS]);
}
