//! The input of a job.

use super::open_records::OpenRecords;
use super::source::RecordSource;
use crate::error::{Error, Result};

/// A source to open, or records that are already open, until they are taken.
pub(crate) enum JobInput {
    Source(RecordSource),
    Open(Option<Box<OpenRecords>>),
}

impl From<RecordSource> for JobInput {
    fn from(source: RecordSource) -> Self {
        Self::Source(source)
    }
}

impl From<OpenRecords> for JobInput {
    fn from(records: OpenRecords) -> Self {
        Self::Open(Some(Box::new(records)))
    }
}

impl JobInput {
    /// Opens the source, if it is not open yet.
    ///
    /// # Errors
    /// When the input cannot be read, or its format is unknown.
    pub(crate) fn open(mut self) -> Result<OpenRecords> {
        self.take_records()
    }

    /// Opens the source, or takes the open records: they can be taken only once.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn take_records(&mut self) -> Result<OpenRecords> {
        match self {
            Self::Source(source) => source.open(),
            Self::Open(records) => match records.take() {
                Some(records) => Ok(*records),
                None => Err(Error::refused("the input can be read only once")),
            },
        }
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Source(source) => source.name(),
            Self::Open(records) => records.as_ref().map_or("", |records| records.input.name()),
        }
    }
}
