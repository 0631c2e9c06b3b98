//! Comparison with an earlier run. A ratio is marked only if the ranges of the two runs do not overlap.

use std::path::Path;

use bulkdoku::bench::Statistics;
use bulkdoku::error::{Error, Result};
use serde_json::Value;

use super::json::SCHEMA;
use super::measurement::Measurement;
use super::table::short;
use crate::cli::text_table::TextTable;

/// A row of an earlier run.
pub struct OldMeasurement {
    key: [String; 6],
    rate: Statistics,
}

/// Reads the results of an earlier run, as written by `--json`.
///
/// # Errors
/// Returns an error if the file cannot be read or has another schema.
pub fn read(path: &Path) -> Result<Vec<OldMeasurement>> {
    let name = path.display().to_string();
    let text = std::fs::read(path).map_err(|reason| Error::reading(&name, reason))?;
    let unreadable = |what: &str| Error::refused(format!("{name}:1:1: {what}"));
    let value: Value = serde_json::from_slice(&text)
        .map_err(|error| unreadable(&format!("{error}; give a file that 'bench --json' wrote")))?;
    if value["schema"].as_u64() != Some(SCHEMA) {
        return Err(unreadable(&format!("the schema is not {SCHEMA}: measure again with 'bench --json'")));
    }
    let rows = value["rows"].as_array().ok_or_else(|| unreadable("the file has no rows"))?;
    rows.iter().map(|row| old(row).ok_or_else(|| unreadable("a field of a row is missing"))).collect()
}

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

fn old(row: &Value) -> Option<OldMeasurement> {
    let text = |field: &str| Some(row[field].as_str()?.to_owned());
    let threads = row["threads"].as_u64().map_or("-".to_owned(), |threads| threads.to_string());
    let rate = &row["puzzles_per_second"];
    let number = |field: &str| rate[field].as_f64();
    Some(OldMeasurement {
        key: [text("set")?, text("clock")?, text("engine")?, text("isa")?, text("mode")?, threads],
        rate: Statistics { median: number("median")?, min: number("min")?, max: number("max")? },
    })
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
