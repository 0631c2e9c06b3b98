//! Threads that start their work at the same moment.

use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// Runs every job on its own thread, and starts all of them when the last thread is ready. Returns the time from the first start
/// to the last end.
///
/// # Errors
/// Returns an error if a thread cannot be started. No job runs then.
pub fn run_together<J: FnOnce() + Send>(jobs: impl Iterator<Item = J>) -> Result<Duration> {
    let may_start = RwLock::new(false);
    let span: Mutex<Option<(Instant, Instant)>> = Mutex::new(None);
    thread::scope(|scope| -> Result<()> {
        // The threads wait for this lock. If an error drops it early, they end.
        let mut gate = may_start.write().unwrap_or_else(PoisonError::into_inner);
        for job in jobs {
            let run = || {
                if *may_start.read().unwrap_or_else(PoisonError::into_inner) {
                    let started = Instant::now();
                    job();
                    extend(&span, started, Instant::now());
                }
            };
            let thread = thread::Builder::new().spawn_scoped(scope, run);
            thread.map_err(|reason| Error::Threads(reason.to_string()))?;
        }
        *gate = true;
        Ok(())
    })?;
    let span = span.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(span.map_or(Duration::ZERO, |(started, ended)| ended - started))
}

fn extend(span: &Mutex<Option<(Instant, Instant)>>, started: Instant, ended: Instant) {
    let mut span = span.lock().unwrap_or_else(PoisonError::into_inner);
    let (first, last) = span.unwrap_or((started, ended));
    *span = Some((first.min(started), last.max(ended)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn every_job_runs_and_the_time_includes_the_longest() {
        let done = AtomicU32::new(0);
        let job = |milliseconds| {
            let done = &done;
            move || {
                thread::sleep(Duration::from_millis(milliseconds));
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        let time = run_together([1, 30, 10].into_iter().map(job)).unwrap();
        assert!(time >= Duration::from_millis(30), "{time:?}");
        assert_eq!(done.into_inner(), 3);
        assert_eq!(run_together(std::iter::empty::<fn()>()).unwrap(), Duration::ZERO);
    }
}
