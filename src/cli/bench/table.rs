//! The tables of the rows: the rates in brief or in detail, and the work of the lanes.

use std::collections::BTreeSet;

use super::measurement::Measurement;
use crate::bench::short;
use crate::bench::text_table::TextTable;
use crate::cli::numbers::counted;
use crate::report::numbers::grouped;

/// Returns the rates of all rows in brief: a line per set, and per engine, instruction set and mode if there are several, with a
/// column for each number of threads.
pub fn brief(rows: &[&Measurement], runs: usize) -> TextTable {
    let [engines, isas, modes] = [2, 3, 4].map(|field| distinct(rows, field));
    let threads: BTreeSet<usize> = rows.iter().filter_map(|row| row.threads).collect();
    let several: Vec<usize> = [(2, &engines), (3, &isas), (4, &modes)]
        .iter()
        .filter(|(_, all)| all.len() > 1)
        .map(|it| it.0)
        .collect();
    let names = ["set", "clock", "engine", "isa", "mode"];
    let mut headings = vec!["set".to_owned()];
    headings.extend(several.iter().map(|&field| names[field].to_owned()));
    headings.extend(threads.iter().enumerate().map(|(index, &threads)| {
        format!("{}{}", if index == 0 { "puzzles/s on " } else { "on " }, counted(threads as u64, "thread"))
    }));
    headings.push("spread".to_owned());
    let lines = grouped_by_subject(rows).iter().map(|group| brief_cells(group, &several, &threads)).collect();
    TextTable { headings, lines, notes: brief_notes(rows, &[engines, isas, modes], runs) }
}

/// Returns the different values of a field of the key, in the order of the rows.
fn distinct(rows: &[&Measurement], field: usize) -> Vec<String> {
    let mut values = Vec::new();
    for value in rows.iter().map(|row| row.key()[field].clone()) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Groups the rows that differ only in the number of threads, in the order of the rows.
fn grouped_by_subject<'a>(rows: &[&'a Measurement]) -> Vec<Vec<&'a Measurement>> {
    let mut groups: Vec<Vec<&Measurement>> = Vec::new();
    for &row in rows {
        let is_same = |group: &&mut Vec<&Measurement>| group[0].key()[..5] == row.key()[..5];
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

fn brief_cells(rows: &[&Measurement], fields: &[usize], threads: &BTreeSet<usize>) -> Vec<String> {
    let key = rows[0].key();
    let rate = |threads: &usize| {
        let row = rows.iter().find(|row| row.threads == Some(*threads));
        row.map_or("-".to_owned(), |row| short(row.rate.median) + mark(row))
    };
    let spread = rows.iter().map(|row| (row.rate.max - row.rate.min) / row.rate.median).fold(0.0, f64::max);
    let mut cells = vec![key[0].clone()];
    cells.extend(fields.iter().map(|&field| key[field].clone()));
    cells.extend(threads.iter().map(rate));
    cells.push(format!("{:.0} %", 100.0 * spread));
    cells
}

/// Returns what all rows have in common, and what the marks mean.
fn brief_notes(rows: &[&Measurement], values: &[Vec<String>; 3], runs: usize) -> Vec<String> {
    let common = ["engine", "isa", "mode"].iter().zip(values);
    let common = common.filter(|(_, values)| values.len() == 1 && values[0] != "-");
    let mut facts: Vec<String> = common.map(|(name, values)| format!("{name} {}", values[0])).collect();
    facts.push(format!("median of {}", counted(runs as u64, "run")));
    let spread = "spread: from the slowest run to the fastest, in percent of the median";
    let mut notes = vec![facts.join(" · "), spread.to_owned()];
    notes.extend(exhausted(rows));
    if rows.iter().any(|row| row.warm_up.puzzles < row.set_size) {
        notes.push("a slow engine solved a sample: --details has the number of puzzles".to_owned());
    }
    notes
}

/// Returns all columns of all rows.
pub fn in_detail(rows: &[&Measurement]) -> TextTable {
    let headings = [
        "set",
        "clock",
        "engine",
        "isa",
        "mode",
        "threads",
        "puzzles/s (min-max)",
        "ns/puzzle",
        "guesses",
        "no guess",
        "puzzles",
    ];
    let lines = rows.iter().map(|row| cells(row)).collect();
    TextTable::new(&headings, lines, exhausted(rows).into_iter().collect())
}

fn cells(row: &Measurement) -> Vec<String> {
    let rate = format!("{} ({}-{})", short(row.rate.median), short(row.rate.min), short(row.rate.max));
    let guesses = row.guesses_per_puzzle().map_or("-".to_owned(), |guesses| format!("{guesses:.2}"));
    let share = row.without_guess().map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
    let nanoseconds = grouped((1e9 / row.rate.median.max(1e-9)).round() as u64);
    let measured = grouped(row.warm_up.puzzles as u64);
    let puzzles = match row.warm_up.puzzles < row.set_size {
        true => format!("{measured} of {}", grouped(row.set_size as u64)),
        false => measured,
    };
    let mut cells = row.key().to_vec();
    cells.extend([rate, nanoseconds, guesses + mark(row), share, puzzles]);
    cells
}

/// Returns the mark of a rate that is too high, or an empty text.
fn mark(row: &Measurement) -> &'static str {
    if row.warm_up.given_up > 0 { "!" } else { "" }
}

/// Returns the meaning of the mark, if a row has it.
fn exhausted(rows: &[&Measurement]) -> Option<String> {
    let is_marked = rows.iter().any(|row| row.warm_up.given_up > 0);
    is_marked.then(|| "! the budget of some puzzles was exhausted: the true rate is lower".to_owned())
}

/// Returns the work of the lanes per puzzle of each set, or `None` if the lanes were not measured in memory. The counts show
/// where the time goes.
pub fn of_costs(rows: &[&Measurement]) -> Option<TextTable> {
    let lines: Vec<Vec<String>> = rows.iter().filter_map(|row| cost_cells(row)).collect();
    if lines.is_empty() {
        return None;
    }
    let headings =
        ["set", "isa", "mode", "threads", "lanes in use", "sweeps/puzzle", "rounds/puzzle", "deepest stack"];
    let notes = [
        "sweeps/puzzle: sweeps of the lane with the puzzle.",
        "rounds/puzzle: times that lanes branch, go back or take the next puzzle, after two sweeps each.",
    ];
    Some(TextTable::new(&headings, lines, notes.map(str::to_owned).to_vec()))
}

fn cost_cells(row: &Measurement) -> Option<Vec<String>> {
    let costs = row.lane_costs.filter(|costs| costs.lanes > 1)?;
    let [set, _, _, isa, mode, threads] = row.key();
    Some(vec![
        set,
        isa,
        mode,
        threads,
        format!("{:.1} % of {}", 100.0 * costs.in_use, costs.lanes),
        format!("{:.2}", costs.sweeps),
        format!("{:.3}", costs.rounds),
        costs.deepest_stack.to_string(),
    ])
}
