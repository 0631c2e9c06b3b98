//! The results as JSON, for programs and for `--compare`.

use serde_json::{Value, json};

use super::BenchReport;
use super::measurement::Measurement;
use super::scaling_table::{ScalingLine, ScalingTable};
use crate::cli::args::BenchArgs;

/// Version of the JSON. It increases when a field changes its meaning or is removed; fields may be added at any time.
pub const SCHEMA: u64 = 1;

/// The text of the file.
pub fn of(args: &BenchArgs, report: &BenchReport) -> String {
    let BenchReport { host, rows, scaling, .. } = report;
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
            "commit": host.commit,
            "compiler": host.compiler,
            "flags": host.flags,
            "profile": host.profile,
            "target": host.target,
        },
        "date": host.date,
        "seed": args.seed,
        "runs": args.runs,
        "milliseconds_a_run": args.time,
        "budget": args.budget,
        "rows": rows.iter().map(row_json).collect::<Vec<_>>(),
        "model": scaling.as_ref().map(scaling_json),
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
            "looks_a_puzzle": costs.looks,
            "operations_a_sweep": costs.operations,
            "deepest_stack": costs.deepest_stack,
        })),
        "verified": row.verified.map(|verified| json!({
            "solutions": verified.solutions,
            "refused": verified.refused,
            "open": verified.open,
        })),
    })
}

fn scaling_json(scaling: &ScalingTable) -> Value {
    json!({
        "bandwidth_one_core": scaling.one_core,
        "bandwidth_all_cores": scaling.here.bandwidth,
        "writing_one_thread": scaling.writing,
        "lines": scaling.lines.iter().map(|line| line_json(scaling, line)).collect::<Vec<_>>(),
    })
}

fn line_json(scaling: &ScalingTable, line: &ScalingLine) -> Value {
    let machines = [scaling.here].into_iter().chain(scaling.larger.iter().copied());
    let forecasts = machines.map(|machine| {
        let (memory, files) = (scaling.forecast(line, machine, false), scaling.forecast(line, machine, true));
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
