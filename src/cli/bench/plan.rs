//! All measurements of a run: prepared, verified, and then repeated.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::measurement::{Clock, Measurement};
use super::other_tasks::{self, TaskTrial};
use super::subjects;
use crate::bench::external::{self, Verified};
use crate::bench::process::ProcessRunner;
use crate::bench::sets::SolutionCount;
use crate::bench::{Set, Subject, Trial, WarmUp, WrongAnswer, files};
use crate::cli::args::{BenchArgs, BenchTask};
use crate::cli::progress::StepProgress;
use crate::error::{Error, Result};
use crate::solver::Engine;

/// All measurements, ready to be run.
pub struct Plan {
    steps: Vec<PlannedRun>,
    output: PathBuf,
    runner: ProcessRunner,
    time_limit: Duration,
}

/// One measurement.
enum PlannedRun {
    Memory { trial: Box<Trial>, subject: Subject },
    Task(TaskTrial),
    Files { file: Arc<SetFile>, subject: Subject, verified: Verified },
    Copy { file: Arc<SetFile> },
    External { file: Arc<SetFile>, command: String, verified: Verified },
}

/// A file with the puzzles of a set, and how many solutions each of them has.
struct SetFile {
    set: Arc<Set>,
    solutions: Vec<SolutionCount>,
    path: PathBuf,
    records: usize,
}

impl Plan {
    /// Warms up every measurement and verifies every answer.
    pub fn new(
        args: &BenchArgs,
        sets: Vec<Arc<Set>>,
        folder: &Path,
        runner: ProcessRunner,
        progress: &StepProgress,
    ) -> Result<Self> {
        let (output, time_limit) = (folder.join("answers"), args.time_limit);
        let mut plan = Self { steps: Vec::new(), output, runner, time_limit };
        let subjects = if args.task == BenchTask::Solve { subjects::of(args) } else { Vec::new() };
        progress.begin(sets.len() * subjects.len());
        for (index, set) in sets.iter().enumerate() {
            progress.set_message(&format!("warming up on {} and verifying every answer", set.name));
            for &subject in &subjects {
                let trial = Box::new(Trial::of_engine(set, subject, args.time).map_err(wrong)?);
                plan.steps.push(PlannedRun::Memory { trial, subject });
                progress.step();
            }
            plan.steps.extend(other_tasks::trials(args, set).map(PlannedRun::Task));
            if args.end_to_end {
                let path = folder.join(format!("{index}.txt"));
                plan.add_files(&subjects, SetFile::new(set, &path, args.records)?)?;
            }
            if !args.external.is_empty() {
                let file = Arc::new(SetFile::new(set, &folder.join(format!("{index}.once.txt")), 1)?);
                for command in &args.external {
                    progress.set_message(&format!(
                        "running '{command}' on {} and verifying every answer",
                        set.name
                    ));
                    plan.add_external(&file, command)?;
                }
            }
        }
        Ok(plan)
    }

    /// The number of measurements.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Runs one measurement once. Returns puzzles per second.
    pub fn run(&mut self, index: usize) -> Result<f64> {
        let output = &self.output;
        let (records, elapsed) = match &mut self.steps[index] {
            PlannedRun::Memory { trial, .. } => return trial.run(),
            PlannedRun::Task(trial) => return Ok(trial.run()),
            PlannedRun::Files { file, subject, .. } => {
                (file.records, files::solve(&file.path, output, *subject)?)
            }
            PlannedRun::Copy { file } => (file.records, files::copy(&self.runner, &file.path, output)?),
            PlannedRun::External { file, command, .. } => {
                let elapsed =
                    files::run_external(&self.runner, command, &file.path, output, self.time_limit)?;
                file.verify(output, false, command)?; // a program need not give the same answers in every run
                (file.records, elapsed)
            }
        };
        Ok(records as f64 / elapsed.max(Duration::from_nanos(1)).as_secs_f64())
    }

    /// The row of every measurement, with a rate of zero and the costs of the runs so far.
    pub fn rows(&self) -> Vec<Measurement> {
        self.steps.iter().map(PlannedRun::row).collect()
    }

    /// Adds runs of the engine lanes, and of cp, on a file. The other engines would take hours for it.
    fn add_files(&mut self, subjects: &[Subject], file: SetFile) -> Result<()> {
        let file = Arc::new(file);
        for &subject in subjects.iter().filter(|subject| subject.engine == Engine::Lanes) {
            files::solve(&file.path, &self.output, subject)?;
            let verified = file.verify(&self.output, true, "the pipeline")?;
            self.steps.push(PlannedRun::Files { file: Arc::clone(&file), subject, verified });
        }
        self.steps.push(PlannedRun::Copy { file });
        Ok(())
    }

    fn add_external(&mut self, file: &Arc<SetFile>, command: &str) -> Result<()> {
        files::run_external(&self.runner, command, &file.path, &self.output, self.time_limit)?;
        let verified = file.verify(&self.output, false, command)?;
        let (file, command) = (Arc::clone(file), command.to_owned());
        self.steps.push(PlannedRun::External { file, command, verified });
        Ok(())
    }
}

impl SetFile {
    /// Writes the set to `path`, repeated until the file has at least `records` records.
    fn new(set: &Arc<Set>, path: &Path, records: usize) -> Result<Self> {
        let times = records.div_ceil(set.lines.len()).max(1);
        let name = path.display().to_string();
        write_repeated(path, set.text(), times).map_err(|source| Error::writing(&name, source))?;
        let (set, solutions, path) =
            (Arc::clone(set), external::count_solutions(set, Engine::Lanes), path.to_owned());
        let records = times * set.lines.len();
        Ok(Self { set, solutions, path, records })
    }

    fn verify(&self, answers: &Path, may_give_up: bool, solver: &str) -> Result<Verified> {
        let name = answers.display().to_string();
        let answers = fs::read(answers).map_err(|reason| Error::reading(&name, reason))?;
        external::verify(&self.set, &self.solutions, self.records, &answers, may_give_up, solver)
            .map_err(wrong)
    }

    fn row(&self, clock: Clock) -> Measurement {
        let warm_up = WarmUp { puzzles: self.records, ..WarmUp::default() };
        Measurement { set_size: self.records, warm_up, ..Measurement::of(&self.set, clock) }
    }
}

impl PlannedRun {
    fn row(&self) -> Measurement {
        match self {
            Self::Memory { trial, subject } => Measurement {
                warm_up: trial.warm_up,
                guesses: trial.guesses.clone(),
                lane_costs: trial.lane_costs(),
                ..Measurement::of(&trial.set, Clock::Memory).by(*subject)
            },
            Self::Task(trial) => trial.row(),
            Self::Files { file, subject, verified } => {
                Measurement { verified: Some(*verified), ..file.row(Clock::Files).by(*subject) }
            }
            Self::Copy { file } => Measurement { engine: "cp".to_owned(), ..file.row(Clock::Copy) },
            Self::External { file, command, verified } => Measurement {
                engine: command.clone(),
                verified: Some(*verified),
                ..file.row(Clock::External)
            },
        }
    }
}

fn write_repeated(path: &Path, text: &[u8], times: usize) -> io::Result<()> {
    let mut file = File::create(path)?;
    (0..times).try_for_each(|_| file.write_all(text))
}

fn wrong(answer: WrongAnswer) -> Error {
    Error::refused(answer.to_string())
}
