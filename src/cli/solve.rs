//! `bulkdoku solve`: an answer for every record of a file.

use bulkdoku::error::{Error, Result};
use bulkdoku::output::{Output, Unfinished};
use bulkdoku::pipeline::{self, Job};
use bulkdoku::solver::engine::Engine;
use bulkdoku::solver::{Form, Goal, Solve, Task};

use super::args::{SolveArgs, SolverArgs};
use super::progress::Progress;
use super::summary::Summary;
use super::{Exit, interrupt, say};

/// Runs the subcommand.
pub fn run(args: SolveArgs) -> Result<Exit> {
    let unfinished = Unfinished::default();
    interrupt::watch(&unfinished);
    if let Some(path) = &args.summary {
        drop(Output::create(path, &Unfinished::default())?); // a refusal is better heard now than after a long run
    }
    let (input, found) = args.input.open()?;
    args.solver.check(found.reader.form())?;
    let writer = args.writer(&input, &found)?;
    let name = input.name().to_owned();
    let progress = Progress::new(&args.view, input.length(), args.output.is_terminal());
    let shown = progress.clone();
    let solved = pipeline::run(Job {
        input,
        reader: found.reader,
        output: args.output.create(&unfinished)?,
        writer,
        task: Task {
            goal: if args.unique { Goal::Unique } else { Goal::First },
            budget: args.budget.unwrap_or(u64::MAX),
        },
        engine: args.solver.engine(),
        threads: args.solver.threads,
        chunk_size: args.input.chunk_size,
        watch: Box::new(move |chunk| shown.add(chunk)),
    });
    progress.clear();
    // A worker that is left behind may still hold the temporary file.
    let report = solved.inspect_err(|_| drop(unfinished.abandon()))?;
    let summary = Summary { report: &report, input: &name, solver: &args.solver };
    if !args.view.quiet {
        summary.name_bad_records();
        say(summary.line());
    }
    if let Some(path) = &args.summary {
        summary.write_json(path)?;
    }
    Ok(Exit::of(&report.tally))
}

impl SolverArgs {
    /// Makes the engine of a worker.
    pub fn engine(&self) -> Box<dyn Fn() -> Box<dyn Solve> + Send + Sync> {
        let (engine, isa) = (self.engine, self.isa);
        Box::new(move || if engine == Engine::Lanes { isa.lanes() } else { engine.solver() })
    }

    /// Can the engine read puzzles of this form?
    pub fn check(&self, form: Form) -> Result<()> {
        if self.engine.reads(form) {
            return Ok(());
        }
        let why = format!("the engine {} reads no pencilmarks: choose lanes or scalar", self.engine);
        Err(Error::OutOfReach(why))
    }

    /// What solves, for people: the instruction set of the lanes, or the engine.
    pub fn solver_name(&self) -> &'static str {
        if self.engine == Engine::Lanes { self.isa.name() } else { self.engine.name() }
    }
}
