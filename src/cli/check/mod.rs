//! `bulkdoku check`: what is wrong with a data set.

mod told;

use std::time::Instant;

use bulkdoku::audit::{Audit, Settings};
use bulkdoku::error::{Error, Result};
use bulkdoku::format::claims::ClaimField;
use bulkdoku::input::Input;
use bulkdoku::output::Output;
use bulkdoku::report::Report;
use bulkdoku::solver::{Goal, Task};

use super::Exit;
use super::args::CheckArgs;
use super::files::keep_apart;
use super::frame::{Frame, Opened};
use told::Told;

/// Runs the subcommand.
pub fn run(args: CheckArgs) -> Result<Exit> {
    let task = Task { goal: Goal::Unique, budget: args.budget.guesses };
    keep_apart("-o", &args.output.output, "of the puzzles", &args.input.path)?;
    if let Some(answers) = &args.answers {
        keep_apart("-o", &args.output.output, "of the answers", answers)?;
    }
    let opened = args.frame().open()?;
    let (input, output) = (opened.input.name().to_owned(), opened.output()?);
    let (claims, answers) = (args.claims(&opened)?, args.answers()?);
    let claimed = claims.as_ref().map(ClaimField::number);
    let answers_name = answers.as_ref().map(|answers| answers.name().to_owned());
    let audit =
        Audit::new(Settings { claims, answers, findings: args.findings, held: args.fingerprint_memory });
    let solved = opened.solve(audit.output(), None, audit.writer(), task);
    let report = solved.map_err(|error| audit.failure().unwrap_or(error))?;
    let ended = Instant::now();
    let audited = audit.finish(report.threads)?;
    let report = Report { elapsed: report.elapsed + ended.elapsed(), ..report };
    let mut told =
        Told { report, audited: &audited, input, claimed, answers: answers_name, solver: &args.solver };
    told.report.written = write(output, &told)?;
    if !args.view.quiet {
        told.say();
    }
    args.summary.as_deref().map_or(Ok(()), |path| told.write_json(path))?;
    Ok(if audited.total() == 0 { Exit::Done } else { Exit::Unanswered })
}

impl CheckArgs {
    fn frame(&self) -> Frame<'_> {
        let Self { input, output, solver, view, .. } = self;
        Frame { input, output, solver, view, summary: self.summary.as_deref() }
    }

    /// Where the records hold their answers, unless these have a file of their own.
    fn claims(&self, opened: &Opened<'_>) -> Result<Option<ClaimField>> {
        if self.answers.is_some() {
            return Ok(None);
        }
        let (found, input) = (&opened.found, &opened.input);
        ClaimField::find(found, input.head(), input.name(), self.answer_column.as_ref())
    }

    /// The file of answers.
    fn answers(&self) -> Result<Option<Input>> {
        self.answers.as_deref().map(|path| Input::open(path, self.input.access())).transpose()
    }
}

/// Writes every finding to tell, and says how many bytes that were.
///
/// Whoever closes the pipe wants no more lines; the set is no better for that, and the run goes on to say so.
fn write(mut output: Output, told: &Told<'_>) -> Result<u64> {
    let mut written = 0;
    for finding in &told.audited.findings {
        let line = told.line(finding);
        match output.write(line.as_bytes()) {
            Err(Error::ClosedPipe) => return Ok(written),
            other => other?,
        }
        written += line.len() as u64;
    }
    match output.finish() {
        Err(Error::ClosedPipe) => Ok(written),
        other => other.map(|()| written),
    }
}
