//! A stream that arrives in parts.

use std::io::{self, Cursor, Read};

/// A text that is read as a stream, at most `length` bytes at a time.
pub struct Parts {
    length: usize,
    text: Cursor<Vec<u8>>,
}

impl Parts {
    /// Creates a stream of `text` in parts of at most `length` bytes.
    pub fn new(text: Vec<u8>, length: usize) -> Self {
        Self { length, text: Cursor::new(text) }
    }
}

impl Read for Parts {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.length.min(buffer.len());
        self.text.read(&mut buffer[..length])
    }
}
