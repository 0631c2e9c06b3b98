//! `bulkdoku bench`: puzzles a second, on built-in sets when no file is named.

mod compare;
mod host;
mod json;
mod page;
mod plan;
mod row;
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
use super::args::BenchArgs;
use super::progress::StepProgress;
use host::Host;
use plan::Plan;
use row::Row;
use scaling_table::Model;
use table::TextTable;

/// Everything that a run found.
struct Report {
    machine: Host,
    rows: Vec<Row>,
    compared: Option<TextTable>,
    model: Option<Model>,
}

/// Runs the subcommand.
pub fn run(args: BenchArgs) -> Result<Exit> {
    [&args.json, &args.html].into_iter().flatten().try_for_each(|path| check(path))?;
    let old = args.compare.as_deref().map(compare::read).transpose()?;
    let steps = StepProgress::new(&args.view);
    let folder = tempfile::tempdir().map_err(|reason| Error::writing("a temporary folder", reason))?;
    let mut plan = Plan::new(&args, sets(&args, &steps)?, folder.path(), &steps)?;
    let rows = measure(&mut plan, &args, &steps)?;
    let compared = old.map(|old| compare::table(&rows, &old));
    let model = Model::of(&rows, &args, folder.path())?;
    steps.clear();
    let report = Report { machine: Host::here(), rows, compared, model };
    // The files first: a reader who closes the pipe does not lose them.
    if let Some(path) = &args.json {
        write(path, &json::of(&args, &report))?;
    }
    if let Some(path) = &args.html {
        write(path, &page::of(&args, &report))?;
    }
    write_to_stdout(&report.text())?;
    Ok(Exit::Done)
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!("{}\n\n{}", self.machine, table::of(&self.rows).text());
        if let Some(compared) = &self.compared {
            text += &format!("\n{}", compared.text());
        }
        text + &self.model.as_ref().map_or(String::new(), Model::text)
    }
}

/// Can this file be written? Asked before the minutes that the measuring takes. A pipe or a device is not tried: to
/// open it and close it again would already tell its reader something.
fn check(path: &Path) -> Result<()> {
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

/// The sets that are asked for.
fn sets(args: &BenchArgs, steps: &StepProgress) -> Result<Vec<Arc<Set>>> {
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
    let wanted = |set: &BuiltIn| match args.set.is_empty() {
        true => args.files.is_empty(),
        false => args.set.contains(set),
    };
    for built_in in BuiltIn::ALL.into_iter().filter(wanted) {
        steps.say(&format!("making the set {}", built_in.name()));
        sets.push(Arc::new(built_in.make(args.puzzles).spread(args.seed)));
    }
    Ok(sets)
}

/// All rounds, every measurement once in each, in an order drawn anew.
fn measure(plan: &mut Plan, args: &BenchArgs, steps: &StepProgress) -> Result<Vec<Row>> {
    let mut figures = vec![Vec::new(); plan.len()];
    let mut order: Vec<usize> = (0..plan.len()).collect();
    let mut shuffler = Shuffler::new(args.seed);
    steps.begin(plan.len() * args.runs);
    for round in 1..=args.runs {
        steps.say(&format!("round {round} of {}", args.runs));
        shuffler.shuffle(&mut order);
        for &index in &order {
            figures[index].push(plan.run(index)?);
            steps.step();
        }
    }
    let rows = plan.rows().into_iter().zip(figures);
    Ok(rows.filter_map(|(row, figures)| Some(Row { rate: Statistics::of(figures)?, ..row })).collect())
}

/// A measurement's time as the options say.
fn time(args: &BenchArgs) -> Duration {
    Duration::from_millis(args.time)
}
