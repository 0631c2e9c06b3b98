//! Puzzles that take very many guesses: many searches, each of a part of the tree of guesses, that go on in rounds.
//!
//! ```text
//!                   ┌─▶ part 0: up to ROUND guesses ─┐
//! boards that wait ─┼─▶ part 1                       ├─▶ solutions and guesses, added up in the order of the parts
//!        ▲          └─▶ …       on any threads       ┘      │
//!        │                                                  │ until there are enough, or no board waits
//!        └─ parts without a board get one of the others ◀───┘
//! ```
//!
//! Threads can work on the parts of a round at the same time, so all cores can solve a single puzzle. What a part does in a round
//! depends on the earlier rounds alone. So results do not depend on threads: the first solution is that of the first part that has
//! one in the earliest round, and the guesses are those up to it.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::board::BoardOps;
use super::dead_ends::HARD;
use super::engine::{SingleEngine, UNDIVIDED, is_set};
use super::search::{Bounds, Search, Stop};
use crate::board::grid::CELLS;
use crate::board::notation::AnswerLine;
use crate::solver::batch::{Answer, ForEach, Task};

/// The number of parts, for the threads of a large processor.
const PARTS: usize = 64;

/// The most guesses of a part in a round, about half a millisecond. All parts together exceed a budget by at most [`UNDIVIDED`].
const ROUND: u64 = UNDIVIDED / PARTS as u64;

/// The most solutions of a puzzle that a caller reads.
const ANSWERS: usize = 2;

/// All parts of a search.
struct Parts<S: BoardOps> {
    /// Those with a board first. A lock never waits: each part is called once in a round.
    parts: Vec<Mutex<Part<S>>>,
    /// The dead ends of the whole search.
    dead_ends: u64,
}

/// A part of a search, and what it found in the last round.
struct Part<S: BoardOps> {
    search: Search<S>,
    found: [AnswerLine; ANSWERS],
}

impl<S: BoardOps> SingleEngine<S> {
    /// Continues a search that has taken [`UNDIVIDED`] guesses. Allocates 3 MB for the parts.
    pub(super) fn go_on_in_parts(&mut self, task: Task, answers: &mut [Answer<'_>]) -> Stop {
        let Self { search, is_stopped, for_each } = self;
        let is_stopped = || is_set(is_stopped.as_deref());
        let mut parts = Parts::of(search);
        let stop = loop {
            let open = parts.share_out();
            if open == 0 {
                break Stop::Exhausted;
            }
            if search.guesses == task.budget {
                break Stop::Budget;
            }
            let solutions = task.goal.limit() - search.solutions;
            let guesses = ROUND.min(task.budget - search.guesses);
            parts.run(open, Bounds { solutions, guesses }, *for_each, &is_stopped);
            if is_stopped() {
                break Stop::Budget;
            }
            if let Some(stop) = parts.add_up(open, task, search, answers) {
                break stop;
            }
        };
        parts.count_work(search);
        stop
    }
}

impl<S: BoardOps> Parts<S> {
    /// Moves the boards of `search` to the first part.
    fn of(search: &mut Search<S>) -> Self {
        let part =
            |_| Mutex::new(Part { search: Search::new(search.simd), found: [[0; CELLS + 1]; ANSWERS] });
        let mut parts: Vec<_> = (0..PARTS).map(part).collect();
        let first = &mut unlocked(&mut parts[0]).search;
        std::mem::swap(&mut first.waiting, &mut search.waiting);
        first.dead_ends = search.dead_ends;
        // A part never starts again from the root.
        Self { parts, dead_ends: search.dead_ends.count().max(HARD) }
    }

    /// Gives boards to parts that have none, as long as others can spare some. Returns the number of parts with a board.
    fn share_out(&mut self) -> usize {
        self.parts.sort_by_key(|part| locked(part).search.waiting.is_empty());
        let mut open = self.parts.partition_point(|part| !locked(part).search.waiting.is_empty());
        while let Some((givers, [taker, ..])) = self.parts.split_at_mut_checked(open) {
            let spare = givers.iter_mut().map(unlocked).filter(|giver| giver.search.waiting.len() > 1);
            let Some(giver) = spare.min_by_key(|giver| giver.search.waiting[0].depth) else { break };
            unlocked(taker).take_from(giver);
            open += 1;
        }
        open
    }

    /// Continues the first `open` parts, each to these bounds.
    fn run(&self, open: usize, bounds: Bounds, for_each: ForEach, is_stopped: &(dyn Fn() -> bool + Sync)) {
        let last = AtomicUsize::new(open);
        for_each(open, &|number| {
            let is_needed = number < last.load(Relaxed) && !is_stopped();
            if is_needed && locked(&self.parts[number]).run(self.dead_ends, bounds) == Stop::Limit {
                last.fetch_min(number, Relaxed);
            }
        });
    }

    /// Adds what the first `open` parts did in a round to `search`, up to the first bound.
    fn add_up(
        &mut self,
        open: usize,
        task: Task,
        search: &mut Search<S>,
        answers: &mut [Answer<'_>],
    ) -> Option<Stop> {
        let before = self.dead_ends;
        for part in self.parts[..open].iter_mut().map(unlocked) {
            if part.search.guesses > task.budget - search.guesses {
                search.guesses = task.budget;
                return Some(Stop::Budget);
            }
            search.guesses += part.search.guesses;
            part.write_found(answers.get_mut(search.solutions as usize..).unwrap_or_default());
            search.solutions += part.search.solutions;
            if search.solutions >= task.goal.limit() {
                search.solutions = task.goal.limit();
                return Some(Stop::Limit);
            }
            self.dead_ends += part.search.dead_ends.count() - before;
        }
        None
    }

    /// Adds the sweeps of all parts to those of `search`.
    fn count_work(&self, search: &mut Search<S>) {
        for part in &self.parts {
            let part = &locked(part).search;
            search.sweeps += part.sweeps;
            search.deepest = search.deepest.max(part.deepest);
        }
    }
}

impl<S: BoardOps> Part<S> {
    /// Takes the board nearest to the root from another part.
    fn take_from(&mut self, giver: &mut Self) {
        self.search.waiting.push(giver.search.waiting.remove(0));
        self.search.dead_ends = giver.search.dead_ends;
    }

    /// Continues the search to these bounds, counted from here. The whole search has met this number of dead ends.
    fn run(&mut self, dead_ends: u64, bounds: Bounds) -> Stop {
        let Self { search, found: [one, other] } = self;
        (search.solutions, search.guesses) = (0, 0);
        search.dead_ends.go_on_from(dead_ends);
        search.go_on(bounds, &mut [Answer::Line(one), Answer::Line(other)])
    }

    /// Writes the solutions of the last round, if there are answers for them.
    fn write_found(&self, answers: &mut [Answer<'_>]) {
        for (answer, line) in answers.iter_mut().zip(&self.found).take(self.search.solutions as usize) {
            answer.write(&std::array::from_fn(|cell| line[cell] - b'0'));
        }
    }
}

fn locked<S: BoardOps>(part: &Mutex<Part<S>>) -> MutexGuard<'_, Part<S>> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unlocked<S: BoardOps>(part: &mut Mutex<Part<S>>) -> &mut Part<S> {
    part.get_mut().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use super::super::board::CellMasks;
    use super::super::search::Order;
    use super::super::tests::{MANY, MANY_SOLUTIONS, as_pencilmarks};
    use super::*;
    use crate::board::notation::masks_of;
    use crate::simd::Bands;
    use crate::simd::for_each_isa;
    use crate::solver::batch::{Goal, in_turn};

    /// Pencilmarks with one solution, which takes some 6,000 guesses. With any other candidate there are several.
    const HARD_MARKS: &str = "\
..345...912.456789..3456.891.345.789...4...8.123456.89.2345.78912.456789123456789\
1.3.....912345678.1.34567.912345678912.4.67.912.45678912.4....9.2.4.678.1.34.678.\
123456789123.567..1234567.9.234....91234.6.8..2345678912345678.123456789123...78.\
..3...789.2.45.789.234.67891234567..123456789.2.456.8...34....9.234...8912345..8.\
12345678912.45.789.2..5.7891.345678.1.34.6.89123.56789123.5.78912345.789123.5..89\
123456789.2.4.6789.2.4.67891...56..912.456.8912.456.891234...89.23456789.23456.89\
1234.6.8.1234..789.23456.89123.567.912345678912345....123456.89.23456.89123.56.8.\
12.4.6.8912.4.67891..4.6.8...34567..1234567.91234..7.912345678912.456...123456.89\
1...5.789....5.78.12.45.78...345.7.91.3.5.7..12345678912.45.78912345.7.9.23456789";

    /// The guesses before a search is divided in these tests.
    const BEFORE: u64 = 300;

    const ALL: Goal = Goal::Count { limit: u64::MAX };

    /// Why a search in parts stopped, its solutions and guesses, and the first solution as text.
    type Found = (Stop, u64, u64, AnswerLine);

    fn hard_marks() -> CellMasks {
        masks_of(HARD_MARKS.as_bytes()).unwrap()
    }

    fn solve_in_parts<S: BoardOps>(simd: S, masks: &CellMasks, task: Task, for_each: ForEach) -> Found {
        let mut engine = SingleEngine { for_each, ..SingleEngine::new(simd) };
        let mut line = [0; CELLS + 1];
        engine.search.begin(masks, Order::Fastest);
        let bounds = Bounds { solutions: task.goal.limit(), guesses: BEFORE };
        assert_eq!(engine.search.go_on(bounds, &mut [Answer::Line(&mut line)]), Stop::Budget);
        let stop = engine.go_on_in_parts(task, &mut [Answer::Line(&mut line)]);
        (stop, engine.search.solutions, engine.search.guesses, line)
    }

    fn backwards(count: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..count).rev().for_each(work);
    }

    fn on_three_threads(count: usize, work: &(dyn Fn(usize) + Sync)) {
        thread::scope(|scope| {
            for first in 0..3 {
                scope.spawn(move || (first..count).step_by(3).for_each(work));
            }
        });
    }

    #[test]
    fn the_result_is_the_same_in_any_order_on_any_threads_and_on_every_instruction_set() {
        let masks = hard_marks();
        for goal in [Goal::First, Goal::Unique, ALL] {
            let expected = solve_in_parts(Bands, &masks, Task::new(goal), in_turn);
            assert_eq!(expected.1, 1);
            let solution: &[u8; CELLS] = expected.3.first_chunk().unwrap();
            assert!((0..CELLS).all(|cell| masks[cell] >> (solution[cell] - b'1') & 1 == 1));
            for_each_isa!(|simd, name| {
                for for_each in [in_turn as ForEach, backwards, on_three_threads] {
                    let found = solve_in_parts(simd.boxes(), &masks, Task::new(goal), for_each);
                    assert_eq!(found, expected, "{name}, {goal:?}");
                }
            });
        }
    }

    #[test]
    fn the_parts_have_every_solution_once() {
        let masks = masks_of(as_pencilmarks(MANY).as_bytes()).unwrap();
        for_each_isa!(|simd, name| {
            for for_each in [in_turn as ForEach, on_three_threads] {
                let found =
                    |limit| solve_in_parts(simd.boxes(), &masks, Task::new(Goal::Count { limit }), for_each);
                let (stop, solutions, ..) = found(u64::MAX);
                assert_eq!((stop, solutions), (Stop::Exhausted, MANY_SOLUTIONS), "{name}");
                assert_eq!(found(MANY_SOLUTIONS - 1).1, MANY_SOLUTIONS - 1, "{name}");
            }
        });
    }

    #[test]
    fn a_budget_is_enough_exactly_if_the_search_takes_no_more_guesses() {
        let masks = hard_marks();
        let in_parts = |task| solve_in_parts(Bands, &masks, task, backwards);
        for goal in [Goal::First, Goal::Unique] {
            let free = in_parts(Task::new(goal));
            let guesses = free.2;
            assert_eq!(in_parts(Task::new(goal).with_budget(guesses)), free);
            for budget in [BEFORE, BEFORE + 1, guesses / 2, guesses - 1] {
                let (stop, _, spent, _) = in_parts(Task::new(goal).with_budget(budget));
                assert_eq!((stop, spent), (Stop::Budget, budget), "{goal:?}");
            }
        }
    }

    #[test]
    fn a_stopped_run_ends_within_the_round() {
        let mut engine = SingleEngine::new(Bands);
        engine.search.begin(&hard_marks(), Order::Fastest);
        engine.search.go_on(Bounds { solutions: 2, guesses: BEFORE }, &mut []);
        engine.is_stopped = Some(Arc::new(AtomicBool::new(true)));
        assert_eq!(engine.go_on_in_parts(Task::new(Goal::Unique), &mut []), Stop::Budget);
        assert_eq!(engine.search.guesses, BEFORE);
    }
}
