//! `--progress plain`: one line every few seconds, for logs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
    last_line: Mutex<Instant>,
}

impl Log {
    /// Creates the log of a run over `length` bytes of input, if the length is known, with a line per `interval`.
    pub fn new(length: Option<u64>, interval: Duration) -> Self {
        let now = Instant::now();
        let (bytes, records) = (0.into(), 0.into());
        Self { length, interval, started: now, bytes, records, last_line: Mutex::new(now) }
    }

    /// Adds the counters of a chunk. Prints a line if the last one is old enough.
    pub fn add(&self, chunk: &Tally) {
        let bytes = self.bytes.fetch_add(chunk.bytes, Ordering::Relaxed) + chunk.bytes;
        let records = self.records.fetch_add(chunk.records(), Ordering::Relaxed) + chunk.records();
        // If another worker holds the lock, that worker prints the line.
        if let Ok(mut last_line) = self.last_line.try_lock()
            && last_line.elapsed() >= self.interval
        {
            *last_line = Instant::now();
            say(format_args!("{} {}", now(), self.line(bytes, records)));
        }
    }

    fn line(&self, bytes: u64, records: u64) -> String {
        let elapsed = self.started.elapsed();
        let line = format!("{} puzzles · {}", grouped(records), rate(records, elapsed));
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
