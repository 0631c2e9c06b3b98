//! Rates rows into columns.

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::BadRows;
use super::arrays::{new_array, split_off};
use super::input::Input;
use super::inspector::{in_order, note_bad};
use super::pool::PooledRater;
use super::run::Run;
use super::solve::code;
use bulkdoku::rating::{Rating, RatingField, RatingKind, RatingSettings};
use bulkdoku::solver::Notation;

/// The names and the values of the rating columns.
type NamedColumns<'py> = Vec<(String, Bound<'py, PyArray1<f64>>)>;

/// Returns the wanted ratings, or the default ones that puzzles in this notation have.
///
/// # Errors
/// Returns a `ValueError` for a rating that they do not have.
fn kinds(wanted: Option<Vec<RatingKind>>, notation: Notation) -> PyResult<Vec<RatingKind>> {
    let exists = |kind: &RatingKind| notation == Notation::Clues || !kind.needs_clues();
    let Some(wanted) = wanted else { return Ok(RatingKind::DEFAULT.into_iter().filter(exists).collect()) };
    match wanted.iter().find(|kind| !exists(kind)) {
        Some(kind) => Err(PyValueError::new_err(format!(
            "pencilmarks have no rating {kind}, which needs clues: leave it out with only="
        ))),
        None => Ok(wanted),
    }
}

/// Rates puzzles: the ratings `only`, with guesses averaged over this number of random equivalents. Returns the verdicts, a column
/// for each field, and the bad rows.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, only, equivalents, seed, budget))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn rate<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    only: Option<Vec<String>>,
    equivalents: usize,
    seed: u64,
    budget: u64,
) -> PyResult<(Bound<'py, PyArray1<u8>>, NamedColumns<'py>, BadRows)> {
    let parsed = |names: Vec<String>| names.iter().map(|name| name.parse::<RatingKind>()).collect();
    let wanted: Option<Vec<_>> =
        only.map(parsed).transpose().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let input = Input::take(puzzles, column)?;
    let rows = input.rows(py)?;
    let mut settings = RatingSettings::default();
    (settings.equivalents, settings.seed, settings.solver.budget) = (equivalents, seed, budget);
    settings.only = kinds(wanted, rows.notation())?;
    let verdicts = new_array::<u8, _>(py, Dim(rows.len()))?;
    let fields = RatingField::all().filter(|field| settings.has(field.kind()));
    let fields: Vec<RatingField> = fields.collect(); // in table order
    let column = |_| new_array::<f64, _>(py, Dim(rows.len()));
    let columns = fields.iter().map(column).collect::<PyResult<Vec<_>>>()?;
    let bad = {
        let (mut verdicts, mut arrays) = (verdicts.readwrite(), Vec::new());
        arrays.extend(columns.iter().map(|array| array.readwrite()));
        let mut verdicts = verdicts.as_slice_mut()?;
        let numbers = arrays.iter_mut().map(|array| Ok(array.as_slice_mut()?));
        let mut numbers = numbers.collect::<PyResult<Vec<_>>>()?;
        let take = |count| {
            let columns: Vec<_> = numbers.iter_mut().map(|rest| split_off(rest, count)).collect();
            (split_off(&mut verdicts, count), columns)
        };
        let make = || (PooledRater::take(&settings), Vec::new(), Vec::new());
        let run = Run::new(py, threads, progress).of_slow_rows(16);
        let states =
            run.for_each_batch(rows.as_ref(), take, make, |(rater, ratings, bad), batch, results| {
                let (verdicts, mut columns) = results;
                // A number is infinite above the limit, and NaN without a rating.
                let mut write = |row: usize, rating: &Rating| {
                    verdicts[row] = code(rating.verdict);
                    for (field, numbers) in fields.iter().zip(&mut columns) {
                        numbers[row] = field.number(rating).unwrap_or(f64::NAN);
                    }
                };
                ratings.resize(batch.puzzles().len(), Rating::default());
                rater.rate_rows(batch.puzzles(), ratings);
                note_bad(rows.as_ref(), batch, ratings.iter().map(|rating| rating.verdict), bad);
                batch.rows().zip(&*ratings).for_each(|(row, rating)| write(row, rating));
                let no_puzzle = Rating::default(); // malformed, without ratings
                batch.defects.iter().for_each(|&(row, _)| write(row as usize, &no_puzzle));
            })?;
        in_order(states.into_iter().map(|(.., bad)| bad))
    };
    let names = fields.iter().map(|field| field.name().to_owned());
    Ok((verdicts, names.zip(columns).collect(), BadRows::new(bad)?))
}
