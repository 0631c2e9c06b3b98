//! The canonical forms of the records of a chunk, made in batches.

use super::FormKind;
use crate::grid::{CELLS, digit};
use crate::pipeline::chunk_reader::JudgedPuzzles;
use crate::solver::{Isa, Verdict};
use crate::symmetry::grids::GridMinlex;
use crate::symmetry::{CanonicalForm, Minlex};

/// Makes the forms of the records of one chunk after another, in memory that it keeps.
pub(crate) struct ChunkForms {
    kind: FormKind,
    minlex: Minlex,
    grids: GridMinlex,
    /// Puzzles with a blank cell, for the minlex form.
    puzzles: Vec<[u8; CELLS]>,
    forms: Vec<CanonicalForm>,
    /// Puzzles without a blank cell for the minlex form, or all puzzles for the solution form.
    solved: Vec<[u8; CELLS]>,
    /// The solutions of `solved`, for the solution form.
    solutions: Vec<[u8; CELLS]>,
    grid_forms: Vec<CanonicalForm>,
}

impl ChunkForms {
    /// Makes forms of this kind on an instruction set.
    pub(crate) fn new(kind: FormKind, isa: Isa) -> Self {
        Self {
            kind,
            minlex: Minlex::with_isa(isa),
            grids: GridMinlex::new(isa),
            puzzles: Vec::new(),
            forms: Vec::new(),
            solved: Vec::new(),
            solutions: Vec::new(),
            grid_forms: Vec::new(),
        }
    }

    /// Makes the forms of all puzzles that have one.
    pub(crate) fn make(&mut self, judged: JudgedPuzzles<'_>) {
        self.puzzles.clear();
        self.forms.clear();
        self.solved.clear();
        self.solutions.clear();
        self.sort(judged);
        self.grid_forms.resize(self.solved.len(), CanonicalForm::default());
        let forms = &mut self.forms;
        self.minlex.forms(&self.puzzles, |form| {
            forms.push(form.expect("a well-formed puzzle has no conflict"));
        });
        if self.solved.is_empty() {
            return; // the tables for whole grids, which take milliseconds to make, are not needed yet
        }
        match self.kind {
            FormKind::Minlex => self.grids.forms(&self.solved, &mut self.grid_forms),
            FormKind::Solution => {
                self.grids.solution_forms(&self.solved, &self.solutions, &mut self.grid_forms)
            }
        }
    }

    /// Copies the puzzles that have a form to the lists that their forms are made from.
    fn sort(&mut self, JudgedPuzzles { puzzles, outcomes, answers }: JudgedPuzzles<'_>) {
        for (index, outcome) in outcomes.iter().enumerate() {
            let Some(puzzle) = puzzles.clues(index).filter(|_| self.kind.is_of(outcome.verdict)) else {
                continue;
            };
            match self.kind {
                FormKind::Minlex if is_full(puzzle) => self.solved.push(*puzzle),
                FormKind::Minlex => self.puzzles.push(*puzzle),
                FormKind::Solution => {
                    self.solved.push(*puzzle);
                    self.solutions.push(*crate::format::digits(&answers[index]));
                }
            }
        }
    }

    /// The forms of the chunk, to be taken in the order of its records.
    pub(crate) fn take(&self) -> FormsInOrder<'_> {
        FormsInOrder { kind: self.kind, forms: self.forms.iter(), grid_forms: self.grid_forms.iter() }
    }
}

/// The forms of a chunk in the order of its records.
pub(crate) struct FormsInOrder<'a> {
    kind: FormKind,
    forms: std::slice::Iter<'a, CanonicalForm>,
    grid_forms: std::slice::Iter<'a, CanonicalForm>,
}

impl FormsInOrder<'_> {
    /// The form of the next puzzle, if it has one with this verdict.
    pub(crate) fn next_of(&mut self, puzzle: &[u8], verdict: Verdict) -> Option<CanonicalForm> {
        if !self.kind.is_of(verdict) {
            return None;
        }
        if self.kind == FormKind::Minlex && !is_full(puzzle) {
            return self.forms.next().copied();
        }
        let &CanonicalForm { text, map, automorphisms } = self.grid_forms.next()?;
        Some(CanonicalForm { text, map, automorphisms })
    }
}

impl FormKind {
    /// Does a puzzle with this verdict have a form of this kind?
    fn is_of(self, verdict: Verdict) -> bool {
        match self {
            Self::Minlex => verdict == Verdict::WellFormed,
            Self::Solution => verdict == Verdict::Unique,
        }
    }
}

/// Returns true if the puzzle, which is well-formed, has no blank cell. The form of such a puzzle is found by table.
fn is_full(puzzle: &[u8]) -> bool {
    puzzle.iter().all(|&byte| digit(byte).is_some())
}
