//! The public puzzle sets, where they are at hand in `../shared/data`: every answer right, every count exact.

mod support;

use bulkdoku::grid::{CELLS, is_solution_of};
use bulkdoku::solver::batch::{Goal, Task};
use bulkdoku::solver::{Outcome, Verdict};
use support::{Subject, every_subject, quick_subjects, shared_numbers, shared_puzzles};

/// Puzzles of a long set that are tested: all, or a beginning where the tests are not optimised.
const MOST: usize = if cfg!(debug_assertions) { 15 } else { usize::MAX };

const ALL_SOLUTIONS: Task = Task::new(Goal::Count { limit: u64::MAX });

/// Puzzles of a long set that the oracle is given: it takes 0.3 ms for a hard one.
const MOST_FOR_SCALAR: usize = 5_000;

fn every_puzzle_is_solved_by_every_quick_engine(name: &str) {
    let Some(puzzles) = shared_puzzles(name, MOST) else { return };
    for subject in &mut quick_subjects() {
        let most = if subject.name == "scalar" { MOST_FOR_SCALAR } else { MOST };
        let puzzles = &puzzles[..puzzles.len().min(most)];
        for goal in [Goal::Unique, Goal::First] {
            let wanted = goal.verdict(1);
            for (puzzle, (outcome, answer)) in puzzles.iter().zip(subject.solve(Task::new(goal), puzzles)) {
                assert_eq!(outcome.verdict, wanted, "{}: {}", subject.name, puzzle.escape_ascii());
                let grid = answer.first_chunk().expect("81 digits");
                assert!(is_solution_of(grid, puzzle), "{}: {}", subject.name, puzzle.escape_ascii());
            }
        }
    }
}

#[test]
fn the_17_clue_list_is_solved() {
    every_puzzle_is_solved_by_every_quick_engine("17_clue_49151.txt");
}

#[test]
fn the_hardest_list_is_solved() {
    every_puzzle_is_solved_by_every_quick_engine("hardest_1905_11plus_48766.txt");
}

#[test]
fn the_top_1465_are_solved() {
    every_puzzle_is_solved_by_every_quick_engine("magictour_top1465.txt");
}

#[test]
fn the_easy_list_is_solved() {
    every_puzzle_is_solved_by_every_quick_engine("kaggle_easy_21000.txt");
}

fn solutions(subject: &mut Subject, puzzles: &[[u8; CELLS]]) -> Vec<u64> {
    subject
        .solve(ALL_SOLUTIONS, puzzles)
        .into_iter()
        .map(|(Outcome { solutions, .. }, _)| solutions)
        .collect()
}

#[test]
fn golden_counts_are_exact() {
    let Some(puzzles) = shared_puzzles("golden_counts_43.txt", MOST) else { return };
    let Some(counts) = shared_numbers("golden_counts_43.counts.txt") else { return };
    for subject in &mut quick_subjects() {
        assert_eq!(solutions(subject, &puzzles), counts[..puzzles.len()], "{}", subject.name);
    }
}

#[test]
fn counts_of_puzzles_with_many_solutions_are_exact() {
    let Some(puzzles) = shared_puzzles("multi_solution_serg_10000.txt", MOST) else { return };
    let Some(counts) = shared_numbers("multi_solution_serg_10000.counts.txt") else { return };
    for subject in &mut quick_subjects() {
        assert_eq!(solutions(subject, &puzzles), counts[..puzzles.len()], "{}", subject.name);
    }
}

#[test]
fn a_limit_ends_the_count_exactly_there() {
    let Some(puzzles) = shared_puzzles("multi_solution_serg_10000.txt", MOST.min(300)) else { return };
    let Some(counts) = shared_numbers("multi_solution_serg_10000.counts.txt") else { return };
    for subject in &mut quick_subjects() {
        for limit in [1, 2, 3, 83] {
            let found = subject.solve(Task::new(Goal::Count { limit }), &puzzles);
            for ((outcome, _), count) in found.iter().zip(&counts) {
                assert_eq!(outcome.solutions, limit.min(*count), "{}", subject.name);
            }
        }
    }
}

#[test]
fn puzzles_without_a_solution_have_none() {
    let Some(puzzles) = shared_puzzles("no_solution_7.txt", MOST) else { return };
    for subject in &mut quick_subjects() {
        for (outcome, _) in subject.solve(ALL_SOLUTIONS, &puzzles) {
            assert!([Verdict::NoSolution, Verdict::Conflict].contains(&outcome.verdict), "{}", subject.name);
        }
    }
}

#[test]
fn baselines_solve_17_clue_puzzles_or_spend_their_budget() {
    let Some(puzzles) = shared_puzzles("17_clue_49151.txt", MOST.min(20)) else { return };
    let task = Task { goal: Goal::First, budget: 30_000 };
    for subject in &mut every_subject() {
        let found = subject.solve(task, &puzzles);
        let solved = found.iter().filter(|(outcome, _)| outcome.verdict == Verdict::Solved).count();
        let spent = found.iter().filter(|(outcome, _)| outcome.verdict == Verdict::BudgetExhausted).count();
        assert_eq!(solved + spent, puzzles.len(), "{}", subject.name);
        let may_give_up = ["row-col-box", "blank-scan", "blank-stack"].contains(&&*subject.name);
        assert!(solved == puzzles.len() || may_give_up, "{}: {solved}", subject.name);
    }
}
