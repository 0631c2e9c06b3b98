//! Reads a table from any reader, here a string, and gets the verdict and the solution of every row as values while the rest is
//! read.
//!
//! ```text
//! cargo run --release --example csv_from_reader --no-default-features --features files
//! ```

use std::io::Read;
use std::ops::ControlFlow;

use bulkdoku::SolveJob;
use bulkdoku::format::Column;
use bulkdoku::pipeline::{RecordSource, Report, RunSettings, SolvedRecord};
use bulkdoku::solver::{Goal, Task, Verdict};

/// Solves the column `quiz` of the table from `reader`, and calls `visit` with every row.
fn solve_table(
    reader: impl Read + Send + 'static,
    mut visit: impl FnMut(&SolvedRecord<'_>),
) -> bulkdoku::Result<Report> {
    let source = RecordSource::reader("upload.csv", reader).column(Column::Name("quiz".to_owned()));
    SolveJob::for_each(source, Task::new(Goal::Unique), RunSettings::default(), |row| {
        visit(row);
        ControlFlow::Continue(())
    })
}

fn main() -> bulkdoku::Result<()> {
    let upload = "id,quiz\n\
                  a,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
                  b,53..7\n\
                  c,.................................................................................\n";
    let mut verdicts = Vec::new();
    let report = solve_table(upload.as_bytes(), |row| {
        let SolvedRecord { line, column, puzzle, outcome, solution, .. } = row;
        let verdict = outcome.verdict;
        verdicts.push(verdict);
        match (solution, row.reason()) {
            (_, Some(reason)) => println!("line {line}, column {column}: {reason}"),
            (Some(solution), _) => println!("line {line}: {verdict}, {solution}"),
            (None, None) => println!("line {line}: {verdict}, {}", String::from_utf8_lossy(puzzle)),
        }
    })?;

    assert_eq!(verdicts, [Verdict::Unique, Verdict::Malformed, Verdict::Multiple]);
    assert_eq!(report.tally.records(), 3);
    Ok(())
}
