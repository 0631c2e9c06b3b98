//! `bulkdoku check`: reports the problems of a data set.

mod report;

use std::path::Path;

use super::args::CheckArgs;
use super::context::Context;
use super::files::{create_output, open_input, open_source};
use super::session::Session;
use super::streams::is_stdout;
use super::{BadRecords, Exit, solver};
use crate::audit::copies::{CleanCopies, Copied, copy};
use crate::audit::report::Audit;
use crate::audit::run::audit_records;
use crate::audit::settings::AuditSettings;
use crate::audit::{AuditReport, Finding, picture};
use crate::datasets::{RecordSource, SameBy};
use crate::error::{Error, Result};
use crate::format::detect::decode::decode;
use crate::format::line_shape::excerpt;
use crate::io::output::Output;
use crate::io::run_files::Role;
use crate::pipeline::OpenRecords;

use report::CheckReport;

/// The default number of findings to print.
const PRINTED: usize = 1000;

/// Runs the subcommand.
pub fn run(args: CheckArgs, context: &Context) -> Result<Exit> {
    let solver = solver::usual(args.budget.guesses())?;
    let has_own_answers = args.answers.is_some() || args.answer_column.is_some();
    let session = Session::of(&args.run, context, solver)?.with_own_answers(has_own_answers);
    let mut session = session.with_shard(args.shard.shard);
    let (records, source) = args.open(&mut session)?;
    let (input, access) = (&records.input, args.run.input.access());
    // The exit code tells whether there are findings, even if the reader of the output goes away.
    let create = |path: &Path| create_output(path, Role::Report, context); // findings do not replace the input
    let mut output = create(&args.run.output.output)?.ignoring_broken_pipe();
    let mut page = args.html.as_deref().map(create).transpose()?;
    let copies = CleanCopies {
        clean: args.clean.as_deref().map(create).transpose()?,
        rejects: args.rejects.as_deref().map(create).transpose()?,
    };
    let answer_field = match args.answers {
        Some(_) => None,
        None => {
            let field = records.format.field(args.answer_column.as_ref());
            field.map_err(|reason| Error::format(input.name(), 1, reason))?
        }
    };
    let hint = args.run.input.hint_for_others();
    let open_answers = |path| decode(open_input(path, access, Role::Reference, context)?, &hint);
    let answers = args.answers.as_deref().map(open_answers).transpose()?;
    let open_against = |path| open_source(path, access, Role::Reference, hint.clone(), context);
    let against = args.against.as_deref().map(open_against).transpose()?;
    against.as_ref().map(|against| session.identify_other(against)).transpose()?;
    let settings = AuditSettings {
        answer_field,
        answers,
        findings: args.findings.unwrap_or(PRINTED),
        lists_all: args.rejects.is_some() || args.prints_all(),
        cleans: args.cleans(),
        keys: args.keys(),
        against,
        shard: args.shard.shard,
        solver,
        fingerprint_memory: args.fingerprint_memory,
        profile: page.is_some(),
    };
    let header = header_of(input.preamble());
    let state = source.as_ref().map(RecordSource::state).transpose()?.flatten();
    let (audit, told, copied) = session.show(input.length(), |run| {
        let mut audit = audit_records(records, &run, settings)?;
        audit.report.against = args.against.as_ref().map(|path| path.display().to_string()); // as the user wrote it, even `-`
        let told = args.write(&mut output, &mut audit)?;
        let copied = match (&source, audit.left_out) {
            (Some(source), Some(left_out)) => {
                let records = audit.report.run.tally.records();
                copy((source, &state), &run, records, left_out, audit.findings, copies)?
            }
            _ => Copied::default(),
        };
        Ok((audit.report, told, copied))
    })?;
    if let (Some(page), Some(html)) = (&mut page, picture::page(&audit)) {
        page.write(html.as_bytes())?;
    }
    let Copied { clean, rejected, outputs: copies } = copied;
    Output::finish_all([output].into_iter().chain(page).chain(copies).collect())?;
    let copied = [(&args.clean, clean), (&args.rejects, rejected)];
    let copied =
        copied.map(|(path, records)| path.as_ref().map(|path| (path.display().to_string(), records)));
    let summary = session.summary(&audit.run, &audit.input);
    let report = CheckReport { summary, audit: &audit, header, told, copied };
    let (bad, records) = (audit.total() + session.unread(), audit.run.tally.records());
    let bad = BadRecords { bad, records, most: args.run.input.max_bad };
    session.finish(bad, || report.print(), || report.json())
}

impl CheckArgs {
    /// Whether to copy records.
    fn cleans(&self) -> bool {
        self.clean.is_some() || self.rejects.is_some()
    }

    /// Whether to write all findings. By default, only a file gets them all.
    fn prints_all(&self) -> bool {
        self.findings.is_none() && !is_stdout(&self.run.output.output)
    }

    /// Opens the records, and returns their source if they will be read again.
    fn open(&self, session: &mut Session<'_>) -> Result<(OpenRecords, Option<RecordSource>)> {
        if !self.cleans() {
            return Ok((session.open(&self.run.input)?, None));
        }
        let (source, _) = session.source(&self.run.input)?;
        Ok((source.open()?, Some(source)))
    }

    /// Returns the keys without repetitions.
    fn keys(&self) -> Vec<SameBy> {
        SameBy::or_usual(&self.by, self.against.is_some())
    }

    /// Writes the findings and returns their number.
    fn write(&self, output: &mut Output, audit: &mut Audit) -> Result<u64> {
        let (report, mut told) = (&mut audit.report, 0);
        let mut written = 0;
        let mut write = |report: &AuditReport, finding: &Finding| {
            told += 1;
            written += write_finding(output, report, finding)?;
            Ok(())
        };
        match audit.findings.as_mut().filter(|_| self.prints_all()) {
            Some(all) => all.for_each(|finding| write(report, finding))?,
            None => report.findings.iter().try_for_each(|finding| write(report, finding))?,
        }
        report.run.written = written;
        Ok(told)
    }
}

/// Returns the last line before the records that is not blank, which an audit reports as the header, and its number.
fn header_of(preamble: &[u8]) -> Option<(usize, String)> {
    let lines = preamble.split(|&byte| byte == b'\n').enumerate();
    let (index, line) = lines.filter(|(_, line)| !line.trim_ascii().is_empty()).last()?;
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    (!line.is_empty()).then(|| (index + 1, excerpt(line)))
}

/// Writes a finding as a line: `file:line:column: kind: what is wrong`. Returns the number of bytes written.
fn write_finding(output: &mut Output, audit: &AuditReport, finding: &Finding) -> Result<u64> {
    let Finding { line, column, kind, what, .. } = finding;
    let text = format!("{}:{line}:{column}: {}: {what}\n", audit.file_of(finding), kind.name());
    output.write(text.as_bytes())?;
    Ok(text.len() as u64)
}
