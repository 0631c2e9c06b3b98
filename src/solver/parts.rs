//! The kernel's steps one by one, for the benches alone.
//!
//! All of it is generic over the instruction set, so that nothing of it is compiled into the library or the program:
//! a bench has its own copy, inside the same shell of the instruction set that the kernel runs in.

use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use super::AnswerLine;
use super::board::{Block, FULL, Queue, Staging, WORDS, lanes};
use super::branch::{Choice, choose};
use super::simd::{Kernel, LaneSet, MAX_LANES, Row, Simd};
use super::sweep::{Seen, find_naked_singles, sweep};
use super::text::planes;
use crate::grid::CELLS;

/// A block of boards with all that the kernel's steps work on.
pub struct Parts<S: Simd> {
    simd: S,
    puzzles: Vec<[u8; CELLS]>,
    staging: Box<Staging>,
    block: Block<S>,
    seen: Seen,
    choice: Option<Choice<S>>,
    queue: Box<Queue>,
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
            staging: Box::new([Row([0; MAX_LANES]); WORDS]),
            block: Block::empty(simd),
            seen: Seen { dead: 0, solved: 0, still: 0 },
            choice: None,
            queue: Queue::new(),
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
        let Some(Choice { force, deny }) = &self.choice else { return 0 };
        let words = |side: &[[[S::V; 3]; 3]; 2]| {
            side.iter().flatten().flatten().fold(zero, |any, &word| s.or(any, word))
        };
        s.all() & !s.equal(words(force), zero) & !s.equal(words(deny), zero)
    }

    /// The words of every lane, as they lie in memory.
    pub fn words(&self) -> Vec<Vec<u32>> {
        let row = |&word: &S::V| {
            let mut row = [0; MAX_LANES];
            self.simd.store(word, &mut row);
            row[..S::LANES].to_vec()
        };
        self.block.words.iter().map(row).collect()
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
            good &= s.read_clues(puzzle, &mut parts.staging, lane);
        }
        assert!(good, "a puzzle has a byte that is neither clue nor blank");
        for (word, row) in parts.block.words.iter_mut().zip(parts.staging.iter()) {
            *word = s.load(&row.0);
        }
        find_naked_singles(s, &mut parts.block);
    }
}

impl<S: Simd, const TRIADS: bool, const WATCH: bool> Part<S> for Sweep<TRIADS, WATCH> {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        let s = parts.simd;
        parts.seen = sweep::<S, TRIADS, WATCH>(s, &mut parts.block, s.splat(FULL));
    }
}

impl<S: Simd> Part<S> for Choose {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        parts.choice = Some(choose(parts.simd, &parts.block.words, parts.seen.still));
    }
}

impl<S: Simd> Part<S> for Refill {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        let s = parts.simd;
        let set = s.all() & 0x5555_5555;
        parts.queue.push(s, &parts.block.words, set, 0);
        let (taken, puzzles) = parts.queue.pop(s, &mut parts.block.words, set);
        black_box((taken, puzzles));
    }
}

impl<S: Simd> Part<S> for Write {
    #[inline(always)]
    fn once(parts: &mut Parts<S>) {
        let s = parts.simd;
        let planes = planes(s, &parts.block.words);
        for lane in lanes(s.all()) {
            s.write_digits(&planes, lane, &mut parts.answers[lane]);
        }
    }
}
