//! How the program solves puzzles, and on which instruction set.

use std::env;

use crate::board::parse_error::ParseError;
use crate::error::{Error, Result};
use crate::solver::{Engine, Isa, SolverSettings};

/// The environment variable that names the instruction set of every command.
const ISA_VARIABLE: &str = "BULKDOKU_ISA";

/// Returns the instruction set that the environment names, or else the fastest one of this processor. An empty value counts as
/// unset.
///
/// # Errors
/// Returns an error that names the variable if its value is not an instruction set of this processor.
pub fn isa_from_environment() -> Result<Isa> {
    let Some(name) = env::var_os(ISA_VARIABLE).filter(|name| !name.is_empty()) else {
        return Ok(Isa::best());
    };
    let name = name.to_string_lossy();
    name.parse().map_err(|reason: ParseError| {
        Error::refused(format!("{ISA_VARIABLE} is '{name}': {reason}, or unset the variable"))
    })
}

/// Returns the settings of commands that do not choose an engine, with a budget of guesses for each puzzle.
///
/// # Errors
/// Returns the error of [`isa_from_environment`].
pub fn usual(budget: u64) -> Result<SolverSettings> {
    Ok(SolverSettings { engine: Engine::default(), isa: isa_from_environment()?, budget })
}

/// Returns the name of the solver in summaries: the instruction set of the engine lanes, or the engine.
pub fn name(solver: SolverSettings) -> &'static str {
    if solver.engine == Engine::Lanes { solver.isa.name() } else { solver.engine.name() }
}
