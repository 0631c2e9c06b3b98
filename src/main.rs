//! The program `bulkdoku`, and its allocator, which ends the program cleanly when the system refuses memory.
//!
//! The standard library would abort the process, with a signal, a core dump and leftover temporary folders. Its hook for this
//! case is not stable.

use std::alloc::{GlobalAlloc, Layout, System};

use bulkdoku::cli::end_without_memory;

fn main() -> std::process::ExitCode {
    bulkdoku::cli::run(std::env::args_os()).into()
}

/// Allocates with the system's allocator, and ends the program with a message and exit code 2 on failure.
///
/// This also ends a program that could have handled the error, as after `Vec::try_reserve`: an allocator does not know what its
/// caller would do.
pub struct ReportingAllocator;

#[global_allocator]
static ALLOCATOR: ReportingAllocator = ReportingAllocator;

// SAFETY: every method passes its arguments on unchanged to the same method of `System`, whose contract is the same, and
// returns what that returns. It never returns a null pointer: the process ends instead, without unwinding and without a
// further allocation by this thread. No method reads or writes the memory.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for ReportingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises that the layout is not empty.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as for `alloc`.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller promises that the memory came from this allocator, which is `System`, with this layout.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as for `dealloc`, and the caller promises that the new size is neither zero nor too large.
        checked(unsafe { System.realloc(memory, layout, size) })
    }
}

#[inline]
fn checked(memory: *mut u8) -> *mut u8 {
    if memory.is_null() { end_without_memory() } else { memory }
}
