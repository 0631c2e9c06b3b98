//! `bulkdoku check`: reports what is wrong with a data set.

mod report;

use super::Exit;
use super::args::CheckArgs;
use super::files::{create_output, open_input, open_source};
use super::session::{Records, Session};
use crate::audit::{self, AuditSettings, Picture};
use crate::datasets::{RecordSource, SameBy};
use crate::error::Result;
use crate::format::detect::FormatHint;
use crate::format::line_shape::excerpt;
use crate::format::read::answer_field::AnswerField;
use crate::io::input::Input;
use crate::io::output::Output;

use report::CheckReport;

/// Runs the subcommand.
pub fn run(args: CheckArgs) -> Result<Exit> {
    let session = Session::of(&args.run)?.with_shard(args.shard.shard);
    let records = session.open(&args.run.input)?;
    // The exit code tells whether there are findings, even if nobody reads them.
    let mut output = args.run.output.create()?.outliving_its_reader();
    let mut page = args.html.as_deref().map(create_output).transpose()?;
    let (field, answers) = (args.answer_field(&records)?, args.answers()?);
    let answer_column = field.as_ref().map(AnswerField::number);
    let answers_name = answers.as_ref().map(|answers| answers.name().to_owned());
    let settings = AuditSettings {
        answer_field: field,
        answers,
        findings: args.findings,
        keys: args.keys(),
        against: args.against()?,
        solver: args.run.solver.settings(args.run.budget.guesses),
        fingerprint_memory: args.fingerprint_memory,
        profile: page.is_some(),
    };
    let name = records.name.clone();
    let header = header_of(records.input.preamble());
    let audit = session.run(records, |records| audit::run(records, settings))?;
    let mut picture = Picture::new(&audit, &name);
    picture.shard = args.shard.shard;
    picture.answer_column = answer_column;
    picture.answers = answers_name;
    picture.keys = args.keys();
    picture.against = args.against.as_ref().map(|path| path.display().to_string());
    picture.engine = args.run.solver.engine.name();
    let mut report = CheckReport { report: audit.run.clone(), picture, header, solver: &args.run.solver };
    report.report.written = write(&mut output, &report)?;
    if let (Some(page), Some(html)) = (&mut page, report.picture.html()) {
        page.write(html.as_bytes())?;
    }
    Output::finish_all([output].into_iter().chain(page).collect())?;
    session.finish(|| report.print(), || report.json())?;
    Ok(if audit.total() == 0 { Exit::Done } else { Exit::Unanswered })
}

impl CheckArgs {
    /// The field of the records that holds the answers, unless the answers are in a file of their own.
    fn answer_field(&self, open: &Records) -> Result<Option<AnswerField>> {
        if self.answers.is_some() {
            return Ok(None);
        }
        let (detected, input) = (&open.detected, &open.input);
        AnswerField::find(detected, input.head(), input.name(), self.answer_column.as_ref())
    }

    /// The keys without repetitions, in the order of [`SameBy::ALL`].
    fn keys(&self) -> Vec<SameBy> {
        SameBy::ALL.into_iter().filter(|key| self.by.contains(key)).collect()
    }

    /// The file that the records are compared with, if one is named.
    fn against(&self) -> Result<Option<RecordSource>> {
        let source = |path| open_source(path, self.run.input.access(), FormatHint::default());
        self.against.as_deref().map(source).transpose()
    }

    /// Opens the file of answers, if one is named.
    fn answers(&self) -> Result<Option<Input>> {
        self.answers.as_deref().map(|path| open_input(path, self.run.input.access())).transpose()
    }
}

/// The last line before the records that is not blank, and its number: an audit names what it takes for a header.
fn header_of(preamble: &[u8]) -> Option<(usize, String)> {
    let lines = preamble.split(|&byte| byte == b'\n').enumerate();
    let (index, line) = lines.filter(|(_, line)| !line.trim_ascii().is_empty()).last()?;
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    (!line.is_empty()).then(|| (index + 1, excerpt(line)))
}

/// Writes the findings. Returns the number of bytes written.
fn write(output: &mut Output, report: &CheckReport<'_>) -> Result<u64> {
    let mut written = 0;
    for finding in &report.picture.audit.findings {
        let line = report.line(finding);
        output.write(line.as_bytes())?;
        written += line.len() as u64;
    }
    Ok(written)
}
