//! How hard a puzzle is.
//!
//! A [`Rater`] finds the [`Rating`] of puzzles. All ratings are well defined: they are the same for every equivalent puzzle,
//! and depend on no order of steps, engine, instruction set or number of threads.
//!
//! ```text
//! rules              the specification of the levels, and what explanations are made of
//! lanes              closures of the levels 1 to 4, and trials, many at once
//! closures           closures of the levels 5 to 7 and of Sudoku Explainer's easy rules, one puzzle at a time
//! trial_and_error    depth and backdoor, by trials
//! drawings           guesses
//! rater              all of them
//! ```

mod closures;
mod drawings;
mod lanes;
mod rater;
mod rating_types;
pub mod rules;
#[cfg(test)]
mod tests;
mod trial_and_error;

pub use rater::{Rater, RatingSettings};
pub use rating_types::{
    Bounded, ExplainerRating, Guesses, Left, ParseRatingKindError, Rating, RatingKind,
};
