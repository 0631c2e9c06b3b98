//! Solves Sudoku puzzles by the million: in memory, as rows of text, or as files with one result per record in input order.
//!
//! ```
//! use bulkdoku::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
//! assert!(solution.to_string().starts_with("534678912"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Puzzle`] is a value: 81 characters, with `1` to `9` for clues and any one of `.0_*-?x` for blanks. A [`Solver`] allocates its
//! memory once, when it is made, and none per puzzle. Keep it, and use one per thread.
//!
//! # Where to begin
//!
//! | to | begin with | feature |
//! |---|---|---|
//! | solve one puzzle | [`Solver::solve`], [`Solver::run`] for a verdict and a budget | |
//! | prove that a solution is the only one | [`Solver::uniqueness`], [`Solver::is_unique`] | |
//! | count or list solutions | [`Solver::count`], [`Solver::solutions`] | |
//! | solve pencilmarks | [`Candidates`], with [`Solver::run`] and [`Solver::solutions`] | |
//! | solve many puzzles | [`Solver::solve_all`], [`Solver::run_all`] | |
//! | solve rows of text in place | [`Solver::run_rows`] | |
//! | recognize and make equivalent puzzles | [`symmetry::Minlex`], [`symmetry::Transformation`] | `symmetry` |
//! | rate puzzles | [`rating::Rater`]; [`rating::RateJob`] | `records` |
//! | explain a puzzle in steps | [`rating::Explanation`]; [`rating::ExplainJob`] | `records` |
//! | generate or minimize puzzles | [`generate::Generator`], [`generate::GenerateJob`], [`generate::Minimizer`] | `records` |
//! | audit a data set | [`audit::AuditJob`] | `records` |
//! | write canonical forms or equivalents of a data set | [`datasets::CanonJob`], [`datasets::AugmentJob`] | `records` |
//! | remove duplicates, sample | [`datasets::DedupeJob`], [`datasets::SampleJob`] | `records` |
//! | split or shuffle a data set | [`datasets::SplitJob`], [`datasets::ShuffleJob`] | `files` |
//! | solve records from memory, a reader or a file | [`SolveJob`]; [`solve_file`] | `records`; `files` |
//! | get the results of records as values | [`SolveJob::for_each`] | `files` |
//! | divide the work among machines | [`SolveJob::shard`] | `records` |
//!
//! Each feature includes the ones before it. Turn off the default, `cli`, which is the program:
//!
//! ```toml
//! bulkdoku = { version = "0.1", default-features = false, features = ["files"] }
//! ```
//!
//! | feature | adds | dependencies |
//! |---|---|---|
//! | none | puzzles, [`Solver`] | none |
//! | `symmetry` | canonical forms and equivalent puzzles | `chacha20` and `rand_core`, which are small |
//! | `records` | ratings, generation, records from memory to memory, on the calling thread, also in WebAssembly | two more |
//! | `files` | files, compression, NumPy arrays, all cores | rayon, memmap2, tempfile, zstd (in C) and others |
//! | `cli` | the program `bulkdoku` | clap and others |
//!
//! The [`guide`] explains formats, verdicts, ratings, and what stays the same from one version to the next.
//!
//! # Many puzzles
//!
//! [`Solver::solve_all`] solves up to sixteen puzzles at once, which is about twice as fast as one after the other. If a
//! puzzle has several solutions, it may find a different one than [`Solver::solve`].
//!
//! ```
//! use bulkdoku::{Puzzle, Solver};
//!
//! let puzzles = vec![Puzzle::EMPTY; 5000];
//! let mut solver = Solver::new();
//! for (puzzle, solution) in puzzles.iter().zip(solver.solve_all(&puzzles)) {
//!     assert!(solution.is_some_and(|solution| solution.solves(puzzle)));
//! }
//! ```
//!
//! With rayon, `par_chunks(1024).map_init(Solver::new, |solver, puzzles| solver.run_all(puzzles, task))` uses all cores.
//!
//! # Rows of text
//!
//! [`Solver::run_rows`] reads puzzles where they are and writes to your memory. It checks the bytes and copies nothing.
//!
//! ```
//! use bulkdoku::Solver;
//! use bulkdoku::solver::{Answers, Goal, Notation, Outcome, Puzzles, Task, Verdict};
//!
//! let text = b"7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
//! let puzzles = Puzzles::new(text, &[2], Notation::Clues); // one puzzle, which starts at byte 2
//! let (mut digits, mut outcomes) = ([[0; 81]], [Outcome::default()]);
//! let task = Task::new(Goal::Unique).with_budget(100_000);
//! Solver::new().run_rows(task, puzzles, Answers::Digits(&mut digits), &mut outcomes);
//! assert_eq!((outcomes[0].verdict, digits[0][0]), (Verdict::Unique, 5));
//! ```
//!
//! # Files and data sets
//!
//! [`solve_file`] does what `bulkdoku solve` does: it detects the format, uses all cores and writes a result for every record.
//! A bad record gets a verdict and does not end the run.
//!
#![cfg_attr(feature = "files", doc = "```")]
#![cfg_attr(not(feature = "files"), doc = "```ignore")]
//! # let folder = tempfile::tempdir()?;
//! # let (input, output) = (folder.path().join("puzzles.txt"), folder.path().join("solutions.txt"));
//! # std::fs::write(&input, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n12\n")?;
//! let report = bulkdoku::solve_file(&input, &output)?;
//! assert_eq!((report.tally.records(), report.tally.answered()), (2, 1));
//! assert!(std::fs::read_to_string(&output)?.contains("\nmalformed: "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Jobs have settings. They read a [`pipeline::RecordSource`] (a file, a stream or bytes), write to files, writers or an
//! [`io::OutputBuffer`], and take [`pipeline::RunSettings`] for threads, progress and stopping. Keys, ratings and similar values
//! have the names that the program uses: `"puzzle".parse::<SameBy>()`, `"level".parse::<RatingKind>()`.
//!
#![cfg_attr(feature = "records", doc = "```")]
#![cfg_attr(not(feature = "records"), doc = "```ignore")]
//! use bulkdoku::datasets::{DedupeJob, RecordSource, SameBy};
//! use bulkdoku::io::OutputBuffer;
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
//! let source = RecordSource::bytes("memory", line.repeat(2).into_bytes());
//! let kept = OutputBuffer::default();
//! let report = DedupeJob::new(source, SameBy::Clues, kept.output("kept")).run()?;
//! assert_eq!((report.duplicates, kept.take()), (1, line.into()));
//! # Ok::<(), bulkdoku::Error>(())
//! ```
//!
//! # Errors
//!
//! Text that is not a puzzle is a [`ParseGridError`]: `"53..7".parse::<Puzzle>()` gives `ParseGridError::Length(5)`. An [`Error`]
//! ends a run. Its message names the file, the position and the cause, and its source is the error of the operating system, if
//! there is one. [`Error::NotInPlace`] says where a complete output file is that could not replace its target.

#![cfg_attr(docsrs, feature(doc_cfg))]
// The documentation links to items that the features add.
#![cfg_attr(not(feature = "files"), allow(rustdoc::broken_intra_doc_links))]
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))] // what needs no dependency is only left unused

#[cfg(feature = "records")]
mod macros;

#[cfg(feature = "records")]
mod array;
#[cfg(feature = "records")]
pub mod audit;
#[cfg(feature = "bench")]
#[doc(hidden)] // for the program, benches/peers and benches/speed
pub mod bench;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "records")]
pub mod datasets;
#[cfg(test)]
#[path = "../tests/support/effort.rs"]
mod effort;
#[cfg(feature = "records")]
mod error;
#[cfg(feature = "records")]
pub mod format;
#[cfg(feature = "records")]
pub mod generate;
#[cfg(all(doc, feature = "files"))] // its examples use the features of library users
pub mod guide;
#[cfg(feature = "records")]
#[doc(hidden)] // for benches/speed, benches/search and fuzz
pub mod internals;
#[cfg(feature = "records")]
pub mod io;
#[cfg(feature = "records")]
pub mod pipeline;
#[cfg(feature = "records")]
pub mod rating;
#[cfg(feature = "records")]
mod report;

pub mod solver {
    //! Solves puzzles in memory: one, many, or rows of text in place.
    //!
    //! Begin with [`Solver`]. The other types describe what it reads, what to find out, and what it found.
    //!
    //! | item | what it is |
    //! |---|---|
    //! | [`Solver`] | solves, counts and lists solutions; make one per thread and reuse it |
    //! | [`Uniqueness`] | the result of [`Solver::uniqueness`], with the solutions |
    //! | [`SolveAll`] | the iterator of [`Solver::solve_all`]: a solution for each of many puzzles |
    //! | [`Solutions`] | the iterator of [`Solver::solutions`]: all solutions of one puzzle |
    //! | [`Task`], [`Goal`] | what to find out, such as whether a solution is unique, and the budget of guesses |
    //! | [`Outcome`], [`Verdict`] | what the search found: the verdict, the number of solutions, the number of guesses |
    //! | [`Puzzles`], [`Notation`] | puzzles in place in a text, written as clues or pencilmarks |
    //! | [`Answers`], [`AnswerLine`] | where [`Solver::run_rows`] writes solutions |
    //! | [`Engine`], [`Isa`] | the algorithm and the instruction set, for [`Solver::with_engine`] |
    //!
    //! A guess is a step in which the search tries one of several alternatives.
    //!
    //! The plain backtrackers among the engines are for comparisons.

    #[doc(inline)]
    pub use kernel::solver::{
        AnswerLine, Answers, Engine, Goal, Isa, Notation, Outcome, Puzzles, Solutions, SolveAll, Solver,
        Task, Uniqueness, Verdict,
    };
    #[cfg(feature = "records")]
    pub(crate) use kernel::solver::{SolverSettings, batch};
}

#[cfg(feature = "symmetry")]
pub mod symmetry {
    //! Recognizes and makes equivalent puzzles: canonical forms, and the transformations between puzzles.
    //!
    //! A Sudoku stays the same puzzle under 3,359,232 rearrangements (transposing, reordering the bands and the stacks,
    //! the rows within a band and the columns within a stack), each with 9! relabellings of the digits.
    //! A [`Transformation`] is one of these, and [`Minlex`] finds the one form that represents all equivalent puzzles.
    //!
    //! Begin with [`Minlex::form`] to compare puzzles, and with [`Transformation::apply`] to make an equivalent one.
    //!
    //! | item | what it is |
    //! |---|---|
    //! | [`Minlex`] | finds canonical forms; make one per thread and reuse it |
    //! | [`CanonicalForm`] | the form of a puzzle, the transformation into it, and the number of automorphisms |
    //! | [`Transformation`] | turns a puzzle into an equivalent one: apply, invert and combine it, or write it as text |
    //! | [`ConflictingClues`] | the error of [`Minlex::form`] for a puzzle that contradicts itself |
    //! | [`NotItsSolution`] | the error of [`Minlex::solution_form`] for a grid that does not solve the puzzle |
    //! | [`InvalidTransformation`] | the error for a text or parts that are not a transformation |
    //!
    //! For whole files, `datasets` has `CanonJob` and `AugmentJob`, with the feature `records`.

    #[doc(inline)]
    pub use kernel::symmetry::{
        CanonicalForm, ConflictingClues, InvalidTransformation, Minlex, NotItsSolution, Transformation,
    };
    #[cfg(feature = "records")]
    pub(crate) use kernel::symmetry::{bands, orders};
}

#[cfg(feature = "records")]
use kernel::{board, rng};

#[cfg(feature = "records")]
#[doc(inline)]
pub use error::{Error, KeptFile, Result};
#[doc(inline)]
pub use kernel::board::candidates::{Candidates, Grid};
#[doc(inline)]
pub use kernel::board::grid::Cell;
#[doc(inline)]
pub use kernel::board::parse_error::ParseError;
#[doc(inline)]
pub use kernel::board::puzzle::{ParseGridError, Puzzle, Solution};
#[doc(inline)]
pub use kernel::solver::{Solver, Uniqueness};
#[cfg(feature = "records")]
#[doc(inline)]
pub use pipeline::SolveJob;
#[cfg(feature = "files")]
#[doc(inline)]
pub use pipeline::solve_file;

/// The example of the README, for `cargo test`.
#[cfg(all(doctest, feature = "files"))]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
