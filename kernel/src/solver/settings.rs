//! The engine of a run that needs to know which puzzles have exactly one solution.

use super::batch::{Goal, Solve, Task};
use super::{Engine, Isa};

/// How the puzzles of a data set are solved, and the instruction set for their canonical forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverSettings {
    /// The engine. Verdicts, solutions and forms do not depend on it.
    pub engine: Engine,
    /// The instruction set of the engine and of canonical forms. Forms do not depend on it, but the map may if several maps make
    /// the same form.
    pub isa: Isa,
    /// The most guesses that a puzzle may take.
    pub budget: u64,
}

impl SolverSettings {
    /// Builds the engine.
    pub fn build(self) -> Box<dyn Solve> {
        self.engine.build_on(self.isa)
    }

    /// Returns the task of finding out whether a puzzle has exactly one solution.
    pub fn task(self) -> Task {
        Task { goal: Goal::Unique, budget: self.budget }
    }
}

impl Default for SolverSettings {
    /// Returns the fastest engine on the fastest instruction set of this processor, without a limit on guesses.
    fn default() -> Self {
        Self { engine: Engine::default(), isa: Isa::best(), budget: u64::MAX }
    }
}
