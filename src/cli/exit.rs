//! The exit codes.

use std::process::ExitCode;

use serde_json::{Value, json};

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

/// The records of a run that do not have the requested result, and how many the user allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct BadRecords {
    pub bad: u64,
    pub records: u64,
    pub most: Option<MaxBad>,
}

impl BadRecords {
    /// Returns those of a run with this tally.
    pub fn of(tally: &Tally, most: Option<MaxBad>) -> Self {
        Self { bad: unanswered(tally), records: tally.records(), most }
    }

    /// Returns the exit code of the run.
    pub fn exit(self) -> Exit {
        let is_done = self.most.map_or(self.bad == 0, |most| most.allows(self.bad, self.records));
        if is_done { Exit::Done } else { Exit::Unanswered }
    }

    /// Prints a message if there are more than `--max-bad` allows.
    pub fn say_if_too_many(self) {
        if let (Some(most), Exit::Unanswered) = (self.most, self.exit()) {
            let (bad, records) = (grouped(self.bad), counted(self.records, "record"));
            say(format_args!("bulkdoku: {bad} of {records} are bad, more than --max-bad {most} allows"));
        }
    }

    /// Returns the members of a summary.
    pub fn json(self) -> Value {
        json!({ "bad": self.bad, "bad_share": self.bad as f64 / self.records.max(1) as f64 })
    }
}

/// Returns the number of records that do not have an answer, and of texts that could hold a puzzle and were not read.
pub fn unanswered(tally: &Tally) -> u64 {
    tally.records() - tally.answered() + tally.unread
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
            BadRecords::of(&tally, None).exit()
        };
        assert_eq!(end(&[]), Exit::Done);
        assert_eq!(end(&[Verdict::Solved, Verdict::Unique, Verdict::WellFormed]), Exit::Done);
        for verdict in Verdict::ALL.into_iter().skip(3) {
            assert_eq!(end(&[Verdict::Solved, verdict]), Exit::Unanswered, "{verdict:?}");
        }
    }
}
