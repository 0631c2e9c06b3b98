//! The engine lanes, from text to text, on each built-in set and every available instruction set.

use bulkdoku::bench::BatchSolver;
use bulkdoku::bench::sets::{BuiltIn, Set, SolutionCount};
use bulkdoku::solver::{Engine, Goal, Isa, Task, Verdict};
use bulkdoku::{Candidates, Cell, Puzzle, Solution};
use criterion::{BenchmarkId, Criterion, Throughput};

/// The number of cells of a puzzle.
pub const CELLS: usize = 81;

/// The number of puzzles of clues in a set: enough to make the time for filling and emptying the lanes negligible.
const CLUES: usize = 1000;

/// The number of puzzles of pencilmarks, fewer, because each takes much longer.
const PENCILMARKS: usize = 100;

/// The task: prove that a solution is the only one.
const TASK: Task = Task::new(Goal::Unique);

/// Runs the benches of all sets.
pub fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("set");
    for set in BuiltIn::ALL.map(make) {
        group.throughput(Throughput::Elements(set.len() as u64));
        for isa in Isa::available() {
            let mut solver = BatchSolver::new(Engine::Lanes.build_on(isa), set.len());
            let mut solve = || solver.solve(TASK, set.puzzles(0..set.len()));
            group.bench_function(BenchmarkId::new(&set.name, isa), |bencher| bencher.iter(&mut solve));
            solve(); // even if the command line excludes this benchmark
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
    for ((puzzle, answer), outcome) in set.texts().zip(&solved.answers).zip(&solved.outcomes) {
        assert_eq!(outcome.verdict, verdict, "{}", set.name);
        let is_solved = verdict != Verdict::NoSolution;
        assert!(!is_solved || solves(answer, puzzle), "{}", set.name);
    }
}

/// Makes the puzzles of a set.
pub fn make(set: BuiltIn) -> Set {
    set.make(if set == BuiltIn::Pencilmarks { PENCILMARKS } else { CLUES })
}

/// Returns whether the line `answer` is a solution of a puzzle.
pub fn solves(answer: &[u8], puzzle: &[u8]) -> bool {
    let Ok(solution) = Solution::try_from(cells(answer)) else { return false };
    if puzzle.len() == CELLS {
        return solution.solves(&Puzzle::try_from(puzzle).expect("a puzzle"));
    }
    let candidates = Candidates::try_from(puzzle).expect("pencilmarks");
    Cell::all().all(|cell| candidates.has(cell, solution.digit(cell)))
}

/// Returns the first 81 bytes of a text.
pub fn cells(text: &[u8]) -> [u8; CELLS] {
    *text.first_chunk().expect("81 cells")
}
