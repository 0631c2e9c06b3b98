//! `bulkdoku check`: reports what is wrong with a data set.

mod report;

use super::args::CheckArgs;
use super::files::{create_output, open_input, open_source};
use super::session::Session;
use super::{Exit, solver};
use crate::audit::{self, AuditReport, AuditSettings, Finding, picture};
use crate::datasets::SameBy;
use crate::error::Result;
use crate::format::detect::decode::decode;
use crate::format::line_shape::excerpt;
use crate::format::read::answer_field::AnswerField;
use crate::io::output::Output;

use report::CheckReport;

/// Runs the subcommand.
pub fn run(args: CheckArgs) -> Result<Exit> {
    let solver = solver::usual(args.budget.guesses())?;
    let has_own_answers = args.answers.is_some() || args.answer_column.is_some();
    let session = Session::of(&args.run, solver)?.with_own_answers(has_own_answers);
    let mut session = session.with_shard(args.shard.shard);
    let records = session.open(&args.run.input)?;
    let (input, access) = (&records.input, args.run.input.access());
    // The exit code tells whether there are findings, even if nobody reads them.
    let mut output = args.run.output.create()?.outliving_its_reader();
    let mut page = args.html.as_deref().map(create_output).transpose()?;
    let answer_field = match args.answers {
        Some(_) => None,
        None => AnswerField::find(&records.format, input.head(), input.name(), args.answer_column.as_ref())?,
    };
    let hint = args.run.input.hint_for_others();
    let open_answers = |path| decode(open_input(path, access)?, &hint);
    let answers = args.answers.as_deref().map(open_answers).transpose()?;
    let against = args.against.as_deref().map(|path| open_source(path, access, hint.clone()));
    let against = against.transpose()?;
    against.as_ref().map(|against| session.identify_other(against)).transpose()?;
    let settings = AuditSettings {
        answer_field,
        answers,
        findings: args.findings,
        keys: args.keys(),
        against,
        shard: args.shard.shard,
        solver,
        fingerprint_memory: args.fingerprint_memory,
        profile: page.is_some(),
    };
    let header = header_of(input.preamble());
    let mut audit = session.run(records, |records| audit::run(records, settings))?;
    audit.against = args.against.as_ref().map(|path| path.display().to_string()); // as the option says, also `-`
    audit.run.written = write(&mut output, &audit)?;
    if let (Some(page), Some(html)) = (&mut page, picture::page(&audit)) {
        page.write(html.as_bytes())?;
    }
    Output::finish_all([output].into_iter().chain(page).collect())?;
    let report = CheckReport { summary: session.summary(&audit.run, &audit.input), audit: &audit, header };
    let exit = Exit::of_bad(audit.total(), audit.run.tally.records(), args.run.input.max_bad);
    session.finish(exit, || report.print(), || report.json())
}

impl CheckArgs {
    /// The keys without repetitions, in the order of [`SameBy::ALL`].
    fn keys(&self) -> Vec<SameBy> {
        SameBy::ALL.into_iter().filter(|key| self.by.contains(key)).collect()
    }
}

/// The last line before the records that is not blank, and its number: an audit names what it takes for a header.
fn header_of(preamble: &[u8]) -> Option<(usize, String)> {
    let lines = preamble.split(|&byte| byte == b'\n').enumerate();
    let (index, line) = lines.filter(|(_, line)| !line.trim_ascii().is_empty()).last()?;
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    (!line.is_empty()).then(|| (index + 1, excerpt(line)))
}

/// Writes the findings as lines: `file:line:column: kind: what is wrong`. Returns the number of bytes written.
fn write(output: &mut Output, audit: &AuditReport) -> Result<u64> {
    let mut written = 0;
    for finding in &audit.findings {
        let Finding { line, column, kind, what, .. } = finding;
        let text = format!("{}:{line}:{column}: {}: {what}\n", audit.file_of(finding), kind.name());
        output.write(text.as_bytes())?;
        written += text.len() as u64;
    }
    Ok(written)
}
