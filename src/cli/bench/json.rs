//! The results as JSON: written for programs, and read for `--compare`.

use std::path::Path;

use serde_json::{Value, json};

use super::measurement::Measurement;
use super::{BenchReport, host};
use crate::bench::Statistics;
use crate::cli::args::BenchArgs;
use crate::error::{Error, Result};

/// Version of the JSON. It increases when a field changes its meaning or is removed; fields may be added at any time.
const SCHEMA: u64 = 1;

/// A row of an earlier run.
pub struct OldMeasurement {
    /// The fields that two runs must have in common for their rates to be comparable.
    pub key: [String; 6],
    /// Puzzles per second.
    pub rate: Statistics,
}

/// The text of the file.
pub fn of(args: &BenchArgs, report: &BenchReport) -> String {
    let BenchReport { host, rows, .. } = report;
    let value = json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "machine": {
            "processor": host.processor,
            "cores": host.cores,
            "memory_bytes": host.memory,
            "system": host.system,
        },
        "build": {
            "commit": host::COMMIT,
            "compiler": host::COMPILER,
            "flags": host::FLAGS,
            "profile": host::PROFILE,
            "target": host::TARGET,
        },
        "date": host.date,
        "seed": args.seed,
        "runs": args.runs,
        "milliseconds_a_run": 1e3 * args.time.as_secs_f64(),
        "budget": args.budget,
        "rows": rows.iter().map(row_json).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

fn row_json(row: &Measurement) -> Value {
    json!({
        "set": row.set,
        "clock": row.clock.name(),
        "engine": row.engine,
        "isa": row.isa,
        "mode": row.mode,
        "threads": row.threads,
        "puzzles": row.warm_up.puzzles,
        "puzzles_of_the_set": row.set_size,
        "given_up": row.warm_up.given_up,
        "puzzles_per_second": { "median": row.rate.median, "min": row.rate.min, "max": row.rate.max },
        "ns_a_puzzle": 1e9 / row.rate.median.max(1e-9),
        "guesses_a_puzzle": row.guesses_per_puzzle(),
        "share_without_guess": row.without_guess(),
        "lane_costs": row.lane_costs.map(|costs| json!({
            "lanes": costs.lanes,
            "lanes_in_use": costs.in_use,
            "sweeps_a_puzzle": costs.sweeps,
            "rounds_a_puzzle": costs.rounds,
            "deepest_stack": costs.deepest_stack,
        })),
        "verified": row.verified.map(|verified| json!({
            "solutions": verified.solutions,
            "refused": verified.refused,
            "open": verified.open,
        })),
    })
}

/// Reads the results of an earlier run, as written by `--summary`.
///
/// # Errors
/// Returns an error if the file cannot be read or has another schema.
pub fn read(path: &Path) -> Result<Vec<OldMeasurement>> {
    let name = path.display().to_string();
    let text = std::fs::read(path).map_err(|source| Error::reading(&name, source))?;
    parse(&name, &text)
}

/// Reads the text of the file `name`.
///
/// # Errors
/// Returns an error if it is not JSON of this schema.
pub fn parse(name: &str, text: &[u8]) -> Result<Vec<OldMeasurement>> {
    let unreadable = |what: &str| Error::refused(format!("{name}:1:1: {what}"));
    let value: Value = serde_json::from_slice(text)
        .map_err(|error| unreadable(&format!("{error}; give a file that 'bench --summary' wrote")))?;
    if value["schema"].as_u64() != Some(SCHEMA) {
        return Err(unreadable(&format!("the schema is not {SCHEMA}: measure again with 'bench --summary'")));
    }
    let rows = value["rows"].as_array().ok_or_else(|| unreadable("the file has no rows"))?;
    rows.iter().map(|row| old(row).ok_or_else(|| unreadable("a field of a row is missing"))).collect()
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
