//! Assigns classes of records to the parts of a split.

use super::FINGERPRINT_MEMORY;
use super::fingerprint::Fingerprint;
use super::share::{Share, share_at};
use super::stratify::LineStrata;
use crate::error::Result;
use crate::pipeline::RunSettings;
use crate::pipeline::threads::WorkerPool;

/// Which part of a split a class belongs to: the choice that a [`SplitJob`](super::SplitJob) makes.
///
/// ```
/// use bulkdoku::datasets::{Assignment, Fingerprint, Share};
///
/// let shares = [90.0, 10.0].map(|percent| Share::from_percent(percent).expect("a percentage"));
/// let assignment = Assignment::new(7, shares);
/// let parts = (0..1000_u32).map(|class| assignment.part(Fingerprint::of_text(&class.to_le_bytes())));
/// let in_second = parts.filter(|&part| part == 1).count();
/// assert!((60..140).contains(&in_second), "{in_second}");
/// ```
#[derive(Clone, Debug)]
pub struct Assignment {
    seed: u64,
    /// The end of each part's share on the scale of the hash.
    pub(super) ends: Vec<u128>,
}

impl Assignment {
    /// Creates an assignment to parts with these shares, by hashes with this seed. Allocates a few bytes for each part.
    pub fn new(seed: u64, shares: impl IntoIterator<Item = Share>) -> Self {
        Self { seed, ends: Share::ends(shares.into_iter()) }
    }

    /// Returns the index of the part of a class. It depends only on the class, the seed and the shares. The shares should add up
    /// to the whole: classes beyond their sum are in the first part.
    pub fn part(&self, class: Fingerprint) -> usize {
        let Fingerprint([one, two]) = class;
        let mut text = [0; 24];
        for (bytes, number) in text.chunks_exact_mut(8).zip([self.seed, one, two]) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        let Fingerprint([hash, _]) = Fingerprint::of_text(&text);
        share_at(hash, &self.ends)
    }

    /// Returns the index of the part of each record, given its class and its stratum, as a split with
    /// [strata](super::SplitJob::stratify) chooses it. Needs 24 bytes for each record, beyond 64 MiB in a temporary file.
    ///
    /// ```
    /// use bulkdoku::datasets::{Assignment, Fingerprint, Share};
    /// use bulkdoku::pipeline::RunSettings;
    ///
    /// let halves = [50.0, 50.0].map(|percent| Share::from_percent(percent).expect("a percentage"));
    /// let records = (0..100_u8).map(|class| (Fingerprint::of_text(&[class]), Some(class % 2)));
    /// let parts = Assignment::new(7, halves).of_strata(records, &RunSettings::default())?;
    /// assert_eq!(parts.iter().filter(|&&part| part == 1).count(), 50);
    /// # Ok::<(), bulkdoku::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the first failure to start a thread or to use a temporary file, or [`Error::Stopped`](crate::Error::Stopped) for
    /// settings that stop the run.
    pub fn of_strata(
        &self,
        records: impl IntoIterator<Item = (Fingerprint, Option<u8>)>,
        settings: &RunSettings,
    ) -> Result<Vec<usize>> {
        let (pool, mut strata) = (WorkerPool::of_run(settings)?, LineStrata::new(FINGERPRINT_MEMORY));
        for (line, (class, stratum)) in (1..).zip(records) {
            strata.add(line, class, stratum)?;
        }
        let (fates, _) = strata.assign(&pool, self.seed, &self.ends)?;
        Ok((1..fates.lines()).filter_map(|line| fates.of(line)).map(usize::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_classes_are_pinned() {
        let share = |percent| Share::from_percent(percent).unwrap();
        let parts = |seed, shares: &[f64]| -> Vec<usize> {
            let assignment = Assignment::new(seed, shares.iter().map(|&percent| share(percent)));
            (0..12).map(|class: u8| assignment.part(Fingerprint::of_text(&[class]))).collect()
        };
        let halves = parts(1, &[50.0, 50.0]);
        assert_eq!(halves, [1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1]);
        let three = parts(1, &[50.0, 25.0, 25.0]);
        assert!(three.iter().zip(&halves).all(|(part, half)| usize::from(*part > 0) == *half), "{three:?}");
        assert!(three.contains(&1) && three.contains(&2));
        assert_eq!(parts(1, &[0.0, 100.0]), [1; 12]);
    }
}
