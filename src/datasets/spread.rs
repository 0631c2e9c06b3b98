//! Sorts rows of numbers that are spread over a range.

/// The range of the first numbers that differ among some rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// The index of the number: the ones before it are equal in all rows.
    word: usize,
    least: u64,
    /// The number of leading bits that all differences to the least one lack.
    shift: u32,
}

impl Spread {
    /// Returns the spread of rows between these, which is `None` if they are equal.
    pub(super) fn between(least: &[u64], most: &[u64]) -> Option<Self> {
        let word = (0..least.len()).find(|&word| least[word] != most[word])?;
        Some(Self { word, least: least[word], shift: (most[word] - least[word]).leading_zeros() })
    }

    /// Returns the place of a row on a scale of `bits` bits. Rows in ascending order have places in ascending order.
    #[inline]
    pub(super) fn place<const W: usize>(self, row: &[u64; W], bits: u32) -> usize {
        (((row[self.word] - self.least) << self.shift) >> (u64::BITS - bits)) as usize
    }
}

/// Sorts rows: scatters them by the bits in which their first numbers differ first, and sorts the few in each place.
///
/// For the fingerprints of a part, this takes a third less time than sorting them at once.
pub(super) fn sort<const W: usize>(rows: &mut Vec<[u64; W]>, scratch: &mut Vec<[u64; W]>) {
    let bits = (rows.len() as u32 / 4).max(1).ilog2();
    let first = |row: &&[u64; W]| row[0];
    let (least, most) = (rows.iter().min_by_key(first), rows.iter().max_by_key(first));
    let spread = least.zip(most).and_then(|(least, most)| Spread::between(&least[..1], &most[..1]));
    let Some(spread) = spread.filter(|_| bits >= 2) else { return rows.sort_unstable() };
    let mut ends = vec![0_u32; (1 << bits) + 1];
    rows.iter().for_each(|row| ends[spread.place(row, bits) + 1] += 1);
    (1..ends.len()).for_each(|place| ends[place] += ends[place - 1]);
    scratch.clear();
    scratch.resize(rows.len(), [0; W]);
    for row in &*rows {
        let end = &mut ends[spread.place(row, bits)];
        scratch[*end as usize] = *row;
        *end += 1;
    }
    std::mem::swap(rows, scratch);
    let mut start = 0;
    for &end in &ends[..1 << bits] {
        rows[start..end as usize].sort_unstable();
        start = end as usize;
    }
}
