//! The error that ends a measurement: an engine or a program gave a wrong answer.

use std::fmt;

/// An answer that verification rejected. A measurement with a wrong answer reports no rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The engine, or the command line of the external program.
    pub solver: String,
    /// The name of the puzzle set.
    pub set: String,
    /// What is wrong.
    pub cause: Cause,
}

/// What is wrong with the answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// One answer is wrong.
    Answer {
        /// The puzzle.
        puzzle: String,
        /// The answer that was given.
        answer: String,
        /// Why it is wrong.
        reason: String,
    },
    /// The number of answer lines differs from the number of puzzles.
    LineCount {
        /// The number of answer lines.
        lines: usize,
        /// The number of puzzles.
        puzzles: usize,
    },
}

impl Cause {
    /// The cause for one wrong answer, from the bytes of the puzzle and of the answer.
    pub(super) fn of_answer(puzzle: &[u8], answer: &[u8], reason: &str) -> Self {
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Self::Answer { puzzle: text(puzzle), answer: text(answer), reason: reason.to_owned() }
    }
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solver, set, cause } = self;
        match cause {
            Cause::Answer { puzzle, answer, reason } => write!(
                f,
                "{solver} gave a wrong answer to a puzzle of the set {set}: {reason}; no rate is reported\n\
                 {puzzle}\n{answer}"
            ),
            Cause::LineCount { lines, puzzles } => write!(
                f,
                "{solver} answered the set {set} with {lines} lines for {puzzles} puzzles: it must print one line \
                 for each puzzle; no rate is reported"
            ),
        }
    }
}

impl std::error::Error for WrongAnswer {}
