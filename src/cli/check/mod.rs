//! `bulkdoku check`: reports what is wrong with a data set.

mod page;
mod report;

use std::path::Path;

use super::Exit;
use super::args::CheckArgs;
use super::files::{create_output, keep_apart, open_input};
use super::session::{OpenSession, Session};
use super::streams::{is_dash, is_stdin};
use crate::audit::AuditSettings;
use crate::datasets::{ClassKey, RecordSource};
use crate::error::{Error, Result};
use crate::format::detect::FormatHint;
use crate::format::read::answer_field::AnswerField;
use crate::io::input::Input;
use crate::io::output::Output;
use crate::solver::batch::{Goal, Task};

use report::CheckReport;

/// Runs the subcommand.
pub fn run(args: CheckArgs) -> Result<Exit> {
    let task = Task { goal: Goal::Unique, budget: args.run.budget.guesses };
    args.check_output()?;
    args.check_page()?;
    let open = args.session().open()?;
    let (input, output) = (open.input.name().to_owned(), open.output()?);
    let page = args.html.as_deref().map(create_output).transpose()?;
    let (field, answers) = (args.answer_field(&open)?, args.answers()?);
    let answer_column = field.as_ref().map(AnswerField::number);
    let answers_name = answers.as_ref().map(|answers| answers.name().to_owned());
    let settings = AuditSettings {
        answer_field: field,
        answers,
        findings: args.findings,
        keys: args.keys(),
        against: args.against()?,
        isa: args.run.solver.isa,
        fingerprint_memory: args.fingerprint_memory,
        profile: page.is_some(),
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
        solver: &args.run.solver,
    };
    report.report.written = write(output, &report)?;
    if let (Some(page), Some(profile)) = (page, &audit.profile) {
        write_page(page, &page::of(&report, profile))?;
    }
    if !args.run.view.quiet {
        report.print();
    }
    args.run.summary.as_deref().map_or(Ok(()), |path| report.write_json(path))?;
    Ok(if audit.total() == 0 { Exit::Done } else { Exit::Unanswered })
}

impl CheckArgs {
    fn session(&self) -> Session<'_> {
        Session::new(&self.input, &self.output, &self.run, self.shard.shard)
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

    /// Checks that the findings overwrite no other file, and that two inputs are not the same stream.
    fn check_output(&self) -> Result<()> {
        keep_apart("-o", &self.output.output, "of the puzzles", &self.input.path)?;
        if let Some(answers) = &self.answers {
            keep_apart("-o", &self.output.output, "of the answers", answers)?;
            if is_stdin(answers) && is_stdin(&self.input.path) {
                return Err(Error::refused(
                    "the puzzles and --answers both read standard input: name a file for one",
                ));
            }
        }
        if let Some(against) = &self.against {
            keep_apart("-o", &self.output.output, "that the puzzles are compared with", against)?;
        }
        Ok(())
    }

    /// Checks that the page, if there is one, overwrites no other file.
    fn check_page(&self) -> Result<()> {
        let Some(page) = self.html.as_deref() else { return Ok(()) };
        let others = [
            ("of the puzzles", Some(&self.input.path)),
            ("of the findings", Some(&self.output.output)),
            ("of the answers", self.answers.as_ref()),
            ("that the puzzles are compared with", self.against.as_ref()),
            ("of --summary", self.run.summary.as_ref()),
        ];
        for (what, other) in others {
            other.map_or(Ok(()), |other| keep_apart("--html", page, what, other))?;
        }
        let is_stdout = |path: &Path| is_dash(page) && is_dash(path);
        if is_stdout(&self.output.output) {
            return Err(Error::refused("--html - needs -o: standard output carries the findings"));
        }
        match self.run.summary.as_deref().is_some_and(is_stdout) {
            true => {
                Err(Error::refused("--html and --summary both write to standard output: name a file for one"))
            }
            false => Ok(()),
        }
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

/// Writes the page. If the reader closes the pipe, the rest is not written, which is no error.
fn write_page(mut output: Output, page: &str) -> Result<()> {
    match output.write(page.as_bytes()).and_then(|()| output.finish()) {
        Err(Error::ClosedPipe) => Ok(()),
        other => other,
    }
}
