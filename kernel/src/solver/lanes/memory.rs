//! The memory of the lane engine.

use super::guess_stack::GuessStack;
use super::layout::AlignedBlock;
use super::ready_stack::ReadyStack;
use super::transpose::{Planes, Transpose};
use crate::solver::batch::Counters;

/// The memory of an engine. It outlives the batches, but holds no puzzle between two of them.
pub(super) struct Memory {
    pub stack: GuessStack,
    pub ready: Box<ReadyStack>,
    pub fresh: Box<AlignedBlock>,
    /// The planes of puzzles read from text, or the digits of solutions to be written as text.
    pub planes: Box<Planes>,
    pub counters: Counters,
}

impl Memory {
    pub(super) fn new<S: Transpose>() -> Self {
        Self {
            stack: GuessStack::new(S::LANES),
            ready: Box::default(),
            fresh: Box::default(),
            planes: Box::default(),
            counters: Counters { lanes: S::LANES, ..Counters::default() },
        }
    }

    pub(super) fn counters(&self) -> Counters {
        Counters { deepest_stack: self.stack.deepest(), ..self.counters }
    }
}
