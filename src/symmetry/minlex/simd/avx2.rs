//! AVX2: a vector is two registers, and sets are vectors with all bits of a member set.

#![allow(unsafe_code)] // each operation is an intrinsic behind the token

use std::arch::x86_64::*;

use super::super::batch::lanes::{BY_POSITION, NO_POSITION, POSITION_BYTES, TO_HIGHER, TO_LOWER};
use super::{KEY, Kernel, Quarter, Simd};
use crate::grid::CELLS;
use crate::symmetry::vectors::Avx2;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn enter_avx2<K: Kernel>(simd: Avx2, kernel: K) {
    kernel.run(simd);
}

/// The quarters 0 and 1, and the quarters 2 and 3.
type Halves = [__m256i; 2];

/// Operations of the trait: each the value of an expression for one half, which is done to both.
macro_rules! by_halves {
    ($(fn $name:ident $(<const $n:ident: $t:ty>)? ($($v:ident),*) { $value:expr })*) => {
        $(#[inline(always)]
        fn $name $(<const $n: $t>)? (self, $($v: Halves),*) -> Halves {
            // SAFETY: the token proves AVX2.
            unsafe { [{ $(let $v = $v[0];)* $value }, { $(let $v = $v[1];)* $value }] }
        })*
    };
}

impl Simd for Avx2 {
    type V = Halves;
    type Bytes = Halves;
    type Words = Halves;
    /// For each byte the place that it may be exchanged with: its own where nothing is joined.
    type Exchange = Halves;

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) {
        // SAFETY: the token proves each feature that the function enables.
        unsafe { enter_avx2(self, kernel) }
    }

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
        fn exchange<const FIRST: bool>(cells, by) {{
            let exchanged = _mm256_shuffle_epi8(cells, by);
            let (least, most) = (_mm256_min_epu8(cells, exchanged), _mm256_max_epu8(cells, exchanged));
            let upper = if FIRST { 0xff00_0000_u32 } else { 0x00ff_0000 };
            _mm256_blendv_epi8(most, least, _mm256_set1_epi32(upper as i32))
        }}
        fn exchange_stacks<const FIRST: bool>(values, by) {{
            let exchanged = _mm256_shuffle_epi8(values, by);
            let (least, most) = (_mm256_min_epu32(values, exchanged), _mm256_max_epu32(values, exchanged));
            if FIRST {
                _mm256_blend_epi32::<0b0100_0100>(most, least)
            } else {
                _mm256_blend_epi32::<0b0010_0010>(most, least)
            }
        }}
        fn dot(v) {
            _mm256_madd_epi16(_mm256_maddubs_epi16(v, _mm256_set1_epi32(0x64_0a_01_00)), _mm256_set1_epi16(1))
        }
        fn keys(values) {
            _mm256_and_si256(_mm256_packus_epi32(values, values), _mm256_set1_epi64x(KEY as i64))
        }
        fn greater_keys(a, b) { _mm256_cmpgt_epi64(a, b) }
        fn equal_keys(a, b) { _mm256_cmpeq_epi64(a, b) }
        fn select(words, a, b) { _mm256_blendv_epi8(b, a, words) }
    }

    #[inline(always)]
    fn order(self, a: Halves, b: Halves) -> (Halves, Halves) {
        let greater = self.greater_keys(a, b);
        (self.select(greater, b, a), self.select(greater, a, b))
    }

    #[inline(always)]
    fn mark_equal(self, found: Halves, a: Halves, b: Halves, mark: u64) -> Halves {
        // SAFETY: the token proves AVX2.
        let mark = unsafe { _mm256_set1_epi64x(mark as i64) };
        self.or_and(found, self.equal_keys(a, b), [mark; 2])
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
        fn column_exchanges(orders: Halves) -> [Halves; 2] {{
            const FIRST: [u32; 2] = [(TO_HIGHER as u32) << 16 | (TO_LOWER as u32) << 24, 0xff01_0000];
            const LAST: [u32; 2] = [(TO_HIGHER as u32) << 8 | (TO_LOWER as u32) << 16, 0x00ff_0100];
            [
                [exchange_places(orders[0], FIRST), exchange_places(orders[1], FIRST)],
                [exchange_places(orders[0], LAST), exchange_places(orders[1], LAST)],
            ]
        }}
        fn stack_exchanges(orders: Halves) -> [Halves; 2] {
            [
                [exchange_stack_places(orders[0], 1), exchange_stack_places(orders[1], 1)],
                [exchange_stack_places(orders[0], 0), exchange_stack_places(orders[1], 0)],
            ]
        }
        fn low_words(v: Halves) -> [u64; 4] {{
            let mut words = [0; 4];
            let four = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_unpacklo_epi64(v[0], v[1]));
            _mm256_storeu_si256(words.as_mut_ptr().cast(), four);
            words
        }}
        fn settle(cells: Halves, orders: Halves) -> (Halves, u32) {{
            let (low, low_ties) = settle(cells[0], orders[0]);
            let (high, high_ties) = settle(cells[1], orders[1]);
            // The bytes of the quarters 0 to 3 in the lowest words: 0 and 2 in the lower quarter, 1 and 3 in the higher.
            let ties = _mm256_or_si256(low_ties, _mm256_slli_epi64::<16>(high_ties));
            let odd = _mm_cvtsi128_si32(_mm256_extracti128_si256::<1>(ties)) as u32;
            ([low, high], _mm_cvtsi128_si32(_mm256_castsi256_si128(ties)) as u32 | odd << 8)
        }}
        fn settled(orders: Halves, labels: Halves) -> u8 {
            settled(orders[0], labels[0]) | settled(orders[1], labels[1]) << 4
        }
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

/// For each of 16 places the byte there.
static BYTE_MASKS: [Quarter; 16] = {
    let (mut masks, mut place) = ([[0; 16]; 16], 0);
    while place < 16 {
        masks[place][place] = 0xff;
        place += 1;
    }
    masks
};

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Quarter) -> __m128i {
    // SAFETY: the array is 16 bytes that may be read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// The trait's `write_text`, for AVX-512, too: the rows lie one by one.
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

/// For each byte its own place, plus the steps of the bytes whose joins are set, which are given for a stack.
#[inline]
#[target_feature(enable = "avx2")]
fn exchange_places(orders: __m256i, [joins, steps]: [u32; 2]) -> __m256i {
    let joined = _mm256_and_si256(orders, _mm256_set1_epi32(joins as i32));
    let joined = _mm256_cmpgt_epi8(joined, _mm256_setzero_si256());
    _mm256_add_epi8(own_places(), _mm256_and_si256(joined, _mm256_set1_epi32(steps as i32)))
}

/// The same for stacks as words: the word `lower` with the next one.
#[inline]
#[target_feature(enable = "avx2")]
fn exchange_stack_places(orders: __m256i, lower: usize) -> __m256i {
    let word = |at: usize, value: i32| if at % 4 == lower { value } else { 0 };
    let words = |first: i32, second: i32| {
        let at = |place: usize| word(place, first) | word(place + 3, second);
        _mm256_broadcastsi128_si256(_mm_setr_epi32(at(0), at(1), at(2), at(3)))
    };
    let joined = _mm256_and_si256(orders, words(TO_HIGHER.into(), TO_LOWER.into()));
    let joined = _mm256_cmpgt_epi32(joined, _mm256_setzero_si256());
    let steps = words(0x0404_0404, 0xfcfc_fcfc_u32 as i32);
    _mm256_add_epi8(own_places(), _mm256_and_si256(joined, steps))
}

#[inline]
#[target_feature(enable = "avx2")]
fn own_places() -> __m256i {
    _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
}

/// One half of the trait's `settle`: what is tied is a byte in the lowest word of each quarter.
#[inline]
#[target_feature(enable = "avx2")]
fn settle(cells: __m256i, orders: __m256i) -> (__m256i, __m256i) {
    let zero = _mm256_setzero_si256();
    let (higher, lower) = (_mm256_set1_epi8(TO_HIGHER as i8), _mm256_set1_epi8(TO_LOWER as i8));
    let stack_byte = _mm256_set1_epi32(0xff);
    let labels = _mm256_and_si256(cells, _mm256_set1_epi8(0xf0_u8 as i8));
    let joins = _mm256_and_si256(orders, higher);
    let joined = _mm256_cmpgt_epi8(_mm256_and_si256(joins, _mm256_set1_epi32(POSITION_BYTES as i32)), zero);
    let joined = _mm256_and_si256(joined, _mm256_cmpeq_epi8(labels, _mm256_bsrli_epi128::<1>(labels)));
    let stacks = _mm256_cmpgt_epi32(_mm256_and_si256(joins, stack_byte), zero);
    let stacks = _mm256_and_si256(stacks, _mm256_cmpeq_epi32(labels, _mm256_bsrli_epi128::<4>(labels)));
    let (blank, blank_stacks) = (_mm256_cmpeq_epi8(labels, zero), _mm256_cmpeq_epi32(labels, zero));
    let (tied, tied_stacks) = (_mm256_andnot_si256(blank, joined), _mm256_andnot_si256(blank_stacks, stacks));
    let joined = _mm256_and_si256(joined, blank);
    let stacks = _mm256_and_si256(_mm256_and_si256(stacks, blank_stacks), stack_byte);
    let (to_higher, to_lower) = (
        _mm256_or_si256(joined, stacks),
        _mm256_or_si256(_mm256_bslli_epi128::<1>(joined), _mm256_bslli_epi128::<4>(stacks)),
    );
    let order = _mm256_and_si256(cells, _mm256_set1_epi8(15));
    let order = _mm256_or_si256(order, _mm256_broadcastsi128_si256(load(&NO_POSITION)));
    let order = _mm256_or_si256(order, _mm256_and_si256(to_higher, higher));
    let order = _mm256_or_si256(order, _mm256_and_si256(to_lower, lower));
    let bits =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 0, 0, 16, 32, 0, 0, 64, -128, 0, 0, 0, 0, 0));
    let stack_bits = _mm256_broadcastsi128_si256(_mm_setr_epi32(1, 2, 0, 0));
    let ties = _mm256_or_si256(_mm256_and_si256(tied, bits), _mm256_and_si256(tied_stacks, stack_bits));
    let sums = _mm256_sad_epu8(ties, zero);
    (order, _mm256_or_si256(sums, _mm256_bsrli_epi128::<8>(sums)))
}

/// One half of the trait's `settled`.
#[inline]
#[target_feature(enable = "avx2")]
fn settled(orders: __m256i, labels: __m256i) -> u8 {
    let joins = _mm256_and_si256(orders, _mm256_set1_epi8((TO_HIGHER | TO_LOWER) as i8));
    let last = _mm256_set_epi64x((0x90_u64 << 56) as i64, 0, (0x90_u64 << 56) as i64, 0); // the last label times 16
    let is_last = _mm256_cmpeq_epi8(_mm256_max_epu8(labels, last), labels);
    let settled = _mm256_andnot_si256(joins, is_last);
    let settled = _mm256_movemask_epi8(_mm256_cmpeq_epi8(settled, _mm256_set1_epi8(-1))) as u32;
    (u8::from(settled as u16 == 0xffff) * 3) | (u8::from(settled >> 16 == 0xffff) * 12)
}
