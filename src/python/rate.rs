//! Rates rows into columns that the caller gave.

use std::ops::Range;

use pyo3::prelude::*;

use super::pool::PooledRater;
use super::row_run::{BadRow, Judge, Results, RowReader, Runner, Work, split};
use super::rows::Rows;
use super::solve::code;
use crate::notation::Puzzles;
use crate::rating::{Rating, RatingField, RatingSettings};
use crate::solver::Verdict;

/// The ratings of consecutive rows. All of them are overwritten.
pub(super) struct RatingColumns<'a> {
    /// The index in [`Verdict::ALL`].
    pub(super) verdicts: &'a mut [u8],
    /// The fields in the order of tables, each with its numbers: infinite above the limit, NaN without a rating.
    pub(super) fields: Vec<(RatingField, &'a mut [f64])>,
}

impl Results for RatingColumns<'_> {
    fn take(&mut self, rows: usize) -> Self {
        let fields = self.fields.iter_mut();
        Self {
            verdicts: split(&mut self.verdicts, rows),
            fields: fields.map(|(field, numbers)| (*field, split(numbers, rows))).collect(),
        }
    }
}

impl RatingColumns<'_> {
    /// Writes the rating of a row.
    fn write(&mut self, row: u32, rating: &Rating) {
        self.verdicts[row as usize] = code(rating.verdict);
        for (field, numbers) in &mut self.fields {
            numbers[row as usize] = field.number(rating).unwrap_or(f64::NAN);
        }
    }
}

/// Rates every row, and returns the bad ones in their order.
///
/// # Errors
/// As [`Runner::run`].
pub(super) fn rate(
    runner: Runner<'_, '_>,
    rows: &dyn Rows,
    columns: RatingColumns<'_>,
    settings: &RatingSettings,
) -> PyResult<Vec<BadRow>> {
    let make = || {
        let rater = PooledRater::take(settings);
        Ratings(RowReader::new(rows, RatingJudge { rater, ratings: Vec::new() }))
    };
    runner.of_slow_rows(16).run(rows.len(), columns, make).map_err(|(error, _)| error)
}

/// A rater with the ratings of a batch.
struct RatingJudge {
    rater: PooledRater,
    ratings: Vec<Rating>,
}

impl Judge for RatingJudge {
    fn judge(&mut self, puzzles: Puzzles<'_>) {
        self.ratings.resize(puzzles.len(), Rating::default());
        self.rater.1.rate_texts(puzzles, &mut self.ratings);
    }

    fn verdict(&self, index: usize) -> Verdict {
        self.ratings[index].verdict
    }
}

struct Ratings<'a>(RowReader<'a, RatingJudge>);

impl<'b> Work<RatingColumns<'b>> for Ratings<'_> {
    fn run(&mut self, range: Range<usize>, mut columns: RatingColumns<'b>, _: Range<usize>) {
        self.0.read(range, |judge, batch| {
            for (&row, rating) in batch.rows.iter().zip(&judge.ratings) {
                columns.write(row, rating);
            }
            let no_puzzle = Rating { verdict: Verdict::Malformed, ..Rating::default() };
            batch.defects.iter().for_each(|&(row, _)| columns.write(row, &no_puzzle));
        });
    }

    fn finish(self) -> Vec<BadRow> {
        self.0.bad
    }
}
