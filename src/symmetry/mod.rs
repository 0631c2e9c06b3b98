//! Equivalent puzzles: the maps between them, and their canonical form.
//!
//! A Sudoku stays the same puzzle under 3,359,232 geometric maps (transposing, reordering the bands and the stacks,
//! the rows within a band and the columns within a stack), each with 9! relabellings of the digits.
//! A [`Transformation`] is one of these maps, and [`Minlex`] finds the one image that represents all equivalent puzzles.

pub(crate) mod bands;
mod canonical_form;
mod minlex;
pub(crate) mod orders;
mod transformation;

pub use canonical_form::CanonicalForm;
pub use minlex::{ConflictingClues, Minlex, NotItsSolution};
pub use transformation::{InvalidTransformation, Transformation};
