//! The loop of the lane engine: the search block, its rounds, and what each lane does between two of them.

use super::Memory;
use super::branch::{choose, eliminations};
use super::guess_stack::GuessStack;
use super::layout::{Block, COLUMNS, FULL, NakedSingles, ROWS, WORDS, lanes, word};
use super::propagate::{Propagated, SweepOperations, propagate};
use super::ready_queue::ReadyQueue;
use super::second_search::{STEP, SecondSearch, guesses_due};
use super::simd::{Kernel, LaneRow, LaneSet, MAX_LANES};
use super::transpose::{Planes, Transpose, to_digits};
use crate::grid;
use crate::solver::batch::{AnswerLine, Counters, Puzzles, Task};
use crate::solver::{Outcome, Verdict};

/// The puzzles of one call, and where their results go.
pub(super) struct OpenBatch<'a> {
    pub task: Task,
    pub puzzles: Puzzles<'a>,
    pub answers: &'a mut [AnswerLine],
    pub outcomes: &'a mut [Outcome],
    /// The first puzzle that has not been read.
    pub next: usize,
}

/// The progress of one lane's puzzle.
#[derive(Clone, Copy, Default)]
struct Lane {
    puzzle: usize,
    solutions: u64,
    /// The guesses that the puzzle was allowed so far, of which [`LaneSearch::guesses_left`] are left.
    allowed: u64,
    /// The guesses of the second searches.
    aside: u64,
}

/// What the lanes need before the next round.
#[derive(Clone, Copy, Default)]
struct Requests {
    /// The lanes that branch.
    branching: LaneSet,
    /// The lanes that pop the board that they pushed last.
    back: LaneSet,
}

/// A batch on its way through the kernel.
pub(super) struct LaneSearch<'a, S: Transpose> {
    pub simd: S,
    pub batch: OpenBatch<'a>,
    pub fresh: &'a mut Block,
    pub queue: &'a mut ReadyQueue,
    stack: &'a mut GuessStack,
    /// The planes of puzzles, or the digits of solutions, on their way from or to text.
    pub planes: &'a mut Planes,
    second_search: &'a mut SecondSearch,
    counters: &'a mut Counters,
    operations: SweepOperations,
    /// The naked singles of the stack's live block.
    naked: NakedSingles<S>,
    /// Set in the lanes whose naked singles belong to their board: not after a board came from the queue or the stack.
    singles_valid: S::V,
    /// The lanes that hold a puzzle.
    busy: LaneSet,
    /// The busy lanes that have found a solution.
    answered: LaneSet,
    lanes: [Lane; MAX_LANES],
    /// For each lane, how many of the guesses that it was allowed are left.
    guesses_left: LaneRow,
}

impl<'a, S: Transpose> LaneSearch<'a, S> {
    pub(super) fn new(simd: S, batch: OpenBatch<'a>, memory: &'a mut Memory) -> Self {
        let zero = simd.splat(0);
        Self {
            simd,
            batch,
            fresh: &mut memory.fresh.0,
            queue: &mut memory.queue,
            stack: &mut memory.stack,
            planes: &mut memory.planes,
            second_search: &mut memory.second_search,
            counters: &mut memory.counters,
            operations: memory.operations,
            naked: [[[zero; 3]; 3]; 2],
            singles_valid: zero,
            busy: 0,
            answered: 0,
            lanes: [Lane::default(); MAX_LANES],
            guesses_left: LaneRow([0; MAX_LANES]),
        }
    }
}

impl<S: Transpose> Kernel<S> for LaneSearch<'_, S> {
    #[inline(always)]
    fn run(mut self) {
        let mut requests = Requests::default();
        loop {
            while self.queue.len() < S::LANES && self.batch.next < self.batch.puzzles.len() {
                self.start_fresh_puzzles();
            }
            self.next_boards(requests);
            if self.busy == 0 {
                return;
            }
            requests = self.round();
        }
    }
}

impl<S: Transpose> LaneSearch<'_, S> {
    /// Sweeps the search block twice and looks at the result.
    #[inline(always)]
    fn round(&mut self) -> Requests {
        self.count_sweep::<true, false>(self.busy);
        self.count_sweep::<true, true>(self.busy);
        self.counters.looks += 1;
        let (s, block) = (self.simd, self.stack.live());
        propagate::<S, true, false>(s, block, &mut self.naked, Some(self.singles_valid));
        let result = propagate::<S, true, true>(s, block, &mut self.naked, None);
        self.resolve_lanes(result)
    }

    /// Counts one sweep, in which the lanes of `held` held a puzzle.
    #[inline(always)]
    pub(super) fn count_sweep<const TRIADS: bool, const WATCH: bool>(&mut self, held: LaneSet) {
        self.counters.sweeps += 1;
        self.counters.lane_sweeps += u64::from(held.count_ones());
        self.counters.sweep_operations += self.operations[usize::from(TRIADS)][usize::from(WATCH)];
    }

    /// Decides what each lane does next, and ends the searches that are over.
    #[inline(always)]
    fn resolve_lanes(&mut self, result: Propagated) -> Requests {
        let mut failed = result.contradiction & self.busy;
        let solved = result.solved & self.busy;
        if solved != 0 {
            failed |= self.note_solutions(solved);
        }
        let back = failed & !self.stack.empty(self.simd);
        let branching = self.count_guesses(result.unchanged & self.busy);
        for lane in lanes(failed & !back) {
            self.end(lane);
        }
        Requests { branching, back }
    }

    /// Counts the solutions in the lanes of `solved` and writes the first solution of each puzzle. Returns the lanes
    /// whose search goes on.
    #[inline(always)]
    fn note_solutions(&mut self, solved: LaneSet) -> LaneSet {
        self.write_first_solutions(solved & !self.answered);
        self.answered |= solved;
        let mut go_on = 0;
        for lane in lanes(solved) {
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
        for lane in lanes(first) {
            let puzzle = self.lanes[lane].puzzle;
            self.simd.write_digits(self.planes, lane, &mut self.batch.answers[puzzle]);
        }
    }

    /// Writes the next round's block. A branching lane gets the child that forces, and its board is pushed; a lane that
    /// goes back gets the child that denies of the board that it pushed last; a free lane gets a waiting puzzle.
    #[inline(always)]
    fn next_boards(&mut self, requests: Requests) {
        let s = self.simd;
        let mut marks = s.splat(0);
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
        for lane in lanes(requests.back) {
            let (block, mark, link) = self.stack.pop(lane);
            for i in 0..WORDS {
                words[i] = s.fill(1 << lane, words[i], s.load(&block[i]));
            }
            marks = s.blend(1 << lane, marks, s.load(mark));
            links = s.blend(1 << lane, links, s.load(link));
        }
        let all = s.all();
        let mut filled = 0;
        if self.busy != all && self.queue.len() != 0 {
            let (taken, puzzles) = self.queue.pop(s, &mut words, all & !self.busy);
            let allowed = self.batch.task.budget.min(STEP);
            for (lane, &puzzle) in lanes(taken).zip(puzzles) {
                self.lanes[lane] = Lane { puzzle: puzzle as usize, allowed, ..Lane::default() };
            }
            let left = s.blend(taken, s.load(&self.guesses_left.0), s.splat(allowed as u32));
            s.store(left, &mut self.guesses_left.0);
            self.busy |= taken;
            filled = taken;
        }
        self.stack.push(s, links, requests.branching);
        self.write_children(requests, marks, &words);
        self.singles_valid = s.blend(requests.back | filled, s.splat(FULL), s.splat(0));
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

    /// Counts one guess in each lane of `unchanged` and returns the lanes that may branch. Ends the others: their budget
    /// is spent, or a second search has completed them.
    #[inline(always)]
    fn count_guesses(&mut self, unchanged: LaneSet) -> LaneSet {
        let s = self.simd;
        let mut branching = unchanged;
        let out = unchanged & s.equal(s.load(&self.guesses_left.0), s.splat(0));
        for lane in lanes(out) {
            let state = &mut self.lanes[lane];
            match state.allow_more_guesses(&mut self.batch, self.second_search) {
                Ok(more) => self.guesses_left.0[lane] = more,
                Err((verdict, solutions)) => {
                    state.solutions = solutions;
                    branching &= !(1 << lane);
                    self.end_with(lane, verdict);
                }
            }
        }
        let left = s.sub(s.load(&self.guesses_left.0), s.keep(branching, s.splat(1)));
        s.store(left, &mut self.guesses_left.0);
        branching
    }

    /// Returns the guesses that the puzzle of a lane has cost.
    #[inline(always)]
    fn guesses(&self, lane: usize) -> u64 {
        self.lanes[lane].allowed + self.lanes[lane].aside - u64::from(self.guesses_left.0[lane])
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

impl Lane {
    /// Runs a second search of the puzzle, whose guesses have reached a step, and returns how many more guesses it is
    /// allowed. Returns the verdict and the number of solutions if that search completes the task, or if the budget is
    /// spent.
    ///
    /// It takes the parts of the kernel that it needs: the others can then stay in registers.
    #[cold]
    #[inline(never)]
    fn allow_more_guesses(
        &mut self,
        batch: &mut OpenBatch<'_>,
        second_search: &mut SecondSearch,
    ) -> Result<u32, (Verdict, u64)> {
        let left = batch.task.budget - self.allowed - self.aside;
        if left == 0 {
            return Err((Verdict::BudgetExhausted, self.solutions));
        }
        let number = self.allowed / STEP;
        let task = Task { budget: guesses_due(number).min(left), ..batch.task };
        // A search finds at most one solution more than it makes guesses, and there are at least as many as were found.
        if self.solutions <= task.budget + 1 {
            let (outcome, answer) = second_search.run(&batch.puzzles, self.puzzle, task, number);
            self.aside += outcome.guesses;
            if outcome.verdict != Verdict::BudgetExhausted {
                batch.answers[self.puzzle] = answer;
                return Err((outcome.verdict, outcome.solutions));
            }
        }
        let more = (batch.task.budget - self.allowed - self.aside).min(STEP);
        if more == 0 {
            return Err((Verdict::BudgetExhausted, self.solutions));
        }
        self.allowed += more;
        Ok(more as u32)
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
