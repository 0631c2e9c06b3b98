//! Positions in an input, as tables of records store them.

/// A line and a character of it, both from 1, in 64 bits.
///
/// ```text
/// bits 63 ─────────── 24 │ 23 ────── 0
///      line              │ column
/// ```
///
/// A record is shorter than 2^24 bytes, and no input has 2^40 lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedPosition(pub(crate) u64);

impl PackedPosition {
    /// That of a record of another input: line 0.
    pub(crate) const ELSEWHERE: Self = Self(0);

    /// Packs a position. A column of 2^24 or more becomes 2^24 - 1.
    pub(crate) fn new(line: u64, column: u32) -> Self {
        Self(line << 24 | u64::from(column.min((1 << 24) - 1)))
    }

    pub(crate) fn line(self) -> u64 {
        self.0 >> 24
    }

    pub(crate) fn is_elsewhere(self) -> bool {
        self == Self::ELSEWHERE
    }

    pub(crate) fn column(self) -> u64 {
        self.0 & ((1 << 24) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_packed_without_loss_and_ordered() {
        let far = PackedPosition::new(1 << 33, 5);
        assert_eq!((far.line(), far.column()), (1 << 33, 5));
        assert_eq!(PackedPosition::new(1, u32::MAX).column(), (1 << 24) - 1);
        assert!(PackedPosition::new(1, 100) < PackedPosition::new(2, 1));
    }
}
