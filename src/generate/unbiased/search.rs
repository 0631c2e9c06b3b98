//! The tries of one grid.
//!
//! ```text
//! order of the cells   c c c c c c c c c c c c c c c c … c c c        81 cells, as a ring
//! tries                └─────── most ──────┘                         their first cells are STEP apart
//!                            └─────── most ──────┘
//! ```
//!
//! A try takes `most` cells in order, from its start. Every try is a uniformly random sequence of cells, though the tries of one
//! order are not independent. It finds a puzzle if, for some n, the clues in its first n cells are a minimal puzzle with one
//! solution. There is at most one such n: the least number of cells with one solution.

use super::recipe::{MOST_CLUES, ORDERS, STARTS, STEP, UnbiasedRecipe};
use super::unavoidable::{CellSet, UnavoidableSets, either};
use crate::array::array_of;
use crate::board::grid::CELLS;
use crate::generate::dig::{BATCH, Next};
use crate::generate::uniform;
use crate::rng::LineRng;
use crate::solver::batch::{BatchSolver, Goal, Solve, Task};

/// The purpose of this module's random numbers.
const PURPOSE: [u8; 8] = *b"unbiased";

/// Searches grids for minimal puzzles, in memory that it reuses.
pub(super) struct TrySearch {
    pub(super) recipe: UnbiasedRecipe,
    solver: BatchSolver,
    sets: UnavoidableSets,
    grid: [u8; CELLS],
    open: Vec<OpenTry>,
    found: Vec<Found>,
}

/// A minimal puzzle found by a try.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The number of the try.
    number: u32,
    /// The puzzle, as text.
    pub(super) puzzle: [u8; CELLS],
    /// The number of its clues.
    pub(super) clues: usize,
}

/// A try that is still possible.
#[derive(Clone, Debug)]
struct OpenTry {
    /// The number of the try.
    number: u32,
    /// Its cells in order, `most` of them.
    cells: [u8; MOST_CLUES],
    most: usize,
    /// The least accepted number of clues.
    least: usize,
    /// The least number of cells whose solution may be unique.
    clues: usize,
    /// The cells that are known to be needed for a unique solution.
    needed: CellSet,
    question: Question,
}

/// A puzzle to check for a unique solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The clues in all cells of the try.
    All,
    /// The clues in the first [`OpenTry::clues`] cells.
    First,
    /// The same without this cell.
    Without(u8),
}

impl TrySearch {
    /// Creates a search that asks `solver`. Allocates all the memory that it will use, except for found puzzles.
    pub(super) fn new(recipe: UnbiasedRecipe, solver: Box<dyn Solve>) -> Self {
        Self {
            recipe,
            solver: BatchSolver::new(solver, BATCH),
            sets: UnavoidableSets::new(),
            grid: [b'.'; CELLS],
            open: Vec::with_capacity(BATCH),
            found: Vec::new(),
        }
    }

    /// Makes the tries on the grid with this number, and returns what they find in order.
    pub(super) fn run(&mut self, number: u64) -> &[Found] {
        let mut draws = LineRng::of_purpose(self.recipe.seed, PURPOSE, number);
        self.grid = uniform::draw(&mut draws);
        self.sets.start(&self.grid);
        self.found.clear();
        for order in 0..ORDERS {
            self.try_order(order, &mut draws);
        }
        while !self.open.is_empty() {
            self.check();
        }
        self.found.sort_unstable_by_key(|found| found.number);
        &self.found
    }

    /// Draws an order of the cells and makes its tries.
    fn try_order(&mut self, order: u32, draws: &mut LineRng) {
        let mut ring = [0; 2 * CELLS];
        ring[..CELLS].copy_from_slice(&array_of::<u8, CELLS>(|cell| cell as u8));
        draws.shuffle_exactly(&mut ring[..CELLS]);
        ring.copy_within(..CELLS, CELLS);
        let most = self.recipe.most(order);
        let mut passed = self.filter(&ring, most);
        for start in 0..STARTS {
            let least = self.recipe.least(most, draws); // drawn for every try: no draw may depend on the known sets
            if !std::mem::take(&mut passed[start]) {
                continue;
            }
            let cells = &ring[STEP * start..STEP * start + most];
            if let Some(clues) = self.sets.least_clues(cells) {
                let number = order * STARTS as u32 + start as u32;
                self.open.push(OpenTry::new(number, cells, clues.max(least.saturating_sub(1)), least));
                while self.open.len() == BATCH {
                    self.check();
                }
            }
        }
    }

    /// Returns which tries of an order hit all of the first 128 sets, the small ones.
    fn filter(&self, ring: &[u8; 2 * CELLS], most: usize) -> [bool; STARTS] {
        let sets =
            |cells: &[u8]| cells.iter().fold([0; 2], |all, &cell| either(&all, &self.sets.first_with(cell)));
        let mut groups = [[0; 2]; 2 * STARTS];
        for group in 0..STARTS {
            groups[group] = sets(&ring[STEP * group..STEP * (group + 1)]);
            groups[STARTS + group] = groups[group];
        }
        let whole = most / STEP;
        array_of(|start| {
            let in_groups =
                groups[start..start + whole].iter().fold([0; 2], |all, group| either(&all, group));
            let rest = sets(&ring[STEP * (start + whole)..STEP * start + most]);
            !self.sets.lacks_first(either(&in_groups, &rest))
        })
    }

    /// Asks the questions of all open tries. Processes the answers from last to first, so the last try can fill a free
    /// slot.
    fn check(&mut self) {
        let Self { solver, open, grid, sets, found, .. } = self;
        let questions = open.iter().map(|one| one.puzzle(grid));
        solver.solve_all(Task::new(Goal::Unique), questions);
        for index in (0..open.len()).rev() {
            let (one, is_unique) = (&mut open[index], solver.is_unique(index));
            if !is_unique {
                sets.learn(grid, &solver.answers[index]);
            }
            let next = one.answer(is_unique, sets);
            if next == Next::Done {
                let puzzle = clues(&one.cells[..one.clues], grid);
                found.push(Found { number: one.number, puzzle, clues: one.clues });
            }
            if next != Next::Check {
                open.swap_remove(index);
            }
        }
    }
}

impl OpenTry {
    /// Creates a try with these cells, at least `clues` of which are known to be needed for one solution.
    fn new(number: u32, cells: &[u8], clues: usize, least: usize) -> Self {
        let mut copied = [0; MOST_CLUES];
        copied[..cells.len()].copy_from_slice(cells);
        Self { number, cells: copied, most: cells.len(), least, clues, needed: 0, question: Question::All }
    }

    /// Accepts the answer to the question, and returns what to do next.
    fn answer(&mut self, is_unique: bool, sets: &UnavoidableSets) -> Next {
        match (self.question, is_unique) {
            (Question::All, false) | (Question::Without(_), true) => Next::GiveUp,
            (Question::All, true) => self.find_least(sets),
            (Question::First, true) => self.find_redundant(sets),
            (Question::First, false) => {
                self.clues += 1;
                self.find_least(sets)
            }
            (Question::Without(cell), false) => {
                self.needed |= 1 << cell;
                self.ask_without()
            }
        }
    }

    /// Searches for the least number of cells with a unique solution. All cells together have one.
    fn find_least(&mut self, sets: &UnavoidableSets) -> Next {
        let known = sets.least_clues(&self.cells[..self.most]).unwrap_or(self.most);
        self.clues = self.clues.max(known);
        if self.clues == self.most {
            return self.find_redundant(sets);
        }
        self.question = Question::First;
        Next::Check
    }

    /// Searches for a redundant cell among the first `clues` cells, which have a unique solution.
    ///
    /// If fewer than `least` clues are enough, the puzzle is not accepted, however few are needed.
    fn find_redundant(&mut self, sets: &UnavoidableSets) -> Next {
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

    /// Returns the puzzle of the question.
    fn puzzle(&self, grid: &[u8; CELLS]) -> [u8; CELLS] {
        let cells = if self.question == Question::All { self.most } else { self.clues };
        let mut text = clues(&self.cells[..cells], grid);
        if let Question::Without(cell) = self.question {
            text[usize::from(cell)] = b'.';
        }
        text
    }
}

/// Returns the puzzle with the clues of `grid` in these cells.
fn clues(cells: &[u8], grid: &[u8; CELLS]) -> [u8; CELLS] {
    let mut text = [b'.'; CELLS];
    for &cell in cells {
        text[usize::from(cell)] = grid[usize::from(cell)];
    }
    text
}
