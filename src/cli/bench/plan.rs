//! Prepares and verifies all measurements of a run, to be repeated later.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::measurement::{Clock, Measurement};
use crate::bench::external::{self, Answers};
use crate::bench::process::ProcessRunner;
use crate::bench::sets::SolutionCount;
use crate::bench::{Set, Subject, Trial, WarmUp, shell};
use crate::cli::args::BenchArgs;
use crate::cli::progress::StepProgress;
use crate::cli::remedy::WithRemedy;
use crate::cli::solver::isa_from_environment;
use crate::error::{Error, Result};
use crate::solver::batch::Task;
use crate::solver::{Engine, Isa};

/// Runs a measurement.
type RunOnce = Box<dyn FnMut(&mut Measurement) -> Result<Option<f64>>>;

/// A measurement, ready to be run.
pub struct Step {
    /// Its row of the results, with a rate of zero.
    pub row: Measurement,
    /// Runs the measurement once and returns puzzles per second, unless the process fails. Updates the costs in the row.
    pub run: RunOnce,
}

/// Prepares all measurements, with files in `folder`: warms up and verifies every answer. A wrong answer of an engine is an
/// error; wrong answers of other programs are counted.
pub fn prepare(
    args: &BenchArgs,
    sets: &[Arc<Set>],
    folder: &Path,
    runner: ProcessRunner,
    progress: &StepProgress,
) -> Result<Vec<Step>> {
    let outside = Rc::new(Outside { output: folder.join("answers"), runner, time_limit: args.time_limit });
    let subjects = subjects(args)?;
    let programs = programs(args);
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
        for Program { name, command } in &programs {
            progress.set_message(&format!("running '{name}' on {} and verifying every answer", set.name));
            steps.push(outside.program(&file, name, command)?);
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
    for engine in engines(args) {
        for &isa in if engine.is_baseline() { &[None] } else { &isas[..] } {
            for &goal in args.modes() {
                let task = Task::new(goal).with_budget(args.budget);
                let threads = args.threads().take(thread_counts(args, engine));
                subjects.extend(threads.map(|threads| Subject { engine, isa, task, threads }));
            }
        }
    }
    Ok(subjects)
}

/// Returns the named engines. The default is the fastest one, or all of them for a page.
fn engines(args: &BenchArgs) -> Vec<Engine> {
    match (args.engine.is_empty(), &args.html) {
        (false, _) => args.engine.clone(),
        (true, Some(_)) => Engine::ALL.to_vec(),
        (true, None) => vec![Engine::Lanes],
    }
}

/// Returns how many of the numbers of threads to measure. Baselines are slow, so unless the user names them, they are measured
/// only on the smallest number.
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
        Ok(Some(rate))
    };
    Ok(Step { row, run: Box::new(run) })
}

/// The common state of the measurements of processes.
struct Outside {
    /// The file of the answers.
    output: PathBuf,
    runner: ProcessRunner,
    time_limit: Duration,
}

impl Outside {
    /// Prepares a program on a file. Its answers may differ from run to run, so each run is verified.
    fn program(self: &Rc<Self>, file: &Rc<SetFile>, name: &str, command: &str) -> Result<Step> {
        let (outside, owned, command) = (Rc::clone(self), Rc::clone(file), command.to_owned());
        let mut row = Measurement { engine: name.to_owned(), ..file.row() };
        let run_once = move |row: &mut Measurement| outside.run(&owned, &command, row);
        run_once(&mut row)?;
        Ok(Step { row, run: Box::new(run_once) })
    }

    /// Runs a program once, unless it has already failed. Returns the rate of its right answers, or adds the failure to the row.
    fn run(&self, file: &SetFile, command: &str, row: &mut Measurement) -> Result<Option<f64>> {
        if row.failure.is_some() {
            return Ok(None);
        }
        let Self { output, runner, time_limit } = self;
        let ended = shell::run(runner, command, &file.path, output, *time_limit)?;
        let answers = file.answers(output)?;
        let right = answers.right as f64;
        row.take(answers);
        match ended {
            Ok(elapsed) => Ok(Some(right / elapsed.max(Duration::from_nanos(1)).as_secs_f64())),
            Err(reason) => {
                row.failure = Some(WithRemedy(&reason.into()).to_string());
                Ok(None)
            }
        }
    }
}

/// A program to measure as a process.
struct Program {
    /// Its name in tables.
    name: String,
    /// Its command line for the shell.
    command: String,
}

/// Returns this program on each number of threads, followed by the programs of the user.
fn programs(args: &BenchArgs) -> Vec<Program> {
    let this = env::current_exe().ok();
    // In a test, this process is another program.
    let this = this.filter(|path| path.file_stem().is_some_and(|stem| stem == "bulkdoku"));
    let ours = this.iter().flat_map(|path| {
        args.threads().map(|threads| {
            let solve = format!("solve -j {threads}");
            let command = format!("{} {solve} --quiet", shell::quoted(&path.to_string_lossy()));
            Program { name: format!("bulkdoku {solve}"), command }
        })
    });
    let theirs =
        args.external.iter().map(|command| Program { name: command.clone(), command: command.clone() });
    ours.chain(theirs).collect()
}

/// A file with the puzzles of a set, and the number of solutions of each.
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

    /// Verifies the answers in a file.
    fn answers(&self, path: &Path) -> Result<Answers> {
        let name = path.display().to_string();
        let text = fs::read(path).map_err(|reason| Error::reading(&name, reason))?;
        Ok(Answers::of(&self.set, &self.solutions, &text))
    }

    fn row(&self) -> Measurement {
        let warm_up = WarmUp { puzzles: self.set.lines.len(), ..WarmUp::default() };
        Measurement { warm_up, ..Measurement::of(&self.set, Clock::External) }
    }
}
