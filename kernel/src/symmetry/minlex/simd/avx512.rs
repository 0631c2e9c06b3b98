//! AVX-512: a vector is one register, and sets are mask registers.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::super::batch::{
    lanes::{NO_POSITION, TO_HIGHER, TO_LOWER},
    tables::{SECONDS, THIRDS},
};
use super::super::clues::{ClueLines, Lines};
use super::{KEY, Operations, Quarter, Simd, avx2, read512};
use crate::board::grid::CELLS;
use crate::simd::avx512::Avx512;
use crate::simd::for_avx512;

/// The bytes of a stack's word that are positions.
const POSITION_BYTES: u32 = 0xffff_ff00;

/// Joined neighbours, and the shuffle that exchanges them.
#[derive(Clone, Copy)]
pub(in super::super) struct Exchange {
    places: __m512i,
    lower: __mmask64,
    upper: __mmask64,
}

impl Operations for Avx512 {
    type V = __m512i;
    type Bytes = __mmask64;

    operations! {
        fn load(four: &[Quarter; 4]) -> __m512i { _mm512_loadu_si512(four.as_ptr().cast()) }
        fn store(v: __m512i, four: &mut [Quarter; 4]) -> () { _mm512_storeu_si512(four.as_mut_ptr().cast(), v) }
        fn repeat(quarter: &Quarter) -> __m512i { _mm512_broadcast_i32x4(load(quarter)) }
        fn set_lane<const LANE: i32>(v: __m512i, quarter: &Quarter) -> __m512i {
            _mm512_inserti32x4::<LANE>(v, load(quarter))
        }
        fn splat(byte: u8) -> __m512i { _mm512_set1_epi8(byte as i8) }
        fn first(v: __m512i) -> Quarter {{
            let mut quarter = [0; 16];
            _mm_storeu_si128(quarter.as_mut_ptr().cast(), _mm512_castsi512_si128(v));
            quarter
        }}

        fn and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
        fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
        fn or_and(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0xf8>(a, b, c) }
        fn xor_or(a: __m512i, b: __m512i, c: __m512i) -> __m512i { _mm512_ternarylogic_epi32::<0x1e>(a, b, c) }
        fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi8(a, b) }
        fn sub(a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi8(a, b) }
        fn min(a: __m512i, b: __m512i) -> __m512i { _mm512_min_epu8(a, b) }
        fn shl<const N: i32>(v: __m512i) -> __m512i { _mm512_sll_epi16(v, _mm_cvtsi32_si128(N)) }
        fn shr<const N: i32>(v: __m512i) -> __m512i { _mm512_srl_epi16(v, _mm_cvtsi32_si128(N)) }
        fn bytes_up<const N: i32>(v: __m512i) -> __m512i { _mm512_bslli_epi128::<N>(v) }
        fn bytes_down<const N: i32>(v: __m512i) -> __m512i { _mm512_bsrli_epi128::<N>(v) }
        fn shuffle(v: __m512i, places: __m512i) -> __m512i { _mm512_shuffle_epi8(v, places) }
        fn shuffle_found(v: __m512i, places: __m512i) -> __m512i {
            _mm512_maskz_shuffle_epi8(_mm512_cmplt_epu8_mask(places, _mm512_set1_epi8(16)), v, places)
        }
        fn set_byte(quarters: __m512i, place: usize, v: __m512i) -> __m512i {
            _mm512_mask_shuffle_epi8(quarters, 0x0001_0001_0001_0001 << place, v, _mm512_setzero_si512())
        }

        fn any(a: __m512i, b: __m512i) -> bool { _mm512_test_epi32_mask(a, b) != 0 }
        fn equal(a: __m512i, b: __m512i) -> __mmask64 { _mm512_cmpeq_epi8_mask(a, b) }
        fn only(bytes: __mmask64, v: __m512i) -> __m512i { _mm512_maskz_mov_epi8(bytes, v) }
        fn add_in(bytes: __mmask64, a: __m512i, b: __m512i) -> __m512i { _mm512_mask_add_epi8(a, bytes, a, b) }
        fn or_else(a: __m512i, b: __m512i) -> __m512i {
            _mm512_mask_mov_epi8(b, _mm512_test_epi8_mask(a, a), a)
        }

        fn dot(v: __m512i) -> __m512i {
            _mm512_dpbusd_epi32(_mm512_setzero_si512(), v, _mm512_set1_epi32(0x64_0a_01_00))
        }
        fn keys(values: __m512i) -> __m512i {
            _mm512_and_si512(_mm512_packus_epi32(values, values), _mm512_set1_epi64(KEY as i64))
        }
        fn low_words(v: __m512i) -> [u64; 4] {{
            let mut words = [0; 4];
            let four = _mm512_castsi512_si256(_mm512_maskz_compress_epi64(0b0101_0101, v));
            _mm256_storeu_si256(words.as_mut_ptr().cast(), four);
            words
        }}
        fn store_chosen(v: __m512i, chosen: u8, to: &mut [Quarter; 4]) -> () {
            _mm512_storeu_si512(to.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(chosen, v))
        }

        fn read(puzzle: &[u8; CELLS], lines: &mut Lines) -> Option<ClueLines> { read512::read(puzzle, lines) }
        fn write_text(orders: &Quarter, labels: &Quarter, lines: [&Quarter; 9], text: &mut [u8; CELLS]) -> () {
            avx2::write_text(orders, labels, lines, text)
        }
    }
}

impl Simd for Avx512 {
    type Exchange = Exchange;

    operations! {
        fn column_exchanges(orders: __m512i) -> [Exchange; 2] { column_exchanges(orders) }
        fn stack_exchanges(orders: __m512i) -> [Exchange; 2] { stack_exchanges(orders) }
        fn exchange<const FIRST: bool>(cells: __m512i, by: Exchange) -> __m512i {{
            let exchanged = _mm512_shuffle_epi8(cells, by.places);
            let least = _mm512_mask_min_epu8(cells, by.upper, cells, exchanged);
            _mm512_mask_max_epu8(least, by.lower, cells, exchanged)
        }}
        fn exchange_stacks<const FIRST: bool>(values: __m512i, by: Exchange) -> __m512i {{
            let exchanged = if FIRST {
                _mm512_shuffle_epi32::<0b11_01_10_00>(values)
            } else {
                _mm512_shuffle_epi32::<0b11_10_00_01>(values)
            };
            let least = _mm512_mask_min_epu32(values, by.upper as u16, values, exchanged);
            _mm512_mask_max_epu32(least, by.lower as u16, values, exchanged)
        }}
        fn order(a: __m512i, b: __m512i) -> (__m512i, __m512i) {
            (_mm512_min_epu64(a, b), _mm512_max_epu64(a, b))
        }
        fn mark_equal(found: __m512i, a: __m512i, b: __m512i, mark: u64) -> __m512i {
            _mm512_mask_or_epi64(found, _mm512_cmpeq_epi64_mask(a, b), found, _mm512_set1_epi64(mark as i64))
        }

        fn settle(cells: __m512i, orders: __m512i) -> (__m512i, u32) {{
            let labels = _mm512_and_si512(cells, _mm512_set1_epi8(0xf0_u8 as i8));
            let (higher, higher_stack) = (_mm512_bsrli_epi128::<1>(labels), _mm512_bsrli_epi128::<4>(labels));
            let positions = _mm512_set1_epi32(POSITION_BYTES as i32);
            let to_higher = _mm512_set1_epi8(TO_HIGHER as i8);
            let joined = _mm512_test_epi8_mask(orders, _mm512_and_si512(to_higher, positions));
            let joined = _mm512_mask_cmpeq_epi8_mask(joined, labels, higher);
            let stacks = _mm512_test_epi32_mask(orders, _mm512_set1_epi32(TO_HIGHER.into()));
            let stacks = _mm512_mask_cmpeq_epi32_mask(stacks, labels, higher_stack);
            let tied = _mm512_mask_test_epi8_mask(joined, labels, labels);
            let tied_stacks = _mm512_mask_test_epi32_mask(stacks, labels, labels);
            let (joined, stacks) = (joined & !tied, stacks & !tied_stacks);
            let order = _mm512_and_si512(cells, _mm512_set1_epi8(15));
            let order = _mm512_or_si512(order, _mm512_broadcast_i32x4(load(&NO_POSITION)));
            let order = _mm512_mask_add_epi8(order, joined, order, to_higher);
            let order = _mm512_mask_add_epi8(order, joined << 1, order, _mm512_set1_epi8(TO_LOWER as i8));
            let order = _mm512_mask_or_epi32(order, stacks, order, _mm512_set1_epi32(TO_HIGHER.into()));
            let order = _mm512_mask_or_epi32(order, stacks << 1, order, _mm512_set1_epi32(TO_LOWER.into()));
            const COLUMNS: u64 = (SECONDS | THIRDS) as u64 * 0x0001_0001_0001_0001;
            let columns = _pdep_u32(_pext_u64(tied, COLUMNS) as u32, 0xfcfc_fcfc);
            (order, columns | _pdep_u32(_pext_u32(tied_stacks.into(), 0x3333), 0x0303_0303))
        }}
        fn settled(orders: __m512i, labels: __m512i) -> u8 {{
            const LAST: i64 = (0x90_u64 << 56) as i64; // the last label, times 16, in the highest byte
            let joined = _mm512_test_epi64_mask(orders, _mm512_set1_epi8((TO_HIGHER | TO_LOWER) as i8));
            let next_is_last = _mm512_set_epi64(LAST, 0, LAST, 0, LAST, 0, LAST, 0);
            let halves = _mm512_mask_cmpge_epu64_mask(!joined, labels, next_is_last);
            (halves & halves >> 1 & 0b0101_0101) * 3
        }}
    }
}

for_avx512! {
    fn load(bytes: &Quarter) -> __m128i {
        // SAFETY: the array is 16 bytes that may be read.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    fn column_exchanges(orders: __m512i) -> [Exchange; 2] {
        let at = |bit: u8, words: u32| {
            let bits = _mm512_and_si512(_mm512_set1_epi8(bit as i8), _mm512_set1_epi32(words as i32));
            _mm512_test_epi8_mask(orders, bits)
        };
        let first = _mm_setr_epi8(0, 1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 14, 15);
        let last = _mm_setr_epi8(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 13, 14, 15);
        let (seconds, thirds) = (at(TO_HIGHER, 0x00_ff_00_00), at(TO_HIGHER, 0x00_00_ff_00));
        let (above_seconds, above_thirds) = (at(TO_LOWER, 0xff_00_00_00), at(TO_LOWER, 0x00_ff_00_00));
        [
            Exchange { places: _mm512_broadcast_i32x4(first), lower: seconds, upper: above_seconds },
            Exchange { places: _mm512_broadcast_i32x4(last), lower: thirds, upper: above_thirds },
        ]
    }

    fn stack_exchanges(orders: __m512i) -> [Exchange; 2] {
        let at = |bit: u8, word: u16| {
            let joined = _mm512_mask_test_epi32_mask(word * 0x1111, orders, _mm512_set1_epi32(bit.into()));
            u64::from(joined)
        };
        [
            Exchange { places: orders, lower: at(TO_HIGHER, 2), upper: at(TO_LOWER, 4) },
            Exchange { places: orders, lower: at(TO_HIGHER, 1), upper: at(TO_LOWER, 2) },
        ]
    }
}
