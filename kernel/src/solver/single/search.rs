//! The search for the solutions of one puzzle, which can be interrupted and continued.

use super::board::{BoardOps, CellMasks, Rest, State};
use super::cell_order::CellOrder;
use crate::board::grid::CELLS;
use crate::solver::batch::Answer;
use crate::solver::lanes::simd::Kernel;

/// The most boards that wait in a search that splits by units. The header of this module proves the bound.
pub const DEPTH: usize = 108;

/// The most boards that wait in a search that splits by cells.
pub const CELL_DEPTH: usize = CELLS;

/// The number of guesses from which the pair rule is applied. Most puzzles take fewer, and the rule costs as much as half
/// a sweep.
const PAIRS_FROM: u64 = 4;

/// How an open board is split.
#[derive(Clone, Copy, Debug)]
pub enum Split {
    /// By a digit's minirows or minicolumns in the band or stack that is closest to settled.
    Units,
    /// By a digit of one cell.
    Cells(CellOrder),
}

/// A search, with the boards that wait.
pub struct Search<S: BoardOps> {
    simd: S,
    /// The boards still to be searched, the next one last. Has room for every board from the start.
    waiting: Vec<S::Board>,
    split: Split,
    /// The number of solutions found so far.
    pub solutions: u64,
    /// The number of guesses made so far.
    pub guesses: u64,
    /// The number of sweeps of all searches.
    pub sweeps: u64,
    /// The largest number of boards that waited in any search.
    pub deepest: usize,
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It found as many solutions as requested.
    Limit,
    /// There are no more solutions.
    Exhausted,
    /// It needs more guesses than it may make.
    Budget,
}

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The number of solutions, counted from the start of the search, to stop at.
    pub solutions: u64,
    /// The maximum number of guesses, counted from the start of the search.
    pub guesses: u64,
}

impl<S: BoardOps> Search<S> {
    /// Returns a search without a puzzle. Allocates the memory for all searches in which at most `depth` boards wait.
    pub fn new(simd: S, depth: usize) -> Self {
        // One more is the board that a budget interrupts.
        let waiting = Vec::with_capacity(depth + 1);
        Self { simd, waiting, split: Split::Units, solutions: 0, guesses: 0, sweeps: 0, deepest: 0 }
    }

    /// Starts with clues and continues to the first bound. Returns `None` if a byte is neither a clue nor a blank. Writes
    /// solution `i` to answer `i`, if there is one.
    #[inline]
    pub fn solve_clues(
        &mut self,
        clues: &[u8; CELLS],
        bounds: Bounds,
        answers: &mut [Answer<'_>],
    ) -> Option<Stop> {
        self.restart(Split::Units);
        self.simd.enter(Run { start: Start::Clues(clues), search: self, bounds, answers })
    }

    /// Starts with candidates, without searching yet.
    pub fn begin(&mut self, candidates: &CellMasks, split: Split) {
        self.restart(split);
        self.waiting.push(self.simd.board_of(candidates));
    }

    /// Continues to the next bound. Writes solution `i`, counted from the start of the search, to answer `i`, if there is one.
    pub fn go_on(&mut self, bounds: Bounds, answers: &mut [Answer<'_>]) -> Stop {
        let stop = self.simd.enter(Run { start: Start::Waiting, search: self, bounds, answers });
        stop.expect("only clues can be malformed")
    }

    fn restart(&mut self, split: Split) {
        self.waiting.clear();
        (self.split, self.solutions, self.guesses) = (split, 0, 0);
    }
}

/// Where a run gets its first board.
enum Start<'a> {
    /// From the text of a puzzle.
    Clues(&'a [u8; CELLS]),
    /// From the waiting boards.
    Waiting,
}

/// A part of a search, from one bound to the next.
struct Run<'a, 'b, S: BoardOps> {
    start: Start<'a>,
    search: &'a mut Search<S>,
    bounds: Bounds,
    answers: &'a mut [Answer<'b>],
}

impl<S: BoardOps> Kernel<S> for Run<'_, '_, S> {
    type Output = Option<Stop>;

    #[inline(always)]
    fn run(mut self) -> Option<Stop> {
        let mut board = match self.start {
            Start::Clues(clues) => self.search.simd.read_clues(clues)?,
            Start::Waiting => match self.search.waiting.pop() {
                Some(board) => board,
                None => return Some(Stop::Exhausted),
            },
        };
        loop {
            match self.branch(board) {
                Ok(child) => board = child,
                Err(Some(stop)) => return Some(stop),
                Err(None) => match self.search.waiting.pop() {
                    Some(next) => board = next,
                    None => return Some(Stop::Exhausted),
                },
            }
        }
    }
}

impl<S: BoardOps> Run<'_, '_, S> {
    /// Settles a board. Returns the child to search first, or why there is none: a bound was reached, or the board is done.
    #[inline(always)]
    fn branch(&mut self, mut board: S::Board) -> Result<S::Board, Option<Stop>> {
        let s = self.search.simd;
        loop {
            let swept = s.sweep(&board);
            self.search.sweeps += 1;
            board = swept.board;
            match swept.state {
                State::Changed => continue,
                State::Contradictory => return Err(None),
                State::Solved => return Err(self.note_solution(&board)),
                State::Stable => {}
            }
            match s.clear_triads(&board, &swept.units) {
                Rest::Cleared(cleared) => {
                    board = cleared;
                    continue;
                }
                Rest::Contradictory => return Err(None),
                Rest::Open => {}
            }
            if self.search.guesses >= PAIRS_FROM
                && let Some(cleared) = s.clear_pairs(&board, &swept.units)
            {
                board = cleared;
                continue;
            }
            return self.guess(&board, &swept.units);
        }
    }

    #[inline(always)]
    fn note_solution(&mut self, board: &S::Board) -> Option<Stop> {
        if let Some(answer) = self.answers.get_mut(self.search.solutions as usize) {
            let (digits, zero) = answer.cells();
            self.search.simd.write_digits(board, digits, zero);
        }
        self.search.solutions += 1;
        (self.search.solutions == self.bounds.solutions).then_some(Stop::Limit)
    }

    /// Splits a stable board that no rule changes.
    #[inline(always)]
    fn guess(&mut self, board: &S::Board, units: &S::Units) -> Result<S::Board, Option<Stop>> {
        let Search { simd, waiting, split, guesses, .. } = &mut *self.search;
        if *guesses == self.bounds.guesses {
            waiting.push(*board);
            return Err(Some(Stop::Budget));
        }
        *guesses += 1;
        let [first, second] = match split {
            Split::Units => simd.split(board, units),
            Split::Cells(order) => order.split(*simd, board),
        };
        waiting.push(second);
        self.search.deepest = self.search.deepest.max(self.search.waiting.len());
        Ok(first)
    }
}
