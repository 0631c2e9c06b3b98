//! The profile of a data set: numbers of clues, levels, digits by cell, and the puzzles at the extremes.
//!
//! ```text
//! workers     solved records ─▶ Profiler ─▶ DataSetProfile   counts, and the first of both rankings
//!                                               │
//! auditor                                       ▼
//!             DataSetProfile ◀── counts add up, rankings merge
//! ```
//!
//! Its size does not depend on the number of records. Start with `data_set.rs`, which has what is counted.

mod data_set;
mod profiler;
mod ranking;

pub use data_set::{ClassSizes, DataSetProfile};
pub(super) use profiler::Profiler;
pub use ranking::NotablePuzzle;
