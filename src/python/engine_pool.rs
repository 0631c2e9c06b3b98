//! Engines that outlive a call, so that a call with few rows does not have to build one, which takes 0.3 ms.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

use crate::outcome::Outcome;
use crate::solver::Engine;
use crate::solver::batch::{Answers, Puzzles, Solve, Task};

/// Engines that no call is using.
static IDLE: Mutex<Vec<Box<dyn Solve>>> = Mutex::new(Vec::new());

/// The most engines that are kept. Each takes some megabytes.
const MOST_IDLE: usize = 8;

/// An engine that no other call is using, until it is dropped. No lock is waited for: a process may have been forked while
/// another thread held it, and then it is never free.
pub(super) struct PooledEngine(Option<Box<dyn Solve>>);

impl PooledEngine {
    /// An idle engine, or a new one.
    pub(super) fn take() -> Self {
        let idle = IDLE.try_lock().ok().and_then(|mut idle| idle.pop());
        Self(Some(idle.unwrap_or_else(|| Engine::default().build())))
    }
}

impl Deref for PooledEngine {
    type Target = dyn Solve;

    fn deref(&self) -> &Self::Target {
        self.0.as_deref().expect("it is there until it is dropped")
    }
}

impl DerefMut for PooledEngine {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.as_deref_mut().expect("it is there until it is dropped")
    }
}

impl Solve for PooledEngine {
    fn solve_to(&mut self, task: Task, puzzles: Puzzles<'_>, answers: Answers<'_>, outcomes: &mut [Outcome]) {
        (**self).solve_to(task, puzzles, answers, outcomes);
    }
}

impl Drop for PooledEngine {
    fn drop(&mut self) {
        if let Some(engine) = self.0.take()
            && !std::thread::panicking()
            && let Ok(mut idle) = IDLE.try_lock()
            && idle.len() < MOST_IDLE
        {
            idle.push(engine);
        }
    }
}
