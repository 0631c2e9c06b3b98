//! What becomes of the record on each line: which output it is copied to, if any.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The index of an output, at most 254.
pub(crate) type Part = u8;

/// The largest index of an output.
pub(crate) const MAX_PART: Part = u8::MAX - 1;

/// Numbers of records, by the number that each line has in place of a part.
pub(crate) type Counts = [u64; MAX_PART as usize + 1];

/// The fate of the record on each line, in one byte: 0 if it is left out, otherwise one more than its part. All threads can change
/// it.
#[derive(Debug)]
pub(crate) struct Fates(Vec<AtomicU8>);

impl Fates {
    /// Creates fates without records. Text of an input without records is on line 0 and goes to the first part.
    pub(crate) fn new() -> Self {
        Self(vec![AtomicU8::new(1)])
    }

    /// Adds the records on the lines up to `last`, which are left out so far.
    pub(crate) fn grow(&mut self, last: u64) {
        let lines = last as usize + 1;
        if lines > self.0.len() {
            self.0.resize_with(lines, AtomicU8::default);
        }
    }

    /// Adds the record on a line, with its part or left out, and lines without a record before it.
    #[inline]
    pub(crate) fn add(&mut self, line: u64, part: Option<Part>) {
        self.grow(line);
        part.into_iter().for_each(|part| self.send(line, part));
    }

    /// Returns the number of lines, from line 0 on.
    pub(crate) fn lines(&self) -> u64 {
        self.0.len() as u64
    }

    /// Sends the record on a line to a part.
    ///
    /// # Panics
    /// Panics if there is no such line.
    #[inline]
    pub(crate) fn send(&self, line: u64, part: Part) {
        self.0[line as usize].store(part + 1, Relaxed);
    }

    /// Leaves the record on a line out.
    ///
    /// # Panics
    /// Panics if there is no such line.
    #[inline]
    pub(crate) fn leave_out(&self, line: u64) {
        self.0[line as usize].store(0, Relaxed);
    }

    /// Returns the part that the record on a line goes to, or `None` if it is left out.
    #[inline]
    pub(crate) fn of(&self, line: u64) -> Option<Part> {
        part_of(self.0.get(line as usize)?)
    }

    /// Returns the parts of the records on the next lines after line `before`, up to the last line that was added.
    pub(crate) fn after(&self, before: u64) -> impl ExactSizeIterator<Item = Option<Part>> {
        self.0.get(before as usize + 1..).unwrap_or_default().iter().map(part_of)
    }

    /// Counts the records of each of `parts` parts by their `numbers`, which are in place of parts. Records without a number are
    /// not counted.
    pub(crate) fn counts_by(&self, numbers: &Self, parts: usize) -> Vec<Counts> {
        let mut counts = vec![[0; MAX_PART as usize + 1]; parts];
        for (part, number) in self.0.iter().zip(&numbers.0).skip(1) {
            if let (Some(part), Some(number)) = (part_of(part), part_of(number)) {
                counts[usize::from(part)][usize::from(number)] += 1;
            }
        }
        counts
    }
}

/// Returns the part that a line's byte means.
#[inline]
fn part_of(byte: &AtomicU8) -> Option<Part> {
    byte.load(Relaxed).checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_left_out_until_it_is_sent_to_a_part() {
        let mut fates = Fates::new();
        assert_eq!((fates.of(0), fates.of(7)), (Some(0), None));
        fates.leave_out(0);
        fates.grow(200);
        [(1, 0), (64, MAX_PART), (200, 3)].into_iter().for_each(|(line, part)| fates.send(line, part));
        fates.leave_out(64);
        fates.send(65, MAX_PART);
        let found: Vec<_> = (0..1000).filter_map(|line| Some((line, fates.of(line)?))).collect();
        assert_eq!(found, [(1, 0), (65, MAX_PART), (200, 3)]);
        assert_eq!(fates.after(63).take(3).collect::<Vec<_>>(), [None, Some(MAX_PART), None]);
        assert_eq!(fates.after(200).len(), 0);
    }

    #[test]
    fn the_records_of_each_part_are_counted_by_their_numbers() {
        let (mut fates, mut clues) = (Fates::new(), Fates::new());
        for (line, part, number) in
            [(1, Some(0), Some(17)), (3, Some(1), Some(17)), (4, None, Some(17)), (5, Some(1), None)]
        {
            fates.add(line, part);
            clues.add(line, number);
        }
        let counts = fates.counts_by(&clues, 2);
        assert_eq!(
            counts.iter().map(|part| (part[17], part.iter().sum())).collect::<Vec<_>>(),
            [(1, 1), (1, 1)]
        );
    }
}
