//! Finds the canonical forms of puzzles, chunk by chunk.

use crate::board::grid::CELLS;
use crate::board::notation::{AnswerLine, Puzzles};
use crate::format::digits;
use crate::solver::{Isa, Outcome, Verdict};
use crate::symmetry::{CanonicalForm, Minlex};

/// The kind of a canonical form. Two puzzles are equivalent exactly when their forms of the same kind are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormKind {
    /// The smallest equivalent of the puzzle, compared as text with blanks before digits.
    #[default]
    Minlex,
    /// The puzzle under the transformation that makes its solution smallest. If several do, the smallest of the results.
    /// Only puzzles with exactly one solution have this form.
    Solution,
}

/// Finds the canonical forms of puzzles, in memory that is reused for the next puzzles.
///
/// ```
/// use bulkdoku::datasets::{FormFinder, FormKind};
/// use bulkdoku::solver::{Notation, Outcome, Puzzles, Verdict};
///
/// let (text, outcome) = ([b'.'; 81], Outcome::new(Verdict::WellFormed, 0, 0));
/// let mut finder = FormFinder::new(FormKind::Minlex);
/// finder.find(Puzzles::new(&text, &[0], Notation::Clues), &[outcome], &[]);
/// let mut form_of = finder.in_order();
/// assert_eq!(form_of(outcome.verdict).map(|form| form.puzzle().clue_count()), Some(0));
/// ```
pub struct FormFinder {
    kind: FormKind,
    minlex: Minlex,
    /// The puzzles that need a form.
    puzzles: Vec<[u8; CELLS]>,
    /// Their solutions, for the solution form.
    solutions: Vec<[u8; CELLS]>,
    forms: Vec<CanonicalForm>,
    conflicts: Vec<usize>,
}

impl FormFinder {
    /// Creates a finder of forms of this kind. Allocates a few megabytes.
    pub fn new(kind: FormKind) -> Self {
        Self::with_isa(kind, Isa::best())
    }

    pub(super) fn with_isa(kind: FormKind, isa: Isa) -> Self {
        Self {
            kind,
            minlex: Minlex::with_isa(isa),
            puzzles: Vec::new(),
            solutions: Vec::new(),
            forms: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// Finds the forms of all puzzles that have one, by their outcomes. `answers` are the solutions, which only
    /// [`FormKind::Solution`] needs. The minlex form only needs puzzles of clues and blanks.
    ///
    /// # Panics
    /// Panics if there are fewer puzzles than outcomes, or fewer answers and the form needs them.
    pub fn find(&mut self, puzzles: Puzzles<'_>, outcomes: &[Outcome], answers: &[AnswerLine]) {
        let Self { kind, forms, conflicts, .. } = self;
        let with_form = outcomes.iter().enumerate().filter(|(_, outcome)| kind.is_of(outcome.verdict));
        let mut with_form = with_form.map(|(index, _)| index);
        self.puzzles.clear();
        self.puzzles.extend(with_form.clone().filter_map(|index| puzzles.clues(index)));
        forms.clear();
        conflicts.clear();
        match kind {
            FormKind::Minlex => self.minlex.forms_of_texts(&self.puzzles, |form| {
                let index = with_form.next();
                match form {
                    Ok(form) => forms.push(form),
                    Err(_) => conflicts.extend(index),
                }
            }),
            FormKind::Solution => {
                self.solutions.clear();
                self.solutions.extend(with_form.map(|index| digits(&answers[index])));
                self.minlex.solution_forms_of_texts(&self.puzzles, &self.solutions, |form| forms.push(form));
            }
        }
    }

    /// Returns the indices in the chunk of the puzzles without a form because equal clues share a house.
    pub(super) fn conflicts(&self) -> &[usize] {
        &self.conflicts
    }

    /// Returns a function to call with the verdict of each record in order. It returns the form of the record, if it has one.
    pub fn in_order<'a>(&'a self) -> impl FnMut(Verdict) -> Option<&'a CanonicalForm> {
        let mut forms = self.forms.iter();
        move |verdict| self.kind.is_of(verdict).then(|| forms.next()).flatten()
    }
}

impl FormKind {
    /// Whether a puzzle with this verdict has a form of this kind.
    fn is_of(self, verdict: Verdict) -> bool {
        match self {
            Self::Minlex => verdict == Verdict::WellFormed,
            Self::Solution => verdict == Verdict::Unique,
        }
    }
}
