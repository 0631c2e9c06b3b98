//! Bytes that are shared without a copy, and the bytes of a chunk.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of bytes that are all available, and remain so while any part of them is in use.
#[derive(Clone)]
pub(crate) struct SharedBytes {
    held: Arc<dyn AsRef<[u8]> + Send + Sync>,
    range: Range<usize>,
}

impl SharedBytes {
    /// Shares all bytes of a buffer or a mapping.
    pub(crate) fn new(held: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        let range = 0..held.as_ref().len();
        Self { held: Arc::new(held), range }
    }

    /// Returns a part of this part.
    ///
    /// # Panics
    /// When it is used and extends beyond the end of the bytes.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        let start = self.range.start;
        Self { held: Arc::clone(&self.held), range: start + range.start..start + range.end }
    }

    /// Returns the bytes in `range`, without a copy.
    ///
    /// # Panics
    /// When the bytes are used and `range` extends beyond the end of the part.
    pub(crate) fn slice(&self, range: Range<usize>) -> Bytes {
        Bytes::Shared(self.part(range))
    }
}

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &(*self.held).as_ref()[self.range.clone()]
    }
}

/// The bytes of one chunk.
#[derive(Clone)]
pub(crate) enum Bytes {
    /// A part of bytes that are all available.
    Shared(SharedBytes),
    /// A buffer.
    Owned(Vec<u8>),
}

impl Bytes {
    /// Returns the buffer for reuse, or an empty one if the bytes are shared.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        match self {
            Self::Shared(..) => Vec::new(),
            Self::Owned(buffer) => buffer,
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Shared(bytes) => bytes,
            Self::Owned(buffer) => buffer,
        }
    }
}
