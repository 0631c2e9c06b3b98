//! Comparison with an earlier run. A ratio is marked only if the ranges of the two runs do not overlap.

use super::earlier::OldMeasurement;
use super::measurement::Measurement;
use crate::bench::text_table::TextTable;
use crate::bench::{Statistics, short};

/// The rows that two runs have in common.
pub struct Comparison {
    /// One line for each common row.
    pub table: TextTable,
    /// The lowest ratio of a rate of this run to the same rate of the earlier run.
    lowest: Option<f64>,
}

impl Comparison {
    /// Compares the rows with those of an earlier run.
    pub fn of(rows: &[Measurement], old: &[OldMeasurement]) -> Self {
        let headings = ["set", "clock", "engine", "isa", "mode", "threads", "before", "now", "ratio"];
        let same = |row: &Measurement| old.iter().find(|old| old.key == row.key());
        let rated = rows.iter().filter(|row| row.has_rate());
        let pairs: Vec<_> = rated.filter_map(|row| Some((row, same(row)?))).collect();
        let lines: Vec<Vec<String>> = pairs.iter().map(|&(row, old)| cells(row, old)).collect();
        let note = match lines.is_empty() {
            true => "this run measured no row of the earlier run",
            false => "marked: the ranges of the two rates do not overlap",
        };
        let lowest = pairs.iter().map(|&(row, old)| ratio(row, old)).min_by(f64::total_cmp);
        Self { table: TextTable::new(&headings, lines, vec![note.to_owned()]), lowest }
    }

    /// Returns what is wrong if a rate is below `ratio` times the earlier one, or no rate was compared.
    pub fn fault(&self, ratio: f64) -> Option<String> {
        match self.lowest {
            None => Some("no rate could be compared: the two runs have no row in common".to_owned()),
            Some(lowest) if lowest < ratio => Some(format!(
                "a rate is below {ratio} times the earlier one: the lowest ratio is {lowest:.3}"
            )),
            Some(_) => None,
        }
    }
}

/// Returns the ratio of the rate of a row to the rate of the same row of the earlier run.
fn ratio(row: &Measurement, old: &OldMeasurement) -> f64 {
    row.rate.median / old.rate.median
}

fn cells(row: &Measurement, old: &OldMeasurement) -> Vec<String> {
    let ratio = ratio(row, old);
    let mut cells = row.key().to_vec();
    cells.extend([short(old.rate.median), short(row.rate.median)]);
    cells.push(format!("{ratio:.3}{}", mark(ratio, &row.rate, &old.rate)));
    cells
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
