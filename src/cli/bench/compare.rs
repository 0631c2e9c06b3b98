//! Comparison with an earlier run. A ratio is marked only if the ranges of the two runs do not overlap.

use super::earlier::OldMeasurement;
use super::measurement::Measurement;
use crate::bench::Statistics;
use crate::bench::text_table::TextTable;
use crate::report::numbers::short;

/// The rows that two runs have in common.
pub struct Comparison {
    /// One line for each of them.
    pub table: TextTable,
    /// The lowest rate of this run as a multiple of that of the earlier run.
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
            true => "no row of the earlier run was measured in this run",
            false => "marked: the ranges of the two rates do not overlap",
        };
        let lowest = pairs.iter().map(|&(row, old)| ratio(row, old)).min_by(f64::total_cmp);
        Self { table: TextTable::new(&headings, lines, vec![note.to_owned()]), lowest }
    }

    /// What is wrong if no rate may be below `ratio` times that of the earlier run.
    pub fn fault(&self, ratio: f64) -> Option<String> {
        match self.lowest {
            None => Some("no rate was compared with one of the earlier run".to_owned()),
            Some(lowest) if lowest < ratio => Some(format!(
                "a rate is below {ratio} times that of the earlier run: the lowest is {lowest:.3} times it"
            )),
            Some(_) => None,
        }
    }
}

/// The rate of a row as a multiple of that of the same measurement of the earlier run.
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
