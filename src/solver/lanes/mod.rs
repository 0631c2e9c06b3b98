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
//! A puzzle's guesses and answers depend on nothing but the puzzle and the task: lanes never
//! mix, a lane branches only on a board that no sweep changes, which it comes to whatever the
//! number of sweeps (see `sweep`), and the backends compute the same bits. So any batch, any
//! number of lanes and any instruction set give the same outcome.
//!
#![doc = include_str!("TUNING.md")]

pub(crate) mod branch;
pub(crate) mod guess_stack;
pub(crate) mod layout;
pub(crate) mod parts;
pub(crate) mod propagate;
pub mod simd;
pub(crate) mod transpose;

use crate::grid;
use crate::solver::batch::{AnswerLine, Form, Puzzles, Solve, Task};
use crate::solver::{Outcome, Verdict};
use branch::{choose, cuts};
use guess_stack::Stack;
use layout::{AlignedBlock, COLUMNS, FULL, Naked, Queue, ROWS, WORDS, lanes, word};
use propagate::{Seen, find_naked_singles, sweep};
use simd::{Kernel, LaneSet, MAX_LANES, Row, Simd};
use transpose::{Planes, read_pencilmarks, to_planes};

/// With a smaller part of the lanes than this still changing, fresh puzzles go to the queue.
const MOVING: (u32, u32) = (3, 8);

/// An engine of one instruction set with all the memory it works in.
pub struct Lanes<S: Simd> {
    simd: S,
    stack: Stack,
    queue: Box<Queue>,
    fresh: Box<AlignedBlock>,
    planes: Box<Planes>,
    sweeps: u64,
    lane_sweeps: u64,
}

impl<S: Simd> Lanes<S> {
    /// An engine; the only place that allocates.
    pub fn new(simd: S) -> Self {
        Self {
            simd,
            stack: Stack::new(S::LANES),
            queue: Queue::new(),
            fresh: Box::new(AlignedBlock([[0; MAX_LANES]; WORDS])),
            planes: Box::new([Row([0; MAX_LANES]); 12]),
            sweeps: 0,
            lane_sweeps: 0,
        }
    }

    /// Sweeps of a whole block so far, and sweeps of lanes that held a puzzle.
    pub fn sweeps(&self) -> (u64, u64) {
        (self.sweeps, self.lane_sweeps)
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
            fresh: &mut self.fresh,
            planes: &mut self.planes,
            sweeps: &mut self.sweeps,
            lane_sweeps: &mut self.lane_sweeps,
            naked: [[[self.simd.splat(0); 3]; 3]; 2],
            busy: 0,
            answered: 0,
            known: self.simd.splat(0),
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

/// What the lanes want next.
#[derive(Clone, Copy, Default)]
struct Ask {
    /// The lanes that branch.
    branching: LaneSet,
    /// The lanes that take back the board they put aside last.
    back: LaneSet,
}

/// A batch on its way through the kernel.
struct Search<'a, S: Simd> {
    simd: S,
    batch: Batch<'a>,
    stack: &'a mut Stack,
    queue: &'a mut Queue,
    fresh: &'a mut AlignedBlock,
    /// The solved boards on their way to text.
    planes: &'a mut Planes,
    sweeps: &'a mut u64,
    lane_sweeps: &'a mut u64,
    /// The naked singles of the stack's live block.
    naked: Naked<S>,
    /// The lanes that hold a puzzle.
    busy: LaneSet,
    /// Those of them that have found a solution.
    answered: LaneSet,
    /// Set in the lanes whose naked singles belong to their board: not after a board from the
    /// queue or the stack.
    known: S::V,
    lanes: [Lane; MAX_LANES],
}

impl<S: Simd> Kernel<S> for Search<'_, S> {
    #[inline(always)]
    fn run(mut self) {
        let mut ask = Ask::default();
        loop {
            while self.queue.len() < S::LANES && self.batch.next < self.batch.puzzles.len() {
                self.start_fresh_puzzles();
            }
            self.next_boards(ask);
            if self.busy == 0 {
                return;
            }
            // Two sweeps between two looks at the lanes: a look costs as much as a sweep.
            self.count_sweeps(2, self.busy);
            let (s, block) = (self.simd, self.stack.live());
            sweep::<S, true, false>(s, block, &mut self.naked, Some(self.known));
            let seen = sweep::<S, true, true>(s, block, &mut self.naked, None);
            ask = self.judge(seen);
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
        let open = self.read_puzzles(first);
        let (solved, open) = self.sweep_fresh_block(first, open);
        if solved != 0 {
            to_planes(s, &self.fresh.0, self.planes);
            for lane in lanes(solved) {
                s.write_digits(self.planes, lane, &mut self.batch.answers[first + lane]);
                let verdict = self.batch.task.goal.verdict(1);
                self.batch.outcomes[first + lane] = Outcome { verdict, solutions: 1, guesses: 0 };
            }
        }
        if open != 0 {
            self.queue.push(s, &self.fresh.0, open, first);
        }
    }

    /// Sweeps the puzzles in the lanes of `open`, from number `first`, for as long as enough of
    /// them move, and ends those without a solution. Gives the lanes that are solved, and those
    /// that are open still.
    #[inline(always)]
    fn sweep_fresh_block(&mut self, first: usize, mut open: LaneSet) -> (LaneSet, LaneSet) {
        let s = self.simd;
        let mut naked = find_naked_singles(s, &self.fresh.0);
        sweep::<S, false, false>(s, &mut self.fresh.0, &mut naked, None);
        sweep::<S, false, false>(s, &mut self.fresh.0, &mut naked, None);
        self.count_sweeps(2, open);
        let mut solved = 0;
        for round in 0.. {
            let seen = sweep::<S, false, true>(s, &mut self.fresh.0, &mut naked, None);
            self.count_sweeps(1, open);
            solved |= seen.solved & open;
            for lane in lanes(seen.dead & open) {
                self.batch.end_without_solution(first + lane);
            }
            open &= !(seen.solved | seen.dead);
            let moving = (open & !seen.still).count_ones();
            let few = moving * MOVING.1 < S::LANES as u32 * MOVING.0;
            if open == 0 || (few && round > 0) {
                break;
            }
            if round > 0 {
                sweep::<S, true, false>(s, &mut self.fresh.0, &mut naked, None);
                self.count_sweeps(1, open);
            }
        }
        (solved, open)
    }

    #[inline(always)]
    fn count_sweeps(&mut self, sweeps: u64, held: LaneSet) {
        *self.sweeps += sweeps;
        *self.lane_sweeps += sweeps * u64::from(held.count_ones());
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
                    text.try_into().is_ok_and(|clues| self.simd.read_clues(clues, &mut self.fresh.0, lane))
                }
                Form::Pencilmarks => {
                    text.try_into().is_ok_and(|marks| read_pencilmarks(marks, &mut self.fresh.0, lane))
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

    /// Decides what each lane does next; ends the searches that are over.
    #[inline(always)]
    fn judge(&mut self, seen: Seen) -> Ask {
        let mut failed = seen.dead & self.busy;
        let solved = seen.solved & self.busy;
        if solved != 0 {
            failed |= self.note_solutions(solved);
        }
        let back = failed & !self.stack.empty();
        let branching = self.note_guesses(seen.still & self.busy);
        for lane in lanes(failed & !back) {
            self.end(lane);
        }
        Ask { branching, back }
    }

    /// Counts the solutions in the lanes of `solved`, writes the first ones down, and gives the
    /// lanes that have to go on looking.
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
        to_planes(self.simd, self.stack.live(), self.planes);
        for lane in lanes(first) {
            let puzzle = self.lanes[lane].puzzle;
            self.simd.write_digits(self.planes, lane, &mut self.batch.answers[puzzle]);
        }
    }

    /// Gives each lane the board it asked for: the child that forces (the one that denies is
    /// put aside), the board put aside last, or a waiting puzzle's.
    #[inline(always)]
    fn next_boards(&mut self, ask: Ask) {
        let s = self.simd;
        let mut marks = s.splat(0);
        if ask.branching != 0 {
            marks = choose(s, self.stack.live(), ask.branching);
            s.store(marks, self.stack.marks());
        }
        let mut words = [marks; WORDS];
        for (word, row) in words.iter_mut().zip(self.stack.live()) {
            *word = s.load(row);
        }
        for lane in lanes(ask.back) {
            let (block, mark) = self.stack.pop(lane);
            for (word, row) in words.iter_mut().zip(block) {
                *word = s.blend(1 << lane, *word, s.load(row));
            }
            marks = s.blend(1 << lane, marks, s.load(mark));
        }
        let all = s.all();
        let mut filled = 0;
        if self.busy != all && self.queue.len() != 0 {
            let (taken, puzzles) = self.queue.pop(s, &mut words, all & !self.busy);
            for (lane, &puzzle) in lanes(taken).zip(puzzles) {
                self.lanes[lane] = Lane { puzzle: puzzle as usize, ..Lane::default() };
            }
            self.busy |= taken;
            filled = taken;
        }
        if ask.branching != 0 {
            self.stack.put_aside(ask.branching);
        }
        self.write_children(ask, marks, &words);
        self.known = s.blend(ask.back | filled, s.splat(FULL), s.splat(0));
    }

    /// Writes the live block: what the lanes branch into, from boards with these marks.
    #[inline(always)]
    fn write_children(&mut self, ask: Ask, marks: S::V, words: &[S::V; WORDS]) {
        let (s, block) = (self.simd, self.stack.live());
        let cuts = cuts(s, marks, ask.branching, ask.back);
        for d in 0..3 {
            for k in 0..3 {
                for j in 0..3 {
                    let i = word(d, k, j);
                    s.store(s.clear2(words[i], cuts[ROWS][d][k], cuts[COLUMNS][d][j]), &mut block[i]);
                }
            }
        }
    }

    /// Counts a guess in each lane of `still`, and gives those that may branch; ends the others,
    /// whose budget is spent.
    #[inline(always)]
    fn note_guesses(&mut self, still: LaneSet) -> LaneSet {
        let mut branching = still;
        for lane in lanes(still) {
            if self.lanes[lane].guesses == self.batch.task.budget {
                branching &= !(1 << lane);
                self.end_with(lane, Verdict::BudgetExhausted);
                continue;
            }
            self.lanes[lane].guesses += 1;
            self.stack.hold(lane);
        }
        branching
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
        self.answered &= !(1 << lane);
        self.stack.clear(lane);
    }
}

impl Batch<'_> {
    /// A puzzle that failed without a guess may have clues that contradict each other.
    #[cold]
    fn end_without_solution(&mut self, puzzle: usize) {
        let conflict = self.puzzles.clues(puzzle).and_then(grid::conflict);
        let verdict = if conflict.is_some() { Verdict::Conflict } else { Verdict::NoSolution };
        self.outcomes[puzzle] = Outcome { verdict, solutions: 0, guesses: 0 };
    }
}
