//! `bulkdoku bench`: measures puzzles per second. Start with `run.rs`, then read `plan.rs`.

mod compare;
mod earlier;
mod host;
mod json;
mod measurement;
mod page;
mod plan;
mod programs;
mod report;
mod run;
mod sets;
mod table;

pub use run::run;
