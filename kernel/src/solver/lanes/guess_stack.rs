//! The boards that wait for their second child, for all lanes together.
//!
//! Lanes that branch in the same round share one *page*, which stores the boards of all of them with one write per
//! word. Copying lane by lane would take 27 scattered words per lane. The pages of a lane are a linked list: the stack
//! stores the number of each lane's top page, and each page the numbers of the pages below it.
//!
//! ```text
//!          lane 0   1   2   3 …          page 7, pushed by lanes 1 and 3
//! tops          0   7   .   9             word 0    │ · ■ · ■ … │
//!               ▼   ▼       ▼               …
//!          page 0   7       9             word 26   │ · ■ · ■ … │
//!                   ▼       ▼             mark      │ · ■ · ■ … │
//!                   4       7             link      │ · 4 · 2 … │
//!                           ▼
//!                           2
//! ```
//!
//! So a push is the same few vector operations for any number of lanes.
//!
//! A page becomes free when each of its lanes has popped its board.
//!
//! # Lemma: a path holds at most 108 boards
//!
//! A board is pushed when a digit is *forced*: a box has at least two minirows left for the digit, and the child keeps
//! one of them. (For minicolumns, read stack for band.) Call a box *open* for a digit while it has at least two minirows
//! left for it.
//!
//! *Claim.* Between the root of the search and any node, a digit is forced at most twice in the minirows of one band.
//!
//! *Proof.* A lane branches only on a board that a full sweep has left unchanged. There the number of a band's boxes
//! that are open for the digit is 0, 2 or 3. It is not 1: two settled boxes hold the digit in two different rows, or the
//! sweep would have found a contradiction. Then the only permutation of the band puts the digit of the third box into the
//! third row, so the sweep would also have settled that box. Forcing settles one open box, and a settled box stays
//! settled below, since candidates are only ever cleared. So the first time a digit is forced in a band, at most two open
//! boxes are left. The second time, at most one is left, and hence none on the next unchanged board. ∎
//!
//! Nine digits, three bands and three stacks, twice each: 9 · 6 · 2 = 108 = [`DEPTH`]. The boards on a path are the
//! parents of nodes that were reached by forcing, so their number has the same bound.

use super::layout::{Block, WORDS};
use crate::simd::{LaneRow, LaneSet, Lanes, MAX_LANES};

/// The most boards that one lane can have pushed. See the lemma above.
pub const DEPTH: usize = 108;

/// The link of a lane without boards. A link is the top of a lane's list in one word: the number of boards that the lane
/// can still push in the high half, and the number of the top page in the low half.
const EMPTY: u32 = (DEPTH as u32) << 16 | PAGE;

/// The bits of a link that hold the page.
const PAGE: u32 = 0xFFFF;

/// A block, the mark of each lane's branch, and the link of each lane before the push.
type Page = [[u32; MAX_LANES]; WORDS + 2];

/// The pages of one engine: as many as its lanes can ever need, and one to work on.
pub struct GuessStack {
    /// The pages, one after another. The zeroed memory is fresh from the system and takes no room until it is written, so
    /// pages that no search reaches cost nothing.
    memory: Vec<u32>,
    /// The index in `memory` of the first page, which starts at a cache line.
    start: usize,
    /// The page with the block that is being swept.
    live: usize,
    /// For each page, the lanes that have a board on it.
    holders: Vec<LaneSet>,
    /// The first `free_count` of these are the pages without a holder. The last one, which was used most recently, is
    /// taken first.
    free: Vec<u16>,
    free_count: usize,
    /// The link of each lane's top page.
    tops: LaneRow,
    /// The lanes that have dropped their boards since `tops` was written.
    dropped: LaneSet,
    /// For each lane, the lowest link so far, which belongs to its deepest board.
    lowest: LaneRow,
}

impl GuessStack {
    /// Returns an empty stack for `lanes` lanes.
    pub fn new(lanes: usize) -> Self {
        let pages = lanes * DEPTH + 1;
        let memory = vec![0u32; (pages * (WORDS + 2) + 1) * MAX_LANES];
        let start = memory.as_ptr().align_offset(64).min(MAX_LANES);
        Self {
            memory,
            start,
            live: 0,
            holders: vec![0; pages],
            // One entry more than there can be free pages, because `release` writes a page before it knows that it is free.
            free: (0..pages as u16).rev().collect(),
            free_count: pages - 1,
            tops: LaneRow([EMPTY; MAX_LANES]),
            dropped: 0,
            lowest: LaneRow([EMPTY; MAX_LANES]),
        }
    }

    /// Returns the lanes that have no board on the stack.
    #[inline(always)]
    pub fn empty<S: Lanes>(&self, s: S) -> LaneSet {
        self.dropped | s.equal(s.load(&self.tops.0), s.splat32(EMPTY))
    }

    /// Returns the largest number of boards that one lane had on the stack.
    pub fn deepest(&self) -> usize {
        let left = self.lowest.0.iter().map(|link| link >> 16).min().expect("there are lanes");
        DEPTH - left as usize
    }

    /// Returns the block that is being swept.
    #[inline(always)]
    pub fn live(&mut self) -> &mut Block {
        let (block, _, _) = self.page(self.live);
        block
    }

    /// Returns where the marks of the live page's lanes are kept.
    #[inline(always)]
    pub fn marks(&mut self) -> &mut [u32; MAX_LANES] {
        let (_, marks, _) = self.page(self.live);
        marks
    }

    /// Returns the links of all lanes, which [`GuessStack::pop`] and [`GuessStack::push`] take. The links stay valid
    /// until they are given to `push`.
    #[inline(always)]
    pub fn links<S: Lanes>(&mut self, s: S) -> S::V {
        let dropped = std::mem::take(&mut self.dropped);
        s.blend(dropped, s.load(&self.tops.0), s.splat32(EMPTY))
    }

    /// Pops the board that `lane` pushed last. Returns the block, the marks and the links of its page, which keep their
    /// content until the next push. The caller replaces the lane's link with the one from the page.
    #[inline(always)]
    pub fn pop(&mut self, lane: usize) -> (&Block, &[u32; MAX_LANES], &[u32; MAX_LANES]) {
        let page = (self.tops.0[lane] & PAGE) as usize;
        self.release(page, lane);
        let (block, marks, links) = self.page(page);
        (block, marks, links)
    }

    /// Pushes the live page for the lanes of `set`, and makes a free page with unspecified content the live one. If `set`
    /// is empty, the live page stays. Stores the links of all lanes.
    #[inline(always)]
    pub fn push<S: Lanes>(&mut self, s: S, mut links: S::V, set: LaneSet) {
        if set != 0 {
            let live = self.live;
            let (_, _, below) = self.page(live);
            s.store(links, below);
            // The lane can push one board fewer, and its top page is the live one.
            let pushed =
                s.add32(s.clear(links, s.splat32(PAGE)), s.splat32((live as u32).wrapping_sub(1 << 16)));
            links = s.blend(set, links, pushed);
            s.store(s.min32(s.load(&self.lowest.0), links), &mut self.lowest.0);
            self.holders[live] = set;
            self.free_count -= 1;
            self.live = usize::from(self.free[self.free_count]);
        }
        s.store(links, &mut self.tops.0);
    }

    /// Drops all boards of a lane.
    #[inline(always)]
    pub fn clear(&mut self, lane: usize) {
        let mut link = self.tops.0[lane];
        while link != EMPTY {
            let page = (link & PAGE) as usize;
            self.release(page, lane);
            let (_, _, links) = self.page(page);
            link = links[lane];
            self.dropped |= 1 << lane;
        }
    }

    /// Ends a lane's hold on a page, and adds the page to the free ones if no other lane holds it.
    #[inline(always)]
    fn release(&mut self, page: usize, lane: usize) {
        let holders = &mut self.holders[page];
        *holders &= !(1 << lane);
        self.free[self.free_count] = page as u16;
        self.free_count += usize::from(*holders == 0);
    }

    #[inline(always)]
    fn page(&mut self, page: usize) -> (&mut Block, &mut [u32; MAX_LANES], &mut [u32; MAX_LANES]) {
        let start = self.start + page * (WORDS + 2) * MAX_LANES;
        let (rows, _) = self.memory[start..].as_chunks_mut();
        let page: &mut Page = rows.first_chunk_mut().expect("every page is whole");
        let (block, below) = page.split_first_chunk_mut().expect("a page is longer than its block");
        let (marks, links) = below.split_first_mut().expect("two rows follow the block");
        (block, marks, &mut links[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::for_each_isa;

    /// Pushes the boards of `set` on a page whose words and marks are all `mark`.
    fn push<S: Lanes>(s: S, stack: &mut GuessStack, set: LaneSet, mark: u32) {
        stack.live().iter_mut().for_each(|row| *row = [mark; MAX_LANES]);
        *stack.marks() = [mark; MAX_LANES];
        let links = stack.links(s);
        stack.push(s, links, set);
    }

    /// Pops the lane's last board and returns its mark, which all words of the page must equal.
    fn pop<S: Lanes>(s: S, stack: &mut GuessStack, lane: usize) -> u32 {
        let links = stack.links(s);
        let (block, marks, below) = stack.pop(lane);
        assert!(block.iter().all(|row| row[lane] == marks[lane]));
        let (mark, links) = (marks[lane], s.blend(1 << lane, links, s.load(below)));
        stack.push(s, links, 0);
        mark
    }

    #[test]
    fn each_lane_pops_its_boards_last_first() {
        for_each_isa!(|simd, name| {
            let mut stack = GuessStack::new(4);
            push(simd, &mut stack, 0b0011, 1);
            push(simd, &mut stack, 0b0110, 2);
            push(simd, &mut stack, 0b0010, 3);
            assert_eq!([(); 3].map(|()| pop(simd, &mut stack, 1)), [3, 2, 1], "{name}");
            assert_eq!(stack.empty(simd) & 0b1111, 0b1010, "{name}");
            assert_eq!((pop(simd, &mut stack, 0), pop(simd, &mut stack, 2)), (1, 2), "{name}");
            assert_eq!((stack.free_count, stack.deepest()), (4 * DEPTH, 3), "{name}");
        });
    }

    #[test]
    fn the_live_page_keeps_its_content_when_other_boards_are_dropped() {
        for_each_isa!(|simd, name| {
            let mut stack = GuessStack::new(4);
            push(simd, &mut stack, 0b0001, 1);
            push(simd, &mut stack, 0b0001, 1);
            stack.live()[26] = [2; MAX_LANES];
            stack.clear(0);
            assert_eq!(stack.empty(simd) & 0b1111, 0b1111, "{name}");
            let links = stack.links(simd);
            stack.push(simd, links, 0b0010);
            push(simd, &mut stack, 0b0100, 3);
            assert_eq!((stack.pop(1).0[26][1], pop(simd, &mut stack, 2)), (2, 3), "{name}");
        });
    }

    #[test]
    fn every_lane_can_reach_the_bound() {
        for_each_isa!(|simd, name| {
            let lanes = 0..lanes_of(simd);
            let mut stack = GuessStack::new(lanes.len());
            for lane in lanes.clone() {
                for depth in 0..DEPTH {
                    push(simd, &mut stack, 1 << lane, depth as u32);
                }
            }
            assert_eq!((stack.free_count, stack.deepest()), (0, DEPTH), "{name}");
            lanes.clone().for_each(|lane| stack.clear(lane));
            assert_eq!(stack.free_count, lanes.len() * DEPTH, "{name}");
        });
    }

    fn lanes_of<S: Lanes>(_: S) -> usize {
        S::LANES
    }
}
