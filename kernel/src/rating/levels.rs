//! The closures of levels 1 to 4, one puzzle per lane.
//!
//! ```text
//! text ─▶ fresh block ─▶ ready ─▶ search block: sweep, check ─▶ level, cells and candidates left, boards
//!         16 puzzles             │      ▲
//!                                └──────┘ unchanged: the next level
//! ```
//!
//! Levels are cumulative and their closures do not depend on the order of the rules, so a lane continues to the next level
//! from the board where the previous level ends. A finished lane takes the next puzzle. Lanes wait for each other only until
//! a few are free, because filling one costs as much as filling several.

use super::closure::{Closure, ClosureRequest, Ending, LaneBoard, masks, place_of};
use super::sweep::{LaneRules, Placed, sweep};
use crate::board::bits::bits;
use crate::board::grid::PEERS;
use crate::simd::{Kernel, LaneRow, LaneSet, MAX_LANES};
use crate::solver::batch::{Notation, Puzzles};
use crate::solver::lanes::layout::{AlignedBlock, Block, BoardWords, FULL, WORDS, word};
use crate::solver::lanes::propagate::{Propagated, naked_singles};
use crate::solver::lanes::ready_stack::ReadyStack;
use crate::solver::lanes::transpose::{Planes, Transpose, read_puzzles};
use std::array;

/// Free lanes are filled once they are at least this fraction of all lanes, as (numerator, denominator). On AVX-512 these are two
/// of sixteen, which is 2 % faster than three; in shorter vectors it is any lane.
const FREE: (u32, u32) = (1, 8);

/// The memory of the closures. It outlives the batches, but holds no puzzle between two of them.
#[derive(Default)]
pub struct LevelMemory {
    block: Box<AlignedBlock>,
    fresh: Box<AlignedBlock>,
    ready: Box<ReadyStack>,
    planes: Box<Planes>,
}

/// A batch of puzzles while it goes through the levels.
pub struct LevelSearch<'a, S: Transpose> {
    simd: S,
    puzzles: Puzzles<'a>,
    request: ClosureRequest,
    closures: &'a mut [Closure],
    boards: &'a mut Vec<LaneBoard>,
    block: &'a mut Block,
    fresh: &'a mut Block,
    ready: &'a mut ReadyStack,
    planes: &'a mut Planes,
    placed: Placed<S>,
    /// The first unread puzzle.
    next: usize,
    /// The lanes that hold a puzzle.
    busy: LaneSet,
    /// The busy lanes at level 2 or above, 3 or above, and 4.
    reached: [LaneSet; 3],
    /// The puzzle of each lane.
    puzzle: [usize; MAX_LANES],
}

impl<'a, S: Transpose> LevelSearch<'a, S> {
    /// Prepares a batch: see [`LaneRater::closures`](super::LaneRater::closures).
    pub fn new(
        simd: S,
        puzzles: Puzzles<'a>,
        request: ClosureRequest,
        closures: &'a mut [Closure],
        boards: &'a mut Vec<LaneBoard>,
        memory: &'a mut LevelMemory,
    ) -> Self {
        Self {
            simd,
            puzzles,
            request,
            closures,
            boards,
            block: &mut memory.block.0,
            fresh: &mut memory.fresh.0,
            ready: &mut memory.ready,
            planes: &mut memory.planes,
            placed: [[[simd.splat32(0); 3]; 3]; 2],
            next: 0,
            busy: 0,
            reached: [0; 3],
            puzzle: [0; MAX_LANES],
        }
    }
}

impl<S: Transpose> Kernel for LevelSearch<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let s = self.simd;
        loop {
            while self.ready.waiting() < S::LANES && self.next < self.puzzles.len() {
                self.read_puzzles();
            }
            let free = (s.all() & !self.busy).count_ones();
            if self.ready.waiting() != 0 && free * FREE.1 >= S::LANES as u32 * FREE.0 {
                self.fill_free_lanes();
            }
            if self.busy == 0 {
                return;
            }
            let rules = self.rules();
            let swept = sweep(s, self.block, &mut self.placed, &rules);
            self.look(swept);
        }
    }
}

impl<S: Transpose> LevelSearch<'_, S> {
    /// Reads one puzzle per lane and moves the well-formed ones to the ready stack.
    #[inline(always)]
    fn read_puzzles(&mut self) {
        let (s, first) = (self.simd, self.next);
        let count = S::LANES.min(self.puzzles.len() - first);
        let valid = read_puzzles(s, &self.puzzles, first, count, self.planes, self.fresh);
        if self.puzzles.notation() == Notation::Pencilmarks {
            bits(valid).for_each(|lane| place_clues(self.fresh, lane));
        }
        for lane in bits(((1 << count) - 1) & !valid) {
            self.closures[first + lane].ending = Ending::Malformed;
        }
        self.next += count;
        self.ready.push(s, self.fresh, valid, first);
    }

    /// Moves boards from the ready stack to the free lanes.
    #[inline(always)]
    fn fill_free_lanes(&mut self) {
        let s = self.simd;
        let mut words = [s.splat32(0); WORDS];
        for word in 0..WORDS {
            words[word] = s.vacate(!self.busy, s.load(&self.block[word]));
        }
        let (taken, puzzles) = self.ready.pop(s, &mut words, s.all() & !self.busy);
        for (next, lane) in bits(taken).enumerate() {
            self.puzzle[lane] = puzzles[next] as usize;
        }
        for word in 0..WORDS {
            s.store(words[word], &mut self.block[word]);
        }
        // Loops over indices, because the iterators of nested arrays are not inlined here.
        for axis in 0..2 {
            for d in 0..3 {
                for i in 0..3 {
                    self.placed[axis][d][i] = s.keep(self.busy, self.placed[axis][d][i]);
                }
            }
        }
        self.busy |= taken;
    }

    #[inline(always)]
    fn rules(&self) -> LaneRules<S::V> {
        let (s, full) = (self.simd, self.simd.splat32(FULL));
        let [two, three, four] = self.reached;
        LaneRules { lines: s.keep(two, full), naked: s.keep(three, full), locked: s.keep(four, full) }
    }

    /// Ends the finished lanes, and moves the unchanged ones to the next level.
    #[inline(always)]
    fn look(&mut self, swept: Propagated) {
        let (solved, dead) = (swept.solved & self.busy, swept.contradiction & self.busy);
        let unchanged = swept.unchanged & self.busy;
        let [two, three, four] = self.reached;
        if unchanged != 0 {
            self.leave(1, unchanged & !two);
            self.leave(2, unchanged & two & !three);
            self.leave(3, unchanged & three & !four);
            self.leave(4, unchanged & four);
            if self.request.counts_left && unchanged & three != 0 {
                self.count_left(unchanged & three & !four, unchanged & four);
            }
        }
        if self.request.solutions {
            self.copy_boards(4, solved & four);
        }
        for lane in bits(solved | dead) {
            let level = 1 + (two >> lane & 1) + (three >> lane & 1) + (four >> lane & 1);
            let ending = if solved >> lane & 1 == 1 { Ending::Solved(level as u8) } else { Ending::Dead };
            self.closures[self.puzzle[lane]].ending = ending;
        }
        for lane in bits(unchanged & four) {
            self.closures[self.puzzle[lane]].ending = Ending::Open;
        }
        self.busy &= !(solved | dead | unchanged & four);
        self.reached[0] = (two | unchanged) & self.busy;
        self.reached[1] = (three | unchanged & two) & self.busy;
        self.reached[2] = (four | unchanged & three) & self.busy;
    }

    /// Copies the boards of `set`, which are closures of `level`, if they are requested.
    #[inline(always)]
    fn leave(&mut self, level: u8, set: LaneSet) {
        if self.request.boards >> level & 1 == 1 {
            self.copy_boards(level, set);
        }
    }

    #[inline(always)]
    fn copy_boards(&mut self, level: u8, set: LaneSet) {
        for lane in bits(set) {
            let words = copy_lane(self.block, lane);
            self.boards.push(LaneBoard { puzzle: self.puzzle[lane] as u32, level, words });
        }
    }

    /// Counts the unplaced cells and their candidates in closures of levels 3 and 4. There, all cells with one candidate are
    /// placed.
    #[inline(always)]
    fn count_left(&mut self, three: LaneSet, four: LaneSet) {
        let s = self.simd;
        let (mut candidates, mut singles, mut any) = (s.splat32(0), s.splat32(0), s.splat32(FULL));
        let (zero, full) = (s.splat32(0), s.splat32(FULL));
        for k in 0..3 {
            for j in 0..3 {
                let a = s.load(&self.block[word(0, k, j)]);
                let b = s.load(&self.block[word(1, k, j)]);
                let c = s.load(&self.block[word(2, k, j)]);
                let single = s.and(naked_singles(s, [a, b, c], &mut any), full);
                singles = s.add32(singles, s.count(single, zero));
                let (odd, two) = (s.xor3(a, b, c), s.maj(a, b, c));
                candidates = s.add32(candidates, s.count(odd, two));
            }
        }
        let (mut candidate_row, mut single_row) = (LaneRow::default(), LaneRow::default());
        s.store(candidates, &mut candidate_row.0);
        s.store(singles, &mut single_row.0);
        for lane in bits(three | four) {
            let left = (81 - single_row.0[lane], candidate_row.0[lane] - single_row.0[lane]);
            self.closures[self.puzzle[lane]].left[usize::from(four >> lane & 1 == 1)] = left;
        }
    }
}

/// Returns the board in one lane. Not inlined into the kernel, where the compiler would turn its loads into slow gathers.
#[inline(never)]
fn copy_lane(block: &Block, lane: usize) -> BoardWords {
    array::from_fn(|word| block[word][lane])
}

/// Clears the digit of each cell that has one candidate from the cell's peers, in one lane. The cells are the ones with one
/// candidate in the given pencilmarks, not the ones that this leaves.
#[cold]
fn place_clues(block: &mut Block, lane: usize) {
    let given = masks(&copy_lane(block, lane));
    for (cell, mask) in given.into_iter().enumerate().filter(|(_, mask)| mask.is_power_of_two()) {
        for peer in bits(PEERS[cell]) {
            let (word, bit) = place_of(peer, mask.trailing_zeros() as usize);
            block[word][lane] &= !bit;
        }
    }
}
