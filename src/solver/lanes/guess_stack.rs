//! Boards put aside, for all lanes together.
//!
//! Lanes branch in company: one *page* takes the boards of every lane that branches in the
//! same round, with one write a word, and each lane notes the page on its own trail.
//! Copying lane by lane would be 27 scattered words a lane.
//!
//! ```text
//!              lane 0   1   2   3 …              page 7, put aside by lanes 1 and 3
//! trail  2         .    .   .   9                 word 0   │ · ■ · ■ … │
//!        1         4    .   .   7                 word 1   │ · ■ · ■ … │
//!        0         0    7   .   2                   …
//! ```
//!
//! A page is free again when each of its lanes has taken its board back.

use super::layout::{Block, WORDS};
use super::simd::{LaneSet, MAX_LANES};

/// Boards that a lane can have put aside.
///
/// A board is put aside when a digit is forced to one minirow of a box that had another. With
/// two of a band's three boxes settled for a digit the next sweep settles the third, so on
/// the way down a digit is forced at most twice in each of three bands and three stacks:
/// 9 · 6 · 2.
pub const DEPTH: usize = 108;

/// The number of a page.
type PageNumber = u16;

/// A block, and under it the mark of each lane's branch.
type Page = [[u32; MAX_LANES]; WORDS + 1];

/// The pages of one engine, as many as its lanes could ever need and one to work on.
pub struct Stack {
    /// The pages one after the other. Zeroed memory fresh from the system takes no room until
    /// it is written, so what no search reaches costs nothing.
    memory: Vec<u32>,
    /// Where the first page starts, at a cache line.
    start: usize,
    /// The page with the block that is being swept.
    live: PageNumber,
    /// The lanes that have a board on each page.
    holders: Vec<LaneSet>,
    /// Pages without a holder; the last one, used most recently, goes out first.
    free: Vec<PageNumber>,
    trails: [[PageNumber; DEPTH]; MAX_LANES],
    depths: [usize; MAX_LANES],
    empty: LaneSet,
}

impl Stack {
    /// An empty stack for so many lanes.
    pub fn new(lanes: usize) -> Self {
        let pages = lanes * DEPTH + 1;
        let memory = vec![0u32; (pages * (WORDS + 1) + 1) * MAX_LANES];
        let start = memory.as_ptr().align_offset(64).min(MAX_LANES);
        Self {
            memory,
            start,
            live: 0,
            holders: vec![0; pages],
            free: (1..pages as PageNumber).rev().collect(),
            trails: [[0; DEPTH]; MAX_LANES],
            depths: [0; MAX_LANES],
            empty: LaneSet::MAX,
        }
    }

    /// The lanes that have no board here.
    #[inline(always)]
    pub fn empty(&self) -> LaneSet {
        self.empty
    }

    /// The block that is being swept.
    #[inline(always)]
    pub fn live(&mut self) -> &mut Block {
        let (block, _) = self.page(self.live);
        block
    }

    /// Notes that `lane` will have put its board aside with the live page; to be followed by
    /// [`Stack::put_aside`] for all such lanes.
    #[inline(always)]
    pub fn hold(&mut self, lane: usize) {
        self.trails[lane][self.depths[lane]] = self.live;
        self.depths[lane] += 1;
    }

    /// Where the marks of the live page's lanes go.
    #[inline(always)]
    pub fn marks(&mut self) -> &mut [u32; MAX_LANES] {
        let (_, marks) = self.page(self.live);
        marks
    }

    /// Puts the live page aside for the lanes of `set`, and makes a free one live, to be written.
    #[inline(always)]
    pub fn put_aside(&mut self, set: LaneSet) {
        self.empty &= !set;
        self.holders[usize::from(self.live)] = set;
        self.live = self.free.pop().expect("a page for each lane at each depth, and a live one");
    }

    /// The page with the board that the lane put aside last, and its mark, which it gives up.
    /// They stay until a page is put aside and the live one written.
    #[inline(always)]
    pub fn pop(&mut self, lane: usize) -> (&Block, &[u32; MAX_LANES]) {
        self.depths[lane] -= 1;
        let depth = self.depths[lane];
        self.empty |= LaneSet::from(depth == 0) << lane;
        let page = self.trails[lane][depth];
        let holders = &mut self.holders[usize::from(page)];
        *holders &= !(1 << lane);
        if *holders == 0 {
            self.free.push(page);
        }
        let (block, marks) = self.page(page);
        (block, marks)
    }

    /// Gives up all boards of a lane.
    #[inline(always)]
    pub fn clear(&mut self, lane: usize) {
        while self.depths[lane] > 0 {
            self.pop(lane);
        }
    }

    #[inline(always)]
    fn page(&mut self, page: PageNumber) -> (&mut Block, &mut [u32; MAX_LANES]) {
        let start = self.start + usize::from(page) * (WORDS + 1) * MAX_LANES;
        let (rows, _) = self.memory[start..].as_chunks_mut();
        let page: &mut Page = rows.first_chunk_mut().expect("every page is whole");
        let (block, marks) = page.split_first_chunk_mut().expect("a page is longer than its block");
        (block, &mut marks[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts the boards of `set` aside, on a page that says so.
    fn put_aside(stack: &mut Stack, set: LaneSet, mark: u32) {
        (0..MAX_LANES).filter(|lane| set >> lane & 1 == 1).for_each(|lane| stack.hold(lane));
        stack.live().iter_mut().for_each(|row| *row = [mark; MAX_LANES]);
        *stack.marks() = [mark; MAX_LANES];
        stack.put_aside(set);
    }

    /// The mark of the board that the lane takes back, which all of its page's words tell.
    fn take_back(stack: &mut Stack, lane: usize) -> u32 {
        let (block, marks) = stack.pop(lane);
        assert!(block.iter().all(|row| row[lane] == marks[lane]));
        marks[lane]
    }

    #[test]
    fn each_lane_takes_its_boards_back_last_first() {
        let mut stack = Stack::new(4);
        put_aside(&mut stack, 0b0011, 1);
        put_aside(&mut stack, 0b0110, 2);
        put_aside(&mut stack, 0b0010, 3);
        assert_eq!([(); 3].map(|()| take_back(&mut stack, 1)), [3, 2, 1]);
        assert_eq!(stack.empty() & 0b1111, 0b1010);
        assert_eq!((take_back(&mut stack, 0), take_back(&mut stack, 2)), (1, 2));
        assert_eq!(stack.free.len(), 4 * DEPTH);
    }

    #[test]
    fn what_is_live_stays_when_other_boards_are_given_up() {
        let mut stack = Stack::new(4);
        put_aside(&mut stack, 0b0001, 1);
        stack.live()[26] = [2; MAX_LANES];
        stack.hold(1);
        stack.clear(0);
        stack.put_aside(0b0010);
        put_aside(&mut stack, 0b0100, 3);
        assert_eq!((stack.pop(1).0[26][1], take_back(&mut stack, 2)), (2, 3));
    }

    #[test]
    fn every_lane_can_go_as_deep_as_the_bound() {
        let mut stack = Stack::new(MAX_LANES);
        for lane in 0..MAX_LANES {
            for depth in 0..DEPTH {
                put_aside(&mut stack, 1 << lane, depth as u32);
            }
        }
        assert!(stack.free.is_empty());
        (0..MAX_LANES).for_each(|lane| stack.clear(lane));
        assert_eq!(stack.free.len(), MAX_LANES * DEPTH);
    }
}
