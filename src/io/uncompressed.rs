//! The absence of compression, without the feature `files`: compressed input is refused like an archive.

use std::io::{self, Read};

/// A codec. Without the feature, there is none.
pub(crate) enum Codec {}

impl Codec {
    /// Recognizes nothing.
    pub(crate) fn of(_head: &[u8]) -> Option<Self> {
        None
    }

    /// Decodes nothing: it cannot be called.
    pub(crate) fn decode(self, _: Vec<u8>, _: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
        match self {}
    }
}
