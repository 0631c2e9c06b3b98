//! The measurement: a warm-up in which every answer is judged, then rounds in which each contestant runs once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use bulkdoku::bench::{Set, Shuffler, Statistics};
use bulkdoku::generate::PuzzleLine;
use bulkdoku::grid::CELLS;
use bulkdoku::solver::Outcome;
use bulkdoku::solver::batch::{AnswerLine, Notation, Goal, Puzzles, Solve, Task};

use crate::clock::Clock;
use crate::contestant::Contestant;
use crate::referee::Referee;

/// Puzzles per batch: so many that the end of a batch, where lanes are idle, takes a negligible time.
const BATCH: usize = 16_384;

/// Puzzles in the first batch of a warm-up. A slow solver may get no more than these.
const FIRST: usize = 8;

/// The task of all contestants.
#[derive(Clone, Copy)]
pub struct Track<'a> {
    /// The puzzles.
    pub set: &'a Set,
    /// The goal for each puzzle.
    pub goal: Goal,
    /// The kind of time that is measured.
    pub clock: Clock,
}

/// A contestant on a set.
pub struct Racer {
    /// The solver.
    pub contestant: Contestant,
    /// The number of puzzles it solves: the first ones of the shuffled set.
    pub puzzles: usize,
    /// The defect that the warm-up found. A contestant with a defect has no runs.
    pub defect: Option<Defect>,
    /// Sweeps per puzzle, if they are counted.
    pub sweeps: Option<f64>,
    /// Guesses per puzzle, if they are counted.
    pub guesses: Option<f64>,
    /// Puzzles per second of each run.
    pub rates: Vec<f64>,
    passes: usize,
}

/// Why a contestant gets no rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// The referee rejected answers.
    WrongAnswers {
        /// The number of rejected answers.
        count: usize,
        /// The puzzle of the first one.
        puzzle: String,
    },
    /// It panicked.
    Panic,
}

impl Racer {
    /// Solves the first puzzles of the set, as many as fit into `time`, and judges every answer.
    pub fn warm_up(contestant: Contestant, track: &Track, referee: &Referee, time: Duration) -> Self {
        let mut racer = Self::new(contestant);
        let mut spent = Duration::ZERO;
        let mut guesses = 0;
        let lines = &track.set.lines;
        while racer.puzzles < lines.len() && spent < time {
            let size = racer.puzzles.clamp(FIRST, BATCH).min(lines.len() - racer.puzzles);
            let mut batch = Batch::new(size);
            match racer.try_batch(&mut batch, track, &lines[racer.puzzles..racer.puzzles + size]) {
                Some(time) => spent += time,
                None => {
                    racer.defect = Some(Defect::Panic);
                    return racer;
                }
            }
            racer.judge(&batch, track, referee);
            guesses += batch.outcomes.iter().map(|outcome| outcome.guesses).sum::<u64>();
            racer.puzzles += size;
        }
        racer.passes = (time.as_secs_f64() / spent.as_secs_f64().max(1e-9)).ceil().max(1.0) as usize;
        racer.count(guesses);
        racer
    }

    /// The rates of the runs, or `None` if there were none.
    pub fn rate(&self) -> Option<Statistics> {
        Statistics::of(self.rates.clone())
    }

    fn new(contestant: Contestant) -> Self {
        let (puzzles, defect, rates) = (0, None, Vec::new());
        Self { contestant, puzzles, defect, sweeps: None, guesses: None, rates, passes: 1 }
    }

    /// The time that a batch took, or `None` if the solver panicked. It must not be used again then.
    fn try_batch(&mut self, batch: &mut Batch, track: &Track, lines: &[PuzzleLine]) -> Option<Duration> {
        let solver = &mut self.contestant.solver;
        catch_unwind(AssertUnwindSafe(|| batch.solve(solver.as_mut(), track, lines))).ok()
    }

    fn judge(&mut self, batch: &Batch, track: &Track, referee: &Referee) {
        for (at, (answer, outcome)) in batch.answers.iter().zip(&batch.outcomes).enumerate() {
            let index = self.puzzles + at;
            if !referee.accepts(track.set, track.goal, index, answer, outcome.verdict) {
                let puzzle = String::from_utf8_lossy(&track.set.lines[index][..CELLS]).into_owned();
                let (count, puzzle) = match self.defect.take() {
                    Some(Defect::WrongAnswers { count, puzzle }) => (count + 1, puzzle),
                    _ => (1, puzzle),
                };
                self.defect = Some(Defect::WrongAnswers { count, puzzle });
            }
        }
    }

    fn count(&mut self, guesses: u64) {
        let per_puzzle = |count: u64| count as f64 / self.puzzles.max(1) as f64;
        let sweeps = self.contestant.solver.counters().map(|counters| counters.lane_sweeps);
        self.sweeps = sweeps.map(per_puzzle);
        self.guesses = sweeps.map(|_| per_puzzle(guesses));
    }

    /// Times one run over the puzzles.
    fn race(&mut self, track: &Track) {
        let lines = &track.set.lines[..self.puzzles];
        let mut batch = Batch::new(BATCH.min(self.puzzles));
        let mut spent = Duration::ZERO;
        for lines in (0..self.passes).flat_map(|_| lines.chunks(BATCH)) {
            spent += batch.solve(self.contestant.solver.as_mut(), track, lines);
        }
        self.rates.push((self.puzzles * self.passes) as f64 / spent.as_secs_f64().max(1e-9));
    }
}

/// Runs every contestant without a defect once per round, in random order, so that a machine that becomes slower slows
/// all alike.
pub fn run(racers: &mut [Racer], track: &Track, rounds: usize, shuffler: &mut Shuffler) {
    let mut order: Vec<usize> = (0..racers.len()).filter(|&index| racers[index].defect.is_none()).collect();
    for _ in 0..rounds {
        shuffler.shuffle(&mut order);
        for &index in &order {
            racers[index].race(track);
        }
    }
}

/// The buffers of a batch.
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

    /// Solves the lines, text in and text out. Returns the time.
    fn solve(&mut self, solver: &mut dyn Solve, track: &Track, lines: &[PuzzleLine]) -> Duration {
        let puzzles = Puzzles::new(lines.as_flattened(), &self.starts[..lines.len()], Notation::Clues);
        let (answers, outcomes) = (&mut self.answers[..lines.len()], &mut self.outcomes[..lines.len()]);
        track.clock.time(|| solver.solve(Task::new(track.goal), puzzles, answers, outcomes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bulkdoku::solver::batch::Answers;

    use bulkdoku::bench::sets::BuiltIn;

    /// Answers every puzzle with ones, or panics.
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
            (0..answers.len()).for_each(|index| answers.answer(index).write(&[1; CELLS]));
            outcomes.fill(Outcome { verdict: task.goal.verdict(1), ..Outcome::default() });
        }
    }

    fn raced(solver: Box<dyn Solve>) -> Racer {
        let set = BuiltIn::Ordinary.make(20);
        let contestant = Contestant { name: String::new(), isa: None, solver };
        let time = Duration::from_millis(1);
        let track = Track { set: &set, goal: Goal::Unique, clock: Clock::Wall };
        let mut racers = [Racer::warm_up(contestant, &track, &Referee::of(&set), time)];
        run(&mut racers, &track, 2, &mut Shuffler::new(1));
        let [racer] = racers;
        racer
    }

    #[test]
    fn a_right_solver_has_a_rate_for_each_round() {
        let racer = raced(Contestant::ours(bulkdoku::solver::isa::Isa::Portable).solver);
        assert_eq!((racer.defect.as_ref(), racer.rates.len(), racer.puzzles), (None, 2, 20));
        assert!(racer.sweeps.is_some_and(|sweeps| sweeps > 1.0));
    }

    #[test]
    fn a_wrong_solver_gets_no_rate() {
        let racer = raced(Box::new(Broken { panics: false }));
        let Some(Defect::WrongAnswers { count, puzzle }) = &racer.defect else {
            panic!("the defect was not found")
        };
        assert_eq!((*count, puzzle.len(), racer.rates.len()), (racer.puzzles, CELLS, 0));
    }

    #[test]
    fn a_panic_is_a_defect() {
        assert_eq!(raced(Box::new(Broken { panics: true })).defect, Some(Defect::Panic));
    }
}
