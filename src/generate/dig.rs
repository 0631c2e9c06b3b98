//! One puzzle on its way from a full grid to what the recipe asks for.
//!
//! The result is that of the plain way: go through the cells in a random order, and take each clue out that is not
//! needed for the solution to stay the only one; stop at the number of clues asked for, or at the end.
//!
//! Asking a solver about every cell would cost 81 checks. But a puzzle that is unique stays so with more clues, so one
//! check can answer for a run of cells: either they all go, or one of the run is needed, and halving finds it.
//!
//! ```text
//! order    d d d n d d n │ ? ? ? ? ? ? ? ? ? ? ? ?       d dug out, n needed
//!                        ▲ next
//!                        └─ run asked ─┘
//!                        └─ run known to be too long ─┘   bad
//! ```
//!
//! How long the runs are changes the number of checks and nothing else.

use std::ops::RangeInclusive;

use super::Recipe;
use super::rng::LineRng;
use crate::grid::CELLS;

/// Full grids tried for one line before it is given up. What the recipe lets pass comes up once in 400 at least, so
/// that a line is given up less than once in 10^10.
const TRIES: u32 = 10_000;

/// What comes next for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Somebody must say whether [`Dig::question`] has one solution.
    Ask,
    /// [`Dig::puzzle`] is what the recipe asks for.
    Done,
    /// None came up.
    GiveUp,
}

/// A puzzle being dug.
#[derive(Clone, Debug)]
pub(super) struct Dig {
    rng: LineRng,
    /// Clues to stop digging at; 0 to go through all cells.
    target: usize,
    /// Numbers of clues that will do.
    accepted: RangeInclusive<usize>,
    tries: u32,
    /// Has one solution at all times.
    puzzle: [u8; CELLS],
    clues: usize,
    order: [u8; CELLS],
    /// Cells of the order that are decided.
    next: usize,
    /// A run of so many cells from there cannot all be dug out.
    bad: usize,
}

impl Dig {
    /// Begins a line's puzzle, from the line's own draws. Says what comes next, too.
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

    /// The puzzle as it stands.
    pub(super) fn puzzle(&self) -> &[u8; CELLS] {
        &self.puzzle
    }

    /// The puzzle of which it is to be known whether it has one solution.
    pub(super) fn question(&self) -> [u8; CELLS] {
        let mut question = self.puzzle;
        for &cell in &self.order[self.next..self.next + self.run()] {
            question[usize::from(cell)] = b'.';
        }
        question
    }

    /// Takes the answer to the question.
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
            self.next += 1; // the next clue is needed
            self.bad = self.reach() + 1;
        }
        let ends = self.reach() == 0;
        if ends && self.accepted.contains(&self.clues) {
            Next::Done
        } else if !ends && !self.is_hopeless() {
            Next::Ask
        } else if self.tries < TRIES {
            self.start_over();
            Next::Ask
        } else {
            Next::GiveUp
        }
    }

    /// How many cells could still be dug out at the most.
    fn reach(&self) -> usize {
        (CELLS - self.next).min(self.clues - self.target)
    }

    /// Would too many clues be left even if all that are undecided could go?
    fn is_hopeless(&self) -> bool {
        self.clues - self.reach() > *self.accepted.end()
    }

    fn start_over(&mut self) {
        self.tries += 1;
        self.puzzle = self.rng.solution();
        self.order = self.rng.shuffled_cells();
        self.clues = CELLS;
        self.next = 0;
        self.bad = self.reach() + 1;
    }

    /// How many cells to ask about: half of a run that is too long, else as many as go once in two times.
    fn run(&self) -> usize {
        if self.bad <= self.reach() { self.bad / 2 } else { likely_run(self.clues).min(self.reach()) }
    }
}

/// How many clues of `clues` can go at once, once in two times: from the shares that could go one at a time in
/// 20,000 grids (99 % at 60 clues, 86 % at 40, 68 % at 34, 45 % at 30, 8 % at 24).
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
    use crate::solver::batch::{Form, Goal, Puzzles, Solve, Task};
    use crate::solver::{Engine, Outcome, Verdict};

    fn is_unique(solver: &mut dyn Solve, puzzle: &[u8; CELLS]) -> bool {
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        let puzzles = Puzzles::new(puzzle, &[0], Form::Clues);
        solver.solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
        outcomes[0].verdict == Verdict::Unique
    }

    /// The plain way: one cell at a time.
    fn dig_plainly(solver: &mut dyn Solve, mut rng: LineRng) -> [u8; CELLS] {
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
    fn asking_for_runs_digs_out_the_same_cells_as_the_plain_way() {
        let mut solver = Engine::Scalar.build();
        let recipe = Recipe { seed: 1, clues: 0..=81, minimal: true };
        for line in 0..20 {
            let (mut dig, mut next) = Dig::new(&recipe, LineRng::of_line(1, line));
            while next == Next::Ask {
                next = dig.answer(is_unique(&mut *solver, &dig.question()));
            }
            assert_eq!(dig.puzzle(), &dig_plainly(&mut *solver, LineRng::of_line(1, line)));
        }
    }

    #[test]
    fn a_puzzle_that_never_comes_up_is_given_up() {
        let recipe = Recipe { seed: 1, clues: 30..=30, minimal: false };
        let (mut dig, mut next) = Dig::new(&recipe, LineRng::of_line(1, 0));
        while next == Next::Ask {
            next = dig.answer(false); // as if every clue were needed
        }
        assert_eq!((next, dig.tries), (Next::GiveUp, TRIES));
    }
}
