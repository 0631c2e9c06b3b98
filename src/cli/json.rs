//! The JSON files of a run: summaries. The results of `bench` are in `bench/json.rs`.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::error::Result;
use crate::io::output::Output;

/// Version of the summaries. It increases when a field changes its meaning or is removed; fields may be
/// added at any time.
pub const SCHEMA: u32 = 1;

/// What every summary begins with: the records of an input, and the time and the threads that they took.
pub fn summary(input: &str, records: u64, elapsed: Duration, threads: usize) -> Value {
    json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "input": input,
        "records": records,
        "seconds": elapsed.as_secs_f64(),
        "puzzles_per_second": records as f64 / elapsed.as_secs_f64().max(1e-9),
        "threads": threads,
    })
}

/// Writes a JSON value to an output and finishes it.
///
/// # Errors
/// Returns an error if it cannot be written.
pub fn write(mut output: Output, value: &Value) -> Result<()> {
    output.write(format!("{value:#}\n").as_bytes())?;
    output.finish()
}

/// An object with these members. They are inserted one after the other: `Map::from_iter` sorts them first, and the sort
/// would be compiled again for every type of iterator.
pub fn object(members: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut object = Map::new();
    members.into_iter().for_each(|(name, value)| drop(object.insert(name, value)));
    Value::Object(object)
}

/// The members of `first`, and those of `further`, which replace others of the same name. Both are objects.
pub fn extended(mut first: Value, further: Value) -> Value {
    if let (Value::Object(members), Value::Object(further)) = (&mut first, further) {
        members.extend(further);
    }
    first
}

/// How many puzzles have each number of clues, without the numbers that no puzzle has. `puzzles` is indexed by clues.
pub fn puzzles_by_clues(puzzles: &[u64]) -> Value {
    let counted = puzzles.iter().enumerate().filter(|&(_, &puzzles)| puzzles > 0);
    object(counted.map(|(clues, &puzzles)| (clues.to_string(), puzzles.into())))
}
