//! `bulkdoku solve`: an answer for every record of a file.

use bulkdoku::error::{Error, Result};
use bulkdoku::solver::batch::{Form, Goal, Solve, Task};
use bulkdoku::solver::engine::Engine;

use super::Exit;
use super::args::{SolveArgs, SolverArgs};
use super::session::Session;

/// Runs the subcommand.
pub fn run(args: SolveArgs) -> Result<Exit> {
    let goal = if args.unique { Goal::Unique } else { Goal::First };
    let task = Task { goal, budget: args.budget.guesses };
    let session = args.session();
    let open = session.open()?;
    let (name, output) = (open.input.name().to_owned(), open.output()?);
    let writer = args.writer(&open.input, &open.found)?;
    let report = open.solve(output, None, writer, task)?;
    session.tell(&name, &report)?;
    Ok(Exit::of(&report.tally))
}

impl SolveArgs {
    fn session(&self) -> Session<'_> {
        let Self { input, output, solver, view, .. } = self;
        Session { input, output, solver, view, summary: self.summary.as_deref() }
    }
}

impl SolverArgs {
    /// Makes the engine of a worker.
    pub fn engine(&self) -> Box<dyn Fn() -> Box<dyn Solve> + Send + Sync> {
        let (engine, isa) = (self.engine, self.isa);
        Box::new(move || engine.build_on(isa))
    }

    /// Can the engine read puzzles of this form?
    pub fn check(&self, form: Form) -> Result<()> {
        if self.engine.reads(form) {
            return Ok(());
        }
        Err(Error::NoPencilmarks { engine: self.engine.name() })
    }

    /// What solves, for people: the instruction set of the lanes, or the engine.
    pub fn solver_name(&self) -> &'static str {
        if self.engine == Engine::Lanes { self.isa.name() } else { self.engine.name() }
    }
}
