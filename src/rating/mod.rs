//! How hard a puzzle is.
//!
//! A [`Rater`] finds the [`Rating`] of puzzles. All ratings are well defined: they are the same for all equivalent puzzles,
//! and do not depend on the order of steps, the engine, the instruction set or the number of threads.
//!
//! ```text
//! rules              the specification of the levels, and the steps of explanations
//! lanes              closures of levels 1 to 4, and trials, many at once
//! closures           closures of levels 5 to 7 and Sudoku Explainer's steps, one puzzle at a time
//! trial_and_error    depth and backdoor, by trials
//! equivalents        guesses
//! structure          automorphisms, bands
//! rater              all of them
//! fields, table      the columns of ratings, and conditions on them
//! job                the ratings of every record of a file
//! explain, steps     a puzzle's solution step by step, as text and as JSON lines
//! explain_job        the steps of every record of a file
//! ```

mod closures;
mod difficulty;
mod equivalents;
mod explain;
#[cfg(feature = "records")]
mod explain_job;
mod fields;
#[cfg(feature = "records")]
mod histogram;
#[cfg(feature = "records")]
mod job;
mod lanes;
mod rater;
mod rating_types;
pub(crate) mod rules;
mod settings;
#[cfg(feature = "records")]
pub(crate) mod steps;
#[cfg(feature = "records")]
mod strata;
mod structure;
#[cfg(feature = "records")]
mod table;
#[cfg(all(test, feature = "records"))]
mod tests;
mod trial_and_error;

pub use difficulty::Difficulty;
pub use explain::{Explanation, UnsoundStep};
pub use fields::{RatingField, RatingFilter};
pub use rater::Rater;
pub use rating_types::{Capped, ExplainerRating, Guesses, Rating, RatingKind, Remaining};
pub use rules::{House, HouseKind, Rule, Step};
pub use settings::RatingSettings;

#[cfg(feature = "records")]
pub use explain_job::ExplainJob;
#[cfg(feature = "records")]
pub use job::{RateJob, RateReport};

#[cfg(feature = "records")]
pub(crate) use rules::TOP_LEVEL;
