//! The strata of rows, for samples and splits.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::inspector::Inspector;
use super::named;
use super::rows::Rows;
use super::run::Run;
use bulkdoku::datasets::{Strata, ValueStrata};
use bulkdoku::solver::Verdict;

/// What divides rows into strata.
#[derive(FromPyObject)]
pub(super) enum Stratify {
    /// The name of a property of the puzzles.
    Property(String),
    /// The value of each row, as the program reads it from a column.
    Values(Vec<String>),
}

impl Stratify {
    /// Returns the number of the stratum of each row, as the program numbers them. Rows that are not puzzles have none.
    pub(super) fn strata(&self, run: &Run<'_>, rows: &dyn Rows) -> PyResult<Vec<Option<u8>>> {
        match self {
            Self::Property(name) => strata_of(run, rows, &property(name)?),
            Self::Values(values) => Ok(self.column(run, rows, values)?.0),
        }
    }

    /// Returns the same in the order in which a sample shares out what is left after equal shares.
    pub(super) fn ordered_strata(&self, run: &Run<'_>, rows: &dyn Rows) -> PyResult<Vec<Option<u8>>> {
        let Self::Values(values) = self else { return self.strata(run, rows) };
        let (mut strata, order) = self.column(run, rows, values)?;
        let mut places = [0; u8::MAX as usize + 1];
        (0..).zip(&order).for_each(|(place, &stratum)| places[usize::from(stratum)] = place);
        strata.iter_mut().flatten().for_each(|stratum| *stratum = places[usize::from(*stratum)]);
        Ok(strata)
    }

    /// Returns the stratum of each row by its value, and the order of the strata.
    fn column(
        &self,
        run: &Run<'_>,
        rows: &dyn Rows,
        values: &[String],
    ) -> PyResult<(Vec<Option<u8>>, Vec<u8>)> {
        if values.len() != rows.len() {
            let lengths = format!("stratify has {} values for {} puzzles", values.len(), rows.len());
            return Err(PyValueError::new_err(lengths));
        }
        let have_cells = have_cells(run, rows)?;
        let with_cells = (0..values.len()).filter(|&row| have_cells[row]);
        let found = ValueStrata::of(with_cells.map(|row| (rows.line(row), values[row].as_bytes())));
        let found = found.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let are_puzzles = strata_of(run, rows, &Strata::clues())?;
        let stratum = |row: usize| are_puzzles[row].and_then(|_| found.stratum(values[row].as_bytes()));
        let order = found.all().into_iter().map(|stratum| stratum.number).collect();
        Ok(((0..values.len()).map(stratum).collect(), order))
    }
}

/// Returns the division by a property.
fn property(name: &str) -> PyResult<Strata> {
    let all: [(_, fn() -> Strata); 3] =
        [("clues", Strata::clues), ("guesses", Strata::guesses), ("level", Strata::levels)];
    named("stratify", name, &all).map(|strata| strata())
}

/// Returns which rows have the cells of a puzzle, whatever is in them: as in the program, a column has the values of these.
fn have_cells(run: &Run<'_>, rows: &dyn Rows) -> PyResult<Vec<bool>> {
    let make = || ();
    run.items(rows, false, make, |(), batch, have_cells| {
        batch.rows().for_each(|row| have_cells[row] = true);
    })
}

/// Returns the stratum of each row by a property. Rows that are not puzzles have none.
fn strata_of(run: &Run<'_>, rows: &dyn Rows, wanted: &Strata) -> PyResult<Vec<Option<u8>>> {
    let make = || (Inspector::scanning(rows), wanted.finder(), Vec::new());
    run.items(rows, None, make, |(inspector, finder, found), batch, strata| {
        inspector.inspect(batch);
        found.clear();
        finder(batch.puzzles(), found);
        let puzzles = inspector.verdicts(batch).filter(|(.., verdict)| *verdict != Verdict::Malformed);
        puzzles.for_each(|(index, row, _)| strata[row] = found[index]);
    })
}
