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
//!
//! To make the same choices in your own code, without files:
//!
//! | item | what it does |
//! |---|---|
//! | [`Equivalents`] | draws random equivalents of puzzles, each with its map |
//! | [`ClassFinder`], [`ClassMember`] | finds the classes of puzzles under a key |
//! | [`Fingerprint`] | identifies a class or a text in 16 bytes, for a set or a map |
//! | [`Sample`] | chooses which records are in a sample |
//! | [`StratumFinder`] | finds the strata of puzzles, from [`Strata::finder`] |
//! | `Assignment` | chooses the part of a split that a class belongs to (feature `files`) |
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
// Two passes find the records that are the same:
//
// ```text
// same_by        the keys: text, clues, puzzle, solution
// class_finder   the classes of the puzzles of a chunk
// class_stage    the classes of all records of an input, on all threads
// classes        the same, collected in record order
// class_table    the classes that repeat, in bounded memory
// class_set      some classes in memory: of a full bucket or of a part
// buckets, parts, spill     entries by the bytes of their keys, in memory and in a temporary file
// dedupe, split  the jobs that use them
// ```
//
// All run on the ordered core of `pipeline`: the output is in input order and the same for any number of threads and any chunk
// size, and memory does not grow with the input.

#[cfg(feature = "files")]
pub(crate) mod assignment;
mod augment;
mod buckets;
mod canon;
mod class_finder;
mod class_list;
mod class_set;
pub(crate) mod class_stage;
pub(crate) mod class_table;
pub(crate) mod classes;
mod dedupe;
pub(crate) mod equivalents;
pub(crate) mod fingerprint;
pub(crate) mod forms;
mod gap;
mod keep;
pub(crate) mod line_set;
mod number_column;
pub(crate) mod packed_map;
mod parts;
pub(crate) mod position;
pub(crate) mod record_copies;
mod record_spans;
pub(crate) mod repetition_list;
mod same_by;
pub(crate) mod sample;
#[cfg(feature = "files")]
mod share;
#[cfg(feature = "files")]
mod shuffle;
mod sorted_rows;
mod spill;
#[cfg(feature = "files")]
mod split;
pub(crate) mod spool;
#[cfg(feature = "files")]
mod stratify;

#[doc(no_inline)]
pub use crate::pipeline::RecordSource;
#[cfg(feature = "files")]
pub use assignment::Assignment;
pub use augment::{AugmentJob, AugmentReport};
pub use canon::CanonJob;
pub use class_finder::ClassFinder;
pub use class_table::ClassMember;
pub use dedupe::{DedupeJob, DedupeReport};
pub use equivalents::Equivalents;
pub use fingerprint::Fingerprint;
pub use keep::Keep;
pub use same_by::SameBy;
pub(crate) use sample::NO_STRATUM;
pub use sample::{Sample, SampleJob, SampleReport, Strata, StratumFinder};
#[cfg(feature = "files")]
pub use share::Share;
#[cfg(feature = "files")]
pub use shuffle::{ShuffleJob, ShuffleReport};
#[cfg(feature = "files")]
pub use split::{PartReport, SplitJob, SplitPart, SplitReport};

use crate::pipeline::RunSettings;
use crate::solver::SolverSettings;

/// The default number of bytes of fingerprints to keep in memory. Without the feature `files`, there are no temporary files.
pub(crate) const FINGERPRINT_MEMORY: usize = if cfg!(feature = "files") { 64 << 20 } else { usize::MAX };

/// The common settings of jobs that copy records.
#[derive(Clone)]
pub(crate) struct DataSetSettings {
    /// Whether to leave out the records that are malformed or contradict themselves. By default, they are treated like any other.
    pub(crate) drops_bad: bool,
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
            drops_bad: false,
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
        pub fn dropping_bad(mut self) -> Self {
            self.settings.drops_bad = true;
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
