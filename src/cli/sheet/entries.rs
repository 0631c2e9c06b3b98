//! Collects the puzzles and the solutions of a sheet, and passes them to the page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::page::{self, Printed, Sheet};
use crate::board::grid::{self, CELLS};
use crate::error::{Error, Result};
use crate::format::{Record, RecordFormat, WriteAnswers};
use crate::io::{Output, OutputBuffer};
use crate::pipeline::report::Report;
use crate::pipeline::{OpenRecords, RecordSource, RunSettings, SolveJob};
use crate::rating::{Rater, RatingKind, RatingSettings};
use crate::solver::SolverSettings;
use crate::solver::batch::{Goal, Notation, Task};

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
        let found = Arc::new(Entries::default());
        let (buffer, name) = (OutputBuffer::default(), output.name().to_owned());
        let task = Task::new(Goal::Unique).with_budget(solver.budget);
        let job = SolveJob::new(records.into(), buffer.output(&name)).task(task).solver(solver);
        let job = job.run_settings(run.stopping_when(Arc::clone(&found.is_full)));
        let entries = Arc::clone(&found);
        let report = job.writer(entries).run();
        if found.records.load(Relaxed) > MAX_RECORDS {
            return Err(too_many());
        }
        let mut report = report?;
        report.written = 0;
        page::write(self, &printed(&buffer.take(), solver), |text| {
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

/// Writes an entry per record: the puzzle and the solution, or zeros if it does not have exactly one solution.
#[derive(Default)]
struct Entries {
    /// The number of records so far.
    records: AtomicUsize,
    /// Whether there are too many records, which ends the run.
    is_full: Arc<AtomicBool>,
}

/// The size of an entry in bytes.
const ENTRY: usize = 2 * CELLS;

impl WriteAnswers for Entries {
    fn write(&self, record: &Record<'_>, out: &mut Vec<u8>) {
        if self.records.fetch_add(1, Relaxed) >= MAX_RECORDS {
            return self.is_full.store(true, Relaxed);
        }
        match record.solution() {
            Some(solution) => {
                out.extend(record.valid_puzzle().iter().map(|&byte| grid::digit(byte).unwrap_or(0)));
                out.extend(solution.iter().map(|&byte| grid::digit(byte).unwrap_or(0)));
            }
            None => out.extend([0; ENTRY]),
        }
    }
}

/// Returns the puzzles with their solutions and difficulties, numbered by record.
fn printed(entries: &[u8], solver: SolverSettings) -> Vec<Printed> {
    let (entries, _) = entries.as_chunks::<ENTRY>();
    let with_solution = entries.iter().enumerate().filter(|(_, entry)| entry[CELLS] != 0);
    let mut printed: Vec<Printed> = with_solution
        .map(|(index, entry)| {
            let part = |start: usize| std::array::from_fn(|cell| entry[start + cell]);
            Printed { number: index + 1, clues: part(0), solution: part(CELLS), difficulty: None }
        })
        .collect();
    let mut settings = RatingSettings::default();
    (settings.only, settings.isa) = (vec![RatingKind::Difficulty], solver.isa);
    let mut rater = Rater::with_settings(settings);
    for puzzle in &mut printed {
        let text = puzzle.clues.map(|digit| b'0' + digit);
        puzzle.difficulty = text.try_into().ok().and_then(|puzzle| rater.rate(&puzzle).difficulty);
    }
    printed
}

#[cfg(test)]
mod tests {
    use super::*;

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
