//! The settings of an audit.

use crate::datasets::class_table::{ClassTable, Extra, Members};
use crate::datasets::{FINGERPRINT_MEMORY, RecordSource, SameBy};
use crate::format::read::answer_field::AnswerField;
use crate::io::input::Input;
use crate::pipeline::Shard;
use crate::solver::SolverSettings;

/// What an audit compares, and how much of it to report.
pub(crate) struct AuditSettings {
    /// The field of the answers in the records.
    pub answer_field: Option<AnswerField>,
    /// A file of answers in any format, in the order of the records.
    pub answers: Option<Input>,
    /// The number of findings that the report lists. The others are only counted.
    pub findings: usize,
    /// Whether to list all findings in addition to the report, on disk if there are many. A profile needs them all, to count the
    /// records with findings.
    pub lists_all: bool,
    /// Whether to find the records to leave out of a clean copy.
    pub cleans: bool,
    /// The keys to find duplicates by: what makes two records the same.
    pub keys: Vec<SameBy>,
    /// A data set that should share no record with this one, such as the training set of a test set. Records that are also in it,
    /// by one of the keys, are findings.
    pub against: Option<RecordSource>,
    /// The shard that the records are, if they are not the whole data set.
    pub shard: Option<Shard>,
    /// How to solve puzzles and how to make canonical forms.
    pub solver: SolverSettings,
    /// The number of bytes of fingerprints to keep in memory. The others go to temporary files.
    pub fingerprint_memory: usize,
    /// Whether to also make the profile for the HTML report. Puzzles above level 4 take most of its time.
    pub profile: bool,
}

impl Default for AuditSettings {
    /// Returns the default settings: puzzles without answers, 1,000 findings, duplicates by their clues, no other data set, 64
    /// MiB of fingerprints, no profile.
    fn default() -> Self {
        Self {
            answer_field: None,
            answers: None,
            findings: 1000,
            lists_all: false,
            cleans: false,
            keys: vec![SameBy::Clues],
            against: None,
            shard: None,
            solver: SolverSettings::default(),
            fingerprint_memory: FINGERPRINT_MEMORY,
            profile: false,
        }
    }
}

impl AuditSettings {
    /// Whether all findings are listed.
    pub(super) fn lists_all(&self) -> bool {
        self.lists_all || self.profile
    }

    /// Returns an empty table of classes for each key.
    pub(super) fn tables(&self) -> Vec<ClassTable> {
        let members = if self.lists_all() { Members::All } else { Members::Listed(self.findings) };
        let table = |key: &SameBy| {
            let extra = if key.has_maps() { Extra::Map } else { Extra::Nothing };
            ClassTable::new(members, extra, self.table_memory())
        };
        self.keys.iter().map(table).collect()
    }

    /// Returns an empty table that keeps one record of each class, for each key.
    pub(super) fn tables_of_kept(&self) -> Vec<ClassTable> {
        let table = |_: &SameBy| ClassTable::new(Members::Kept, Extra::Nothing, self.table_memory());
        self.keys.iter().map(table).collect()
    }

    /// Returns the number of bytes of fingerprints that each table keeps in memory.
    fn table_memory(&self) -> usize {
        let tables = self.keys.len() * if self.cleans { 2 } else { 1 };
        self.fingerprint_memory / tables.max(1)
    }
}
