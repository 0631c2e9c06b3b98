//! What the lanes did for a puzzle of each set, in counts that show where the time goes.

use super::measurement::Measurement;
use crate::bench::text_table::TextTable;

/// The columns of the table.
const HEADINGS: [&str; 8] =
    ["set", "isa", "mode", "threads", "lanes in use", "sweeps/puzzle", "rounds/puzzle", "deepest stack"];

/// Returns the table of the rows that the lanes solved in memory, or `None` if there are none.
pub fn of(rows: &[Measurement]) -> Option<TextTable> {
    let lines: Vec<Vec<String>> = rows.iter().filter_map(cells).collect();
    if lines.is_empty() {
        return None;
    }
    let notes = [
        "sweeps/puzzle: sweeps of the lane that holds the puzzle.",
        "rounds/puzzle: times that lanes branch, go back or take the next puzzle, after two sweeps each.",
    ];
    Some(TextTable::new(&HEADINGS, lines, notes.map(str::to_owned).to_vec()))
}

fn cells(row: &Measurement) -> Option<Vec<String>> {
    let costs = row.lane_costs?;
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
