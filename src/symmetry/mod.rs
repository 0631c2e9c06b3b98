//! Recognizes and makes equivalent puzzles: canonical forms, and the maps between puzzles.
//!
//! A Sudoku stays the same puzzle under 3,359,232 geometric maps (transposing, reordering the bands and the stacks,
//! the rows within a band and the columns within a stack), each with 9! relabellings of the digits.
//! A [`Transformation`] is one of these maps, and [`Minlex`] finds the one image that represents all equivalent puzzles.
//!
//! Begin with [`Minlex::form`] to compare puzzles, and with [`Transformation::apply`] to make an equivalent one.
//!
//! | item | what it is |
//! |---|---|
//! | [`Minlex`] | finds canonical forms; make one per thread and reuse it |
//! | [`CanonicalForm`] | the form of a puzzle, the map to it, and the number of automorphisms |
//! | [`Transformation`] | a map to an equivalent puzzle: apply, invert and combine it, or write it as text |
//! | [`ConflictingClues`] | the error of [`Minlex::form`] for a puzzle that contradicts itself |
//! | [`NotItsSolution`] | the error of [`Minlex::solution_form`] for a grid that does not solve the puzzle |
//! | [`InvalidTransformation`] | the error for a text or parts that are not a transformation |
//!
//! The module needs only the feature `std`. For whole files, `datasets` has `CanonJob` and `AugmentJob`, with the feature
//! `records`.

// For contributors. Start with `transformation.rs`, then read `minlex/mod.rs`. `bands` and `orders` are also used by other modules.

pub(crate) mod bands;
mod canonical_form;
mod minlex;
pub(crate) mod orders;
mod transformation;

pub use canonical_form::CanonicalForm;
pub use minlex::{ConflictingClues, Minlex, NotItsSolution};
pub use transformation::{InvalidTransformation, Transformation};
