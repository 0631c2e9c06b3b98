//! The measurement: a warm-up that verifies every solution, then rounds in which each contestant runs once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use bulkdoku::bench::sets::SolutionCount;
use bulkdoku::bench::{BatchSolver, Contender, Set, Shuffler, Solve, Statistics, Trial};
use bulkdoku::solver::{Engine, Goal, Task, Verdict};

use crate::clock::Clock;

/// Guesses per puzzle for counting its solutions.
const BUDGET: u64 = 1_000_000;

/// The puzzles and the task of all contestants.
pub struct Track {
    /// The puzzles.
    pub set: Arc<Set>,
    /// The number of solutions of each puzzle.
    pub known: Vec<SolutionCount>,
    /// The goal for each puzzle.
    pub goal: Goal,
    /// The kind of time that is measured.
    pub clock: Clock,
}

/// A contestant on a set.
pub struct Racer {
    /// The name in tables.
    pub name: String,
    /// Whether the contestant is bulkdoku.
    pub is_ours: bool,
    /// The measurement, or why there is none: a wrong answer or a panic.
    pub trial: Result<Trial, String>,
    /// Puzzles per second of each run.
    pub rates: Vec<f64>,
}

impl Racer {
    /// Solves the first puzzles of the set, as many as fit into `time`, and verifies every solution.
    pub fn warm_up(
        name: String,
        is_ours: bool,
        build: &dyn Fn() -> Box<dyn Solve>,
        track: &Track,
        time: Duration,
    ) -> Self {
        // When asked for the only solution, a peer does not say why it returns none.
        let known: Vec<SolutionCount> = match track.goal {
            Goal::Unique if !is_ours => track.known.iter().map(|&count| at_most_one(count)).collect(),
            _ => track.known.clone(),
        };
        let contender =
            Contender { name: &name, task: Task::new(track.goal), threads: 1, build, known: &known };
        let tried = catch_unwind(AssertUnwindSafe(|| Trial::warm_up(&track.set, &contender, time)));
        let trial = match tried {
            Ok(tried) => tried.map_err(|wrong| wrong.to_string()),
            Err(_) => Err(format!("{name} panicked; no rate is reported")),
        };
        Self { name, is_ours, trial, rates: Vec::new() }
    }

    /// Returns the rates of the runs, or `None` if there were none.
    pub fn rate(&self) -> Option<Statistics> {
        Statistics::of(self.rates.clone())
    }
}

/// Runs every contestant without a defect once per round, in random order. So if the machine becomes slower, all are slowed
/// alike.
///
/// # Errors
/// Returns an error if a thread cannot be started.
pub fn run(
    racers: &mut [Racer],
    clock: Clock,
    rounds: usize,
    shuffler: &mut Shuffler,
) -> bulkdoku::Result<()> {
    let mut order: Vec<usize> = (0..racers.len()).collect();
    for _ in 0..rounds {
        shuffler.shuffle(&mut order);
        for &index in &order {
            let Racer { trial: Ok(trial), rates, .. } = &mut racers[index] else { continue };
            rates.push(clock.rate(trial)?);
        }
    }
    Ok(())
}

/// Returns the number of solutions of each puzzle of a set, as the engine `single` finds them.
pub fn count_solutions(set: &Set) -> Vec<SolutionCount> {
    let task = Task::new(Goal::Unique).with_budget(BUDGET);
    let mut solver = BatchSolver::new(Engine::Single.build(), set.lines.len());
    solver.solve_lines(task, &set.lines);
    let count = |verdict| match verdict {
        Verdict::Unique => SolutionCount::One,
        Verdict::Multiple => SolutionCount::Several,
        Verdict::NoSolution | Verdict::Conflict => SolutionCount::None,
        _ => SolutionCount::Unknown,
    };
    solver.outcomes.iter().map(|outcome| count(outcome.verdict)).collect()
}

fn at_most_one(count: SolutionCount) -> SolutionCount {
    if count == SolutionCount::Several { SolutionCount::None } else { count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bulkdoku::bench::sets::BuiltIn;
    use bulkdoku::solver::{Answers, Isa, Outcome, Puzzles};

    /// Fills every solution with ones, or panics.
    struct Broken {
        panics: bool,
    }

    impl Solve for Broken {
        fn solve_to(
            &mut self,
            task: Task,
            _: Puzzles<'_>,
            mut answers: Answers<'_>,
            outcomes: &mut [Outcome],
        ) {
            assert!(!self.panics, "a panic for the test");
            (0..answers.len()).for_each(|index| answers.answer(index).write(&[1; 81]));
            outcomes.fill(Outcome::new(task.goal.verdict(1), 0, 0));
        }
    }

    fn raced(set: BuiltIn, build: &dyn Fn() -> Box<dyn Solve>) -> Racer {
        let set = Arc::new(set.make(20));
        let known = count_solutions(&set);
        let track = Track { set, known, goal: Goal::Unique, clock: Clock::Wall };
        let mut racers = [Racer::warm_up("it".to_owned(), false, build, &track, Duration::from_millis(1))];
        run(&mut racers, Clock::Wall, 2, &mut Shuffler::new(1)).expect("threads");
        let [racer] = racers;
        racer
    }

    #[test]
    fn a_right_solver_has_a_rate_for_each_round() {
        let racer = raced(BuiltIn::Ordinary, &|| Engine::Lanes.build_on(Isa::Portable));
        let trial = racer.trial.expect("a right solver");
        assert_eq!((racer.rates.len(), trial.warm_up.puzzles), (2, 20));
        assert!(trial.warm_up.sweeps > Some(20), "a sweep for each puzzle");
    }

    #[test]
    fn a_wrong_solver_gets_no_rate() {
        for set in [BuiltIn::Ordinary, BuiltIn::Impossible, BuiltIn::MultiSolution] {
            let racer = raced(set, &|| Box::new(Broken { panics: false }));
            let defect = racer.trial.err().expect("a defect");
            assert!(defect.starts_with("it: wrong answer to a puzzle of the set"), "{defect}");
            assert_eq!(racer.rates.len(), 0);
        }
    }

    #[test]
    fn a_panic_is_a_defect() {
        let racer = raced(BuiltIn::Ordinary, &|| Box::new(Broken { panics: true }));
        assert_eq!(racer.trial.err().as_deref(), Some("it panicked; no rate is reported"));
    }
}
