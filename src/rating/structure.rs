//! The structure of a puzzle, independent of any solver: its automorphisms, the classes of its bands, its redundant clues.

use super::{Rating, RatingKind, RatingSettings};
use crate::array::array_of;
use crate::board::grid::{CELLS, is_blank};
use crate::solver::Verdict;
use crate::solver::batch::{BatchSolver, Goal, Notation, Puzzles, Task};
use crate::symmetry::bands::band_class;
use crate::symmetry::{CanonicalForm, Minlex};

/// The number of puzzles processed together.
const BATCH: usize = 16;

/// Rates the structure of puzzles with one solution, in memory that it reuses.
pub struct Structure {
    kinds: Vec<RatingKind>,
    solver: BatchSolver,
    minlex: Minlex,
    /// The solutions of a batch.
    solutions: Vec<[u8; CELLS]>,
    forms: Vec<CanonicalForm>,
    /// Where the puzzles of a batch start in the text of all puzzles.
    starts: Vec<u32>,
    /// A puzzle once without each of its clues.
    without: Vec<u8>,
    budget: u64,
}

impl Structure {
    /// Returns a rater for the requested ratings that are found here, or `None` if there are none.
    pub fn new(settings: &RatingSettings) -> Option<Self> {
        let mut kinds = settings.only.clone();
        kinds.retain(|kind| {
            matches!(kind, RatingKind::Automorphisms | RatingKind::Bands | RatingKind::Redundant)
        });
        (!kinds.is_empty()).then(|| Self {
            kinds,
            solver: BatchSolver::new(settings.solver.build(), CELLS),
            minlex: Minlex::with_isa(settings.solver.isa),
            solutions: Vec::with_capacity(BATCH),
            forms: Vec::with_capacity(BATCH),
            starts: Vec::with_capacity(CELLS),
            without: Vec::with_capacity(CELLS * CELLS),
            budget: settings.solver.budget,
        })
    }

    /// Adds its ratings to the puzzles that `unique` lists. Each must have one solution.
    pub fn rate(&mut self, puzzles: Puzzles<'_>, unique: &[u32], ratings: &mut [Rating]) {
        for batch in unique.chunks(BATCH) {
            self.solve(puzzles, batch);
            self.rate_grids(puzzles, batch, ratings);
        }
        if self.kinds.contains(&RatingKind::Redundant) {
            for &index in unique {
                let puzzle = puzzles.clues(index as usize);
                ratings[index as usize].redundant = puzzle.and_then(|puzzle| self.redundant(puzzle));
            }
        }
    }

    /// Returns the number of clues without any one of which the puzzle still has one solution, or `None` if that exceeds the
    /// budget.
    fn redundant(&mut self, puzzle: &[u8; CELLS]) -> Option<u8> {
        let Self { solver, starts, without, .. } = self;
        starts.clear();
        without.clear();
        for cell in (0..CELLS).filter(|&cell| !is_blank(puzzle[cell])) {
            starts.push(without.len() as u32);
            without.extend_from_slice(puzzle);
            without[starts.len() * CELLS - CELLS + cell] = b'.';
        }
        let task = Task::new(Goal::Unique).with_budget(self.budget);
        solver.solve(task, Puzzles::new(without, starts, Notation::Clues));
        let verdicts = solver.outcomes.iter().map(|outcome| outcome.verdict);
        let is_known = verdicts.clone().all(|verdict| verdict != Verdict::BudgetExhausted);
        is_known.then(|| verdicts.filter(|&verdict| verdict == Verdict::Unique).count() as u8)
    }

    /// Finds the solutions of the batch.
    fn solve(&mut self, puzzles: Puzzles<'_>, batch: &[u32]) {
        self.starts.clear();
        self.starts.extend(batch.iter().map(|&index| puzzles.start(index as usize)));
        self.solver.solve(Task::new(Goal::First), puzzles.with_starts(&self.starts));
        self.solutions.clear();
        self.solutions.extend(self.solver.answers.iter().map(crate::board::notation::digits));
    }

    /// Adds the ratings that need the solutions.
    fn rate_grids(&mut self, puzzles: Puzzles<'_>, batch: &[u32], ratings: &mut [Rating]) {
        let [bands, automorphisms] =
            [RatingKind::Bands, RatingKind::Automorphisms].map(|kind| self.kinds.contains(&kind));
        if bands {
            for (&index, solution) in batch.iter().zip(&self.solutions) {
                ratings[index as usize].bands = Some(bands_of(solution));
            }
        }
        if automorphisms {
            self.forms.clear();
            self.minlex.forms_of_texts(&self.solutions, |form| self.forms.extend(form));
            for (&index, form) in batch.iter().zip(&self.forms) {
                let index = index as usize;
                // A map that fixes the puzzle also fixes its only solution.
                ratings[index].automorphisms = puzzles.clues(index).map(|puzzle| match form.automorphisms {
                    1 => [1, 1],
                    of_grid => {
                        let form = self.minlex.form_of_text(puzzle).expect("clues that do not conflict");
                        [form.automorphisms, of_grid].map(|count| count as u32)
                    }
                });
            }
        }
    }
}

/// Returns the classes of the three bands of a grid and of the three bands of its transpose, in ascending order.
fn bands_of(grid: &[u8; CELLS]) -> [u16; 6] {
    let transposed: [u8; CELLS] = array_of(|cell| grid[cell % 9 * 9 + cell / 9]);
    let number = |band: usize| {
        let (rows, _) = [grid, &transposed][band / 3].as_chunks::<9>();
        let first = band % 3 * 3;
        band_class([&rows[first], &rows[first + 1], &rows[first + 2]]) as u16 + 1
    };
    let mut numbers = array_of(number);
    numbers.sort_unstable();
    numbers
}
