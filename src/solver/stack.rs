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

use super::board::Words;
use super::simd::{LaneSet, MAX_LANES, Simd};

/// Boards that a lane can have put aside.
///
/// A board is put aside when a digit is forced to one minirow of a box that had another. With
/// two of a band's three boxes settled for a digit the next sweep settles the third, so on
/// the way down a digit is forced at most twice in each of three bands and three stacks:
/// 9 · 6 · 2.
pub const DEPTH: usize = 108;

/// The number of a page.
pub type Page = u16;

/// The pages of one engine. Holds as many as its lanes could ever need; the memory of those
/// that no search reaches is never touched.
pub struct Stack<S: Simd> {
    pages: Vec<Words<S>>,
    /// The lanes that have a board on each page.
    holders: Vec<LaneSet>,
    /// Pages without a holder; the last one, used most recently, goes out first.
    free: Vec<Page>,
    trails: [[Page; DEPTH]; MAX_LANES],
    depths: [usize; MAX_LANES],
    empty: LaneSet,
}

impl<S: Simd> Stack<S> {
    /// An empty stack.
    pub fn new(s: S) -> Self {
        let pages = S::LANES * DEPTH;
        Self {
            pages: vec![[s.splat(0); 27]; pages],
            holders: vec![0; pages],
            free: (0..pages as Page).rev().collect(),
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

    /// A page for the boards of lanes that are then named one by one with [`Stack::hold`].
    #[inline(always)]
    pub fn reserve(&self) -> Page {
        *self.free.last().expect("a page for each lane at each depth")
    }

    /// Notes that `lane` has its next board on the reserved page.
    #[inline(always)]
    pub fn hold(&mut self, page: Page, lane: usize) {
        self.trails[lane][self.depths[lane]] = page;
        self.depths[lane] += 1;
    }

    /// The reserved page, to be written for the lanes of `set`, which hold it.
    #[inline(always)]
    pub fn push(&mut self, page: Page, set: LaneSet) -> &mut Words<S> {
        self.free.pop();
        self.empty &= !set;
        self.holders[usize::from(page)] = set;
        &mut self.pages[usize::from(page)]
    }

    /// The page with the board that the lane put aside last, which it gives up. Valid until the
    /// next push.
    #[inline(always)]
    pub fn pop(&mut self, lane: usize) -> &Words<S> {
        self.depths[lane] -= 1;
        let depth = self.depths[lane];
        self.empty |= LaneSet::from(depth == 0) << lane;
        let page = self.trails[lane][depth];
        let holders = &mut self.holders[usize::from(page)];
        *holders &= !(1 << lane);
        if *holders == 0 {
            self.free.push(page);
        }
        &self.pages[usize::from(page)]
    }

    /// Gives up all boards of a lane.
    #[inline(always)]
    pub fn clear(&mut self, lane: usize) {
        while self.depths[lane] > 0 {
            self.pop(lane);
        }
    }
}
