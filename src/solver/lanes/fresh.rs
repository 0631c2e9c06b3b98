//! The fresh block: where puzzles are read, one per lane, and the easy ones are solved.

use super::layout::lanes;
use super::propagate::{find_naked_singles, propagate};
use super::search::LaneSearch;
use super::simd::LaneSet;
use super::transpose::{Transpose, read_pencilmarks, to_planes};
use crate::solver::Outcome;
use crate::solver::batch::Form;

/// Fresh puzzles go to the queue when fewer than this part of the lanes still change, as (numerator, denominator).
const CHANGING: (u32, u32) = (3, 8);

impl<S: Transpose> LaneSearch<'_, S> {
    /// Reads one puzzle per lane into the fresh block and sweeps them a few times. Writes the results of those that are
    /// done, and moves the others to the queue.
    #[inline(always)]
    pub(super) fn start_fresh_puzzles(&mut self) {
        let s = self.simd;
        let first = self.batch.next;
        let open = self.read_puzzles(first);
        let (solved, open) = self.sweep_fresh_block(first, open);
        if solved != 0 {
            to_planes(s, &self.memory.fresh.0, &mut self.memory.planes);
            for lane in lanes(solved) {
                s.write_digits(&self.memory.planes, lane, &mut self.batch.answers[first + lane]);
                let verdict = self.batch.task.goal.verdict(1);
                self.batch.outcomes[first + lane] = Outcome { verdict, solutions: 1, guesses: 0 };
            }
        }
        if open != 0 {
            self.memory.queue.push(s, &self.memory.fresh.0, open, first);
        }
    }

    /// Sweeps the puzzles in the lanes of `open` for as long as enough of them change, and ends those without a solution.
    /// Lane `i` holds puzzle `first + i`. Returns the lanes that are solved and the lanes that are still open.
    #[inline(always)]
    fn sweep_fresh_block(&mut self, first: usize, mut open: LaneSet) -> (LaneSet, LaneSet) {
        let s = self.simd;
        let mut naked = find_naked_singles(s, &self.memory.fresh.0);
        propagate::<S, false, false>(s, &mut self.memory.fresh.0, &mut naked, None);
        propagate::<S, false, false>(s, &mut self.memory.fresh.0, &mut naked, None);
        self.count_sweeps(2, open);
        let mut solved = 0;
        for round in 0.. {
            let result = propagate::<S, false, true>(s, &mut self.memory.fresh.0, &mut naked, None);
            self.count_sweeps(1, open);
            solved |= result.solved & open;
            for lane in lanes(result.contradiction & open) {
                self.batch.end_without_solution(first + lane);
            }
            open &= !(result.solved | result.contradiction);
            let changing = (open & !result.unchanged).count_ones();
            let few = changing * CHANGING.1 < S::LANES as u32 * CHANGING.0;
            if open == 0 || (few && round > 0) {
                break;
            }
            if round > 0 {
                propagate::<S, true, false>(s, &mut self.memory.fresh.0, &mut naked, None);
                self.count_sweeps(1, open);
            }
        }
        (solved, open)
    }

    /// Reads the puzzles from number `first`, one per lane. Returns the lanes of those that are well-formed.
    #[inline(always)]
    fn read_puzzles(&mut self, first: usize) -> LaneSet {
        let puzzles = self.batch.puzzles;
        let count = S::LANES.min(puzzles.len() - first);
        let mut read = 0;
        for lane in 0..count {
            let text = puzzles.get(first + lane);
            let good = match puzzles.form() {
                Form::Clues => text
                    .try_into()
                    .is_ok_and(|clues| self.simd.read_clues(clues, &mut self.memory.fresh.0, lane)),
                Form::Pencilmarks => {
                    text.try_into().is_ok_and(|marks| read_pencilmarks(marks, &mut self.memory.fresh.0, lane))
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
}
