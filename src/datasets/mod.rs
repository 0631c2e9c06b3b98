//! What people who build data sets do with files of puzzles.
//!
//! - [`CanonJob`] writes the canonical form of every puzzle, and on request the map that makes it.
//! - [`AugmentJob`] writes random equivalents of every puzzle, with their answers.
//! - [`DedupeJob`] copies a file with one record of each class, by a [`SameBy`].
//! - [`SplitJob`] splits a file so that no class of records is in two parts.
//! - [`SampleJob`] copies a uniform sample of the records of a file.
//!
//! ```text
//! records ─▶ ChunkReader ─▶ well-formed puzzles ─▶ forms or isomorphs ─▶ rows ─▶ OrderedWriter
//!            judged by their text, or by
//!            a ChunkSolver where solutions are needed
//! ```
//!
//! Which records are the same is found in two passes:
//!
//! ```text
//! same_by        which records are the same: text, clues, puzzle, solution
//! class_finder   the classes of the puzzles of a chunk
//! class_stage    the classes of all records of an input, on all threads
//! classes        collected in the order of the records
//! class_table    which of these classes repeat, in bounded memory
//! class_set      some classes in memory: those of a full bucket, or of a part
//! buckets, parts, spill     entries by the bytes of their keys, in memory and in a temporary file
//! dedupe, split  what is done with them
//! ```
//!
//! All run on the ordered core of [`pipeline`](crate::pipeline): the output is in the order of the input and the same
//! for any number of threads and any chunk size, and memory does not grow with the input.

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
pub(crate) mod fingerprint;
pub(crate) mod forms;
mod gap;
pub(crate) mod isomorphs;
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
mod sample;
mod share;
#[cfg(feature = "files")]
pub(crate) mod shuffle;
mod spill;
#[cfg(feature = "files")]
mod split;
pub(crate) mod spool;
#[cfg(feature = "files")]
mod stratify;

pub(crate) use crate::format::RowFormat;
pub use crate::pipeline::RecordSource;
pub use augment::{AugmentJob, AugmentReport};
pub use canon::CanonJob;
pub(crate) use canon::FormKind;
pub(crate) use class_finder::ClassFinder;
pub use dedupe::{DedupeJob, DedupeReport};
pub(crate) use isomorphs::Changes;
pub use keep::Keep;
pub use same_by::SameBy;
#[cfg(feature = "python")]
pub(crate) use sample::key_of;
pub(crate) use sample::size::SampleSize;
#[cfg(feature = "python")]
pub(crate) use sample::size::quotas;
pub(crate) use sample::{NO_STRATUM, SampleStratum};
pub use sample::{SampleJob, SampleReport, Strata};
pub use share::Share;
#[cfg(feature = "files")]
pub(crate) use shuffle::{ShuffleJob, ShuffleReport};
#[cfg(feature = "files")]
pub use split::{PartReport, SplitJob, SplitPart, SplitReport};

use crate::pipeline::RunSettings;
use crate::solver::SolverSettings;

/// The bytes of fingerprints that are held in memory by default.
pub(crate) const FINGERPRINT_MEMORY: usize = 64 << 20;

/// What the jobs have in common that copy records.
#[derive(Clone)]
pub(crate) struct DataSetSettings {
    /// Leaves out the records that are malformed or in contradiction with themselves. They are records like others by
    /// default.
    pub(crate) drops_bad: bool,
    /// How puzzles are solved, for [`SameBy::Solution`], and canonical forms are made.
    pub(crate) solver: SolverSettings,
    /// The bytes of fingerprints that are held in memory, [`FINGERPRINT_MEMORY`] by default. Those beyond go to a temporary
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

/// Defines the methods of a job for its [`DataSetSettings`].
macro_rules! data_set_setters {
    () => {
        /// Leaves out the records that are malformed or in contradiction with themselves. They are records like others by
        /// default.
        pub fn dropping_bad(mut self) -> Self {
            self.settings.drops_bad = true;
            self
        }

        /// The threads and the progress of the run.
        pub fn run_settings(mut self, settings: crate::pipeline::RunSettings) -> Self {
            self.settings.run = settings;
            self
        }
    };
}
use data_set_setters;
