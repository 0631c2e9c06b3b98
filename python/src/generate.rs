//! Generates puzzles into arrays.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::arrays::{new_array, split_rows};
use super::run::{Run, lock};
use bulkdoku::generate::{
    ClueMask, ClueSymmetry, Generator, Recipe, UnbiasedGenerator, UnbiasedPuzzle, UnbiasedRecipe,
};
use bulkdoku::rating::{Difficulty, RatingFilter, RatingSettings};
use bulkdoku::{Error, Puzzle};

use crate::CELLS;

/// Returns the first puzzles of a recipe's file, 0 for a blank.
///
/// # Errors
/// Returns a `ValueError` if the recipe cannot be satisfied or no puzzle is found.
#[pyfunction]
#[pyo3(signature = (count, *, threads, progress, seed, clues, minimal, mask, symmetry, conditions, difficulty, patience))]
#[allow(clippy::too_many_arguments)] // they have names
pub(super) fn generate<'py>(
    py: Python<'py>,
    count: usize,
    threads: usize,
    progress: Option<Py<PyAny>>,
    seed: u64,
    clues: Option<(usize, usize)>,
    minimal: bool,
    mask: Option<&str>,
    symmetry: Option<&str>,
    conditions: Vec<String>,
    difficulty: Option<&str>,
    patience: f64,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let conditions: Result<Vec<RatingFilter>, _> = conditions.iter().map(|text| text.parse()).collect();
    let mut conditions = conditions.map_err(refused)?;
    let difficulty = difficulty.map(|name| name.parse::<Difficulty>()).transpose().map_err(refused)?;
    conditions.extend(difficulty.map(Difficulty::conditions).unwrap_or_default());
    let mask = mask.map(|text| text.parse::<ClueMask>()).transpose().map_err(refused)?;
    let symmetry = symmetry.map(|name| name.parse::<ClueSymmetry>()).transpose().map_err(refused)?;
    let clues = clues.map_or_else(|| Recipe::usual_clues(minimal, mask), |(least, most)| least..=most);
    let mut recipe = Recipe::default().seed(seed).clues(clues).minimal(minimal);
    (recipe.mask, recipe.symmetry) = (mask, symmetry);
    let patience = Duration::try_from_secs_f64(patience).map_err(refused)?;
    let run = Run::new(py, threads, progress);
    let run = if conditions.is_empty() { run } else { run.of_endless_rows() };
    let is_cancelled = run.is_cancelled();
    let generator = || -> Result<Generator, Error> {
        let generator = Generator::new(recipe.clone())?.patience(patience).stop_when(is_cancelled.clone());
        Ok(generator.only(conditions.clone(), RatingSettings::default()))
    };
    let failure = Mutex::new(None);
    run.in_background(|| *lock(&failure) = generator().and_then(|mut generator| generator.probe()).err())?;
    if let Some(reason) = lock(&failure).take() {
        return Err(refused(reason));
    }
    let array = new_array(py, Dim([count, CELLS]))?;
    {
        let mut cells = array.readwrite();
        let mut cells = cells.as_slice_mut()?;
        let take = |count| split_rows(&mut cells, count);
        let make = || (generator(), Vec::new());
        run.for_each_range(count, take, make, |(generator, drawn), range, _, cells| {
            let Ok(generator) = generator else { return }; // the recipe was checked
            if lock(&failure).is_some() {
                return;
            }
            drawn.resize(range.len(), Puzzle::EMPTY);
            if let Err(reason) = generator.fill(range.start as u64, drawn) {
                lock(&failure).get_or_insert(reason);
            }
            for (cells, puzzle) in cells.iter_mut().zip(drawn) {
                *cells = puzzle.digits();
            }
        })?;
    }
    failure.into_inner().unwrap_or_default().map_or(Ok(array), |reason| Err(refused(reason)))
}

fn refused(reason: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// Puzzles and their weights.
type WeightedPuzzles<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<f64>>);

/// Returns the first unbiased minimal puzzles of a recipe, 0 for a blank, and their weights.
///
/// # Errors
/// Returns the same errors as [`generate`].
#[pyfunction]
#[pyo3(signature = (count, *, threads, progress, seed, clues, equal_weights))]
pub(super) fn generate_unbiased<'py>(
    py: Python<'py>,
    count: usize,
    threads: usize,
    progress: Option<Py<PyAny>>,
    seed: u64,
    clues: (usize, usize),
    equal_weights: bool,
) -> PyResult<WeightedPuzzles<'py>> {
    let generator = || -> Result<UnbiasedGenerator, Error> {
        let recipe = UnbiasedRecipe::default().seed(seed).clues(clues.0..=clues.1);
        UnbiasedGenerator::new(recipe.equal_weights(equal_weights))
    };
    generator().map_err(refused)?;
    let array = new_array::<u8, _>(py, Dim([count, CELLS]))?;
    let drawn = Mutex::new(Drawn { wanted: count, ..Drawn::default() });
    Run::new(py, threads, progress).on_threads(count, |worker| {
        let Ok(mut generator) = generator() else { return }; // the recipe was checked
        let mut found = 0;
        while worker.goes_on(found) {
            let Some(grid) = lock(&drawn).next_grid() else { return };
            let puzzles = generator.puzzles_of(grid);
            found = puzzles.len();
            lock(&drawn).add(grid, puzzles);
        }
    })?;
    let drawn = drawn.into_inner().unwrap_or_default().puzzles;
    for (cells, drawn) in array.readwrite().as_slice_mut()?.as_chunks_mut().0.iter_mut().zip(&drawn) {
        *cells = drawn.puzzle.digits();
    }
    let weights = drawn.iter().take(count).map(|drawn| drawn.weight).collect();
    Ok((array, PyArray1::from_vec(py, weights)))
}

/// The puzzles of the first grids, in grid order.
#[derive(Default)]
struct Drawn {
    wanted: usize,
    next_grid: u64,
    puzzles: Vec<UnbiasedPuzzle>,
    /// The number of grids whose puzzles are in the list.
    complete: u64,
    /// The puzzles of later grids.
    waiting: BTreeMap<u64, Vec<UnbiasedPuzzle>>,
}

impl Drawn {
    /// Returns the next grid to draw from, unless there are enough puzzles.
    fn next_grid(&mut self) -> Option<u64> {
        self.next_grid += 1;
        (self.puzzles.len() < self.wanted).then_some(self.next_grid - 1)
    }

    fn add(&mut self, grid: u64, puzzles: Vec<UnbiasedPuzzle>) {
        self.waiting.insert(grid, puzzles);
        while let Some(puzzles) = self.waiting.remove(&self.complete) {
            self.puzzles.extend(puzzles);
            self.complete += 1;
        }
    }
}
