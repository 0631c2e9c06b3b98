//! Tests of [`Solver`](super::Solver) against the rules and the engines.

use super::many::{BATCH, FEWEST_FOR_LANES};
use super::solutions::solution_of;
use super::*;
use crate::board::candidates::Candidates;
use crate::board::grid::CELLS;
use crate::board::puzzle::{Puzzle, Solution};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

/// Returns a puzzle with one solution, one with several, one with none, and one whose clues contradict each other.
fn of_every_kind() -> [Puzzle; 4] {
    let several = format!("{}{}", ".".repeat(18), &PUZZLE[18..]);
    let none = PUZZLE.replacen("53.", "531", 1);
    let contradiction = PUZZLE.replacen("53", "55", 1);
    [PUZZLE, &several, &none, &contradiction].map(puzzle)
}

#[test]
fn uniqueness_tells_the_four_kinds_apart() {
    let mut solver = Solver::new();
    let [one, several, none, contradiction] = of_every_kind();
    let Uniqueness::Unique(solution) = solver.uniqueness(&one) else { panic!("{one}") };
    assert!(solution.solves(&one));
    let Uniqueness::Multiple(first, second) = solver.uniqueness(&several) else { panic!("{several}") };
    assert!(first != second && first.solves(&several) && second.solves(&several));
    assert_eq!(solver.uniqueness(&none), Uniqueness::NoSolution);
    assert_eq!(solver.uniqueness(&contradiction), Uniqueness::Conflict);
}

#[test]
fn two_solutions_are_found_even_if_the_first_ones_in_text_order_are_far_off() {
    // The only solution of the first puzzle begins with 987654321. The others lack one of its clues.
    let whole = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let mut solver = Solver::new();
    assert!(matches!(solver.uniqueness(&puzzle(whole)), Uniqueness::Unique(_)));
    for (at, _) in whole.match_indices(|cell| cell != '.') {
        let mut fewer = whole.to_owned();
        fewer.replace_range(at..=at, ".");
        let fewer = puzzle(&fewer);
        let Uniqueness::Multiple(one, other) = solver.uniqueness(&fewer) else { panic!("{fewer}") };
        assert!(one != other && one.solves(&fewer) && other.solves(&fewer));
    }
}

#[test]
fn a_batch_has_the_same_results_as_its_puzzles_one_by_one() {
    for count in [1, FEWEST_FOR_LANES - 1, FEWEST_FOR_LANES, 2 * BATCH + 3] {
        let puzzles: Vec<Puzzle> = of_every_kind().into_iter().cycle().take(count).collect();
        let mut solver = Solver::new();
        for (puzzle, solution) in puzzles.iter().zip(solver.solve_all(&puzzles).collect::<Vec<_>>()) {
            assert_eq!(solution.is_some(), solver.count(puzzle, 1) == 1);
            assert!(solution.is_none_or(|solution| solution.solves(puzzle)), "{puzzle}");
        }
        let counts: Vec<u64> = puzzles.iter().map(|puzzle| solver.count(puzzle, 3)).collect();
        let results = solver.run_all(&puzzles, Task::new(Goal::Count { limit: 3 }));
        assert!(results.iter().map(|(outcome, _)| outcome.solutions).eq(counts.iter().copied()));
        assert_eq!(counts, [1, 3, 0, 0].into_iter().cycle().take(count).collect::<Vec<_>>());
    }
}

#[test]
fn a_solver_allocates_no_memory_for_batches_until_it_needs_it() {
    let mut solver = Solver::new();
    let [one, ..] = of_every_kind();
    assert_eq!(solver.solve_all(vec![one; FEWEST_FOR_LANES - 1]).count(), FEWEST_FOR_LANES - 1);
    assert!(!solver.batch.engine.has_many());
    assert_eq!(solver.solve_all(vec![one; FEWEST_FOR_LANES]).count(), FEWEST_FOR_LANES);
    assert!(solver.batch.engine.has_many());
}

#[test]
fn solve_all_reads_at_most_one_batch_ahead() {
    let mut taken = 0;
    let puzzles = std::iter::repeat_with(|| {
        taken += 1;
        Puzzle::EMPTY
    });
    assert!(Solver::new().solve_all(puzzles).next().is_some_and(|solution| solution.is_some()));
    assert_eq!(taken, BATCH);
}

#[test]
fn no_puzzles_give_no_solutions_and_a_limit_of_zero_counts_none() {
    let mut solver = Solver::new();
    assert_eq!(solver.solve_all(&[] as &[Puzzle]).count(), 0);
    assert_eq!(solver.run_all(&[], Task::new(Goal::First)), []);
    assert_eq!(solver.count(&Puzzle::EMPTY, 0), 0);
}

#[test]
fn all_solutions_come_in_the_order_of_their_text() {
    let mut solver = Solver::new();
    let [one, several, none, contradiction] = of_every_kind();
    let solutions: Vec<Solution> = solver.solutions(&several).collect();
    assert_eq!(solutions.len() as u64, solver.count(&several, u64::MAX));
    assert!(solutions.len() > 1 && solutions.is_sorted_by(|one, next| one < next));
    assert!(solutions.iter().all(|solution| solution.solves(&several)));
    let counts = [one, none, contradiction].map(|puzzle| solver.solutions(&puzzle).count());
    assert_eq!(counts, [1, 0, 0]);
}

#[test]
fn run_run_all_and_run_rows_agree_on_verdicts_and_solutions() {
    let task = Task::new(Goal::Unique);
    for count in [1, FEWEST_FOR_LANES, BATCH + 1] {
        let puzzles: Vec<Puzzle> = of_every_kind().into_iter().cycle().take(count).collect();
        let text: String = puzzles.iter().map(|puzzle| format!("7;{puzzle};easy\n")).collect();
        let starts: Vec<u32> = (0..count as u32).map(|row| row * (CELLS as u32 + 8) + 2).collect();
        let mut outcomes = vec![Outcome::default(); count];
        let mut lines = vec![[0; CELLS + 1]; count];
        let mut solver = Solver::new();
        let rows = Puzzles::new(text.as_bytes(), &starts, Notation::Clues);
        solver.run_rows(task, rows, Answers::Lines(&mut lines), &mut outcomes);
        for (index, (puzzle, (outcome, solution))) in
            puzzles.iter().zip(solver.run_all(&puzzles, task)).enumerate()
        {
            let (alone, first) = solver.run(puzzle, task);
            assert_eq!((alone.verdict, first.is_some()), (outcome.verdict, solution.is_some()), "{puzzle}");
            assert_eq!(outcomes[index], outcome, "{puzzle}");
            assert_eq!(solver.is_unique(puzzle), outcome.verdict == Verdict::Unique, "{puzzle}");
            assert!(first.iter().chain(&solution).all(|solution| solution.solves(puzzle)), "{puzzle}");
            assert_eq!(solution, solution.map(|_| solution_of(&lines[index])));
        }
    }
}

#[test]
fn candidates_of_a_puzzle_have_its_verdict_and_solutions() {
    let mut solver = Solver::new();
    for puzzle in of_every_kind() {
        let candidates = Candidates::of(&puzzle);
        let task = Task::new(Goal::Unique);
        let (expected, solution) = solver.run(&puzzle, task);
        let (outcome, found) = solver.run(&candidates, task);
        match expected.verdict {
            Verdict::Conflict => assert_eq!(outcome.verdict, Verdict::NoSolution),
            verdict => assert_eq!((outcome.verdict, found), (verdict, solution), "{puzzle}"),
        }
        let solutions: Vec<Solution> = solver.solutions(&puzzle).collect();
        assert_eq!(solver.solutions(&candidates).collect::<Vec<_>>(), solutions, "{puzzle}");
    }
}

#[test]
fn hard_candidates_have_the_outcome_of_their_text() {
    let hard = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";
    let text: String =
        hard.chars().map(|clue| "123456789".replace(|digit| clue != '.' && digit != clue, ".")).collect();
    let task = Task::new(Goal::Unique);
    let mut outcomes = [Outcome::default()];
    let mut solver = Solver::new();
    let rows = Puzzles::new(text.as_bytes(), &[0], Notation::Pencilmarks);
    solver.run_rows(task, rows, Answers::Digits(&mut [[0; CELLS]]), &mut outcomes);
    let candidates: Candidates = text.parse().unwrap();
    assert_eq!(solver.run(&candidates, task), (outcomes[0], None));
    assert!(outcomes[0].guesses > 256, "{}", outcomes[0].guesses);
    let budget = task.with_budget(outcomes[0].guesses - 1);
    assert_eq!(solver.run(&candidates, budget).0.verdict, Verdict::BudgetExhausted);
}

#[test]
fn malformed_rows_and_exhausted_budgets_have_their_verdicts() {
    let mut solver = Solver::new();
    let text = [PUZZLE.replacen('7', "a", 1), ".".repeat(CELLS)].concat();
    let mut outcomes = [Outcome::default(); 2];
    let rows = Puzzles::new(text.as_bytes(), &[0, CELLS as u32], Notation::Clues);
    let task = Task::new(Goal::Unique).with_budget(0);
    solver.run_rows(task, rows, Answers::Digits(&mut [[0; CELLS]; 2]), &mut outcomes);
    assert_eq!(outcomes.map(|outcome| outcome.verdict), [Verdict::Malformed, Verdict::BudgetExhausted]);
}

/// The puzzles around the mixed one have another blank each, and share a block with it.
#[test]
fn blanks_of_two_kinds_are_malformed_for_every_engine_and_instruction_set() {
    let of_blank = |blank: &str| PUZZLE.replace('.', blank);
    let mixed =
        |blank: &str| PUZZLE.replacen("..", &format!(".{blank}"), 9).replacen(&format!(".{blank}"), "..", 8);
    let texts = [".", "0", "_", "*", "-", "?", "x"].map(|blank| (of_blank(blank), mixed(blank)));
    let rows: Vec<String> = texts.iter().flat_map(|(one, two)| [one.clone(), two.clone()]).collect();
    let starts: Vec<u32> = (0..rows.len()).map(|row| (CELLS * row) as u32).collect();
    let text = rows.concat();
    let puzzles = Puzzles::new(text.as_bytes(), &starts, Notation::Clues);
    let expected: Vec<Verdict> = (0..rows.len())
        .map(|row| if row % 2 == 0 || row == 1 { Verdict::Solved } else { Verdict::Malformed })
        .collect();
    for (engine, isa) in
        Engine::ALL.into_iter().flat_map(|engine| Isa::available().map(move |isa| (engine, isa)))
    {
        let (mut digits, mut outcomes) = (vec![[0; CELLS]; rows.len()], vec![Outcome::default(); rows.len()]);
        let answers = Answers::Digits(&mut digits);
        engine.build_on(isa).solve_to(Task::new(Goal::First), puzzles, answers, &mut outcomes);
        let verdicts: Vec<Verdict> = outcomes.iter().map(|outcome| outcome.verdict).collect();
        assert_eq!(verdicts, expected, "{engine} {isa}");
    }
}
