//! No compression, where the feature `files` is off: compressed input is refused as an archive is.

use std::io::{self, Read};

/// There is none.
pub(crate) enum Codec {}

impl Codec {
    /// Recognizes nothing.
    pub(crate) fn of(_head: &[u8]) -> Option<Self> {
        None
    }

    /// Cannot be called.
    pub(crate) fn decode(self, _: Vec<u8>, _: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
        match self {}
    }
}
