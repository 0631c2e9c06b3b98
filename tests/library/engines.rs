//! All engines agree, and their answers are right, on random puzzles.
//!
//! A baseline may practically never finish a puzzle without a solution, so each search has a budget. An exhausted
//! budget agrees with every verdict.

use crate::support::effort::effort;
use crate::support::rules::{self, CELLS, is_solution_of};
use crate::support::{Answered, every_subject, generated, oracle, quick_subjects};
use bulkdoku::Candidates;
use bulkdoku::generate::Recipe;
use bulkdoku::solver::{Goal, Notation, Task, Verdict};
use proptest::prelude::*;

type Puzzle = [u8; CELLS];

/// Guesses per search: enough for most of these puzzles, and quickly exhausted on the others.
const BUDGET: u64 = 20_000;

fn goals() -> impl Strategy<Value = Goal> {
    prop_oneof![Just(Goal::First), Just(Goal::Unique), (0u64..100).prop_map(|limit| Goal::Count { limit })]
}

fn solved_grids() -> impl Strategy<Value = Puzzle> {
    any::<u64>().prop_map(|seed| generated(Recipe::default().seed(seed).clues(81..=81), 1)[0])
}

/// A solved grid without up to 50 of its digits: one solution, or several.
fn solvable() -> impl Strategy<Value = Puzzle> {
    let blanks = prop::collection::vec(0..CELLS, 0..=50);
    (solved_grids(), prop::sample::select(&b".0_*-?xX"[..]), blanks).prop_map(
        |(mut puzzle, blank, blanks)| {
            blanks.into_iter().for_each(|cell| puzzle[cell] = blank);
            puzzle
        },
    )
}

/// A solvable puzzle with some digits changed: usually a conflict, or no solution.
fn changed() -> impl Strategy<Value = Puzzle> {
    (solvable(), prop::collection::vec((0..CELLS, b'1'..=b'9'), 1..=3)).prop_map(|(mut puzzle, changes)| {
        for (cell, digit) in changes {
            puzzle[cell] = digit;
        }
        puzzle
    })
}

/// A solvable puzzle with one more digit that conflicts with no clue: usually without a solution.
fn misleading() -> impl Strategy<Value = Puzzle> {
    (solvable(), 0..CELLS, b'1'..=b'9').prop_map(|(puzzle, from, digit)| {
        let mut cells = (0..CELLS).map(|i| (from + i) % CELLS).filter(|&cell| rules::is_blank(puzzle[cell]));
        let filled = cells.find_map(|cell| {
            let mut puzzle = puzzle;
            puzzle[cell] = digit;
            rules::conflict(&puzzle).is_none().then_some(puzzle)
        });
        filled.unwrap_or(puzzle)
    })
}

/// A solvable puzzle with one arbitrary byte.
fn malformed() -> impl Strategy<Value = Puzzle> {
    (solvable(), 0..CELLS, any::<u8>()).prop_map(|(mut puzzle, cell, byte)| {
        puzzle[cell] = byte;
        puzzle
    })
}

fn puzzles() -> impl Strategy<Value = Puzzle> {
    prop_oneof![4 => solvable(), 2 => changed(), 3 => misleading(), 1 => malformed()]
}

/// Asserts that the verdict follows from the puzzle, and that the answer is a solution.
fn check_alone(name: &str, puzzle: &Puzzle, goal: Goal, (outcome, answer): &Answered) {
    let malformed = rules::is_malformed(puzzle);
    assert_eq!(outcome.verdict == Verdict::Malformed, malformed, "{name}");
    let conflict = !malformed && rules::conflict(puzzle).is_some();
    assert_eq!(outcome.verdict == Verdict::Conflict, conflict, "{name}");
    assert!(outcome.solutions <= goal.limit() && outcome.guesses <= BUDGET, "{name}");
    if outcome.solutions > 0 {
        let (grid, end) = answer.split_first_chunk().expect("81 digits");
        assert!(is_solution_of(grid, puzzle) && end == b"\n", "{name}: {}", answer.escape_ascii());
    }
}

/// Asserts that two engines agree, unless one exhausted its budget.
fn check_pair(name: &str, found: &Answered, other_name: &str, other: &Answered) {
    let (outcome, other_outcome) = (found.0, other.0);
    if [outcome.verdict, other_outcome.verdict].contains(&Verdict::BudgetExhausted) {
        return;
    }
    assert_eq!(outcome.verdict, other_outcome.verdict, "{name} and {other_name}");
    assert_eq!(outcome.solutions, other_outcome.solutions, "{name} and {other_name}");
    if outcome.verdict == Verdict::Unique {
        assert_eq!(found.1, other.1, "{name} and {other_name}");
    }
}

fn as_pencilmarks(puzzle: &Puzzle) -> Vec<u8> {
    let mark = |clue: u8, digit: u8| if rules::is_blank(clue) || clue == digit { digit } else { b'.' };
    puzzle.iter().flat_map(|&clue| (b'1'..=b'9').map(move |digit| mark(clue, digit))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(effort(CASES, 20 * CASES)) })]

    #[test]
    fn every_engine_agrees_with_every_other(puzzle in puzzles(), goal in goals()) {
        let task = Task::new(goal).with_budget(BUDGET);
        let expected = oracle().solve_one(task, &puzzle);
        let mut last = ("the oracle".to_owned(), expected);
        for subject in &mut every_subject() {
            let found = subject.solve_one(task, &puzzle);
            check_alone(&subject.name, &puzzle, goal, &found);
            check_pair(&subject.name, &found, &last.0, &last.1);
            if found.0.verdict != Verdict::BudgetExhausted {
                last = (subject.name.clone(), found);
            }
        }
    }

    #[test]
    fn an_outcome_does_not_depend_on_the_batch(
        batch in prop::collection::vec(puzzles(), 0..=100),
        goal in goals(),
        budget in prop_oneof![Just(BUDGET), 0u64..20],
    ) {
        let task = Task::new(goal).with_budget(budget);
        for subject in &mut every_subject() {
            let together = subject.solve(task, &batch);
            prop_assert_eq!(together.len(), batch.len());
            for (puzzle, (outcome, answer)) in batch.iter().zip(together) {
                let alone = subject.solve_one(task, puzzle);
                prop_assert_eq!(outcome, alone.0, "{}", subject.name);
                prop_assert!(outcome.solutions == 0 || answer == alone.1, "{}", subject.name);
            }
        }
    }

    #[test]
    fn answers_as_digits_are_the_answers_as_text(
        batch in prop::collection::vec(puzzles(), 0..=100),
        goal in goals(),
        budget in prop_oneof![Just(BUDGET), 0u64..20],
    ) {
        let task = Task::new(goal).with_budget(budget);
        for subject in &mut every_subject() {
            let as_text = subject.solve(task, &batch).into_iter().map(|(outcome, line)| {
                prop_assert!(outcome.solutions == 0 || line[CELLS] == b'\n', "{}", subject.name);
                let digits = std::array::from_fn(|cell| line[cell].wrapping_sub(b'0'));
                Ok((outcome, (outcome.solutions > 0).then_some(digits)))
            });
            let as_text = as_text.collect::<Result<Vec<_>, TestCaseError>>()?;
            prop_assert_eq!(as_text, subject.solve_to_digits(task, &batch), "{}", subject.name);
        }
    }

    #[test]
    fn pencilmarks_give_the_same_outcome_as_clues(puzzle in puzzles(), goal in goals()) {
        prop_assume!(!rules::is_malformed(&puzzle) && rules::conflict(&puzzle).is_none());
        let task = Task::new(goal).with_budget(BUDGET);
        for subject in every_subject().iter_mut().filter(|subject| subject.reads_pencilmarks) {
            let clues = subject.solve_one(task, &puzzle);
            let marks = subject.solve_text(task, &as_pencilmarks(&puzzle), 0, Notation::Pencilmarks)[0];
            check_pair(&subject.name, &clues, "its pencilmarks", &marks);
        }
    }

    #[test]
    fn engines_agree_on_random_pencilmarks(
        grid in solved_grids(),
        gone in prop::collection::vec(0..9 * CELLS, 0..500),
        spoil in prop::option::weighted(0.1, (0..9 * CELLS, any::<u8>())),
        goal in goals(),
    ) {
        let mut marks = as_pencilmarks(&[b'.'; CELLS]);
        for place in gone.into_iter().filter(|place| b'1' + (place % 9) as u8 != grid[place / 9]) {
            marks[place] = b'.';
        }
        if let Some((place, byte)) = spoil {
            marks[place] = byte;
        }
        let task = Task::new(goal).with_budget(BUDGET);
        let mut last: Option<(String, Answered)> = None;
        for subject in &mut quick_subjects() {
            let found = subject.solve_text(task, &marks, 0, Notation::Pencilmarks)[0];
            if let Some((name, expected)) = &last {
                check_pair(&subject.name, &found, name, expected);
            }
            last = Some((subject.name.clone(), found));
        }
    }

    #[test]
    fn candidates_have_the_outcome_of_their_text(
        grid in solved_grids(),
        gone in prop::collection::vec(0..9 * CELLS, 0..700),
        keeps_solution in prop::bool::weighted(0.8),
        goal in goals(),
        budget in prop_oneof![Just(BUDGET), 0u64..20],
    ) {
        let mut marks = as_pencilmarks(&[b'.'; CELLS]);
        for place in gone.into_iter().filter(|place| !keeps_solution || b'1' + (place % 9) as u8 != grid[place / 9]) {
            marks[place] = b'.';
        }
        let candidates = Candidates::try_from(&marks[..]).expect("pencilmarks");
        prop_assert_eq!(candidates.to_string().into_bytes(), marks.clone());
        let task = Task::new(goal).with_budget(budget);
        for subject in quick_subjects().iter_mut().filter(|subject| subject.name.starts_with("single")) {
            let (outcome, answer) = subject.solve_text(task, &marks, 0, Notation::Pencilmarks)[0];
            let (found, solution) = subject.solver.run(&candidates, task);
            prop_assert_eq!(found, outcome, "{}", subject.name);
            let digits = (outcome.solutions > 0).then(|| &answer[..CELLS]);
            prop_assert_eq!(solution.as_ref().map(AsRef::as_ref), digits, "{}", subject.name);
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 2 * 729), goal in goals()) {
        let task = Task::new(goal).with_budget(BUDGET);
        for subject in &mut every_subject() {
            for notation in [Notation::Clues, Notation::Pencilmarks] {
                subject.solve_text(task, &bytes, 0, notation);
            }
        }
    }

    #[test]
    fn random_clues_never_panic(puzzle in prop::collection::vec(b'0'..=b'9', CELLS), goal in goals()) {
        let puzzle: Puzzle = puzzle.try_into().expect("81 cells");
        for subject in &mut every_subject() {
            let found = subject.solve_one(Task::new(goal).with_budget(BUDGET), &puzzle);
            check_alone(&subject.name, &puzzle, goal, &found);
        }
    }
}

/// Cases per property. Vector code is slow without optimization.
const CASES: u32 = if cfg!(debug_assertions) { 3 } else { 50 };

/// Limit for puzzles with very many solutions.
const MANY: u64 = if cfg!(debug_assertions) { 100 } else { 10_000 };

#[test]
fn a_budget_of_zero_solves_puzzles_that_need_no_guess() {
    let easy = generated(Recipe::default().clues(45..=45), 1)[0];
    let task = Task::new(Goal::Unique).with_budget(0);
    for subject in &mut quick_subjects() {
        assert_eq!(subject.solve_one(task, &easy).0.verdict, Verdict::Unique, "{}", subject.name);
        let empty = subject.solve_one(task, &[b'.'; CELLS]).0;
        assert_eq!((empty.verdict, empty.guesses), (Verdict::BudgetExhausted, 0), "{}", subject.name);
    }
}

#[test]
fn puzzles_with_few_clues_end_soon() {
    let few = |clues: usize| -> Puzzle {
        std::array::from_fn(|cell| if cell < clues { b'1' + cell as u8 } else { b'.' })
    };
    for subject in &mut quick_subjects() {
        for clues in 0..=9 {
            let task = Task::new(Goal::Count { limit: MANY });
            let outcome = subject.solve_one(task, &few(clues)).0;
            assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Multiple, MANY), "{}", subject.name);
        }
    }
}

#[test]
fn engines_agree_on_minimal_puzzles() {
    let batch = generated(Recipe::default().seed(2).clues(0..=81).minimal(true), 20);
    let task = Task::new(Goal::Unique).with_budget(BUDGET);
    let expected = oracle().solve(task, &batch);
    for subject in &mut every_subject() {
        for (found, expected) in subject.solve(task, &batch).iter().zip(&expected) {
            check_pair(&subject.name, found, "the oracle", expected);
        }
    }
}

/// Runs searches side by side that end, branch and exhaust their budget at every depth: puzzles with several solutions, one
/// and none, and grids without clues.
#[test]
fn exhausted_budgets_do_not_affect_other_puzzles() {
    let minimal = generated(Recipe::default().seed(3).clues(21..=24).minimal(true), 30);
    let loosened = minimal.iter().map(|puzzle| puzzle.map(|byte| if byte == b'5' { b'.' } else { byte }));
    let contradicted = minimal.iter().map(|puzzle| {
        let mut puzzle = *puzzle;
        let (clue, digit) = puzzle
            .iter()
            .enumerate()
            .find_map(|(i, &b)| rules::is_clue(b).then(|| (i, b - b'0')))
            .expect("a clue");
        puzzle[clue] = b'1' + digit % 9;
        puzzle
    });
    let batch: Vec<Puzzle> =
        loosened.chain(contradicted).chain([[b'.'; CELLS]; 3]).chain(minimal.iter().copied()).collect();
    for subject in &mut quick_subjects() {
        for (budget, goal) in
            (0..12).flat_map(|budget| [(budget, Goal::Unique), (budget, Goal::Count { limit: 7 })])
        {
            let task = Task::new(goal).with_budget(budget);
            let together = subject.solve(task, &batch);
            for (puzzle, (outcome, answer)) in batch.iter().zip(together) {
                let alone = subject.solve_one(task, puzzle);
                assert_eq!(outcome, alone.0, "{} with a budget of {budget}", subject.name);
                assert!(outcome.solutions == 0 || answer == alone.1, "{}", subject.name);
            }
        }
    }
}
