//! Inputs and outputs: the bytes of files and streams.
//!
//! ```text
//! bytes in memory, file ─▶ mapped ───────┐
//! file, pipe ─▶ decompressed if need be ─┴─▶ Input     Output ─▶ compressed if asked ─▶ file, pipe or memory
//! ```
//!
//! This module does not depend on records or puzzles.

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
#[cfg(feature = "files")]
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
pub use temp_files::{Abandoned, TempFiles};
