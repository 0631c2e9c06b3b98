//! Puzzles that cost very many guesses are searched by all lanes together.
//!
//! One lane makes a guess in the time in which sixteen lanes make sixteen. When a puzzle has cost a lane [`STEP`] guesses,
//! the kernel stops, and the boards that are left of the puzzle's search are shared among all lanes before the others go
//! on. The boards wait in the order of the search. A *generation* takes the first ones as a batch of their own and allows
//! each of them a few guesses; what is left of each then takes its place:
//!
//! ```text
//! waiting    next ─▶ a  b  c  d  e  f  g           generation: a b c, each with 512 guesses
//!                    │  │  │                       a: 512 guesses, three boards are left
//!                    ▼  ▼  ▼                       b: done after 40 guesses
//!                a1 a2 a3  ·  c1 c2  d  e  f  g    c: 512 guesses, two boards are left
//! ```
//!
//! So the first of the boards are always searched first, as one lane would do, and their number is bounded. The boards of
//! a generation are independent of each other, each is searched to its end or to the end of its guesses whatever the
//! others find, and results are taken in the order of the boards. So the outcome does not depend on the number of lanes. A
//! search that has to see every board makes the same guesses as one lane would.
//!
//! # Lemma: at most 2 · GENERATION · LEFT boards wait
//!
//! *Proof.* A generation of many boards is only taken while at most `GENERATION · LEFT` boards wait, and at most LEFT are
//! left of each: the board of the lane itself and those on its guess stack, whose bound is that of `guess_stack`. Otherwise
//! a generation is the first board alone. What is left of it, and of the first of that, and so on, are boards that wait on
//! one path of the search, so together they are at most LEFT as well. ∎

use std::ops::Range;

use super::Memory;
use super::guess_stack::DEPTH;
use super::layout::Board;
use super::pencilmarks::write_board;
use super::search::{LaneSearch, OpenBatch};
use super::second_search::{STEP, SecondSearch, guesses_due};
use super::transpose::Transpose;
use crate::array::array_of;
use crate::grid::CELLS;
use crate::solver::batch::{AnswerLine, Form, Goal, PENCILMARKS, Puzzles, Task};
use crate::solver::{Outcome, Verdict};

/// The most boards of a generation.
const GENERATION: usize = 64;

/// The guesses that each board of a generation is allowed.
const ALLOWANCE: u32 = 512;

/// The most boards that are left of one search.
const LEFT: usize = DEPTH + 1;

/// The memory of long searches. Most of it is fresh from the system and takes no room until there is a long search.
pub(super) struct LongSearches {
    pub memory: Memory,
    second_search: SecondSearch,
    /// The boards that are still to be searched, the next one last.
    waiting: Vec<Board>,
    /// What is left of the boards of one generation, and where that of each board is.
    left: Vec<Board>,
    left_of: [Range<usize>; GENERATION],
    /// The boards of a generation as pencilmarks, and the offset of each.
    text: Vec<[u8; PENCILMARKS]>,
    starts: [u32; GENERATION],
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
}

/// What one long search has come to.
#[derive(Clone, Copy)]
struct Progress {
    goal: Goal,
    solutions: u64,
    /// The guesses of the lanes.
    guesses: u64,
    /// The guesses of second searches, and their number.
    aside: u64,
    steps: u64,
}

impl LongSearches {
    /// Allocates all the memory of long searches.
    pub(super) fn new(memory: Memory) -> Self {
        Self {
            memory,
            second_search: SecondSearch::default(),
            waiting: Vec::with_capacity(2 * GENERATION * LEFT),
            left: Vec::with_capacity(GENERATION * LEFT),
            left_of: [const { 0..0 }; GENERATION],
            starts: array_of(|board| (board * PENCILMARKS) as u32),
            text: vec![[0; PENCILMARKS]; GENERATION],
            answers: vec![[0; CELLS + 1]; GENERATION],
            outcomes: vec![Outcome::default(); GENERATION],
        }
    }

    /// Ends the search of the puzzle in a suspended lane. Does not allocate.
    pub(super) fn finish<S: Transpose>(&mut self, search: &mut LaneSearch<'_, S>, lane: usize) {
        let (puzzle, solutions) = search.progress(lane);
        let (Task { goal, budget }, allowance) = (search.batch.task, u64::from(search.batch.allowance));
        let progress = Progress { goal, solutions, guesses: allowance, aside: 0, steps: 0 };
        let outcome = if budget == allowance {
            progress.exhausted(budget)
        } else {
            self.waiting.clear();
            search.boards_left(lane, &mut self.waiting);
            self.waiting.reverse();
            let (puzzles, answer) = (search.batch.puzzles.one(puzzle), &mut search.batch.answers[puzzle]);
            self.search_on(search.simd, progress, budget, &puzzles, answer)
        };
        search.end_suspended(lane, outcome);
    }

    /// Searches the boards that wait until the task is completed or the budget is spent.
    fn search_on<S: Transpose>(
        &mut self,
        simd: S,
        mut progress: Progress,
        budget: u64,
        puzzle: &Puzzles<'_>,
        answer: &mut AnswerLine,
    ) -> Outcome {
        loop {
            let before = progress;
            let completed = self.search_in_other_orders(&mut progress, puzzle, answer)
                || self.search_generation(simd, &mut progress, answer);
            if progress.cost() > budget {
                return before.exhausted(budget);
            }
            if completed {
                return progress.completed();
            }
        }
    }

    /// Makes the second searches that are due. Returns whether one of them has completed the task.
    fn search_in_other_orders(
        &mut self,
        progress: &mut Progress,
        puzzle: &Puzzles<'_>,
        answer: &mut AnswerLine,
    ) -> bool {
        while progress.steps < progress.guesses / STEP {
            progress.steps += 1;
            let task = Task { goal: progress.goal, budget: guesses_due(progress.steps) };
            // A search finds at most one solution more than it makes guesses.
            if progress.solutions > task.budget + 1 {
                continue;
            }
            let (outcome, found) = self.second_search.run(puzzle, task, progress.steps);
            progress.aside += outcome.guesses;
            if outcome.verdict != Verdict::BudgetExhausted {
                progress.solutions = outcome.solutions;
                *answer = found;
                return true;
            }
        }
        false
    }

    /// Searches the first boards that wait. Returns whether the task is completed.
    fn search_generation<S: Transpose>(
        &mut self,
        simd: S,
        progress: &mut Progress,
        answer: &mut AnswerLine,
    ) -> bool {
        let first = self.waiting.len() - self.generation_len();
        let count = self.waiting.len() - first;
        for (board, text) in self.waiting.drain(first..).rev().zip(&mut self.text) {
            write_board(&board, text);
        }
        self.search_boards(simd, count, progress.goal.limit() - progress.solutions);
        for (outcome, found) in self.outcomes[..count].iter().zip(&self.answers) {
            if progress.solutions == 0 && outcome.solutions > 0 {
                *answer = *found;
            }
            progress.solutions = progress.goal.limit().min(progress.solutions + outcome.solutions);
            progress.guesses += outcome.guesses;
        }
        for left in self.left_of[..count].iter().rev() {
            self.waiting.extend(self.left[left.clone()].iter().rev());
        }
        self.waiting.is_empty() || progress.solutions == progress.goal.limit()
    }

    fn generation_len(&self) -> usize {
        match self.waiting.len() {
            waiting if waiting > GENERATION * LEFT => 1,
            waiting => waiting.min(GENERATION),
        }
    }

    /// Searches the first `count` boards of the text for at most `limit` solutions each, with the guesses that a board
    /// of a generation is allowed. Notes what is left of each.
    fn search_boards<S: Transpose>(&mut self, simd: S, count: usize, limit: u64) {
        self.left.clear();
        self.left_of[..count].fill(0..0);
        let batch = OpenBatch {
            task: Task::new(Goal::Count { limit }),
            puzzles: Puzzles::new(self.text.as_flattened(), &self.starts[..count], Form::Pencilmarks),
            answers: &mut self.answers[..count],
            outcomes: &mut self.outcomes[..count],
            allowance: ALLOWANCE,
            next: 0,
        };
        let mut next = LaneSearch::new(simd, batch, &mut self.memory);
        while let Some(mut search) = simd.enter(next) {
            while let Some(lane) = search.suspended() {
                let (board, solutions) = search.progress(lane);
                let first = self.left.len();
                search.boards_left(lane, &mut self.left);
                self.left_of[board] = first..self.left.len();
                let (verdict, guesses) = (Verdict::BudgetExhausted, u64::from(ALLOWANCE));
                search.end_suspended(lane, Outcome { verdict, solutions, guesses });
            }
            next = search;
        }
    }
}

impl Progress {
    /// Returns the guesses of all searches.
    fn cost(&self) -> u64 {
        self.guesses + self.aside
    }

    fn completed(&self) -> Outcome {
        let (verdict, solutions) = (self.goal.verdict(self.solutions), self.solutions);
        Outcome { verdict, solutions, guesses: self.cost() }
    }

    /// Returns the outcome of a search that needed more than `budget` guesses.
    fn exhausted(&self, budget: u64) -> Outcome {
        Outcome { verdict: Verdict::BudgetExhausted, solutions: self.solutions, guesses: budget }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Engine;
    use crate::solver::batch::Solve;
    use crate::solver::lanes::LaneEngine;
    use crate::solver::lanes::simd::{for_each_isa, portable::Portable};

    /// 89,847 solutions.
    const MANY: &str = "...........5.......76.........974268...512743...638915...456......793.8....821...";
    /// No solution, but more than three million guesses in one lane.
    const NONE: &str = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";
    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const STARTS: [u32; 6] = [0, 81, 162, 243, 324, 405];

    /// Puzzles that are searched for long, among some that are not.
    fn mixed() -> String {
        [EASY, MANY, EASY, NONE, MANY, EASY].concat()
    }

    /// Solves puzzles side by side. Answers of puzzles without a solution are empty.
    fn solve(engine: &mut dyn Solve, task: Task, text: &str) -> Vec<(Outcome, String)> {
        let starts = &STARTS[..text.len() / CELLS];
        let mut answers = vec![[0; CELLS + 1]; starts.len()];
        let mut outcomes = vec![Outcome::default(); starts.len()];
        let puzzles = Puzzles::new(text.as_bytes(), starts, Form::Clues);
        engine.solve(task, puzzles, &mut answers, &mut outcomes);
        let text = |answer: &AnswerLine| String::from_utf8_lossy(answer).into_owned();
        let answered = outcomes.iter().zip(&answers);
        answered.map(|(o, answer)| (*o, if o.solutions > 0 { text(answer) } else { String::new() })).collect()
    }

    fn solve_one(engine: &mut dyn Solve, task: Task, puzzle: &str) -> (Outcome, String) {
        solve(engine, task, puzzle).remove(0)
    }

    #[test]
    fn all_solutions_are_counted_by_all_lanes_together() {
        let task = Task::new(Goal::Count { limit: 1_000_000 });
        let expected = solve_one(&mut *Engine::Scalar.build(), task, MANY).0;
        for_each_isa!(|simd, name| {
            let outcome = solve_one(&mut LaneEngine::new(simd), task, MANY).0;
            assert!(outcome.guesses > 2 * STEP, "{name}: {outcome:?}");
            assert_eq!(
                (outcome.verdict, outcome.solutions),
                (expected.verdict, expected.solutions),
                "{name}"
            );
        });
        assert_eq!(expected.solutions, 89_847);
    }

    #[test]
    fn a_board_that_suits_the_lanes_badly_and_has_no_solution_ends_soon() {
        for_each_isa!(|simd, name| {
            let outcome = solve_one(&mut LaneEngine::new(simd), Task::new(Goal::First), NONE).0;
            assert_eq!((outcome.verdict, outcome.solutions), (Verdict::NoSolution, 0), "{name}");
            assert!(outcome.guesses < 16 * STEP, "{name}: {outcome:?}");
        });
    }

    #[test]
    fn outcomes_depend_neither_on_neighbours_nor_on_the_instruction_set() {
        for limit in [1, 2, 20_000, 50_000, 1_000_000] {
            let task = Task::new(Goal::Count { limit });
            let mut engine = Engine::Lanes.build();
            let alone = [EASY, MANY, EASY, NONE, MANY, EASY].map(|p| solve_one(&mut *engine, task, p));
            for_each_isa!(|simd, name| {
                let found = solve(&mut LaneEngine::new(simd), task, &mixed());
                assert_eq!(found, alone, "{name}, up to {limit} solutions");
            });
        }
    }

    #[test]
    fn a_budget_ends_a_long_search_before_the_guess_that_exceeds_it() {
        let goal = Goal::Count { limit: 60_000 };
        for_each_isa!(|simd, name| {
            let engine = &mut LaneEngine::new(simd);
            let (full, answer) = solve_one(engine, Task::new(goal), MANY);
            let enough = Task { goal, budget: full.guesses };
            assert_eq!(solve_one(engine, enough, MANY), (full, answer), "{name}");
            for budget in [STEP - 1, STEP, STEP + 1, 2 * STEP, full.guesses - 1] {
                let outcome = solve_one(engine, Task { goal, budget }, MANY).0;
                assert_eq!((outcome.verdict, outcome.guesses), (Verdict::BudgetExhausted, budget), "{name}");
                assert!(outcome.solutions <= budget + 1, "{name}: {outcome:?}");
            }
        });
    }

    /// The lemma's last case, which no real search has been seen to reach: with many boards, one at a time is searched.
    #[test]
    fn many_waiting_boards_are_searched_one_at_a_time() {
        let mut searches = LongSearches::new(Memory::new::<Portable>());
        for (waiting, expected) in
            [(1, 1), (64, 64), (65, 64), (GENERATION * LEFT, 64), (GENERATION * LEFT + 1, 1)]
        {
            searches.waiting.resize(waiting, [0; _]);
            assert_eq!(searches.generation_len(), expected, "{waiting} boards");
        }
    }
}
