//! Recognizes and makes equivalent puzzles: transformations and canonical forms.
//!
//! Start with `transformation.rs`, then read `minlex/mod.rs`. `bands` and `orders` are also used by other modules.

pub mod bands;
mod canonical_form;
mod minlex;
pub mod orders;
mod transformation;

pub use canonical_form::CanonicalForm;
pub use minlex::{ConflictingClues, Minlex, NotItsSolution};
pub use transformation::{InvalidTransformation, Transformation};
