//! The engine that the command line selects.

use std::env::{self, VarError};

use super::args::{MAX_THREADS, SolverArgs};
use crate::error::{Error, Refusal, Result};
use crate::solver::SolverSettings;
use crate::solver::batch::{Notation, Solve};
use crate::solver::engine::Engine;

impl SolverArgs {
    /// A function that builds the engine. Each worker calls it once.
    pub fn engine(&self) -> Box<dyn Fn() -> Box<dyn Solve> + Send + Sync> {
        let (engine, isa) = (self.engine, self.isa);
        Box::new(move || engine.build_on(isa))
    }

    /// How the jobs over data sets solve puzzles, with at most `budget` guesses each.
    pub fn settings(&self, budget: u64) -> SolverSettings {
        SolverSettings { engine: self.engine, isa: self.isa, budget }
    }

    /// Refuses an engine that does not read puzzles of this form.
    ///
    /// # Errors
    /// Returns [`Refusal::NoPencilmarks`] for an engine that reads clues only.
    pub fn check(&self, notation: Notation) -> Result<()> {
        if self.engine.reads(notation) {
            return Ok(());
        }
        Err(Refusal::NoPencilmarks(self.engine.name()).into())
    }

    /// The number of worker threads, or 0 for one per core.
    ///
    /// # Errors
    /// Returns an error if the number comes from `RAYON_NUM_THREADS` and is not acceptable.
    pub fn thread_count(&self) -> Result<usize> {
        match env::var("RAYON_NUM_THREADS") {
            Ok(text) if self.threads == 0 && !text.is_empty() => threads_from_environment(&text),
            Err(VarError::NotUnicode(text)) if self.threads == 0 => {
                threads_from_environment(&text.to_string_lossy())
            }
            _ => Ok(self.threads),
        }
    }

    /// The name of the solver in the summary: the instruction set of the engine lanes, or the engine.
    pub fn solver_name(&self) -> &'static str {
        if self.engine == Engine::Lanes { self.isa.name() } else { self.engine.name() }
    }
}

fn threads_from_environment(text: &str) -> Result<usize> {
    let threads = text.parse().ok().filter(|&threads| threads <= MAX_THREADS as usize);
    threads.ok_or_else(|| {
        Error::refused(format!(
            "RAYON_NUM_THREADS is '{text}': unset it, or set it to a number of threads from 0 to {MAX_THREADS}"
        ))
    })
}
