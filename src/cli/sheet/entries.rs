//! Collects the puzzles and the solutions of a sheet, and passes them to the page.

use crate::array::array_of;
use std::ops::ControlFlow;

use super::page::{self, Printed, Sheet};
use crate::board::grid;
use crate::error::{Error, Result};
use crate::format::RecordFormat;
use crate::io::Output;
use crate::pipeline::report::Report;
use crate::pipeline::{OpenRecords, RecordSource, RunSettings, for_each_solved};
use crate::rating::{Rater, RatingKind, RatingSettings};
use crate::solver::batch::Notation;
use crate::solver::{SolverSettings, Verdict};

/// The largest number of records of a sheet.
pub const MAX_RECORDS: usize = 1000;

impl Sheet {
    /// Writes the records with exactly one solution, which `solver` finds. The report counts the others.
    ///
    /// # Errors
    /// Returns an error if there are more than [`MAX_RECORDS`] or the records are pencilmarks, or the first failure to read or
    /// write.
    pub fn write(
        &self,
        records: OpenRecords,
        solver: SolverSettings,
        run: RunSettings,
        mut output: Output,
    ) -> Result<Report> {
        if records.format.reader.notation() != Notation::Clues {
            return Err(Error::refused(format!(
                "{} contains pencilmarks: a sheet shows only clues",
                records.input.name()
            )));
        }
        let (puzzles, mut report) = solved(records, solver, &run)?;
        page::write(self, &puzzles, |text| {
            report.written += text.len() as u64;
            output.write(text.as_bytes())
        })?;
        output.finish()?;
        Ok(report)
    }

    /// Writes puzzles that have exactly one solution, one per line.
    ///
    /// # Errors
    /// Returns the errors of [`Sheet::write`].
    pub fn write_lines(&self, lines: Vec<u8>, solver: SolverSettings, output: Output) -> Result<u64> {
        let records = RecordSource::bytes("puzzles", lines).format(RecordFormat::Line).open()?;
        self.write(records, solver, RunSettings::default(), output).map(|report| report.written)
    }
}

/// Returns the error for a sheet with too many records.
pub fn too_many() -> Error {
    Error::refused("a sheet has at most 1,000 records: take fewer, for example with sample --count 100")
}

/// Returns the puzzles that have exactly one solution, with their difficulties, numbered by record.
fn solved(records: OpenRecords, solver: SolverSettings, run: &RunSettings) -> Result<(Vec<Printed>, Report)> {
    let mut settings = RatingSettings::default();
    (settings.only, settings.solver.isa) = (vec![RatingKind::Difficulty], solver.isa);
    let (mut rater, mut puzzles, mut number) = (Rater::with_settings(settings), Vec::new(), 0);
    let report = for_each_solved(records, (solver.task(), solver), run, |record| {
        number += 1;
        if let (Some(solution), Verdict::Unique) = (record.solution, record.outcome.verdict) {
            let clues = array_of(|cell| grid::digit(record.puzzle[cell]).unwrap_or(0));
            let puzzle = clues.map(|digit| b'0' + digit).try_into().ok();
            let difficulty = puzzle.and_then(|puzzle| rater.rate(&puzzle).difficulty);
            puzzles.push(Printed { number, clues, solution: solution.digits(), difficulty });
        }
        if number > MAX_RECORDS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if number > MAX_RECORDS { Err(too_many()) } else { Ok((puzzles, report?)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::OutputBuffer;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn sheet_of(text: &str) -> Result<String> {
        let written = OutputBuffer::default();
        let sheet = Sheet { title: "a <b>".to_owned(), per_page: 2 };
        let records = RecordSource::bytes("memory", text.into()).format(RecordFormat::Line).open()?;
        let solver = SolverSettings::default();
        let report = sheet.write(records, solver, RunSettings::default(), written.output("memory"))?;
        let text = String::from_utf8(written.take()).unwrap();
        assert_eq!(report.written, text.len() as u64);
        Ok(text)
    }

    #[test]
    fn a_sheet_numbers_puzzles_by_their_records_and_skips_bad_ones() {
        let text = sheet_of(&format!("{PUZZLE}\n12\n{}\n{PUZZLE}\n{PUZZLE}\n", ".".repeat(81))).unwrap();
        let puzzles = text.matches("<figcaption><b>").count();
        assert_eq!(
            (puzzles, text.matches("<svg").count(), text.matches("class=\"page\"").count()),
            (6, 6, 2)
        );
        for number in [1, 4, 5] {
            let caption = format!("<figcaption><b>{number}</b><span>easy</span></figcaption>");
            assert_eq!(text.matches(&caption).count(), 1, "{text}");
            assert_eq!(
                text.matches(&format!("<figcaption><b>{number}</b></figcaption>")).count(),
                1,
                "{text}"
            );
        }
        assert!(text.contains("<h1>a &lt;b&gt;</h1>"), "{text}");
    }
}
