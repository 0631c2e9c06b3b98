//! The fresh block: where puzzles are read, one per lane, and the easy ones are solved.

use super::layout::{NakedSingles, lanes};
use super::pencilmarks::read_pencilmarks;
use super::propagate::{Propagated, find_naked_singles, propagate};
use super::search::LaneSearch;
use super::simd::LaneSet;
use super::transpose::{Transpose, from_planes, read_clues, to_digits, write_answers};
use crate::prefetch;
use crate::solver::Outcome;
use crate::solver::batch::{Answers, Form};

/// Fresh puzzles go to the queue when fewer than this part of the lanes still change, as (numerator, denominator).
const CHANGING: (u32, u32) = (1, 2);

/// Fresh puzzles also go to the queue when no more than this part of the lanes are open, as (numerator, denominator).
const OPEN: (u32, u32) = (3, 16);

impl<S: Transpose> LaneSearch<'_, S> {
    /// Reads one puzzle per lane into the fresh block and sweeps them a few times. Writes the results of those that are
    /// done, and moves the others to the queue.
    #[inline(always)]
    pub(super) fn start_fresh_puzzles(&mut self) {
        let s = self.simd;
        let first = self.batch.next;
        let (open, naked) = self.read_puzzles(first);
        let (solved, open) = self.sweep_fresh_block(first, open, naked);
        if solved != 0 {
            to_digits(s, self.fresh, self.planes);
            write_answers(s, self.planes, solved, &mut self.batch.answers, |lane| first + lane);
            for lane in lanes(solved) {
                let verdict = self.batch.task.goal.verdict(1);
                self.batch.outcomes[first + lane] = Outcome { verdict, solutions: 1, guesses: 0 };
            }
        }
        if open != 0 {
            self.queue.push(s, self.fresh, open, first);
        }
    }

    /// Sweeps the puzzles in the lanes of `open` for as long as enough of them change, and ends those without a solution.
    /// Lane `i` holds puzzle `first + i`. Returns the lanes that are solved and the lanes that are still open.
    #[inline(always)]
    fn sweep_fresh_block(
        &mut self,
        first: usize,
        mut open: LaneSet,
        mut naked: NakedSingles<S>,
    ) -> (LaneSet, LaneSet) {
        let s = self.simd;
        propagate::<S, false, false>(s, self.fresh, &mut naked, None);
        let first_look = propagate::<S, false, false>(s, self.fresh, &mut naked, None);
        self.count_sweep::<false, false>(open);
        self.count_sweep::<false, false>(open);
        let mut solved = self.end_fresh_lanes(first, &mut open, first_look);
        while open.count_ones() * OPEN.1 > S::LANES as u32 * OPEN.0 {
            let look = propagate::<S, false, true>(s, self.fresh, &mut naked, None);
            self.count_sweep::<false, true>(open);
            solved |= self.end_fresh_lanes(first, &mut open, look);
            let changing = (open & !look.unchanged).count_ones();
            if changing * CHANGING.1 < S::LANES as u32 * CHANGING.0 {
                break;
            }
            propagate::<S, true, false>(s, self.fresh, &mut naked, None);
            self.count_sweep::<true, false>(open);
        }
        (solved, open)
    }

    /// Takes the lanes that are solved or contradictory out of `open`, and records that the latter have no solution. Returns
    /// the solved ones.
    #[inline(always)]
    fn end_fresh_lanes(&mut self, first: usize, open: &mut LaneSet, look: Propagated) -> LaneSet {
        let solved = look.solved & *open;
        for lane in lanes(look.contradiction & *open) {
            self.batch.end_without_solution(first + lane);
        }
        *open &= !(look.solved | look.contradiction);
        solved
    }

    /// Reads the puzzles from number `first`, one per lane. Returns the lanes of those that are well-formed, and the naked
    /// singles.
    #[inline(always)]
    fn read_puzzles(&mut self, first: usize) -> (LaneSet, NakedSingles<S>) {
        let s = self.simd;
        let puzzles = self.batch.puzzles;
        let count = S::LANES.min(puzzles.len() - first);
        if let Answers::Digits(answers) = &self.batch.answers {
            for (index, answer) in answers.iter().enumerate().skip(first).take(count) {
                puzzles.prefetch_next(index);
                prefetch::fetch(answer, 0);
            }
        }
        let valid = match puzzles.form() {
            Form::Clues => read_clues(s, &puzzles, first, count, self.planes),
            Form::Pencilmarks => read_pencilmarks(&puzzles, first, count, self.fresh),
        };
        for lane in lanes(((1 << count) - 1) & !valid) {
            self.batch.outcomes[first + lane] = Outcome::default();
        }
        self.batch.next += count;
        let naked = match puzzles.form() {
            Form::Clues => from_planes(s, self.planes, self.fresh),
            Form::Pencilmarks => find_naked_singles(s, self.fresh),
        };
        (valid, naked)
    }
}
