//! The kernel's steps one by one, for the benches alone.
//!
//! All of it is generic over the instruction set, so that nothing of it is compiled into the library or the program:
//! a bench has its own copy, inside the same shell of the instruction set that the kernel runs in.

use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use super::branch::{Cuts, choose, cuts};
use super::layout::{AlignedBlock, Naked, Queue, WORDS, lanes};
use super::propagate::{Seen, find_naked_singles, sweep};
use super::simd::{Kernel, LaneSet, MAX_LANES, Row, Simd};
use super::transpose::{Planes, to_planes};
use crate::grid::CELLS;
use crate::solver::batch::AnswerLine;

/// A block of boards with all that the kernel's steps work on.
pub struct Parts<S: Simd> {
    simd: S,
    puzzles: Vec<[u8; CELLS]>,
    block: Box<AlignedBlock>,
    naked: Naked<S>,
    seen: Seen,
    marks: S::V,
    queue: Box<Queue>,
    planes: Box<Planes>,
    answers: [AnswerLine; MAX_LANES],
}

/// A step of the kernel.
pub trait Part<S: Simd> {
    /// Takes it once, for every lane; must be `#[inline(always)]`.
    fn once(parts: &mut Parts<S>);
}

/// Text in: a puzzle for each lane.
pub struct Read;
/// One sweep, with the triad rule and watching for change or without.
pub struct Sweep<const TRIADS: bool, const WATCH: bool>;
/// The choice of a branch in the lanes that the last watching sweep left unchanged.
pub struct Choose;
/// Every second lane to the queue and back.
pub struct Refill;
/// Text out: an answer of each lane.
pub struct Write;

impl<S: Simd> Parts<S> {
    /// A block with one of the `puzzles` in each lane, from the first on again when there are fewer.
    ///
    /// # Panics
    /// When there is no puzzle.
    pub fn new(simd: S, puzzles: &[[u8; CELLS]]) -> Self {
        let mut parts = Self {
            simd,
            puzzles: puzzles.iter().copied().cycle().take(S::LANES).collect(),
            block: Box::new(AlignedBlock([[0; MAX_LANES]; WORDS])),
            naked: [[[simd.splat(0); 3]; 3]; 2],
            seen: Seen { dead: 0, solved: 0, still: 0 },
            marks: simd.splat(0),
            queue: Queue::new(),
            planes: Box::new([Row([0; MAX_LANES]); 12]),
            answers: [[0; CELLS + 1]; MAX_LANES],
        };
        assert_eq!(parts.puzzles.len(), S::LANES, "at least one puzzle");
        parts.time::<Read>(1);
        parts
    }

    /// The time of taking a step so many times inside the instruction set.
    pub fn time<P: Part<S>>(&mut self, times: u64) -> Duration {
        let started = Instant::now();
        self.simd.enter(Times::<S, P> { parts: self, times, part: PhantomData });
        started.elapsed()
    }

    /// The lanes that the last sweep saw solved, and those that it watched and left unchanged.
    pub fn seen(&self) -> (LaneSet, LaneSet) {
        (self.seen.solved, self.seen.still)
    }

    /// The lanes where each child of the choice clears something that the other does not.
    pub fn parted(&self) -> LaneSet {
        let (s, zero) = (self.simd, self.simd.splat(0));
        let any = |cuts: Cuts<S>| {
            let word = cuts.iter().flatten().flatten().fold(zero, |any, &word| s.or(any, word));
            s.all() & !s.equal(word, zero)
        };
        any(cuts(s, self.marks, s.all(), 0)) & any(cuts(s, self.marks, 0, s.all()))
    }

    /// The words of every lane, as they lie in memory.
    pub fn words(&self) -> Vec<Vec<u32>> {
        self.block.0.iter().map(|row| row[..S::LANES].to_vec()).collect()
    }

    /// The puzzle of each lane and the answer that was written for it.
    pub fn answers(&self) -> impl Iterator<Item = (&[u8; CELLS], &AnswerLine)> {
        self.puzzles.iter().zip(&self.answers)
    }
}

/// A step, repeated inside the instruction set.
struct Times<'a, S: Simd, P> {
    parts: &'a mut Parts<S>,
    times: u64,
    part: PhantomData<P>,
}

impl<S: Simd, P: Part<S>> Kernel<S> for Times<'_, S, P> {
    #[inline(always)]
    fn run(self) {
        for _ in 0..self.times {
            P::once(black_box(&mut *self.parts));
        }
    }
}

impl<S: Simd> Part<S> for Read {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        let s = parts.simd;
        let mut good = true;
        for (lane, puzzle) in parts.puzzles.iter().enumerate() {
            good &= s.read_clues(puzzle, &mut parts.block.0, lane);
        }
        assert!(good, "a puzzle has a byte that is neither clue nor blank");
        parts.naked = find_naked_singles(s, &parts.block.0);
    }
}

impl<S: Simd, const TRIADS: bool, const WATCH: bool> Part<S> for Sweep<TRIADS, WATCH> {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        parts.seen = sweep::<S, TRIADS, WATCH>(parts.simd, &mut parts.block.0, &mut parts.naked, None);
    }
}

impl<S: Simd> Part<S> for Choose {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        parts.marks = choose(parts.simd, &parts.block.0, parts.seen.still);
    }
}

impl<S: Simd> Part<S> for Refill {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        let s = parts.simd;
        let set = s.all() & 0x5555_5555;
        parts.queue.push(s, &parts.block.0, set, 0);
        let mut words = [parts.marks; WORDS];
        for (word, row) in words.iter_mut().zip(&parts.block.0) {
            *word = s.load(row);
        }
        let (taken, puzzles) = parts.queue.pop(s, &mut words, set);
        black_box((taken, puzzles));
        for (&word, row) in words.iter().zip(&mut parts.block.0) {
            s.store(word, row);
        }
    }
}

impl<S: Simd> Part<S> for Write {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        let s = parts.simd;
        to_planes(s, &parts.block.0, &mut parts.planes);
        for lane in lanes(s.all()) {
            s.write_digits(&parts.planes, lane, &mut parts.answers[lane]);
        }
    }
}
