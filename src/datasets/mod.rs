//! Builds data sets from files of puzzles: removes duplicates, splits, samples, shuffles, and writes equivalents.
//!
//! Begin with a job:
//!
//! | job | what it does |
//! |---|---|
//! | [`CanonJob`] | writes the canonical form of every puzzle and, on request, the transformation to it |
//! | [`AugmentJob`] | writes random equivalents of every puzzle, with their answers |
//! | [`DedupeJob`] | copies a file with one record of each class |
//! | [`SampleJob`] | copies a uniform sample of the records of a file, or one with weights |
//! | `SplitJob` | splits a file so that no class of records is in two parts (feature `files`) |
//! | `ShuffleJob` | puts the records of a file in random order (feature `files`) |
//!
//! Records that are the same under a [`SameBy`] key are a class. Every job writes the same output for any number of threads.
//! With the feature `files`, memory does not grow with the input.
//!
//! The settings and results of jobs:
//!
//! | item | what it is |
//! |---|---|
//! | [`RecordSource`] | the input of a job |
//! | [`SameBy`] | the key that makes records the same: text, clues, puzzle or solution |
//! | [`Keep`] | which record of each class [`DedupeJob`] keeps |
//! | [`Strata`] | a division of puzzles by clues, levels or guesses, for stratified samples and splits |
//! | `SplitPart`, `Share` | a part of a split: its path, and its share in percent (feature `files`) |
//! | [`AugmentReport`], [`DedupeReport`], [`SampleReport`] | what a job read and wrote |
//! | `SplitReport`, `PartReport`, `ShuffleReport` | the same for the other jobs (feature `files`) |
//! | [`Stratum`] | a stratum in the report of a sample or a split |
//!
//! To make the same choices in your own code, without files:
//!
//! | item | what it does |
//! |---|---|
//! | [`Equivalents`] | draws random equivalents of puzzles, each with its transformation |
//! | [`ClassFinder`], [`ClassMember`] | finds the classes of puzzles under a key |
//! | [`Fingerprint`] | identifies a class or a text in 16 bytes, for a set or a map |
//! | [`Sample`] | chooses which records are in a sample |
//! | [`FormFinder`] | finds the canonical forms of puzzles, of a [kind](FormKind) |
//! | [`ValueStrata`] | finds the strata of the values of a column |
//! | [`Assignment`] | chooses the part of a split that a class belongs to |
//!
//! The module needs the feature `records`.

// For contributors. The jobs that write forms or equivalents:
//
// ```text
// records ─▶ Chunk::read ─▶ well-formed puzzles ─▶ forms or equivalents ─▶ rows ─▶ OrderedWriter
//            inspected, or solved by
//            a ChunkSolver if solutions are needed
// ```
//
// The jobs that leave records out or divide them read the input twice:
//
// ```text
// first pass     class_stage    the class, the state, the stratum and the rank of every record, on all threads
//                rows           rows of numbers, sorted in bounded memory: a row for each record with its class
//                class          rows of the same class: which one is kept
//                chooser        the records with the least ranks, for samples
//                fates          for every line, what becomes of its record: left out, or sent to a part
// second pass    copying        every record to its part, byte for byte
// ```
//
// All run on the ordered core of `pipeline`: the output is in input order and the same for any number of threads and any chunk
// size, and memory does not grow with the input. Start with `dedupe.rs`.

pub(crate) mod assignment;
mod augment;
mod canon;
mod chooser;
pub(crate) mod class;
mod class_finder;
pub(crate) mod class_stage;
mod column_strata;
pub(crate) mod copying;
mod dedupe;
pub(crate) mod equivalents;
pub(crate) mod fates;
mod filter;
pub(crate) mod fingerprint;
pub(crate) mod forms;
mod gap;
mod keep;
pub(crate) mod least;
mod number_column;
pub(crate) mod packed_map;
pub(crate) mod position;
mod rank;
mod record_spans;
pub(crate) mod rows;
mod same_by;
mod sample;
pub(crate) mod sample_size;
mod share;
#[cfg(feature = "files")]
mod shuffle;
mod spill;
#[cfg(feature = "files")]
mod split;
mod spread;
mod strata;
mod stratify;
mod stratum;

#[doc(no_inline)]
pub use crate::pipeline::RecordSource;
pub use assignment::Assignment;
pub use augment::{AugmentJob, AugmentReport};
pub use canon::CanonJob;
pub use chooser::Sample;
pub use class::ClassMember;
pub use class_finder::ClassFinder;
pub use column_strata::ValueStrata;
pub use dedupe::{DedupeJob, DedupeReport};
pub use equivalents::Equivalents;
pub use fingerprint::Fingerprint;
pub use forms::{FormFinder, FormKind};
pub use keep::Keep;
pub use same_by::SameBy;
pub use sample::{SampleJob, SampleReport};
pub use share::Share;
#[cfg(feature = "files")]
pub use shuffle::{ShuffleJob, ShuffleReport};
#[cfg(feature = "files")]
pub use split::{PartReport, SplitJob, SplitPart, SplitReport};
pub use strata::Strata;
pub use stratum::Stratum;

use crate::pipeline::RunSettings;
use crate::solver::SolverSettings;

/// The default number of bytes of fingerprints to keep in memory. Without the feature `files`, there are no temporary files.
pub(crate) const FINGERPRINT_MEMORY: usize = if cfg!(feature = "files") { 64 << 20 } else { usize::MAX };

/// The common settings of jobs that copy records.
#[derive(Clone)]
pub(crate) struct DataSetSettings {
    /// Whether to leave out the records that are malformed or contradict themselves. By default, they are treated like any other.
    pub(crate) drops_invalid: bool,
    /// How to solve puzzles, for [`SameBy::Solution`], and how to make canonical forms.
    pub(crate) solver: SolverSettings,
    /// The number of bytes of fingerprints to keep in memory, by default [`FINGERPRINT_MEMORY`]. The others go to a temporary
    /// file.
    pub(crate) fingerprint_memory: usize,
    /// The threads, chunks and progress of the run.
    pub(crate) run: RunSettings,
}

impl Default for DataSetSettings {
    fn default() -> Self {
        Self {
            drops_invalid: false,
            solver: SolverSettings::default(),
            fingerprint_memory: FINGERPRINT_MEMORY,
            run: RunSettings::default(),
        }
    }
}

/// Defines the methods of a job that set its [`DataSetSettings`].
macro_rules! data_set_setters {
    () => {
        /// Leaves out the records that are malformed or contradict themselves. By default, they are treated like any other.
        pub fn dropping_invalid(mut self) -> Self {
            self.settings.drops_invalid = true;
            self
        }

        /// Sets the threads and the progress of the run.
        pub fn run_settings(mut self, settings: crate::pipeline::RunSettings) -> Self {
            self.settings.run = settings;
            self
        }
    };
}
use data_set_setters;
