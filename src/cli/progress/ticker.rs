//! A thread that shows progress regularly, also while no chunk finishes.

use std::thread;
use std::time::Duration;

/// Calls `tick` regularly on a thread until it returns false. If no thread can be started, progress is shown only after every
/// chunk.
pub(super) fn every(interval: Duration, tick: impl Fn() -> bool + Send + 'static) {
    let ticking = move || {
        while tick() {
            thread::sleep(interval);
        }
    };
    let _ = thread::Builder::new().name("progress".to_owned()).spawn(ticking);
}
