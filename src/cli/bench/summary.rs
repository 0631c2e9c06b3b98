//! The results as JSON, as `--summary` writes and `--compare` reads them.

use std::path::Path;

use serde_json::{Value, json};

use super::host::Host;
use super::plan::SEED;
use super::row::{Key, NAMES, Row};
use crate::bench::Statistics;
use crate::cli::args::BenchArgs;
use crate::cli::summary::{SCHEMA, extended};
use crate::cli::{Exit, ThisRun};
use crate::error::{Error, Result};

/// Returns the summary of a run.
pub fn of(args: &BenchArgs, host: &Host, rows: &[Row], exit: Exit, run: &ThisRun) -> Value {
    let value = json!({
        "schema": SCHEMA,
        "seconds": run.elapsed().as_secs_f64(),
        "version": env!("CARGO_PKG_VERSION"),
        "machine": {
            "processor": host.processor,
            "cores": host.cores,
            "memory_bytes": host.memory,
            "system": host.system,
        },
        "seed": SEED,
        "runs": args.runs,
        "milliseconds_per_run": 1e3 * args.time.as_secs_f64(),
        "budget": args.budget,
        "rows": rows.iter().map(row_json).collect::<Vec<_>>(),
    });
    extended(value, run.json(exit, None))
}

fn row_json(row: &Row) -> Value {
    let [set, engine, isa, mode, _] = row.key();
    let Row { subject, warm_up, rate, .. } = row;
    let per_puzzle = |count: u64| count as f64 / warm_up.puzzles as f64;
    json!({
        "set": set,
        "engine": engine,
        "isa": isa,
        "mode": mode,
        "threads": subject.threads,
        "puzzles": warm_up.puzzles,
        "puzzles_in_set": row.set.len(),
        "given_up": warm_up.given_up,
        "puzzles_per_second": { "median": rate.median, "min": rate.min, "max": rate.max },
        "guesses_per_puzzle": per_puzzle(warm_up.guesses),
        "sweeps_per_puzzle": warm_up.sweeps.map(per_puzzle),
    })
}

/// A row of an earlier run.
pub struct EarlierRow {
    /// The fields that must be equal for two rates to be comparable.
    pub key: Key,
    /// Puzzles per second.
    pub rate: Statistics,
}

/// Reads the rows of an earlier run.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a summary of `bench`.
pub fn read(path: &Path) -> Result<Vec<EarlierRow>> {
    let name = path.display().to_string();
    let text = std::fs::read(path).map_err(|source| Error::reading(&name, source))?;
    let unreadable = |what: &str| Error::refused(format!("{name}:1:1: {what}"));
    let value: Value = serde_json::from_slice(&text)
        .map_err(|error| unreadable(&format!("{error}; give a file that 'bench --summary' wrote")))?;
    if value["schema"].as_u64() != Some(SCHEMA.into()) {
        return Err(unreadable(&format!("the schema is not {SCHEMA}: measure again with 'bench --summary'")));
    }
    let rows = value["rows"].as_array().ok_or_else(|| unreadable("the file has no rows"))?;
    rows.iter().map(|row| earlier(row).ok_or_else(|| unreadable("a field of a row is missing"))).collect()
}

fn earlier(row: &Value) -> Option<EarlierRow> {
    let text = |name| match &row[name] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let [set, engine, isa, mode, threads] = NAMES.map(text);
    let number = |name| row["puzzles_per_second"][name].as_f64();
    Some(EarlierRow {
        key: [set?, engine?, isa?, mode?, threads?],
        rate: Statistics { median: number("median")?, min: number("min")?, max: number("max")? },
    })
}
