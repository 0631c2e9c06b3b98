//! The command-line program: what a user types and sees.
//!
//! It is a module of the library, so shared code is compiled once. Nothing else in the library uses it.
//!
//! Start with `run.rs`, then read a command: `shuffle.rs` is short.

mod args;
mod augment;
mod bench;
mod check;
mod completions;
mod context;
mod dedupe;
mod exit;
mod files;
mod generate;
mod input_identity;
mod interrupt;
mod merge_summaries;
mod numbers;
mod per_record;
mod progress;
mod rate;
mod remedy;
mod run;
mod sample;
mod session;
mod sheet;
mod shuffle;
mod solver;
mod split;
mod streams;
mod summary;
mod this_run;

pub use exit::{BadRecords, Exit};
pub use run::run;
pub(crate) use streams::say;
pub(crate) use this_run::ThisRun;
