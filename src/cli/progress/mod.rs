//! Progress on stderr: a bar, lines for a log, counters for another program, or nothing.

mod bar;
mod terminal;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::args::{ViewArgs, When};
use super::numbers::{grouped, rate, time};
use super::say;
use crate::pipeline::report::Tally;

pub use terminal::silence;

/// Time between two updates of a bar when no chunk is finished.
const TICK: Duration = Duration::from_millis(200);

/// The progress of a run over records, or over steps of equal weight. Clones show the same progress.
#[derive(Clone)]
pub struct Progress(Arc<Display>);

struct Display {
    /// What is shown, if anything is.
    view: Option<View>,
    started: Instant,
    /// The bytes or steps of the run; 0 if their number is not known.
    length: AtomicU64,
    /// Those that are done.
    done: AtomicU64,
    records: AtomicU64,
    /// What is being done, if the run has steps.
    step: Mutex<String>,
    /// The time from which on the next line may be shown; `None` at the end. Who shows one holds the lock.
    next: Mutex<Option<Instant>>,
}

/// What is shown. The value is the time between two lines in milliseconds.
#[derive(Clone, Copy, PartialEq)]
enum View {
    /// Without a limit, it would be drawn after every chunk.
    Bar = 50,
    /// Lines that hold the number of bytes after the word `progress`.
    Counters = 200,
    /// Lines for a log.
    Lines = 5000,
}

impl Progress {
    /// The progress over an input of `length` bytes, if the length is known. With `--progress auto`, no bar is shown
    /// if the results themselves go to a terminal.
    pub fn new(args: &ViewArgs, length: Option<u64>, results_on_terminal: bool) -> Self {
        let is_disturbing = results_on_terminal && args.progress == When::Auto;
        let progress = Self::start(View::of(args).filter(|_| !is_disturbing), length.unwrap_or(0));
        progress.keep_alive();
        progress
    }

    /// The progress over steps. They are announced as lines in a log, and not counted for another program.
    pub fn of_steps(args: &ViewArgs) -> Self {
        Self::start(View::of(args).filter(|&view| view != View::Counters), 1)
    }

    fn start(view: Option<View>, length: u64) -> Self {
        let started = Instant::now();
        let wait = view.filter(|&view| view != View::Bar).map_or(Duration::ZERO, View::interval);
        Self(Arc::new(Display {
            view,
            started,
            length: length.into(),
            done: 0.into(),
            records: 0.into(),
            step: Mutex::default(),
            next: Mutex::new(Some(started + wait)),
        }))
    }

    /// Adds the counters of a chunk.
    pub fn add(&self, chunk: &Tally) {
        self.0.done.fetch_add(chunk.bytes, Ordering::Relaxed);
        self.0.records.fetch_add(chunk.records(), Ordering::Relaxed);
        self.0.show();
    }

    /// Sets the number of the next steps.
    pub fn begin(&self, steps: usize) {
        self.0.length.store(steps as u64, Ordering::Relaxed);
        self.0.done.store(0, Ordering::Relaxed);
    }

    /// Shows what is being done, at once.
    pub fn set_message(&self, message: &str) {
        message.clone_into(&mut lock(&self.0.step));
        if self.0.view == Some(View::Lines) {
            return say(message);
        }
        if let Some(next) = &mut *lock(&self.0.next) {
            *next = Instant::now();
        }
        self.0.show();
    }

    /// Counts a finished step. The bar is not drawn between steps, so that drawing does not disturb a measurement.
    pub fn step(&self) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Removes the bar, and shows nothing from now on.
    pub fn clear(&self) {
        let mut next = lock(&self.0.next);
        if next.take().is_some() && self.0.view == Some(View::Bar) {
            terminal::draw("");
        }
    }

    /// Draws the bar regularly, so that the user sees that the program is alive while it solves a hard chunk. If no thread
    /// can be started, the bar is drawn with every chunk only.
    fn keep_alive(&self) {
        let display = Arc::downgrade(&self.0);
        let tick = move || {
            while let Some(display) = display.upgrade() {
                display.show();
                drop(display);
                thread::sleep(TICK);
            }
        };
        if self.0.view == Some(View::Bar) {
            let _ = thread::Builder::new().name("progress".to_owned()).spawn(tick);
        }
    }
}

impl View {
    fn of(args: &ViewArgs) -> Option<Self> {
        match args.progress {
            _ if args.quiet => None,
            When::Always => Some(Self::Bar),
            When::Auto => terminal::is_capable().then_some(Self::Bar),
            When::Plain => Some(Self::Lines),
            When::Counters => Some(Self::Counters),
            When::Never => None,
        }
    }

    fn interval(self) -> Duration {
        Duration::from_millis(self as u64)
    }
}

impl Display {
    /// Shows a line if the last one is old enough. If another thread shows one, that is enough.
    fn show(&self) {
        let (Some(view), Ok(mut next)) = (self.view, self.next.try_lock()) else { return };
        let now = Instant::now();
        if next.is_none_or(|next| now < next) {
            return;
        }
        *next = Some(now + view.interval());
        match view {
            View::Bar => terminal::draw(&self.bar()),
            View::Counters => say(format_args!("progress {}", self.done.load(Ordering::Relaxed))),
            View::Lines => say(self.line()),
        }
    }

    fn bar(&self) -> String {
        let tenths = (self.started.elapsed().as_millis() / 100) as usize;
        bar::line(self.fraction(), tenths, &self.texts(), terminal::width())
    }

    fn line(&self) -> String {
        let percent = self.fraction().map(|fraction| format!("{} %", bar::percent(fraction)));
        percent.into_iter().chain(self.texts()).collect::<Vec<_>>().join(" · ")
    }

    /// How much of the work is done, if its length is known.
    fn fraction(&self) -> Option<f64> {
        let length = self.length.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed);
        (length > 0).then(|| (done as f64 / length as f64).min(1.0))
    }

    /// The texts behind the bar, the most important first.
    fn texts(&self) -> Vec<String> {
        let elapsed = self.started.elapsed();
        let step = lock(&self.step).clone();
        if !step.is_empty() {
            return vec![step, time(elapsed)];
        }
        let records = self.records.load(Ordering::Relaxed);
        let left = match self.fraction() {
            Some(fraction) if fraction > 0.0 => {
                format!("{} left", time(elapsed.mul_f64((1.0 - fraction) / fraction)))
            }
            _ => time(elapsed),
        };
        vec![format!("{} puzzles", grouped(records)), rate(records, elapsed), left]
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Outcome, Verdict};

    fn texts(progress: &Progress) -> Vec<String> {
        progress.0.texts()
    }

    #[test]
    fn the_time_left_is_shown_where_the_length_is_known() {
        let mut chunk = Tally::default();
        chunk.bytes = 50;
        for _ in 0..2 {
            chunk.count(&Outcome { verdict: Verdict::Solved, ..Outcome::default() });
        }
        for (length, is_known) in [(0, false), (200, true)] {
            let progress = Progress::start(None, length);
            assert!(!texts(&progress)[2].contains("left"), "nothing is done");
            progress.add(&chunk);
            assert_eq!(progress.0.fraction(), is_known.then_some(0.25));
            assert_eq!(texts(&progress)[0], "2 puzzles");
            assert_eq!(texts(&progress)[2].ends_with(" left"), is_known);
        }
    }

    #[test]
    fn every_row_of_steps_begins_anew() {
        let progress = Progress::start(None, 1);
        progress.set_message("measuring");
        for steps in [2, 4] {
            progress.begin(steps);
            progress.step();
            assert_eq!(progress.0.fraction(), Some(1.0 / steps as f64));
        }
        assert_eq!(texts(&progress)[0], "measuring");
    }
}
