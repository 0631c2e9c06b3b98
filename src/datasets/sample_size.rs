//! The number of records that a sample takes from each stratum.

/// The number of records of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SampleSize {
    /// This many in total, divided among the strata as evenly as possible.
    InAll(usize),
    /// This many from each stratum.
    Each(usize),
}

impl SampleSize {
    pub(crate) fn number(self) -> usize {
        match self {
            Self::InAll(number) | Self::Each(number) => number,
        }
    }
}

/// Returns how many records each stratum can contribute, or all of them if it has fewer, without exceeding `total`. `sizes` are
/// the numbers of records in the strata.
pub(super) fn even_share(sizes: &[usize], total: usize) -> usize {
    let mut sizes: Vec<usize> = sizes.iter().copied().filter(|&size| size > 0).collect();
    sizes.sort_unstable();
    let (mut left, mut strata) = (total, sizes.len());
    for size in sizes {
        if size > left / strata {
            return left / strata;
        }
        left -= size;
        strata -= 1;
    }
    usize::MAX
}

/// Divides `total` records among the strata as evenly as their `sizes` allow. The remainder after equal shares goes to the first
/// strata that have more records.
pub(super) fn quotas(sizes: &[usize], total: usize) -> Vec<usize> {
    let share = even_share(sizes, total);
    let mut quotas: Vec<usize> = sizes.iter().map(|&size| size.min(share)).collect();
    let mut left = total.saturating_sub(quotas.iter().sum());
    for (quota, &size) in quotas.iter_mut().zip(sizes) {
        if left > 0 && size > *quota {
            *quota += 1;
            left -= 1;
        }
    }
    quotas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strata_share_a_sample_as_equally_as_they_can() {
        for (sizes, total, expected) in [
            (&[100, 100, 100][..], 30, &[10, 10, 10][..]),
            (&[100, 100, 100], 32, &[11, 11, 10]),
            (&[2, 100, 50], 32, &[2, 15, 15]),
            (&[2, 0, 50, 100], 33, &[2, 0, 16, 15]),
            (&[2, 3], 100, &[2, 3]),
            (&[5, 5, 5], 0, &[0, 0, 0]),
            (&[5, 5, 5], 2, &[1, 1, 0]),
            (&[], 4, &[]),
        ] {
            assert_eq!(quotas(sizes, total), expected, "{total} of {sizes:?}");
        }
    }
}
