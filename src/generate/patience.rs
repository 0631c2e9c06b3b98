//! How long a generator looks for its next puzzle, and whom it tells what is missing meanwhile.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::pipeline::OnWait;
use crate::pipeline::stopwatch::Stopwatch;

/// The time without a puzzle after which a generator gives up, unless it is told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The time without a puzzle after which a generator says what is missing, and the time until it says so again.
const SILENCE: Duration = Duration::from_secs(1);

/// The terms of a search: endless and silent by default.
#[derive(Clone)]
pub(super) struct Terms {
    /// The limit on the time since the last puzzle.
    pub(super) limit: Duration,
    /// A flag to stop at once.
    pub(super) is_stopped: Option<Arc<AtomicBool>>,
    pub(super) on_wait: Option<OnWait>,
}

/// The patience of a search for the next puzzle.
pub(super) struct Patience {
    pub(super) terms: Terms,
    since: Stopwatch,
    told: Cell<Stopwatch>,
}

impl Default for Patience {
    fn default() -> Self {
        let terms = Terms { limit: Duration::MAX, is_stopped: None, on_wait: None };
        Self { terms, since: Stopwatch::start(), told: Cell::new(Stopwatch::start()) }
    }
}

impl Patience {
    /// Starts anew: a puzzle was found, or the first one is looked for.
    pub(super) fn restart(&mut self) {
        self.since = Stopwatch::start();
    }

    /// Whether it is time to stop looking.
    pub(super) fn is_over(&self) -> bool {
        self.is_stopped() || self.since.elapsed() > self.terms.limit
    }

    /// Says what is missing, if that is due.
    pub(super) fn tell(&self, missing: impl FnOnce() -> String) {
        let Some(on_wait) = &self.terms.on_wait else { return };
        if self.since.elapsed() > SILENCE && self.told.get().elapsed() > SILENCE {
            on_wait(&missing());
            self.told.set(Stopwatch::start());
        }
    }

    /// Returns an error if it is time to stop looking, with what is missing. Otherwise, says so if that is due.
    pub(super) fn check(&self, missing: impl FnOnce() -> String) -> Result<()> {
        if self.is_stopped() {
            return Err(Error::Stopped);
        }
        if self.is_over() {
            let seconds = self.terms.limit.as_secs_f64();
            return Err(Error::refused(format!("gave up after {seconds} s: {}", missing())));
        }
        self.tell(missing);
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.terms.is_stopped.as_ref().is_some_and(|flag| flag.load(Relaxed))
    }
}
