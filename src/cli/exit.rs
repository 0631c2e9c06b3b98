//! The exit codes.

use std::process::ExitCode;

use bulkdoku::pipeline::report::Tally;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Every record has the answer that was asked for, or the reader wants no more.
    Done = 0,
    /// The run finished; some records have no such answer.
    Unanswered = 1,
    /// Wrong usage, or files that cannot be read or written. The parser of the arguments uses it too.
    Failed = 2,
    /// Ctrl-C and its like.
    Interrupted = 130,
}

impl Exit {
    /// The end of a run that found this.
    pub fn of(tally: &Tally) -> Self {
        if tally.answered() == tally.records() { Self::Done } else { Self::Unanswered }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bulkdoku::solver::{Outcome, Verdict};

    #[test]
    fn only_answers_to_every_record_are_a_full_success() {
        let end = |verdicts: &[Verdict]| {
            let mut tally = Tally::default();
            for &verdict in verdicts {
                tally.count(&Outcome { verdict, ..Outcome::default() });
            }
            Exit::of(&tally)
        };
        assert_eq!(end(&[]), Exit::Done);
        assert_eq!(end(&[Verdict::Solved, Verdict::Unique]), Exit::Done);
        for verdict in Verdict::ALL.into_iter().skip(2) {
            assert_eq!(end(&[Verdict::Solved, verdict]), Exit::Unanswered, "{verdict:?}");
        }
    }
}
