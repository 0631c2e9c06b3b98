//! The ways to divide the digits of one box among the lines of the two boxes next to it.
//!
//! Take a box with three known lines, such as the rows of the leftmost box of a band. Each row of the band has every digit once.
//! So the digits of a known row are in the two other rows of the middle box, and in the two other rows of the right box. A
//! *pattern* determines which known digits each row of the middle box takes; the right box takes the rest. There are 56 patterns,
//! and each of the two boxes can then have the digits of a row in any order.
//!
//! ```text
//! known    middle   right
//! 0 1 2    3 4 6    5 7 8       every row has the digits 0 to 8, and so does every box;
//! 3 4 5    0 7 8    1 2 6       the digits of a row of a box are a set
//! 6 7 8    1 2 5    0 3 4
//! ```

use crate::board::grid::ALL_DIGITS;

/// The number of patterns.
pub(super) const PATTERNS: usize = 56;

/// The three digits of each of three lines. The digits 3 i to 3 i + 2 are from line i of the known box.
pub(super) type BoxLines = [[u8; 3]; 3];

/// A pattern: the digits of the lines of the middle box, and those of the last one.
pub(super) type Pattern = [BoxLines; 2];

/// The indices of the middle and the last box in a pattern.
pub(super) const MIDDLE: usize = 0;
pub(super) const LAST: usize = 1;

/// The patterns, in ascending order of the sets of the first and the second line as bit masks.
pub(super) static ALL: [Pattern; PATTERNS] = patterns();

/// The digits of the known lines.
const KNOWN: [u16; 3] = [0o007, 0o070, 0o700];

const fn patterns() -> [Pattern; PATTERNS] {
    let (mut all, mut count) = ([[[[0; 3]; 3]; 2]; PATTERNS], 0);
    kernel::const_for!(first in 0..ALL_DIGITS + 1 => {
        let end = if fits(first, 0, 0) { ALL_DIGITS + 1 } else { 0 };
        kernel::const_for!(second in 0..end => {
            let third = ALL_DIGITS & !first & !second;
            if fits(second, 1, first) && fits(third, 2, first | second) {
                let rest = [ALL_DIGITS & !first & !KNOWN[0], ALL_DIGITS & !second & !KNOWN[1], ALL_DIGITS & !third & !KNOWN[2]];
                all[count] = [
                    [digits(first), digits(second), digits(third)],
                    [digits(rest[0]), digits(rest[1]), digits(rest[2])],
                ];
                count += 1;
            }
        });
    });
    assert!(count == PATTERNS);
    all
}

/// Whether this line of the middle box can take these digits when `taken` are taken.
const fn fits(digits: u16, line: usize, taken: u16) -> bool {
    digits.count_ones() == 3 && digits & (KNOWN[line] | taken) == 0
}

/// Returns the three digits of a set.
const fn digits(mut set: u16) -> [u8; 3] {
    let mut digits = [0; 3];
    kernel::const_for!(index in 0..3 => {
        digits[index] = set.trailing_zeros() as u8;
        set &= set - 1;
    });
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_a_band_has_every_digit_once() {
        for pattern in &ALL {
            for line in 0..3 {
                let known = std::array::from_fn::<u8, 3, _>(|place| 3 * line as u8 + place as u8);
                let mut row = [known, pattern[MIDDLE][line], pattern[LAST][line]].concat();
                row.sort_unstable();
                assert_eq!(row, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
            }
        }
    }

    #[test]
    fn no_pattern_occurs_twice() {
        let distinct: std::collections::BTreeSet<BoxLines> =
            ALL.iter().map(|pattern| pattern[MIDDLE]).collect();
        assert_eq!(distinct.len(), PATTERNS);
    }
}
