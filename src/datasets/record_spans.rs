//! The text of each record of a chunk, for copying records.
//!
//! ```text
//! chunk     │ # note      │ 53..7…  │            │ 9.2.8…  │ # note      │
//!             text before   record    text before  record    text after
//!             the record              the record             the last record
//!           └─────────────────────┘ └────────────────────┘ └─────────────┘
//!             span 0                  span 1                 rest
//! ```

use std::ops::Range;

use crate::format::read::line::line_start;
use crate::pipeline::chunk::Chunk;

/// The spans of the records of a chunk, in memory that is reused for each chunk.
#[derive(Debug, Default)]
pub(super) struct RecordSpans {
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl RecordSpans {
    /// Finds the spans of the records of `chunk`.
    pub(super) fn find(&mut self, chunk: &Chunk) {
        let text = chunk.text();
        self.starts.clear();
        self.ends.clear();
        self.starts.extend(chunk.places().map(|place| line_start(text, place.origin) as u32));
        if chunk.has_record_on_every_line() {
            let ends = self.starts.iter().skip(1).copied().chain([text.len() as u32]);
            self.ends.extend(ends.take(self.starts.len()));
        } else {
            chunk.ends(&self.starts, &mut self.ends);
        }
        debug_assert_eq!(self.ends.len(), self.starts.len());
    }

    /// Returns the number of records.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the span of each record, with the text before it.
    pub(super) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        let mut at = 0;
        self.ends.iter().map(move |&end| std::mem::replace(&mut at, end as usize)..end as usize)
    }

    /// Returns the number of bytes before the first record, or 0 without records.
    pub(super) fn before_first(&self) -> usize {
        self.starts.first().map_or(0, |&start| start as usize)
    }

    /// Returns the byte offset of the text after the last record.
    pub(super) fn rest(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }
}
