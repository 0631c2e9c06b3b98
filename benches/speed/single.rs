//! The engine single, one puzzle per call, on each built-in set and every available instruction set, and on puzzles that take
//! very many guesses, which the engine lanes leaves to it.

use bulkdoku::bench::sets::{BuiltIn, SolutionCount};
use bulkdoku::solver::{AnswerLine, Answers, Engine, Goal, Isa, Notation, Outcome, Puzzles, Task};
use bulkdoku::{Puzzle, Solver, Uniqueness};
use criterion::{BenchmarkId, Criterion, Throughput};

use super::sets::{CELLS, make, solves};

/// A puzzle that takes very many guesses: its name, the goal, its number of solutions up to that goal, and its text.
type Hard = (&'static str, Goal, u64, &'static str);

const ALL: Goal = Goal::Count { limit: u64::MAX };

/// Found by `cargo bench -p bulkdoku-search -- climb`, and by removing clues from minimal puzzles.
const HARD: [Hard; 6] = [
    (
        "no solution",
        Goal::Unique,
        0,
        ".......3......9...31.....6.......5...........2.963.....3.....2....9..........6.9.",
    ),
    (
        "sparse",
        Goal::Unique,
        2,
        ".......1..................91...........1..............3..2.......................",
    ),
    (
        "found by climbing",
        Goal::Unique,
        0,
        "..........6...........41.733..15..8..........7........1..4...........4..4.....1..",
    ),
    (
        "90 thousand",
        ALL,
        89_847,
        "...........5.......76.........974268...512743...638915...456......793.8....821...",
    ),
    ("two million", Goal::Count { limit: 2_000_000 }, 2_000_000, EMPTY),
    ("empty", Goal::First, 1, EMPTY),
];

const EMPTY: &str = ".................................................................................";

/// Runs the benches of single puzzles.
pub fn benches(criterion: &mut Criterion) {
    sets(criterion);
    new_solver(criterion);
    hard(criterion);
}

/// Measures from a `Puzzle` to a `Solution`, as users of the library call it, and from text to text on every instruction set.
fn sets(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("one per call");
    for set in BuiltIn::ALL.map(make) {
        group.throughput(Throughput::Elements(set.len() as u64));
        if set.notation == Notation::Clues {
            let puzzles: Vec<Puzzle> = set.texts().map(|text| text.try_into().expect("a puzzle")).collect();
            let mut solver = Solver::new();
            let mut solve = || puzzles.iter().filter(|puzzle| is_unique(solver.uniqueness(puzzle))).count();
            group.bench_function(BenchmarkId::new(&set.name, "Solver"), |bencher| bencher.iter(&mut solve));
            assert_eq!(
                solve(),
                if set.solutions == SolutionCount::One { set.len() } else { 0 },
                "{}",
                set.name
            );
        }
        for isa in Isa::available() {
            let mut engine = Solver::with_engine(Engine::Single, isa);
            let mut solve =
                || set.texts().map(|text| solve(&mut engine, Goal::Unique, text).0.solutions).sum::<u64>();
            group.bench_function(BenchmarkId::new(&set.name, isa), |bencher| bencher.iter(&mut solve));
        }
        let mut engine = Solver::with_engine(Engine::Single, Isa::best());
        for text in set.texts() {
            let (outcome, answer) = solve(&mut engine, Goal::Unique, text);
            assert!(outcome.solutions == 0 || solves(&answer, text), "{}", set.name);
        }
    }
    group.finish();
}

fn new_solver(criterion: &mut Criterion) {
    criterion.bench_function("one per call/new solver", |bencher| bencher.iter(Solver::new));
}

/// Measures clues and pencilmarks, with both engines.
fn hard(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("hard");
    group.sample_size(10);
    for (name, goal, solutions, puzzle) in HARD {
        for (notation, text) in [("clues", puzzle.as_bytes().to_vec()), ("pencilmarks", pencilmarks(puzzle))]
        {
            for kind in [Engine::Lanes, Engine::Single] {
                let mut engine = Solver::with_engine(kind, Isa::best());
                group.bench_function(BenchmarkId::new(format!("{name}, {notation}"), kind), |bencher| {
                    bencher.iter(|| solve(&mut engine, goal, &text));
                });
                assert_eq!(solve(&mut engine, goal, &text).0.solutions, solutions, "{name} on {kind}");
            }
        }
    }
    group.finish();
}

fn is_unique(uniqueness: Uniqueness) -> bool {
    matches!(uniqueness, Uniqueness::Unique(_))
}

fn solve(engine: &mut Solver, goal: Goal, text: &[u8]) -> (Outcome, AnswerLine) {
    let notation = if text.len() == CELLS { Notation::Clues } else { Notation::Pencilmarks };
    let (mut answers, mut outcomes) = ([[0; CELLS + 1]], [Outcome::default()]);
    let puzzles = Puzzles::new(text, &[0], notation);
    engine.run_rows(Task::new(goal), puzzles, Answers::Lines(&mut answers), &mut outcomes);
    (outcomes[0], answers[0])
}

fn pencilmarks(puzzle: &str) -> Vec<u8> {
    let mark = |clue: u8, digit: u8| if clue == b'.' || clue == digit { digit } else { b'.' };
    puzzle.bytes().flat_map(|clue| (b'1'..=b'9').map(move |digit| mark(clue, digit))).collect()
}
