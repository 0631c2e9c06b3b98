//! The figures for programs, and for `--compare`.

use serde_json::{Value, json};

use super::Report;
use super::row::Row;
use super::scaling_table::{Line, Model};
use crate::cli::args::BenchArgs;

/// Raised when a field changes its meaning or goes; new ones may come at any time.
pub const SCHEMA: u64 = 1;

/// The text of the file.
pub fn of(args: &BenchArgs, report: &Report) -> String {
    let Report { machine, rows, model, .. } = report;
    let value = json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "machine": {
            "processor": machine.processor,
            "cores": machine.cores,
            "memory_bytes": machine.memory,
            "system": machine.system,
        },
        "build": {
            "commit": machine.commit,
            "compiler": machine.compiler,
            "flags": machine.flags,
            "profile": machine.profile,
            "target": machine.target,
        },
        "date": machine.date,
        "seed": args.seed,
        "runs": args.runs,
        "milliseconds_a_run": args.time,
        "budget": args.budget,
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
        "model": model.as_ref().map(forecast),
    });
    format!("{value:#}\n")
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
        "puzzles_of_the_set": row.of,
        "given_up": row.answers.given_up,
        "puzzles_per_second": { "median": row.rate.median, "min": row.rate.least, "max": row.rate.most },
        "ns_a_puzzle": 1e9 / row.rate.median.max(1e-9),
        "guesses_a_puzzle": row.guesses_a_puzzle(),
        "share_without_guess": row.without_guess(),
        "verified": row.verified.map(|verified| json!({
            "solutions": verified.solutions,
            "refused": verified.refused,
            "open": verified.open,
        })),
    })
}

fn forecast(model: &Model) -> Value {
    json!({
        "bandwidth_one_core": model.one_core,
        "bandwidth_all_cores": model.here.bandwidth,
        "writing_one_thread": model.writing,
        "lines": model.lines.iter().map(|line| line_of(model, line)).collect::<Vec<_>>(),
    })
}

fn line_of(model: &Model, line: &Line) -> Value {
    let machines = [model.here].into_iter().chain(model.larger.iter().copied());
    let forecasts = machines.map(|machine| {
        let (memory, files) = (model.forecast(line, machine, false), model.forecast(line, machine, true));
        json!({
            "cores": machine.cores,
            "bandwidth": machine.bandwidth,
            "memory": { "puzzles_per_second": memory.rate(), "limit": memory.limit() },
            "files": { "puzzles_per_second": files.rate(), "limit": files.limit() },
        })
    });
    json!({
        "set": line.set,
        "isa": line.isa,
        "mode": line.mode,
        "one_thread": line.cost.one_thread,
        "each_core_adds": line.cost.efficiency,
        "bytes_in_memory": line.cost.bytes_in_memory(),
        "bytes_of_files": line.cost.bytes_of_files(),
        "forecasts": forecasts.collect::<Vec<_>>(),
    })
}
