//! This run beside an older one: a ratio a row, marked only where it cannot be chance.

use std::path::Path;

use bulkdoku::bench::Statistics;
use bulkdoku::error::{Error, Result};
use serde_json::Value;

use super::json::SCHEMA;
use super::row::Row;
use super::table::{TextTable, short};

/// A row of an older run.
pub struct Old {
    key: [String; 6],
    rate: Statistics,
}

/// Reads what `--json` wrote.
pub fn read(path: &Path) -> Result<Vec<Old>> {
    let name = path.display().to_string();
    let text = std::fs::read(path).map_err(|reason| Error::reading(&name, reason))?;
    let unreadable = |what: &str| Error::Unreadable { name: name.clone(), line: 1, what: what.to_owned() };
    let value: Value = serde_json::from_slice(&text)
        .map_err(|error| unreadable(&format!("{error}; name a file that 'bench --json' wrote")))?;
    if value["schema"].as_u64() != Some(SCHEMA) {
        return Err(unreadable(&format!("not of schema {SCHEMA}: measure again with 'bench --json'")));
    }
    let rows = value["rows"].as_array().ok_or_else(|| unreadable("there are no rows in it"))?;
    rows.iter().map(|row| old(row).ok_or_else(|| unreadable("a row lacks a field"))).collect()
}

/// The rows that both runs have.
pub fn table(rows: &[Row], old: &[Old]) -> TextTable {
    let headings = ["set", "clock", "engine", "isa", "mode", "threads", "before", "now", "ratio"];
    let lines: Vec<Vec<String>> = rows.iter().filter_map(|row| cells(row, old)).collect();
    let note = match lines.is_empty() {
        true => "no row of the older run was measured in this one",
        false => "marked: no run of one is within the runs of the other",
    };
    TextTable::new(&headings, lines, vec![note.to_owned()])
}

/// A row beside the older one of the same measurement, if there is one.
fn cells(row: &Row, old: &[Old]) -> Option<Vec<String>> {
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

fn old(row: &Value) -> Option<Old> {
    let text = |field: &str| Some(row[field].as_str()?.to_owned());
    let threads = row["threads"].as_u64().map_or("-".to_owned(), |threads| threads.to_string());
    let rate = &row["puzzles_per_second"];
    let figure = |field: &str| rate[field].as_f64();
    Some(Old {
        key: [text("set")?, text("clock")?, text("engine")?, text("isa")?, text("mode")?, threads],
        rate: Statistics { median: figure("median")?, least: figure("min")?, most: figure("max")? },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_chance_is_marked() {
        let spread = |median| Statistics { median, least: 0.9 * median, most: 1.1 * median };
        assert_eq!(mark(1.1, &spread(1.1), &spread(1.0)), "");
        assert_eq!(mark(1.5, &spread(1.5), &spread(1.0)), " faster");
        assert_eq!(mark(0.5, &spread(0.5), &spread(1.0)), " SLOWER");
    }
}
