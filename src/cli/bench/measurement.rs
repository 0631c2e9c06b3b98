//! One row of the results: what was measured, and the rate.

use crate::bench::external::Answers;
use crate::bench::{LaneCosts, Set, Statistics, Subject, WarmUp};
use crate::macros::named::named;
use crate::solver::{Isa, batch::Goal};

named! {
    /// What the measured time includes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Clock {
        /// Solving, from memory to memory.
        Memory = "memory",
        /// A process, of this program or of another.
        External = "process",
    }
}

impl Clock {
    /// What the time includes, in words.
    pub const fn includes(self) -> &'static str {
        match self {
            Self::Memory => {
                "solving, text in and text out, from memory to memory; no file is read or written, and the threads \
                 have already been started"
            }
            Self::External => {
                "a whole process, started by the shell, with the puzzles on its stdin and its stdout to a file; the \
                 rate is of the puzzles that it answers rightly"
            }
        }
    }
}

/// One row of the results.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The name of the puzzle set.
    pub set: String,
    /// The number of puzzles in the set, of which a slow engine solves a sample.
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
    /// Guesses of each puzzle, if they were counted.
    pub guesses: Vec<u64>,
    /// What the lanes did for a puzzle, if they were measured in memory.
    pub lane_costs: Option<LaneCosts>,
    /// What the answers of a process are worth, in the run with the fewest right ones.
    pub answers: Option<Answers>,
    /// Why the process failed, if it did. It then has no rate.
    pub failure: Option<String>,
    /// Puzzles per second; of a process, those that it answered rightly.
    pub rate: Statistics,
}

impl Measurement {
    /// A row about a set, in which nothing else is known yet.
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

    /// The same row of this engine.
    pub fn by(self, subject: Subject) -> Self {
        Self {
            engine: subject.engine.name().to_owned(),
            isa: subject.isa.map_or("-", Isa::name).to_owned(),
            mode: if subject.task.goal == Goal::First { "first" } else { "unique" }.to_owned(),
            threads: Some(subject.threads),
            ..self
        }
    }

    /// Takes note of the answers of another run.
    pub fn take(&mut self, answers: Answers) {
        if self.answers.as_ref().is_none_or(|before| answers.right < before.right) {
            self.answers = Some(answers);
        }
    }

    /// Whether there is a rate. A process that fails or answers nothing rightly has none.
    pub fn has_rate(&self) -> bool {
        self.rate.median > 0.0
    }

    /// The fields that two runs must have in common for their rates to be comparable.
    pub fn key(&self) -> [String; 6] {
        let threads = self.threads.map_or("-".to_owned(), |threads| threads.to_string());
        let clock = self.clock.name().to_owned();
        [self.set.clone(), clock, self.engine.clone(), self.isa.clone(), self.mode.clone(), threads]
    }

    /// Mean guesses per puzzle, if guesses were counted.
    pub fn guesses_per_puzzle(&self) -> Option<f64> {
        self.has_guesses().then(|| self.warm_up.guesses as f64 / self.warm_up.puzzles as f64)
    }

    /// The fraction of puzzles solved without a guess, if guesses were counted.
    pub fn without_guess(&self) -> Option<f64> {
        self.has_guesses().then(|| self.warm_up.without_guess as f64 / self.warm_up.puzzles as f64)
    }

    /// The engine, followed by its instruction set if it has several.
    pub fn solver(&self) -> String {
        if self.isa == "-" { self.engine.clone() } else { format!("{} {}", self.engine, self.isa) }
    }

    fn has_guesses(&self) -> bool {
        !self.guesses.is_empty()
    }
}
