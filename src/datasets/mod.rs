//! Tools for those who build data sets: records of the same class, removed or kept together.
//!
//! ```text
//! class_key      which records are the same: text, clues, puzzle, solution
//! class_finder   the classes of the puzzles of a chunk
//! class_stage    the classes of all records of an input, on all threads
//! classes        collected in the order of the records
//! class_table    which of these classes repeat, in bounded memory
//! dedupe, split  what is done with them
//! ```

mod assignment;
mod class_finder;
pub mod class_key;
mod class_list;
pub(crate) mod class_stage;
pub(crate) mod class_table;
pub(crate) mod classes;
pub mod dedupe;
pub(crate) mod fingerprint;
mod line_set;
pub(crate) mod packed_map;
mod parts;
pub(crate) mod position;
mod record_copies;
mod share;
pub mod source;
mod spill;
pub mod split;

pub(crate) use class_finder::ClassFinder;
pub use class_key::ClassKey;
pub use dedupe::{DedupeJob, DedupeReport};
pub use share::Share;
pub use source::RecordSource;
pub use split::{SplitJob, SplitPart, SplitReport};

/// The bytes of fingerprints that are held in memory by default.
pub const FINGERPRINT_MEMORY: usize = 64 << 20;
