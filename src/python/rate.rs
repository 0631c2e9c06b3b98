//! Rates rows into columns that the caller gave.

use std::ops::Range;
use std::sync::Mutex;

use pyo3::prelude::*;

use super::rows::{Batch, Rows};
use super::run::{BatchSize, Control, lock, on_threads};
use super::solve::{BadRow, code, push_bad_rows, split};
use crate::rating::{Rater, Rating, RatingField, RatingSettings};
use crate::solver::Verdict;

/// The ratings of consecutive rows. All of them are overwritten.
pub(super) struct RatingColumns<'a> {
    /// The index in [`Verdict::ALL`].
    pub(super) verdicts: &'a mut [u8],
    /// The fields in the order of tables, each with its numbers: infinite above the limit, NaN without a rating.
    pub(super) fields: Vec<(RatingField, &'a mut [f64])>,
}

impl<'a> RatingColumns<'a> {
    /// Splits off the columns of the first `rows` rows.
    fn take(&mut self, rows: usize) -> Self {
        let fields = self.fields.iter_mut();
        Self {
            verdicts: split(&mut self.verdicts, rows),
            fields: fields.map(|(field, numbers)| (*field, split(numbers, rows))).collect(),
        }
    }

    /// Writes the rating of a row.
    fn write(&mut self, row: usize, rating: &Rating) {
        self.verdicts[row] = code(rating.verdict);
        for (field, numbers) in &mut self.fields {
            numbers[row] = field.number(rating).unwrap_or(f64::NAN);
        }
    }
}

/// Rates every row, and returns the bad ones in their order.
///
/// # Errors
/// As [`on_threads`].
pub(super) fn rate(
    py: Python<'_>,
    rows: &dyn Rows,
    columns: RatingColumns<'_>,
    settings: &RatingSettings,
    threads: usize,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Vec<BadRow>> {
    let rest = Mutex::new(Rest { next: 0, end: rows.len(), columns });
    let bad = Mutex::new(Vec::new());
    on_threads(py, (threads, rows.len()), progress, |control| {
        let mut worker = Worker {
            rows,
            rater: Rater::with_settings(settings.clone()),
            batch: Batch::default(),
            scratch: Vec::new(),
            ratings: Vec::new(),
            bad: Vec::new(),
        };
        worker.run(&rest, control);
        lock(&bad).append(&mut worker.bad);
    })?;
    let mut bad = bad.into_inner().unwrap_or_default();
    bad.sort_unstable_by_key(|&(row, _)| row);
    Ok(bad)
}

/// The rows that no worker has taken, and where their ratings go.
struct Rest<'a> {
    next: usize,
    end: usize,
    columns: RatingColumns<'a>,
}

impl<'a> Rest<'a> {
    /// Takes up to `count` rows.
    fn take(&mut self, count: usize) -> Option<(Range<usize>, RatingColumns<'a>)> {
        let range = self.next..self.end.min(self.next + count);
        self.next = range.end;
        (!range.is_empty()).then(|| (range.clone(), self.columns.take(range.len())))
    }
}

/// A rater with the memory of a batch.
struct Worker<'a> {
    rows: &'a dyn Rows,
    rater: Rater,
    batch: Batch,
    scratch: Vec<u8>,
    ratings: Vec<Rating>,
    bad: Vec<BadRow>,
}

impl Worker<'_> {
    fn run(&mut self, rest: &Mutex<Rest<'_>>, control: &Control<'_>) {
        let (mut size, mut done) = (BatchSize::new(), 0);
        while control.goes_on(done) {
            let Some((range, columns)) = lock(rest).take(size.next()) else { return };
            done = range.len();
            self.rate(range, columns);
        }
    }

    fn rate(&mut self, range: Range<usize>, mut columns: RatingColumns<'_>) {
        let first = range.start;
        let mut batch = self.batch.read(self.rows, range.clone(), &mut self.scratch);
        self.ratings.resize(batch.puzzles.len(), Rating::default());
        self.rater.rate_texts(batch.puzzles, &mut self.ratings);
        if batch.have_digits(self.ratings.iter().map(|rating| rating.verdict)) {
            batch = self.batch.read_each(self.rows, range, &mut self.scratch);
            self.rater.rate_texts(batch.puzzles, &mut self.ratings);
        }
        let verdicts = self.ratings.iter().map(|rating| rating.verdict);
        push_bad_rows(self.rows, first, &batch, verdicts, &mut self.bad);
        for (&row, rating) in batch.rows.iter().zip(&self.ratings) {
            columns.write(row as usize, rating);
        }
        let no_puzzle = Rating { verdict: Verdict::Malformed, ..Rating::default() };
        for &(row, defect) in &self.batch.defects {
            columns.write(row as usize, &no_puzzle);
            self.bad.push((first + row as usize, defect));
        }
    }
}
