//! Checks rows of puzzles and their answers.

use std::sync::Mutex;

use bulkdoku::audit::{Finding, FindingKind, Flaw, HtmlReport, RowAudit, RowAuditWorker};
use bulkdoku::datasets::SameBy;
use bulkdoku::format::Reason;
use bulkdoku::pipeline::RunSettings;
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::classes::key_of;
use super::defect::Defect;
use super::input::Input;
use super::inspector::{BadRow, Inspector, in_order};
use super::rows::{Batch, Rows};
use super::run::{Run, lock};
use super::solve_file::exception;
use crate::CELLS;

/// The first findings, each with its row, kind and text; the numbers of all findings by kind; the numbers of puzzles by verdict
/// and by clues; the number of right answers, if there are answers; which rows are clean, none of them if not requested; and the
/// HTML report, if requested.
type Report<'py> = (
    Vec<(usize, &'static str, String)>,
    Vec<(&'static str, u64)>,
    Vec<(&'static str, u64)>,
    Vec<u64>,
    Option<u64>,
    Bound<'py, PyArray1<bool>>,
    Option<String>,
);

/// Checks puzzles and their answers, which are given separately or in a column of the same table. Duplicates are found by the keys
/// `by`, and the first `findings` findings are listed.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, answers, answer_column, by, against, findings, clean, html))]
#[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)] // they have names
pub(super) fn check<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    column: Option<&str>,
    threads: usize,
    progress: Option<Py<PyAny>>,
    answers: Option<&Bound<'py, PyAny>>,
    answer_column: Option<&str>,
    by: Vec<String>,
    against: Option<(Bound<'py, PyAny>, Option<String>)>,
    findings: usize,
    clean: bool,
    html: bool,
) -> PyResult<Report<'py>> {
    let (input, answers) = match answers {
        Some(answers) => (Input::take(puzzles, column)?, Some(Input::take_answers(answers, answer_column)?)),
        None => Input::take_with_answers(puzzles, column, answer_column)?,
    };
    let rows = input.rows(py)?;
    let answers = answers.as_ref().map(|answers| answers.rows_of_clues(py)).transpose()?;
    let answers = answers.as_deref().or_else(|| rows.has_answers().then_some(rows.as_ref()));
    if let Some(answers) = answers
        && answers.len() != rows.len()
    {
        let lengths = format!("there are {} answers to {} puzzles", answers.len(), rows.len());
        return Err(PyValueError::new_err(lengths));
    }
    let keys = keys_of(&by, rows.as_ref())?;
    let audit = RowAudit::new(keys, findings, answers.is_some());
    let audit = if clean { audit.cleaning() } else { audit };
    let audit = if html { audit.profiling() } else { audit };
    if let Some((other, column)) = against {
        let input = Input::take(&other, column.as_deref())?;
        let others = input.rows(py)?;
        keys_of(&by, others.as_ref())?;
        let run = Run::new(py, threads, None);
        let make = || CheckWork::new(&audit, others.as_ref(), None);
        run.for_each_batch(others.as_ref(), |_| (), make, |work, batch, ()| work.add_elsewhere(batch))?;
    }
    let run = Run::new(py, threads, progress);
    let make = || CheckWork::new(&audit, rows.as_ref(), answers);
    let states = run.for_each_batch(rows.as_ref(), |_| (), make, |work, batch, ()| work.run(batch))?;
    let bad = in_order(states.into_iter().map(|state| state.inspector.bad));
    let settings = RunSettings::default().threads(threads).stopping_when(run.is_cancelled());
    let (audit, concluded) = (Mutex::new(Some(audit)), Mutex::new(None));
    run.in_background(|| {
        let audit = lock(&audit).take();
        *lock(&concluded) = audit.map(|audit| audit.conclude(&settings));
    })?;
    let concluded = concluded.into_inner().unwrap_or_default().expect("the work has ended");
    let (report, clean) = concluded.map_err(|error| exception(py, error))?;
    let kinds = FindingKind::ALL.into_iter().map(|kind| (kind, report.of(kind)));
    let kinds = kinds.filter(|(_, count)| *count > 0).map(|(kind, count)| (kind.name(), count));
    let verdicts = report.run.tally.verdicts().map(|(verdict, count)| (verdict.name(), count));
    let listed = report.findings.iter().map(|finding| listed(finding, &bad));
    let clues = report.clues.clone();
    let page = html.then(|| HtmlReport::of(&report).to_string());
    let right = report.right_answers();
    let clean = PyArray1::from_vec(py, clean);
    Ok((listed.collect(), kinds.collect(), verdicts.collect(), clues, right, clean, page))
}

/// Returns a finding with its row, kind and text. That of a bad row names what the caller gave.
fn listed(finding: &Finding, bad: &[BadRow]) -> (usize, &'static str, String) {
    let row = finding.line as usize - 1;
    let is_bad = matches!(finding.kind, FindingKind::Malformed | FindingKind::Conflict);
    let defect = bad.binary_search_by_key(&row, |&(row, _)| row).ok().filter(|_| is_bad);
    let text = defect.map_or_else(|| finding.what.clone(), |at| bad[at].1.to_string());
    (row, finding.kind.name(), text)
}

/// Returns the keys with these names, in their usual order.
fn keys_of(names: &[String], rows: &dyn Rows) -> PyResult<Vec<SameBy>> {
    let keys = names.iter().map(|name| key_of(name, rows.notation())).collect::<PyResult<Vec<_>>>()?;
    Ok(SameBy::ALL.into_iter().filter(|key| keys.contains(key)).collect())
}

/// The answers to the puzzles.
enum Answers<'a> {
    None,
    /// In the records of these rows.
    Fields(&'a dyn Rows),
    /// In separate rows, with the answers of the current batch, or why they are not answers.
    Rows(Batch<'a>, Vec<Result<[u8; CELLS], Flaw>>),
}

impl<'a> Answers<'a> {
    fn new(rows: Option<&'a dyn Rows>) -> Self {
        match rows {
            Some(rows) if rows.has_answers() => Self::Fields(rows),
            Some(rows) => Self::Rows(Batch::new(rows), Vec::new()),
            None => Self::None,
        }
    }

    /// Reads the answers of the rows of a batch.
    fn read(&mut self, puzzles: &Batch) {
        let Self::Rows(batch, given) = self else { return };
        batch.fill(puzzles.first..puzzles.first + puzzles.len(), 0..0);
        given.clear();
        given.resize(batch.len(), Err(Flaw::Missing));
        for (index, row) in batch.rows().enumerate() {
            given[row] = batch.puzzle(index).try_into().map_err(|_| Flaw::Missing);
        }
        for &(row, defect) in &batch.defects {
            given[row as usize] = Err(match defect {
                Defect::Text(Reason::Length { found: found @ 1.., .. } | Reason::LostZeros(found)) => {
                    Flaw::Length(found as usize)
                }
                Defect::Cells(found @ 1..) | Defect::Zeros(found) => Flaw::Length(found),
                _ => Flaw::Missing,
            });
        }
    }

    /// Returns the answer of row `row` of a batch that begins at row `first`, or its flaw. `None` if answers are not checked.
    fn get(&self, first: usize, row: usize) -> Option<Result<&[u8], Flaw>> {
        match self {
            Self::None => None,
            Self::Fields(rows) => Some(Ok(rows.answer(first + row).unwrap_or_default())),
            Self::Rows(.., given) => {
                Some(given[row].as_ref().map(|answer| &answer[..]).map_err(|&flaw| flaw))
            }
        }
    }
}

/// Solves batches of rows, and adds them to an audit.
struct CheckWork<'a> {
    inspector: Inspector<'a>,
    answers: Answers<'a>,
    worker: RowAuditWorker<'a>,
}

impl<'a> CheckWork<'a> {
    fn new(audit: &'a RowAudit, rows: &'a dyn Rows, answers: Option<&'a dyn Rows>) -> Self {
        Self { inspector: Inspector::new(rows, true), answers: Answers::new(answers), worker: audit.worker() }
    }

    /// Adds the rows of a batch.
    fn run(&mut self, batch: &Batch) {
        self.answers.read(batch);
        let Self { inspector, answers, worker } = self;
        inspector.inspect(batch);
        let (number, answer) =
            (|index| batch.first + batch.row(index), |index| answers.get(batch.first, batch.row(index)));
        worker.add(batch.puzzles(), &inspector.outcomes, &inspector.answers, number, answer);
        batch.defects.iter().for_each(|&(row, _)| worker.add_without_cells(batch.first + row as usize));
    }

    /// Adds the rows of a batch of another data set.
    fn add_elsewhere(&mut self, batch: &Batch) {
        let Self { inspector, worker, .. } = self;
        inspector.inspect(batch);
        let number = |index| batch.first + batch.row(index);
        worker.add_elsewhere(batch.puzzles(), &inspector.outcomes, &inspector.answers, number);
    }
}
