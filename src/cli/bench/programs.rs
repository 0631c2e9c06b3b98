//! The results of processes: a table for each set, and the puzzles that programs failed on.

use super::measurement::Measurement;
use crate::bench::external::{Answers, Failure};
use crate::bench::text_table::TextTable;
use crate::bench::{Set, short};
use crate::board::grid::CELLS;
use crate::cli::numbers::counted;
use crate::error::Result;
use crate::io::output::Output;
use crate::report::numbers::grouped;

/// Returns a table for each set, with its heading.
pub fn tables(rows: &[&Measurement]) -> Vec<(String, TextTable)> {
    let mut sets: Vec<&str> = rows.iter().map(|row| row.set.as_str()).collect();
    sets.dedup();
    let table = |set: &str| {
        let rows: Vec<&Measurement> = rows.iter().copied().filter(|row| row.set == set).collect();
        let puzzles = counted(rows[0].set_size as u64, "puzzle");
        let program = format!("{set}, {puzzles}");
        let headings = [program.as_str(), "right", "wrong", "unanswered", "right puzzles/s (min-max)"];
        let notes = rows.iter().flat_map(|row| notes(row)).collect();
        let table = TextTable::new(&headings, rows.iter().map(|row| cells(row)).collect(), notes);
        (format!("Programs on {set}"), table)
    };
    sets.into_iter().map(table).collect()
}

fn cells(row: &Measurement) -> Vec<String> {
    let none = Answers::default();
    let Answers { right, wrong, unanswered, .. } = row.answers.as_ref().unwrap_or(&none);
    let [right, wrong, unanswered] = [right, wrong, unanswered].map(|number| grouped(*number as u64));
    let rate = match row.has_rate() {
        true => format!("{} ({}-{})", short(row.rate.median), short(row.rate.min), short(row.rate.max)),
        false => "-".to_owned(),
    };
    vec![row.engine.clone(), right, wrong, unanswered, rate]
}

/// Returns the notes about a row: failures, excess lines and unverified answers.
fn notes(row: &Measurement) -> Vec<String> {
    let Some(answers) = &row.answers else { return Vec::new() };
    let mut notes: Vec<String> = row.failure.clone().into_iter().collect();
    if answers.lines > row.set_size {
        let lines = counted(answers.lines as u64, "line");
        notes.push(format!(
            "'{}' printed {lines}: line n must be the answer to puzzle n, without further lines",
            row.engine
        ));
    }
    if answers.unverified > 0 {
        let puzzles = counted(answers.unverified as u64, "puzzle");
        notes.push(format!("'{}' on {puzzles} could not be verified", row.engine));
    }
    notes
}

/// Returns a message for each program that failed or has wrong or missing answers.
pub fn faults(rows: &[Measurement]) -> Vec<String> {
    rows.iter().filter_map(|row| Some((row, row.answers.as_ref()?))).filter_map(fault).collect()
}

fn fault((row, answers): (&Measurement, &Answers)) -> Option<String> {
    let Answers { wrong, unanswered, .. } = answers;
    if wrong + unanswered == 0 {
        return row.failure.clone();
    }
    let puzzles = counted((wrong + unanswered) as u64, "puzzle");
    Some(format!("'{}' on {}: {puzzles} wrong or unanswered", row.engine, row.set))
}

/// Writes a table of the puzzles that programs failed on, and how. `set_of` returns the set of a row.
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn write_failures<'a>(
    output: &mut Output,
    rows: &[Measurement],
    set_of: impl Fn(&Measurement) -> Option<&'a Set>,
) -> Result<()> {
    output.write(b"puzzle,set,program,failure,answer\n")?;
    for row in rows {
        let (Some(answers), Some(set)) = (&row.answers, set_of(row)) else { continue };
        for failure in &answers.failures {
            output.write(line(row, set, failure).as_bytes())?;
        }
    }
    Ok(())
}

fn line(row: &Measurement, set: &Set, failure: &Failure) -> String {
    let puzzle = String::from_utf8_lossy(&set.lines[failure.puzzle][..CELLS]);
    let (kind, answer) = match &failure.wrong {
        Some(answer) => ("wrong", String::from_utf8_lossy(answer).replace(char::is_control, "\u{fffd}")),
        None => ("unanswered", String::new()),
    };
    format!("{puzzle},{},{},{kind},{}\n", field(&row.set), field(&row.engine), field(&answer))
}

/// Returns the text as a field of a table, in quotes if necessary.
fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
