//! Generates puzzles into arrays.

use std::collections::BTreeMap;
use std::sync::Mutex;

use numpy::ndarray::Dim;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::array_memory::unwritten_array;
use super::row_run::Workers;
use super::run::lock;
use bulkdoku::generate::{ClueMask, ClueSymmetry, Generator, Recipe, UnbiasedGenerator, UnbiasedPuzzle};
use bulkdoku::rating::{Difficulty, RatingFilter, RatingSettings};
use bulkdoku::{Error, Puzzle};

use crate::CELLS;

/// A mask, the name of a symmetry, conditions on ratings, and a difficulty.
type Pattern = (Option<String>, Option<String>, Vec<String>, Option<String>);

/// Returns the first puzzles of a recipe's file, 0 for a blank.
///
/// # Errors
/// Returns a `ValueError` if the recipe cannot be satisfied or no puzzle is found.
#[pyfunction]
pub(super) fn generate<'py>(
    py: Python<'py>,
    count: usize,
    how: (u64, Option<(usize, usize)>, bool),
    pattern: Pattern,
    workers: Workers,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let (seed, clues, minimal) = how;
    let (mask, symmetry, conditions, difficulty) = pattern;
    let conditions: Result<Vec<RatingFilter>, _> = conditions.iter().map(|text| text.parse()).collect();
    let mut conditions = conditions.map_err(refused)?;
    let difficulty = difficulty.map(|name| name.parse::<Difficulty>()).transpose().map_err(refused)?;
    conditions.extend(difficulty.map(Difficulty::conditions).unwrap_or_default());
    let mask = mask.map(|text| text.parse::<ClueMask>()).transpose().map_err(refused)?;
    let symmetry = symmetry.map(|name| name.parse::<ClueSymmetry>()).transpose().map_err(refused)?;
    let clues = clues.map_or_else(|| Recipe::usual_clues(minimal, mask), |(least, most)| least..=most);
    let mut recipe = Recipe::default().seed(seed).clues(clues).minimal(minimal);
    (recipe.mask, recipe.symmetry) = (mask, symmetry);
    let generator = || -> Result<Generator, Error> {
        let generator = Generator::new(recipe.clone())?;
        Ok(generator.only(conditions.clone(), RatingSettings::default()))
    };
    py.detach(|| generator()?.probe()).map_err(refused)?;
    let failure = Mutex::new(None);
    let make = || (generator(), Vec::new());
    let puzzles =
        workers.runner(py).array(Dim([count, CELLS]), make, |(generator, drawn), turn, cells| {
            let Ok(generator) = generator else { return }; // the recipe was checked
            if lock(&failure).is_some() {
                return;
            }
            drawn.resize(turn.rows.len(), Puzzle::EMPTY);
            if let Err(reason) = generator.fill(turn.rows.start as u64, drawn) {
                lock(&failure).get_or_insert(reason);
            }
            for (cells, puzzle) in cells.as_chunks_mut::<CELLS>().0.iter_mut().zip(drawn) {
                *cells = puzzle.digits();
            }
        })?;
    failure.into_inner().unwrap_or_default().map_or(Ok(puzzles), |reason| Err(refused(reason)))
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
pub(super) fn generate_unbiased<'py>(
    py: Python<'py>,
    count: usize,
    how: (u64, (usize, usize), bool),
    workers: Workers,
) -> PyResult<WeightedPuzzles<'py>> {
    let (seed, clues, equal_weights) = how;
    let generator = || -> Result<UnbiasedGenerator, Error> {
        let generator = UnbiasedGenerator::new(seed, clues.0..=clues.1)?;
        Ok(if equal_weights { generator.with_equal_weights() } else { generator })
    };
    generator().map_err(refused)?;
    let array = unwritten_array::<u8, _>(py, Dim([count, CELLS]))?;
    let drawn = Mutex::new(Drawn { wanted: count, ..Drawn::default() });
    workers.runner(py).on_threads(count, |control| {
        let Ok(mut generator) = generator() else { return }; // the recipe was checked
        let mut found = 0;
        while control.goes_on(found) {
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
