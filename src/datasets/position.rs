//! Positions in an input, as tables of records store them.

use crate::error::{Error, Result};

/// A line and a column, both counted from 1, in 62 bits.
///
/// ```text
/// bit 61 ─────────── 28 │ 27 ────── 0
///     line              │ column
/// ```
///
/// A record is shorter than 2^20 bytes, but records of a decoded document may share a line. [`check_lines`] refuses an input with
/// 2^34 lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedPosition(pub(crate) u64);

/// The bits of a column.
const COLUMN_BITS: u32 = 28;

/// The largest column of a position.
pub(crate) const MAX_COLUMN: u32 = (1 << COLUMN_BITS) - 1;

/// The smallest number of lines that does not fit in a position.
const MOST_LINES: u64 = 1 << 34;

impl PackedPosition {
    /// Packs a position. A column of 2^28 or more becomes 2^28 - 1.
    pub(crate) fn new(line: u64, column: u32) -> Self {
        debug_assert!(line < MOST_LINES, "check_lines refuses such an input");
        Self(line << COLUMN_BITS | u64::from(column.min(MAX_COLUMN)))
    }

    pub(crate) fn line(self) -> u64 {
        self.0 >> COLUMN_BITS
    }

    pub(crate) fn column(self) -> u64 {
        self.0 & u64::from(MAX_COLUMN)
    }
}

/// Refuses an input with this many lines if they do not fit in positions.
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
    fn too_many_lines_for_positions_are_refused() {
        assert!(check_lines(MOST_LINES - 1).is_ok());
        let error = check_lines(MOST_LINES).unwrap_err().to_string();
        assert_eq!(error, "the input has more than 17179869184 lines, too many to compare: split it");
    }
}
