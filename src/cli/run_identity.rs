//! What tells the run of a summary from others, so that only parts of one run are added up: the command, the options that
//! its results depend on, and the input.

use std::sync::Mutex;

use clap::{ArgMatches, Command};
use serde_json::{Value, json};

use super::args::MaskArg;
use super::summary::{extended, object};
use crate::datasets::fingerprint::Fingerprint;
use crate::io::input::Input;

/// The options that may differ from part to part: where the work is done, where it goes and how it is shown.
const OF_A_PART: [&str; 14] = [
    "all",
    "chunk-size",
    "classes",
    "fingerprint-memory",
    "html",
    "isa",
    "no-mmap",
    "output",
    "part",
    "progress",
    "quiet",
    "shard",
    "summary",
    "threads",
];

/// The command and its options.
static COMMAND: Mutex<Option<Value>> = Mutex::new(None);

/// The length of the input, and the checksum of its first and its last block.
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
}

/// Remembers the command line, whose `command` has these `matches`.
pub fn remember(command: &Command, matches: &ArgMatches) {
    let options = command.get_arguments().filter_map(|arg| {
        let long = arg.get_long().filter(|long| !OF_A_PART.contains(long))?;
        let id = arg.get_id().as_str();
        let values: Vec<_> = matches.try_get_raw(id).ok()??.map(|value| value.to_string_lossy()).collect();
        let mask = matches.try_get_one::<MaskArg>(id).ok().flatten(); // its file may be another one on another machine
        Some((long.to_owned(), mask.map_or_else(|| values.join(","), |given| given.mask.to_string()).into()))
    });
    let value = json!({ "command": command.get_name(), "options": object(options) });
    *COMMAND.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(value);
}

/// The members of a summary that say which run it is of.
pub fn json(input: Option<InputIdentity>) -> Value {
    let command = COMMAND.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    let checksum = |Fingerprint([one, two])| format!("{two:016x}{one:016x}");
    let input = json!({
        "input_bytes": input.map(|input| input.bytes),
        "input_checksum": input.map(|input| checksum(input.checksum)),
    });
    extended(input, command.unwrap_or_else(|| json!({})))
}
