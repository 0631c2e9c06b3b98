//! The results as JSON, for programs and for `--compare`.

use serde_json::{Value, json};

use super::earlier::SCHEMA;
use super::host;
use super::measurement::{Measurement, SEED};
use super::report::BenchReport;
use crate::cli::args::BenchArgs;
use crate::cli::summary::extended;
use crate::cli::{Exit, ThisRun};

/// Returns the text of the file.
pub fn of(args: &BenchArgs, report: &BenchReport, exit: Exit, run: &ThisRun) -> String {
    let BenchReport { host, rows, .. } = report;
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
        "build": {
            "commit": host::COMMIT,
            "compiler": host::COMPILER,
            "flags": host::FLAGS,
            "profile": host::PROFILE,
            "target": host::TARGET,
        },
        "seed": SEED,
        "runs": args.runs,
        "milliseconds_per_run": 1e3 * args.time.as_secs_f64(),
        "budget": args.budget,
        "rows": rows.iter().map(row_json).collect::<Vec<_>>(),
    });
    format!("{:#}\n", extended(value, run.json(exit, None)))
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
        "puzzles_in_set": row.set_size,
        "given_up": row.warm_up.given_up,
        "puzzles_per_second": row.has_rate().then(|| {
            json!({ "median": row.rate.median, "min": row.rate.min, "max": row.rate.max })
        }),
        "ns_per_puzzle": row.has_rate().then(|| 1e9 / row.rate.median),
        "guesses_per_puzzle": row.guesses_per_puzzle(),
        "share_without_guess": row.without_guess(),
        "lane_costs": row.lane_costs.map(|costs| json!({
            "lanes": costs.lanes,
            "lanes_in_use": costs.in_use,
            "sweeps_per_puzzle": costs.sweeps,
            "rounds_per_puzzle": costs.rounds,
            "deepest_stack": costs.deepest_stack,
        })),
        "answers": row.answers.as_ref().map(|answers| json!({
            "right": answers.right,
            "wrong": answers.wrong,
            "unanswered": answers.unanswered,
            "unverified": answers.unverified,
        })),
        "failure": row.failure,
    })
}
