//! Record formats: from bytes to puzzles, and from answers to bytes.
//!
//! A format to read implements [`ReadRecords`], a format to write [`WriteAnswers`]; each is one file.
//!
//! ```text
//!           cut                read                    solver                 write
//! bytes ─────────▶ chunk ─────────────▶ puzzles + ─────────────▶ outcomes ─────────────▶ answers
//!        at record         offsets of    malformed     answers    + malformed  in the
//!        borders           records       records                  records      order of records
//! ```
//!
//! Reading is fast because it only finds the offsets of the puzzles and sets aside records of the wrong shape. The
//! solver checks whether the bytes are clues. The defect of a record and its position are determined afterwards, in
//! cold functions.

pub mod columns;
mod defect;
pub mod detect;
pub(crate) mod inspection;
pub(crate) mod line_shape;
#[doc(hidden)] // for the benchmarks and the tests
pub mod read;
mod records;
#[doc(hidden)]
pub mod write;

pub(crate) use crate::notation::digits;
pub use defect::Reason;
#[doc(hidden)]
pub use defect::{Defect, Position};
pub(crate) use defect::{MAX_LINE, VALUE_NOTE};
#[doc(inline)]
pub use read::ReadRecords;
pub(crate) use records::RecordPlace;
#[doc(hidden)]
pub use records::{MalformedRecord, Records};
#[doc(hidden)]
pub use write::Record;
#[doc(inline)]
pub use write::{ArrayLayout, OutputFormat, WriteAnswers};
