//! Prefetching: telling the processor early which bytes will be used, because memory takes longer to answer than it takes
//! to solve a puzzle.

/// The number of bytes of a cache line.
const CACHE_LINE: usize = 64;

/// Prefetches the 81 bytes from `bytes[at]` on: the cache line in which they begin and the next one; they may reach into a third.
/// Past the end of `bytes` it fetches whatever is there, or nothing. Does nothing on processors other than x86-64.
#[inline(always)]
pub fn fetch(bytes: &[u8], at: usize) {
    fetch_item(bytes, at);
    fetch_item(bytes, at + CACHE_LINE);
}

/// Prefetches the cache line in which `items[at]` begins. Does nothing on processors other than x86-64.
#[inline(always)]
pub fn fetch_item<T>(items: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    x86_64::fetch_line(items.as_ptr().wrapping_add(at).cast());
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, at);
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    #[inline(always)]
    #[allow(unsafe_code)]
    pub(super) fn fetch_line(address: *const u8) {
        // SAFETY: the instruction is part of every x86-64 processor. It is a hint: it reads nothing that the program
        // could see, and an address that cannot be read, past the end of a mapping for instance, has no effect.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
    }
}
