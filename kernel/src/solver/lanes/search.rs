//! The loop of the lane engine: the search block, its rounds, and what each lane does between two rounds.

use super::branch::{choose, eliminations};
use super::guess_stack::GuessStack;
use super::layout::{Block, COLUMNS, FULL, NakedSingles, ROWS, WORDS, word};
use super::memory::Memory;
use super::propagate::{Propagated, Singles, propagate};
use super::ready_stack::ReadyStack;
use super::transpose::{Planes, Transpose, to_digits, write_answers};
use crate::board::bits::bits;
use crate::board::grid;
use crate::simd::{Kernel, LaneRow, LaneSet, MAX_LANES};
use crate::solver::batch::{Answers, Counters, Puzzles, Task};
use crate::solver::{Outcome, Verdict};

/// The puzzles of one call, and where their results go.
pub(super) struct OpenBatch<'a> {
    pub task: Task,
    pub puzzles: Puzzles<'a>,
    pub answers: Answers<'a>,
    pub outcomes: &'a mut [Outcome],
    /// The number of guesses that a puzzle may take before its lane gives it up.
    pub allowance: u32,
    /// The first unread puzzle.
    pub next: usize,
}

/// A puzzle that its lane gave up.
pub(super) struct GivenUp<'a, 'b> {
    pub batch: &'a mut OpenBatch<'b>,
    /// Its number in the batch.
    pub puzzle: usize,
    /// The number of solutions that the lane found.
    pub solutions: u64,
}

/// The progress of one lane's puzzle.
#[derive(Clone, Copy, Default)]
struct Lane {
    puzzle: usize,
    solutions: u64,
}

/// What the lanes do before the next round.
#[derive(Clone, Copy, Default)]
struct Requests {
    /// The lanes that branch.
    branching: LaneSet,
    /// The lanes that pop the board that they pushed last.
    back: LaneSet,
}

/// A batch while the kernel works on it.
pub(super) struct LaneSearch<'a, S: Transpose> {
    pub simd: S,
    pub batch: OpenBatch<'a>,
    pub fresh: &'a mut Block,
    /// The naked singles of the fresh block.
    pub fresh_naked: NakedSingles<S>,
    pub ready: &'a mut ReadyStack,
    stack: &'a mut GuessStack,
    /// The planes of puzzles read from text, or the digits of solutions to be written as text.
    pub planes: &'a mut Planes,
    counters: &'a mut Counters,
    /// The naked singles of the stack's live block.
    naked: NakedSingles<S>,
    /// Set in the lanes whose naked singles belong to their board, clear in the lanes whose board came from either stack.
    singles_valid: S::V,
    /// The lanes that hold a puzzle.
    busy: LaneSet,
    /// The busy lanes that have found a solution.
    answered: LaneSet,
    lanes: [Lane; MAX_LANES],
    /// For each lane, the number of guesses that its puzzle may still take.
    guesses_left: LaneRow,
    requests: Requests,
    /// The busy lanes whose puzzle needs more guesses than the allowance.
    given_up: LaneSet,
}

impl<'a, S: Transpose> LaneSearch<'a, S> {
    pub(super) fn new(simd: S, batch: OpenBatch<'a>, memory: &'a mut Memory) -> Self {
        let zero = simd.splat32(0);
        Self {
            simd,
            batch,
            fresh: &mut memory.fresh.0,
            fresh_naked: [[[zero; 3]; 3]; 2],
            ready: &mut memory.ready,
            stack: &mut memory.stack,
            planes: &mut memory.planes,
            counters: &mut memory.counters,
            naked: [[[zero; 3]; 3]; 2],
            singles_valid: zero,
            busy: 0,
            answered: 0,
            lanes: [Lane::default(); MAX_LANES],
            guesses_left: LaneRow::default(),
            requests: Requests::default(),
            given_up: 0,
        }
    }
}

impl<S: Transpose> Kernel for LaneSearch<'_, S> {
    /// The search, if lanes gave up their puzzles. The caller must free these lanes before it runs the search again.
    type Output = Option<Self>;

    #[inline(always)]
    fn run(mut self) -> Option<Self> {
        debug_assert_eq!(self.given_up, 0, "a lane that gave up its puzzle was not freed");
        loop {
            while self.ready.waiting() < S::LANES && self.batch.next < self.batch.puzzles.len() {
                self.start_fresh_puzzles();
            }
            self.next_boards(self.requests);
            if self.busy == 0 {
                return None;
            }
            self.requests = self.round();
            if self.given_up != 0 {
                return Some(self);
            }
        }
    }
}

impl<S: Transpose> LaneSearch<'_, S> {
    /// Sweeps the search block twice and checks the result.
    #[inline(always)]
    fn round(&mut self) -> Requests {
        self.count_sweep(self.busy);
        self.count_sweep(self.busy);
        self.counters.rounds += 1;
        let (s, block) = (self.simd, self.stack.live());
        propagate::<S, true, false>(s, block, &mut self.naked, Singles::Of(self.singles_valid));
        let result = propagate::<S, true, true>(s, block, &mut self.naked, Singles::All);
        self.resolve_lanes(result)
    }

    /// Counts one sweep, in which the lanes of `held` held a puzzle.
    #[inline(always)]
    pub(super) fn count_sweep(&mut self, held: LaneSet) {
        self.counters.sweeps += 1;
        self.counters.lane_sweeps += u64::from(held.count_ones());
    }

    /// Decides what each lane does next, and ends the finished searches.
    #[inline(always)]
    fn resolve_lanes(&mut self, result: Propagated) -> Requests {
        let mut failed = result.contradiction & self.busy;
        let solved = result.solved & self.busy;
        if solved != 0 {
            failed |= self.note_solutions(solved);
        }
        let back = failed & !self.stack.empty(self.simd);
        let branching = self.count_guesses(result.unchanged & self.busy);
        for lane in bits(failed & !back) {
            self.end(lane);
        }
        Requests { branching, back }
    }

    /// Counts the solutions in the lanes of `solved` and writes the first solution of each puzzle. Returns the lanes
    /// whose search continues.
    #[inline(always)]
    fn note_solutions(&mut self, solved: LaneSet) -> LaneSet {
        self.write_first_solutions(solved & !self.answered);
        self.answered |= solved;
        let mut go_on = 0;
        for lane in bits(solved) {
            let state = &mut self.lanes[lane];
            state.solutions += 1;
            if state.solutions == self.batch.task.goal.limit() {
                self.end(lane);
            } else {
                go_on |= 1 << lane;
            }
        }
        go_on
    }

    #[inline(always)]
    fn write_first_solutions(&mut self, first: LaneSet) {
        if first == 0 {
            return;
        }
        to_digits(self.simd, self.stack.live(), self.planes);
        let puzzle = |lane: usize| self.lanes[lane].puzzle;
        write_answers(self.simd, self.planes, first, &mut self.batch.answers, puzzle);
    }

    /// Writes the next round's block. A branching lane pushes its board and gets the forced child. A lane that goes back
    /// gets the denied child of the board that it pushed last. A free lane gets a waiting puzzle.
    #[inline(always)]
    fn next_boards(&mut self, requests: Requests) {
        let s = self.simd;
        let mut marks = s.splat32(0);
        if requests.branching != 0 {
            marks = choose(s, self.stack.live(), requests.branching);
            s.store(marks, self.stack.marks());
        }
        let mut words = [marks; WORDS];
        let live = self.stack.live();
        for i in 0..WORDS {
            words[i] = s.vacate(!self.busy | requests.back, s.load(&live[i]));
        }
        let mut links = self.stack.links(s);
        for lane in bits(requests.back) {
            let (block, mark, link) = self.stack.pop(lane);
            for i in 0..WORDS {
                words[i] = s.fill(1 << lane, words[i], s.load(&block[i]));
            }
            marks = s.blend(1 << lane, marks, s.load(mark));
            links = s.blend(1 << lane, links, s.load(link));
        }
        let all = s.all();
        let mut filled = 0;
        if self.busy != all && self.ready.waiting() != 0 {
            let (taken, puzzles) = self.ready.pop(s, &mut words, all & !self.busy);
            for (lane, &puzzle) in bits(taken).zip(puzzles) {
                self.lanes[lane] = Lane { puzzle: puzzle as usize, solutions: 0 };
            }
            let left = s.blend(taken, s.load(&self.guesses_left.0), s.splat32(self.batch.allowance));
            s.store(left, &mut self.guesses_left.0);
            self.busy |= taken;
            filled = taken;
        }
        self.stack.push(s, links, requests.branching);
        self.write_children(requests, marks, &words);
        self.singles_valid = s.blend(requests.back | filled, s.splat32(FULL), s.splat32(0));
    }

    /// Writes the children of the boards in `words`, whose marks are `marks`, to the live block.
    #[inline(always)]
    fn write_children(&mut self, requests: Requests, marks: S::V, words: &[S::V; WORDS]) {
        let (s, block) = (self.simd, self.stack.live());
        let eliminations = eliminations(s, marks, requests.branching, requests.back);
        for d in 0..3 {
            for k in 0..3 {
                for j in 0..3 {
                    let i = word(d, k, j);
                    s.store(
                        s.clear2(words[i], eliminations[ROWS][d][k], eliminations[COLUMNS][d][j]),
                        &mut block[i],
                    );
                }
            }
        }
    }

    /// Counts a guess in each lane of `unchanged` and returns the lanes that may branch. The others give up their puzzles.
    #[inline(always)]
    fn count_guesses(&mut self, unchanged: LaneSet) -> LaneSet {
        let s = self.simd;
        self.given_up = unchanged & s.equal(s.load(&self.guesses_left.0), s.splat32(0));
        let branching = unchanged & !self.given_up;
        let left = s.sub32(s.load(&self.guesses_left.0), s.keep(branching, s.splat32(1)));
        s.store(left, &mut self.guesses_left.0);
        branching
    }

    /// Returns the number of guesses that the puzzle of a lane has taken.
    #[inline(always)]
    fn guesses(&self, lane: usize) -> u64 {
        u64::from(self.batch.allowance - self.guesses_left.0[lane])
    }

    /// Frees a lane whose search is over.
    #[inline(always)]
    fn end(&mut self, lane: usize) {
        let Lane { puzzle, solutions, .. } = self.lanes[lane];
        if solutions == 0 && self.guesses(lane) == 0 {
            self.free(lane);
            self.batch.end_without_solution(puzzle);
        } else {
            self.end_with(lane, self.batch.task.goal.verdict(solutions));
        }
    }

    #[inline(always)]
    fn end_with(&mut self, lane: usize, verdict: Verdict) {
        let Lane { puzzle, solutions, .. } = self.lanes[lane];
        let guesses = self.guesses(lane);
        self.batch.outcomes[puzzle] = Outcome { verdict, solutions, guesses };
        self.free(lane);
    }

    #[inline(always)]
    fn free(&mut self, lane: usize) {
        self.busy &= !(1 << lane);
        self.answered &= !(1 << lane);
        self.stack.clear(lane);
    }
}

/// Handles the puzzles that lanes give up, outside of the kernel.
impl<S: Transpose> LaneSearch<'_, S> {
    /// Runs the search to its end. `solve` returns the outcome of a puzzle that its lane gave up.
    pub(super) fn run_to_end(self, mut solve: impl FnMut(GivenUp<'_, '_>) -> Outcome) {
        let (simd, mut next) = (self.simd, self);
        while let Some(mut search) = simd.enter(next) {
            for lane in bits(std::mem::take(&mut search.given_up)) {
                let Lane { puzzle, solutions, .. } = search.lanes[lane];
                let outcome = solve(GivenUp { batch: &mut search.batch, puzzle, solutions });
                search.batch.outcomes[puzzle] = outcome;
                search.free(lane);
            }
            next = search;
        }
    }
}

impl OpenBatch<'_> {
    /// Records that a puzzle has no solution, found without a guess. Its clues may contradict each other.
    #[cold]
    pub(super) fn end_without_solution(&mut self, puzzle: usize) {
        let conflict = self.puzzles.clues(puzzle).and_then(grid::conflict);
        let verdict = if conflict.is_some() { Verdict::Conflict } else { Verdict::NoSolution };
        self.outcomes[puzzle] = Outcome { verdict, solutions: 0, guesses: 0 };
    }
}
