//! All measurements of a run: prepared, verified, and then repeated.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::measurement::{Clock, Measurement};
use crate::bench::external::{self, Verified};
use crate::bench::process::ProcessRunner;
use crate::bench::sets::SolutionCount;
use crate::bench::{Set, Subject, Trial, WarmUp, shell};
use crate::cli::args::BenchArgs;
use crate::cli::progress::StepProgress;
use crate::cli::solver::isa_from_environment;
use crate::error::{Error, Result};
use crate::solver::batch::Task;
use crate::solver::{Engine, Isa};

/// Runs a measurement.
type RunOnce = Box<dyn FnMut(&mut Measurement) -> Result<f64>>;

/// A measurement, ready to be run.
pub struct Step {
    /// Its row of the results, with a rate of zero.
    pub row: Measurement,
    /// Runs it once and returns puzzles per second. Adds to the row what all runs so far have cost.
    pub run: RunOnce,
}

/// Prepares all measurements, with files in `folder`: warms them up, and verifies every answer.
pub fn prepare(
    args: &BenchArgs,
    sets: &[Arc<Set>],
    folder: &Path,
    runner: ProcessRunner,
    progress: &StepProgress,
) -> Result<Vec<Step>> {
    let outside = Rc::new(Outside { output: folder.join("answers"), runner, time_limit: args.time_limit });
    let subjects = subjects(args)?;
    let mut steps = Vec::new();
    progress.begin(sets.len() * subjects.len());
    for (index, set) in sets.iter().enumerate() {
        progress.set_message(&format!("warming up on {} and verifying every answer", set.name));
        for &subject in &subjects {
            steps.push(in_memory(set, subject, args.time)?);
            progress.step();
        }
        if args.external.is_empty() {
            continue;
        }
        let file = Rc::new(SetFile::new(set, folder.join(format!("{index}.txt")))?);
        for command in &args.external {
            progress.set_message(&format!("running '{command}' on {} and verifying every answer", set.name));
            steps.push(outside.program(&file, command)?);
        }
    }
    Ok(steps)
}

/// The requested combinations of engine, instruction set, mode and threads.
fn subjects(args: &BenchArgs) -> Result<Vec<Subject>> {
    let isas: Vec<Option<Isa>> = match args.isa.is_empty() {
        true => vec![Some(isa_from_environment()?)],
        false => args.isa.iter().copied().map(Some).collect(),
    };
    let mut subjects = Vec::new();
    for engine in engines(args) {
        for &isa in if engine.is_baseline() { &[None] } else { &isas[..] } {
            for &goal in &args.mode {
                let task = Task { goal, budget: args.budget };
                let threads = args.threads().take(thread_counts(args, engine));
                subjects.extend(threads.map(|threads| Subject { engine, isa, task, threads }));
            }
        }
    }
    Ok(subjects)
}

/// The named engines, or by default the two fast ones. A page shows the baselines, too, for comparison.
fn engines(args: &BenchArgs) -> Vec<Engine> {
    match (args.engine.is_empty(), &args.html) {
        (false, _) => args.engine.clone(),
        (true, Some(_)) => Engine::ALL.to_vec(),
        (true, None) => vec![Engine::Lanes, Engine::Single],
    }
}

/// How many of the numbers of threads are measured. A baseline that is not named is measured on the smallest only, as
/// it is slow.
fn thread_counts(args: &BenchArgs, engine: Engine) -> usize {
    let is_requested = !args.engine.is_empty() || !engine.is_baseline();
    if is_requested { usize::MAX } else { 1 }
}

fn in_memory(set: &Arc<Set>, subject: Subject, time: Duration) -> Result<Step> {
    let mut trial = Trial::of_engine(set, subject, time)?;
    let row = Measurement {
        warm_up: trial.warm_up,
        guesses: trial.guesses.clone(),
        ..Measurement::of(set, Clock::Memory).by(subject)
    };
    let run = move |row: &mut Measurement| {
        let rate = trial.run()?;
        row.lane_costs = trial.lane_costs();
        Ok(rate)
    };
    Ok(Step { row, run: Box::new(run) })
}

/// What measurements of other programs have in common.
struct Outside {
    /// The file of the answers.
    output: PathBuf,
    runner: ProcessRunner,
    time_limit: Duration,
}

impl Outside {
    /// Another program on a file. It need not give the same answers in every run, so that each one is verified.
    fn program(self: &Rc<Self>, file: &Rc<SetFile>, command: &str) -> Result<Step> {
        let (outside, owned, name) = (Rc::clone(self), Rc::clone(file), command.to_owned());
        let run_once = move || -> Result<(f64, Verified)> {
            let Outside { output, runner, time_limit } = &*outside;
            let elapsed = shell::run(runner, &name, &owned.path, output, *time_limit)?;
            Ok((owned.rate(elapsed), owned.verify(output, &name)?))
        };
        let verified = Some(run_once()?.1);
        let row = Measurement { engine: command.to_owned(), verified, ..file.row() };
        Ok(Step { row, run: Box::new(move |_| run_once().map(|(rate, _)| rate)) })
    }
}

/// A file with the puzzles of a set, and how many solutions each of them has.
struct SetFile {
    set: Arc<Set>,
    solutions: Vec<SolutionCount>,
    path: PathBuf,
}

impl SetFile {
    /// Writes the set to `path`.
    fn new(set: &Arc<Set>, path: PathBuf) -> Result<Self> {
        let name = path.display().to_string();
        fs::write(&path, set.text()).map_err(|source| Error::writing(&name, source))?;
        let (set, solutions) = (Arc::clone(set), external::count_solutions(set, Engine::Lanes));
        Ok(Self { set, solutions, path })
    }

    fn verify(&self, answers: &Path, solver: &str) -> Result<Verified> {
        let name = answers.display().to_string();
        let answers = fs::read(answers).map_err(|reason| Error::reading(&name, reason))?;
        external::verify(&self.set, &self.solutions, &answers, solver)
    }

    fn row(&self) -> Measurement {
        let warm_up = WarmUp { puzzles: self.set.lines.len(), ..WarmUp::default() };
        Measurement { warm_up, ..Measurement::of(&self.set, Clock::External) }
    }

    /// The puzzles per second of a run over the file.
    fn rate(&self, elapsed: Duration) -> f64 {
        self.set.lines.len() as f64 / elapsed.max(Duration::from_nanos(1)).as_secs_f64()
    }
}
