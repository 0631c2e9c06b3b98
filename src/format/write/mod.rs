//! The formats that answers are written in.

pub mod append_columns;
pub mod count;
pub mod csv_jsonl;
pub mod grid;
pub mod lines;
mod output_format;

pub use output_format::OutputFormat;
