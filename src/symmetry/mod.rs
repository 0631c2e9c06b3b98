//! When two puzzles are the same puzzle.
//!
//! A Sudoku stays the same puzzle under 3,359,232 geometric maps (transposition, the order of the bands and of the
//! stacks, of the rows in a band and of the columns in a stack), each with 9! relabellings of the digits.
//! A [`Transformation`] is one of these maps, and [`Minlex`] finds the one image that stands for them all.

pub(crate) mod bands;
mod canonical_form;
mod minlex;
pub(crate) mod orders;
mod transformation;

pub use canonical_form::CanonicalForm;
pub use minlex::{ConflictingClues, Minlex, NotItsSolution};
pub use transformation::{InvalidTransformation, Transformation};
