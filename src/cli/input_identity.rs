//! Identifies the input file, so only summaries of parts of the same file are added up.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use serde_json::{Value, json};

use crate::datasets::fingerprint::Fingerprint;

/// The bytes of a block that is read for the checksum.
const BLOCK: u64 = 64 * 1024;

/// Returns the members of a summary that identify the file at `path`: its length, and the checksum of its first and last blocks.
/// Of a compressed file they are those of the compressed bytes; a pipe has none.
pub fn identity_of(path: Option<&Path>) -> Value {
    let identity = path.and_then(|path| length_and_checksum(path).ok());
    let checksum = |Fingerprint([one, two])| format!("{two:016x}{one:016x}");
    json!({
        "input_bytes": identity.map(|(bytes, _)| bytes),
        "input_checksum": identity.map(|(_, sum)| checksum(sum)),
    })
}

fn length_and_checksum(path: &Path) -> io::Result<(u64, Fingerprint)> {
    if !path.metadata()?.is_file() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let mut file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let block = bytes.min(BLOCK);
    let mut blocks = vec![0; 2 * block as usize];
    let (first, last) = blocks.split_at_mut(block as usize);
    file.read_exact(first)?;
    file.seek(SeekFrom::Start(bytes - block))?;
    file.read_exact(last)?;
    Ok((bytes, Fingerprint::of_text(&blocks)))
}
