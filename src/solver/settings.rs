//! The engine of a run that has to know which puzzles have exactly one solution.

use super::batch::{Goal, Solve, Task};
use super::{Engine, Isa};

/// How the puzzles of a data set are solved, and on which instruction set their canonical forms are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolverSettings {
    /// The engine. No verdict, solution or form depends on it.
    pub engine: Engine,
    /// The instruction set of the engine and of canonical forms. No form depends on it; where several maps make a form,
    /// the map may.
    pub isa: Isa,
    /// The most guesses that a puzzle may cost.
    pub budget: u64,
}

impl SolverSettings {
    /// Builds the engine.
    pub(crate) fn build(self) -> Box<dyn Solve> {
        self.engine.build_on(self.isa)
    }

    /// The task to find out whether a puzzle has exactly one solution.
    pub(crate) fn task(self) -> Task {
        Task { goal: Goal::Unique, budget: self.budget }
    }
}

impl Default for SolverSettings {
    /// The fastest engine on the fastest instruction set of this processor, without a limit of guesses.
    fn default() -> Self {
        Self { engine: Engine::default(), isa: Isa::best(), budget: u64::MAX }
    }
}
