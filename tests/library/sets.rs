//! Real puzzle sets: every answer is right, every count exact. Public sets are tested if they have been fetched.

use crate::support::puzzle_sets::{
    CLUES_17, HARDEST, KAGGLE_EASY, MULTI_SOLUTION, PublicSet, TOP_1465, known_counts, shared_numbers,
    shared_puzzles,
};
use crate::support::rules::{CELLS, is_solution_of};
use crate::support::{Subject, every_subject, quick_subjects};
use bulkdoku::solver::{Goal, Notation, Outcome, Task, Verdict};

/// Puzzles of a long set to test: all of them, or a few in a build without optimization.
const LIMIT: usize = if cfg!(debug_assertions) { 15 } else { usize::MAX };

/// Known counts to test, and the step between them: all, or some of the small ones in a build without optimization.
const MAX_COUNT: u64 = if cfg!(debug_assertions) { 100 } else { u64::MAX };
const STEP: usize = if cfg!(debug_assertions) { 7 } else { 1 };

const COUNT_ALL: Task = Task::new(Goal::Count { limit: u64::MAX });

fn assert_all_solved(set: PublicSet) {
    let Some(puzzles) = set.puzzles(LIMIT) else { return };
    for subject in &mut quick_subjects() {
        for goal in [Goal::Unique, Goal::First] {
            let expected = goal.verdict(1);
            for (puzzle, (outcome, answer)) in puzzles.iter().zip(subject.solve(Task::new(goal), &puzzles)) {
                assert_eq!(outcome.verdict, expected, "{}: {}", subject.name, puzzle.escape_ascii());
                let grid = answer.first_chunk().expect("81 digits");
                assert!(is_solution_of(grid, puzzle), "{}: {}", subject.name, puzzle.escape_ascii());
            }
        }
    }
}

#[test]
fn the_puzzles_with_17_clues_are_solved() {
    assert_all_solved(CLUES_17);
}

#[test]
fn the_hardest_puzzles_are_solved() {
    assert_all_solved(HARDEST);
}

#[test]
fn the_top_1465_puzzles_are_solved() {
    assert_all_solved(TOP_1465);
}

#[test]
fn the_easy_puzzles_are_solved() {
    assert_all_solved(KAGGLE_EASY);
}

/// Returns the counts of `puzzles`, which follow one another without a gap.
fn solution_counts(subject: &mut Subject, puzzles: &[u8], notation: Notation) -> Vec<u64> {
    let answered = subject.solve_text(COUNT_ALL, puzzles, 0, notation);
    answered.into_iter().map(|(Outcome { solutions, .. }, _)| solutions).collect()
}

fn assert_counts(puzzles: &[[u8; CELLS]], counts: &[u64]) {
    for subject in &mut quick_subjects() {
        let found = solution_counts(subject, puzzles.as_flattened(), Notation::Clues);
        assert_eq!(found, counts[..puzzles.len()], "{}", subject.name);
    }
}

#[test]
fn the_known_counts_of_this_repository_are_exact() {
    for (name, notation) in
        [("known_counts.csv", Notation::Clues), ("known_counts_pencilmarks.csv", Notation::Pencilmarks)]
    {
        let is_tested = |(_, count): &(String, u64)| *count <= MAX_COUNT;
        let known = known_counts(name).into_iter().filter(is_tested).step_by(STEP);
        let (puzzles, counts): (Vec<String>, Vec<u64>) = known.unzip();
        for subject in &mut quick_subjects() {
            let found = solution_counts(subject, puzzles.concat().as_bytes(), notation);
            for (puzzle, (found, count)) in puzzles.iter().zip(found.iter().zip(&counts)) {
                assert_eq!(found, count, "{}: {puzzle} in {name}", subject.name);
            }
            assert_eq!(found.len(), counts.len(), "{name}");
        }
    }
}

#[test]
fn golden_counts_are_exact() {
    let Some(puzzles) = shared_puzzles("golden_counts_43.txt", LIMIT) else { return };
    let Some(counts) = shared_numbers("golden_counts_43.counts.txt") else { return };
    assert_counts(&puzzles, &counts);
}

#[test]
fn counts_of_puzzles_with_many_solutions_are_exact() {
    let Some(puzzles) = shared_puzzles("multi_solution_serg_10000.txt", LIMIT) else { return };
    let Some(counts) = shared_numbers("multi_solution_serg_10000.counts.txt") else { return };
    assert_counts(&puzzles, &counts);
}

#[test]
fn puzzles_with_many_solutions_are_not_unique() {
    let Some(puzzles) = MULTI_SOLUTION.puzzles(LIMIT) else { return };
    for subject in &mut quick_subjects() {
        for (outcome, _) in subject.solve(Task::new(Goal::Unique), &puzzles) {
            assert_eq!(outcome.verdict, Verdict::Multiple, "{}", subject.name);
        }
    }
}

#[test]
fn a_count_stops_exactly_at_its_limit() {
    let Some(puzzles) = shared_puzzles("multi_solution_serg_10000.txt", LIMIT.min(300)) else { return };
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
    let Some(puzzles) = shared_puzzles("no_solution_7.txt", LIMIT) else { return };
    for subject in &mut quick_subjects() {
        for (outcome, _) in subject.solve(COUNT_ALL, &puzzles) {
            assert!([Verdict::NoSolution, Verdict::Conflict].contains(&outcome.verdict), "{}", subject.name);
        }
    }
}

#[test]
fn baselines_solve_puzzles_with_17_clues_or_exhaust_their_budget() {
    let Some(puzzles) = CLUES_17.puzzles(LIMIT.min(20)) else { return };
    let task = Task::new(Goal::First).with_budget(30_000);
    for subject in &mut every_subject() {
        let found = subject.solve(task, &puzzles);
        let count = |verdict| found.iter().filter(|(outcome, _)| outcome.verdict == verdict).count();
        let (solved, exhausted) = (count(Verdict::Solved), count(Verdict::BudgetExhausted));
        assert_eq!(solved + exhausted, puzzles.len(), "{}", subject.name);
        let may_give_up = ["row-col-box", "blank-scan", "blank-stack"].contains(&&*subject.name);
        assert!(solved == puzzles.len() || may_give_up, "{}: {solved}", subject.name);
    }
}
