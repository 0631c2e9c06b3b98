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
//! | [`AuditParts`] | audits a text in parts, which several workers can examine |
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
// auditor     counts · the first findings · classes ─▶ temporary file, if there are many
//
// at the end  equal classes ─▶ duplicates, leaks ─▶ all findings in record order
//             records without findings ─▶ a clean copy, if requested; the others ─▶ rejects
// ```
//
// The workers do the expensive part. The auditor receives their notes in record order, so the findings do not depend on the
// number of threads.
//
// Start with `run.rs`, then read `note.rs` and `auditor.rs`.

pub(crate) mod answer_check;
pub(crate) mod answer_file;
pub(crate) mod auditor;
mod cleaning;
pub(crate) mod copies;
mod finding;
mod finding_list;
mod job;
pub(crate) mod note;
mod part;
pub(crate) mod picture;
mod profile;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod settings;

pub use answer_check::Flaw;
pub(crate) use finding::FindingSource;
pub use finding::{Finding, FindingKind};
pub use job::AuditJob;
pub use note::Problem;
pub use part::AuditParts;
pub(crate) use profile::{ClassSizes, DataSetProfile, NotablePuzzle};
pub use report::AuditReport;
