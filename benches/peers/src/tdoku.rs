//! Tdoku, which `build.rs` builds from a checkout.
//!
//! Two parts of its interface need care. First, `TdokuSolverDpllTriadSimd` gives the solution only with a limit of 1. With a
//! limit of 2 it gives none or, with `configuration` set, the one of an earlier puzzle if there is only one. The proof that a
//! solution is the only one therefore comes from `TdokuEnumerate`, which passes on each solution as it finds it. Second, a
//! puzzle must end with a byte below `.`, since 81 characters without one are taken for the start of pencilmarks. Its blanks
//! must be `.`.

use std::ffi::{c_char, c_void};

use crate::peers::{Answer, Peer};

/// Tdoku, at its last commit. It has no version number.
pub const PEER: Peer = Peer {
    name: "tdoku",
    reads_pencilmarks: true,
    first: |text| {
        let (mut solution, mut guesses) = ([0; 81], 0);
        // SAFETY: a line end follows the bytes of the puzzle, and the solution has room for 81. The function
        // keeps no pointer. It has static state, so it must not run on two threads; this program has one.
        let count = unsafe {
            TdokuSolverDpllTriadSimd(line(text)?.as_ptr(), 1, 0, solution.as_mut_ptr(), &mut guesses)
        };
        (count == 1).then(|| solution.map(|digit| digit as u8))
    },
    unique: |text| {
        let mut solution: Answer = [0; 81];
        // SAFETY: as above; `keep` gets the pointer to `solution`, which lives longer than the call.
        let count = unsafe { TdokuEnumerate(line(text)?.as_ptr(), 2, keep, (&raw mut solution).cast()) };
        (count == 1).then_some(solution)
    },
};

unsafe extern "C" {
    fn TdokuSolverDpllTriadSimd(
        puzzle: *const c_char,
        limit: usize,
        configuration: u32,
        solution: *mut c_char,
        guesses: *mut usize,
    ) -> usize;

    fn TdokuEnumerate(
        puzzle: *const c_char,
        limit: usize,
        callback: unsafe extern "C" fn(*const c_char, *mut c_void),
        argument: *mut c_void,
    ) -> usize;
}

/// Keeps a solution.
unsafe extern "C" fn keep(solution: *const c_char, kept: *mut c_void) {
    // SAFETY: Tdoku passes 81 characters, and the argument that it was given, which is a pointer to an `Answer`.
    unsafe { kept.cast::<u8>().copy_from_nonoverlapping(solution.cast(), 81) }
}

/// Returns the clues or pencilmarks in the form that Tdoku needs.
fn line(text: &str) -> Option<[c_char; 730]> {
    let bytes = text.as_bytes();
    let shown = |byte: u8| if byte.is_ascii_digit() && byte != b'0' { byte } else { b'.' };
    let line = || std::array::from_fn(|index| bytes.get(index).map_or(b'\n', |&byte| shown(byte)) as c_char);
    matches!(bytes.len(), 81 | 729).then(line)
}
