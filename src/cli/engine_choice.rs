//! The engine that the command line selects.

use bulkdoku::error::{Error, Result};
use bulkdoku::solver::batch::{Form, Solve};
use bulkdoku::solver::engine::Engine;

use super::args::SolverArgs;

impl SolverArgs {
    /// A function that builds the engine. Each worker calls it once.
    pub fn engine(&self) -> Box<dyn Fn() -> Box<dyn Solve> + Send + Sync> {
        let (engine, isa) = (self.engine, self.isa);
        Box::new(move || engine.build_on(isa))
    }

    /// Refuses an engine that does not read puzzles of this form.
    ///
    /// # Errors
    /// Returns [`Error::NoPencilmarks`] for an engine that reads clues only.
    pub fn check(&self, form: Form) -> Result<()> {
        if self.engine.reads(form) {
            return Ok(());
        }
        Err(Error::NoPencilmarks { engine: self.engine.name() })
    }

    /// The name of the solver in the summary: the instruction set of the engine lanes, or the engine.
    pub fn solver_name(&self) -> &'static str {
        if self.engine == Engine::Lanes { self.isa.name() } else { self.engine.name() }
    }
}
