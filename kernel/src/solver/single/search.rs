//! The search for the solutions of one puzzle, which can be interrupted and continued.

use super::board::{BoardOps, CellMasks, Settled, settle};
use super::dead_ends::{DeadEnds, MOST_LEVELS};
use super::look_ahead::{Ahead, LookAhead};
use super::text_order;
use crate::board::grid::CELLS;
use crate::solver::batch::Answer;
use crate::solver::lanes::simd::Kernel;

/// The most boards that wait in a search. The header of this module proves the bounds.
const DEPTH: usize = 108 + MOST_LEVELS;

/// In which order a search finds solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order that takes the fewest guesses.
    Fastest,
    /// In the order of their text.
    Text,
}

/// A search, with the boards that wait.
pub struct Search<S: BoardOps> {
    pub(super) simd: S,
    /// The board without guesses.
    root: S::Board,
    /// The nodes still to be searched, the next one last. Has room for every node from the start.
    pub(super) waiting: Vec<Node<S::Board>>,
    order: Order,
    pub(super) dead_ends: DeadEnds,
    /// The number of solutions found so far.
    pub solutions: u64,
    /// The number of guesses made so far.
    pub guesses: u64,
    /// The number of sweeps of all searches.
    pub sweeps: u64,
    /// The largest number of boards that waited in any search.
    pub deepest: usize,
}

/// A board with its place in the tree of guesses.
#[derive(Clone, Copy)]
pub struct Node<B> {
    board: B,
    /// The number of guesses that led here.
    pub(super) depth: u32,
    /// The first lane of the box that the last guess split, if this is the first child.
    split: Option<usize>,
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
    /// Returns a search without a puzzle. Allocates the memory for all searches.
    pub fn new(simd: S) -> Self {
        // One more is the board that a budget interrupts.
        let waiting = Vec::with_capacity(DEPTH + 1);
        let (root, dead_ends) = (simd.board_of(&[0; CELLS]), DeadEnds::none(simd));
        let (order, solutions, guesses, sweeps, deepest) = (Order::Fastest, 0, 0, 0, 0);
        Self { simd, root, waiting, order, dead_ends, solutions, guesses, sweeps, deepest }
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
        self.restart(Order::Fastest);
        self.simd.enter(Run { start: Start::Clues(clues), search: self, bounds, answers })
    }

    /// Starts with candidates, without searching yet.
    pub fn begin(&mut self, candidates: &CellMasks, order: Order) {
        self.restart(order);
        self.root = self.simd.board_of(candidates);
        self.waiting.push(Node::root(self.root));
    }

    /// Continues to the next bound. Writes solution `i`, counted from the start of the search, to answer `i`, if there is one.
    pub fn go_on(&mut self, bounds: Bounds, answers: &mut [Answer<'_>]) -> Stop {
        let stop = self.simd.enter(Run { start: Start::Waiting, search: self, bounds, answers });
        stop.expect("only clues can be malformed")
    }

    fn restart(&mut self, order: Order) {
        self.waiting.clear();
        self.dead_ends.clear(self.simd);
        (self.order, self.solutions, self.guesses) = (order, 0, 0);
    }

    /// Tries every choice on the board of a node, and lets its children wait if any. Returns whether the search may go on, which
    /// takes another guess if there are two.
    #[inline(never)] // it is rare, and the loop of the search is faster without it
    fn look_ahead(&mut self, node: &Node<S::Board>, most_guesses: u64) -> bool {
        let look = LookAhead { simd: self.simd, board: &node.board, sweeps: &mut self.sweeps };
        let child = |board| Node { board, depth: node.depth + 1, split: None };
        match self.simd.enter(look) {
            Ahead::Contradictory => _ = self.dead_ends.add(self.simd, None),
            Ahead::Solved(board) => self.waiting.push(child(board)),
            Ahead::Open(_) if self.guesses == most_guesses => {
                self.waiting.push(*node);
                return false;
            }
            Ahead::Open([first, second]) => {
                self.guesses += 1;
                self.waiting.extend([child(second), child(first)]);
                self.deepest = self.deepest.max(self.waiting.len() - 1);
            }
        }
        true
    }
}

impl<B> Node<B> {
    fn root(board: B) -> Self {
        Self { board, depth: 0, split: None }
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

/// What a search does after a node.
enum Next {
    /// It goes on with the node that took this one's place. (A node in this enumeration would share its first byte with the reason
    /// to stop, and be loaded and stored byte by byte.)
    Child,
    /// It takes the next node that waits.
    Waiting,
    /// It stops.
    Stop(Stop),
}

impl<S: BoardOps> Kernel<S> for Run<'_, '_, S> {
    type Output = Option<Stop>;

    #[inline(always)]
    fn run(mut self) -> Option<Stop> {
        let mut node = match self.start {
            Start::Clues(clues) => {
                let root = self.search.simd.read_clues(clues)?;
                self.search.root = root;
                Node::root(root)
            }
            Start::Waiting => match self.search.waiting.pop() {
                Some(node) => node,
                None => return Some(Stop::Exhausted),
            },
        };
        loop {
            match self.branch(&mut node) {
                Next::Child => {}
                Next::Stop(stop) => return Some(stop),
                Next::Waiting => match self.search.waiting.pop() {
                    Some(next) => node = next,
                    None => return Some(Stop::Exhausted),
                },
            }
        }
    }
}

impl<S: BoardOps> Run<'_, '_, S> {
    /// Settles a board, and puts the child to search first in its place.
    #[inline(always)]
    fn branch(&mut self, node: &mut Node<S::Board>) -> Next {
        let Search { simd, dead_ends, sweeps, .. } = &mut *self.search;
        match settle(*simd, node.board, dead_ends.have_pairs(), sweeps) {
            Settled::Contradictory => self.note_dead_end(node),
            Settled::Solved(board) => self.note_solution(&board),
            Settled::Open(board, summary) => {
                node.board = board;
                self.guess(node, &summary)
            }
        }
    }

    /// Counts a dead end. When the puzzle turns out to be hard, the search starts again from the root.
    #[inline(always)]
    fn note_dead_end(&mut self, node: &mut Node<S::Board>) -> Next {
        let Search { simd, root, waiting, order, dead_ends, solutions, .. } = &mut *self.search;
        if !dead_ends.add(*simd, node.split) || *order == Order::Text {
            return Next::Waiting;
        }
        waiting.clear();
        *solutions = 0;
        *node = Node::root(*root);
        Next::Child
    }

    #[inline(always)]
    fn note_solution(&mut self, board: &S::Board) -> Next {
        if let Some(answer) = self.answers.get_mut(self.search.solutions as usize) {
            let (digits, zero) = answer.cells();
            self.search.simd.write_digits(board, digits, zero);
        }
        self.search.solutions += 1;
        if self.search.solutions == self.bounds.solutions { Next::Stop(Stop::Limit) } else { Next::Waiting }
    }

    /// Splits a stable board that no rule changes.
    #[inline(always)]
    fn guess(&mut self, node: &mut Node<S::Board>, summary: &S::Summary) -> Next {
        let Search { simd, order, dead_ends, guesses, .. } = &*self.search;
        if *order == Order::Fastest && node.depth < dead_ends.levels() {
            // A reference to the node itself would keep every node in memory instead of registers.
            let copy = *node;
            let goes_on = self.search.look_ahead(&copy, self.bounds.guesses);
            return if goes_on { Next::Waiting } else { Next::Stop(Stop::Budget) };
        }
        if *guesses == self.bounds.guesses {
            return self.interrupt(node);
        }
        let (children, split) = match order {
            Order::Fastest => {
                let split = simd.split(&node.board, summary, dead_ends.keys());
                (split.children, Some(split.lane))
            }
            Order::Text => (text_order::split(*simd, &node.board), None),
        };
        *node = self.push(node.depth, children, split);
        Next::Child
    }

    #[inline(always)]
    fn interrupt(&mut self, node: &Node<S::Board>) -> Next {
        self.search.waiting.push(*node);
        Next::Stop(Stop::Budget)
    }

    /// Counts a guess at a board of this depth. Lets the second child wait and returns the first.
    #[inline(always)]
    fn push(&mut self, depth: u32, [first, second]: [S::Board; 2], split: Option<usize>) -> Node<S::Board> {
        let Search { waiting, guesses, deepest, .. } = &mut *self.search;
        *guesses += 1;
        waiting.push(Node { board: second, depth: depth + 1, split: None });
        *deepest = (*deepest).max(waiting.len());
        Node { board: first, depth: depth + 1, split }
    }
}
