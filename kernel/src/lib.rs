//! The engines of [bulkdoku](https://crates.io/crates/bulkdoku): boards, solvers, canonical forms and random numbers.
//!
//! This is a package of its own so that Cargo builds it once, at its own level of optimisation. It opens no files, starts no threads and
//! knows no formats. Use `bulkdoku`, which re-exports the stable part: everything else here may change with any version.
//!
//! ```text
//! macros ─▶ board ─▶ rng ─▶ simd ─▶ solver ─▶ symmetry
//!                                    └────▶ rating      each folder imports only from those on its left
//! ```
//!
//! Start with `solver/mod.rs`.

#![allow(rustdoc::private_intra_doc_links)] // contributors read these pages, with private items

#[macro_use] // for loops in constants and enums with names in the modules below
mod macros;

pub mod board;
#[cfg(feature = "symmetry")]
pub mod rating;
#[cfg(feature = "symmetry")]
pub mod rng;
pub mod simd;
pub mod solver;
#[cfg(feature = "symmetry")]
pub mod symmetry;

pub use board::candidates::{Candidates, Grid};
pub use board::grid::Cell;
pub use board::parse_error::ParseError;
pub use board::puzzle::{ParseGridError, Puzzle, Solution};
pub use solver::{Solver, Uniqueness};
