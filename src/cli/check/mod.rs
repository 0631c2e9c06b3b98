//! `bulkdoku check`: reports what is wrong with a data set.

mod report;

use bulkdoku::audit::AuditSettings;
use bulkdoku::datasets::{ClassKey, RecordSource};
use bulkdoku::error::{Error, Result};
use bulkdoku::format::detect::FormatHint;
use bulkdoku::format::read::answer_field::AnswerField;
use bulkdoku::io::input::Input;
use bulkdoku::io::output::Output;
use bulkdoku::solver::batch::{Goal, Task};

use super::Exit;
use super::args::CheckArgs;
use super::files::{keep_apart, open_input};
use super::session::{OpenSession, Session};
use super::streams::is_stdin;
use report::CheckReport;

/// Runs the subcommand.
pub fn run(args: CheckArgs) -> Result<Exit> {
    let task = Task { goal: Goal::Unique, budget: args.budget.guesses };
    keep_apart("-o", &args.output.output, "of the puzzles", &args.input.path)?;
    if let Some(answers) = &args.answers {
        keep_apart("-o", &args.output.output, "of the answers", answers)?;
        if is_stdin(answers) && is_stdin(&args.input.path) {
            return Err(Error::refused(
                "the puzzles and --answers both read standard input: name a file for one",
            ));
        }
    }
    if let Some(against) = &args.against {
        keep_apart("-o", &args.output.output, "that the puzzles are compared with", against)?;
    }
    let open = args.session().open()?;
    let (input, output) = (open.input.name().to_owned(), open.output()?);
    let (field, answers) = (args.answer_field(&open)?, args.answers()?);
    let answer_column = field.as_ref().map(AnswerField::number);
    let answers_name = answers.as_ref().map(|answers| answers.name().to_owned());
    let settings = AuditSettings {
        answer_field: field,
        answers,
        findings: args.findings,
        keys: args.keys(),
        against: args.against()?,
        isa: args.solver.isa,
        fingerprint_memory: args.fingerprint_memory,
    };
    let audit = open.audit(settings, task)?;
    let mut report = CheckReport {
        report: audit.run.clone(),
        audit: &audit,
        input,
        shard: args.shard.shard,
        answer_column,
        answers: answers_name,
        keys: args.keys(),
        against: args.against.as_ref().map(|path| path.display().to_string()),
        solver: &args.solver,
    };
    report.report.written = write(output, &report)?;
    if !args.view.quiet {
        report.print();
    }
    args.summary.as_deref().map_or(Ok(()), |path| report.write_json(path))?;
    Ok(if audit.total() == 0 { Exit::Done } else { Exit::Unanswered })
}

impl CheckArgs {
    fn session(&self) -> Session<'_> {
        let Self { input, output, solver, view, .. } = self;
        Session { input, output, solver, view, shard: self.shard.shard, summary: self.summary.as_deref() }
    }

    /// The field of the records that holds the answers, unless the answers are in a file of their own.
    fn answer_field(&self, open: &OpenSession<'_>) -> Result<Option<AnswerField>> {
        if self.answers.is_some() {
            return Ok(None);
        }
        let (detected, input) = (&open.detected, &open.input);
        AnswerField::find(detected, input.head(), input.name(), self.answer_column.as_ref())
    }

    /// The keys without repetitions, in the order of [`ClassKey::ALL`].
    fn keys(&self) -> Vec<ClassKey> {
        ClassKey::ALL.into_iter().filter(|key| self.by.contains(key)).collect()
    }

    /// The file that the records are compared with, if one is named.
    fn against(&self) -> Result<Option<RecordSource>> {
        let source = |path| RecordSource::file(path, self.input.access(), FormatHint::default());
        self.against.as_deref().map(source).transpose()
    }

    /// Opens the file of answers, if one is named.
    fn answers(&self) -> Result<Option<Input>> {
        self.answers.as_deref().map(|path| open_input(path, self.input.access())).transpose()
    }
}

/// Writes the findings. Returns the number of bytes written.
///
/// If the reader closes the pipe, the rest of the findings is not written. The exit code still reports them.
fn write(mut output: Output, report: &CheckReport<'_>) -> Result<u64> {
    let mut written = 0;
    for finding in &report.audit.findings {
        let line = report.line(finding);
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
