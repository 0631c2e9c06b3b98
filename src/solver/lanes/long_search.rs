//! Puzzles that cost very many guesses are searched by all lanes together.
//!
//! A round takes the same time whether one lane makes a guess in it or all lanes do. When a puzzle has cost a lane [`STEP`]
//! guesses, the kernel stops, and the boards that remain of the puzzle's search are shared among all lanes before the
//! other puzzles go on. The boards wait in the order of the search. A *generation* takes the first ones as a batch of
//! their own and allows each of them a few guesses; what remains of each then takes its place:
//!
//! ```text
//! waiting    next ─▶ a  b  c  d  e  f  g           generation: a b c, each with 512 guesses
//!                    │  │  │                       a: 512 guesses, three boards remain
//!                    ▼  ▼  ▼                       b: done after 40 guesses
//!                a1 a2 a3  ·  c1 c2  d  e  f  g    c: 512 guesses, two boards remain
//! ```
//!
//! Boards are always taken from the front, as one lane would do, so their number is bounded. The boards of a generation are
//! independent of each other: each is searched to its end, to the end of its guesses or to the number of solutions that was
//! missing when the generation began. Results are taken in the order of the boards, and those after the one that completes
//! the task are left out. So the outcome does not depend on the number of lanes. A search that has to see every board makes
//! the same guesses as one lane would.
//!
//! # Lemma: at most (2 · GENERATION + 1) · REMAINING boards wait
//!
//! *Proof.* The search of one board is suspended with at most REMAINING boards: its own and those on its lane's guess stack,
//! whose bound is that of `guess_stack`. A generation of many boards is only taken while at most GENERATION · REMAINING
//! boards wait, so at most 2 · GENERATION · REMAINING wait after it. Otherwise a generation is the first board alone. What
//! remains of it, of the first board of that, and so on, was pushed on one path of the puzzle's tree. The lemma of
//! `guess_stack` counts the boards of a whole path, in however many searches it is walked, so until fewer than
//! GENERATION · REMAINING boards wait again at most REMAINING are added. ∎

use std::ops::Range;

use super::Memory;
use super::guess_stack::DEPTH;
use super::layout::BoardWords;
use super::pencilmarks::write_board;
use super::restarts::{Restarts, guesses_due};
use super::search::{LaneSearch, OpenBatch};
use super::transpose::Transpose;
use crate::grid::CELLS;
use crate::solver::batch::{Answers, Goal, Notation, PENCILMARKS, Puzzles, Task};
use crate::solver::{Outcome, Verdict};
use std::array;

/// The guesses that a puzzle may cost before its lane is suspended, and for which a restart is due each time.
pub(super) const STEP: u64 = 1 << 14;

/// The most boards of a generation.
const GENERATION: usize = 64;

/// The guesses that each board of a generation is allowed.
const ALLOWANCE: u32 = 512;

/// The most boards that remain of the search of one board.
const REMAINING: usize = DEPTH + 1;

/// The most boards that wait, by the lemma above.
const MOST_WAITING: usize = (2 * GENERATION + 1) * REMAINING;

/// The memory of long searches. Most of it is fresh from the system and takes no room until there is a long search.
pub(super) struct LongSearches {
    /// The memory of the lanes that search the boards of a generation.
    pub memory: Memory,
    restarts: Restarts,
    /// The boards that are still to be searched, the next one last.
    waiting: Vec<BoardWords>,
    /// What remains of the boards of one generation.
    remaining: Vec<BoardWords>,
    /// For each board of the generation, where in `remaining` that of its search is.
    remaining_of: [Range<usize>; GENERATION],
    /// The boards of a generation as pencilmarks.
    text: Vec<[u8; PENCILMARKS]>,
    /// The offset of each board in the text.
    starts: [u32; GENERATION],
    /// The first solution of each board.
    answers: Vec<[u8; CELLS]>,
    outcomes: Vec<Outcome>,
}

/// The progress of one long search.
#[derive(Clone, Copy)]
struct Progress {
    goal: Goal,
    solutions: u64,
    /// The first solution, unless the lane has found it.
    first_solution: Option<[u8; CELLS]>,
    /// The guesses of the lanes.
    guesses: u64,
    restarts: u64,
    /// The guesses of the restarts.
    second_guesses: u64,
}

impl LongSearches {
    /// Allocates all the memory of long searches.
    pub(super) fn new(memory: Memory) -> Self {
        Self {
            memory,
            restarts: Restarts::default(),
            waiting: Vec::with_capacity(MOST_WAITING),
            remaining: Vec::with_capacity(GENERATION * REMAINING),
            remaining_of: [const { 0..0 }; GENERATION],
            starts: array::from_fn(|board| (board * PENCILMARKS) as u32),
            text: vec![[0; PENCILMARKS]; GENERATION],
            answers: vec![[0; CELLS]; GENERATION],
            outcomes: vec![Outcome::default(); GENERATION],
        }
    }

    /// Ends the search of the puzzle in a suspended lane. Does not allocate.
    pub(super) fn finish<S: Transpose>(&mut self, search: &mut LaneSearch<'_, S>, lane: usize) {
        let (puzzle, solutions) = search.progress(lane);
        let (Task { goal, budget }, allowance) = (search.batch.task, u64::from(search.batch.allowance));
        let mut progress = Progress {
            goal,
            solutions,
            first_solution: None,
            guesses: allowance,
            restarts: 0,
            second_guesses: 0,
        };
        let outcome = if budget == allowance {
            // The lane needs one guess more. So does the scalar engine, whose singles do not solve a board that no full sweep
            // changes.
            progress.exhausted(budget)
        } else {
            self.waiting.clear();
            search.remaining_boards(lane, &mut self.waiting);
            self.waiting.reverse();
            let outcome =
                self.search_on(search.simd, &mut progress, budget, &search.batch.puzzles.one(puzzle));
            if let Some(solution) = progress.first_solution {
                search.batch.answers.answer(puzzle).write(&solution);
            }
            outcome
        };
        search.end_suspended(lane, outcome);
    }

    /// Searches the boards that wait until the task is completed or the budget is spent.
    fn search_on<S: Transpose>(
        &mut self,
        simd: S,
        progress: &mut Progress,
        budget: u64,
        puzzle: &Puzzles<'_>,
    ) -> Outcome {
        loop {
            let before = *progress;
            let completed =
                self.search_in_other_orders(progress, puzzle) || self.search_generation(simd, progress);
            if progress.cost() > budget {
                return before.exhausted(budget);
            }
            if completed {
                return progress.completed();
            }
        }
    }

    /// Makes the restarts that are due. Returns whether one of them has completed the task.
    fn search_in_other_orders(&mut self, progress: &mut Progress, puzzle: &Puzzles<'_>) -> bool {
        while progress.restarts < progress.guesses / STEP {
            progress.restarts += 1;
            let task = Task { goal: progress.goal, budget: guesses_due(progress.restarts) };
            // A search finds at most one solution more than it makes guesses.
            if progress.solutions > task.budget + 1 {
                continue;
            }
            let (outcome, found) = self.restarts.run(puzzle, task, progress.restarts);
            progress.second_guesses += outcome.guesses;
            if outcome.verdict != Verdict::BudgetExhausted {
                if progress.solutions == 0 {
                    progress.first_solution = Some(found);
                }
                progress.solutions = outcome.solutions;
                return true;
            }
        }
        false
    }

    /// Searches the first boards that wait. Returns whether the task is completed.
    fn search_generation<S: Transpose>(&mut self, simd: S, progress: &mut Progress) -> bool {
        let first = self.waiting.len() - self.generation_len();
        let count = self.waiting.len() - first;
        for (board, text) in self.waiting.drain(first..).rev().zip(&mut self.text) {
            write_board(&board, text);
        }
        self.search_boards(simd, count, progress.goal.limit() - progress.solutions);
        for (outcome, found) in self.outcomes[..count].iter().zip(&self.answers) {
            progress.guesses += outcome.guesses;
            if progress.solutions == 0 && outcome.solutions > 0 {
                progress.first_solution = Some(*found);
            }
            progress.solutions = progress.goal.limit().min(progress.solutions + outcome.solutions);
            if progress.solutions == progress.goal.limit() {
                return true;
            }
        }
        for remaining in self.remaining_of[..count].iter().rev() {
            self.waiting.extend(self.remaining[remaining.clone()].iter().rev());
        }
        debug_assert!(self.waiting.len() <= MOST_WAITING, "the lemma above");
        self.waiting.is_empty()
    }

    fn generation_len(&self) -> usize {
        match self.waiting.len() {
            waiting if waiting > GENERATION * REMAINING => 1,
            waiting => waiting.min(GENERATION),
        }
    }

    /// Searches the first `count` boards of the text for at most `limit` solutions each, with the guesses that a board
    /// of a generation is allowed. Notes what remains of each.
    fn search_boards<S: Transpose>(&mut self, simd: S, count: usize, limit: u64) {
        self.remaining.clear();
        self.remaining_of[..count].fill(0..0);
        let batch = OpenBatch {
            task: Task::new(Goal::Count { limit }),
            puzzles: Puzzles::new(self.text.as_flattened(), &self.starts[..count], Notation::Pencilmarks),
            answers: Answers::Digits(&mut self.answers[..count]),
            outcomes: &mut self.outcomes[..count],
            allowance: ALLOWANCE,
            next: 0,
        };
        LaneSearch::new(simd, batch, &mut self.memory).run_to_end(|search, lane| {
            let (board, solutions) = search.progress(lane);
            let first = self.remaining.len();
            search.remaining_boards(lane, &mut self.remaining);
            self.remaining_of[board] = first..self.remaining.len();
            let (verdict, guesses) = (Verdict::BudgetExhausted, u64::from(ALLOWANCE));
            search.end_suspended(lane, Outcome { verdict, solutions, guesses });
        });
    }
}

impl Progress {
    /// Returns the guesses of all searches.
    fn cost(&self) -> u64 {
        self.guesses + self.second_guesses
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
    use crate::grid;
    use crate::solver::Engine;
    use crate::solver::batch::Solve;
    use crate::solver::lanes::LaneEngine;
    use crate::solver::lanes::simd::{for_each_isa, portable::Portable};

    /// 89,847 solutions.
    const MANY: &str = "...........5.......76.........974268...512743...638915...456......793.8....821...";
    /// No solution, but more than three million guesses in one lane.
    const NONE: &str = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";
    const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Known puzzles with one solution that cost many guesses.
    const HARD: [&str; 3] = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ];

    /// Puzzles that are searched for long, among some that are not.
    fn mixed() -> String {
        [EASY, MANY, EASY, NONE, &turned(MANY), EASY].concat()
    }

    /// The puzzle with its rows from the last to the first.
    fn turned(puzzle: &str) -> String {
        (0..9).rev().map(|row| &puzzle[9 * row..][..9]).collect()
    }

    fn as_pencilmarks(puzzle: &str) -> String {
        let mark = |clue: u8, digit: u8| if grid::is_blank(clue) || clue == digit { digit } else { b'.' };
        puzzle
            .bytes()
            .flat_map(|clue| (b'1'..=b'9').map(move |digit| char::from(mark(clue, digit))))
            .collect()
    }

    /// Solves puzzles side by side. The answer of a puzzle without a solution is empty.
    fn solve_text(
        engine: &mut dyn Solve,
        task: Task,
        text: &str,
        notation: Notation,
    ) -> Vec<(Outcome, String)> {
        let starts: Vec<u32> =
            (0..text.len() / notation.width()).map(|i| (i * notation.width()) as u32).collect();
        let mut answers = vec![[0; CELLS + 1]; starts.len()];
        let mut outcomes = vec![Outcome::default(); starts.len()];
        let puzzles = Puzzles::new(text.as_bytes(), &starts, notation);
        engine.solve(task, puzzles, &mut answers, &mut outcomes);
        let text = |answer: &[u8]| String::from_utf8_lossy(answer).into_owned();
        let answered = outcomes.iter().zip(&answers);
        answered.map(|(o, answer)| (*o, if o.solutions > 0 { text(answer) } else { String::new() })).collect()
    }

    fn solve(engine: &mut dyn Solve, task: Task, text: &str) -> Vec<(Outcome, String)> {
        solve_text(engine, task, text, Notation::Clues)
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

    /// Every board of a puzzle with at most one solution is searched, by one lane or by all.
    #[test]
    fn a_search_by_all_lanes_makes_the_guesses_of_one_lane_and_finds_its_answer() {
        for puzzle in HARD {
            for notation in [Notation::Clues, Notation::Pencilmarks] {
                let text =
                    if notation == Notation::Clues { puzzle.to_owned() } else { as_pencilmarks(puzzle) };
                let task = Task::new(Goal::Unique);
                let by_one_lane = solve_text(&mut *Engine::Lanes.build(), task, &text, notation).remove(0);
                assert_eq!(by_one_lane.0.verdict, Verdict::Unique);
                assert!(by_one_lane.0.guesses > 8, "{by_one_lane:?}");
                for_each_isa!(|simd, name| {
                    for allowance in [1, 2, 7] {
                        let mut engine = LaneEngine::with_allowance(simd, allowance);
                        let by_all_lanes = solve_text(&mut engine, task, &text, notation).remove(0);
                        assert_eq!(by_all_lanes, by_one_lane, "{name}, after {allowance} guesses");
                    }
                });
            }
        }
    }

    #[test]
    fn outcomes_depend_neither_on_neighbours_nor_on_the_instruction_set() {
        for limit in [0, 1, 2, 20_000, 50_000, 1_000_000, u64::MAX] {
            let task = Task::new(Goal::Count { limit });
            let mut engine = Engine::Lanes.build();
            let alone =
                [EASY, MANY, EASY, NONE, &turned(MANY), EASY].map(|p| solve_one(&mut *engine, task, p));
            for_each_isa!(|simd, name| {
                let found = solve(&mut LaneEngine::new(simd), task, &mixed());
                assert_eq!(found, alone, "{name}, up to {limit} solutions");
            });
        }
    }

    #[test]
    fn a_budget_ends_a_long_search_before_the_guess_that_exceeds_it() {
        for (goal, puzzle) in [(Goal::Count { limit: 60_000 }, MANY), (Goal::First, NONE)] {
            for_each_isa!(|simd, name| {
                let engine = &mut LaneEngine::new(simd);
                let full = solve_one(engine, Task::new(goal), puzzle);
                let guesses = full.0.guesses;
                for budget in [guesses, guesses + 1] {
                    assert_eq!(solve_one(engine, Task { goal, budget }, puzzle), full, "{name}");
                }
                for budget in [0, 1, STEP - 1, STEP, STEP + 1, 2 * STEP, guesses - 1] {
                    let outcome = solve_one(engine, Task { goal, budget }, puzzle).0;
                    assert_eq!(
                        (outcome.verdict, outcome.guesses),
                        (Verdict::BudgetExhausted, budget),
                        "{name}"
                    );
                    assert!(outcome.solutions <= budget + 1, "{name}: {outcome:?}");
                }
            });
        }
    }

    /// The guesses of the boards after the one that completes the task are not counted.
    #[test]
    fn more_solutions_cost_more_guesses() {
        let mut engine = Engine::Lanes.build();
        let mut cost = |limit| solve_one(&mut *engine, Task::new(Goal::Count { limit }), MANY).0.guesses;
        let costs = [30_000, 30_500, 31_000, 31_500].map(&mut cost);
        assert!(costs.is_sorted_by(|less, more| less < more), "{costs:?}");
    }

    #[test]
    fn a_generation_is_one_board_if_too_many_wait() {
        let mut searches = LongSearches::new(Memory::new::<Portable>());
        for (waiting, expected) in
            [(1, 1), (64, 64), (65, 64), (GENERATION * REMAINING, 64), (GENERATION * REMAINING + 1, 1)]
        {
            searches.waiting.resize(waiting, [0; _]);
            assert_eq!(searches.generation_len(), expected, "{waiting} boards");
        }
    }
}
