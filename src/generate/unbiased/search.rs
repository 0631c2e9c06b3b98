//! The tries of one grid.
//!
//! ```text
//! order of the cells   c c c c c c c c c c c c c c c c … c c c        81 cells, as a ring
//! tries                └─────── most ──────┘                         their first cells are STEP apart
//!                            └─────── most ──────┘
//! ```
//!
//! A try takes the first `most` cells from its start in their order. Every try is a uniformly random sequence of cells,
//! though the tries of one order are not independent. It finds a puzzle when the clues in its first n cells, for some
//! n, are a minimal puzzle with one solution. There is at most one such n: the least number of cells with one solution.

use super::unavoidable::{CellSet, UnavoidableSets, either};
use super::{MOST_CLUES, UnbiasedRecipe};
use crate::board::grid::CELLS;
use crate::generate::check::{BATCH, Checker};
use crate::generate::dig::Next;
use crate::generate::uniform;
use crate::rng::LineRng;
use crate::solver::batch::Solve;
use std::array;

/// The random orders of the cells of a grid that are drawn for its tries.
const ORDERS: u32 = 3072;

/// The distance between the starts of two tries in an order of the cells.
const STEP: usize = 3;

/// The tries of one order.
const STARTS: usize = CELLS / STEP;

/// The number of tries that each grid serves.
pub(super) const TRIES: u32 = ORDERS * STARTS as u32;

/// What the random numbers of this module are for.
const PURPOSE: [u8; 8] = *b"unbiased";

/// Searches one grid after another for minimal puzzles, in memory that it keeps.
pub(super) struct Search {
    recipe: UnbiasedRecipe,
    checker: Checker,
    sets: UnavoidableSets,
    grid: [u8; CELLS],
    candidates: Vec<Candidate>,
    found: Vec<Found>,
}

/// A minimal puzzle that a try has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The number of the try.
    number: u32,
    /// The puzzle, as text.
    pub(super) puzzle: [u8; CELLS],
    /// The number of its clues.
    pub(super) clues: usize,
}

/// A try that has not failed yet.
#[derive(Clone, Debug)]
struct Candidate {
    /// The number of the try.
    number: u32,
    /// Its cells in their order, `most` of them.
    cells: [u8; MOST_CLUES],
    most: usize,
    /// A puzzle with fewer clues is not accepted.
    least: usize,
    /// The solution is known not to be unique with fewer cells.
    clues: usize,
    /// The cells without which the solution is known not to be unique.
    needed: CellSet,
    question: Question,
}

/// A puzzle whose uniqueness is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The clues in all cells of the try.
    All,
    /// Those in the first [`Candidate::clues`] cells.
    First,
    /// The same without this cell.
    Without(u8),
}

impl Search {
    /// A search whose questions are decided by `solver`. Allocates all the memory that it will use but for what is found.
    pub(super) fn new(recipe: UnbiasedRecipe, solver: Box<dyn Solve>) -> Self {
        Self {
            recipe,
            checker: Checker::new(solver),
            sets: UnavoidableSets::new(),
            grid: [b'.'; CELLS],
            candidates: Vec::with_capacity(BATCH),
            found: Vec::new(),
        }
    }

    /// Makes the tries of the grid with this number and returns what they find, in the order of the tries.
    pub(super) fn run(&mut self, number: u64) -> &[Found] {
        let mut draws = LineRng::of_purpose(self.recipe.seed, PURPOSE, number);
        self.grid = uniform::draw(&mut draws);
        self.sets.start(&self.grid);
        self.found.clear();
        for order in 0..ORDERS {
            self.try_order(order, &mut draws);
        }
        while !self.candidates.is_empty() {
            self.check();
        }
        self.found.sort_unstable_by_key(|found| found.number);
        &self.found
    }

    /// Draws an order of the cells and makes its tries.
    fn try_order(&mut self, order: u32, draws: &mut LineRng) {
        let mut ring = [0; 2 * CELLS];
        ring[..CELLS].copy_from_slice(&array::from_fn::<u8, CELLS, _>(|cell| cell as u8));
        draws.shuffle_exactly(&mut ring[..CELLS]);
        ring.copy_within(..CELLS, CELLS);
        let most = self.recipe.most(order);
        let mut passed = self.filter(&ring, most);
        for start in 0..STARTS {
            let least = self.recipe.least(most, draws); // drawn for every try, so that no draw depends on the known sets
            if !std::mem::take(&mut passed[start]) {
                continue;
            }
            let cells = &ring[STEP * start..STEP * start + most];
            if let Some(clues) = self.sets.least_clues(cells) {
                let number = order * STARTS as u32 + start as u32;
                self.candidates.push(Candidate::new(
                    number,
                    cells,
                    clues.max(least.saturating_sub(1)),
                    least,
                ));
                while self.candidates.len() == BATCH {
                    self.check();
                }
            }
        }
    }

    /// Which tries of an order miss none of the first 128 sets, which are the small ones.
    fn filter(&self, ring: &[u8; 2 * CELLS], most: usize) -> [bool; STARTS] {
        let sets =
            |cells: &[u8]| cells.iter().fold([0; 2], |all, &cell| either(&all, &self.sets.first_with(cell)));
        let mut groups = [[0; 2]; 2 * STARTS];
        for group in 0..STARTS {
            groups[group] = sets(&ring[STEP * group..STEP * (group + 1)]);
            groups[STARTS + group] = groups[group];
        }
        let whole = most / STEP;
        array::from_fn(|start| {
            let in_groups =
                groups[start..start + whole].iter().fold([0; 2], |all, group| either(&all, group));
            let rest = sets(&ring[STEP * (start + whole)..STEP * start + most]);
            !self.sets.lacks_first(either(&in_groups, &rest))
        })
    }

    /// Asks the questions of all candidates. Goes through the answers from the last candidate to the first, so that a
    /// place that becomes free can be taken by the last one.
    fn check(&mut self) {
        let Self { checker, candidates, grid, sets, found, .. } = self;
        checker.check(candidates.iter().map(|candidate| candidate.puzzle(grid)));
        for index in (0..candidates.len()).rev() {
            let (candidate, is_unique) = (&mut candidates[index], checker.is_unique(index));
            if !is_unique {
                sets.learn(grid, checker.solution(index));
            }
            let next = candidate.answer(is_unique, sets);
            if next == Next::Done {
                let puzzle = clues(&candidate.cells[..candidate.clues], grid);
                found.push(Found { number: candidate.number, puzzle, clues: candidate.clues });
            }
            if next != Next::Check {
                candidates.swap_remove(index);
            }
        }
    }
}

impl Candidate {
    /// A try with these cells, of which `clues` are known to be needed for one solution.
    fn new(number: u32, cells: &[u8], clues: usize, least: usize) -> Self {
        let mut copied = [0; MOST_CLUES];
        copied[..cells.len()].copy_from_slice(cells);
        Self { number, cells: copied, most: cells.len(), least, clues, needed: 0, question: Question::All }
    }

    /// Takes the answer to the question, and says what to do next.
    fn answer(&mut self, is_unique: bool, sets: &UnavoidableSets) -> Next {
        match (self.question, is_unique) {
            (Question::All, false) | (Question::Without(_), true) => Next::GiveUp,
            (Question::All, true) => self.look_for_least(sets),
            (Question::First, true) => self.look_for_needless(sets),
            (Question::First, false) => {
                self.clues += 1;
                self.look_for_least(sets)
            }
            (Question::Without(cell), false) => {
                self.needed |= 1 << cell;
                self.ask_without()
            }
        }
    }

    /// The solution is unique with all cells: asks for the least number with which it is.
    fn look_for_least(&mut self, sets: &UnavoidableSets) -> Next {
        let known = sets.least_clues(&self.cells[..self.most]).unwrap_or(self.most);
        self.clues = self.clues.max(known);
        if self.clues == self.most {
            return self.look_for_needless(sets);
        }
        self.question = Question::First;
        Next::Check
    }

    /// The solution is unique with the first `clues` cells: asks for a cell that is not needed.
    ///
    /// When fewer than `least` clues are enough, the puzzle is not accepted. Whether there are still fewer does not matter
    /// then.
    fn look_for_needless(&mut self, sets: &UnavoidableSets) -> Next {
        if self.clues < self.least {
            return Next::GiveUp;
        }
        self.needed = sets.needed(&self.cells[..self.clues]);
        self.ask_without()
    }

    fn ask_without(&mut self) -> Next {
        let is_open = |cell: &&u8| self.needed >> **cell & 1 == 0;
        let Some(&cell) = self.cells[..self.clues].iter().find(is_open) else { return Next::Done };
        self.question = Question::Without(cell);
        Next::Check
    }

    /// The puzzle of the question.
    fn puzzle(&self, grid: &[u8; CELLS]) -> [u8; CELLS] {
        let cells = if self.question == Question::All { self.most } else { self.clues };
        let mut text = clues(&self.cells[..cells], grid);
        if let Question::Without(cell) = self.question {
            text[usize::from(cell)] = b'.';
        }
        text
    }
}

/// The puzzle with the clues of `grid` in these cells.
fn clues(cells: &[u8], grid: &[u8; CELLS]) -> [u8; CELLS] {
    let mut text = [b'.'; CELLS];
    for &cell in cells {
        text[usize::from(cell)] = grid[usize::from(cell)];
    }
    text
}
