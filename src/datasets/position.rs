//! Positions in an input, as tables of records store them.

/// A line and a character of it, both from 1, in 64 bits.
///
/// ```text
/// bits 63 ─────────── 28 │ 27 ────── 0
///      line              │ column
/// ```
///
/// A record is shorter than 2^20 bytes, but records of a decoded document may share a line; no input has 2^36 lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedPosition(pub(crate) u64);

/// The bits of a column.
const COLUMN_BITS: u32 = 28;

/// The greatest column that a position can have.
pub(crate) const MAX_COLUMN: u32 = (1 << COLUMN_BITS) - 1;

impl PackedPosition {
    /// That of a record of another input: line 0.
    pub(crate) const ELSEWHERE: Self = Self(0);

    /// Packs a position. A column of 2^28 or more becomes 2^28 - 1.
    pub(crate) fn new(line: u64, column: u32) -> Self {
        Self(line << COLUMN_BITS | u64::from(column.min(MAX_COLUMN)))
    }

    pub(crate) fn line(self) -> u64 {
        self.0 >> COLUMN_BITS
    }

    pub(crate) fn is_elsewhere(self) -> bool {
        self == Self::ELSEWHERE
    }

    pub(crate) fn column(self) -> u64 {
        self.0 & u64::from(MAX_COLUMN)
    }
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
}
