//! The board: 27 words a puzzle, and blocks of boards side by side.
//!
//! A candidate is (row, column, digit). Each is split in two, every part 0 to 2:
//!
//! ```text
//! row = 3·band + k      column = 3·stack + j      digit = 3·D + e
//!
//! word (D, k, j), 27 words:             bit in the word, 27 of 32:
//!   the cells at place (k, j) of          field e, group band, place stack
//!   every box, three digits
//!                                       26      18 17       9 8        0
//!    j 0 1 2                            ┌─────────┬─────────┬─────────┐
//!  k ┌─┬─┬─┐ ┌─┬─┬─┐ ┌─┬─┬─┐            │  e = 2  │  e = 1  │  e = 0  │
//!  0 │ │ │ │ │ │ │ │ │ │ │ │            └─────────┴─────────┴─────────┘
//!  1 │ │■│ │ │ │■│ │ │ │■│ │            each field: 8   6 5   3 2   0
//!  2 │ │ │ │ │ │ │ │ │ │ │ │                       ┌─────┬─────┬─────┐
//!    └─┴─┴─┘ └─┴─┴─┘ └─┴─┴─┘                  band │  2  │  1  │  0  │
//!    ■ three of the nine cells of a                └─────┴─────┴─────┘
//!      word at place (1, 1)             each group: the stacks 2, 1, 0
//! ```
//!
//! So every rule of Sudoku has at most one part inside a word, and the rest is plain
//! operations between words:
//!
//! | rule | between words | inside a word |
//! |---|---|---|
//! | a digit once in a box | k, j | nothing |
//! | a digit once in a row | j | turn the stacks of each group |
//! | a digit once in a column | k | turn the groups of each field |
//! | a cell holds one digit | D | turn the fields |
//!
//! `e` is the outermost part because it is turned most often, and turning whole fields
//! needs no mask.
//!
//! A *block* holds one board a lane: word by word, lane beside lane.

use super::simd::{LaneSet, MAX_LANES, Simd};

/// Words of a board.
pub const WORDS: usize = 27;

/// The bits of a word that stand for candidates.
pub const FULL: u32 = (1 << 27) - 1;

/// The bits of field e = 0.
pub const FIELD: u32 = (1 << 9) - 1;

/// The two ways to look at a board: by rows and bands,
pub const ROWS: usize = 0;
/// and by columns and stacks.
pub const COLUMNS: usize = 1;

/// The index of word (D, k, j).
#[inline(always)]
pub const fn word(d: usize, k: usize, j: usize) -> usize {
    9 * d + 3 * k + j
}

/// The words of a block of boards, lane beside lane.
pub type Block = [[u32; MAX_LANES]; WORDS];

/// A block on its own, at a cache line.
#[repr(align(64))]
pub struct AlignedBlock(pub Block);

/// The naked singles of a block that the last sweep found for the next one, entry `[ROWS][D][k]`
/// by minirow, `[COLUMNS][D][j]` by minicolumn: the union of their words' bits.
pub type Naked<S> = [[[<S as Simd>::V; 3]; 3]; 2];

/// Boards waiting for a lane, column by column; filled and emptied at the end.
///
/// ```text
///            column 0   1   2  …  len          a block's finished lanes are compressed
/// word 0      ■■■■■■■■■■■■■■■■■■■■│            together and stored here with one write
/// word 1      ■■■■■■■■■■■■■■■■■■■■│            a word; a block's free lanes are filled
///   …                                          with one read and one expansion a word.
/// ```
pub struct Queue {
    words: [[u32; Queue::COLUMNS + MAX_LANES]; WORDS],
    puzzles: [u32; Queue::COLUMNS],
    len: usize,
}

impl Queue {
    /// The most boards that can wait.
    pub const COLUMNS: usize = 3 * MAX_LANES;

    /// An empty queue, on the heap for its size.
    pub fn new() -> Box<Self> {
        Box::new(Self { words: [[0; Self::COLUMNS + MAX_LANES]; WORDS], puzzles: [0; Self::COLUMNS], len: 0 })
    }

    /// How many boards wait.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds the boards in the lanes of `set`; `first` is the puzzle in lane 0, the others follow.
    ///
    /// # Panics
    /// When they do not fit.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, s: S, block: &Block, set: LaneSet, first: usize) {
        for (column, row) in self.words.iter_mut().zip(block) {
            s.store(s.compress(set, s.load(row)), window_mut(column, self.len));
        }
        for lane in lanes(set) {
            self.puzzles[self.len] = (first + lane) as u32;
            self.len += 1;
        }
    }

    /// Moves boards into lanes of `free`, as many as there are; tells which lanes got one, and
    /// gives their puzzles in the order of the lanes.
    #[inline(always)]
    pub fn pop<S: Simd>(&mut self, s: S, words: &mut [S::V; WORDS], free: LaneSet) -> (LaneSet, &[u32]) {
        let mut taken = free;
        while taken.count_ones() as usize > self.len {
            taken &= taken - 1;
        }
        self.len -= taken.count_ones() as usize;
        for (column, word) in self.words.iter().zip(words) {
            let incoming = s.expand(taken, s.load(window(column, self.len)));
            *word = s.blend(taken, *word, incoming);
        }
        (taken, &self.puzzles[self.len..])
    }
}

/// The lanes of a set, lowest first.
#[inline(always)]
pub fn lanes(mut set: LaneSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(lane)
    })
}

#[inline(always)]
fn window(column: &[u32; Queue::COLUMNS + MAX_LANES], at: usize) -> &[u32; MAX_LANES] {
    column[at..].first_chunk().expect("a column has a row's length to spare")
}

#[inline(always)]
fn window_mut(column: &mut [u32; Queue::COLUMNS + MAX_LANES], at: usize) -> &mut [u32; MAX_LANES] {
    column[at..].first_chunk_mut().expect("a column has a row's length to spare")
}
