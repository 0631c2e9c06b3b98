//! Changes boards as long as they take more guesses.

use std::time::{Duration, Instant};

use bulkdoku::Solver;
use bulkdoku::solver::{Answers, Engine, Goal, Isa, Notation, Outcome, Puzzles, Task, Verdict};

use super::boards::{Board, Boards, CELLS};

/// The number of changed boards per step.
const CHANGED: usize = 64;

/// The number of steps without a worse board after which a climb ends.
const PATIENCE: usize = 60;

/// The number of guesses that a board may take. A search that needs more would practically never end.
const BUDGET: u64 = 20_000_000;

/// The number of worst boards to print.
const SHOWN: usize = 10;

/// Climbs from one board after another for the given time, and prints the worst boards. Each climb begins with a board
/// of 4 to 24 scattered clues or with clues of a solved grid, for the goals First and Unique in turn. Returns whether
/// every search ended within the budget.
pub fn climb(time: Duration, seed: u64) -> bool {
    let started = Instant::now();
    let mut draw = Boards::new(seed);
    let mut solver = Solver::with_engine(Engine::Lanes, Isa::best());
    let mut worst: Vec<(u64, Goal, Board)> = Vec::new();
    let (mut climbs, mut steps) = (0_u64, 0);
    while started.elapsed() < time {
        let goal = [Goal::First, Goal::Unique][climbs as usize % 2];
        let clues = 4 + draw.below(21);
        let mut board = if climbs % 4 < 2 { draw.scattered(clues) } else { draw.draw() };
        let (mut cost, mut patience) = (0, PATIENCE);
        while patience > 0 && started.elapsed() < time {
            let (next, next_cost) = worst_change(&mut solver, &mut draw, goal, &board);
            patience = if next_cost > cost { PATIENCE } else { patience - 1 };
            if next_cost >= cost {
                (board, cost) = (next, next_cost);
            }
            steps += 1;
        }
        climbs += 1;
        worst.push((cost, goal, board));
        worst.sort_by_key(|&(cost, ..)| std::cmp::Reverse(cost));
        worst.truncate(SHOWN);
    }
    println!("{climbs} climbs, {} boards; the worst:", steps * CHANGED);
    for (cost, goal, board) in &worst {
        println!("{cost:>10} guesses, {goal:?}: {}", String::from_utf8_lossy(board));
    }
    worst.first().is_none_or(|&(cost, ..)| cost < BUDGET)
}

/// Returns the changed board that takes the most guesses, and its number of guesses.
fn worst_change(solver: &mut Solver, draw: &mut Boards, goal: Goal, board: &Board) -> (Board, u64) {
    let mut changed = [*board; CHANGED];
    changed.iter_mut().for_each(|board| draw.mutate(board));
    let starts: [u32; CHANGED] = std::array::from_fn(|index| (index * CELLS) as u32);
    let mut answers = [[0; CELLS + 1]; CHANGED];
    let mut outcomes = [Outcome::default(); CHANGED];
    let puzzles = Puzzles::new(changed.as_flattened(), &starts, Notation::Clues);
    let task = Task::new(goal).with_budget(BUDGET);
    solver.run_rows(task, puzzles, Answers::Lines(&mut answers), &mut outcomes);
    let cost = |outcome: &Outcome| match outcome.verdict {
        Verdict::BudgetExhausted => BUDGET,
        _ => outcome.guesses,
    };
    let most = (0..CHANGED).max_by_key(|&index| cost(&outcomes[index])).expect("some boards");
    (changed[most], cost(&outcomes[most]))
}
