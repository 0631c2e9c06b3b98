//! All that is measured in a run: made ready, verified, then run as often as asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bulkdoku::bench::sets::Truth;
use bulkdoku::bench::{Answers, Set, Spread, Subject, Trial, Wrong, files};
use bulkdoku::error::{Error, Result};
use bulkdoku::solver::{Engine, Goal, Task, isa::Isa};

use super::super::args::{BenchArgs, Mode};
use super::super::progress::Steps;
use super::row::{Row, Scope, mode};
use super::time;

/// Every measurement, ready to be run.
pub struct Plan {
    entries: Vec<Entry>,
    output: PathBuf,
}

enum Entry {
    Memory(Box<Trial>),
    Files { set: Arc<Set>, file: PathBuf, records: usize, subject: Subject },
    Copy { set: Arc<Set>, file: PathBuf, records: usize },
    External { set: Arc<Set>, file: PathBuf, records: usize, command: String },
}

impl Plan {
    /// Warms everything up, and verifies every answer.
    pub fn new(args: &BenchArgs, sets: Vec<Arc<Set>>, folder: &Path, steps: &Steps) -> Result<Self> {
        let mut plan = Self { entries: Vec::new(), output: folder.join("answers") };
        for (index, set) in sets.iter().enumerate() {
            steps.say(&format!("warming up on {} and verifying every answer", set.name));
            for subject in subjects(args) {
                let trial = Trial::warm_up(set, subject, time(args)).map_err(wrong)?;
                plan.entries.push(Entry::Memory(Box::new(trial)));
            }
            if args.end_to_end {
                let file = folder.join(format!("{index}.txt"));
                let records = write_repeated(&file, set, args.records)?;
                plan.add_files(args, set, &file, records)?;
            }
            for command in &args.external {
                let file = folder.join(format!("{index}.once.txt"));
                let records = write_repeated(&file, set, 1)?;
                plan.add_external(set, file, records, command)?;
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
            Entry::Files { file, records, subject, .. } => (*records, files::solve(file, output, *subject)?),
            Entry::Copy { file, records, .. } => (*records, files::copy(file, output)?),
            Entry::External { file, records, command, .. } => {
                (*records, files::external(command, file, output)?)
            }
        };
        Ok(records as f64 / spent.max(Duration::from_nanos(1)).as_secs_f64())
    }

    /// What each of them is; the rates are still to come.
    pub fn rows(&self) -> Vec<Row> {
        self.entries.iter().map(Entry::row).collect()
    }

    /// Only the lanes: others would take hours for a file that takes the lanes a second.
    fn add_files(&mut self, args: &BenchArgs, set: &Arc<Set>, file: &Path, records: usize) -> Result<()> {
        for subject in subjects(args).filter(|subject| subject.engine == Engine::Lanes) {
            files::solve(file, &self.output, subject)?;
            self.verify(file, set, "the pipeline")?;
            self.entries.push(Entry::Files { set: Arc::clone(set), file: file.to_owned(), records, subject });
        }
        self.entries.push(Entry::Copy { set: Arc::clone(set), file: file.to_owned(), records });
        Ok(())
    }

    fn add_external(&mut self, set: &Arc<Set>, file: PathBuf, records: usize, command: &str) -> Result<()> {
        files::external(command, &file, &self.output)?;
        self.verify(&file, set, command)?;
        let (set, command) = (Arc::clone(set), command.to_owned());
        self.entries.push(Entry::External { set, file, records, command });
        Ok(())
    }

    fn verify(&self, file: &Path, set: &Set, who: &str) -> Result<()> {
        let read = |path: &Path| {
            fs::read(path).map_err(|reason| Error::reading(&path.display().to_string(), reason))
        };
        let may_refuse = set.truth != Truth::One;
        files::verify(&read(file)?, &read(&self.output)?, may_refuse, who, &set.name).map_err(wrong)
    }
}

impl Entry {
    fn row(&self) -> Row {
        match self {
            Entry::Memory(trial) => {
                let blank = blank(&trial.set, Scope::Memory, trial.answers);
                Row { guesses: trial.guesses.clone(), ..of_subject(blank, trial.subject) }
            }
            Entry::Files { set, records, subject, .. } => {
                of_subject(blank(set, Scope::Files, puzzles(*records)), *subject)
            }
            Entry::Copy { set, records, .. } => {
                Row { engine: "cp".to_owned(), ..blank(set, Scope::Copy, puzzles(*records)) }
            }
            Entry::External { set, records, command, .. } => {
                Row { engine: command.clone(), ..blank(set, Scope::External, puzzles(*records)) }
            }
        }
    }
}

fn puzzles(puzzles: usize) -> Answers {
    Answers { puzzles, ..Answers::default() }
}

fn blank(set: &Set, scope: Scope, answers: Answers) -> Row {
    let dash = || "-".to_owned();
    let rate = Spread { median: 0.0, least: 0.0, most: 0.0 };
    let (set, engine, isa, mode) = (set.name.clone(), dash(), dash(), dash());
    Row { set, scope, engine, isa, mode, threads: None, answers, guesses: Vec::new(), rate }
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

/// Everyone who solves: each engine, the lanes on each instruction set, in each mode, on each number of threads.
fn subjects(args: &BenchArgs) -> impl Iterator<Item = Subject> {
    let isas: Vec<Option<Isa>> = args.isa.iter().copied().map(Some).collect();
    let mut subjects = Vec::new();
    for &engine in &args.engine {
        for &isa in if engine == Engine::Lanes { &isas[..] } else { &[None] } {
            for mode in &args.mode {
                let goal = if *mode == Mode::First { Goal::First } else { Goal::Unique };
                let task = Task { goal, budget: args.budget };
                subjects.extend(args.threads().map(|threads| Subject { engine, isa, task, threads }));
            }
        }
    }
    subjects.into_iter()
}

/// Writes the set as often as it takes to have `records` of them, at least once; tells how many there are.
fn write_repeated(file: &Path, set: &Set, records: usize) -> Result<usize> {
    let times = records.div_ceil(set.lines.len()).max(1);
    let name = file.display().to_string();
    let text = set.text().repeat(times);
    fs::write(file, text).map_err(|reason| Error::writing(&name, reason))?;
    Ok(times * set.lines.len())
}

fn wrong(wrong: Wrong) -> Error {
    Error::OutOfReach(wrong.to_string())
}
