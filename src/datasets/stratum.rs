//! One of the strata of a data set.

/// A stratum in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stratum {
    /// The number that a [finder](super::Strata::finder) or [`ValueStrata`](super::ValueStrata) finds.
    pub number: u8,
    /// The value or the range of values, empty for empty fields, if the stratum is one of a column.
    pub value: Option<String>,
}

impl Stratum {
    /// Returns its index in counts of records by stratum.
    pub(super) fn index(&self) -> usize {
        self.number.into()
    }
}
