//! Telling the processor early which bytes will be read or written: what comes from memory takes longer than a puzzle.

/// How far ahead of the reader the bytes of a mapped file are fetched. A reader needs at least 150 ns for so many, more
/// than memory takes to answer.
const DISTANCE: usize = 4096;

/// The bytes of a cache line.
const CACHE_LINE: usize = 64;

/// Tells the processor that a line of `text` will be read, [`DISTANCE`] bytes after `at`. Nothing happens past the end of
/// the text, or on other processors than x86-64.
#[inline]
pub(crate) fn read_ahead(text: &[u8], at: usize) {
    read_soon(text, at + DISTANCE);
}

/// Tells the processor that the 81 bytes from `text[at]` will be read. Nothing happens past the end of the text, or on
/// other processors than x86-64.
#[inline(always)]
pub(crate) fn read_soon(text: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    for offset in [0, CACHE_LINE] {
        x86_64::fetch_to_read(text.as_ptr().wrapping_add(at + offset));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (text, at);
}

/// Tells the processor that `bytes`, which are no more than two lines of the cache, will be written. Nothing happens on
/// other processors than x86-64.
#[inline(always)]
pub(crate) fn write_soon(bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    for offset in [0, CACHE_LINE] {
        x86_64::fetch_to_write(bytes.as_ptr().wrapping_add(offset));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bytes;
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86_64 {
    use std::arch::x86_64::{_MM_HINT_ET0, _MM_HINT_T0, _mm_prefetch};

    #[inline(always)]
    pub(super) fn fetch_to_read(address: *const u8) {
        // SAFETY: the instruction is part of every x86-64 processor. It is a hint: it reads nothing that the program
        // could see, and an address that cannot be read, past the end of a mapping for instance, has no effect.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }

    #[inline(always)]
    pub(super) fn fetch_to_write(address: *const u8) {
        // SAFETY: as above. Processors that do not know the form for writing take it for an instruction without effect.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(address.cast()) }
    }
}
