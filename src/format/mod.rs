//! Record formats: how puzzles are read from text, and how results are written.
//!
//! Jobs detect the format of their input, so most programs only choose an [`OutputFormat`] or a [`RowFormat`]. Begin with
//! [`TextFormat::detect`] to process the records of a text one by one.
//!
//! | item | what it is |
//! |---|---|
//! | [`RecordFormat`] | an input format by name, for [`RecordSource::format`](crate::pipeline::RecordSource::format) |
//! | [`Column`] | a column by name or number, for [`RecordSource::column`](crate::pipeline::RecordSource::column) |
//! | [`OutputFormat`] | a format of results, for [`SolveJob::output_format`](crate::SolveJob::output_format) |
//! | [`RowFormat`] | the format of the rows of a data set: lines, grids, a table or JSON lines |
//! | [`Blank`] | the character for the blanks of the puzzles that a job writes |
//! | [`TextFormat`] | the detected format of a text in memory |
//! | [`TextRecords`] | the records of such a text: their puzzles, answers and line numbers |
//! | [`Reason`] | why a record is not a puzzle |
//! | [`scan()`] | the verdict on a puzzle's text, without solving it |
//!
//! A record of the wrong shape has a [`Reason`]. Whether its bytes are clues is only checked when it is solved, or by [`scan()`].
//!
//! The module needs the feature `records`.

// For contributors. From bytes to puzzles, and from results to bytes.
//
// A format to read implements `ReadRecords`, a format to write `WriteAnswers`; each is one file.
//
// ```text
//           cut                read                    solver                 write
// bytes ─────────▶ chunk ─────────────▶ puzzles + ─────────────▶ outcomes ─────────────▶ answers
//        at record         offsets of    malformed     answers    + malformed  in the
//        borders           records       records                  records      order of records
// ```
//
// Reading is fast because it only finds the offsets of the puzzles and sets records of the wrong shape aside. The solver checks
// whether the bytes are clues. The defects of records and their positions are determined afterwards, in cold functions.

pub(crate) mod cells;
pub(crate) mod defect;
pub(crate) mod detect;
pub(crate) mod inspection;
pub(crate) mod read;
pub(crate) mod records;
#[cfg(test)]
mod tests;
mod text_records;
pub(crate) mod unread;
pub(crate) mod write;

pub(crate) use crate::board::notation::digits;
pub(crate) use defect::{Counted, Defect, MAX_LINE, Position};
pub use defect::{Reason, Word};
pub use detect::RecordFormat;
pub use detect::columns::Column;
pub(crate) use detect::{columns, line_shape};
pub use inspection::verdict as scan;
pub(crate) use read::ReadRecords;
pub(crate) use records::{RecordPlace, Records};
pub use text_records::{TextFormat, TextRecords};
pub use write::OutputFormat;
pub use write::board::Blank;
pub use write::rows::RowFormat;
pub(crate) use write::{Record, WriteAnswers};
