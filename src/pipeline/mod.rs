//! Solves the records of whole inputs on many threads, with bounded memory and results in the order of the input.
//!
//! Begin with [`SolveJob`]. All jobs of the library read a [`RecordSource`] and accept [`RunSettings`], and most return a
//! [`Report`] or contain one in theirs.
//!
//! | item | what it is |
//! |---|---|
//! | [`SolveJob`] | solves the records of a source and writes a result for each |
//! | `solve_file` | does the same for a file, with the default settings (feature `files`) |
//! | `SolvedRecord` | a record and its result as a value, for `SolveJob::for_each` (feature `files`) |
//! | [`RecordSource`] | the input of a job: bytes, a reader, or with the feature `files` a file or a pipe |
//! | [`TextParts`] | a text in parts: one that arrives bit by bit, or is divided among workers |
//! | [`RunSettings`] | the threads of a run, its progress, and how to stop it; results do not depend on them |
//! | [`Shard`] | one of the equal shares of a job, for runs on several machines |
//! | [`Progress`] | how far a run is, for [`RunSettings::on_progress`] |
//! | [`Report`] | what a run did: its counters, the detected format, the first bad records |
//! | [`Tally`] | the counters: records, verdicts, guesses, lines, bytes |
//! | [`BadRecord`] | the position of a record that is not a puzzle, and the reason |
//!
//! The module needs the feature `records`. Without `files`, jobs run on the calling thread and read bytes or a reader.

// For contributors. From file to file: whole runs on many threads.
//
// ```text
// Input ─▶ Chunks ─▶ worker: Stage(Chunk) ─▶ ReorderBuffer ─▶ Sink ─▶ Output
//                    worker: Stage(Chunk)
//                    …
//
// stages  AnswerStage: read, solve, write      sinks  OrderedWriter
//         ListStage: the same, and a list             ListWriter: the same, and a list
//         those of the other commands                 those of the other commands
// ```
//
// A `Chunk` owns its text, its records and their outcomes. A worker reuses the memory of one for the next.
//
// Start with `SolveJob`. A job opens its input as `OpenRecords` and runs a stage over its chunks on the workers of `ordered`.

#[cfg(feature = "files")]
pub(crate) mod all_solutions;
pub(crate) mod chunk;
pub(crate) mod chunk_solver;
pub(crate) mod chunks;
mod cut;
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

pub(crate) use open_records::OpenRecords;
pub use parts::TextParts;
pub use report::{BadRecord, Progress, Report, Tally};
pub(crate) use run_settings::OnWait;
pub use run_settings::RunSettings;
pub(crate) use run_settings::StopFlags;
pub use shard::Shard;
pub use solve_job::SolveJob;
#[cfg(feature = "files")]
pub use solve_job::solve_file;
#[cfg(feature = "files")]
pub use solved_records::SolvedRecord;
#[cfg(feature = "files")]
pub(crate) use solved_records::for_each_solved;
pub use source::RecordSource;
