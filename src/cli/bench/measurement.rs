//! One row of the results: what was measured, and the rate.

use crate::bench::external::Answers;
use crate::bench::{LaneCosts, Set, Statistics, Subject, WarmUp};
use crate::solver::{Isa, batch::Goal};
use kernel::named;

/// The seed of the order of puzzles and measurements.
pub const SEED: u64 = 1;

named! {
    /// What the measured time includes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Clock {
        /// Solving, from memory to memory.
        Memory = "memory",
        /// A process of this program or of another.
        External = "process",
    }
}

impl Clock {
    /// Returns what the time includes, in words.
    pub const fn includes(self) -> &'static str {
        match self {
            Self::Memory => {
                "solving, text in and text out, from memory to memory; no file is read or written, and the threads \
                 have already been started"
            }
            Self::External => {
                "a whole process, started by the shell, with the puzzles on its stdin and its stdout to a file; the \
                 rate counts only correct answers"
            }
        }
    }
}

/// One row of the results.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The name of the puzzle set.
    pub set: String,
    /// The number of puzzles in the set. A slow engine solves only a sample.
    pub set_size: usize,
    /// What the time includes.
    pub clock: Clock,
    /// The engine, or the external program.
    pub engine: String,
    /// The instruction set, or `-`.
    pub isa: String,
    /// `first`, `unique` or `-`.
    pub mode: String,
    /// The number of threads, if it is known.
    pub threads: Option<usize>,
    /// The result of the warm-up. Only the number of puzzles is set if the answers were not inspected.
    pub warm_up: WarmUp,
    /// The guesses of each puzzle, if they were counted.
    pub guesses: Vec<u64>,
    /// The work of the lanes per puzzle, if the lanes were measured in memory.
    pub lane_costs: Option<LaneCosts>,
    /// The verified answers of a process, in the run with the fewest right ones.
    pub answers: Option<Answers>,
    /// Why the process failed, if it did. There is then no rate.
    pub failure: Option<String>,
    /// Puzzles per second. For a process, only the right answers count.
    pub rate: Statistics,
}

impl Measurement {
    /// Creates a row for a set, without any results.
    pub fn of(set: &Set, clock: Clock) -> Self {
        let none = || "-".to_owned();
        Self {
            set: set.name.clone(),
            set_size: set.lines.len(),
            clock,
            engine: none(),
            isa: none(),
            mode: none(),
            threads: None,
            warm_up: WarmUp::default(),
            guesses: Vec::new(),
            lane_costs: None,
            answers: None,
            failure: None,
            rate: Statistics::default(),
        }
    }

    /// Returns the row with this engine.
    pub fn by(self, subject: Subject) -> Self {
        Self {
            engine: subject.engine.name().to_owned(),
            isa: subject.isa.map_or("-", Isa::name).to_owned(),
            mode: if subject.task.goal == Goal::First { "first" } else { "unique" }.to_owned(),
            threads: Some(subject.threads),
            ..self
        }
    }

    /// Records the answers of another run, if it has fewer right ones.
    pub fn take(&mut self, answers: Answers) {
        if self.answers.as_ref().is_none_or(|before| answers.right < before.right) {
            self.answers = Some(answers);
        }
    }

    /// Whether there is a rate. A process that fails or gives no right answer does not have one.
    pub fn has_rate(&self) -> bool {
        self.rate.median > 0.0
    }

    /// Returns the fields that must be equal for two rates to be comparable.
    pub fn key(&self) -> [String; 6] {
        let threads = self.threads.map_or("-".to_owned(), |threads| threads.to_string());
        let clock = self.clock.name().to_owned();
        [self.set.clone(), clock, self.engine.clone(), self.isa.clone(), self.mode.clone(), threads]
    }

    /// Returns the mean guesses per puzzle, if guesses were counted.
    pub fn guesses_per_puzzle(&self) -> Option<f64> {
        self.has_guesses().then(|| self.warm_up.guesses as f64 / self.warm_up.puzzles as f64)
    }

    /// Returns the fraction of puzzles solved without a guess, if guesses were counted.
    pub fn without_guess(&self) -> Option<f64> {
        self.has_guesses().then(|| self.warm_up.without_guess as f64 / self.warm_up.puzzles as f64)
    }

    /// Returns the engine, followed by its instruction set if there is one.
    pub fn solver(&self) -> String {
        if self.isa == "-" { self.engine.clone() } else { format!("{} {}", self.engine, self.isa) }
    }

    fn has_guesses(&self) -> bool {
        !self.guesses.is_empty()
    }
}
