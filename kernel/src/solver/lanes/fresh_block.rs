//! The fresh block: reads puzzles, one per lane, and solves the easy ones.

use super::propagate::{Propagated, Singles, propagate, propagate_or_finish};
use super::search::LaneSearch;
use super::transpose::{Transpose, read_puzzles, to_digits, write_answers};
use crate::board::bits::bits;
use crate::board::prefetch;
use crate::simd::LaneSet;
use crate::solver::Outcome;
use crate::solver::batch::Answers;

/// Fresh puzzles go to the ready stack when fewer than this fraction of the lanes still change, as (numerator, denominator).
const CHANGING: (u32, u32) = (1, 2);

/// Fresh puzzles also go to the ready stack when the unit passes of a sweep leave at most this fraction of the lanes
/// unsettled, as (numerator, denominator).
const OPEN: (u32, u32) = (3, 16);

impl<S: Transpose> LaneSearch<'_, S> {
    /// Reads one puzzle per lane into the fresh block and sweeps them a few times. Writes the results of finished puzzles
    /// and moves the others to the ready stack.
    #[inline(always)]
    pub(super) fn start_fresh_puzzles(&mut self) {
        let s = self.simd;
        let first = self.batch.next;
        let open = self.read_puzzles(first);
        let (solved, open) = self.sweep_fresh_block(first, open);
        if solved != 0 {
            to_digits(s, self.fresh, self.planes);
            write_answers(s, self.planes, solved, &mut self.batch.answers, |lane| first + lane);
            for lane in bits(solved) {
                let verdict = self.batch.task.goal.verdict(1);
                self.batch.outcomes[first + lane] = Outcome { verdict, solutions: 1, guesses: 0 };
            }
        }
        if open != 0 {
            self.ready.push(s, self.fresh, open, first);
        }
    }

    /// Sweeps the puzzles in the lanes of `open` as long as enough of them are unsettled and change, and ends the ones without
    /// a solution. Lane `i` holds puzzle `first + i`. Returns the solved lanes and the lanes that are still open.
    #[inline(always)]
    fn sweep_fresh_block(&mut self, first: usize, mut open: LaneSet) -> (LaneSet, LaneSet) {
        let s = self.simd;
        propagate::<S, false, false>(s, self.fresh, &mut self.fresh_naked, Singles::Unknown);
        self.count_sweep(open);
        let (look, was_last) = self.sweep_or_finish::<false>(open);
        let mut solved = self.end_fresh_lanes(first, &mut open, look);
        if was_last {
            return (solved, open);
        }
        loop {
            let (look, was_last) = self.sweep_or_finish::<true>(open);
            solved |= self.end_fresh_lanes(first, &mut open, look);
            let changing = (open & !look.unchanged).count_ones();
            if was_last || changing * CHANGING.1 < S::LANES as u32 * CHANGING.0 {
                return (solved, open);
            }
            propagate::<S, true, false>(s, self.fresh, &mut self.fresh_naked, Singles::All);
            self.count_sweep(open);
        }
    }

    /// Sweeps the fresh block. It is the last sweep if the unit passes leave few lanes of `open` unsettled. Returns whether it
    /// is.
    #[inline(always)]
    fn sweep_or_finish<const WATCH: bool>(&mut self, open: LaneSet) -> (Propagated, bool) {
        let few = |unsettled: LaneSet| (unsettled & open).count_ones() * OPEN.1 <= S::LANES as u32 * OPEN.0;
        self.count_sweep(open);
        propagate_or_finish::<S, WATCH>(self.simd, self.fresh, &mut self.fresh_naked, few)
    }

    /// Removes the solved and the contradictory lanes from `open`, and records that the latter have no solution. Returns the
    /// solved lanes.
    #[inline(always)]
    fn end_fresh_lanes(&mut self, first: usize, open: &mut LaneSet, look: Propagated) -> LaneSet {
        let solved = look.solved & *open;
        for lane in bits(look.contradiction & *open) {
            self.batch.end_without_solution(first + lane);
        }
        *open &= !(look.solved | look.contradiction);
        solved
    }

    /// Reads the puzzles from number `first` on, one per lane. Returns the lanes of the well-formed ones.
    #[inline(always)]
    fn read_puzzles(&mut self, first: usize) -> LaneSet {
        let s = self.simd;
        let puzzles = self.batch.puzzles;
        let count = S::LANES.min(puzzles.len() - first);
        if let Answers::Digits(answers) = &self.batch.answers {
            for (index, answer) in answers.iter().enumerate().skip(first).take(count) {
                puzzles.prefetch_next(index);
                prefetch::fetch(answer, 0);
            }
        }
        // Prefetch the next block: if the reader only assumed where the lines are, the engine is the first to read them.
        puzzles.prefetch(first + S::LANES, S::LANES);
        let valid = read_puzzles(s, &puzzles, first, count, self.planes, self.fresh);
        for lane in bits(((1 << count) - 1) & !valid) {
            self.batch.outcomes[first + lane] = Outcome::default();
        }
        self.batch.next += count;
        valid
    }
}
