//! All findings of an audit, in record order and in bounded memory.
//!
//! ```text
//! while records are read   findings in the records ─▶ spool
//! at the end               duplicates, leaks ─▶ sorted list ─┐
//!                          spool ────────────────────────────┴▶ merged ─▶ spool of all findings
//! ```

use super::finding::{Finding, FindingKind, FindingSource};
use crate::datasets::spool::{Spool, SpoolReader};
use crate::error::Result;

/// Findings, written once in order.
#[derive(Default)]
pub(super) struct FindingSpool(Spool);

/// All findings in record order, which can be read more than once.
pub(crate) struct FindingList(SpoolReader);

/// The numbers of a finding: kind and source, line, column, record, and the length of its text.
const NUMBERS: usize = 5;

/// The bit of the source, in the number of the kind.
const IN_ANSWERS: u64 = 1 << 8;

impl FindingSpool {
    /// Adds the next finding.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub(super) fn push(&mut self, finding: &Finding) -> Result<()> {
        let Finding { kind, source, line, column, what, record } = finding;
        let source = if *source == FindingSource::Answers { IN_ANSWERS } else { 0 };
        let numbers = [*kind as u64 | source, *line, *column, *record, what.len() as u64];
        self.0.append(|bytes| {
            numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            bytes.extend_from_slice(what.as_bytes());
        })
    }

    /// Returns the list of the findings.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read.
    pub(super) fn read(self) -> Result<FindingList> {
        Ok(FindingList(self.0.read()?))
    }
}

impl FindingList {
    /// Returns the next finding, if there is one.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read.
    pub(crate) fn next(&mut self) -> Result<Option<Finding>> {
        let mut bytes = [0; NUMBERS * size_of::<u64>()];
        if !self.0.fill(&mut bytes)? {
            return Ok(None);
        }
        let mut numbers = bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let [kind, line, column, record, length] = [(); NUMBERS].map(|()| numbers.next().unwrap_or_default());
        let mut what = vec![0; length as usize];
        self.0.fill(&mut what)?;
        let source = if kind & IN_ANSWERS == 0 { FindingSource::Puzzles } else { FindingSource::Answers };
        let kind = FindingKind::ALL[(kind & !IN_ANSWERS) as usize];
        let what = String::from_utf8_lossy(&what).into_owned();
        Ok(Some(Finding { kind, source, line, column, what, record }))
    }

    /// Calls `visit` with all findings.
    ///
    /// # Errors
    /// Returns the same errors as [`next`](Self::next), and the first error of `visit`.
    pub(crate) fn for_each(&mut self, mut visit: impl FnMut(&Finding) -> Result<()>) -> Result<()> {
        self.0.rewind()?;
        while let Some(finding) = self.next()? {
            visit(&finding)?;
        }
        self.0.rewind()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_can_be_read_back_more_than_once() {
        let finding = |number: u64| Finding {
            kind: FindingKind::ALL[number as usize % FindingKind::ALL.len()],
            source: if number.is_multiple_of(2) { FindingSource::Puzzles } else { FindingSource::Answers },
            line: number,
            column: 7,
            what: "é".repeat(number as usize % 5),
            record: number << 28,
        };
        let mut spool = FindingSpool::default();
        (0..40_000).for_each(|number| spool.push(&finding(number)).unwrap());
        let mut list = spool.read().unwrap();
        for _ in 0..2 {
            let mut number = 0;
            list.for_each(|found| {
                assert_eq!(*found, finding(number));
                number += 1;
                Ok(())
            })
            .unwrap();
            assert_eq!(number, 40_000);
        }
        assert_eq!(list.next().unwrap(), Some(finding(0)));
    }
}
