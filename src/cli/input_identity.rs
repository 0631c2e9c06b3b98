//! Which file an input is, so that only the summaries of parts of one file are added up.

use serde_json::{Value, json};

use crate::datasets::fingerprint::Fingerprint;
use crate::io::input::Input;

/// The length of an input, and the checksum of its first and its last block.
#[derive(Clone, Copy, Debug)]
pub struct InputIdentity {
    bytes: u64,
    checksum: Fingerprint,
}

impl InputIdentity {
    /// That of the whole file; `None` for what is not mapped.
    pub fn of(input: &Input) -> Option<Self> {
        let (bytes, blocks) = input.ends()?;
        Some(Self { bytes, checksum: Fingerprint::of_text(&blocks.concat()) })
    }

    /// The members of a summary that say which file the input is.
    pub fn json(input: Option<Self>) -> Value {
        let checksum = |Fingerprint([one, two])| format!("{two:016x}{one:016x}");
        json!({
            "input_bytes": input.map(|input| input.bytes),
            "input_checksum": input.map(|input| checksum(input.checksum)),
        })
    }
}
