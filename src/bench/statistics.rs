//! Median, minimum and maximum of repeated runs.

/// Summary statistics of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The median: the middle value, or the mean of the two middle values.
    pub median: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

impl Statistics {
    /// Returns the statistics of a sample, or `None` if it is empty.
    pub fn of(mut sample: Vec<f64>) -> Option<Self> {
        sample.sort_unstable_by(f64::total_cmp);
        let (min, max) = (*sample.first()?, *sample.last()?);
        let middle = sample.len() / 2;
        let median = match sample.len() % 2 {
            0 => (sample[middle - 1] + sample[middle]) / 2.0,
            _ => sample[middle],
        };
        Some(Self { median, min, max })
    }

    /// Whether the two ranges from minimum to maximum intersect. If they do, a difference of the
    /// medians may be chance.
    pub fn overlaps(&self, other: &Statistics) -> bool {
        self.min <= other.max && other.min <= self.max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_value() {
        let median = |sample: &[f64]| Statistics::of(sample.to_vec()).map(|statistics| statistics.median);
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn ranges_overlap_when_they_share_a_value() {
        let range = |min, max| Statistics { median: min, min, max };
        assert!(range(1.0, 2.0).overlaps(&range(2.0, 3.0)));
        assert!(range(1.0, 4.0).overlaps(&range(2.0, 3.0)));
        assert!(!range(1.0, 2.0).overlaps(&range(2.1, 3.0)));
    }
}
