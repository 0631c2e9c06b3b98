//! A filter of fingerprints: which ones are surely not among others.

use super::fingerprint::Fingerprint;

/// One bit for each value of some bits of a fingerprint: 8 MiB.
pub(super) struct Filter(Vec<u64>);

/// The number of values.
const VALUES: u64 = 1 << 26;

impl Filter {
    pub(super) fn new() -> Self {
        Self(vec![0; (VALUES / 64) as usize])
    }

    pub(super) fn insert(&mut self, fingerprint: Fingerprint) {
        let (word, bit) = place(fingerprint);
        self.0[word] |= 1 << bit;
    }

    /// Whether a fingerprint may be among the inserted ones.
    pub(super) fn may_contain(&self, fingerprint: Fingerprint) -> bool {
        let (word, bit) = place(fingerprint);
        self.0[word] >> bit & 1 == 1
    }
}

fn place(Fingerprint([_, two]): Fingerprint) -> (usize, u64) {
    ((two % VALUES / 64) as usize, two % 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inserted_fingerprint_may_be_there_and_few_others() {
        let mut filter = Filter::new();
        let of = |number: u64| Fingerprint::of_text(&number.to_le_bytes());
        (0..1000).for_each(|number| filter.insert(of(number)));
        assert!((0..1000).all(|number| filter.may_contain(of(number))));
        assert!((1000..50_000).filter(|&number| filter.may_contain(of(number))).count() < 10);
    }
}
