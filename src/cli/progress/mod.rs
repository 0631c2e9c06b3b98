//! Progress on stderr: a bar, lines for a log, or nothing.
//!
//! ```text
//! Progress       records of a run       ─┐
//!                                        ├─▶ bar ─▶ terminal ─▶ stderr
//! StepProgress   measurements of bench  ─┘
//! Progress with --progress plain         ─▶ log  ─────────────▶ stderr
//! ```

mod bar;
mod log;
mod terminal;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState};

use super::args::{ViewArgs, When};
use super::numbers::{grouped, rate, time};
use super::say;
use crate::pipeline::report::Tally;

use log::Log;
pub use terminal::Screen;

/// The time between two updates of a bar while no chunk finishes.
const TICK: Duration = Duration::from_millis(200);

/// The progress of a run over records, if it is shown. Clones show the same progress.
#[derive(Clone)]
pub struct Progress(Option<Arc<Display>>);

enum Display {
    Bar { bar: ProgressBar, records: Arc<AtomicU64> },
    Log(Arc<Log>),
}

impl Progress {
    /// Creates the progress over `length` bytes of input, if the length is known. With `--progress auto`, shows no bar if the
    /// results go to a terminal.
    pub fn new(args: &ViewArgs, screen: &Screen, length: Option<u64>, results_on_terminal: bool) -> Self {
        let display = match args.progress {
            _ if args.quiet => None,
            When::Plain(interval) => Some(Display::Log(Log::start(length, interval))),
            When::Auto if results_on_terminal => None,
            _ => Display::with_bar(args, screen, length),
        };
        Self(display.map(Arc::new))
    }

    /// Adds the counters of a chunk.
    pub fn add(&self, chunk: &Tally) {
        match self.0.as_deref() {
            Some(Display::Bar { bar, records }) => {
                records.fetch_add(chunk.records(), Ordering::Relaxed);
                bar.inc(chunk.bytes);
            }
            Some(Display::Log(log)) => log.add(chunk),
            None => {}
        }
    }

    /// Removes the bar, or ends the log.
    pub fn clear(&self) {
        match self.0.as_deref() {
            Some(Display::Bar { bar, .. }) => bar.finish_and_clear(),
            Some(Display::Log(log)) => log.end(),
            None => {}
        }
    }
}

impl Display {
    /// Returns a bar, if the options and the terminal allow one.
    fn with_bar(args: &ViewArgs, screen: &Screen, length: Option<u64>) -> Option<Self> {
        let records = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&records);
        let texts = move |state: &ProgressState| {
            let records = counter.load(Ordering::Relaxed);
            let left = match length {
                Some(_) => format!("{} left", time(state.eta())),
                None => time(state.elapsed()),
            };
            vec![format!("{} puzzles", grouped(records)), rate(records, state.elapsed()), left]
        };
        let bar = bar::new(args, screen, length, texts)?;
        start_ticking(&bar);
        Some(Self::Bar { bar, records })
    }
}

/// The progress over steps of equal weight, each with a message.
pub struct StepProgress {
    bar: ProgressBar,
    message: Arc<Mutex<String>>,
    is_plain: bool,
}

impl StepProgress {
    /// Creates a progress without steps.
    pub fn new(args: &ViewArgs, screen: &Screen) -> Self {
        let message = Arc::new(Mutex::new(String::new()));
        let shown = Arc::clone(&message);
        let texts = move |state: &ProgressState| vec![lock(&shown).clone(), time(state.elapsed())];
        let is_plain = !args.quiet && matches!(args.progress, When::Plain(_));
        let bar = bar::new(args, screen, Some(1), texts).unwrap_or_else(ProgressBar::hidden);
        Self { bar, message, is_plain }
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
        message.clone_into(&mut lock(&self.message));
        self.bar.tick();
    }

    /// Counts a finished step. The bar is not redrawn in between, because drawing would disturb a measurement.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Redraws the bar regularly, to show that the program is alive while it solves a hard chunk. If no thread can be started, the
/// bar is redrawn only after every chunk.
fn start_ticking(bar: &ProgressBar) {
    let bar = bar.downgrade();
    let tick = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(TICK);
        }
    };
    let _ = thread::Builder::new().name("progress".to_owned()).spawn(tick);
}

fn lock(message: &Mutex<String>) -> MutexGuard<'_, String> {
    message.lock().unwrap_or_else(PoisonError::into_inner)
}
