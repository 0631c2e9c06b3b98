//! Inputs and outputs: the bytes of files and streams.
//!
//! ```text
//! file ─▶ mapped ────────────────────────┐
//! file, pipe ─▶ decompressed if need be ─┴─▶ Input     Output ─▶ compressed if asked ─▶ file or pipe
//! ```
//!
//! This module does not depend on records or puzzles.

pub(crate) mod aligned_file;
pub(crate) mod compression;
pub(crate) mod device;
pub mod input;
pub mod output;
pub mod run_files;
mod temp_files;

pub use input::{Access, Input};
pub use output::{Abandoned, Output, TempFiles};
