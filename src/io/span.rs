//! The part of a file that an input reads.
//!
//! ```text
//! file     header │ earlier                │ this part            │ later parts
//!                   │ head │                                        none if it is the last one
//! ```

use memchr::memchr_iter;

use crate::io::bytes::Bytes;

/// A part of the records of a file, and what it must know about the others.
pub(crate) struct Span {
    /// The first bytes of all records.
    pub(super) head: Bytes,
    /// The records before these, if this is not the first part.
    pub(super) earlier: Option<Earlier>,
    pub(super) is_last: bool,
}

/// The records before a later part of a file.
#[derive(Clone)]
pub(crate) enum Earlier {
    /// Their text.
    Text(Bytes),
    /// Their numbers, if the text is not available.
    Counted { lines: u64, records: u64 },
}

impl Earlier {
    /// Returns the number of lines. Reads the text if it is available.
    pub(crate) fn lines(&self) -> u64 {
        match self {
            Self::Text(text) => memchr_iter(b'\n', text).count() as u64,
            Self::Counted { lines, .. } => *lines,
        }
    }
}
