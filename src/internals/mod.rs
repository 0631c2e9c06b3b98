//! Internals for the kernel benches and the fuzz targets. Unstable: all of it may change at any time.

#[cfg(feature = "files")]
mod runs;

pub use crate::generate::uniform::{BOUND as COMPLETIONS_BOUND, Completions, Frame};

pub use crate::io::input::Input;
#[cfg(feature = "files")]
pub use crate::io::open::Access;
pub use crate::pipeline::chunks::DEFAULT_SIZE as CHUNK_SIZE;
#[cfg(feature = "files")]
pub use runs::*;

/// The formats of records and of answers.
pub mod format {
    pub use crate::format::cells::Style;
    pub use crate::format::defect::{Defect, Position, Reason};
    pub use crate::format::detect::{Columns, Detected, FormatHint, detect, open};
    pub use crate::format::read::answer_field::{AnswerField, GivenAnswers};
    pub use crate::format::read::csv::{Delimiter, Table};
    pub use crate::format::read::jsonl::JsonLines as ObjectLines;
    pub use crate::format::read::{ReadRecords, grid::Grids, line::Lines, pencilmark::Pencilmarks};
    pub use crate::format::records::Records;
    pub use crate::format::write::answer_rows::AnswerRows;
    pub use crate::format::write::{WriteAnswers, count::Counts};
}
