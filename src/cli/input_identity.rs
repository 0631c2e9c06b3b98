//! Identifies the input file, so only summaries of parts of the same file are added up.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use serde_json::{Value, json};

use crate::datasets::fingerprint::Fingerprint;

/// The bytes of a block that is read for the checksum.
const BLOCK: u64 = 64 * 1024;

/// The length of an input, and the checksum of its first and last blocks.
#[derive(Clone, Copy, Debug)]
pub struct InputIdentity {
    bytes: u64,
    checksum: Fingerprint,
}

impl InputIdentity {
    /// Returns the identity of the whole file at `path`. Of a compressed file it is that of the compressed bytes; a pipe has none.
    pub fn of(path: &Path) -> io::Result<Option<Self>> {
        if !path.metadata()?.is_file() {
            return Ok(None);
        }
        let mut file = File::open(path)?;
        let bytes = file.metadata()?.len();
        let block = bytes.min(BLOCK);
        let mut blocks = vec![0; 2 * block as usize];
        let (first, last) = blocks.split_at_mut(block as usize);
        file.read_exact(first)?;
        file.seek(SeekFrom::Start(bytes - block))?;
        file.read_exact(last)?;
        Ok(Some(Self { bytes, checksum: Fingerprint::of_text(&blocks) }))
    }

    /// Returns the members of a summary that identify the input file.
    pub fn json(input: Option<Self>) -> Value {
        let checksum = |Fingerprint([one, two])| format!("{two:016x}{one:016x}");
        json!({
            "input_bytes": input.map(|input| input.bytes),
            "input_checksum": input.map(|input| checksum(input.checksum)),
        })
    }
}
