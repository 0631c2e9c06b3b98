//! Identifies the input file, so only summaries of parts of the same file are added up.

use serde_json::{Value, json};

use crate::datasets::fingerprint::Fingerprint;
use crate::io::input::Input;

/// The length of an input, and the checksum of its first and last blocks.
#[derive(Clone, Copy, Debug)]
pub struct InputIdentity {
    bytes: u64,
    checksum: Fingerprint,
}

impl InputIdentity {
    /// Returns the identity of the whole file, or `None` if the input is not mapped.
    pub fn of(input: &Input) -> Option<Self> {
        let (bytes, blocks) = input.ends()?;
        Some(Self { bytes, checksum: Fingerprint::of_text(&blocks.concat()) })
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
