//! The tables of the rows: the rates, and what the lanes did.

use super::measurement::Measurement;
use crate::bench::external::Verified;
use crate::bench::text_table::TextTable;
use crate::numbers::{grouped, short};

/// The rates of all rows.
pub fn of(rows: &[Measurement]) -> TextTable {
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
    TextTable::new(&headings, rows.iter().map(cells).collect(), notes(rows))
}

fn cells(row: &Measurement) -> Vec<String> {
    let rate = format!("{} ({}-{})", short(row.rate.median), short(row.rate.min), short(row.rate.max));
    let guesses = row.guesses_per_puzzle().map_or("-".to_owned(), |guesses| format!("{guesses:.2}"));
    let mark = if row.warm_up.given_up > 0 { "!" } else { "" };
    let share = row.without_guess().map_or("-".to_owned(), |share| format!("{:.0} %", 100.0 * share));
    let nanoseconds = grouped((1e9 / row.rate.median.max(1e-9)).round() as u64);
    let measured = grouped(row.warm_up.puzzles as u64);
    let puzzles = match row.warm_up.puzzles < row.set_size {
        true => format!("{measured} of {}", grouped(row.set_size as u64)),
        false => measured,
    };
    let mut cells = row.key().to_vec();
    cells.extend([rate, nanoseconds, guesses + mark, share, puzzles]);
    cells
}

fn notes(rows: &[Measurement]) -> Vec<String> {
    let mut notes = Vec::new();
    if rows.iter().any(|row| row.warm_up.given_up > 0) {
        notes.push("! the budget of some puzzles was exhausted: the true rate is lower".to_owned());
    }
    notes.extend(rows.iter().filter_map(|row| Some(verification(row, row.verified.as_ref()?))));
    notes
}

/// The result of verifying the answers in a file.
fn verification(row: &Measurement, verified: &Verified) -> String {
    let Verified { solutions, refused, open } = verified;
    let number = |number: usize| grouped(number as u64);
    let mut text = format!("{} on {}: of {} answers ", row.solver(), row.set, number(verified.all()));
    text += &format!("{} are correct solutions", number(*solutions));
    if *refused > 0 {
        text += &format!(", {} correctly report none or several", number(*refused));
    }
    if *open > 0 {
        text += &format!(", {} could not be verified", number(*open));
    }
    text
}

/// What the lanes did for a puzzle of each set, in counts that show where the time goes: the rows that they solved in memory,
/// or `None` if there are none.
pub fn of_costs(rows: &[Measurement]) -> Option<TextTable> {
    let lines: Vec<Vec<String>> = rows.iter().filter_map(cost_cells).collect();
    if lines.is_empty() {
        return None;
    }
    let headings =
        ["set", "isa", "mode", "threads", "lanes in use", "sweeps/puzzle", "rounds/puzzle", "deepest stack"];
    let notes = [
        "sweeps/puzzle: sweeps of the lane that holds the puzzle.",
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
