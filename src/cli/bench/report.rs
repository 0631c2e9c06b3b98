//! The results of a run, as text.

use super::compare::Comparison;
use super::host::Host;
use super::measurement::{Clock, Measurement};
use super::{programs, table};
use crate::bench::text_table::TextTable;
use crate::cli::args::BenchArgs;

/// The results of a run.
pub(super) struct BenchReport {
    pub(super) host: Host,
    pub(super) rows: Vec<Measurement>,
    pub(super) comparison: Option<Comparison>,
}

impl BenchReport {
    /// Returns the machine and the tables as text.
    pub(super) fn text(&self, args: &BenchArgs) -> String {
        let tables = if args.details { self.tables_in_detail() } else { self.tables_in_brief(args.runs) };
        let tables = tables.into_iter().map(|(_, table)| format!("\n{}", table.text()));
        format!("{}\n", self.host) + &tables.collect::<String>()
    }

    /// Returns the tables of a run without `--details`, with their headings.
    pub(super) fn tables_in_brief(&self, runs: usize) -> Vec<(String, TextTable)> {
        let results = ("Results".to_owned(), table::brief(&self.of_clock(Clock::Memory), runs));
        [results].into_iter().chain(self.further_tables()).collect()
    }

    /// Returns the tables of all measured facts, with their headings.
    pub(super) fn tables_in_detail(&self) -> Vec<(String, TextTable)> {
        let rows = self.of_clock(Clock::Memory);
        let results = ("All results".to_owned(), table::in_detail(&rows));
        let costs = table::of_costs(&rows).map(|table| ("Work of the lanes".to_owned(), table));
        [results].into_iter().chain(costs).chain(self.further_tables()).collect()
    }

    /// Returns the tables of processes, and the comparison.
    pub(super) fn further_tables(&self) -> impl Iterator<Item = (String, TextTable)> {
        let comparison = self.comparison.as_ref();
        let comparison = comparison.map(|it| ("Comparison with an earlier run".to_owned(), it.table.clone()));
        programs::tables(&self.of_clock(Clock::External)).into_iter().chain(comparison)
    }

    pub(super) fn of_clock(&self, clock: Clock) -> Vec<&Measurement> {
        self.rows.iter().filter(|row| row.clock == clock).collect()
    }

    /// Returns why the exit code is 1: other programs were wrong, or a rate is too low.
    pub(super) fn faults(&self, args: &BenchArgs) -> Vec<String> {
        let too_low = self.comparison.as_ref().zip(args.fail_below);
        let too_low = too_low.and_then(|(comparison, ratio)| comparison.fault(ratio));
        programs::faults(&self.rows).into_iter().chain(too_low).collect()
    }
}
