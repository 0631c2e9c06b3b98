//! From file to file: whole runs on many threads, with bounded memory and results in the order of the input.
//!
//! ```text
//! Input ─▶ Chunks ─▶ worker: Stage(Chunk) ─▶ ReorderBuffer ─▶ Sink ─▶ Output
//!                    worker: Stage(Chunk)
//!                    …
//!
//! stages  AnswerStage: read, solve, write      sinks  OrderedWriter
//!         ListStage: the same, and a list             ListWriter: the same, and a list
//!         those of the other commands                 those of the other commands
//! ```
//!
//! A `Chunk` owns its text, its records and their outcomes. A worker reuses the memory of one for the next.
//!
//! Start with [`SolveJob`]: what a user sets. A worker has a stage and a chunk. All jobs of the crate run `OpenRecords` on one
//! parallel core, `ordered`.

#[cfg(feature = "files")]
pub(crate) mod all_solutions;
pub(crate) mod chunk;
pub(crate) mod chunk_solver;
pub(crate) mod chunks;
mod compressed_shard;
mod cut;
mod job_input;
pub(crate) mod line_count;
pub(crate) mod number_run;
pub(crate) mod open_records;
pub(crate) mod ordered;
pub(crate) mod ordered_writer;
mod parts;
pub(crate) mod reorder_buffer;
pub(crate) mod report;
mod run_settings;
pub(crate) mod shard;
pub(crate) mod shard_border;
mod solve_job;
#[cfg(feature = "files")]
mod solved_records;
mod source;
mod stages;
pub(crate) mod stopwatch;
mod text_part;
#[cfg_attr(not(feature = "files"), path = "one_thread.rs")]
pub(crate) mod threads;

pub(crate) use job_input::JobInput;
pub(crate) use open_records::OpenRecords;
pub use parts::TextParts;
pub use report::{BadRecord, Progress, Report, Tally};
pub use run_settings::RunSettings;
pub use shard::Shard;
pub(crate) use solve_job::BuildEngine;
pub use solve_job::SolveJob;
#[cfg(feature = "files")]
pub use solve_job::solve_file;
#[cfg(feature = "files")]
pub use solved_records::SolvedRecord;
pub use source::RecordSource;
