//! The figures for programs, and for `--compare`.

use std::path::Path;

use bulkdoku::error::Result;
use bulkdoku::output::{Output, Unfinished};
use serde_json::{Value, json};

use super::machine::Machine;
use super::row::Row;
use crate::cli::args::BenchArgs;

/// Raised when a field changes its meaning or goes; new ones may come at any time.
pub const SCHEMA: u64 = 1;

/// Writes all rows.
pub fn write(path: &Path, machine: &Machine, args: &BenchArgs, rows: &[Row]) -> Result<()> {
    let value = json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "machine": {
            "processor": machine.processor,
            "cores": machine.cores,
            "system": machine.system,
        },
        "build": {
            "commit": machine.commit,
            "compiler": machine.compiler,
            "flags": machine.flags,
            "profile": machine.profile,
            "target": machine.target,
        },
        "seed": args.seed,
        "runs": args.runs,
        "milliseconds_a_run": args.time,
        "budget": args.budget,
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
    });
    let mut output = Output::create(path, &Unfinished::default())?;
    output.write(format!("{value:#}\n").as_bytes())?;
    output.finish()
}

fn row(row: &Row) -> Value {
    json!({
        "set": row.set,
        "clock": row.scope.name(),
        "engine": row.engine,
        "isa": row.isa,
        "mode": row.mode,
        "threads": row.threads,
        "puzzles": row.answers.puzzles,
        "given_up": row.answers.given_up,
        "puzzles_per_second": { "median": row.rate.median, "min": row.rate.least, "max": row.rate.most },
        "ns_a_puzzle": 1e9 / row.rate.median.max(1e-9),
        "guesses_a_puzzle": row.guesses_a_puzzle(),
        "share_without_guess": row.without_guess(),
    })
}
