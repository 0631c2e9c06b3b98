//! Solves files of Sudoku puzzles: an answer for every record, in input order, millions of puzzles per second.
//!
//! # Puzzles in memory
//!
//! A [`Puzzle`] is a value that is read from text; a [`Solver`] owns the memory that solving takes and works on as
//! many puzzles as it is given.
//!
//! ```
//! use bulkdoku::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
//! assert!(solution.solves(&puzzle));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Solver::uniqueness`] proves whether a solution is the only one, [`Solver::count`] and [`Solver::solutions`] go
//! on to all of them, and [`Solver::solve_all`] takes any number of puzzles.
//!
//! # Records in memory, and files of puzzles
//!
//! With the feature `records`, `audit`, `datasets`, `format` and `pipeline` read and write records in memory, on one
//! thread and without any file, also in a browser:
//!
#![cfg_attr(feature = "records", doc = "```")]
#![cfg_attr(not(feature = "records"), doc = "```ignore")]
//! use bulkdoku::datasets::{SameBy, DedupeJob, RecordSource};
//! use bulkdoku::io::OutputBuffer;
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
//! let source = RecordSource::bytes("memory", line.repeat(2).into_bytes());
//! let kept = OutputBuffer::default();
//! DedupeJob::new(source, SameBy::Clues, kept.output("kept")).run()?;
//! assert_eq!(kept.take(), line.as_bytes());
//! # Ok::<(), bulkdoku::Error>(())
//! ```
//!
//! With the feature `files`, they use all cores. `solve_file` reads a file in whichever format it is and writes an answer
//! for every record, in order; a `Job` has the settings.
//!
#![cfg_attr(feature = "files", doc = "```")]
#![cfg_attr(not(feature = "files"), doc = "```ignore")]
//! # let folder = tempfile::tempdir().unwrap();
//! # let (input, output) = (folder.path().join("in.txt"), folder.path().join("out.txt"));
//! # std::fs::write(&input, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n").unwrap();
//! let report = bulkdoku::Job::new(&input, &output).unique().threads(2).run()?;
//! assert_eq!(report.tally.answered(), report.tally.records());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to begin
//!
//! | to | begin with | feature |
//! |---|---|---|
//! | solve one puzzle, or prove that it has one solution | [`Solver::solve`], [`Solver::uniqueness`] | |
//! | solve many puzzles, with a verdict for each | [`Solver::run_all`] | |
//! | solve rows of text where they are | [`Solver::run_rows`] | |
//! | tell equivalent puzzles | [`symmetry`] | |
//! | rate puzzles | [`rating`] | |
//! | solve a file | `solve_file`, `Job` | `files` |
//! | find what is wrong with a data set | `audit` | `records` |
//! | remove duplicates, split, sample, augment | `datasets` | `records` |
//! | generate and minimize puzzles | `generate` | `records` |
//!
//! Each feature includes the one before it: `records`, `files`, and `cli`, the program, which is the default. The `guide` has a page
//! for every subject.

#![cfg_attr(docsrs, feature(doc_cfg))]
// What only the program and the Python package use.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[macro_use] // for loops in constants in the modules below
mod macros;

#[cfg(feature = "records")]
pub mod audit;
#[cfg(feature = "bench")]
#[doc(hidden)] // for the program, benches/peers and benches/speed
pub mod bench;
mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "records")]
pub mod datasets;
#[cfg(feature = "records")]
mod error;
#[cfg(feature = "records")]
pub mod format;
#[cfg(feature = "records")]
pub mod generate;
#[cfg(all(doc, feature = "files"))] // its examples use all that a library user has
pub mod guide;
#[doc(hidden)]
pub mod internals;
#[cfg(feature = "records")]
pub mod io;
#[cfg(feature = "records")]
pub mod pipeline;
#[cfg(feature = "python")]
mod python;
pub mod rating;
mod report;
mod rng;
pub mod solver;
pub mod symmetry;

#[doc(inline)]
pub use board::grid::Cell;
#[doc(inline)]
pub use board::parse_error::ParseError;
#[doc(inline)]
pub use board::puzzle::{ParseGridError, Puzzle, Solution};
#[cfg(feature = "records")]
#[doc(inline)]
pub use error::{Error, Result};
#[cfg(feature = "files")]
#[doc(inline)]
pub use pipeline::{Job, solve_file};
#[doc(inline)]
pub use solver::{Solver, Uniqueness};

/// The example of the README, for `cargo test`.
#[cfg(all(doctest, feature = "files"))]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
