//! A temporary file for the entries of a table that do not fit in memory.
//!
//! ```text
//! file    │ bucket 7 │ bucket 0 │ bucket 9 │ bucket 7 │ …        blocks of equal size, in the order they were filled
//! owners    7          0          9          7
//! ```

#[cfg(feature = "files")]
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};

/// Blocks of numbers in a temporary file. The system removes the file when the program ends, however it ends.
pub(super) struct Spill {
    /// The count of numbers of a block.
    block: usize,
    file: Option<Mutex<File>>,
    /// The bucket that each block belongs to.
    owners: Vec<u8>,
    /// The bytes of the block that is written.
    text: Vec<u8>,
}

impl Spill {
    /// Nothing yet. Blocks will have `block` numbers.
    pub(super) fn new(block: usize) -> Self {
        Self { block, file: None, owners: Vec::new(), text: Vec::new() }
    }

    /// The number of bytes written.
    pub(super) fn length(&self) -> u64 {
        (self.owners.len() * self.block * size_of::<u64>()) as u64
    }

    /// Writes a block of `bucket`.
    ///
    /// # Errors
    /// With the reason of the system.
    pub(super) fn write(&mut self, bucket: u8, block: &[u64]) -> Result<()> {
        debug_assert_eq!(block.len(), self.block);
        self.text.clear();
        block.iter().for_each(|number| self.text.extend_from_slice(&number.to_le_bytes()));
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Mutex::new(temporary_file()?)),
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A bucket may have been read since the last block was written.
        let end = SeekFrom::Start((self.owners.len() * self.text.len()) as u64);
        file.seek(end).and_then(|_| file.write_all(&self.text)).map_err(refused)?;
        self.owners.push(bucket);
        Ok(())
    }

    /// Reads all numbers of `bucket`, in the order they were written, into memory with room for `more`. One thread reads
    /// at a time.
    ///
    /// # Errors
    /// With the reason of the system.
    pub(super) fn read(&self, bucket: u8, more: usize) -> Result<Vec<u64>> {
        let Some(file) = &self.file else { return Ok(Vec::new()) };
        let length = self.block * size_of::<u64>();
        let blocks = || (0..self.owners.len()).filter(|&index| self.owners[index] == bucket);
        let mut numbers = Vec::with_capacity(blocks().count() * self.block + more);
        let mut text = vec![0; length];
        for index in blocks() {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let start = SeekFrom::Start((index * length) as u64);
            file.seek(start).and_then(|_| file.read_exact(&mut text)).map_err(refused)?;
            drop(file);
            let (read, _) = text.as_chunks();
            numbers.extend(read.iter().map(|bytes| u64::from_le_bytes(*bytes)));
        }
        Ok(numbers)
    }
}

/// Memory in the place of a temporary file.
#[cfg(not(feature = "files"))]
type File = io::Cursor<Vec<u8>>;

/// A temporary file without a name, which the system removes when it is closed.
///
/// # Errors
/// When the folder of temporary files does not take it.
pub(super) fn temporary_file() -> Result<File> {
    #[cfg(feature = "files")]
    return tempfile::tempfile().map_err(refused);
    #[cfg(not(feature = "files"))]
    Ok(File::default())
}

/// The error of a temporary file.
pub(super) fn refused(reason: io::Error) -> Error {
    let folder = std::env::temp_dir();
    let variable = if cfg!(windows) { "TMP" } else { "TMPDIR" };
    let name = format!("a temporary file in {} ({variable} names another folder)", folder.display());
    Error::writing(&name, reason)
}
