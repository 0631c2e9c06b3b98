//! The results of an earlier run, read from its JSON.

use std::path::Path;

use serde_json::Value;

use crate::bench::Statistics;
use crate::error::{Action, Error, Refusal, Result};

/// The version of the JSON. It increases when a field changes its meaning or is removed. Fields may be added at any time.
pub const SCHEMA: u64 = 1;

/// A row of an earlier run.
pub struct OldMeasurement {
    /// The fields that must be equal for two rates to be comparable.
    pub key: [String; 6],
    /// Puzzles per second.
    pub rate: Statistics,
}

/// Reads the results of an earlier run, as written by `--summary`.
///
/// # Errors
/// Returns an error if the file cannot be read or has another schema.
pub fn read(path: &Path) -> Result<Vec<OldMeasurement>> {
    let name = path.display().to_string();
    match std::fs::read(path) {
        Ok(text) => parse(&name, &text),
        Err(source) => Err(Error::Io { action: Action::Read, name, source }),
    }
}

/// Parses the text of the file `name`.
///
/// # Errors
/// Returns an error if it is not JSON of this schema.
pub fn parse(name: &str, text: &[u8]) -> Result<Vec<OldMeasurement>> {
    let unreadable = |what: &str| Error::Refused(Refusal::Other(format!("{name}:1:1: {what}")));
    let value: Value = serde_json::from_slice(text)
        .map_err(|error| unreadable(&format!("{error}; give a file that 'bench --summary' wrote")))?;
    if value["schema"].as_u64() != Some(SCHEMA) {
        return Err(unreadable(&format!("the schema is not {SCHEMA}: measure again with 'bench --summary'")));
    }
    let rows = value["rows"].as_array().ok_or_else(|| unreadable("the file has no rows"))?;
    let rated = rows.iter().filter(|row| !row["puzzles_per_second"].is_null());
    rated.map(|row| old(row).ok_or_else(|| unreadable("a field of a row is missing"))).collect()
}

fn old(row: &Value) -> Option<OldMeasurement> {
    let text = |field: &str| Some(row[field].as_str()?.to_owned());
    let threads = row["threads"].as_u64().map_or("-".to_owned(), |threads| threads.to_string());
    let rate = &row["puzzles_per_second"];
    let number = |field: &str| rate[field].as_f64();
    Some(OldMeasurement {
        key: [text("set")?, text("clock")?, text("engine")?, text("isa")?, text("mode")?, threads],
        rate: Statistics { median: number("median")?, min: number("min")?, max: number("max")? },
    })
}
