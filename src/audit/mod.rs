//! The audit of a data set: what is wrong with its puzzles and their answers.
//!
//! ```text
//! before      records of another data set ─▶ classes      if one is compared with
//!
//! workers     records ─▶ solve ─▶ notes ──┐      one note per record: position, clues, findings, classes
//!                                         ▼
//! auditor     counts · the first findings · classes ─▶ temporary file, if there are many
//!
//! at the end  equal classes ─▶ duplicates, leaks ─▶ all findings in record order
//!             records without findings ─▶ a clean copy, if requested; the others ─▶ rejects
//! ```
//!
//! The workers do the expensive part. The auditor receives their notes in record order, so the findings do not depend on the
//! number of threads.
//!
//! Start with `run.rs`, then read `note.rs` and `auditor.rs`.

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
mod report;
mod run;
mod settings;

pub use answer_check::Flaw;
pub(crate) use finding::FindingSource;
pub use finding::{Finding, FindingKind};
pub use job::AuditJob;
pub use note::Problem;
pub use part::AuditParts;
pub(crate) use profile::{ClassSizes, DataSetProfile, NotablePuzzle};
pub(crate) use report::Audit;
pub use report::AuditReport;
pub(crate) use run::run;
pub(crate) use settings::AuditSettings;

pub(crate) use crate::datasets::FINGERPRINT_MEMORY;
