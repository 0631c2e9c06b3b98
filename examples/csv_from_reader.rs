//! Reads a table from any reader, here a string, and writes it to any writer with a verdict and a solution in every row.
//!
//! ```text
//! cargo run --release --example csv_from_reader --no-default-features --features files
//! ```

use std::io::Read;

use bulkdoku::SolveJob;
use bulkdoku::format::Column;
use bulkdoku::io::{Output, OutputBuffer};
use bulkdoku::pipeline::{RecordSource, Report};

/// Solves the column `quiz` of the table from `reader`, and writes all its columns and those of the results.
fn solve_table(reader: impl Read, output: Output) -> bulkdoku::Result<Report> {
    let source = RecordSource::stream("upload.csv", reader)?.column(Column::Name("quiz".to_owned()));
    SolveJob::new(source, output).unique().keep_columns().run()
}

fn main() -> bulkdoku::Result<()> {
    let upload = "id,quiz\n\
                  a,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
                  b,53..7\n\
                  c,.................................................................................\n";
    let results = OutputBuffer::default();
    let report = solve_table(upload.as_bytes(), results.output("results"))?;
    let table = String::from_utf8_lossy(&results.take()).into_owned();
    print!("{table}");
    for bad in &report.bad {
        println!("line {}, column {}: {}", bad.line, bad.column, bad.reason());
    }

    let verdicts: Vec<&str> = table.lines().skip(1).filter_map(|row| row.split(',').nth(3)).collect();
    assert_eq!(verdicts, ["unique", "malformed", "multiple"]);
    Ok(())
}
