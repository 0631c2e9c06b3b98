//! One thing to measure in memory: a set, who solves it, what is asked, on how many threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::sets::{Set, Truth, clues_of};
use super::wrong_answer::{Cause, WrongAnswer};
use crate::generate::PuzzleLine;
use crate::grid::{self, CELLS};
use crate::solver::batch::{AnswerLine, Form, Goal, Puzzles, Solve, Task};
use crate::solver::{Engine, Outcome, Verdict, isa::Isa};

/// Puzzles that a thread takes at a time: about as many as a chunk of a file holds.
const BATCH: usize = 3072;

/// The fewest that the lanes take: with less, most of the time some of them would have no puzzle.
const LEAST_OF_LANES: usize = 256;

/// Puzzles of the first batch of a warm-up, which may be all that a slow engine gets to solve.
const FIRST: usize = 8;

/// Who solves, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The engine.
    pub engine: Engine,
    /// The instruction set, where the engine has several.
    pub isa: Option<Isa>,
    /// What is asked of each puzzle.
    pub task: Task,
    /// Threads that solve.
    pub threads: usize,
}

/// What the warm-up found: one pass over the puzzles that are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Puzzles of a pass.
    pub puzzles: usize,
    /// Their guesses together.
    pub guesses: u64,
    /// Those that needed none.
    pub without_guess: usize,
    /// Those that spent the budget and were given up.
    pub given_up: usize,
    /// Bytes that the answers take in a file.
    pub bytes: u64,
}

/// A subject on a set.
pub struct Trial {
    /// The set.
    pub set: Arc<Set>,
    /// Who solves it.
    pub subject: Subject,
    /// What the warm-up found.
    pub answers: Answers,
    /// Guesses of each puzzle of the pass.
    pub guesses: Vec<u64>,
    passes: usize,
    solvers: Vec<Box<dyn Solve>>,
}

impl Subject {
    /// Builds the engine on the instruction set of the subject, or on the fastest one.
    pub(super) fn build_engine(&self) -> Box<dyn Solve> {
        self.engine.build_on(self.isa.unwrap_or_else(Isa::best))
    }
}

impl Trial {
    /// Warms up: solves the set, as many of its first puzzles as `time` allows one thread, and verifies every answer by the rules.
    ///
    /// # Errors
    /// When an answer is wrong.
    pub fn warm_up(set: &Arc<Set>, subject: Subject, time: Duration) -> Result<Self, WrongAnswer> {
        let mut solver = subject.build_engine();
        let mut guesses = Vec::new();
        let mut answers = Answers::default();
        let mut spent = Duration::ZERO;
        while answers.puzzles < set.lines.len() && spent < time {
            let size = answers.puzzles.clamp(FIRST, BATCH).min(set.lines.len() - answers.puzzles);
            let lines = &set.lines[answers.puzzles..answers.puzzles + size];
            let mut batch = Batch::new(size);
            spent += batch.solve(solver.as_mut(), subject.task, lines);
            batch.verify(lines, set, subject)?;
            answers.count(&batch.outcomes);
            guesses.extend(batch.outcomes.iter().map(|outcome| outcome.guesses));
        }
        let per_thread = spent.div_f64(subject.threads as f64).as_secs_f64().max(1e-9);
        let passes = (time.as_secs_f64() / per_thread).ceil().max(1.0) as usize;
        let solvers = (0..subject.threads).map(|_| subject.build_engine()).collect();
        Ok(Self { set: Arc::clone(set), subject, answers, guesses, passes, solvers })
    }

    /// Solves the puzzles once more and tells how many a second that were.
    pub fn run(&mut self) -> f64 {
        let lines = &self.set.lines[..self.answers.puzzles];
        // Several batches a thread, so that none has the last one to itself for long.
        let share = lines.len().div_ceil(4 * self.solvers.len());
        let least = if self.subject.engine == Engine::Lanes { LEAST_OF_LANES } else { 1 };
        let batch = BATCH.min(share.max(least)).min(lines.len().max(1));
        let batches: Vec<&[PuzzleLine]> = (0..self.passes).flat_map(|_| lines.chunks(batch)).collect();
        let time = solve_all(&mut self.solvers, self.subject.task, &batches, batch);
        (lines.len() * self.passes) as f64 / time.as_secs_f64().max(1e-9)
    }
}

impl Answers {
    fn count(&mut self, outcomes: &[Outcome]) {
        self.puzzles += outcomes.len();
        self.guesses += outcomes.iter().map(|outcome| outcome.guesses).sum::<u64>();
        self.without_guess += outcomes.iter().filter(|outcome| outcome.guesses == 0).count();
        self.given_up +=
            outcomes.iter().filter(|outcome| outcome.verdict == Verdict::BudgetExhausted).count();
        self.bytes += outcomes.iter().map(|outcome| answer_bytes(outcome.verdict)).sum::<u64>();
    }
}

/// Bytes of an answer's line in a file.
fn answer_bytes(verdict: Verdict) -> u64 {
    let line = match verdict {
        Verdict::Solved | Verdict::Unique => CELLS,
        Verdict::Conflict => "conflict r1c2 r1c7".len(),
        verdict => verdict.name().len(),
    };
    line as u64 + 1
}

/// The time from when all threads are ready to when the last one is done.
fn solve_all(solvers: &mut [Box<dyn Solve>], task: Task, batches: &[&[PuzzleLine]], size: usize) -> Duration {
    let (next, ready) = (AtomicUsize::new(0), Barrier::new(solvers.len()));
    let clock: Mutex<Option<(Instant, Instant)>> = Mutex::new(None);
    let (next, ready, clock) = (&next, &ready, &clock);
    thread::scope(|scope| {
        for solver in solvers {
            scope.spawn(move || {
                let mut memory = Batch::new(size);
                ready.wait();
                let started = Instant::now();
                while let Some(lines) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                    memory.solve(solver.as_mut(), task, lines);
                }
                let ended = Instant::now();
                let mut clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
                let (first, last) = clock.unwrap_or((started, ended));
                *clock = Some((first.min(started), last.max(ended)));
            });
        }
    });
    let clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
    clock.map_or(Duration::ZERO, |(first, last)| last - first)
}

/// A thread's memory.
struct Batch {
    starts: Vec<u32>,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
}

impl Batch {
    fn new(size: usize) -> Self {
        Self {
            starts: (0..size).map(|index| (index * (CELLS + 1)) as u32).collect(),
            answers: vec![[0; CELLS + 1]; size],
            outcomes: vec![Outcome::default(); size],
        }
    }

    fn solve(&mut self, solver: &mut dyn Solve, task: Task, lines: &[PuzzleLine]) -> Duration {
        let puzzles = Puzzles::new(lines.as_flattened(), &self.starts[..lines.len()], Form::Clues);
        let (answers, outcomes) = (&mut self.answers[..lines.len()], &mut self.outcomes[..lines.len()]);
        let started = Instant::now();
        solver.solve(task, puzzles, answers, outcomes);
        started.elapsed()
    }

    fn verify(&self, lines: &[PuzzleLine], set: &Set, subject: Subject) -> Result<(), WrongAnswer> {
        for ((line, answer), outcome) in lines.iter().zip(&self.answers).zip(&self.outcomes) {
            if !is_right(line, answer, outcome.verdict, set.truth, subject.task.goal) {
                let why = format!("its verdict was '{}'", outcome.verdict.name());
                let fault = Cause::of_answer(&line[..CELLS], &answer[..CELLS], &why);
                return Err(WrongAnswer { who: subject.engine.to_string(), set: set.name.clone(), fault });
            }
        }
        Ok(())
    }
}

/// Is the verdict what is known of the set, and the answer a solution by the rules?
fn is_right(line: &PuzzleLine, answer: &AnswerLine, verdict: Verdict, truth: Truth, goal: Goal) -> bool {
    let possible = match truth {
        Truth::One => verdict == goal.verdict(1),
        Truth::Several => verdict == goal.verdict(goal.limit().min(2)),
        Truth::None => verdict == Verdict::NoSolution,
        Truth::Unknown => verdict != Verdict::Malformed,
    };
    let has_answer = matches!(verdict, Verdict::Solved | Verdict::Unique);
    let holds = || grid::is_solution_of(&std::array::from_fn(|cell| answer[cell]), &clues_of(line));
    verdict == Verdict::BudgetExhausted || (possible && (!has_answer || holds()))
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
                    assert!(trial.run() > 0.0, "{engine} on {}", set.name);
                    assert_eq!(trial.guesses.len(), trial.answers.puzzles);
                }
            }
        }
    }

    #[test]
    fn a_wrong_answer_is_told_with_the_puzzle() {
        let mut set = BuiltIn::Impossible.make(1);
        set.truth = Truth::One;
        let wrong =
            Trial::warm_up(&Arc::new(set), subject(Engine::Scalar, Goal::First, 1), Duration::from_millis(1));
        let text = wrong.err().map(|wrong| wrong.to_string()).unwrap_or_default();
        assert!(text.starts_with("scalar answered a puzzle of the set impossible wrongly"), "{text}");
    }

    #[test]
    fn a_set_without_puzzles_takes_no_time() {
        let set = Arc::new(Set::of_file("empty", b""));
        let subject = subject(Engine::Lanes, Goal::First, 1);
        assert_eq!(Trial::warm_up(&set, subject, Duration::from_millis(1)).unwrap().answers.puzzles, 0);
    }
}
