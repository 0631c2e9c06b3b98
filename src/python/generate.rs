//! Generates puzzles into an array.

use std::collections::BTreeMap;
use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::pool::PooledEngine;
use super::row_run::split;
use super::run::{Control, lock, on_threads};
use crate::generate::{Generator, PuzzleLine, Recipe, UnbiasedGenerator, UnbiasedPuzzle, UnbiasedRecipe};
use crate::grid::{self, CELLS};

/// The lines that a worker makes at a time.
const LINES: usize = 1024;

/// The lines that no worker has taken.
struct Rest<'a> {
    next: u64,
    puzzles: &'a mut [u8],
}

impl<'a> Rest<'a> {
    fn take(&mut self) -> Option<(u64, &'a mut [u8])> {
        let cells = (LINES * CELLS).min(self.puzzles.len());
        let puzzles = split(&mut self.puzzles, cells);
        let first = self.next;
        self.next += (puzzles.len() / CELLS) as u64;
        (!puzzles.is_empty()).then_some((first, puzzles))
    }
}

/// Fills `puzzles`, 81 digits each and 0 for a blank, with the first lines of a recipe's file.
///
/// # Errors
/// With a `ValueError` when the recipe is out of reach; and as [`on_threads`].
pub(super) fn generate(
    py: Python<'_>,
    recipe: &Recipe,
    puzzles: &mut [u8],
    threads: usize,
    progress: Option<&Py<PyAny>>,
) -> PyResult<()> {
    let refused = |reason: &dyn std::fmt::Display| PyValueError::new_err(reason.to_string());
    recipe.check().map_err(|reason| refused(&reason))?;
    let rows = puzzles.len() / CELLS;
    let (rest, failure) = (Mutex::new(Rest { next: 0, puzzles }), Mutex::new(None));
    on_threads(py, (threads, rows), progress, |control| {
        if let Err(reason) = work(recipe, &rest, control) {
            lock(&failure).get_or_insert(reason);
        }
    })?;
    failure.into_inner().unwrap_or_default().map_or(Ok(()), |reason| Err(PyValueError::new_err(reason)))
}

fn work(recipe: &Recipe, rest: &Mutex<Rest<'_>>, control: &Control<'_>) -> Result<(), String> {
    let generator = Generator::new(recipe.clone(), Box::new(PooledEngine::take()));
    let mut generator = generator.map_err(|reason| reason.to_string())?;
    let mut lines: Vec<PuzzleLine> = vec![[0; CELLS + 1]; LINES];
    let mut done = 0;
    while control.goes_on(done) {
        let Some((first, puzzles)) = lock(rest).take() else { break };
        let lines = &mut lines[..puzzles.len() / CELLS];
        generator.write(first, lines).map_err(|reason| reason.to_string())?;
        for (puzzle, line) in puzzles.as_chunks_mut::<CELLS>().0.iter_mut().zip(lines.iter()) {
            *puzzle = std::array::from_fn(|cell| grid::digit(line[cell]).unwrap_or(0));
        }
        done = lines.len();
    }
    Ok(())
}

/// Fills `puzzles` with the first minimal puzzles of a recipe without bias. Returns their weights.
///
/// # Errors
/// As [`generate`].
pub(super) fn generate_unbiased(
    py: Python<'_>,
    recipe: &UnbiasedRecipe,
    puzzles: &mut [[u8; CELLS]],
    threads: usize,
    progress: Option<&Py<PyAny>>,
) -> PyResult<Vec<f64>> {
    recipe.check().map_err(|reason| PyValueError::new_err(reason.to_string()))?;
    let drawn = Mutex::new(Drawn { wanted: puzzles.len(), ..Drawn::default() });
    on_threads(py, (threads, puzzles.len()), progress, |control| {
        let engine = Box::new(PooledEngine::take());
        let Ok(mut generator) = UnbiasedGenerator::new(recipe.clone(), engine) else { return };
        let mut found = 0;
        while control.goes_on(found) {
            let Some(grid) = lock(&drawn).next_grid() else { return };
            let puzzles = generator.puzzles_of(grid);
            found = puzzles.len();
            lock(&drawn).add(grid, puzzles);
        }
    })?;
    let drawn = drawn.into_inner().unwrap_or_default().puzzles;
    for (cells, drawn) in puzzles.iter_mut().zip(&drawn) {
        *cells = drawn.puzzle.as_bytes().map(|byte| grid::digit(byte).unwrap_or(0));
    }
    Ok(drawn.iter().take(puzzles.len()).map(|drawn| drawn.weight).collect())
}

/// The puzzles of the first grids, in the order of the grids.
#[derive(Default)]
struct Drawn {
    wanted: usize,
    next_grid: u64,
    puzzles: Vec<UnbiasedPuzzle>,
    /// The grids whose puzzles are in the list.
    complete: u64,
    /// The puzzles of later grids.
    waiting: BTreeMap<u64, Vec<UnbiasedPuzzle>>,
}

impl Drawn {
    /// The next grid to draw from, unless there are enough puzzles.
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
