//! `--format html` of `solve` and `generate`: puzzles to print, followed by their solutions.
//!
//! All puzzles come before the first solution, so the puzzles of a sheet are collected in memory. Their number is bounded, and so
//! is the memory. `entries.rs` collects them, and `page.rs` writes them.

mod entries;
mod page;

pub use entries::{MAX_RECORDS, too_many};
pub use page::Sheet;
