//! The subcommands that write one result per record and report nothing else: `solve`, `count`, `canon`, `minimize`.

use std::path::Path;

use super::args::{BlankArgs, CanonArgs, CountArgs, MinimizeArgs, SolveArgs};
use super::context::Context;
use super::exit::unanswered;
use super::files::{create_output, row_format};
use super::session::run_records;
use super::sheet::Sheet;
use super::streams::is_dash;
use super::{Exit, solver};
use crate::datasets::CanonJob;
use crate::error::Result;
use crate::generate::MinimizeJob;
use crate::io::run_files::Role;
use crate::pipeline::report::Tally;
use crate::pipeline::{OpenRecords, SolveJob};
use crate::solver::batch::{Goal, Task};
use crate::solver::{SolverSettings, Verdict};

/// `bulkdoku solve`: a result for every record of a file.
pub fn solve(args: SolveArgs, context: &Context) -> Result<Exit> {
    let goal = if args.unique || args.steps { Goal::Unique } else { Goal::First };
    let settings = SolverSettings { engine: args.engine.engine, ..solver::usual(args.budget.guesses())? };
    let task = Task::new(goal).with_budget(settings.budget);
    let work = Box::new(|records: OpenRecords, run_settings, output| {
        let Some(writer) = args.writer(&records)? else {
            let title = args.sheet.title.clone().unwrap_or_else(|| title(&args.run.input.path));
            return Sheet { title, per_page: args.sheet.per_page }.write(
                records,
                settings,
                run_settings,
                output,
            );
        };
        let job =
            SolveJob::new(records.into(), output).task(task).solver(settings).run_settings(run_settings);
        job.writer(writer).run()
    });
    run_records(&args.run, context, settings, args.shard.shard, unanswered, work)
}

/// Returns the title of a sheet: the name of the file without folders and extension.
fn title(path: &Path) -> String {
    let name = path.file_stem().filter(|_| !is_dash(path));
    name.map_or_else(|| "Sudoku".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// `bulkdoku count`: the number of solutions of every record.
pub fn count(args: CountArgs, context: &Context) -> Result<Exit> {
    let settings = SolverSettings { engine: args.engine.engine, ..solver::usual(args.budget.guesses())? };
    let task = Task::new(Goal::Count { limit: args.limit }).with_budget(settings.budget);
    let bad =
        |tally: &Tally| tally.with(Verdict::Malformed) + tally.with(Verdict::BudgetExhausted) + tally.unread;
    let work = Box::new(|records: OpenRecords, run_settings, output| {
        let list = args.all.as_deref().map(|path| create_output(path, Role::Report, context)).transpose()?;
        let job =
            SolveJob::new(records.into(), output).task(task).solver(settings).run_settings(run_settings);
        match list {
            Some(list) => job.list_solutions(list).run(),
            None => job.run(),
        }
    });
    run_records(&args.run, context, settings, args.shard.shard, bad, work)
}

/// `bulkdoku canon`: the canonical form of every record.
pub fn canon(args: CanonArgs, context: &Context) -> Result<Exit> {
    let CanonArgs { form, format, blank: BlankArgs { blank }, transformation: with_transformation, .. } =
        args;
    let solver = solver::usual(u64::MAX)?;
    let work = Box::new(|records: OpenRecords, run_settings, output| {
        let format = row_format(format, &records, with_transformation);
        CanonJob {
            source: records.into(),
            form,
            solver,
            format,
            with_transformation,
            blank,
            output,
            run_settings,
        }
        .run()
    });
    run_records(&args.run, context, solver, args.shard.shard, unanswered, work)
}

/// `bulkdoku minimize`: every puzzle without redundant clues.
pub fn minimize(args: MinimizeArgs, context: &Context) -> Result<Exit> {
    let MinimizeArgs { seed, format, blank: BlankArgs { blank }, .. } = args;
    let solver = solver::usual(u64::MAX)?;
    let work = Box::new(|records: OpenRecords, run_settings, output| {
        let format = row_format(format, &records, false);
        MinimizeJob { source: records.into(), seed, format, blank, solver, output, run_settings }.run()
    });
    run_records(&args.run, context, solver, args.shard.shard, unanswered, work)
}
