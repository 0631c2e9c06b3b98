//! Tables indexed by half bytes that tell clues and blanks from other bytes, and the codes of clues.

use super::{CODES, INVALID};

/// One bit for each high half that a clue or a blank has: 2, 3, 5 and 7.
pub static HIGH_BITS: [u8; 16] = [0, 0, 1, 2, 0, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each low half, the bits of the high halves that make it a clue or a blank.
pub static KNOWN_HIGHS: [u8; 16] = {
    let mut table = [0; 16];
    const_for!(byte in 0..256 => {
        if CODES[byte] != INVALID {
            assert!(HIGH_BITS[byte >> 4] != 0);
            table[byte & 15] |= HIGH_BITS[byte >> 4];
        }
    });
    table
};

/// The code of each byte from 48 to 63, which are the digits, `0` and `?`, in both halves.
pub static DIGIT_CODES: [u8; 16] = {
    let mut table = [0; 16];
    const_for!(low in 0..16 => {
        table[low] = (CODES[0x30 + low] & 15) * 0x11;
    });
    table
};
