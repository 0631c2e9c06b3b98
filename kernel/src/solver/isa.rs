//! The fast engines on an instruction set.

pub use crate::simd::Isa;

use super::batch::Solve;
use super::lanes::LaneEngine;
use super::single::{Single, SingleEngine};
use crate::simd::on_isa;

impl Isa {
    /// Builds the lane engine on this instruction set, or on the portable one if the processor does not have it.
    ///
    /// Allocates all the memory that the engine will use.
    #[doc(hidden)] // for the packages above
    pub fn build_lanes(self) -> Box<dyn Solve> {
        let engine = on_isa!(self.or_portable(), |simd| Box::new(LaneEngine::new(simd, simd.boxes()))
            as Box<dyn Solve>);
        engine.expect("an available instruction set")
    }

    /// Builds the engine for one puzzle at a time on this instruction set, or on the portable one if the processor does not
    /// have it.
    ///
    /// Allocates all the memory that the engine will use.
    #[doc(hidden)] // for the packages above
    pub fn build_single(self) -> Box<dyn Single> {
        let engine =
            on_isa!(self.or_portable(), |simd| Box::new(SingleEngine::new(simd.boxes())) as Box<dyn Single>);
        engine.expect("an available instruction set")
    }
}
