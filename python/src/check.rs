//! Checks rows of puzzles and their answers.

use std::collections::HashMap;

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use super::arrays::{filled, split_off};
use super::classes::{ROWS, key_of};
use super::defect::Defect;
use super::input::Input;
use super::inspector::{BadRow, Inspector, in_order};
use super::rows::{Batch, Rows};
use super::run::Run;
use bulkdoku::audit::{FindingKind, Flaw, Problem};
use bulkdoku::datasets::{ClassFinder, ClassMember, Fingerprint, SameBy};
use bulkdoku::format::Reason;
use bulkdoku::solver::{AnswerLine, Verdict};

use super::solve::code;
use crate::CELLS;

/// The first findings, each with its row, kind and text; the numbers of all findings by kind; the numbers of puzzles by verdict
/// and by clues; and the number of right answers, if there are answers.
type Report = (
    Vec<(usize, &'static str, String)>,
    Vec<(&'static str, u64)>,
    Vec<(&'static str, u64)>,
    Vec<u64>,
    Option<u64>,
);

/// Checks puzzles and their answers, which are given separately or in a column of the same table. Duplicates are found by the keys
/// `by`, and the first `findings` findings are listed.
#[pyfunction]
#[pyo3(signature = (puzzles, *, column, threads, progress, answers, answer_column, by, against, findings))]
#[allow(clippy::too_many_arguments)] // they have names
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
) -> PyResult<Report> {
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
    let elsewhere = match against {
        Some((other, column)) => {
            let input = Input::take(&other, column.as_deref())?;
            let others = input.rows(py)?;
            let keys = keys_of(&by, others.as_ref())?;
            classes_of(&Run::new(py, threads, None), others.as_ref(), None, &keys, 0)?.0
        }
        None => Vec::new(),
    };
    let keys = keys_of(&by, rows.as_ref())?;
    let run = Run::new(py, threads, progress);
    let (classes, states) = classes_of(&run, rows.as_ref(), answers, &keys, findings)?;
    let mut found = Found::new(findings);
    let bad = in_order(states.into_iter().map(|state| {
        found.append(state.found);
        state.inspector.bad
    }));
    found.explain(&bad);
    for (index, &key) in keys.iter().enumerate() {
        let of_key = |classes: &[Option<ClassMember>]| {
            classes.iter().skip(index).step_by(keys.len()).copied().collect()
        };
        found.find_repetitions(py, key, of_key(&classes), None)?;
    }
    for (index, &key) in keys.iter().enumerate().filter(|_| !elsewhere.is_empty()) {
        let of_key = |classes: &[Option<ClassMember>]| {
            classes.iter().skip(index).step_by(keys.len()).copied().collect()
        };
        found.find_repetitions(py, key, of_key(&classes), Some(of_key(&elsewhere)))?;
    }
    let listed = found.first.into_iter().map(|finding| (finding.row, finding.kind.name(), finding.text));
    let kinds = FindingKind::ALL.into_iter().zip(found.counts).filter(|(_, count)| *count > 0);
    let verdicts = Verdict::ALL.into_iter().zip(found.verdicts).filter(|(_, count)| *count > 0);
    Ok((
        listed.collect(),
        kinds.map(|(kind, count)| (kind.name(), count)).collect(),
        verdicts.map(|(verdict, count)| (verdict.name(), count)).collect(),
        found.clues.to_vec(),
        answers.map(|_| found.right),
    ))
}

/// Returns the keys with these names, in their usual order.
fn keys_of(names: &[String], rows: &dyn Rows) -> PyResult<Vec<SameBy>> {
    let keys = names.iter().map(|name| key_of(name, rows.notation())).collect::<PyResult<Vec<_>>>()?;
    Ok(SameBy::ALL.into_iter().filter(|key| keys.contains(key)).collect())
}

/// The classes of rows, one for each row and key.
type Classes = Vec<Option<ClassMember>>;

/// Checks rows. Returns their classes and what the workers found.
fn classes_of<'a>(
    run: &Run<'_>,
    rows: &'a dyn Rows,
    answers: Option<&'a dyn Rows>,
    keys: &[SameBy],
    findings: usize,
) -> PyResult<(Classes, Vec<CheckWork<'a>>)> {
    let mut classes = filled(None, rows.len() * keys.len())?;
    let mut rest = &mut classes[..];
    let take = |count| split_off(&mut rest, count * keys.len());
    let make = || CheckWork::new(rows, answers, keys, findings);
    let states = run.for_each_batch(rows, take, make, CheckWork::run)?;
    Ok((classes, states))
}

/// Something wrong with a row.
struct Finding {
    row: usize,
    kind: FindingKind,
    /// What is wrong. Empty for bad rows until the end, when their defects are known.
    text: String,
}

/// The findings and counts for some of the rows.
struct Found {
    /// The number of findings to list.
    most: usize,
    first: Vec<Finding>,
    counts: [u64; FindingKind::ALL.len()],
    verdicts: [u64; Verdict::ALL.len()],
    clues: [u64; CELLS + 1],
    right: u64,
}

impl Found {
    fn new(most: usize) -> Self {
        Self {
            most,
            first: Vec::new(),
            counts: Default::default(),
            verdicts: Default::default(),
            clues: [0; CELLS + 1],
            right: 0,
        }
    }

    /// Counts a finding, and lists it if it is among the first.
    fn add(&mut self, row: usize, kind: FindingKind, text: impl FnOnce() -> String) {
        let number = FindingKind::ALL.iter().position(|&known| known == kind).expect("all kinds");
        self.counts[number] += 1;
        if self.first.len() < self.most {
            self.first.push(Finding { row, kind, text: text() });
        }
    }

    /// Counts a puzzle with this verdict.
    fn count(&mut self, verdict: Verdict) {
        self.verdicts[usize::from(code(verdict))] += 1;
    }

    /// Adds other findings and counts. Each list has the first findings of its own rows.
    fn append(&mut self, mut other: Self) {
        self.first.append(&mut other.first);
        self.first.sort_by_key(|finding| finding.row); // stable: duplicates are a row's last findings
        self.first.truncate(self.most);
        let add = |sums: &mut [u64], counts: &[u64]| {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        };
        add(&mut self.counts, &other.counts);
        add(&mut self.verdicts, &other.verdicts);
        add(&mut self.clues, &other.clues);
        self.right += other.right;
    }

    /// Adds the text of the findings for bad rows.
    fn explain(&mut self, bad: &[BadRow]) {
        for finding in self.first.iter_mut().filter(|finding| finding.text.is_empty()) {
            if let Ok(at) = bad.binary_search_by_key(&finding.row, |&(row, _)| row) {
                finding.text = bad[at].1.to_string();
            }
        }
    }

    /// Finds the rows with the same class as an earlier row, or as one of the rows of another data set.
    fn find_repetitions(
        &mut self,
        py: Python<'_>,
        key: SameBy,
        classes: Classes,
        elsewhere: Option<Classes>,
    ) -> PyResult<()> {
        let (kind, others) = match &elsewhere {
            Some(others) => (FindingKind::Leak, others),
            None => (FindingKind::Duplicate, &classes),
        };
        let mut firsts: HashMap<Fingerprint, usize> = HashMap::new();
        firsts.try_reserve(others.len()).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        for (row, member) in others.iter().enumerate() {
            if let Some(member) = member {
                firsts.entry(member.fingerprint()).or_insert(row);
            }
        }
        let mut repeated = Self::new(self.most);
        for (number, chunk) in classes.chunks(ROWS).enumerate() {
            py.check_signals()?;
            for (row, member) in (number * ROWS..).zip(chunk) {
                let Some(member) = member else { continue };
                let Some(&first) = firsts.get(&member.fingerprint()) else { continue };
                if let Some(earlier) = others[first].filter(|_| elsewhere.is_some() || first != row) {
                    let place = if elsewhere.is_some() { "row " } else { "in row " };
                    let of_other = if elsewhere.is_some() { " of against" } else { "" };
                    let text = || key.relation(member, &earlier, &format_args!("{place}{first}{of_other}"));
                    repeated.add(row, kind, text);
                }
            }
        }
        self.append(repeated);
        Ok(())
    }
}

/// The answers to the puzzles.
enum Answers<'a> {
    None,
    /// In the records of these rows.
    Fields(&'a dyn Rows),
    /// In separate rows, with the answers of the current batch, or why they are not answers.
    Rows(&'a dyn Rows, Batch, Vec<Result<[u8; CELLS], Flaw>>),
}

impl<'a> Answers<'a> {
    fn new(rows: Option<&'a dyn Rows>) -> Self {
        match rows {
            Some(rows) if rows.has_answers() => Self::Fields(rows),
            Some(rows) => Self::Rows(rows, Batch::new(rows.notation()), Vec::new()),
            None => Self::None,
        }
    }

    /// Reads the answers of the rows of a batch.
    fn read(&mut self, puzzles: &Batch) {
        let Self::Rows(rows, batch, given) = self else { return };
        batch.fill(*rows, puzzles.first..puzzles.first + puzzles.len());
        given.clear();
        given.resize(batch.len(), Err(Flaw::Missing));
        for (index, row) in batch.rows().enumerate() {
            given[row] = batch.puzzles().clues(index).copied().ok_or(Flaw::Missing);
        }
        for &(row, defect) in &batch.defects {
            given[row as usize] = Err(match defect {
                Defect::Text(Reason::Length { found: found @ 1.., .. }) => Flaw::Length(found as usize),
                Defect::Cells(found @ 1..) => Flaw::Length(found),
                _ => Flaw::Missing,
            });
        }
    }

    /// Returns the flaw of the answer to `puzzle`, which is in row `row` of a batch that begins at row `first`, or `None` if there
    /// are no answers.
    fn flaw(&self, first: usize, row: usize, puzzle: &[u8], solution: &[u8; CELLS]) -> Option<Option<Flaw>> {
        let flaw = |answer: &[u8]| Flaw::of(answer, puzzle, Some(solution));
        match self {
            Self::None => None,
            Self::Fields(rows) => Some(flaw(rows.answer(first + row).unwrap_or_default())),
            Self::Rows(.., given) => {
                Some(given[row].as_ref().map_or_else(|&why| Some(why), |answer| flaw(answer)))
            }
        }
    }
}

/// Checks batches of rows.
struct CheckWork<'a> {
    inspector: Inspector<'a>,
    answers: Answers<'a>,
    /// A class finder for each key.
    finders: Vec<ClassFinder>,
    found: Found,
}

impl<'a> CheckWork<'a> {
    fn new(rows: &'a dyn Rows, answers: Option<&'a dyn Rows>, keys: &[SameBy], most: usize) -> Self {
        Self {
            inspector: Inspector::new(rows, true),
            answers: Answers::new(answers),
            finders: keys.iter().map(|&key| ClassFinder::new(key)).collect(),
            found: Found::new(most),
        }
    }

    /// Checks the rows of a batch, and writes their classes.
    fn run(&mut self, batch: &Batch, classes: &mut [Option<ClassMember>]) {
        let Self { inspector, answers, finders, found } = self;
        let (first, keys, puzzles) = (batch.first, finders.len(), batch.puzzles());
        answers.read(batch);
        inspector.inspect(batch);
        finders.iter_mut().for_each(|finder| finder.find(puzzles, &inspector.outcomes, &inspector.answers));
        let mut no_puzzles = Found::new(found.most); // they are among the other rows
        for &(row, _) in &batch.defects {
            no_puzzles.count(Verdict::Malformed);
            no_puzzles.add(first + row as usize, FindingKind::Malformed, String::new);
        }
        for (index, row, verdict) in inspector.verdicts(batch) {
            let puzzle = puzzles.get(index);
            found.count(verdict);
            if let Some(problem) = Problem::of(verdict, None) {
                let is_bad = matches!(verdict, Verdict::Malformed | Verdict::Conflict);
                let text = || if is_bad { String::new() } else { problem.to_string() };
                found.add(first + row, problem.kind(), text);
            }
            if verdict == Verdict::Malformed {
                continue;
            }
            found.clues[puzzles.clue_count(index)] += 1;
            if !matches!(verdict, Verdict::Conflict | Verdict::NoSolution) {
                match answers.flaw(first, row, puzzle, solution_of(&inspector.answers[index])) {
                    None => {}
                    Some(None) => found.right += 1,
                    Some(Some(flaw)) => found.add(first + row, flaw.kind(), || flaw.to_string()),
                }
            }
            for (class, finder) in classes[row * keys..][..keys].iter_mut().zip(&*finders) {
                *class = finder.member(index);
            }
        }
        found.append(no_puzzles);
    }
}

/// Returns the digits of a solution, without its line end.
fn solution_of(line: &AnswerLine) -> &[u8; CELLS] {
    line.first_chunk().expect("a line is longer than its cells")
}
