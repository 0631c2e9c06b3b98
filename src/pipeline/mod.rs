//! From file to file: whole runs on many threads, with bounded memory and answers in the order of the input.
//!
//! ```text
//! Input ─▶ chunks ─▶ worker: read, solve, write ─▶ ReorderBuffer ─▶ OrderedWriter ─▶ Output
//!                    worker: read, solve, write
//!                    …
//! ```
//!
//! [`Job`] is the way in; [`SolveRun`] is the layer below, for callers with open files or their own formats. All runs of
//! the crate use one parallel core, `ordered`.

pub(crate) mod all_solutions;
pub mod chunks;
mod job;
pub(crate) mod ordered;
pub(crate) mod ordered_writer;
pub(crate) mod reorder_buffer;
pub mod report;
mod shard;
mod solve_run;
mod stages;
pub(crate) mod threads;
pub(crate) mod worker;

pub use job::{Job, JobError, solve_file};
pub use report::Report;
pub use shard::{ParseShardError, Shard, ShardError};
pub use solve_run::SolveRun;
pub use worker::{BuildEngine, OnChunk};
