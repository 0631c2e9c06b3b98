//! Solves a file in shards, as the jobs of a cluster would, each with its own log. The outputs of all shards, one after
//! another, are the output of the whole file.
//!
//! ```text
//! cargo run --release --example shards --no-default-features --features files
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use bulkdoku::SolveJob;
use bulkdoku::format::OutputFormat;
use bulkdoku::io::Output;
use bulkdoku::pipeline::{BadRecord, RecordSource, Report, Shard, Tally};
use bulkdoku::solver::{Engine, Verdict};

/// Solves one shard of a file of untrusted puzzles, which get a budget. Returns the path of the output.
fn solve(input: &Path, shard: Shard) -> bulkdoku::Result<(PathBuf, Report)> {
    let output = input.with_extension(format!("{}-of-{}.csv", shard.number(), shard.of()));
    let job = SolveJob::new(RecordSource::read_once(input), Output::file(&output)?);
    let job = job.unique().budget(100_000).engine(Engine::Lanes);
    let report = job.output_format(OutputFormat::Csv).shard(shard).run()?;
    Ok((output, report))
}

/// Returns the log of a run.
fn log(report: &Report) -> String {
    let tally: &Tally = &report.tally;
    let mut log = format!("read as {}: {} lines, {} bytes\n", report.read_as, tally.lines, tally.bytes);
    log += &format!("{} of {} solved, {} guesses\n", tally.answered(), tally.records(), tally.guesses);
    for (verdict, records) in tally.verdicts() {
        log += &format!("{records} × {verdict}\n");
    }
    for bad in &report.bad {
        let BadRecord { line, column, .. } = bad; // editors turn the place into a link
        log += &format!("puzzles.txt:{line}:{column}: {}: {}\n", bad.verdict(), bad.reason());
    }
    log + &format!("{} bytes in {:?} on {} threads\n", report.written, report.elapsed, report.threads)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("bulkdoku-shards-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let input = folder.join("puzzles.txt");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    fs::write(&input, puzzle.repeat(1000) + "12\n" + puzzle)?;

    let (mut table, mut total) = (String::new(), Tally::default());
    for number in 1..=4 {
        let shard = Shard::new(number, 4).ok_or("no such shard")?; // usually from the scheduler: "3/4".parse()
        let (output, report) = solve(&input, shard)?;
        println!("shard {shard}\n{}", log(&report));
        table += &fs::read_to_string(output)?;
        total += &report.tally;
    }
    fs::remove_dir_all(&folder)?;
    assert_eq!((table.lines().count(), total.with(Verdict::Malformed)), (1003, 1)); // with the header
    Ok(())
}
