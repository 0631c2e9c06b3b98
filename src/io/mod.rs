//! Outputs of jobs: files, writers and memory.
//!
//! A job writes to one or more outputs. Begin with [`OutputBuffer`] for results in memory, with [`Output::writer`] for any
//! writer, and with `Output::file` for a file. A job reads from a [`RecordSource`](crate::pipeline::RecordSource).
//!
//! | item | what it is |
//! |---|---|
//! | [`Output`] | an open output: a file, a writer or the standard output |
//! | [`OutputBuffer`] | text written to memory: make an output of it, run a job, take the bytes |
//! | `RunFiles` | the files of a run, which another thread can give up (feature `files`) |
//!
//! An output file is replaced when the output is complete. If the run fails, the old file is unchanged. If only the replacement
//! fails, the new file is kept, and the error says where. Files with the extension `.gz` or `.zst` are compressed.
//!
//! The module needs the feature `records`; `Output::file`, `Output::create` and `RunFiles` need `files`.

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
#[cfg(feature = "files")]
mod claims;
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
#[cfg_attr(not(feature = "files"), path = "no_files.rs")]
pub(crate) mod run_files;
#[cfg(feature = "files")]
pub(crate) mod standard;
pub(crate) mod temporary;
#[cfg(feature = "files")]
mod unfinished;

pub(crate) use input::Input;
#[cfg(feature = "files")]
pub(crate) use open::Access;
pub use output::{Output, OutputBuffer};
#[cfg(feature = "files")]
pub use run_files::RunFiles;
