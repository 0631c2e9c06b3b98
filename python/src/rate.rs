//! Rates rows into columns.

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::BadRows;
use super::array_memory::unwritten_array;
use super::pool::PooledRater;
use super::row_reader::{RowReader, bad_rows, outcome_of};
use super::row_run::Call;
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

/// Rates puzzles: the ratings `only`, with guesses averaged over a number of random equivalents. Returns the verdicts, a column
/// for each field, and the bad rows.
#[pyfunction]
pub(super) fn rate<'py>(
    py: Python<'py>,
    call: Call<'py>,
    only: Option<Vec<String>>,
    drawn: (usize, u64),
    budget: u64,
) -> PyResult<(Bound<'py, PyArray1<u8>>, NamedColumns<'py>, BadRows)> {
    let parsed = |names: Vec<String>| names.iter().map(|name| name.parse::<RatingKind>()).collect();
    let wanted: Option<Vec<_>> =
        only.map(parsed).transpose().map_err(|error| PyValueError::new_err(error.to_string()))?;
    let mut settings = RatingSettings::default();
    (settings.equivalents, settings.seed) = drawn;
    settings.budget = budget;
    let input = call.input()?;
    let rows = input.rows(py)?;
    settings.kinds = kinds(wanted, rows.notation())?;
    let verdicts = unwritten_array::<u8, _>(py, Dim(rows.len()))?;
    let fields = RatingField::all().filter(|field| settings.has(field.kind()));
    let fields: Vec<RatingField> = fields.collect(); // in table order
    let column = |_| unwritten_array::<f64, _>(py, Dim(rows.len()));
    let columns = fields.iter().map(column).collect::<PyResult<Vec<_>>>()?;
    let bad = {
        let mut verdicts = verdicts.readwrite();
        let mut numbers: Vec<_> = columns.iter().map(|array| array.readwrite()).collect();
        let slices = numbers.iter_mut().map(|array| Ok(array.as_slice_mut()?));
        let results = (verdicts.as_slice_mut()?, slices.collect::<PyResult<Vec<_>>>()?);
        let make = || (RowReader::new(rows.as_ref()), PooledRater::take(&settings), Vec::new());
        let runner = call.runner(py).of_slow_rows(16);
        let readers = runner.run(rows.len(), results, make, |(reader, rater, ratings), turn, results| {
            let (verdicts, mut columns) = results;
            // A number is infinite above the limit, and NaN without a rating.
            let mut write = |row: u32, rating: &Rating| {
                verdicts[row as usize] = code(rating.verdict);
                for (field, numbers) in fields.iter().zip(&mut columns) {
                    numbers[row as usize] = field.number(rating).unwrap_or(f64::NAN);
                }
            };
            reader.read(turn, |puzzles, outcomes| {
                ratings.resize(puzzles.len(), Rating::default());
                rater.rate_rows(puzzles, ratings);
                outcomes.clear();
                outcomes.extend(ratings.iter().map(|rating| outcome_of(rating.verdict)));
            });
            reader.rows.iter().zip(&*ratings).for_each(|(&row, rating)| write(row, rating));
            let no_puzzle = Rating::default(); // malformed, without ratings
            reader.defects.iter().for_each(|&(row, _)| write(row, &no_puzzle));
        })?;
        bad_rows(readers.into_iter().map(|(reader, ..)| reader))
    };
    let names = fields.iter().map(|field| field.name().to_owned());
    Ok((verdicts, names.zip(columns).collect(), BadRows::new(bad)?))
}
