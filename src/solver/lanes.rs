//! The lane engine: every lane solves a puzzle of its own, and takes the next one when done.
//!
//! ```text
//!            16 fresh puzzles                      one lane a puzzle
//! text ─▶ fresh block: a few light sweeps ─▶ queue ─▶ search block: sweep, branch, take back
//!              │ solved                                   │ solved         ▲ │
//!              ▼                                          ▼                │ ▼
//!            answers                                   answers           stack
//! ```
//!
//! Easy puzzles never leave the fresh block: they come and go sixteen at a time. The others
//! wait in the queue, so that the search block's lanes are always full.
//!
//! A puzzle's sweeps, guesses and answers depend on nothing but the puzzle and the task:
//! lanes never mix, every puzzle sees the same sweeps in the same order wherever it runs,
//! and the backends compute the same bits. So any batch, any number of lanes and any
//! instruction set give the same outcome.

use super::board::{Block, Queue, Staging, Words, lanes};
use super::branch::choose;
use super::simd::{Kernel, LaneSet, MAX_LANES, Row, Simd};
use super::sweep::{Seen, cleared, find_naked_singles, sweep};
use super::text::{planes, read_pencilmarks};
use super::{AnswerLine, Form, Outcome, Puzzles, Solve, Task, Verdict};
use crate::grid;

/// Boards a lane can have put aside.
///
/// A board is put aside when a digit is forced to one minirow of a box that had another. With
/// two of a band's three boxes settled for a digit the next sweep settles the third, so on
/// the way down a digit is forced at most twice in each of three bands and three stacks:
/// 9 · 6 · 2.
const DEPTH: usize = 108;

/// Light sweeps that a fresh puzzle gets before it has to wait for a lane of its own.
const FRESH_SWEEPS: usize = 4;

/// An engine of one instruction set with all the memory it works in.
pub struct Lanes<S: Simd> {
    simd: S,
    /// Level `l` holds, in lane `i`, the board that lane `i` put aside as its `l`-th.
    stack: Vec<Words<S>>,
    queue: Box<Queue>,
    staging: Box<Staging>,
}

impl<S: Simd> Lanes<S> {
    /// An engine; the only place that allocates.
    pub fn new(simd: S) -> Self {
        let nothing = Block::empty(simd).words;
        Self {
            simd,
            stack: vec![nothing; DEPTH],
            queue: Queue::new(),
            staging: Box::new([Row([0; MAX_LANES]); 27]),
        }
    }
}

impl<S: Simd> Solve for Lanes<S> {
    fn solve(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        answers: &mut [AnswerLine],
        outcomes: &mut [Outcome],
    ) {
        assert_eq!(puzzles.len(), answers.len(), "an answer for each puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "an outcome for each puzzle");
        let batch = Batch { task, puzzles, answers, outcomes, next: 0 };
        self.simd.enter(Search {
            simd: self.simd,
            batch,
            stack: &mut self.stack,
            queue: &mut self.queue,
            staging: &mut self.staging,
            block: Block::empty(self.simd),
            busy: 0,
            depths: Row([0; MAX_LANES]),
            lanes: [Lane::default(); MAX_LANES],
        });
    }
}

/// What the caller asked, and where the results go.
struct Batch<'a> {
    task: Task,
    puzzles: Puzzles<'a>,
    answers: &'a mut [AnswerLine],
    outcomes: &'a mut [Outcome],
    /// The first puzzle that nobody has read.
    next: usize,
}

/// The search of one lane's puzzle so far.
#[derive(Clone, Copy, Default)]
struct Lane {
    puzzle: usize,
    solutions: u64,
    guesses: u64,
}

/// A batch on its way through the kernel.
struct Search<'a, S: Simd> {
    simd: S,
    batch: Batch<'a>,
    stack: &'a mut [Words<S>],
    queue: &'a mut Queue,
    staging: &'a mut Staging,
    block: Block<S>,
    /// The lanes that hold a puzzle.
    busy: LaneSet,
    /// How many boards each lane has on the stack.
    depths: Row,
    lanes: [Lane; MAX_LANES],
}

impl<S: Simd> Kernel<S> for Search<'_, S> {
    #[inline(always)]
    fn run(mut self) {
        loop {
            while self.queue.len() < S::LANES && self.batch.next < self.batch.puzzles.len() {
                self.start_fresh_puzzles();
            }
            self.fill_free_lanes();
            if self.busy == 0 {
                return;
            }
            sweep::<S, true, false>(self.simd, &mut self.block);
            let seen = sweep::<S, true, true>(self.simd, &mut self.block);
            self.act_on(seen);
        }
    }
}

impl<S: Simd> Search<'_, S> {
    /// Reads the next puzzles, one a lane, and sweeps them a few times; what is not done by
    /// then goes to the queue.
    #[inline(always)]
    fn start_fresh_puzzles(&mut self) {
        let s = self.simd;
        let first = self.batch.next;
        let mut open = self.read_puzzles(first);
        let mut block = Block::empty(s);
        for (word, row) in block.words.iter_mut().zip(self.staging.iter()) {
            *word = s.load(&row.0);
        }
        find_naked_singles(s, &mut block);
        let mut solved = 0;
        for _ in 0..FRESH_SWEEPS {
            let seen = sweep::<S, false, false>(s, &mut block);
            solved |= seen.solved & open;
            for lane in lanes(seen.dead & open) {
                self.batch.end_without_solution(first + lane);
            }
            open &= !(seen.solved | seen.dead);
            if open == 0 {
                break;
            }
        }
        if solved != 0 {
            let planes = planes(s, &block.words);
            for lane in lanes(solved) {
                s.write_digits(&planes, lane, &mut self.batch.answers[first + lane]);
                let verdict = self.batch.task.goal.verdict(1);
                self.batch.outcomes[first + lane] = Outcome { verdict, solutions: 1, guesses: 0 };
            }
        }
        if open != 0 {
            self.queue.push(s, &block.words, open, first);
        }
    }

    /// Reads as many puzzles as there are lanes from number `first`; gives the lanes of those
    /// that are well-formed.
    #[inline(always)]
    fn read_puzzles(&mut self, first: usize) -> LaneSet {
        let puzzles = self.batch.puzzles;
        let count = S::LANES.min(puzzles.len() - first);
        let mut read = 0;
        for lane in 0..count {
            let text = puzzles.get(first + lane);
            let good = match puzzles.form() {
                Form::Clues => {
                    text.try_into().is_ok_and(|clues| self.simd.read_clues(clues, self.staging, lane))
                }
                Form::Pencilmarks => {
                    text.try_into().is_ok_and(|marks| read_pencilmarks(marks, self.staging, lane))
                }
            };
            if good {
                read |= 1 << lane;
            } else {
                self.batch.outcomes[first + lane] = Outcome::default();
            }
        }
        self.batch.next += count;
        read
    }

    /// Gives waiting boards to the lanes without a puzzle.
    #[inline(always)]
    fn fill_free_lanes(&mut self) {
        let all = (1 << S::LANES) - 1;
        let free = all & !self.busy;
        if free == 0 || self.queue.len() == 0 {
            return;
        }
        let (taken, puzzles) = self.queue.pop(self.simd, &mut self.block, free);
        for (lane, &puzzle) in lanes(taken).zip(puzzles) {
            self.lanes[lane] = Lane { puzzle: puzzle as usize, ..Lane::default() };
        }
        self.busy |= taken;
        self.forget_naked_singles(taken);
    }

    /// Ends, branches or takes back, lane by lane, as the sweep asks.
    #[inline(always)]
    fn act_on(&mut self, seen: Seen) {
        let mut failed = seen.dead & self.busy;
        let solved = seen.solved & self.busy;
        if solved != 0 {
            failed |= self.note_solutions(solved);
        }
        let mut back = 0;
        for lane in lanes(failed) {
            if self.depths.0[lane] == 0 {
                self.end(lane);
            } else {
                back |= 1 << lane;
            }
        }
        let mut branching = 0;
        for lane in lanes(seen.still & self.busy) {
            if self.lanes[lane].guesses == self.batch.task.budget {
                self.end_with(lane, Verdict::Budget);
            } else {
                self.lanes[lane].guesses += 1;
                branching |= 1 << lane;
            }
        }
        if back != 0 {
            self.take_back(back);
        }
        if branching != 0 {
            self.branch(branching);
        }
    }

    /// Counts the solutions in the lanes of `solved`, writes the first ones down, and gives the
    /// lanes that have to go on looking.
    #[inline(always)]
    fn note_solutions(&mut self, solved: LaneSet) -> LaneSet {
        let planes = planes(self.simd, &self.block.words);
        let mut go_on = 0;
        for lane in lanes(solved) {
            let state = &mut self.lanes[lane];
            state.solutions += 1;
            if state.solutions == 1 {
                self.simd.write_digits(&planes, lane, &mut self.batch.answers[state.puzzle]);
            }
            if state.solutions == self.batch.task.goal.limit() {
                self.end(lane);
            } else {
                go_on |= 1 << lane;
            }
        }
        go_on
    }

    /// Puts the boards that deny aside, and goes on with those that force.
    #[inline(always)]
    fn branch(&mut self, branching: LaneSet) {
        let s = self.simd;
        let choice = choose(s, &self.block.words, branching);
        let denied = cleared(s, &self.block.words, &choice.deny);
        self.block.words = cleared(s, &self.block.words, &choice.force);
        let mut rest = branching;
        while rest != 0 {
            let (depth, group) = self.of_one_depth(rest);
            for (kept, word) in self.stack[depth].iter_mut().zip(denied) {
                *kept = s.blend(group, *kept, word);
            }
            rest &= !group;
        }
        self.change_depths(branching, 1);
    }

    /// Goes back to the board that each lane of `back` put aside last.
    #[inline(always)]
    fn take_back(&mut self, back: LaneSet) {
        let s = self.simd;
        let mut rest = back;
        while rest != 0 {
            let (depth, group) = self.of_one_depth(rest);
            for (word, &kept) in self.block.words.iter_mut().zip(&self.stack[depth - 1]) {
                *word = s.blend(group, *word, kept);
            }
            rest &= !group;
        }
        self.change_depths(back, u32::MAX);
        self.forget_naked_singles(back);
    }

    /// The depth of the first lane of `set`, and the lanes of `set` that are as deep.
    #[inline(always)]
    fn of_one_depth(&self, set: LaneSet) -> (usize, LaneSet) {
        let depth = self.depths.0[set.trailing_zeros() as usize];
        let s = self.simd;
        (depth as usize, set & s.equal(s.load(&self.depths.0), s.splat(depth)))
    }

    #[inline(always)]
    fn change_depths(&mut self, set: LaneSet, by: u32) {
        let s = self.simd;
        let depths = s.load(&self.depths.0);
        s.store(s.blend(set, depths, s.add(depths, s.splat(by))), &mut self.depths.0);
    }

    /// A board from the stack or the queue comes without naked singles; those of the lane's
    /// last board must not be applied to it.
    #[inline(always)]
    fn forget_naked_singles(&mut self, set: LaneSet) {
        let s = self.simd;
        let none = s.splat(0);
        for naked in self.block.naked_rows.iter_mut().chain(&mut self.block.naked_columns) {
            *naked = s.blend(set, *naked, none);
        }
    }

    /// Frees a lane whose search is over.
    #[inline(always)]
    fn end(&mut self, lane: usize) {
        let Lane { puzzle, solutions, guesses } = self.lanes[lane];
        if solutions == 0 && guesses == 0 {
            self.free(lane);
            self.batch.end_without_solution(puzzle);
        } else {
            self.end_with(lane, self.batch.task.goal.verdict(solutions));
        }
    }

    #[inline(always)]
    fn end_with(&mut self, lane: usize, verdict: Verdict) {
        let Lane { puzzle, solutions, guesses } = self.lanes[lane];
        self.batch.outcomes[puzzle] = Outcome { verdict, solutions, guesses };
        self.free(lane);
    }

    #[inline(always)]
    fn free(&mut self, lane: usize) {
        self.busy &= !(1 << lane);
        self.depths.0[lane] = 0;
    }
}

impl Batch<'_> {
    /// A puzzle that failed without a guess may have clues that contradict each other.
    #[cold]
    fn end_without_solution(&mut self, puzzle: usize) {
        let conflict = self.puzzles.clues(puzzle).and_then(grid::conflict);
        let verdict = if conflict.is_some() { Verdict::Conflict } else { Verdict::None };
        self.outcomes[puzzle] = Outcome { verdict, solutions: 0, guesses: 0 };
    }
}
