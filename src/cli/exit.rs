//! The exit codes.

use std::process::ExitCode;

use super::args::MaxBad;
use super::numbers::{counted, grouped};
use super::say;
use crate::pipeline::report::Tally;

/// How the program ends. The value is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Every record has the requested result, or the reader of the output has closed the pipe.
    Done = 0,
    /// The run finished, but some records do not have the requested result. A malformed record never has it.
    Unanswered = 1,
    /// Wrong usage, or a file that cannot be read or written. The argument parser uses the same code.
    Failed = 2,
    /// SIGHUP ended the run. The codes of signals are 128 plus their number, as in shells.
    HungUp = 129,
    /// SIGINT, which Ctrl-C sends, ended the run.
    Interrupted = 130,
    /// SIGTERM ended the run.
    Terminated = 143,
}

impl Exit {
    /// Returns the exit code of a run over `records` records if `bad` of them do not have the requested answer. Prints a message
    /// if `most` does not allow that many.
    pub fn of_bad(bad: u64, records: u64, most: Option<MaxBad>) -> Self {
        let Some(most) = most else { return if bad == 0 { Self::Done } else { Self::Unanswered } };
        if most.allows(bad, records) {
            return Self::Done;
        }
        let (bad, records) = (grouped(bad), counted(records, "record"));
        say(format_args!("bulkdoku: {bad} of {records} are bad, more than --max-bad {most} allows"));
        Self::Unanswered
    }

    /// Returns the exit code of a run with this tally. A record is bad if it does not have an answer, and so is a text that could
    /// hold a puzzle and was not read.
    pub fn of(tally: &Tally, most: Option<MaxBad>) -> Self {
        Self::of_bad(tally.records() - tally.answered() + tally.unread, tally.records(), most)
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
    use crate::solver::{Outcome, Verdict};

    #[test]
    fn a_run_succeeds_only_if_every_record_has_an_answer() {
        let end = |verdicts: &[Verdict]| {
            let mut tally = Tally::default();
            for &verdict in verdicts {
                tally.count(&Outcome::new(verdict, 0, 0));
            }
            Exit::of(&tally, None)
        };
        assert_eq!(end(&[]), Exit::Done);
        assert_eq!(end(&[Verdict::Solved, Verdict::Unique, Verdict::WellFormed]), Exit::Done);
        for verdict in Verdict::ALL.into_iter().skip(3) {
            assert_eq!(end(&[Verdict::Solved, verdict]), Exit::Unanswered, "{verdict:?}");
        }
    }
}
