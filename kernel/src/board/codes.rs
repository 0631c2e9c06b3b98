//! The table of the bytes of a puzzle, from which those of all engines follow.

use super::grid;

/// The code of each byte. The low half is 0 for a blank. For digit `1 + e + 3 * D`, it has e in bits 0 and 1, and D + 1 in bits 2 and 3.
/// The high half is 0 for a clue, and [`DOT`], [`ZERO`] or [`OTHER`] for other bytes.
pub static CODES: [u8; 256] = {
    let mut codes = [OTHER; 256];
    const_for!(byte in 0..256 => {
        codes[byte] = match (grid::digit(byte as u8), byte as u8) {
            (Some(digit), _) => (digit - 1) % 3 + 4 * ((digit - 1) / 3 + 1),
            (None, b'.') => DOT,
            (None, b'0') => ZERO,
            _ => OTHER,
        };
    });
    codes
};

/// The code of one usual blank; [`ZERO`] is that of the other.
pub const DOT: u8 = 0x10;
/// See [`DOT`].
pub const ZERO: u8 = 0x20;

/// The code of another blank, or of a byte that is no cell.
pub const OTHER: u8 = 0x40;

/// Returns whether bytes with these codes are plain: clues, and possibly one of the usual blanks. Bits above [`OTHER`] count as it.
///
/// Blanks of two kinds are thus found without another pass over the bytes.
#[inline(always)]
pub fn are_plain(codes: u64) -> bool {
    let has = |code: u8| codes & u64::from_ne_bytes([code; 8]) != 0;
    !(has(OTHER | OTHER << 1) || has(DOT) && has(ZERO))
}

/// Returns the candidates for a byte with this code, digit `d` in bit `d - 1`: all of them for a blank.
pub const fn candidates(code: u8) -> u16 {
    match code & 15 {
        0 => grid::ALL_DIGITS,
        half => 1 << (half % 4 + 3 * (half / 4 - 1)),
    }
}

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
