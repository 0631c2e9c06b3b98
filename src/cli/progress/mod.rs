//! Progress on stderr: a bar, lines for a log, or nothing.

mod bar;
mod log;
mod ticker;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::ProgressBar;

use super::args::{ViewArgs, When};
use super::numbers::{grouped, rate};
use super::say;
use crate::pipeline::report::Tally;

use log::Log;

/// The progress of a run over records. Clones show the same progress.
#[derive(Clone)]
pub enum Progress {
    Bar(ProgressBar, Arc<AtomicU64>),
    Log(Arc<Log>),
    Nothing,
}

impl Progress {
    /// Shows the progress over `length` bytes of input, if the length is known, on `bar` or in lines. With `--progress auto`,
    /// shows nothing if the results `appear_at_once` on a terminal.
    pub fn start(args: &ViewArgs, bar: &ProgressBar, length: Option<u64>, appear_at_once: bool) -> Self {
        match args.progress {
            _ if args.quiet => Self::Nothing,
            When::Plain(interval) => Self::Log(Log::start(length, interval)),
            When::Auto if appear_at_once => Self::Nothing,
            _ if bar::show(bar, args, length) => Self::Bar(bar.clone(), Arc::default()),
            _ => Self::Nothing,
        }
    }

    /// Adds the counters of a chunk.
    pub fn add(&self, chunk: &Tally) {
        match self {
            Self::Bar(bar, records) => {
                let records = chunk.records() + records.fetch_add(chunk.records(), Ordering::Relaxed);
                bar.inc(chunk.bytes);
                bar.set_message(format!("{} done · {}", grouped(records), rate(records, bar.elapsed())));
            }
            Self::Log(log) => log.add(chunk),
            Self::Nothing => {}
        }
    }

    /// Shows why there is no result yet, until there is one.
    pub fn wait(&self, why: &str) {
        match self {
            Self::Bar(bar, _) => bar.set_message(why.to_owned()),
            Self::Log(log) => log.wait(why),
            Self::Nothing => {}
        }
    }

    /// Removes the bar, or ends the log.
    pub fn clear(&self) {
        match self {
            Self::Bar(bar, _) => bar.finish_and_clear(),
            Self::Log(log) => log.end(),
            Self::Nothing => {}
        }
    }
}

/// The progress over steps of equal weight, each with a message.
pub struct StepProgress {
    bar: ProgressBar,
    is_plain: bool,
}

impl StepProgress {
    /// Creates a progress without steps, which is shown on `bar` or in lines.
    pub fn start(args: &ViewArgs, bar: &ProgressBar) -> Self {
        bar::show(bar, args, Some(1));
        Self { bar: bar.clone(), is_plain: !args.quiet && matches!(args.progress, When::Plain(_)) }
    }

    /// Begins this number of steps.
    pub fn begin(&self, steps: usize) {
        self.bar.set_length(steps as u64);
        self.bar.set_position(0);
    }

    /// Shows a message about the current step.
    pub fn set_message(&self, message: &str) {
        if self.is_plain {
            say(message);
        }
        self.bar.set_message(message.to_owned());
    }

    /// Counts a finished step.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
