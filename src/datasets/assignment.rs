//! Assigns classes of records to the parts of a split.

use super::fingerprint::Fingerprint;
use super::share::{Share, share_at};

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
    ends: Vec<u128>,
}

impl Assignment {
    /// Creates an assignment to parts with these shares, by hashes with this seed. Allocates a few bytes for each part.
    pub fn new(seed: u64, shares: impl IntoIterator<Item = Share>) -> Self {
        Self { seed, ends: Share::ends(shares.into_iter()) }
    }

    /// Returns the end of each part on the scale of the hash.
    pub(crate) fn ends(&self) -> &[u128] {
        &self.ends
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
