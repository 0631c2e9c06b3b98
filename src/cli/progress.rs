//! The progress: a bar, lines for a log, or nothing. The one file that knows indicatif's bar.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bulkdoku::pipeline::report::Tally;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::args::{ViewArgs, When};
use super::bare_terminal::BareTerminal;
use super::numbers::{grouped, rate, time};
use super::say;

/// Time between two lines of `--progress plain`.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// What is shown of a run while it goes on; a copy shows the same.
#[derive(Clone)]
pub struct Progress(Arc<View>);

enum View {
    Bar { bar: ProgressBar, records: Arc<AtomicU64> },
    Lines(Lines),
    Nothing,
}

/// The state of `--progress plain`.
struct Lines {
    length: Option<u64>,
    started: Instant,
    bytes: AtomicU64,
    records: AtomicU64,
    last: Mutex<Instant>,
}

impl Progress {
    /// The progress of a run over an input of `length` bytes, if that is known; `hidden` when
    /// a bar would stand in the way of the results.
    pub fn new(args: &ViewArgs, length: Option<u64>, hidden: bool) -> Self {
        let is_terminal =
            io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let view = match args.progress {
            _ if args.quiet => View::Nothing,
            When::Always => bar(length, is_terminal),
            When::Auto if is_terminal && !hidden => bar(length, true),
            When::Plain => View::Lines(Lines::new(length)),
            When::Auto | When::Never => View::Nothing,
        };
        Self(Arc::new(view))
    }

    /// Adds a chunk.
    pub fn add(&self, chunk: &Tally) {
        match self.0.as_ref() {
            View::Bar { bar, records } => {
                records.fetch_add(chunk.records(), Ordering::Relaxed);
                bar.inc(chunk.bytes);
            }
            View::Lines(lines) => lines.add(chunk),
            View::Nothing => {}
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let View::Bar { bar, .. } = self.0.as_ref() {
            bar.finish_and_clear();
        }
    }
}

/// The progress of a work of many like steps.
pub struct StepProgress {
    bar: ProgressBar,
    plain: bool,
}

impl StepProgress {
    /// Nothing to do yet.
    pub fn new(args: &ViewArgs) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let shown =
            !args.quiet && (args.progress == When::Always || args.progress == When::Auto && is_terminal);
        let target = match shown {
            true if is_terminal => ProgressDrawTarget::stderr(),
            true => ProgressDrawTarget::term_like(Box::new(BareTerminal)),
            false => ProgressDrawTarget::hidden(),
        };
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} % · {msg} · {elapsed}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("━━─");
        let bar = ProgressBar::with_draw_target(Some(1), target).with_style(style);
        Self { bar, plain: !args.quiet && args.progress == When::Plain }
    }

    /// There are so many steps.
    pub fn begin(&self, steps: usize) {
        self.bar.set_length(steps as u64);
    }

    /// What is being done.
    pub fn say(&self, what: &str) {
        if self.plain {
            say(what);
        }
        self.bar.set_message(what.to_owned());
        self.bar.tick();
    }

    /// One more is done. No ticking between: the measured work has the machine for itself.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(length: Option<u64>, is_terminal: bool) -> View {
    let target = match is_terminal {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::term_like(Box::new(BareTerminal)),
    };
    let records = Arc::new(AtomicU64::new(0));
    let bar = ProgressBar::with_draw_target(length, target).with_style(style(length, &records));
    bar.enable_steady_tick(Duration::from_millis(200)); // the time goes on while a hard chunk is solved
    View::Bar { bar, records }
}

fn style(length: Option<u64>, records: &Arc<AtomicU64>) -> ProgressStyle {
    let template = match length {
        Some(_) => "{bar:30} {percent:>3} % · {records} puzzles · {rate} · {eta} left",
        None => "{spinner} {records} puzzles · {rate} · {elapsed}",
    };
    let (count, speed) = (Arc::clone(records), Arc::clone(records));
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style
        .progress_chars("━━─")
        .with_key("records", move |_: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&grouped(count.load(Ordering::Relaxed)));
        })
        .with_key("rate", move |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&rate(speed.load(Ordering::Relaxed), state.elapsed()));
        })
}

impl Lines {
    fn new(length: Option<u64>) -> Self {
        let now = Instant::now();
        Self { length, started: now, bytes: 0.into(), records: 0.into(), last: Mutex::new(now) }
    }

    fn add(&self, chunk: &Tally) {
        let bytes = self.bytes.fetch_add(chunk.bytes, Ordering::Relaxed) + chunk.bytes;
        let records = self.records.fetch_add(chunk.records(), Ordering::Relaxed) + chunk.records();
        // Whoever finds the lock taken leaves the line to the other.
        if let Ok(mut last) = self.last.try_lock()
            && last.elapsed() >= LINE_EVERY
        {
            *last = Instant::now();
            say(self.line(bytes, records));
        }
    }

    fn line(&self, bytes: u64, records: u64) -> String {
        let elapsed = self.started.elapsed();
        let line = format!("{} puzzles · {}", grouped(records), rate(records, elapsed));
        match self.length.filter(|&length| length > 0 && bytes > 0) {
            Some(length) => {
                let share = (bytes as f64 / length as f64).min(1.0);
                let left = elapsed.mul_f64((1.0 - share) / share);
                format!("{:.0} % · {line} · {} left", 100.0 * share, time(left))
            }
            None => format!("{line} · {}", time(elapsed)),
        }
    }
}
