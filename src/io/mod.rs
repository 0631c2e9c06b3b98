//! Outputs of jobs: files, writers and memory.
//!
//! A job writes to one or more outputs. Begin with [`OutputBuffer`] for results in memory, with [`Output::writer`] for any
//! writer, and with `Output::file` for a file. A job reads from a [`RecordSource`](crate::pipeline::RecordSource).
//!
//! | item | what it is |
//! |---|---|
//! | [`Output`] | an open output: a file, a writer or the standard output |
//! | [`OutputBuffer`] | text written to memory: make an output of it, run a job, take the bytes |
//! | `TempFiles` | the unfinished files of a run, for outputs that replace their targets together (feature `files`) |
//!
//! An output file is replaced when the output is complete. If the run fails, the old file is unchanged. Files with the extension
//! `.gz` or `.zst` are compressed.
//!
//! The module needs the feature `records`; `Output::file`, `Output::create` and `TempFiles` need `files`.

// For contributors. Inputs and outputs: the bytes of files and streams.
//
// ```text
// bytes in memory, file ─▶ mapped ───────┐
// file, pipe ─▶ decompressed if need be ─┴─▶ Input     Output ─▶ compressed if asked ─▶ file, pipe or memory
// ```
//
// This module does not depend on records or puzzles.

#[cfg(feature = "files")]
pub(crate) mod aligned_file;
pub(crate) mod bytes;
#[cfg_attr(not(feature = "files"), path = "uncompressed.rs")]
pub(crate) mod compression;
#[cfg(feature = "files")]
mod create;
#[cfg(feature = "files")]
pub(crate) mod device;
pub(crate) mod input;
pub(crate) mod npy;
#[cfg(feature = "files")]
pub(crate) mod open;
pub(crate) mod output;
pub(crate) mod places;
#[cfg(feature = "files")]
pub(crate) mod run_files;
pub(crate) mod span;
#[cfg(feature = "cli")]
mod stdin;
#[cfg_attr(not(feature = "files"), path = "no_files.rs")]
pub(crate) mod temp_files;
pub(crate) mod temporary;

pub(crate) use input::Input;
#[cfg(feature = "files")]
pub(crate) use open::Access;
pub use output::{Output, OutputBuffer};
#[cfg(feature = "files")]
pub use temp_files::TempFiles;
