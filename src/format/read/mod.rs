//! The input formats of records, each in one file. Start with `reader.rs`, which has the trait that they implement.

pub mod answer_field;
mod beside;
pub mod cell_lines;
pub mod csv;
mod csv_fast_path;
pub(crate) mod csv_tokenizer;
pub mod grid;
pub mod jsonl;
pub mod library;
pub mod line;
pub mod pencilmark;
mod reader;
mod text_lines;

pub use reader::{Classify, ReadRecords};
