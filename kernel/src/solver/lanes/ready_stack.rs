//! Boards that wait for a free lane of the search block.
//!
//! ```text
//!            column 0   1   2  …  len          push: the chosen lanes of a block are compressed
//! word 0      ■■■■■■■■■■■■■■■■■■■■│            together and stored here with one write per word
//! word 1      ■■■■■■■■■■■■■■■■■■■■│            pop: the free lanes of a block are filled with one
//!   …                                          read and one expansion per word
//! ```

use super::layout::{Block, WORDS};
use crate::board::bits::bits;
use crate::simd::{LaneSet, Lanes, MAX_LANES};

/// A stack of boards, one per column. Boards are added and removed at the end, so the newest board leaves first. It takes
/// seven kilobytes.
pub struct ReadyStack {
    words: [[u32; ReadyStack::CAPACITY + MAX_LANES]; WORDS],
    puzzles: [u32; ReadyStack::CAPACITY],
    len: usize,
}

impl ReadyStack {
    /// The number of boards that fit.
    pub const CAPACITY: usize = 3 * MAX_LANES;

    /// Returns the number of waiting boards.
    pub fn waiting(&self) -> usize {
        self.len
    }

    /// Adds the boards in the lanes of `set`. Lane `i` holds puzzle `first + i`.
    ///
    /// # Panics
    /// Panics if the boards do not fit.
    #[inline(always)]
    pub fn push<S: Lanes>(&mut self, s: S, block: &Block, set: LaneSet, first: usize) {
        for i in 0..WORDS {
            s.store(s.compress(set, s.load(&block[i])), window_mut(&mut self.words[i], self.len));
        }
        for lane in bits(set) {
            self.puzzles[self.len] = (first + lane) as u32;
            self.len += 1;
        }
    }

    /// Moves waiting boards into the lanes of `free` until either runs out. The words must be vacant there. Returns the
    /// lanes that received a board, and their puzzles in the order of the lanes.
    #[inline(always)]
    pub fn pop<S: Lanes>(&mut self, s: S, words: &mut [S::V; WORDS], free: LaneSet) -> (LaneSet, &[u32]) {
        let mut taken = free;
        while taken.count_ones() as usize > self.len {
            taken &= taken - 1;
        }
        self.len -= taken.count_ones() as usize;
        for i in 0..WORDS {
            let incoming = s.expand(taken, s.load(window(&self.words[i], self.len)));
            words[i] = s.fill(taken, words[i], incoming);
        }
        (taken, &self.puzzles[self.len..])
    }
}

impl Default for ReadyStack {
    fn default() -> Self {
        let words = [[0; Self::CAPACITY + MAX_LANES]; WORDS];
        Self { words, puzzles: [0; Self::CAPACITY], len: 0 }
    }
}

#[inline(always)]
fn window(column: &[u32; ReadyStack::CAPACITY + MAX_LANES], at: usize) -> &[u32; MAX_LANES] {
    column[at..].first_chunk().expect("a column has a row's length to spare")
}

#[inline(always)]
fn window_mut(column: &mut [u32; ReadyStack::CAPACITY + MAX_LANES], at: usize) -> &mut [u32; MAX_LANES] {
    column[at..].first_chunk_mut().expect("a column has a row's length to spare")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::for_each_isa;

    #[test]
    fn a_board_comes_back_with_its_puzzle_in_any_free_lane() {
        for_each_isa!(|simd, name| { check_round_trip(simd, name) });
    }

    fn check_round_trip<S: Lanes>(s: S, name: &str) {
        let block: Block = std::array::from_fn(|word| std::array::from_fn(|lane| (100 * word + lane) as u32));
        let mut ready = ReadyStack::default();
        ready.push(s, &block, 0b1010, 40);
        ready.push(s, &block, 0b0001, 60);
        let mut words = [s.vacate(0b0110, s.splat32(7)); WORDS];
        let (taken, puzzles) = ready.pop(s, &mut words, 0b0110);
        assert_eq!((taken, &puzzles[..2]), (0b0110, &[43, 60][..]), "{name}");
        let mut row = [0_u32; MAX_LANES];
        s.store(words[26], &mut row);
        assert_eq!(row[..4], [7, 2603, 2600, 7], "{name}");
        let mut words = [s.vacate(0b1100, s.splat32(7)); WORDS];
        let (taken, puzzles) = ready.pop(s, &mut words, 0b1100);
        assert_eq!((taken, puzzles[0], ready.waiting()), (0b1000, 41, 0), "{name}");
    }
}
