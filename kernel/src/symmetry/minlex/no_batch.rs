//! The absence of vectors for the [batch](super::batch), on processors other than x86-64 and Arm.

use super::CanonicalForm;
use crate::board::grid::CELLS;
use crate::simd::Isa;

/// The search for many boards at a time, which needs vectors. It cannot be created here.
#[derive(Debug)]
pub(super) enum Batch {}

impl Batch {
    /// Returns `None`: no instruction set has vectors.
    pub(super) fn on(_: Isa) -> Option<Self> {
        None
    }

    pub(super) fn forms(&mut self, _: &[[u8; CELLS]]) -> &[CanonicalForm] {
        match *self {}
    }
}
