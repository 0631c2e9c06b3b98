//! One measurement in memory: an engine solves a puzzle set on a number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::lane_costs::LaneCosts;
use super::sets::{Set, SolutionCount, clues_of};
use super::threads::run_together;
use super::wrong_answer::{Cause, WrongAnswer};
use crate::error::Result;
use crate::generate::PuzzleLine;
use crate::grid::{self, CELLS};
use crate::solver::batch::{AnswerLine, Goal, Notation, Puzzles, Solve, Task};
use crate::solver::{Engine, Outcome, Verdict, isa::Isa};

/// Puzzles per batch that a thread takes: about as many as one chunk of a file holds.
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
    /// Puzzles solved without a guess.
    pub without_guess: usize,
    /// Puzzles whose budget was exhausted.
    pub given_up: usize,
    /// Bytes that the answers occupy in a file.
    pub bytes: u64,
}

/// A subject on a puzzle set, ready to be timed.
pub struct Trial {
    /// The puzzle set.
    pub set: Arc<Set>,
    /// The engine, its task and its threads.
    pub subject: Subject,
    /// The result of the warm-up.
    pub warm_up: WarmUp,
    /// Guesses of each puzzle in the pass.
    pub guesses: Vec<u64>,
    passes: usize,
    solvers: Vec<Box<dyn Solve>>,
    /// The puzzles that the solvers have solved.
    solved: u64,
}

impl Subject {
    /// Builds the engine, on the fastest instruction set unless the subject names one.
    pub(super) fn build_engine(&self) -> Box<dyn Solve> {
        self.engine.build_on(self.isa.unwrap_or_else(Isa::best))
    }
}

impl Trial {
    /// Solves the first puzzles of the set, as many as one thread solves in `time`, and verifies every answer.
    ///
    /// # Errors
    /// Returns the first wrong answer.
    pub fn warm_up(
        set: &Arc<Set>,
        subject: Subject,
        time: Duration,
    ) -> std::result::Result<Self, WrongAnswer> {
        let mut solver = subject.build_engine();
        let mut guesses = Vec::new();
        let mut warm_up = WarmUp::default();
        let mut spent = Duration::ZERO;
        while warm_up.puzzles < set.lines.len() && spent < time {
            let size = warm_up.puzzles.clamp(FIRST_BATCH, BATCH).min(set.lines.len() - warm_up.puzzles);
            let lines = &set.lines[warm_up.puzzles..warm_up.puzzles + size];
            let mut batch = TrialBatch::new(size);
            spent += batch.solve(solver.as_mut(), subject.task, lines);
            batch.verify(lines, set, subject)?;
            warm_up.count(&batch.outcomes);
            guesses.extend(batch.outcomes.iter().map(|outcome| outcome.guesses));
        }
        let per_thread = spent.div_f64(subject.threads as f64).as_secs_f64().max(1e-9);
        let passes = (time.as_secs_f64() / per_thread).ceil().max(1.0) as usize;
        let solvers = (0..subject.threads).map(|_| subject.build_engine()).collect();
        Ok(Self { set: Arc::clone(set), subject, warm_up, guesses, passes, solvers, solved: 0 })
    }

    /// Returns the costs of the runs so far, if the engine is `lanes`.
    pub fn lane_costs(&self) -> Option<LaneCosts> {
        LaneCosts::of(self.solvers.iter().map(|solver| solver.counters()), self.solved)
    }

    /// Times one run over the puzzles. Returns puzzles per second.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub fn run(&mut self) -> Result<f64> {
        let lines = &self.set.lines[..self.warm_up.puzzles];
        // Several batches per thread, so that the threads finish at about the same time.
        let share = lines.len().div_ceil(4 * self.solvers.len());
        let min = if self.subject.engine == Engine::Lanes { MIN_LANES_BATCH } else { 1 };
        let batch = BATCH.min(share.max(min)).min(lines.len().max(1));
        let batches: Vec<&[PuzzleLine]> = (0..self.passes).flat_map(|_| lines.chunks(batch)).collect();
        let time = solve_all(&mut self.solvers, self.subject.task, &batches, batch)?;
        let solved = lines.len() * self.passes;
        self.solved += solved as u64;
        Ok(solved as f64 / time.as_secs_f64().max(1e-9))
    }
}

impl WarmUp {
    fn count(&mut self, outcomes: &[Outcome]) {
        self.puzzles += outcomes.len();
        self.guesses += outcomes.iter().map(|outcome| outcome.guesses).sum::<u64>();
        self.without_guess += outcomes.iter().filter(|outcome| outcome.guesses == 0).count();
        self.given_up +=
            outcomes.iter().filter(|outcome| outcome.verdict == Verdict::BudgetExhausted).count();
        self.bytes += outcomes.iter().map(|outcome| answer_bytes(outcome.verdict)).sum::<u64>();
    }
}

/// Bytes of an answer line, including its line end.
fn answer_bytes(verdict: Verdict) -> u64 {
    let line = match verdict {
        Verdict::Solved | Verdict::Unique => CELLS,
        Verdict::Conflict => "conflict r1c2 r1c7".len(),
        verdict => verdict.name().len(),
    };
    line as u64 + 1
}

/// Solves all batches on all threads. Returns the time from the first start to the last end.
///
/// # Errors
/// Returns an error if a thread cannot be started.
fn solve_all(
    solvers: &mut [Box<dyn Solve>],
    task: Task,
    batches: &[&[PuzzleLine]],
    size: usize,
) -> Result<Duration> {
    let next = &AtomicUsize::new(0);
    run_together(solvers.iter_mut().map(|solver| {
        let mut batch = TrialBatch::new(size);
        move || {
            while let Some(lines) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                batch.solve(solver.as_mut(), task, lines);
            }
        }
    }))
}

/// The buffers of one thread.
struct TrialBatch {
    starts: Vec<u32>,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
}

impl TrialBatch {
    fn new(size: usize) -> Self {
        Self {
            starts: (0..size).map(|index| (index * (CELLS + 1)) as u32).collect(),
            answers: vec![[0; CELLS + 1]; size],
            outcomes: vec![Outcome::default(); size],
        }
    }

    fn solve(&mut self, solver: &mut dyn Solve, task: Task, lines: &[PuzzleLine]) -> Duration {
        let puzzles = Puzzles::new(lines.as_flattened(), &self.starts[..lines.len()], Notation::Clues);
        let (answers, outcomes) = (&mut self.answers[..lines.len()], &mut self.outcomes[..lines.len()]);
        let started = Instant::now();
        solver.solve(task, puzzles, answers, outcomes);
        started.elapsed()
    }

    fn verify(
        &self,
        lines: &[PuzzleLine],
        set: &Set,
        subject: Subject,
    ) -> std::result::Result<(), WrongAnswer> {
        for ((line, answer), outcome) in lines.iter().zip(&self.answers).zip(&self.outcomes) {
            if !is_right(line, answer, outcome.verdict, set.solutions, subject.task.goal) {
                let reason = format!("its verdict was '{}'", outcome.verdict.name());
                let cause = Cause::of_answer(&line[..CELLS], &answer[..CELLS], &reason);
                return Err(WrongAnswer { solver: subject.engine.to_string(), set: set.name.clone(), cause });
            }
        }
        Ok(())
    }
}

/// Whether the verdict agrees with what is known about the set, and the answer is a solution of the puzzle.
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
        SolutionCount::None => verdict == Verdict::NoSolution,
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
        Subject { engine, isa: None, task: Task { goal, budget: 10_000 }, threads }
    }

    #[test]
    fn every_engine_is_measured_on_every_set() {
        for built_in in BuiltIn::ALL {
            let set = Arc::new(built_in.make(20));
            for engine in Engine::ALL {
                for goal in [Goal::First, Goal::Unique] {
                    let time = Duration::from_millis(1);
                    let mut trial = Trial::warm_up(&set, subject(engine, goal, 2), time).unwrap();
                    assert!(trial.run().unwrap() > 0.0, "{engine} on {}", set.name);
                    assert_eq!(trial.guesses.len(), trial.warm_up.puzzles);
                }
            }
        }
    }

    #[test]
    fn a_wrong_answer_is_reported_with_the_puzzle() {
        let mut set = BuiltIn::Impossible.make(1);
        set.solutions = SolutionCount::One;
        let wrong =
            Trial::warm_up(&Arc::new(set), subject(Engine::Scalar, Goal::First, 1), Duration::from_millis(1));
        let text = wrong.err().map(|wrong| wrong.to_string()).unwrap_or_default();
        assert!(text.starts_with("scalar gave a wrong answer to a puzzle of the set impossible"), "{text}");
    }

    #[test]
    fn a_set_without_puzzles_takes_no_time() {
        let set = Arc::new(BuiltIn::Easy.make(0));
        let subject = subject(Engine::Lanes, Goal::First, 1);
        assert_eq!(Trial::warm_up(&set, subject, Duration::from_millis(1)).unwrap().warm_up.puzzles, 0);
    }
}
