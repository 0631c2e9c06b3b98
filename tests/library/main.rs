//! The library: its engines, generator and canonical forms on many puzzles, and the layout of its source.

mod engines; // all engines against each other
mod generate; // the generator
mod layout; // imports between the folders of src/
mod sets; // public puzzle sets
#[path = "../support/mod.rs"]
mod support;
mod symmetry; // canonical forms
