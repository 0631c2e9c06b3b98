//! The input of a job.

use super::open_records::OpenRecords;
use super::source::RecordSource;
use crate::error::Result;

/// A source to open, or records that are already open.
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
    /// Opens the source, if it is not open yet.
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
