//! A temporary file for the entries of a table that do not fit in memory.
//!
//! ```text
//! file    │ bucket 7 │ bucket 0 │ bucket 9 │ bucket 7 │ …        blocks, in the order they were filled
//! ```

use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use super::buckets::BUCKETS;
use crate::error::Result;
use crate::io::temporary::{File, refused, temporary_file};

/// Blocks of numbers in a temporary file. The system removes the file when the program ends, however it ends.
pub(super) struct Spill {
    file: Option<Mutex<File>>,
    /// The blocks of each bucket, in the order they were written.
    blocks: Vec<Vec<Block>>,
    /// The number of bytes written.
    length: u64,
    /// The bytes of the block to write.
    text: Vec<u8>,
}

/// The location of a block.
#[derive(Clone, Copy)]
pub(super) struct Block {
    start: u64,
    /// The count of numbers in the block.
    pub(super) numbers: usize,
}

/// Memory for reading blocks, which is reused.
#[derive(Default)]
pub(super) struct BlockBuffer {
    text: Vec<u8>,
    numbers: Vec<u64>,
}

impl Spill {
    /// Creates an empty spill, without a file.
    pub(super) fn new() -> Self {
        Self { file: None, blocks: vec![Vec::new(); BUCKETS], length: 0, text: Vec::new() }
    }

    /// Returns the number of bytes written.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Writes a block of `bucket`.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub(super) fn write(&mut self, bucket: u8, block: &[u64]) -> Result<()> {
        self.text.clear();
        block.iter().for_each(|number| self.text.extend_from_slice(&number.to_le_bytes()));
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Mutex::new(temporary_file()?)),
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A bucket may have been read since the last block was written.
        let end = SeekFrom::Start(self.length);
        file.seek(end).and_then(|_| file.write_all(&self.text)).map_err(refused)?;
        self.blocks[usize::from(bucket)].push(Block { start: self.length, numbers: block.len() });
        self.length += self.text.len() as u64;
        Ok(())
    }

    /// Returns the blocks of `bucket`, in the order they were written.
    pub(super) fn blocks(&self, bucket: u8) -> &[Block] {
        &self.blocks[usize::from(bucket)]
    }

    /// Reads a block into `buffer`. One thread reads at a time.
    ///
    /// # Errors
    /// Returns the error of the system.
    pub(super) fn read<'a>(&self, block: Block, buffer: &'a mut BlockBuffer) -> Result<&'a [u64]> {
        buffer.numbers.clear();
        buffer.text.resize(block.numbers * size_of::<u64>(), 0);
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let start = SeekFrom::Start(block.start);
            file.seek(start).and_then(|_| file.read_exact(&mut buffer.text)).map_err(refused)?;
        }
        let (read, _) = buffer.text.as_chunks();
        buffer.numbers.extend(read.iter().map(|bytes| u64::from_le_bytes(*bytes)));
        Ok(&buffer.numbers)
    }
}
