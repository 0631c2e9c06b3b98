//! One row of the results: what was measured, and the rate.

use std::sync::Arc;

use crate::bench::{Set, Statistics, Subject, WarmUp};
use crate::solver::{Isa, batch::Goal};

/// The names of the fields that must be equal for two rates to be comparable.
pub const NAMES: [&str; 5] = ["set", "engine", "isa", "mode", "threads"];

/// The values of these fields. A baseline has no instruction set (`-`).
pub type Key = [String; NAMES.len()];

/// One row of the results.
pub struct Row {
    /// The engine, its task and its threads.
    pub subject: Subject,
    /// The puzzle set. A slow engine solves only a sample.
    pub set: Arc<Set>,
    /// The result of the warm-up.
    pub warm_up: WarmUp,
    /// Puzzles per second.
    pub rate: Statistics,
}

impl Row {
    /// Returns the fields that must be equal for two rates to be comparable.
    pub fn key(&self) -> Key {
        let Subject { engine, isa, task, threads } = self.subject;
        let mode = if task.goal == Goal::First { "first" } else { "unique" };
        let threads = threads.to_string();
        [self.set.name.as_str(), engine.name(), isa.map_or("-", Isa::name), mode, &threads].map(str::to_owned)
    }

    /// Whether puzzles exhausted their budget, so that the rate is too high.
    pub fn has_given_up(&self) -> bool {
        self.warm_up.given_up > 0
    }
}
