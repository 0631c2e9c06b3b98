//! Prefetching: telling the processor early which bytes of an array will be read. The library's own prefetching is not public.

#![allow(unsafe_code)] // the prefetch instruction

/// The number of bytes of a cache line.
const CACHE_LINE: usize = 64;

/// The number of bytes to fetch ahead. Reading this many takes longer than memory takes to answer.
const DISTANCE: usize = 4096;

/// Prefetches memory a short distance after `items`, as many bytes as they have. It is for a caller that reads a large array from
/// beginning to end and now begins with `items`. Does nothing on processors other than x86-64.
#[inline]
pub(crate) fn prefetch_after<T>(items: &[T]) {
    let after = items.as_ptr().cast::<u8>().wrapping_add(DISTANCE);
    for at in (0..size_of_val(items)).step_by(CACHE_LINE) {
        fetch_line(after.wrapping_add(at));
    }
}

/// Prefetches the cache line of an address, whatever is there.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn fetch_line(address: *const u8) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    // SAFETY: the instruction is part of every x86-64 processor. It is a hint: it reads nothing that the program could see, and
    // an address that cannot be read, past the end of the array for instance, has no effect.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
}

/// Does nothing.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn fetch_line(_: *const u8) {}
