//! What a job reads.

use super::open_records::OpenRecords;
use super::source::RecordSource;
use crate::error::Result;

/// What a job reads: a source that it opens, or records that are open already.
pub(crate) enum JobInput {
    Source(RecordSource),
    Open(Box<OpenRecords>),
}

impl From<RecordSource> for JobInput {
    fn from(source: RecordSource) -> Self {
        Self::Source(source)
    }
}

impl From<OpenRecords> for JobInput {
    fn from(records: OpenRecords) -> Self {
        Self::Open(Box::new(records))
    }
}

impl JobInput {
    /// Opens the source, unless it is open.
    ///
    /// # Errors
    /// When the input cannot be read, or its format is unknown.
    pub(crate) fn open(self) -> Result<OpenRecords> {
        match self {
            Self::Source(source) => source.open(),
            Self::Open(records) => Ok(*records),
        }
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Source(source) => source.name(),
            Self::Open(records) => records.input.name(),
        }
    }
}
