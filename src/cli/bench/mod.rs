//! `bulkdoku bench`: measures puzzles per second.
//!
//! ```text
//! options ─▶ plan ─▶ rounds (run.rs) ─▶ rows ─▶ table on stdout
//!                                        ├────▶ JSON of --summary
//!            JSON of an earlier run ─────┴────▶ comparison
//! ```

mod compare;
mod host;
mod plan;
mod row;
mod run;
mod summary;
mod table;

pub use run::run;
