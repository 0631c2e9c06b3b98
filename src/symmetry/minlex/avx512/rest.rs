//! The order of all rows that are left, once columns and labels are settled.

use std::arch::x86_64::*;

use super::rows::KEY;

/// The rows that are left, in the order of the image: for each its key times 16, plus its number. First those of a
/// band that is begun, where 0 stands for a row placed before.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    begun: [u64; 3],
    bands: [[u64; 3]; 3],
}

impl Rest {
    pub(super) const EMPTY: Self = Self { begun: [0; 3], bands: [[u64::MAX; 3]; 3] };
    pub(super) const GREATEST: Self = Self { begun: [u64::MAX; 3], ..Self::EMPTY };

    /// Adds the rows left of a band, sorted.
    #[inline]
    pub(super) fn insert(&mut self, (left, rows): (u32, [u64; 3])) {
        if left < 3 {
            self.begun = rows;
            return;
        }
        // The first rows decide the order of the bands unless both are blank, and so on.
        let mut rows = rows;
        for band in &mut self.bands {
            if is_less(&rows, band) {
                (rows, *band) = (*band, rows);
            }
        }
    }

    #[inline]
    pub(super) fn is_less(&self, other: &Self) -> bool {
        self.keys().lt(other.keys())
    }

    #[inline]
    fn keys(&self) -> impl Iterator<Item = u64> {
        self.begun.iter().chain(self.bands.as_flattened()).map(|row| row >> 4)
    }

    /// The numbers of the rows from this depth on.
    #[inline]
    pub(super) fn rows(&self, depth: usize) -> impl Iterator<Item = u8> {
        let begun = if depth.is_multiple_of(3) { &[] } else { &self.begun[depth % 3..] };
        begun.iter().chain(self.bands.as_flattened()).map(|row| (row & 15) as u8)
    }
}

/// Whether the keys of these rows are less, the first ones counting most.
#[inline]
fn is_less(one: &[u64; 3], other: &[u64; 3]) -> bool {
    for row in 0..3 {
        if one[row] >> 4 != other[row] >> 4 {
            return one[row] >> 4 < other[row] >> 4;
        }
    }
    false
}

/// How many rows of a band are left, and these in the order of the image, as in [`Rest`], after zeros.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn sorted_band(keys: __m512i, first: u8, left: u16) -> (u32, [u64; 3]) {
    let mut words = [0_u64; 8];
    // SAFETY: the array is 64 bytes that may be written.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), keys) }
    let row = |lane: u8| {
        let row = (words[2 * usize::from(lane)] & KEY as u64) << 4 | u64::from(first + lane);
        if left >> lane & 1 != 0 { row } else { 0 }
    };
    let (a, b, c) = (row(0), row(1), row(2));
    let (low, high) = (a.min(b), a.max(b));
    (left.count_ones(), [low.min(c), low.max(high.min(c)), high.max(c)])
}
