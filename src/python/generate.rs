//! Generates puzzles into an array.

use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::run::{Control, lock, on_threads};
use super::solve::split;
use crate::generate::{Generator, PuzzleLine, Recipe};
use crate::grid::{self, CELLS};
use crate::solver::Engine;

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
    let generator = Generator::new(recipe.clone(), Engine::default().build());
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
