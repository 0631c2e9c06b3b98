//! What several runs of the same thing gave.

/// The middle of some figures, and how far they lie apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The least one.
    pub least: f64,
    /// The greatest one.
    pub most: f64,
}

impl Statistics {
    /// The spread of some figures; `None` of none.
    pub fn of(mut figures: Vec<f64>) -> Option<Self> {
        figures.sort_by(f64::total_cmp);
        let (least, most) = (*figures.first()?, *figures.last()?);
        let middle = figures.len() / 2;
        let median = match figures.len() % 2 {
            0 => (figures[middle - 1] + figures[middle]) / 2.0,
            _ => figures[middle],
        };
        Some(Self { median, least, most })
    }

    /// Has any run of one come out like some run of the other? Then a difference may be chance.
    pub fn overlaps(&self, other: &Statistics) -> bool {
        self.least <= other.most && other.least <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let median = |figures: &[f64]| Statistics::of(figures.to_vec()).map(|spread| spread.median);
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    #[test]
    fn spreads_overlap_when_they_share_a_value() {
        let spread = |least, most| Statistics { median: least, least, most };
        assert!(spread(1.0, 2.0).overlaps(&spread(2.0, 3.0)));
        assert!(spread(1.0, 4.0).overlaps(&spread(2.0, 3.0)));
        assert!(!spread(1.0, 2.0).overlaps(&spread(2.1, 3.0)));
    }
}
