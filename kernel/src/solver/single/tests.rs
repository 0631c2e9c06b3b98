//! Tests of the engine against the rules and other engines, on every instruction set.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::board::{BoardOps, CellMasks};
use super::dead_ends::HARD;
use super::{Single, SingleEngine};
use crate::board::grid::{self, CELLS, is_solution_of};
use crate::rng::stream;
use crate::simd::for_each_isa;
use crate::solver::batch::{Answer, Goal, Notation, Puzzles, Task};
use crate::solver::{Engine, Isa, Outcome, Verdict};
use crate::symmetry::Transformation;

const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The number of solutions of [`MANY`].
pub const MANY_SOLUTIONS: u64 = 89_847;

pub const MANY: &str = "...........5.......76.........974268...512743...638915...456......793.8....821...";

/// No solution; proving that takes millions of guesses if units are split.
const NONE: &str = ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.";

/// No solution either; restarts in other orders, tightest cell first, took 25,930 guesses.
const ALSO_NONE: &str = "...34.81..3.........59.......6......45..9......2.......8.......1.....9.8......5.4";

/// A sparse puzzle with many solutions. Finding the first takes more than a million guesses if units are split.
const SPARSE: &str = ".......1..................91...........1..............3..2.......................";

/// Puzzles with one solution that take many guesses.
const HARD_PUZZLES: [&str; 3] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

/// Solves one puzzle of clues or pencilmarks. Returns the outcome and, as text, the first two solutions found.
fn solve(engine: &mut dyn Single, task: Task, puzzle: &str) -> (Outcome, Vec<String>) {
    let notation = if puzzle.len() == CELLS { Notation::Clues } else { Notation::Pencilmarks };
    let puzzles = Puzzles::new(puzzle.as_bytes(), &[0], notation);
    let mut lines = [[0; CELLS + 1]; 2];
    let [one, other] = &mut lines;
    let outcome = engine.solve_one(task, &puzzles, 0, &mut [Answer::Line(one), Answer::Line(other)]);
    let found = lines.iter().take(outcome.solutions as usize);
    (outcome, found.map(|line| String::from_utf8_lossy(&line[..CELLS]).into_owned()).collect())
}

pub fn as_pencilmarks(puzzle: &str) -> String {
    let mark = |clue: u8, digit: u8| if grid::is_blank(clue) || clue == digit { digit } else { b'.' };
    puzzle.bytes().flat_map(|clue| (b'1'..=b'9').map(move |digit| char::from(mark(clue, digit)))).collect()
}

/// Returns equivalents of a puzzle.
fn equivalents(puzzle: &str, count: u64) -> Vec<String> {
    let clues = grid::digits(puzzle.as_bytes().try_into().unwrap());
    let map = |number| Transformation::random(&mut stream(1, *b"testing.", number));
    let text = |clues: [u8; CELLS]| clues.map(|digit| char::from(b'0' + digit)).iter().collect();
    (0..count).map(|number| text(map(number).image(&clues))).collect()
}

/// Checks that boards are read, converted to candidates and back, and written as the formulas say.
fn check_text<S: BoardOps>(s: S) {
    for place in 0..CELLS {
        for byte in 0..=u8::MAX {
            let mut puzzle: [u8; CELLS] = EASY.as_bytes().try_into().unwrap();
            puzzle[place] = byte;
            let is_valid = grid::digit(byte).is_some() || byte == b'.';
            assert_eq!(s.read_clues(&puzzle).is_some(), is_valid, "{}: byte {byte} in cell {place}", S::NAME);
        }
    }
    let candidates: CellMasks = std::array::from_fn(|cell| (cell * 37 % 511 + 1) as u16);
    assert_eq!(s.candidates_of(&s.board_of(&candidates)), candidates, "{}", S::NAME);
    let solved = candidates.map(|mask| 1 << (mask % 9));
    let mut digits = [0; CELLS];
    for zero in [0, b'0'] {
        s.write_digits(&s.board_of(&solved), &mut digits, zero);
        assert_eq!(digits, solved.map(|mask: u16| mask.trailing_zeros() as u8 + 1 + zero), "{}", S::NAME);
    }
}

/// Returns the candidates after the clues were cleared from their houses.
fn candidates_after_clues(puzzle: &[u8; CELLS]) -> CellMasks {
    std::array::from_fn(|cell| match grid::digit(puzzle[cell]) {
        Some(digit) => 1 << (digit - 1),
        None => {
            let peers = (0..CELLS).filter(|&peer| grid::PEERS[cell] >> peer & 1 == 1);
            let lost = peers.filter_map(|peer| grid::digit(puzzle[peer])).map(|digit| 1 << (digit - 1));
            lost.fold(0x1ff, |left: u16, digit: u16| left & !digit)
        }
    })
}

#[test]
fn boards_are_read_and_written_on_every_instruction_set() {
    for_each_isa!(|simd, name| {
        check_text(simd.boxes());
        for puzzle in HARD_PUZZLES.into_iter().chain([EASY, MANY]) {
            let puzzle: [u8; CELLS] = puzzle.as_bytes().try_into().unwrap();
            let board = simd.boxes().read_clues(&puzzle).unwrap();
            assert_eq!(simd.boxes().candidates_of(&board), candidates_after_clues(&puzzle), "{name}");
        }
    });
}

#[test]
fn a_puzzle_with_two_solutions_is_multiple_and_both_are_found() {
    let several = format!("{}{}", ".".repeat(18), &EASY[18..]);
    for_each_isa!(|simd, name| {
        let engine = &mut SingleEngine::new(simd.boxes());
        let (outcome, found) = solve(engine, Task::new(Goal::Unique), &several);
        assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Multiple, 2), "{name}");
        assert_ne!(found[0], found[1], "{name}");
        for solution in &found {
            let [solution, puzzle] = [solution, &several].map(|text| text.as_bytes().try_into().unwrap());
            assert!(is_solution_of(&solution, &puzzle), "{name}");
        }
    });
}

#[test]
fn conflicts_malformed_bytes_and_puzzles_without_a_solution_are_told_apart() {
    let blanks = ".".repeat(79);
    for_each_isa!(|simd, name| {
        let engine = &mut SingleEngine::new(simd.boxes());
        let mut verdict = |puzzle: &str| solve(engine, Task::new(Goal::Unique), puzzle).0.verdict;
        assert_eq!(verdict(EASY), Verdict::Unique, "{name}");
        assert_eq!(verdict(&EASY.replacen("53.", "531", 1)), Verdict::NoSolution, "{name}");
        assert_eq!(verdict(&format!("11{blanks}")), Verdict::Conflict, "{name}");
        assert_eq!(verdict(&format!("1a{blanks}")), Verdict::Malformed, "{name}");
        assert_eq!(verdict(&as_pencilmarks(EASY)), Verdict::Unique, "{name}");
        assert_eq!(verdict(&as_pencilmarks(EASY).replacen('.', "#", 1)), Verdict::Malformed, "{name}");
    });
}

#[test]
fn every_instruction_set_makes_the_same_guesses_and_finds_the_same_solutions_in_the_same_order() {
    let sparse = HARD_PUZZLES.map(|puzzle| puzzle.replace(['1', '2'], "."));
    let puzzles = HARD_PUZZLES.iter().copied().chain(sparse.iter().map(String::as_str));
    for puzzle in puzzles.chain([EASY, MANY, NONE, SPARSE]) {
        for text in [puzzle.to_owned(), as_pencilmarks(puzzle)] {
            for goal in [Goal::First, Goal::Unique, Goal::Count { limit: 1000 }] {
                let task = Task::new(goal);
                let expected = solve(&mut *Isa::Portable.build_single(), task, &text);
                for_each_isa!(|simd, name| {
                    assert_eq!(
                        solve(&mut SingleEngine::new(simd.boxes()), task, &text),
                        expected,
                        "{name}: {text}"
                    );
                });
            }
        }
    }
}

#[test]
fn clues_and_pencilmarks_take_the_same_number_of_guesses() {
    for puzzle in HARD_PUZZLES {
        let engine = &mut *Isa::best().build_single();
        let task = Task::new(Goal::Unique);
        assert_eq!(solve(engine, task, puzzle), solve(engine, task, &as_pencilmarks(puzzle)));
    }
}

#[test]
fn an_outcome_does_not_depend_on_earlier_puzzles() {
    let engine = &mut *Isa::best().build_single();
    let puzzles = [EASY, NONE, MANY, HARD_PUZZLES[0], SPARSE];
    let task = Task::new(Goal::Count { limit: 20_000 });
    let first = puzzles.map(|puzzle| solve(engine, task, puzzle));
    let again = puzzles.map(|puzzle| solve(engine, task, puzzle));
    assert_eq!(first, again);
}

#[test]
fn all_solutions_are_counted() {
    for_each_isa!(|simd, name| {
        let outcome =
            solve(&mut SingleEngine::new(simd.boxes()), Task::new(Goal::Count { limit: u64::MAX }), MANY).0;
        assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Multiple, MANY_SOLUTIONS), "{name}");
    });
}

/// The first guesses suit few clues badly. Looking ahead soon ends the search.
#[test]
fn sparse_puzzles_end_soon_in_every_equivalent_form() {
    let engine = &mut *Isa::best().build_single();
    let sparse = [(NONE, Verdict::NoSolution), (ALSO_NONE, Verdict::NoSolution), (SPARSE, Verdict::Multiple)];
    for (puzzle, verdict) in sparse {
        for puzzle in equivalents(puzzle, if cfg!(debug_assertions) { 5 } else { 300 }) {
            let outcome = solve(engine, Task::new(Goal::Unique), &puzzle).0;
            assert_eq!(outcome.verdict, verdict, "{puzzle}");
            assert!(outcome.guesses < 1_000, "{puzzle}: {outcome:?}");
        }
    }
}

#[test]
fn a_budget_ends_the_search_before_the_guess_that_exceeds_it() {
    for (goal, puzzle) in
        [(Goal::First, NONE), (Goal::Count { limit: 5000 }, MANY), (Goal::Unique, HARD_PUZZLES[0])]
    {
        let engine = &mut *Isa::best().build_single();
        let full = solve(engine, Task::new(goal), puzzle);
        let guesses = full.0.guesses;
        for budget in [guesses, guesses + 1] {
            assert_eq!(solve(engine, Task { goal, budget }, puzzle), full, "{budget}");
        }
        for budget in [0, 1, 7, HARD - 1, HARD, HARD + 1, HARD + 33, 1000, guesses - 1] {
            let outcome = solve(engine, Task { goal, budget: budget.min(guesses - 1) }, puzzle).0;
            let spent = (Verdict::BudgetExhausted, budget.min(guesses - 1));
            assert_eq!((outcome.verdict, outcome.guesses), spent, "{puzzle}");
        }
    }
}

#[test]
fn a_stopped_search_ends_after_the_guesses_that_it_was_about_to_make() {
    let is_stopped = Arc::new(AtomicBool::new(true));
    let task = Task::new(Goal::Count { limit: u64::MAX });
    let empty = ".".repeat(CELLS);
    for mut engine in [Engine::Lanes, Engine::Single].map(Engine::build) {
        engine.stop_when(Some(Arc::clone(&is_stopped)));
        let (mut lines, mut outcomes) = ([[0; CELLS + 1]], [Outcome::default()]);
        engine.solve(task, Puzzles::new(empty.as_bytes(), &[0], Notation::Clues), &mut lines, &mut outcomes);
        assert!(outcomes[0].guesses <= 4 * HARD, "{outcomes:?}");
        engine.stop_when(None);
        let task = Task::new(Goal::Count { limit: 5000 });
        engine.solve(task, Puzzles::new(empty.as_bytes(), &[0], Notation::Clues), &mut lines, &mut outcomes);
        assert_eq!(outcomes[0].solutions, 5000);
    }
}

/// Compares counts with the plainest engine, which shares no code with this one.

#[test]
fn changed_puzzles_have_the_solutions_that_the_plain_engine_finds() {
    let mut oracle = Engine::MinCandidates.build();
    let mut rng = crate::rng::LineRng::of_purpose(2, *b"testing.", 0);
    let task = Task::new(Goal::Count { limit: 50 });
    for _ in 0..if cfg!(debug_assertions) { 20 } else { 3000 } {
        let mut puzzle: Vec<u8> = EASY.into();
        for cell in rng.shuffled_cells().into_iter().take(6) {
            puzzle[usize::from(cell)] = b".123456789"[rng.below(10)];
        }
        let text = String::from_utf8(puzzle).unwrap();
        let (mut lines, mut outcomes) = ([[0; CELLS + 1]], [Outcome::default()]);
        oracle.solve(task, Puzzles::new(text.as_bytes(), &[0], Notation::Clues), &mut lines, &mut outcomes);
        for_each_isa!(|simd, name| {
            let found = solve(&mut SingleEngine::new(simd.boxes()), task, &text).0;
            assert_eq!(
                (found.verdict, found.solutions),
                (outcomes[0].verdict, outcomes[0].solutions),
                "{name}: {text}"
            );
        });
    }
}
