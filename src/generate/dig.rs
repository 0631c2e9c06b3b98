//! Removes clues from a full grid until the puzzle is what the recipe asks for.
//!
//! The result is defined by a simple algorithm: go through the cells in a random order and remove each clue without
//! which the solution is still unique. Stop at the requested number of clues, or at the end of the order.
//!
//! That takes a uniqueness check for each of the 81 cells. But a puzzle with a unique solution keeps it when clues are
//! added, so one check can decide a run of cells: either all of them can be removed, or the run contains a clue that is
//! needed, which is found by bisection.
//!
//! ```text
//! order    d d d n d d n │ ? ? ? ? ? ? ? ? ? ? ? ?       d removed, n needed, ? undecided
//!                        ▲ next
//!                        └─ question ──┘                 the run to be checked
//!                        └─ known not to be removable ─┘ `bad` cells
//! ```
//!
//! The lengths of the runs change the number of checks and nothing else.

use std::ops::RangeInclusive;

use super::Recipe;
use super::check::{BATCH, Checker};
use crate::grid::{CELLS, is_blank};
use crate::rng::LineRng;
use crate::solver::batch::Solve;

/// The number of full grids tried for one line. A recipe in reach succeeds with at least one grid in 400, so that the
/// probability of giving up a line is below 1e-10.
const TRIES: u32 = 10_000;

/// What to do next for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Check whether [`Dig::question`] has a unique solution, and pass the result to [`Dig::answer`].
    Check,
    /// Take [`Dig::puzzle`], which fits the recipe.
    Done,
    /// Give up: no grid gave a puzzle of the recipe.
    GiveUp,
}

/// A puzzle from which clues are being removed.
#[derive(Debug)]
pub(super) struct Dig {
    rng: LineRng,
    /// The number of clues to stop at; 0 to go through all cells.
    target: usize,
    /// The numbers of clues of a puzzle that fits the recipe.
    accepted: RangeInclusive<usize>,
    tries: u32,
    /// It always has exactly one solution.
    puzzle: [u8; CELLS],
    clues: usize,
    order: [u8; CELLS],
    /// The number of cells of the order that are decided.
    next: usize,
    /// The first `bad` undecided cells cannot all be removed. It is out of reach when nothing is known.
    bad: usize,
}

/// Digs many puzzles at once, so that the lanes of the engine are full: in each round, it asks the engine about all puzzles in
/// progress in one batch. When one is finished, the next takes its place.
pub(super) struct Digger {
    pub(super) checker: Checker,
    /// The puzzles in progress, each with the index of its item.
    slots: Vec<(usize, Dig)>,
}

impl Digger {
    /// Asks `solver`. Allocates all the memory that it will use.
    pub(super) fn new(solver: Box<dyn Solve>) -> Self {
        Self { checker: Checker::new(solver), slots: Vec::with_capacity(BATCH) }
    }

    /// Begins a puzzle for each of the `items`, and calls `finish` with the item when its puzzle is finished. `begin` and
    /// `finish` get the index of the item, too.
    ///
    /// # Errors
    /// With the first error of `finish`.
    pub(super) fn run<T, E>(
        &mut self,
        items: &mut [T],
        begin: impl Fn(usize, &T) -> (Dig, Next),
        finish: impl Fn(usize, &mut T, &Dig, Next) -> Result<(), E>,
    ) -> Result<(), E> {
        self.slots.clear();
        let mut begun = 0;
        loop {
            while self.slots.len() < BATCH && begun < items.len() {
                let (dig, next) = begin(begun, &items[begun]);
                match next {
                    Next::Check => self.slots.push((begun, dig)),
                    _ => finish(begun, &mut items[begun], &dig, next)?,
                }
                begun += 1;
            }
            if self.slots.is_empty() {
                return Ok(());
            }
            self.checker.check(self.slots.iter().map(|(_, dig)| dig.question()));
            // From the last one to the first, so that a slot that becomes free can be filled with the last one.
            for slot in (0..self.slots.len()).rev() {
                let (index, dig) = &mut self.slots[slot];
                let next = dig.answer(self.checker.is_unique(slot));
                if next != Next::Check {
                    finish(*index, &mut items[*index], dig, next)?;
                    self.slots.swap_remove(slot);
                }
            }
        }
    }
}

impl Dig {
    /// Begins the puzzle of a line with the line's random stream, and says what to do next.
    pub(super) fn new(recipe: &Recipe, mut rng: LineRng) -> (Self, Next) {
        let (least, most) = (*recipe.clues.start(), *recipe.clues.end());
        let (target, accepted) = if recipe.minimal {
            (0, recipe.clues.clone())
        } else {
            let target = least + rng.below(most - least + 1);
            (target, target..=target)
        };
        let blank = [b'.'; CELLS];
        let (clues, order, next, bad) = (0, [0; CELLS], 0, 0);
        let mut dig = Self { rng, target, accepted, tries: 0, puzzle: blank, clues, order, next, bad };
        dig.start_over();
        let next = dig.go_on();
        (dig, next)
    }

    /// Begins to remove clues from a puzzle with one solution, in a random order of its clues, until none can go. It never
    /// begins again with another grid.
    pub(super) fn of_puzzle(puzzle: &[u8; CELLS], mut rng: LineRng) -> (Self, Next) {
        let mut order = rng.shuffled_cells();
        order.sort_by_key(|&cell| !is_blank(puzzle[usize::from(cell)])); // stable: the clues stay in their random order
        let clues = puzzle.iter().filter(|&&byte| !is_blank(byte)).count();
        let (next, accepted) = (CELLS - clues, 0..=CELLS);
        let mut dig =
            Self { rng, target: 0, accepted, tries: 0, puzzle: *puzzle, clues, order, next, bad: 0 };
        dig.bad = dig.reach() + 1;
        let next = dig.go_on();
        (dig, next)
    }

    /// The current puzzle.
    pub(super) fn puzzle(&self) -> &[u8; CELLS] {
        &self.puzzle
    }

    /// The puzzle to check: is its solution unique?
    pub(super) fn question(&self) -> [u8; CELLS] {
        let mut question = self.puzzle;
        for &cell in &self.order[self.next..self.next + self.run()] {
            question[usize::from(cell)] = b'.';
        }
        question
    }

    /// Takes the result of the check, and says what to do next.
    pub(super) fn answer(&mut self, unique: bool) -> Next {
        let run = self.run();
        if unique {
            self.puzzle = self.question();
            self.clues -= run;
            self.next += run;
            self.bad -= run;
        } else {
            self.bad = run;
        }
        self.go_on()
    }

    fn go_on(&mut self) -> Next {
        if self.bad == 1 && self.reach() > 0 {
            self.next += 1; // the next clue is needed: it is a run of one that cannot be removed
            self.bad = self.reach() + 1;
        }
        let ends = self.reach() == 0;
        if ends && self.accepted.contains(&self.clues) {
            Next::Done
        } else if !ends && !self.is_hopeless() {
            Next::Check
        } else if self.tries < TRIES {
            self.start_over();
            Next::Check
        } else {
            Next::GiveUp
        }
    }

    /// An upper bound for the number of clues that can still be removed.
    fn reach(&self) -> usize {
        (CELLS - self.next).min(self.clues - self.target)
    }

    /// Would too many clues be left even if all undecided ones were removed?
    fn is_hopeless(&self) -> bool {
        self.clues - self.reach() > *self.accepted.end()
    }

    /// Begins again with another full grid.
    fn start_over(&mut self) {
        self.tries += 1;
        self.puzzle = self.rng.solution();
        self.order = self.rng.shuffled_cells();
        self.clues = CELLS;
        self.next = 0;
        self.bad = self.reach() + 1;
    }

    /// The number of cells of the next question: half of a run that cannot be removed, else the length that succeeds in
    /// about half of all cases.
    fn run(&self) -> usize {
        if self.bad <= self.reach() { self.bad / 2 } else { likely_run(self.clues).min(self.reach()) }
    }
}

/// The length of a run that can be removed from a puzzle of `clues` clues in about half of all cases. It follows from
/// the share of single clues that could be removed in 20,000 grids: 99 % at 60 clues, 86 % at 40, 68 % at 34, 45 % at 30
/// and 8 % at 24.
fn likely_run(clues: usize) -> usize {
    match clues {
        51.. => clues - 44,
        35.. => (clues - 31) / 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::batch::{Goal, Notation, Puzzles, Solve, Task};
    use crate::solver::{Engine, Outcome, Verdict};

    fn is_unique(solver: &mut dyn Solve, puzzle: &[u8; CELLS]) -> bool {
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        let puzzles = Puzzles::new(puzzle, &[0], Notation::Clues);
        solver.solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
        outcomes[0].verdict == Verdict::Unique
    }

    /// The simple algorithm: one cell at a time.
    fn dig_one_by_one(solver: &mut dyn Solve, mut rng: LineRng) -> [u8; CELLS] {
        let mut puzzle = rng.solution();
        for cell in rng.shuffled_cells().map(usize::from) {
            let clue = std::mem::replace(&mut puzzle[cell], b'.');
            if !is_unique(solver, &puzzle) {
                puzzle[cell] = clue;
            }
        }
        puzzle
    }

    #[test]
    fn checks_of_runs_remove_the_same_cells_as_checks_of_single_cells() {
        let mut solver = Engine::Scalar.build();
        let recipe = Recipe { seed: 1, clues: 0..=81, minimal: true };
        for line in 0..20 {
            let (mut dig, mut next) = Dig::new(&recipe, LineRng::of_line(1, line));
            while next == Next::Check {
                next = dig.answer(is_unique(&mut *solver, &dig.question()));
            }
            assert_eq!(dig.puzzle(), &dig_one_by_one(&mut *solver, LineRng::of_line(1, line)));
        }
    }

    #[test]
    fn a_puzzle_that_is_never_found_is_given_up() {
        let recipe = Recipe { seed: 1, clues: 30..=30, minimal: false };
        let (mut dig, mut next) = Dig::new(&recipe, LineRng::of_line(1, 0));
        while next == Next::Check {
            next = dig.answer(false); // as if every clue were needed
        }
        assert_eq!((next, dig.tries), (Next::GiveUp, TRIES));
    }
}
