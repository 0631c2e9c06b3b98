//! Positions in an input, as tables of records store them.

use crate::error::{Error, Result};

/// A line and a column, both counted from 1, in 64 bits.
///
/// ```text
/// bit 63    │ 62      │ 61 ─────────── 28 │ 27 ────── 0
/// elsewhere │ a count │ line              │ column
/// ```
///
/// A record is shorter than 2^20 bytes, but records of a decoded document may share a line. [`check_lines`] refuses an input with
/// 2^34 lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedPosition(pub(crate) u64);

const ELSEWHERE: u64 = 1 << 63;
const COUNT: u64 = 1 << 62;

/// The bits of a column.
const COLUMN_BITS: u32 = 28;

/// The largest column of a position.
pub(crate) const MAX_COLUMN: u32 = (1 << COLUMN_BITS) - 1;

/// The smallest number of lines that does not fit in a position.
const MOST_LINES: u64 = COUNT >> COLUMN_BITS;

impl PackedPosition {
    /// Packs a position. A column of 2^28 or more becomes 2^28 - 1.
    pub(crate) fn new(line: u64, column: u32) -> Self {
        debug_assert!(line < MOST_LINES, "check_lines refuses such an input");
        Self(line << COLUMN_BITS | u64::from(column.min(MAX_COLUMN)))
    }

    /// Returns the same position in another data set.
    pub(crate) fn elsewhere(self) -> Self {
        Self(self.0 | ELSEWHERE)
    }

    /// Packs a number of records instead of a position.
    pub(super) fn of_count(count: u64) -> Self {
        Self(COUNT | count)
    }

    /// Returns the number of records, if this is one.
    pub(super) fn count(self) -> Option<u64> {
        (self.0 & COUNT != 0).then_some(self.0 & !COUNT)
    }

    pub(crate) fn line(self) -> u64 {
        (self.0 & !ELSEWHERE) >> COLUMN_BITS
    }

    pub(crate) fn is_elsewhere(self) -> bool {
        self.0 & ELSEWHERE != 0
    }

    pub(crate) fn column(self) -> u64 {
        self.0 & u64::from(MAX_COLUMN)
    }
}

/// Refuses an input with this many lines if they do not fit in positions.
///
/// # Errors
/// Returns an error if there are 2^34 lines or more.
pub(crate) fn check_lines(lines: u64) -> Result<()> {
    if lines < MOST_LINES {
        return Ok(());
    }
    Err(Error::refused(format!("the input has more than {MOST_LINES} lines, too many to compare: split it")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_packed_without_loss_and_ordered() {
        let far = PackedPosition::new(1 << 33, 5);
        assert_eq!((far.line(), far.column()), (1 << 33, 5));
        assert_eq!(PackedPosition::new(1, u32::MAX).column(), u64::from(MAX_COLUMN));
        assert!(PackedPosition::new(1, 100) < PackedPosition::new(2, 1));
    }

    #[test]
    fn positions_elsewhere_and_counts_differ_from_others() {
        let here = PackedPosition::new(MOST_LINES - 1, 7);
        let there = here.elsewhere();
        assert_eq!((there.line(), there.column()), (here.line(), 7));
        assert!(there.is_elsewhere() && !here.is_elsewhere());
        assert_eq!((here.count(), there.count()), (None, None));
        assert_eq!(PackedPosition::of_count(1 << 40).count(), Some(1 << 40));
    }

    #[test]
    fn too_many_lines_for_positions_are_refused() {
        assert!(check_lines(MOST_LINES - 1).is_ok());
        let error = check_lines(MOST_LINES).unwrap_err().to_string();
        assert_eq!(error, "the input has more than 17179869184 lines, too many to compare: split it");
    }
}
