//! The engine lanes, from text to text, on each built-in set and every available instruction set.

use bulkdoku::bench::BatchSolver;
use bulkdoku::bench::sets::{BuiltIn, Set, SolutionCount};
use bulkdoku::solver::{Engine, Goal, Isa, Task, Verdict};
use bulkdoku::{Puzzle, Solution};
use criterion::{BenchmarkId, Criterion, Throughput};

/// The number of cells of a puzzle.
pub const CELLS: usize = 81;

/// The number of puzzles in a set: enough to make the time for filling and emptying the lanes negligible.
const COUNT: usize = 1000;

/// The task: prove that a solution is the only one.
const TASK: Task = Task::new(Goal::Unique);

/// Runs the benches of all sets.
pub fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("set");
    group.throughput(Throughput::Elements(COUNT as u64));
    for built_in in BuiltIn::ALL {
        let set = built_in.make(COUNT);
        for isa in Isa::available() {
            let mut solver = BatchSolver::new(Engine::Lanes.build_on(isa), COUNT);
            group.bench_function(BenchmarkId::new(&set.name, isa), |bencher| {
                bencher.iter(|| solver.solve_lines(TASK, &set.lines));
            });
            solver.solve_lines(TASK, &set.lines); // even if the command line excludes this benchmark
            check(&solver, &set);
        }
    }
    group.finish();
}

/// Checks that each verdict agrees with the set, and that each solution is correct.
fn check(solved: &BatchSolver, set: &Set) {
    let verdict = match set.solutions {
        SolutionCount::One => Verdict::Unique,
        SolutionCount::Several => Verdict::Multiple,
        _ => Verdict::NoSolution,
    };
    for ((line, answer), outcome) in set.lines.iter().zip(&solved.answers).zip(&solved.outcomes) {
        assert_eq!(outcome.verdict, verdict, "{}", set.name);
        let is_solved = verdict != Verdict::NoSolution;
        assert!(!is_solved || solves(answer, line), "{}", set.name);
    }
}

/// Returns whether the line `answer` is a solution of the puzzle `line`.
pub fn solves(answer: &[u8; CELLS + 1], line: &[u8; CELLS + 1]) -> bool {
    let puzzle = Puzzle::try_from(cells(line)).expect("a puzzle");
    Solution::try_from(cells(answer)).is_ok_and(|solution| solution.solves(&puzzle))
}

/// Returns the 81 cells of a line.
pub fn cells(line: &[u8; CELLS + 1]) -> [u8; CELLS] {
    std::array::from_fn(|cell| line[cell])
}
