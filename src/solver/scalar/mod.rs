//! The scalar engine: one puzzle at a time, without vectors. The tests use it as their oracle.
//!
//! A node of the search fills naked singles (a cell with one candidate) and hidden singles (a digit with one cell
//! in a house) until there are none, then chooses the cell with the fewest candidates and tries them in turn.

mod candidates;

use super::Verdict;
use super::search::{Guesses, Search, SearchStep, read_clues};
use crate::grid::CELLS;
use crate::notation::masks_of;
use crate::solver::batch::{Notation, Puzzles};
use candidates::{ALL_DIGITS, Board, is_single, lowest};
use std::array;

/// The most nodes that the stack can hold.
///
/// Each node on the stack chose a cell that is blank on its own board and filled on the board of the node above it. So
/// the board at height h has at least h filled cells and at least one blank one, and h is at most 80.
const DEPTH: usize = CELLS;

/// The search of one puzzle. All its memory, about 20 kB, is part of the value.
pub(crate) struct Scalar {
    /// The candidates that the puzzle allows in each cell, before any rule is applied.
    marks: [u16; CELLS],
    board: Board,
    /// The cells in the order in which the first of several equally tight ones is found.
    order: [u8; CELLS],
    /// No single has been looked for since the last cell of the board was filled.
    fresh: bool,
    stack: [Node; DEPTH],
    height: usize,
    choice: Choice,
}

/// The blank cell that a node branches on.
#[derive(Clone, Copy)]
enum Choice {
    /// The first of those with the fewest candidates, which leads to some solution fastest.
    Tightest,
    /// The first of the list. In the order of the text the cells before it are filled and its digits are tried from 1 to
    /// 9, so the solutions are found in the order of their text.
    First,
}

/// A choice with digits that are still to be tried.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    cell: u8,
    untried: u16,
}

impl Default for Scalar {
    fn default() -> Self {
        let node = Node { board: Board::EMPTY, cell: 0, untried: 0 };
        let stack = [node; DEPTH];
        Self {
            marks: [0; CELLS],
            board: Board::EMPTY,
            order: array::from_fn(|cell| cell as u8),
            fresh: false,
            stack,
            height: 0,
            choice: Choice::Tightest,
        }
    }
}

impl Search for Scalar {
    fn begin(&mut self, puzzles: &Puzzles<'_>, index: usize) -> Result<(), Verdict> {
        self.board = Board::with_order(self.order);
        self.marks = [ALL_DIGITS; CELLS];
        match puzzles.notation() {
            Notation::Clues => self.board.fill_clues(read_clues(puzzles, index)?),
            Notation::Pencilmarks => self.marks = masks_of(puzzles.get(index)).ok_or(Verdict::Malformed)?,
        }
        self.fresh = true;
        self.height = 0;
        Ok(())
    }

    fn next_solution(&mut self, guesses: &mut Guesses) -> SearchStep {
        loop {
            if std::mem::take(&mut self.fresh) && self.board.fill_singles(&self.marks) {
                if self.board.blanks == 0 {
                    return SearchStep::Solution;
                }
                self.push_choice();
            }
            if self.height == 0 {
                return SearchStep::Exhausted;
            }
            if !self.try_next_digit(guesses) {
                return SearchStep::Budget;
            }
        }
    }

    fn digits(&self) -> &[u8; CELLS] {
        &self.board.digits
    }
}

impl Scalar {
    /// Returns a search that finds the solutions of a puzzle in the order of their text.
    pub(super) fn in_text_order() -> Self {
        Self { choice: Choice::First, ..Self::default() }
    }

    /// Looks for the first of the tightest cells in another order, from the next puzzle on. `cells` are all cells.
    pub(super) fn set_order(&mut self, cells: [u8; CELLS]) {
        self.order = cells;
    }

    fn push_choice(&mut self) {
        let cell = match self.choice {
            Choice::Tightest => self.board.tightest_cell(&self.marks),
            Choice::First => self.board.first_cell(),
        };
        let untried = self.board.candidates(cell, &self.marks);
        self.stack[self.height] = Node { board: self.board, cell, untried };
        self.height += 1;
    }

    /// Tries the next digit of the topmost choice. Returns false if that is a guess beyond the budget.
    fn try_next_digit(&mut self, guesses: &mut Guesses) -> bool {
        let node = &mut self.stack[self.height - 1];
        let last = is_single(node.untried);
        if !last && !guesses.make() {
            return false;
        }
        let digit = lowest(node.untried);
        node.untried &= !digit;
        self.board = node.board;
        self.board.fill(node.cell, digit);
        self.height -= usize::from(last);
        self.fresh = true;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid;
    use crate::solver::batch::{Goal, Solve, Task};
    use crate::solver::{Outcome, search::SearchEngine};

    const UNIQUE: Task = Task::new(Goal::Unique);

    /// A solved grid with blanks for `.`: the shifted-row construction.
    fn solved_text() -> String {
        (0..CELLS).map(|i| char::from(b'1' + ((i / 9 * 3 + i / 27 + i % 9) % 9) as u8)).collect()
    }

    fn solve(task: Task, text: &str) -> (Outcome, String) {
        let notation = if text.len() == CELLS { Notation::Clues } else { Notation::Pencilmarks };
        let (mut answers, mut outcomes) = ([[0; 82]], [Outcome::default()]);
        let puzzles = Puzzles::new(text.as_bytes(), &[0], notation);
        SearchEngine::<Scalar>::default().solve(task, puzzles, &mut answers, &mut outcomes);
        (outcomes[0], String::from_utf8_lossy(&answers[0]).into_owned())
    }

    /// The text of `clues` as pencilmarks: a clue's cell may hold it alone, any other cell everything.
    fn as_pencilmarks(clues: &str) -> String {
        let mark = |clue: u8, digit: u8| if grid::is_blank(clue) || clue == digit { digit } else { b'.' };
        clues.bytes().flat_map(|clue| (b'1'..=b'9').map(move |digit| char::from(mark(clue, digit)))).collect()
    }

    #[test]
    fn a_full_grid_is_its_own_answer() {
        let (outcome, answer) = solve(UNIQUE, &solved_text());
        assert_eq!(outcome, Outcome { verdict: Verdict::Unique, solutions: 1, guesses: 0 });
        assert_eq!(answer, solved_text() + "\n");
    }

    #[test]
    fn an_empty_grid_has_as_many_solutions_as_one_asks_for() {
        let (outcome, _) = solve(Task::new(Goal::Count { limit: 1000 }), &".".repeat(CELLS));
        assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Multiple, 1000));
    }

    #[test]
    fn a_budget_ends_the_search_before_the_guess_that_exceeds_it() {
        let empty = ".".repeat(CELLS);
        let full = solve(Task::new(Goal::First), &empty).0;
        assert_eq!(full.verdict, Verdict::Solved);
        let enough = Task { goal: Goal::First, budget: full.guesses };
        assert_eq!(solve(enough, &empty).0, full);
        let short = Task { goal: Goal::First, budget: full.guesses - 1 };
        let stopped = Outcome { verdict: Verdict::BudgetExhausted, solutions: 0, guesses: full.guesses - 1 };
        assert_eq!(solve(short, &empty).0, stopped);
    }

    #[test]
    fn a_cell_without_candidates_means_no_solution() {
        let text = "12345678.........9".to_owned() + &".".repeat(63);
        assert_eq!(solve(UNIQUE, &text).0.verdict, Verdict::NoSolution);
    }

    #[test]
    fn clashing_clues_and_strange_bytes_are_told_apart() {
        let blanks = ".".repeat(79);
        assert_eq!(solve(UNIQUE, &format!("11{blanks}")).0.verdict, Verdict::Conflict);
        assert_eq!(solve(UNIQUE, &format!("1a{blanks}")).0.verdict, Verdict::Malformed);
        assert_eq!(solve(UNIQUE, &format!("11{blanks}").replace("1.", "1a")).0.verdict, Verdict::Malformed);
    }

    #[test]
    fn pencilmarks_say_the_same_as_clues() {
        let puzzle = solved_text().replace('1', ".").replace('2', "x").replace('3', "0");
        let task = Task::new(Goal::Count { limit: 100 });
        let (clues, answer) = solve(task, &puzzle);
        assert_eq!(solve(task, &as_pencilmarks(&puzzle)), (clues, answer));
    }

    #[test]
    fn a_pencilmark_in_the_wrong_place_is_malformed() {
        let text = as_pencilmarks(&solved_text());
        assert_eq!(solve(UNIQUE, &text).0.verdict, Verdict::Unique);
        assert_eq!(solve(UNIQUE, &text.replacen('.', "9", 1)).0.verdict, Verdict::Malformed);
        assert_eq!(solve(UNIQUE, &text.replacen('.', "#", 1)).0.verdict, Verdict::Malformed);
    }
}
