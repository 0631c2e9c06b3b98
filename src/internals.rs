//! Internal parts that the benches and tests need. Not covered by any promise of stability: all of it may change at any
//! time.

#[cfg(feature = "files")]
mod runs;

#[cfg(feature = "records")]
pub use crate::generate::uniform::{BOUND as COMPLETIONS_BOUND, Completions, Frame};
pub use crate::solver::lanes::branch::{Eliminations, choose, eliminations};
pub use crate::solver::lanes::guess_stack::DEPTH as GUESS_STACK_DEPTH;
pub use crate::solver::lanes::layout::{AlignedBlock, NakedSingles, WORDS, lanes};
pub use crate::solver::lanes::propagate::{Propagated, Singles, propagate};
pub use crate::solver::lanes::ready_stack::ReadyStack;
#[cfg(target_arch = "aarch64")]
pub use crate::solver::lanes::simd::neon::Neon;
pub use crate::solver::lanes::simd::{Kernel, LaneRow, LaneSet, MAX_LANES, Simd, portable::Portable};
#[cfg(target_arch = "x86_64")]
pub use crate::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
pub use crate::solver::lanes::transpose::{Planes, Transpose, from_planes, to_digits};

#[cfg(feature = "records")]
pub use crate::pipeline::chunks::DEFAULT_SIZE as CHUNK_SIZE;
#[cfg(feature = "files")]
pub use runs::*;
