//! Tables indexed by half bytes: the kind of a byte, and the codes of clues.

use super::{CODES, DOT, OTHER, ZERO};

/// The exclusive or of the entries for the halves of a byte is 0 for a clue and the code of a usual blank. For another byte it has a
/// bit from [`OTHER`] on.
///
/// ```text
///         low    0     1…9    E            others
/// high           ZERO  0      DOT | 0x80   0x40
///    2    0x80                DOT
///    3    0      ZERO  0
/// others  0xC0
/// ```
pub static LOW_KINDS: [u8; 16] = {
    let mut table = [OTHER; 16];
    const_for!(low in 0..10 => {
        table[low] = 0;
    });
    (table[0], table[14]) = (ZERO, DOT | 0x80);
    table
};

/// See [`LOW_KINDS`].
pub static HIGH_KINDS: [u8; 16] = {
    let mut table = [0x80 | OTHER; 16];
    (table[2], table[3]) = (0x80, 0);
    table
};

const _: () = const_for!(byte in 0..256 => {
    let kind = LOW_KINDS[byte & 15] ^ HIGH_KINDS[byte >> 4];
    assert!(kind == CODES[byte] & 0xF0 || kind >= OTHER && CODES[byte] == OTHER);
});

/// The code of each byte from 48 to 63, which are the digits, `0` and `?`, in both halves.
pub static DIGIT_CODES: [u8; 16] = {
    let mut table = [0; 16];
    const_for!(low in 0..16 => {
        table[low] = (CODES[0x30 + low] & 15) * 0x11;
    });
    table
};
