//! The solver: puzzles in, outcomes and solutions out. It knows no files, no record formats and no threads.

mod baseline;
pub mod batch;
pub mod engine;
pub mod enumerate;
pub mod isa;
pub(crate) mod lanes;
pub mod outcome;
mod scalar;
pub(crate) mod search;

pub use engine::Engine;
pub use isa::Isa;
pub use outcome::{Outcome, Verdict};
