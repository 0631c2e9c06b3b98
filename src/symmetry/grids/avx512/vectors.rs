//! What the vector path needs of memory: loads and stores.

use std::arch::x86_64::*;

use crate::symmetry::board512::for_avx512;

for_avx512! {
    /// `(a & mask) | b`, with the mask in every byte.
    pub(super) fn and_or(a: __m256i, mask: i8, b: __m256i) -> __m256i {
        _mm256_ternarylogic_epi32::<0xF8>(b, a, _mm256_set1_epi8(mask))
    }

    /// The same four weights in every doubleword.
    pub(super) fn weights(weights: [u8; 4]) -> __m256i {
        _mm256_set1_epi32(i32::from_le_bytes(weights))
    }

    pub(super) fn load16(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: the load reads sixteen bytes.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    pub(super) fn load32(bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the load reads 32 bytes.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    /// The first bytes of a vector, with zeros after them.
    pub(super) fn load_short<const N: usize>(bytes: &[u8; N]) -> __m512i {
        const { assert!(N < 64) };
        // SAFETY: the mask lets the load read no more than the array has.
        unsafe { _mm512_maskz_loadu_epi8((1 << N) - 1, bytes.as_ptr().cast()) }
    }

    /// Sixteen bytes in each quarter of a vector.
    pub(super) fn quarter(bytes: &[u8; 16]) -> __m512i {
        _mm512_broadcast_i32x4(load16(bytes))
    }

    pub(super) fn words(vector: __m256i) -> [u32; 8] {
        let mut words = [0; 8];
        // SAFETY: the words are as many bytes as the vector has.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), vector) };
        words
    }

    pub(super) fn bytes(vector: __m128i) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: the bytes are as many as the vector has.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector) };
        bytes
    }
}
