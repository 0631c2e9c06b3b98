//! Inputs and outputs: the bytes of files and streams.
//!
//! ```text
//! bytes in memory, file ─▶ mapped ───────┐
//! file, pipe ─▶ decompressed if need be ─┴─▶ Input     Output ─▶ compressed if asked ─▶ file, pipe or memory
//! ```
//!
//! This module does not depend on records or puzzles.

pub(crate) mod aligned_file;
pub(crate) mod compression;
pub(crate) mod device;
pub mod input;
mod open;
pub mod output;
pub mod run_files;
mod temp_files;

pub use input::Input;
pub use open::Access;
pub use output::{Abandoned, Output, OutputBuffer, TempFiles};
