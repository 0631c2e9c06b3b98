//! All that is measured in a run: made ready, verified, then run as often as asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bulkdoku::bench::external::{self, Solutions, Verified};
use bulkdoku::bench::{Answers, Set, Statistics, Subject, Trial, WrongAnswer, files};
use bulkdoku::error::{Error, Result};
use bulkdoku::solver::{Engine, isa::Isa};

use super::row::{Row, Scope, mode};
use super::{subjects, time};
use crate::cli::args::BenchArgs;
use crate::cli::progress::StepProgress;

/// Every measurement, ready to be run.
pub struct Plan {
    entries: Vec<Entry>,
    output: PathBuf,
}

enum Entry {
    Memory(Box<Trial>),
    Files { source: Arc<Source>, subject: Subject, verified: Verified },
    Copy { source: Arc<Source> },
    External { source: Arc<Source>, command: String, verified: Verified },
}

/// A file of a set's puzzles, and what is known of them.
struct Source {
    set: Arc<Set>,
    solutions: Vec<Solutions>,
    file: PathBuf,
    records: usize,
}

impl Plan {
    /// Warms everything up, and verifies every answer.
    pub fn new(args: &BenchArgs, sets: Vec<Arc<Set>>, folder: &Path, steps: &StepProgress) -> Result<Self> {
        let mut plan = Self { entries: Vec::new(), output: folder.join("answers") };
        let subjects = subjects::of(args);
        steps.begin(sets.len() * subjects.len());
        for (index, set) in sets.iter().enumerate() {
            steps.say(&format!("warming up on {} and verifying every answer", set.name));
            for &subject in &subjects {
                let trial = Trial::warm_up(set, subject, time(args)).map_err(wrong)?;
                plan.entries.push(Entry::Memory(Box::new(trial)));
                steps.step();
            }
            if args.end_to_end {
                plan.add_files(
                    &subjects,
                    Source::new(set, &folder.join(format!("{index}.txt")), args.records)?,
                )?;
            }
            if !args.external.is_empty() {
                let source = Arc::new(Source::new(set, &folder.join(format!("{index}.once.txt")), 1)?);
                for command in &args.external {
                    steps.say(&format!("running '{command}' on {} and verifying every answer", set.name));
                    plan.add_external(&source, command)?;
                }
            }
        }
        Ok(plan)
    }

    /// How many measurements there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Runs one of them: puzzles a second.
    pub fn run(&mut self, index: usize) -> Result<f64> {
        let output = &self.output;
        let (records, spent) = match &mut self.entries[index] {
            Entry::Memory(trial) => return Ok(trial.run()),
            Entry::Files { source, subject, .. } => {
                (source.records, files::solve(&source.file, output, *subject)?)
            }
            Entry::Copy { source } => (source.records, files::copy(&source.file, output)?),
            Entry::External { source, command, .. } => {
                let spent = files::of_program(command, &source.file, output)?;
                source.verify(output, false, command)?; // nobody has promised that it answers alike each time
                (source.records, spent)
            }
        };
        Ok(records as f64 / spent.max(Duration::from_nanos(1)).as_secs_f64())
    }

    /// What each of them is; the rates are still to come.
    pub fn rows(&self) -> Vec<Row> {
        self.entries.iter().map(Entry::row).collect()
    }

    /// Only the lanes: others would take hours for a file that takes the lanes a second.
    fn add_files(&mut self, subjects: &[Subject], source: Source) -> Result<()> {
        let source = Arc::new(source);
        for &subject in subjects.iter().filter(|subject| subject.engine == Engine::Lanes) {
            files::solve(&source.file, &self.output, subject)?;
            let verified = source.verify(&self.output, true, "the pipeline")?;
            self.entries.push(Entry::Files { source: Arc::clone(&source), subject, verified });
        }
        self.entries.push(Entry::Copy { source });
        Ok(())
    }

    fn add_external(&mut self, source: &Arc<Source>, command: &str) -> Result<()> {
        files::of_program(command, &source.file, &self.output)?;
        let verified = source.verify(&self.output, false, command)?;
        let (source, command) = (Arc::clone(source), command.to_owned());
        self.entries.push(Entry::External { source, command, verified });
        Ok(())
    }
}

impl Source {
    /// Writes the set as often as it takes to have `records` of them, at least once.
    fn new(set: &Arc<Set>, file: &Path, records: usize) -> Result<Self> {
        let times = records.div_ceil(set.lines.len()).max(1);
        let name = file.display().to_string();
        fs::write(file, set.text().repeat(times)).map_err(|reason| Error::writing(&name, reason))?;
        let (set, solutions, file) = (Arc::clone(set), external::solutions(set), file.to_owned());
        let records = times * set.lines.len();
        Ok(Self { set, solutions, file, records })
    }

    fn verify(&self, answers: &Path, may_give_up: bool, who: &str) -> Result<Verified> {
        let name = answers.display().to_string();
        let answers = fs::read(answers).map_err(|reason| Error::reading(&name, reason))?;
        external::verify(&self.set, &self.solutions, self.records, &answers, may_give_up, who).map_err(wrong)
    }
}

impl Entry {
    fn row(&self) -> Row {
        match self {
            Entry::Memory(trial) => {
                let blank = blank(&trial.set, Scope::Memory, trial.answers);
                Row { guesses: trial.guesses.clone(), ..of_subject(blank, trial.subject) }
            }
            Entry::Files { source, subject, verified } => {
                let row = of_subject(of_source(source, Scope::Files), *subject);
                Row { verified: Some(*verified), ..row }
            }
            Entry::Copy { source } => Row { engine: "cp".to_owned(), ..of_source(source, Scope::Copy) },
            Entry::External { source, command, verified } => Row {
                engine: command.clone(),
                verified: Some(*verified),
                ..of_source(source, Scope::External)
            },
        }
    }
}

fn of_source(source: &Source, scope: Scope) -> Row {
    let answers = Answers { puzzles: source.records, ..Answers::default() };
    Row { of: source.records, ..blank(&source.set, scope, answers) }
}

fn blank(set: &Set, scope: Scope, answers: Answers) -> Row {
    let dash = || "-".to_owned();
    let rate = Statistics { median: 0.0, least: 0.0, most: 0.0 };
    let (of, set) = (set.lines.len(), set.name.clone());
    let (engine, isa, mode, guesses) = (dash(), dash(), dash(), Vec::new());
    Row { set, of, scope, engine, isa, mode, threads: None, answers, guesses, verified: None, rate }
}

fn of_subject(row: Row, subject: Subject) -> Row {
    Row {
        engine: subject.engine.name().to_owned(),
        isa: subject.isa.map_or("-", Isa::name).to_owned(),
        mode: mode(subject.task.goal).to_owned(),
        threads: Some(subject.threads),
        ..row
    }
}

fn wrong(wrong: WrongAnswer) -> Error {
    Error::OutOfReach(wrong.to_string())
}
