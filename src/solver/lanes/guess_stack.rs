//! The boards that wait for their second child, for all lanes together.
//!
//! Lanes that branch in the same round share one *page*: the page takes the boards of all of them with one write per
//! word, and each lane notes the page's number on its own path. Copying lane by lane would take 27 scattered words
//! per lane.
//!
//! ```text
//!              lane 0   1   2   3 …              page 7, pushed by lanes 1 and 3
//! path   2         .    .   .   9                 word 0   │ · ■ · ■ … │
//!        1         4    .   .   7                 word 1   │ · ■ · ■ … │
//!        0         0    7   .   2                   …
//! ```
//!
//! A page is free again when each of its lanes has popped its board.
//!
//! # Lemma: a path holds at most 108 boards
//!
//! A board is pushed when a digit is *forced*: of a box's minirows that are left for the digit, at least two, the
//! child keeps one. (For minicolumns, read stack for band.) Call a box *open* for a digit while it has at least two
//! minirows left for it.
//!
//! *Claim.* Between the root of the search and any node, a digit is forced at most twice in the minirows of one band.
//!
//! *Proof.* A lane branches only on a board that a full sweep has left unchanged. There the number of a band's boxes
//! that are open for the digit is 0, 2 or 3. It is not 1: two boxes that are settled hold the digit in two different
//! rows, or the sweep would have found a contradiction, and then the only permutation of the band puts the digit of
//! the third box into the third row, so the sweep would have settled that box too. Forcing settles one open box, and
//! a settled box stays settled below, since candidates are only ever cleared. So the first time a digit is forced in a
//! band at most two open boxes are left; the second time at most one is left, which is none on the next unchanged
//! board. ∎
//!
//! Nine digits, three bands and three stacks, two times each: 9 · 6 · 2 = 108 = [`DEPTH`]. The boards on a path are
//! the parents of nodes that were reached by forcing, so their number has the same bound.

use super::layout::{Block, WORDS};
use super::simd::{LaneSet, MAX_LANES};

/// The most boards that one lane can have pushed. See the lemma above.
pub const DEPTH: usize = 108;

/// The number of a page.
type PageNumber = u16;

/// A block, and below it the mark of each lane's branch.
type Page = [[u32; MAX_LANES]; WORDS + 1];

/// The pages of one engine: as many as its lanes can ever need, and one to work on.
pub struct GuessStack {
    /// The pages one after the other. The zeroed memory is fresh from the system and takes no room until it is
    /// written, so pages that no search reaches cost nothing.
    memory: Vec<u32>,
    /// Index into `memory` of the first page, which starts at a cache line.
    start: usize,
    /// The page with the block that is being swept.
    live: PageNumber,
    /// For each page, the lanes that have a board on it.
    holders: Vec<LaneSet>,
    /// The pages without a holder. The last one, which was used most recently, is taken first.
    free: Vec<PageNumber>,
    paths: [[PageNumber; DEPTH]; MAX_LANES],
    depths: [usize; MAX_LANES],
    /// The greatest depth that any lane has had.
    deepest: usize,
    empty: LaneSet,
}

impl GuessStack {
    /// Returns an empty stack for `lanes` lanes.
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
            paths: [[0; DEPTH]; MAX_LANES],
            depths: [0; MAX_LANES],
            deepest: 0,
            empty: LaneSet::MAX,
        }
    }

    /// Returns the lanes that have no board on the stack.
    #[inline(always)]
    pub fn empty(&self) -> LaneSet {
        self.empty
    }

    /// Returns the greatest number of boards that one lane has had on the stack.
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// Returns the block that is being swept.
    #[inline(always)]
    pub fn live(&mut self) -> &mut Block {
        let (block, _) = self.page(self.live);
        block
    }

    /// Notes the live page on the path of `lane`. The caller calls [`GuessStack::push`] once for all such lanes.
    #[inline(always)]
    pub fn hold(&mut self, lane: usize) {
        self.paths[lane][self.depths[lane]] = self.live;
        self.depths[lane] += 1;
        self.deepest = self.deepest.max(self.depths[lane]);
    }

    /// Returns where the marks of the live page's lanes are kept.
    #[inline(always)]
    pub fn marks(&mut self) -> &mut [u32; MAX_LANES] {
        let (_, marks) = self.page(self.live);
        marks
    }

    /// Pushes the live page for the lanes of `set` and makes a free page live. The content of the new live page is
    /// unspecified.
    #[inline(always)]
    pub fn push(&mut self, set: LaneSet) {
        self.empty &= !set;
        self.holders[usize::from(self.live)] = set;
        self.live = self.free.pop().expect("a page for each lane at each depth, and a live one");
    }

    /// Pops the board that `lane` pushed last. Returns the page that holds it and the page's marks, which keep their
    /// content until the next push.
    #[inline(always)]
    pub fn pop(&mut self, lane: usize) -> (&Block, &[u32; MAX_LANES]) {
        self.depths[lane] -= 1;
        let depth = self.depths[lane];
        self.empty |= LaneSet::from(depth == 0) << lane;
        let page = self.paths[lane][depth];
        let holders = &mut self.holders[usize::from(page)];
        *holders &= !(1 << lane);
        if *holders == 0 {
            self.free.push(page);
        }
        let (block, marks) = self.page(page);
        (block, marks)
    }

    /// Drops all boards of a lane.
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

    /// Pushes the boards of `set` on a page whose words and marks are all `mark`.
    fn push(stack: &mut GuessStack, set: LaneSet, mark: u32) {
        (0..MAX_LANES).filter(|lane| set >> lane & 1 == 1).for_each(|lane| stack.hold(lane));
        stack.live().iter_mut().for_each(|row| *row = [mark; MAX_LANES]);
        *stack.marks() = [mark; MAX_LANES];
        stack.push(set);
    }

    /// Pops the lane's last board and returns its mark, which all words of the page must equal.
    fn pop(stack: &mut GuessStack, lane: usize) -> u32 {
        let (block, marks) = stack.pop(lane);
        assert!(block.iter().all(|row| row[lane] == marks[lane]));
        marks[lane]
    }

    #[test]
    fn each_lane_pops_its_boards_last_first() {
        let mut stack = GuessStack::new(4);
        push(&mut stack, 0b0011, 1);
        push(&mut stack, 0b0110, 2);
        push(&mut stack, 0b0010, 3);
        assert_eq!([(); 3].map(|()| pop(&mut stack, 1)), [3, 2, 1]);
        assert_eq!(stack.empty() & 0b1111, 0b1010);
        assert_eq!((pop(&mut stack, 0), pop(&mut stack, 2)), (1, 2));
        assert_eq!(stack.free.len(), 4 * DEPTH);
        assert_eq!(stack.deepest(), 3);
    }

    #[test]
    fn the_live_page_keeps_its_content_when_other_boards_are_dropped() {
        let mut stack = GuessStack::new(4);
        push(&mut stack, 0b0001, 1);
        stack.live()[26] = [2; MAX_LANES];
        stack.hold(1);
        stack.clear(0);
        stack.push(0b0010);
        push(&mut stack, 0b0100, 3);
        assert_eq!((stack.pop(1).0[26][1], pop(&mut stack, 2)), (2, 3));
    }

    #[test]
    fn every_lane_can_reach_the_bound() {
        let mut stack = GuessStack::new(MAX_LANES);
        for lane in 0..MAX_LANES {
            for depth in 0..DEPTH {
                push(&mut stack, 1 << lane, depth as u32);
            }
        }
        assert!(stack.free.is_empty());
        assert_eq!(stack.deepest(), DEPTH);
        (0..MAX_LANES).for_each(|lane| stack.clear(lane));
        assert_eq!(stack.free.len(), MAX_LANES * DEPTH);
    }
}
