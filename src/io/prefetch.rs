//! Reading ahead: bytes of a mapped file come from memory, and the processor is told early which ones are next.

/// How far ahead of the reader the bytes are fetched. A reader needs at least 150 ns for so many, more than memory takes
/// to answer.
const DISTANCE: usize = 4096;

/// The bytes of a cache line.
const CACHE_LINE: usize = 64;

/// Tells the processor that a line of `text` will be read, [`DISTANCE`] bytes after `at`. Nothing happens past the end of
/// the text, or on other processors than x86-64.
#[inline]
pub(crate) fn read_ahead(text: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    for offset in [0, CACHE_LINE] {
        x86_64::fetch(text.as_ptr().wrapping_add(at + DISTANCE + offset));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (text, at);
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn fetch(address: *const u8) {
        // SAFETY: the instruction is part of every x86-64 processor. It is a hint: it reads nothing that the program
        // could see, and an address that cannot be read, past the end of a mapping for instance, has no effect.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }
}
