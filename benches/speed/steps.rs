//! The kernel's steps one by one.
//!
//! Everything is generic over the instruction set and inlined. So it is compiled here and runs inside `Simd::enter`, as the
//! kernel does.

use std::hint::black_box;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

use kernel::board::bits::bits;
use kernel::board::grid::CELLS;
use kernel::simd::{Kernel, LaneRow, LaneSet, MAX_LANES};
use kernel::solver::batch::{Answer, AnswerLine, Notation, Puzzles};
use kernel::solver::lanes::branch::{Eliminations, choose, eliminations};
use kernel::solver::lanes::layout::{AlignedBlock, NakedSingles, WORDS};
use kernel::solver::lanes::propagate::{Propagated, Singles, propagate};
use kernel::solver::lanes::ready_stack::ReadyStack;
use kernel::solver::lanes::transpose::{Planes, Transpose, from_planes, to_digits};

/// A block of boards, and everything else that the steps work on.
pub struct KernelSteps<S: Transpose> {
    simd: S,
    puzzles: Vec<[u8; CELLS]>,
    starts: Vec<u32>,
    block: Box<AlignedBlock>,
    naked: NakedSingles<S>,
    result: Propagated,
    marks: S::V,
    ready: Box<ReadyStack>,
    planes: Box<Planes>,
    answers: [AnswerLine; MAX_LANES],
}

/// One step of the kernel.
pub trait KernelStep<S: Transpose> {
    /// Does the step once for all lanes. Implementations must be `#[inline(always)]`.
    fn once(steps: &mut KernelSteps<S>);
}

/// Text in: reads one puzzle per lane.
pub struct ReadText;
/// One sweep, with or without the triad rule, watching for change or not.
pub struct Propagate<const TRIADS: bool, const WATCH: bool>;
/// The choice of a branch in the lanes that the last watching sweep left unchanged.
pub struct Choose;
/// Moves every second lane to the ready stack and back.
pub struct Refill;
/// Text out: writes one answer per lane.
pub struct WriteText;

impl<S: Transpose> KernelSteps<S> {
    /// Returns a block with one puzzle per lane. If there are fewer puzzles than lanes, they repeat.
    ///
    /// # Panics
    /// Panics if there is no puzzle.
    pub fn new(simd: S, puzzles: &[[u8; CELLS]]) -> Self {
        let mut steps = Self {
            simd,
            puzzles: puzzles.iter().copied().cycle().take(S::LANES).collect(),
            starts: (0..S::LANES).map(|lane| (CELLS * lane) as u32).collect(),
            block: Box::new(AlignedBlock([[0; MAX_LANES]; WORDS])),
            naked: [[[simd.splat32(0); 3]; 3]; 2],
            result: Propagated { contradiction: 0, solved: 0, unchanged: 0 },
            marks: simd.splat32(0),
            ready: Box::default(),
            planes: Box::new([LaneRow([0; MAX_LANES]); 16]),
            answers: [[0; CELLS + 1]; MAX_LANES],
        };
        assert_eq!(steps.puzzles.len(), S::LANES, "at least one puzzle");
        steps.time::<ReadText>(1);
        steps
    }

    /// Measures the time of doing a step `times` times.
    pub fn time<P: KernelStep<S>>(&mut self, times: u64) -> Duration {
        let started = Instant::now();
        self.simd.enter(Repeat::<S, P> { steps: self, times, part: PhantomData });
        started.elapsed()
    }

    /// Returns the lanes that the last sweep found solved, and the ones that it found unchanged.
    pub fn solved_and_unchanged(&self) -> (LaneSet, LaneSet) {
        (self.result.solved, self.result.unchanged)
    }

    /// Returns the lanes where both children of the choice differ from their parent.
    pub fn branched(&self) -> LaneSet {
        let (s, zero) = (self.simd, self.simd.splat32(0));
        let any = |eliminations: Eliminations<S>| {
            let word = eliminations.iter().flatten().flatten().fold(zero, |any, &word| s.or(any, word));
            s.all() & !s.equal(word, zero)
        };
        any(eliminations(s, self.marks, s.all(), 0)) & any(eliminations(s, self.marks, 0, s.all()))
    }

    /// Returns the words of every lane, as in memory.
    pub fn words(&self) -> Vec<Vec<u32>> {
        self.block.0.iter().map(|row| row[..S::LANES].to_vec()).collect()
    }

    /// Returns the puzzle of each lane and the answer that was written for it.
    pub fn answers(&self) -> impl Iterator<Item = (&[u8; CELLS], &AnswerLine)> {
        self.puzzles.iter().zip(&self.answers)
    }
}

/// A step to repeat inside `Simd::enter`.
struct Repeat<'a, S: Transpose, P> {
    steps: &'a mut KernelSteps<S>,
    times: u64,
    part: PhantomData<P>,
}

impl<S: Transpose, P: KernelStep<S>> Kernel for Repeat<'_, S, P> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for _ in 0..self.times {
            P::once(black_box(&mut *self.steps));
        }
    }
}

impl<S: Transpose> KernelStep<S> for ReadText {
    #[inline(always)]
    fn once(steps: &mut KernelSteps<S>) {
        let s = steps.simd;
        let puzzles = Puzzles::new(steps.puzzles.as_flattened(), &steps.starts, Notation::Clues);
        let valid = s.read_clues(&puzzles, 0, S::LANES, &mut steps.planes);
        assert!(valid, "a puzzle has a byte that is neither clue nor blank");
        from_planes(s, &steps.planes, &mut steps.block.0);
        steps.naked = [[[s.splat32(0); 3]; 3]; 2];
    }
}

impl<S: Transpose, const TRIADS: bool, const WATCH: bool> KernelStep<S> for Propagate<TRIADS, WATCH> {
    #[inline(always)]
    fn once(steps: &mut KernelSteps<S>) {
        steps.result =
            propagate::<S, TRIADS, WATCH>(steps.simd, &mut steps.block.0, &mut steps.naked, Singles::All);
    }
}

impl<S: Transpose> KernelStep<S> for Choose {
    #[inline(always)]
    fn once(steps: &mut KernelSteps<S>) {
        steps.marks = choose(steps.simd, &steps.block.0, steps.result.unchanged);
    }
}

impl<S: Transpose> KernelStep<S> for Refill {
    #[inline(always)]
    fn once(steps: &mut KernelSteps<S>) {
        let s = steps.simd;
        let set = s.all() & 0x5555_5555;
        steps.ready.push(s, &steps.block.0, set, 0);
        let mut words = [steps.marks; WORDS];
        for (word, row) in words.iter_mut().zip(&steps.block.0) {
            *word = s.vacate(set, s.load(row));
        }
        let (taken, puzzles) = steps.ready.pop(s, &mut words, set);
        black_box((taken, puzzles));
        for (&word, row) in words.iter().zip(&mut steps.block.0) {
            s.store(word, row);
        }
    }
}

impl<S: Transpose> KernelStep<S> for WriteText {
    #[inline(always)]
    fn once(steps: &mut KernelSteps<S>) {
        let s = steps.simd;
        to_digits(s, &steps.block.0, &mut steps.planes);
        for lane in bits(s.all()) {
            s.write_digits(&steps.planes, lane, Answer::Line(&mut steps.answers[lane]));
        }
    }
}
