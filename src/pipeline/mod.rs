//! From file to file: whole runs on many threads, with bounded memory and answers in the order of the input.
//!
//! ```text
//! Input ─▶ chunks ─▶ worker: read, solve, write ─▶ ReorderBuffer ─▶ OrderedWriter ─▶ Output
//!                    worker: read, solve, write
//!                    …
//! ```
//!
//! [`Job`] is the way in; [`SolveRun`] and [`RecordRun`] are the layer below, for callers with open files. All runs of the crate use one
//! parallel core, `ordered`.

pub(crate) mod all_solutions;
pub(crate) mod chunk_reader;
pub(crate) mod chunk_solver;
pub(crate) mod chunks;
#[cfg(feature = "files")]
mod job;
pub(crate) mod ordered;
pub(crate) mod ordered_writer;
mod record_run;
pub(crate) mod reorder_buffer;
pub mod report;
pub(crate) mod shard;
mod solve_run;
mod stages;
pub(crate) mod stopwatch;
#[cfg_attr(not(feature = "files"), path = "one_thread.rs")]
pub(crate) mod threads;

#[cfg(feature = "files")]
pub use job::{Job, solve_file};
pub use record_run::{RecordRun, RunSettings};
pub use report::{OnChunk, Report};
pub use shard::{ParseShardError, Shard};
pub use solve_run::{BuildEngine, SolveRun};
