//! Solvers and raters that outlive a call. Building one takes up to half a millisecond, which calls with few rows avoid.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

use bulkdoku::Solver;
use bulkdoku::rating::{Rater, RatingSettings};
use bulkdoku::solver::{Engine, Isa};

type Idle<T> = Mutex<Vec<T>>;

static SOLVERS: Idle<Solver> = Mutex::new(Vec::new());
static RATERS: Idle<Rater> = Mutex::new(Vec::new());

/// The largest number of idle values of a kind. Each takes a few megabytes.
const MOST_IDLE: usize = 8;

/// A value that no other call uses until it is dropped. Never waits for a lock: if the process was forked while another thread
/// held it, it is never released.
pub(super) struct Pooled<T: 'static> {
    value: Option<T>,
    idle: &'static Idle<T>,
}

pub(super) type PooledSolver = Pooled<Solver>;
pub(super) type PooledRater = Pooled<Rater>;

impl PooledSolver {
    /// Returns an idle solver, or a new one, with one engine: no result depends on the sizes of batches. The call that used it
    /// before may have been interrupted.
    pub(super) fn take() -> Self {
        let mut solver =
            Self::find(&SOLVERS, |_| true, || Solver::with_engine(Engine::default(), Isa::best()));
        solver.stop_when(None);
        solver
    }
}

impl PooledRater {
    /// Returns an idle rater with these settings, or a new one.
    pub(super) fn take(settings: &RatingSettings) -> Self {
        let make = || Rater::with_settings(settings.clone());
        Self::find(&RATERS, |rater| rater.settings() == settings, make)
    }
}

impl<T> Pooled<T> {
    fn find(idle: &'static Idle<T>, fits: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> Self {
        let found = idle.try_lock().ok().and_then(|mut values| {
            let at = values.iter().rposition(fits)?;
            Some(values.remove(at))
        });
        Self { value: Some(found.unwrap_or_else(make)), idle }
    }
}

impl<T> Deref for Pooled<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect("present until dropped")
    }
}

impl<T> DerefMut for Pooled<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect("present until dropped")
    }
}

/// Makes the value idle again. Drops the value that has been idle longest if there are too many.
impl<T> Drop for Pooled<T> {
    fn drop(&mut self) {
        if let Some(value) = self.value.take()
            && !std::thread::panicking()
            && let Ok(mut idle) = self.idle.try_lock()
        {
            idle.push(value);
            let excess = idle.len().saturating_sub(MOST_IDLE);
            idle.drain(..excess);
        }
    }
}
