//! Fingerprints that are too many for memory, in a temporary file.
//!
//! ```text
//! file    │ part 7 │ part 0 │ part 9 │ part 7 │ ...        pieces of one size, in the order they were filled
//! owners      7        0        9        7
//! ```

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};

/// A fingerprint, and where the record begins that has it: 24 bytes in memory and in the file.
pub(super) type Entry = [u64; 3];

/// Pieces of parts in a temporary file, which the system removes when the program ends in any way.
pub(super) struct Spill {
    /// Entries of a piece.
    piece: usize,
    file: Option<Mutex<File>>,
    /// The part that each piece belongs to.
    owners: Vec<u8>,
    /// A piece as it is written.
    text: Vec<u8>,
}

impl Spill {
    /// Nothing yet; pieces will have so many entries.
    pub(super) fn new(piece: usize) -> Self {
        Self { piece, file: None, owners: Vec::new(), text: Vec::new() }
    }

    /// Bytes written.
    pub(super) fn length(&self) -> u64 {
        (self.owners.len() * self.piece * size_of::<Entry>()) as u64
    }

    /// Writes a piece of `part`.
    ///
    /// # Errors
    /// With the system's reason.
    pub(super) fn write(&mut self, part: u8, piece: &[Entry]) -> Result<()> {
        debug_assert_eq!(piece.len(), self.piece);
        self.text.clear();
        piece.iter().flatten().for_each(|number| self.text.extend_from_slice(&number.to_le_bytes()));
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Mutex::new(tempfile::tempfile().map_err(refused)?)),
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&self.text).map_err(refused)?;
        self.owners.push(part);
        Ok(())
    }

    /// All that was written of `part`, in order, with room for so many `more`. Only one thread reads at a time.
    ///
    /// # Errors
    /// With the system's reason.
    pub(super) fn read(&self, part: u8, more: usize) -> Result<Vec<Entry>> {
        let Some(file) = &self.file else { return Ok(Vec::new()) };
        let length = self.piece * size_of::<Entry>();
        let pieces = || (0..self.owners.len()).filter(|&index| self.owners[index] == part);
        let mut entries = Vec::with_capacity(pieces().count() * self.piece + more);
        let mut text = vec![0; length];
        for index in pieces() {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let start = SeekFrom::Start((index * length) as u64);
            file.seek(start).and_then(|_| file.read_exact(&mut text)).map_err(refused)?;
            drop(file);
            let (numbers, _) = text.as_chunks();
            let (read, _) = numbers.as_chunks::<3>();
            entries.extend(read.iter().map(|entry| entry.map(u64::from_le_bytes)));
        }
        Ok(entries)
    }
}

fn refused(reason: std::io::Error) -> Error {
    let folder = std::env::temp_dir();
    Error::writing(&format!("a temporary file in {} (TMPDIR names another folder)", folder.display()), reason)
}
