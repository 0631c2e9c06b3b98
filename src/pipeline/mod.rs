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
//! Start with [`SolveJob`]; `SolveRun` and `RecordRun` are the layer below it, for open files. All runs of the crate use one
//! parallel core, `ordered`.

pub(crate) mod all_solutions;
pub(crate) mod chunk;
pub(crate) mod chunk_solver;
pub(crate) mod chunks;
mod compressed_shard;
pub(crate) mod line_count;
pub(crate) mod number_run;
pub(crate) mod ordered;
pub(crate) mod ordered_writer;
mod parts;
pub(crate) mod record_run;
pub(crate) mod reorder_buffer;
pub(crate) mod report;
pub(crate) mod shard;
pub(crate) mod shard_border;
mod solve_job;
pub(crate) mod solve_run;
#[cfg(feature = "files")]
mod solved_records;
mod source;
mod stages;
pub(crate) mod stopwatch;
mod text_part;
#[cfg_attr(not(feature = "files"), path = "one_thread.rs")]
pub(crate) mod threads;

pub use parts::TextParts;
pub(crate) use record_run::RecordRun;
pub use record_run::RunSettings;
pub use report::{BadRecord, Progress, Report, Tally};
pub use shard::Shard;
pub use solve_job::SolveJob;
#[cfg(feature = "files")]
pub use solve_job::solve_file;
pub(crate) use solve_run::{BuildEngine, SolveRun};
#[cfg(feature = "files")]
pub use solved_records::SolvedRecord;
pub use source::RecordSource;
