//! Bytes that are written once and then read, in memory up to a bound and in a temporary file beyond it.

use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom, Write};

use crate::error::Result;
use crate::io::temporary::{File, refused, temporary_file};

/// The number of bytes to keep in memory.
const HELD: usize = 1 << 20;

/// Bytes that wait to be read.
#[derive(Default)]
pub(crate) struct Spool {
    /// The bytes that follow the file.
    held: Vec<u8>,
    file: Option<File>,
}

/// A reader of the bytes of a [`Spool`].
pub(crate) struct SpoolReader {
    file: Option<BufReader<File>>,
    held: Cursor<Vec<u8>>,
}

impl Spool {
    /// Appends what `write` appends.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub(crate) fn append(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> Result<()> {
        write(&mut self.held);
        if self.held.len() < HELD {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(temporary_file()?),
        };
        file.write_all(&self.held).map_err(refused)?;
        self.held.clear();
        Ok(())
    }

    /// Returns a reader that begins with the first byte.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read.
    pub(crate) fn read(self) -> Result<SpoolReader> {
        let rewind = |mut file: File| file.seek(SeekFrom::Start(0)).map(|_| BufReader::new(file));
        let file = self.file.map(rewind).transpose().map_err(refused)?;
        Ok(SpoolReader { file, held: Cursor::new(self.held) })
    }
}

impl SpoolReader {
    /// Rewinds to the first byte.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read.
    pub(crate) fn rewind(&mut self) -> Result<()> {
        self.held.set_position(0);
        self.file.as_mut().map_or(Ok(0), |file| file.seek(SeekFrom::Start(0))).map_err(refused).map(drop)
    }

    /// Fills `bytes` with the next bytes. Returns false if there are not enough.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read.
    pub(crate) fn fill(&mut self, bytes: &mut [u8]) -> Result<bool> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.read_some(&mut bytes[filled..]).map_err(refused)? {
                0 => return Ok(false),
                count => filled += count,
            }
        }
        Ok(true)
    }

    fn read_some(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let from_file = self.file.as_mut().map_or(Ok(0), |file| file.read(bytes))?;
        if from_file > 0 { Ok(from_file) } else { self.held.read(bytes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_keep_their_order_in_memory_and_in_the_file() {
        for count in [0_u32, 10, 900_000] {
            let mut spool = Spool::default();
            for number in 0..count {
                spool.append(|bytes| bytes.extend_from_slice(&number.to_le_bytes())).unwrap();
            }
            let mut reader = spool.read().unwrap();
            for _ in 0..2 {
                let mut bytes = [0; 4];
                for number in 0..count {
                    assert!(reader.fill(&mut bytes).unwrap());
                    assert_eq!(u32::from_le_bytes(bytes), number);
                }
                assert!(!reader.fill(&mut bytes).unwrap());
                reader.rewind().unwrap();
            }
        }
    }
}
