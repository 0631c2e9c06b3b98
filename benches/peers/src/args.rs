//! The command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bulkdoku::bench::{Set, sets::BuiltIn};
use bulkdoku::solver::{Goal, Isa, Notation};
use clap::{Parser, ValueEnum};

use crate::clock::Clock;
use crate::contestant::Contestant;
use crate::peers::{self, Peer};

/// Compares other solvers with bulkdoku's: memory to memory, text in and text out, one thread.
#[derive(Debug, Parser)]
pub struct Args {
    /// Files of one-line puzzles [default: the built-in sets]
    files: Vec<PathBuf>,
    /// Instruction sets of bulkdoku: avx512, avx2, portable [default: all that this processor supports]
    #[arg(long, value_delimiter = ',')]
    isa: Vec<Isa>,
    /// Peers, by the names of their crates [default: all]
    #[arg(long, value_delimiter = ',')]
    peer: Vec<String>,
    /// Modes: find the first solution, or prove that it is the only one
    #[arg(long, value_delimiter = ',', default_value = "first,unique")]
    pub mode: Vec<Mode>,
    /// Puzzles per call: many to bulkdoku and one to each peer, which takes no more, or one to all
    #[arg(long, value_delimiter = ',', default_value = "many,one")]
    pub calls: Vec<Calls>,
    /// Runs of each solver; the best and the median are reported
    #[arg(long, default_value_t = 9)]
    pub rounds: usize,
    /// Approximate duration of a run in milliseconds; a slow solver gets as many puzzles as fit
    #[arg(long, default_value_t = 200)]
    time: u64,
    /// Elapsed time, or processor time of the thread for a machine that is busy with other work
    #[arg(long, default_value = "wall")]
    pub clock: Clock,
    /// Maximum number of puzzles in a set, a seeded sample [default: all of a file, 2000 of a built-in set]
    #[arg(long)]
    puzzles: Option<usize>,
    /// Seed for the order of puzzles and runs
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Draw the README's chart from a recorded run instead of measuring
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub draw: Option<PathBuf>,
}

/// How many puzzles bulkdoku gets in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Calls {
    /// The whole batch.
    Many,
    /// One puzzle.
    One,
}

impl Calls {
    /// Returns the words in headings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Many => "many puzzles per call",
            Self::One => "one puzzle per call",
        }
    }
}

/// The task for each puzzle.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Mode {
    /// Any solution.
    First,
    /// The solution, if it is the only one.
    Unique,
}

impl Mode {
    /// Returns the goal of the solver.
    pub fn goal(self) -> Goal {
        match self {
            Self::First => Goal::First,
            Self::Unique => Goal::Unique,
        }
    }

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Unique => "unique",
        }
    }
}

impl Args {
    /// Returns the puzzle sets.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or contains no puzzles.
    pub fn sets(&self) -> Result<Vec<Set>, String> {
        if self.files.is_empty() {
            let count = self.puzzles.unwrap_or(2000);
            return Ok(BuiltIn::ALL.into_iter().map(|set| set.make(count)).collect());
        }
        self.files.iter().map(|file| self.set_of(file)).collect()
    }

    /// Returns the solvers to measure on puzzles in this notation, bulkdoku first. They are built anew for each set, so no solver has warmer caches.
    ///
    /// # Errors
    /// Returns an error if a peer does not exist.
    pub fn contestants(&self, calls: Calls, notation: Notation) -> Result<Vec<Contestant>, String> {
        let isas = if self.isa.is_empty() { &Isa::ALL[..] } else { &self.isa };
        let isas = isas.iter().copied().filter(|isa| isa.is_available());
        let ours = isas.map(|isa| Contestant::Ours(calls, isa));
        let library = (calls == Calls::One).then_some(Contestant::Solver);
        let reads = |peer: &&Peer| notation == Notation::Clues || peer.reads_pencilmarks;
        let peers = self.peers()?.into_iter().filter(reads).map(Contestant::Peer);
        Ok(ours.chain(library).chain(peers).collect())
    }

    /// Returns the duration of a run.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.time)
    }

    fn set_of(&self, file: &Path) -> Result<Set, String> {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let (set, skipped) = Set::open(&name, file).map_err(|error| error.to_string())?;
        if skipped > 0 {
            eprintln!("{}: {skipped} records skipped, malformed", file.display());
        }
        let mut set = set.spread(self.seed);
        set.truncate(self.puzzles.unwrap_or(usize::MAX));
        if set.is_empty() {
            return Err(format!("{}: no puzzles to measure", file.display()));
        }
        Ok(set)
    }

    fn peers(&self) -> Result<Vec<&'static Peer>, String> {
        if self.peer.is_empty() {
            return Ok(peers::all());
        }
        let names = || peers::all().iter().map(|peer| peer.name).collect::<Vec<_>>().join(", ");
        let find = |name: &String| {
            let found = peers::all().into_iter().find(|peer| peer.name == name);
            found.ok_or_else(|| format!("there is no peer '{name}': choose from {}", names()))
        };
        self.peer.iter().map(find).collect()
    }
}
