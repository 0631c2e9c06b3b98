//! `bulkdoku bench`: measures puzzles per second.

mod canon;
mod compare;
mod host;
mod json;
mod measurement;
mod page;
mod plan;
mod scaling_table;
mod subjects;
mod table;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bulkdoku::bench::{Set, Shuffler, Statistics, sets::BuiltIn};
use bulkdoku::error::{Error, Result};
use bulkdoku::io::output::{Output, TempFiles};

use super::Exit;
use super::args::{BenchArgs, BenchTask};
use super::progress::StepProgress;
use host::Host;
use measurement::Measurement;
use plan::Plan;
use scaling_table::ScalingTable;
use table::TextTable;

/// The results of a run.
struct BenchReport {
    host: Host,
    rows: Vec<Measurement>,
    comparison: Option<TextTable>,
    scaling: Option<ScalingTable>,
}

/// Runs the subcommand.
pub fn run(args: BenchArgs) -> Result<Exit> {
    [&args.json, &args.html].into_iter().flatten().try_for_each(|path| check_writable(path))?;
    let old = args.compare.as_deref().map(compare::read).transpose()?;
    let progress = StepProgress::new(&args.view);
    let sets = sets(&args, &progress)?;
    if args.task == BenchTask::Canon {
        let table = canon::table(&args, &sets, &progress)?;
        progress.clear();
        write_to_stdout(&format!("{}\n\n{}", Host::here(), table.text()))?;
        return Ok(Exit::Done);
    }
    let folder = tempfile::tempdir().map_err(|reason| Error::writing("a temporary folder", reason))?;
    let mut plan = Plan::new(&args, sets, folder.path(), &progress)?;
    let rows = measure(&mut plan, &args, &progress)?;
    let comparison = old.map(|old| compare::table(&rows, &old));
    let scaling = ScalingTable::of(&rows, &args, folder.path())?;
    progress.clear();
    let report = BenchReport { host: Host::here(), rows, comparison, scaling };
    // The files come first, so that a closed pipe does not lose them.
    if let Some(path) = &args.json {
        write(path, &json::of(&args, &report))?;
    }
    if let Some(path) = &args.html {
        write(path, &page::of(&args, &report))?;
    }
    write_to_stdout(&report.text())?;
    Ok(Exit::Done)
}

impl BenchReport {
    fn text(&self) -> String {
        let mut text = format!("{}\n\n{}", self.host, table::of(&self.rows).text());
        if let Some(comparison) = &self.comparison {
            text += &format!("\n{}", comparison.text());
        }
        text + &self.scaling.as_ref().map_or(String::new(), ScalingTable::text)
    }
}

/// Checks that a file can be written, before the measurement takes minutes. A pipe or a device is not opened, as its
/// reader would notice.
fn check_writable(path: &Path) -> Result<()> {
    let is_special = fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    if !is_special {
        drop(Output::create(path, &TempFiles::default())?);
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    let mut output = Output::create(path, &TempFiles::default())?;
    output.write(text.as_bytes())?;
    output.finish()
}

fn write_to_stdout(text: &str) -> Result<()> {
    io::stdout().write_all(text.as_bytes()).map_err(|reason| Error::writing("<stdout>", reason))
}

/// The requested puzzle sets.
fn sets(args: &BenchArgs, progress: &StepProgress) -> Result<Vec<Arc<Set>>> {
    let mut sets = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let text = std::fs::read(path).map_err(|reason| Error::reading(&name, reason))?;
        let short = path.file_name().map_or(name.clone(), |name| name.to_string_lossy().into_owned());
        let set = Set::of_file(&short, &text).spread(args.seed);
        if set.lines.is_empty() {
            let reason = io::Error::other("there is no line that begins with a puzzle of 81 characters");
            return Err(Error::reading(&name, reason));
        }
        sets.push(Arc::new(set));
    }
    let is_requested = |set: &BuiltIn| match args.set.is_empty() {
        true => args.files.is_empty(),
        false => args.set.contains(set),
    };
    for built_in in BuiltIn::ALL.into_iter().filter(is_requested) {
        progress.set_message(&format!("generating the set {}", built_in.name()));
        sets.push(Arc::new(built_in.make(args.puzzles).spread(args.seed)));
    }
    Ok(sets)
}

/// Runs all rounds. Every round runs each measurement once, in a new random order.
fn measure(plan: &mut Plan, args: &BenchArgs, progress: &StepProgress) -> Result<Vec<Measurement>> {
    let mut rates = vec![Vec::new(); plan.len()];
    let mut order: Vec<usize> = (0..plan.len()).collect();
    let mut shuffler = Shuffler::new(args.seed);
    progress.begin(plan.len() * args.runs);
    for round in 1..=args.runs {
        progress.set_message(&format!("round {round} of {}", args.runs));
        shuffler.shuffle(&mut order);
        for &index in &order {
            rates[index].push(plan.run(index)?);
            progress.step();
        }
    }
    let rows = plan.rows().into_iter().zip(rates);
    Ok(rows.filter_map(|(row, rates)| Some(Measurement { rate: Statistics::of(rates)?, ..row })).collect())
}

/// The duration of one run, as the options give it.
fn time(args: &BenchArgs) -> Duration {
    Duration::from_millis(args.time)
}
