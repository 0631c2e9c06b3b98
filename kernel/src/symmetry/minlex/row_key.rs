//! Keys: rows of an image as numbers that compare like the rows.
//!
//! ```text
//! bit      35 … 32   31 … 28   …   3 … 0
//! column      0         1      …     8      the label, or 0 for a blank
//! ```

use super::partial::PartialMap;
use crate::simd::Quarter;
use std::array;

/// Returns the key of the least row that a row of the puzzle can become under `map`: joined columns and stacks are sorted.
/// `labels` has a label for each digit, and 0 for the blank.
#[inline]
pub(super) fn least(map: &PartialMap, labels: &Quarter, cells: &Quarter) -> u64 {
    let label = |position: usize| {
        let digit = cells[usize::from(map.columns[position] & 15)];
        usize::from(labels[usize::from(digit & 15)])
    };
    let mut stacks: [u16; 3] = array::from_fn(|stack| {
        let value = 100 * label(3 * stack) + 10 * label(3 * stack + 1) + label(3 * stack + 2);
        SORTED_STACKS[usize::from(map.joined >> (3 * stack) & 0b11)][value]
    });
    if map.joined_stacks != 0 {
        for &i in &[0, 1, 0] {
            if map.joined_stacks >> i & 1 != 0 {
                (stacks[i], stacks[i + 1]) = (stacks[i].min(stacks[i + 1]), stacks[i].max(stacks[i + 1]));
            }
        }
    }
    u64::from(stacks[0]) << 24 | u64::from(stacks[1]) << 12 | u64::from(stacks[2])
}

/// The labels of a stack with joined columns sorted, four bits each. The indices are the joins of its columns (bit 0: the first
/// two, bit 1: the last two), and its labels as a number of three decimal digits.
static SORTED_STACKS: [[u16; 1000]; 4] = {
    let mut table = [[0; 1000]; 4];
    const_for!(i in 0..4000 => {
        let (joins, value) = (i / 1000, i % 1000);
        let mut labels = [value / 100, value / 10 % 10, value % 10];
        const_for!(step in 0..3 => {
            let first = step % 2; // the first two, the last two, the first two
            if joins >> first & 1 != 0 && labels[first] > labels[first + 1] {
                labels.swap(first, first + 1);
            }
    });
        table[joins][value] = (labels[0] << 8 | labels[1] << 4 | labels[2]) as u16;
    });
    table
};
