//! The explanation of every record of a file.

use std::sync::Arc;

use super::steps::Steps;
use crate::error::Result;
use crate::io::Output;
use crate::macros::setters::setters;
use crate::pipeline::{RecordSource, Report, RunSettings, SolveJob};
use crate::solver::batch::{Goal, Task};

/// A job that solves the records of a source step by step, by the rules of the levels.
///
/// It writes numbered sentences and a blank line per record. A record that does not have exactly one solution gets its verdict.
///
/// ```
/// use bulkdoku::io::OutputBuffer;
/// use bulkdoku::pipeline::RecordSource;
/// use bulkdoku::rating::ExplainJob;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
/// let (source, steps) = (RecordSource::bytes("memory", puzzle.into()), OutputBuffer::default());
/// ExplainJob::new(source, steps.output("steps")).run()?;
/// let text = String::from_utf8(steps.take())?;
/// assert_eq!(text.lines().nth(1), Some("  1. r1c6 = 8  hidden single in a box: 8 has no other place in box 2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a job does nothing until it is run"]
pub struct ExplainJob {
    source: RecordSource,
    output: Output,
    has_objects: bool,
    budget: u64,
    run_settings: RunSettings,
}

impl ExplainJob {
    /// Creates a job that explains every puzzle of `source` and writes the steps to `output`.
    pub fn new(source: RecordSource, output: Output) -> Self {
        Self { source, output, has_objects: false, budget: u64::MAX, run_settings: RunSettings::default() }
    }

    /// Writes one JSON object per record, with the steps as an array of objects.
    ///
    /// ```
    /// use bulkdoku::io::OutputBuffer;
    /// use bulkdoku::pipeline::{RecordSource, RunSettings};
    /// use bulkdoku::rating::ExplainJob;
    ///
    /// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    /// let (source, steps) = (RecordSource::bytes("memory", puzzle.into()), OutputBuffer::default());
    /// let job = ExplainJob::new(source, steps.output("steps")).run_settings(RunSettings::default().threads(1));
    /// job.json_lines().budget(10_000).run()?; // a budget for untrusted puzzles
    /// let object = String::from_utf8(steps.take())?;
    /// assert!(object.contains(r#""steps":[{"rule":"hidden single in a box","level":1,"houses":["box 2"]"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn json_lines(mut self) -> Self {
        self.has_objects = true;
        self
    }

    /// Gives up on a puzzle if finding its solutions takes more than this number of guesses. There is no limit by default.
    pub fn budget(mut self, guesses: u64) -> Self {
        self.budget = guesses;
        self
    }

    setters! {
        /// Sets the threads and the progress of the run.
        run_settings: RunSettings,
    }

    /// Explains the records, in the order of the input, and returns when the output is complete. Memory does not grow with the
    /// input.
    ///
    /// # Errors
    /// When the input cannot be read or its format is unknown, when the output cannot be written, and when the run is
    /// [stopped](crate::Error::Stopped). An existing output file is then unchanged.
    pub fn run(self) -> Result<Report> {
        let Self { source, output, has_objects, budget, run_settings } = self;
        let records = source.into_open()?;
        let notation = records.format.reader.notation();
        let task = Task::new(Goal::Unique).with_budget(budget);
        let writer = Arc::new(Steps { notation, has_objects });
        SolveJob::new(records.into(), output).task(task).run_settings(run_settings).writer(writer).run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::OutputBuffer;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn explain(text: &str, settings: impl Fn(ExplainJob) -> ExplainJob) -> (Report, String) {
        let (source, steps) = (RecordSource::bytes("memory", text.into()), OutputBuffer::default());
        let report = settings(ExplainJob::new(source, steps.output("steps"))).run().unwrap();
        (report, String::from_utf8(steps.take()).unwrap())
    }

    #[test]
    fn every_setting_reaches_the_run() {
        let text = format!("{PUZZLE}\n{}\n", ".".repeat(81));
        let (report, steps) = explain(&text, |job| job);
        assert_eq!((report.read_as.as_str(), report.tally.answered()), ("lines", 1));
        assert!(
            steps.starts_with(&format!("line 1: {PUZZLE}\n  1. ")) && steps.ends_with("line 2: multiple\n\n")
        );
        let (_, objects) = explain(&text, ExplainJob::json_lines);
        assert!(objects.starts_with(r#"{"line":1,"verdict":"unique","puzzle":"53..7"#));
        let (_, given_up) =
            explain(&text, |job| job.budget(0).run_settings(RunSettings::default().threads(1)));
        assert!(given_up.ends_with("line 2: budget\n\n"), "{given_up}");
    }
}
