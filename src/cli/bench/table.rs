//! The table of the rates: a line per set, and per engine, instruction set and mode if there are several, with a column for each
//! number of threads.

use std::ops::Range;

use super::row::{NAMES, Row};
use crate::bench::short;
use crate::bench::text_table::TextTable;
use crate::cli::numbers::counted;

/// The fields between the set and the number of threads, which are columns only if they have several values.
const OPTIONAL: Range<usize> = 1..NAMES.len() - 1;

/// Returns the table of all rows, each with the median of this number of runs.
pub fn of(rows: &[Row], runs: usize) -> TextTable {
    let (shown, common): (Vec<usize>, Vec<usize>) =
        OPTIONAL.partition(|&field| value_of_all(rows, field).is_none());
    let mut threads: Vec<usize> = rows.iter().map(|row| row.subject.threads).collect();
    threads.sort_unstable();
    threads.dedup();
    let mut headings = vec![NAMES[0].to_owned()];
    headings.extend(shown.iter().map(|&field| NAMES[field].to_owned()));
    headings.extend(threads.iter().enumerate().map(|(index, &threads)| {
        format!("{}{}", if index == 0 { "puzzles/s on " } else { "on " }, counted(threads as u64, "thread"))
    }));
    headings.push("spread".to_owned());
    let lines = grouped_by_threads(rows).iter().map(|group| cells(group, &shown, &threads)).collect();
    TextTable { headings, lines, notes: notes(rows, &common, runs) }
}

/// Returns the value of a field of the key, if it is the same in all rows.
fn value_of_all(rows: &[Row], field: usize) -> Option<String> {
    let value = rows.first()?.key()[field].clone();
    rows.iter().all(|row| row.key()[field] == value).then_some(value)
}

/// Groups the rows that differ only in the number of threads, in the order of the rows.
fn grouped_by_threads(rows: &[Row]) -> Vec<Vec<&Row>> {
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let is_same = |group: &&mut Vec<&Row>| group[0].key()[..OPTIONAL.end] == row.key()[..OPTIONAL.end];
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

fn cells(rows: &[&Row], fields: &[usize], threads: &[usize]) -> Vec<String> {
    let key = rows[0].key();
    let rate = |threads: &usize| {
        let row = rows.iter().find(|row| row.subject.threads == *threads);
        row.map_or("-".to_owned(), |row| short(row.rate.median) + if row.has_given_up() { "!" } else { "" })
    };
    let spread = rows.iter().map(|row| (row.rate.max - row.rate.min) / row.rate.median).fold(0.0, f64::max);
    let mut cells = vec![key[0].clone()];
    cells.extend(fields.iter().map(|&field| key[field].clone()));
    cells.extend(threads.iter().map(rate));
    cells.push(format!("{:.0} %", 100.0 * spread));
    cells
}

/// Returns what all rows have in common, and what the marks mean.
fn notes(rows: &[Row], common: &[usize], runs: usize) -> Vec<String> {
    let named = |&field: &usize| value_of_all(rows, field).map(|value| format!("{} {value}", NAMES[field]));
    let mut facts: Vec<String> = common.iter().filter_map(named).filter(|fact| fact != "isa -").collect();
    facts.push(format!("median of {}", counted(runs as u64, "run")));
    let spread = "spread: from the slowest run to the fastest, in percent of the median";
    let exhausted = "! the budget of some puzzles was exhausted: the true rate is lower";
    let sample = "a slow engine solved a sample: --summary has the number of puzzles";
    let has_sample = rows.iter().any(|row| row.warm_up.puzzles < row.set.len());
    let notes = [
        Some(facts.join(" · ")),
        Some(spread.to_owned()),
        rows.iter().any(Row::has_given_up).then(|| exhausted.to_owned()),
        has_sample.then(|| sample.to_owned()),
    ];
    notes.into_iter().flatten().collect()
}
