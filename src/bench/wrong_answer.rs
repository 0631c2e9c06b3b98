//! What ends a measurement: an answer that is wrong, or not there.

use std::fmt;

/// The error of an answer that the rules refuse: the measurement is worth nothing then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// Whose answer.
    pub who: String,
    /// The set.
    pub set: String,
    /// What is wrong.
    pub fault: Cause,
}

/// What is wrong with answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// One of them.
    Answer {
        /// The puzzle.
        puzzle: String,
        /// What was answered.
        answer: String,
        /// Why that is wrong.
        why: String,
    },
    /// There is not one for each puzzle.
    Lines {
        /// Lines that were answered.
        lines: usize,
        /// Puzzles that were asked.
        puzzles: usize,
    },
}

impl Cause {
    /// The fault of an answer to a puzzle, from their bytes.
    pub(super) fn of_answer(puzzle: &[u8], answer: &[u8], why: &str) -> Self {
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Self::Answer { puzzle: text(puzzle), answer: text(answer), why: why.to_owned() }
    }
}

impl fmt::Display for WrongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { who, set, fault } = self;
        match fault {
            Cause::Answer { puzzle, answer, why } => write!(
                f,
                "{who} answered a puzzle of the set {set} wrongly: {why}; no figure is given\n{puzzle}\n{answer}"
            ),
            Cause::Lines { lines, puzzles } => write!(
                f,
                "{who} answered the set {set} with {lines} lines for {puzzles} puzzles: a line for each is needed, and \
                 no figure is given"
            ),
        }
    }
}

impl std::error::Error for WrongAnswer {}
