//! `bulkdoku check`: reports the problems of a data set.

mod report;

use std::path::Path;

use super::args::CheckArgs;
use super::context::Context;
use super::files::{create_output, open_input, open_source};
use super::session::Session;
use super::streams::is_stdout;
use super::{BadRecords, Exit, solver};
use crate::audit::{AuditJob, Copies, HtmlReport};
use crate::datasets::RecordSource;
use crate::error::Result;
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
    let access = args.run.input.access();
    // The exit code tells whether there are findings, even if the reader of the output goes away.
    let create = |path: &Path| create_output(path, Role::Report, context); // findings do not replace the input
    let output = create(&args.run.output.output)?.ignoring_broken_pipe();
    let page = args.html.as_deref().map(create).transpose()?;
    let copies = Copies {
        clean: args.clean.as_deref().map(create).transpose()?,
        rejects: args.rejects.as_deref().map(create).transpose()?,
    };
    let hint = args.run.input.hint_for_others();
    let open_answers = |path| decode(open_input(path, access, Role::Reference, context)?, &hint);
    let answers = args.answers.as_deref().map(open_answers).transpose()?;
    let open_against = |path| open_source(path, access, Role::Reference, hint.clone(), context);
    let against = args.against.as_deref().map(open_against).transpose()?;
    against.as_ref().map(|against| session.identify_other(against)).transpose()?;
    let (header, length) = (header_of(records.input.preamble()), records.input.length());
    let mut job = AuditJob::new(source.unwrap_or_else(|| records.into())).open_answers(answers);
    job.against = against;
    job.answer_column = args.answer_column.clone();
    job.keys = args.by.clone();
    job.copies = copies;
    job.output = Some(output);
    job.prints_all = args.prints_all();
    job.findings = args.findings.unwrap_or(PRINTED);
    job.shard = args.shard.shard;
    job.solver = solver;
    job.fingerprint_memory = args.fingerprint_memory.unwrap_or(crate::datasets::FINGERPRINT_MEMORY);
    job.profile = page.is_some();
    let (mut audit, mut outputs) = session.show(length, |run| job.run_settings(run).complete())?;
    audit.words.against = args.against.as_ref().map(|path| path.display().to_string()); // as the user wrote it, even `-`
    if let Some(mut page) = page {
        page.write(HtmlReport::of(&audit).to_string().as_bytes())?;
        outputs.insert(1, page);
    }
    Output::finish_all(outputs)?;
    let copied = [(&args.clean, audit.clean), (&args.rejects, audit.rejected)];
    let copied =
        copied.map(|(path, records)| path.as_ref().map(|path| (path.display().to_string(), records)));
    let summary = session.summary(&audit.run, &audit.input);
    let report = CheckReport { summary, audit: &audit, header, copied };
    let (bad, records) = (audit.total() + session.unread(), audit.run.tally.records());
    let bad = BadRecords { bad, records, most: args.run.input.max_bad };
    session.finish(bad, &|| report.print(), &|| report.json())
}

impl CheckArgs {
    /// Whether to write all findings. By default, only a file gets them all.
    fn prints_all(&self) -> bool {
        self.findings.is_none() && !is_stdout(&self.run.output.output)
    }

    /// Opens the records, and returns their source if they will be read again.
    fn open(&self, session: &mut Session<'_>) -> Result<(OpenRecords, Option<RecordSource>)> {
        if self.clean.is_none() && self.rejects.is_none() {
            return Ok((session.open(&self.run.input)?, None));
        }
        let (source, _) = session.source(&self.run.input)?;
        Ok((source.open()?, Some(source)))
    }
}

/// Returns the last line before the records that is not blank, which an audit reports as the header, and its number.
fn header_of(preamble: &[u8]) -> Option<(usize, String)> {
    let lines = preamble.split(|&byte| byte == b'\n').enumerate();
    let (index, line) = lines.filter(|(_, line)| !line.trim_ascii().is_empty()).last()?;
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    (!line.is_empty()).then(|| (index + 1, excerpt(line)))
}
