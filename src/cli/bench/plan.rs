//! The measurements of a run: the puzzle sets, and the engines that solve them.

use std::path::Path;
use std::sync::Arc;

use crate::bench::sets::BuiltIn;
use crate::bench::{Set, Subject, Trial};
use crate::cli::args::BenchArgs;
use crate::cli::context::Context;
use crate::cli::files::open_input;
use crate::cli::numbers::counted;
use crate::cli::progress::StepProgress;
use crate::cli::say;
use crate::cli::solver::isa_from_environment;
use crate::cli::streams::is_dash;
use crate::error::{Error, Result};
use crate::io::Access;
use crate::io::run_files::Role;
use crate::solver::Isa;
use crate::solver::batch::Task;

/// The seed of the order of puzzles and measurements.
pub const SEED: u64 = 1;

/// The number of puzzles in a built-in set.
const SET_SIZE: usize = 2000;

/// A measurement, ready to be run.
pub struct Step {
    /// The engine, its task and its threads.
    pub subject: Subject,
    /// The engine on a puzzle set.
    pub trial: Trial,
    /// Puzzles per second of every run.
    pub rates: Vec<f64>,
}

/// Returns the requested puzzle sets, and the number of skipped records of files.
pub fn sets(args: &BenchArgs, progress: &StepProgress, context: &Context) -> Result<(Vec<Arc<Set>>, u64)> {
    let (mut sets, mut all_skipped) = (Vec::new(), 0);
    for path in &args.files {
        let (set, skipped) = read_set(path, args, context)?;
        sets.push(Arc::new(set.spread(SEED)));
        all_skipped += skipped;
    }
    let is_requested = |set: &BuiltIn| match args.set.is_empty() {
        true => args.files.is_empty(),
        false => args.set.contains(set),
    };
    for built_in in BuiltIn::ALL.into_iter().filter(is_requested) {
        progress.set_message(&format!("generating the set {}", built_in.name()));
        sets.push(Arc::new(built_in.make(SET_SIZE).spread(SEED)));
    }
    Ok((sets, all_skipped))
}

/// Reads a file of puzzles. Prints and returns the number of skipped records.
fn read_set(path: &Path, args: &BenchArgs, context: &Context) -> Result<(Set, u64)> {
    let input = open_input(path, Access::Map, Role::Input, context)?;
    let name = input.name().to_owned();
    let short = path.file_name().filter(|_| !is_dash(path)).map(|name| name.to_string_lossy().into_owned());
    let (set, skipped) = Set::read(&short.unwrap_or_else(|| name.clone()), input)?;
    if set.is_empty() {
        return Err(Error::refused(format!("{name} contains no puzzles that can be measured")));
    }
    if skipped > 0 && !args.view.quiet {
        let records = counted(skipped as u64, "record");
        say(format_args!("{name}: {records} skipped, malformed"));
    }
    Ok((set, skipped as u64))
}

/// Prepares all measurements: warms up and verifies every answer.
///
/// # Errors
/// Returns an error for the first wrong answer, and if no engine reads any of the sets.
pub fn prepare(args: &BenchArgs, sets: &[Arc<Set>], progress: &StepProgress) -> Result<Vec<Step>> {
    let subjects = subjects(args)?;
    let reads = |set: &Set, subject: &Subject| subject.engine.reads(set.notation);
    let count = sets.iter().map(|set| subjects.iter().filter(|subject| reads(set, subject)).count()).sum();
    if count == 0 {
        return Err(Error::refused("pencilmarks need the engine lanes or single"));
    }
    let mut steps = Vec::new();
    progress.begin(count);
    for set in sets {
        progress.set_message(&format!("warming up on {} and verifying every answer", set.name));
        for &subject in subjects.iter().filter(|subject| reads(set, subject)) {
            let trial = Trial::of_engine(set, subject, args.time)?;
            steps.push(Step { subject, trial, rates: Vec::with_capacity(args.runs) });
            progress.step();
        }
    }
    Ok(steps)
}

/// Returns the requested combinations of engine, instruction set, mode and threads.
fn subjects(args: &BenchArgs) -> Result<Vec<Subject>> {
    let isas: Vec<Option<Isa>> = match args.isa.is_empty() {
        true => vec![Some(isa_from_environment()?)],
        false => args.isa.iter().copied().map(Some).collect(),
    };
    let mut subjects = Vec::new();
    for &engine in &args.engine {
        for &isa in if engine.is_baseline() { &[None] } else { &isas[..] } {
            for &goal in &args.mode {
                let task = Task::new(goal).with_budget(args.budget);
                subjects.extend(args.threads().into_iter().map(|threads| Subject {
                    engine,
                    isa,
                    task,
                    threads,
                }));
            }
        }
    }
    Ok(subjects)
}
