//! Rates how hard puzzles are, and explains their solutions step by step.
//!
//! A [`Rater`] finds the [`Rating`] of puzzles. All ratings are well defined: they are the same for all equivalent puzzles,
//! and do not depend on the order of steps, the engine, the instruction set or the number of threads. Only puzzles with exactly
//! one solution have ratings.
//!
//! Begin with [`Rater::rate`] for one puzzle, [`Rater::rate_rows`] for many, and [`Explanation::of`] for the steps.
//!
//! | item | what it is |
//! |---|---|
//! | [`Rater`] | rates puzzles; make one per thread and reuse it |
//! | [`RatingSettings`], [`RatingKind`] | which ratings to find, and the budget of guesses |
//! | [`Rating`] | the ratings of a puzzle; its fields define them |
//! | [`Difficulty`] | the level in one word, from easy to expert |
//! | [`Capped`], [`Remaining`], [`Guesses`], [`ExplainerRating`] | the values of ratings |
//! | [`RatingField`] | a column of a table of ratings |
//! | [`RatingFilter`] | a condition on a column, such as `level<=4` |
//! | [`Explanation`] | the steps by which the rules solve a puzzle, or how far they get |
//! | [`Step`], [`Rule`] | one application of a rule, and the rule |
//! | [`House`], [`HouseKind`] | a row, column or box |
//! | [`UnsoundStep`] | the error of [`Explanation::of`] for a step that contradicts the solution |
//! | [`RateJob`], [`RateReport`] | rates every record of an input |
//! | [`ExplainJob`] | writes the steps for every record of an input |
//!
//! The module needs the feature `records`.

// For contributors. The files and what they contain:
//
// ```text
// rules              the table of all rules; the closures and explanations that they lead to
// matching           closures of levels 5 to 7, faster; those of levels 1 to 4, and trials, are in kernel/src/rating
// explainer          Sudoku Explainer's rating
// trial_and_error    depth and backdoor, by trials
// equivalents        guesses
// structure          automorphisms, bands
// rater              all of them
// fields, table      the columns of ratings, and conditions on them
// job                the ratings of every record of a file
// explain            a puzzle's solution step by step, as text and as JSON lines, also for every record of a file
// ```

mod difficulty;
mod equivalents;
pub(crate) mod explain;
mod explainer;
mod fields;
mod histogram;
mod job;
mod matching;
mod rater;
mod rating_types;
mod rules;
mod settings;
mod structure;
mod table;
#[cfg(test)]
mod tests;
mod trial_and_error;

pub use difficulty::Difficulty;
pub use explain::{Explanation, UnsoundStep, job::ExplainJob};
pub use fields::{RatingField, RatingFilter};
pub use rater::Rater;
pub use rating_types::{Capped, ExplainerRating, Guesses, Rating, RatingKind, Remaining};
pub use rules::{House, HouseKind, Rule, Step};
pub use settings::RatingSettings;

pub use job::{RateJob, RateReport};

pub(crate) use rules::TOP_LEVEL;
