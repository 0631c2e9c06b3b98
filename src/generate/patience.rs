//! How long a generator looks for its next puzzle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::recipe::refused;
use crate::error::{Error, Result};
use crate::pipeline::stopwatch::Stopwatch;

/// The time without a puzzle after which a generator gives up, unless it is told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A limit on the time since the last puzzle, which is endless by default, and a flag to stop at once.
pub(super) struct Patience {
    pub(super) limit: Duration,
    pub(super) is_stopped: Option<Arc<AtomicBool>>,
    since: Stopwatch,
}

impl Default for Patience {
    fn default() -> Self {
        Self { limit: Duration::MAX, is_stopped: None, since: Stopwatch::start() }
    }
}

impl Patience {
    /// Starts anew: a puzzle was found, or the first one is looked for.
    pub(super) fn restart(&mut self) {
        self.since = Stopwatch::start();
    }

    /// Whether it is time to stop looking.
    pub(super) fn is_over(&self) -> bool {
        self.is_stopped() || self.since.elapsed() > self.limit
    }

    /// Returns an error if it is time to stop looking, with what is missing.
    pub(super) fn check(&self, missing: impl FnOnce() -> String) -> Result<()> {
        if self.is_stopped() {
            return Err(Error::Stopped);
        }
        match self.is_over() {
            true => Err(refused(format!("gave up after {} s: {}", self.limit.as_secs_f64(), missing()))),
            false => Ok(()),
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.as_ref().is_some_and(|flag| flag.load(Relaxed))
    }
}
