//! Audits a data set: what is wrong with its puzzles and their answers.
//!
//! An audit finds malformed records, puzzles without exactly one solution, duplicates, wrong answers, and records that leak from
//! another data set. Begin with [`AuditJob`], which can also write the records without findings to a clean copy.
//!
//! | item | what it is |
//! |---|---|
//! | [`AuditJob`] | audits an input, on request with a file of answers or against another data set |
//! | [`AuditReport`] | the first findings, in record order, and the counts of all |
//! | [`Finding`], [`FindingKind`] | something wrong with a record: its position, its kind, and what it is in words |
//! | [`HtmlReport`] | a report of the data set with figures and plots, as parts of a page |
//! | [`Problem`] | what is wrong with a record, in words |
//! | [`Flaw`] | why a text is not a solution of a puzzle |
//!
//! Findings do not depend on the number of threads. The module needs the feature `records`.

// For contributors. How findings arise:
//
// ```text
// before      records of another data set ─▶ classes      if one is compared with
//
// workers     records ─▶ solve ─▶ notes ──┐      one note per record: position, clues, findings, classes
//                                         ▼
// auditor     counts · findings and classes ─▶ rows of numbers, in a temporary file if there are many
//
// at the end  equal classes ─▶ duplicates, leaks ─▶ rows of all findings in record order ─▶ texts of those that are shown
//             records without findings ─▶ a clean copy, if requested; the others ─▶ rejects
// ```
//
// The workers do the expensive part. The auditor receives their notes in record order, so the findings do not depend on the
// number of threads.
//
// Start with `job.rs`, then read `note.rs` and `auditor.rs`.

pub(crate) mod answer_check;
pub(crate) mod answer_file;
mod auditor;
mod cleaning;
mod copies;
mod finding;
mod finding_rows;
mod job;
pub(crate) mod note;
mod problem;
mod profile;
pub(crate) mod report;
mod result;
mod row_audit;

pub use answer_check::Flaw;
pub(crate) use copies::Copies;
pub(crate) use finding::FindingSource;
pub use finding::{Finding, FindingKind};
pub use job::AuditJob;
pub use problem::Problem;
pub(crate) use profile::{ClassSizes, DataSetProfile, NotablePuzzle};
pub use report::HtmlReport;
pub use result::AuditReport;
pub use row_audit::{RowAudit, RowAuditWorker};
