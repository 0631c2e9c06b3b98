//! `bulkdoku rate`: how hard the puzzles of a file are.

use serde_json::{Value, json};

use super::args::RateArgs;
use super::context::Context;
use super::files::row_format;
use super::numbers::{grouped, histogram_line};
use super::session::Session;
use super::summary::{RunSummary, extended, object};
use super::{BadRecords, Exit, say, solver};
use crate::error::{Error, Result};
use crate::rating::{RateJob, RateReport, RatingKind, RatingSettings};
use crate::solver::SolverSettings;
use crate::solver::batch::Notation;

/// Runs the subcommand.
pub fn run(args: RateArgs, context: &Context) -> Result<Exit> {
    let solver = solver::usual(args.budget.guesses())?;
    let mut session = Session::of(&args.run, context, solver)?.with_shard(args.shard.shard);
    let records = session.open(&args.run.input)?;
    let kinds = args.kinds(records.format.reader.notation())?;
    let (name, length) = (records.input.name().to_owned(), records.input.length());
    let output = args.run.output.create(context)?;
    let report = session.show(length, |run_settings| {
        let (settings, filters) = (args.settings(&kinds, solver), args.conditions.clone());
        let (format, blank) = (row_format(args.format, &records, true), args.blank.blank);
        RateJob { source: records.into(), settings, filters, format, blank, output, run_settings }.run()
    })?;
    args.report(session, &name, &report)
}

impl RateArgs {
    /// Returns the ratings to write: the requested ones, or the default ones that exist in this notation.
    fn kinds(&self, notation: Notation) -> Result<Vec<RatingKind>> {
        let has_clues = notation == Notation::Clues;
        let of_conditions = self.conditions.iter().map(|it| it.field.kind);
        let mut needed = self.only.iter().copied().chain(of_conditions);
        if let Some(kind) = needed.find(|kind| !has_clues && kind.needs_clues()) {
            return Err(Error::refused(format!(
                "pencilmarks have no rating {kind}, which needs clues: \
                 choose others, as in --only level,left,depth,backdoor,se",
            )));
        }
        let mut kinds = if self.only.is_empty() { RatingKind::DEFAULT.to_vec() } else { self.only.clone() };
        kinds.retain(|kind| has_clues || !kind.needs_clues());
        Ok(kinds)
    }

    fn settings(&self, kinds: &[RatingKind], solver: SolverSettings) -> RatingSettings {
        let settings = RatingSettings::default().only(kinds.to_vec()).equivalents(self.equivalents);
        RatingSettings { seed: self.seed, solver, ..settings }
    }

    /// Prints the summary on stderr and writes it as JSON if requested.
    fn report(&self, session: Session<'_>, input: &str, report: &RateReport) -> Result<Exit> {
        let summary = session.summary(&report.run, input);
        let print = || {
            summary.print_bad_records();
            RatingKind::ALL.into_iter().for_each(|kind| print_histogram(kind, report));
            say(summary.line());
            if !self.conditions.is_empty() {
                say(kept(report.kept, report.run.tally.records(), "records", report.undecided));
            }
        };
        let bad = BadRecords::of(&report.run.tally, self.run.input.max_bad);
        session.finish(bad, &print, &|| self.json(&summary, report))
    }

    /// Returns the summary of `solve`, extended with the histograms.
    fn json(&self, summary: &RunSummary<'_>, report: &RateReport) -> Value {
        let counted = |kind| {
            let classes = report.histograms.of(kind);
            classes.map(move |(class, puzzles)| (class.label(kind), Value::from(puzzles)))
        };
        let rated = RatingKind::ALL.into_iter().filter(|&kind| counted(kind).next().is_some());
        let histograms = rated.map(|kind| (kind.name().to_owned(), object(counted(kind))));
        let further = json!({
            "guesses": null,
            "equivalents": self.equivalents,
            "seed": self.seed,
            "records_kept": report.kept,
            "records_undecided": report.undecided,
            "histograms": object(histograms),
        });
        extended(summary.json(), further)
    }
}

/// Returns what conditions on ratings kept: `kept 20 of 249 records (8.03 %) · 3 undecided`.
pub fn kept(kept: u64, of: u64, what: &str, undecided: u64) -> String {
    let percent = 100.0 * kept as f64 / of.max(1) as f64;
    let text = format!("kept {} of {} {what} ({percent:.2} %)", grouped(kept), grouped(of));
    match undecided {
        0 => text,
        undecided => format!("{text} · {} undecided, because a rating is a lower bound", grouped(undecided)),
    }
}

fn print_histogram(kind: RatingKind, report: &RateReport) {
    let Some(most) = report.histograms.of(kind).map(|(_, puzzles)| puzzles).max() else { return };
    say(heading(kind));
    for (class, puzzles) in report.histograms.of(kind) {
        say(histogram_line(class.label(kind), 10, puzzles, most));
    }
}

fn heading(kind: RatingKind) -> &'static str {
    match kind {
        RatingKind::Left => "cells left after level 4",
        kind => kind.name(),
    }
}
