//! One measurement in memory: an engine solves a puzzle set on a number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::sets::{Set, SolutionCount, clues_of};
use super::threads::run_together;
use crate::board::grid::{self, CELLS};
use crate::error::{Error, Result};
use crate::generate::PuzzleLine;
use crate::solver::batch::{AnswerLine, BatchSolver, Goal, Solve, Task};
use crate::solver::{Engine, Isa, Outcome, Verdict};

/// Puzzles per batch of a thread: about as many as in one chunk of a file.
const BATCH: usize = 3072;

/// The smallest batch for the engine `lanes`: with fewer puzzles, a large share of the lanes would be idle.
const MIN_LANES_BATCH: usize = 256;

/// Puzzles in the first batch of a warm-up. A slow engine may solve no more than these.
const FIRST_BATCH: usize = 8;

/// What is measured: an engine, its task and its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The engine.
    pub engine: Engine,
    /// The instruction set, if the engine supports several.
    pub isa: Option<Isa>,
    /// The task for each puzzle.
    pub task: Task,
    /// The number of solving threads.
    pub threads: usize,
}

/// The result of a warm-up: one verified pass over the measured puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarmUp {
    /// Puzzles in the pass.
    pub puzzles: usize,
    /// Guesses over all puzzles.
    pub guesses: u64,
    /// Sweeps of constraint propagation over the puzzles, if the solver counts them: work that does not depend on the clock.
    pub sweeps: Option<u64>,
    /// Puzzles whose budget was exhausted.
    pub given_up: usize,
}

/// Solvers to measure, and what is known about the right answers.
pub struct Contender<'a> {
    /// The name in errors.
    pub name: &'a str,
    /// The task for each puzzle.
    pub task: Task,
    /// The number of solving threads, each with its own solver.
    pub threads: usize,
    /// Builds a solver.
    pub build: &'a dyn Fn() -> Box<dyn Solve>,
    /// The number of solutions of each puzzle of the set, or one count for all of them.
    pub known: &'a [SolutionCount],
}

/// A contender on a puzzle set, ready to be timed.
pub struct Trial {
    /// The puzzle set.
    pub set: Arc<Set>,
    /// The result of the warm-up.
    pub warm_up: WarmUp,
    task: Task,
    passes: usize,
    solvers: Vec<BatchSolver>,
}

impl Subject {
    /// Builds the engine, on the fastest instruction set unless the subject names one.
    pub(super) fn build_engine(&self) -> Box<dyn Solve> {
        self.engine.build_on(self.isa.unwrap_or_else(Isa::best))
    }
}

impl Trial {
    /// Solves the first puzzles of the set with an engine, as [`Trial::warm_up`] does.
    ///
    /// # Errors
    /// Returns an error for the first wrong answer.
    pub fn of_engine(set: &Arc<Set>, subject: Subject, time: Duration) -> Result<Self> {
        let Subject { engine, task, threads, .. } = subject;
        let (build, known) = (|| subject.build_engine(), [set.solutions]);
        Self::warm_up(
            set,
            &Contender { name: engine.name(), task, threads, build: &build, known: &known },
            time,
        )
    }

    /// Solves the first puzzles of the set, as many as one thread solves in `time`, and verifies every answer.
    ///
    /// # Errors
    /// Returns an error for the first wrong answer.
    pub fn warm_up(set: &Arc<Set>, contender: &Contender<'_>, time: Duration) -> Result<Self> {
        let mut solver = BatchSolver::new((contender.build)(), BATCH);
        let mut warm_up = WarmUp::default();
        let mut spent = Duration::ZERO;
        while warm_up.puzzles < set.lines.len() && spent < time {
            let first = warm_up.puzzles;
            let size = first.clamp(FIRST_BATCH, BATCH).min(set.lines.len() - first);
            let started = Instant::now();
            solver.solve_lines(contender.task, &set.lines[first..first + size]);
            spent += started.elapsed();
            contender.verify(set, first, &solver)?;
            warm_up.count(&solver.outcomes);
        }
        warm_up.sweeps = solver.engine.counters().map(|counters| counters.lane_sweeps);
        let per_thread = spent.div_f64(contender.threads as f64).as_secs_f64().max(1e-9);
        let passes = (time.as_secs_f64() / per_thread).ceil().max(1.0) as usize;
        let solvers = (0..contender.threads).map(|_| BatchSolver::new((contender.build)(), BATCH)).collect();
        let (set, task) = (Arc::clone(set), contender.task);
        Ok(Self { set, warm_up, task, passes, solvers })
    }

    /// Returns the number of puzzles that one run solves.
    pub fn puzzles_per_run(&self) -> usize {
        self.warm_up.puzzles * self.passes
    }

    /// Times one run over the puzzles. Returns puzzles per second.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub fn run(&mut self) -> Result<f64> {
        let lines = &self.set.lines[..self.warm_up.puzzles];
        // Several batches per thread let the threads finish at about the same time.
        let share = lines.len().div_ceil(4 * self.solvers.len());
        let solves_many =
            |solver: &BatchSolver| solver.engine.counters().is_some_and(|counters| counters.lanes > 1);
        let min = if self.solvers.iter().all(solves_many) { MIN_LANES_BATCH } else { 1 };
        let batch = BATCH.min(share.max(min)).min(lines.len().max(1));
        let batches: Vec<&[PuzzleLine]> = (0..self.passes).flat_map(|_| lines.chunks(batch)).collect();
        let time = solve_all(&mut self.solvers, self.task, &batches)?;
        Ok(self.puzzles_per_run() as f64 / time.as_secs_f64().max(1e-9))
    }
}

impl Contender<'_> {
    /// Verifies the answers to the puzzles of the set from index `first` on.
    fn verify(&self, set: &Set, first: usize, solved: &BatchSolver) -> Result<()> {
        let known = self.known.iter().cycle().skip(first % self.known.len().max(1));
        let found = solved.answers.iter().zip(&solved.outcomes).zip(known);
        for (line, ((answer, outcome), &solutions)) in set.lines[first..].iter().zip(found) {
            if !is_right(line, answer, outcome.verdict, solutions, self.task.goal) {
                let reason = format!("its verdict was '{}'", outcome.verdict.name());
                return Err(wrong_answer(self.name, set, line, &answer[..CELLS], &reason));
            }
        }
        Ok(())
    }
}

impl WarmUp {
    fn count(&mut self, outcomes: &[Outcome]) {
        self.puzzles += outcomes.len();
        self.guesses += outcomes.iter().map(|outcome| outcome.guesses).sum::<u64>();
        self.given_up +=
            outcomes.iter().filter(|outcome| outcome.verdict == Verdict::BudgetExhausted).count();
    }
}

/// Returns the error of a measurement that found a wrong answer to the puzzle `line`.
fn wrong_answer(solver: &str, set: &Set, line: &PuzzleLine, answer: &[u8], reason: &str) -> Error {
    let [puzzle, answer] = [&line[..CELLS], answer].map(String::from_utf8_lossy);
    let what = format!("{solver}: wrong answer to a puzzle of the set {}", set.name);
    Error::refused(format!("{what}: {reason}; no rate is reported\npuzzle {puzzle}\nanswer {answer}"))
}

/// Solves all batches on all threads. Returns the time from the first start to the last end.
///
/// # Errors
/// Returns an error if a thread cannot be started.
fn solve_all(solvers: &mut [BatchSolver], task: Task, batches: &[&[PuzzleLine]]) -> Result<Duration> {
    let next = &AtomicUsize::new(0);
    run_together(solvers.iter_mut().map(|solver| {
        move || {
            while let Some(lines) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                solver.solve_lines(task, lines);
            }
        }
    }))
}

/// Whether the verdict agrees with what is known about the puzzle, and the answer is a solution of the puzzle.
fn is_right(
    line: &PuzzleLine,
    answer: &AnswerLine,
    verdict: Verdict,
    solutions: SolutionCount,
    goal: Goal,
) -> bool {
    let possible = match solutions {
        SolutionCount::One => verdict == goal.verdict(1),
        SolutionCount::Several => verdict == goal.verdict(goal.limit().min(2)),
        SolutionCount::None => matches!(verdict, Verdict::NoSolution | Verdict::Conflict),
        SolutionCount::Unknown => verdict != Verdict::Malformed,
    };
    let is_solved = matches!(verdict, Verdict::Solved | Verdict::Unique);
    let is_solution = || grid::is_solution_of(&std::array::from_fn(|cell| answer[cell]), &clues_of(line));
    verdict == Verdict::BudgetExhausted || (possible && (!is_solved || is_solution()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::sets::BuiltIn;

    fn subject(engine: Engine, goal: Goal, threads: usize) -> Subject {
        Subject { engine, isa: None, task: Task::new(goal).with_budget(10_000), threads }
    }

    #[test]
    fn every_engine_is_measured_on_every_set() {
        for built_in in BuiltIn::ALL {
            let set = Arc::new(built_in.make(20));
            for engine in Engine::ALL {
                for goal in [Goal::First, Goal::Unique] {
                    let time = Duration::from_millis(1);
                    let mut trial = Trial::of_engine(&set, subject(engine, goal, 2), time).unwrap();
                    assert!(trial.run().unwrap() > 0.0, "{engine} on {}", set.name);
                    assert_eq!(trial.warm_up.sweeps.is_some(), !engine.is_baseline(), "{engine}");
                }
            }
        }
    }

    #[test]
    fn a_wrong_answer_is_reported_with_the_puzzle() {
        let mut set = BuiltIn::Impossible.make(1);
        set.solutions = SolutionCount::One;
        let wrong = Trial::of_engine(
            &Arc::new(set),
            subject(Engine::Single, Goal::First, 1),
            Duration::from_millis(1),
        );
        let text = wrong.err().map(|wrong| wrong.to_string()).unwrap_or_default();
        assert!(text.starts_with("single: wrong answer to a puzzle of the set impossible"), "{text}");
    }

    #[test]
    fn an_empty_set_takes_no_time() {
        let set = Arc::new(BuiltIn::Easy.make(0));
        let subject = subject(Engine::Lanes, Goal::First, 1);
        assert_eq!(Trial::of_engine(&set, subject, Duration::from_millis(1)).unwrap().warm_up.puzzles, 0);
    }
}
