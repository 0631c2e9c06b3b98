//! `--progress plain`: one line every few seconds, for logs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::ticker::every;
use crate::cli::numbers::{grouped, now, rate, time};
use crate::cli::say;
use crate::pipeline::report::Tally;

/// The counters that the lines show.
pub struct Log {
    length: Option<u64>,
    /// The time between two lines.
    interval: Duration,
    started: Instant,
    bytes: AtomicU64,
    records: AtomicU64,
    /// Why there is no result yet; empty once there is one.
    why: Mutex<String>,
    last_line: Mutex<Instant>,
    has_ended: AtomicBool,
}

/// The time after which the clock is checked again while no chunk finishes.
const TICK: Duration = Duration::from_millis(100);

impl Log {
    /// Starts the log of a run over `length` bytes of input, if the length is known, with a line per `interval`.
    pub fn start(length: Option<u64>, interval: Duration) -> Arc<Self> {
        let now = Instant::now();
        let (bytes, records) = (0.into(), 0.into());
        let (why, last_line, has_ended) = (Mutex::default(), Mutex::new(now), AtomicBool::new(false));
        let log =
            Arc::new(Self { length, interval, started: now, bytes, records, why, last_line, has_ended });
        let (of_thread, pause) = (Arc::downgrade(&log), TICK.min(interval));
        let is_running = |log: &Arc<Self>| !log.has_ended.load(Ordering::Relaxed);
        every(pause, move || of_thread.upgrade().filter(is_running).map(|log| log.print_if_due()).is_some());
        log
    }

    /// Adds the counters of a chunk. Prints a line if the last one is old enough.
    pub fn add(&self, chunk: &Tally) {
        self.bytes.fetch_add(chunk.bytes, Ordering::Relaxed);
        self.records.fetch_add(chunk.records(), Ordering::Relaxed);
        self.wait("");
        self.print_if_due();
    }

    /// Sets why there is no result yet.
    pub fn wait(&self, why: &str) {
        why.clone_into(&mut self.why.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Prints no more lines.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
    }

    fn print_if_due(&self) {
        // If another thread holds the lock, that thread prints the line.
        let Ok(mut last_line) = self.last_line.try_lock() else { return };
        if last_line.elapsed() < self.interval || self.has_ended.load(Ordering::Relaxed) {
            return;
        }
        *last_line = Instant::now();
        let [bytes, records] = [&self.bytes, &self.records].map(|counter| counter.load(Ordering::Relaxed));
        let why = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        let why = if why.is_empty() { String::new() } else { format!(" · {why}") };
        say(format_args!("{} {}{why}", now(), self.line(bytes, records)));
    }

    fn line(&self, bytes: u64, records: u64) -> String {
        let elapsed = self.started.elapsed();
        let line = format!("{} done · {}", grouped(records), rate(records, elapsed));
        match self.length.filter(|&length| length > 0 && bytes > 0) {
            Some(length) => {
                let fraction = (bytes as f64 / length as f64).min(1.0);
                let left = elapsed.mul_f64((1.0 - fraction) / fraction);
                format!("{:.0} % · {line} · {} left", 100.0 * fraction, time(left))
            }
            None => format!("{line} · {}", time(elapsed)),
        }
    }
}
