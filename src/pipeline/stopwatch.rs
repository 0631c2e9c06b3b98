//! The time that a run takes.

use std::time::{Duration, Instant};

/// Measures the time since its start. A module of WebAssembly without a host has no clock; there it says zero.
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts now.
    pub(crate) fn start() -> Self {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        Self(has_clock.then(Instant::now))
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |started| started.elapsed())
    }
}
