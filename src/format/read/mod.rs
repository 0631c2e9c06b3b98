//! The formats that records are read in, one file each.

pub mod answer_field;
pub mod csv;
mod csv_fast_path;
pub(in crate::format) mod csv_fields;
pub(in crate::format) mod csv_quoted;
pub mod grid;
pub mod line;
pub mod pencilmark;
