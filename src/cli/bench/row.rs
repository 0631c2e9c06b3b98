//! A line of the table: what was measured, and what came out.

use bulkdoku::bench::external::Verified;
use bulkdoku::bench::{Answers, Statistics};
use bulkdoku::solver::batch::Goal;

/// What is inside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Solving, from memory to memory.
    Memory,
    /// A run of the pipeline from file to file.
    Files,
    /// A whole process that copies the file.
    Copy,
    /// A whole process of another program.
    External,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 4] = [Self::Memory, Self::Files, Self::Copy, Self::External];

    /// The name in tables and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Files => "files",
            Self::Copy => "cp",
            Self::External => "process",
        }
    }

    /// What the clock includes, in words.
    pub const fn includes(self) -> &'static str {
        match self {
            Self::Memory => {
                "solving, text in and text out, from memory to memory; no file is read or written, and the threads \
                 are already there"
            }
            Self::Files => {
                "a whole run of the pipeline: open and map the file, start the threads, find the records, solve them, \
                 write the answers in input order to a new file, and put that in its place; the input is in the \
                 system's page cache"
            }
            Self::Copy => "a process of cp that copies the same file to a new one",
            Self::External => {
                "a whole process of another program, started by the shell: puzzles on its stdin, answers from its \
                 stdout to a file"
            }
        }
    }
}

/// A line of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The set's name.
    pub set: String,
    /// Puzzles of the set, of which a slow engine solves a sample.
    pub of: usize,
    /// What is inside the clock.
    pub scope: Scope,
    /// The engine, or the program.
    pub engine: String,
    /// The instruction set, or `-`.
    pub isa: String,
    /// `first` or `unique`, or `-`.
    pub mode: String,
    /// Threads, if that is known.
    pub threads: Option<usize>,
    /// What the warm-up found, if anybody looked.
    pub answers: Answers,
    /// Guesses of each puzzle.
    pub guesses: Vec<u64>,
    /// What the answers in a file were worth, if there were any.
    pub verified: Option<Verified>,
    /// Puzzles a second.
    pub rate: Statistics,
}

impl Row {
    /// What makes two rows the same measurement.
    pub fn key(&self) -> [String; 6] {
        let threads = self.threads.map_or("-".to_owned(), |threads| threads.to_string());
        let scope = self.scope.name().to_owned();
        [self.set.clone(), scope, self.engine.clone(), self.isa.clone(), self.mode.clone(), threads]
    }

    /// Guesses a puzzle, where they were counted.
    pub fn guesses_a_puzzle(&self) -> Option<f64> {
        let counted = !self.guesses.is_empty();
        counted.then(|| self.answers.guesses as f64 / self.answers.puzzles as f64)
    }

    /// The share of puzzles without a guess, where guesses were counted.
    pub fn without_guess(&self) -> Option<f64> {
        let counted = !self.guesses.is_empty();
        counted.then(|| self.answers.without_guess as f64 / self.answers.puzzles as f64)
    }

    /// Bytes of an answer and its line end, on average; of a solution where nobody looked.
    pub fn answer_bytes(&self) -> f64 {
        match self.answers {
            Answers { bytes: 0, .. } => 82.0,
            answers => answers.bytes as f64 / answers.puzzles as f64,
        }
    }

    /// The engine, and its instruction set if it has several.
    pub fn who(&self) -> String {
        if self.isa == "-" { self.engine.clone() } else { format!("{} {}", self.engine, self.isa) }
    }
}

/// The name of a mode.
pub fn mode(goal: Goal) -> &'static str {
    if goal == Goal::First { "first" } else { "unique" }
}
