//! Comparison with an earlier run. A ratio is marked only if the ranges of the two runs do not overlap.

use super::earlier::OldMeasurement;
use super::measurement::Measurement;
use super::table::short;
use crate::bench::Statistics;
use crate::cli::text_table::TextTable;

/// The table of the rows that both runs contain.
pub fn table(rows: &[Measurement], old: &[OldMeasurement]) -> TextTable {
    let headings = ["set", "clock", "engine", "isa", "mode", "threads", "before", "now", "ratio"];
    let lines: Vec<Vec<String>> = rows.iter().filter_map(|row| cells(row, old)).collect();
    let note = match lines.is_empty() {
        true => "no row of the earlier run was measured in this run",
        false => "marked: the ranges of the two rates do not overlap",
    };
    TextTable::new(&headings, lines, vec![note.to_owned()])
}

/// The cells of a row, if the earlier run has the same measurement.
fn cells(row: &Measurement, old: &[OldMeasurement]) -> Option<Vec<String>> {
    let old = old.iter().find(|old| old.key == row.key())?;
    let ratio = row.rate.median / old.rate.median;
    let mut cells = row.key().to_vec();
    cells.extend([short(old.rate.median), short(row.rate.median)]);
    cells.push(format!("{ratio:.3}{}", mark(ratio, &row.rate, &old.rate)));
    Some(cells)
}

fn mark(ratio: f64, new: &Statistics, old: &Statistics) -> &'static str {
    match ratio {
        _ if new.overlaps(old) => "",
        1.0.. => " faster",
        _ => " SLOWER",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ratios_without_overlap_are_marked() {
        let range = |median| Statistics { median, min: 0.9 * median, max: 1.1 * median };
        assert_eq!(mark(1.1, &range(1.1), &range(1.0)), "");
        assert_eq!(mark(1.5, &range(1.5), &range(1.0)), " faster");
        assert_eq!(mark(0.5, &range(0.5), &range(1.0)), " SLOWER");
    }
}
