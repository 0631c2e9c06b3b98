//! Tests of the lane engine, with puzzles that lanes give up.

use super::LaneEngine;
use super::engine::ALLOWANCE;
use super::guess_stack;
use crate::board::grid::CELLS;
use crate::simd::for_each_isa;
use crate::solver::batch::{Goal, Notation, Puzzles, Solve, Task};
use crate::solver::{Isa, Outcome, Verdict};

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// 89,847 solutions.
const MANY: &str = "...........5.......76.........974268...512743...638915...456......793.8....821...";
/// No solution, but more than three million guesses in a lane.
const NONE: &str = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";

/// Solves puzzles side by side. The solution of a puzzle without one is empty.
fn solve(engine: &mut dyn Solve, task: Task, puzzles: &[&str]) -> Vec<(Outcome, String)> {
    let text = puzzles.concat();
    let starts: Vec<u32> = (0..puzzles.len()).map(|index| (index * CELLS) as u32).collect();
    let mut answers = vec![[0; CELLS + 1]; puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let puzzles = Puzzles::new(text.as_bytes(), &starts, Notation::Clues);
    engine.solve(task, puzzles, &mut answers, &mut outcomes);
    let text = |answer: &[u8]| String::from_utf8_lossy(answer).into_owned();
    let answered = outcomes.iter().zip(&answers);
    answered.map(|(o, answer)| (*o, if o.solutions > 0 { text(answer) } else { String::new() })).collect()
}

#[test]
fn a_puzzle_that_a_lane_gives_up_has_the_result_of_single_and_the_guesses_of_both() {
    for (puzzle, goal) in [(MANY, Goal::Count { limit: u64::MAX }), (NONE, Goal::Unique)] {
        let task = Task::new(goal);
        let (expected, text) = solve(&mut *Isa::best().build_single(), task, &[puzzle]).remove(0);
        for_each_isa!(|simd, name| {
            let (found, answer) = solve(&mut LaneEngine::new(simd, simd.boxes()), task, &[puzzle]).remove(0);
            assert_eq!(found, Outcome { guesses: ALLOWANCE + expected.guesses, ..expected }, "{name}");
            assert_eq!(answer, text, "{name}");
        });
    }
}

#[test]
fn outcomes_depend_neither_on_neighbours_nor_on_the_instruction_set() {
    let mixed = [EASY, MANY, EASY, NONE, MANY, EASY, NONE];
    for limit in [0, 1, 2, 300, 50_000] {
        let task = Task::new(Goal::Count { limit });
        let alone = mixed.map(|puzzle| solve(&mut *Isa::Portable.build_lanes(), task, &[puzzle]).remove(0));
        for_each_isa!(|simd, name| {
            let found = solve(&mut LaneEngine::new(simd, simd.boxes()), task, &mixed);
            assert_eq!(found, alone, "{name}, up to {limit} solutions");
        });
    }
}

#[test]
fn a_budget_ends_a_long_search_before_the_guess_that_exceeds_it() {
    for (goal, puzzle) in [(Goal::Count { limit: 6000 }, MANY), (Goal::First, NONE)] {
        for_each_isa!(|simd, name| {
            let engine = &mut LaneEngine::new(simd, simd.boxes());
            let full = solve(engine, Task::new(goal), &[puzzle]);
            let guesses = full[0].0.guesses;
            for budget in [guesses, guesses + 1] {
                assert_eq!(solve(engine, Task { goal, budget }, &[puzzle]), full, "{name}");
            }
            for budget in [0, 1, ALLOWANCE - 1, ALLOWANCE, ALLOWANCE + 1, guesses - 1] {
                let outcome = solve(engine, Task { goal, budget }, &[puzzle])[0].0;
                assert_eq!((outcome.verdict, outcome.guesses), (Verdict::BudgetExhausted, budget), "{name}");
            }
        });
    }
}

/// The depth that a search reaches depends on the puzzle alone, so it is the same on every instruction set.
#[test]
fn the_guess_stack_stays_far_below_its_bound() {
    let empty = ".".repeat(CELLS);
    for_each_isa!(|simd, name| {
        let engine = &mut LaneEngine::new(simd, simd.boxes());
        solve(engine, Task::new(Goal::Count { limit: 100 }), &[&empty, EASY, MANY, NONE]);
        let deepest = engine.counters().expect("lanes count").deepest_stack;
        assert_eq!(deepest, 54, "{name}: of {} boards on the guess stack", guess_stack::DEPTH);
    });
}
