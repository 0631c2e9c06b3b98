//! What is counted about a data set.

use std::collections::BTreeMap;

use super::ranking::{NotablePuzzle, Ranking};
use crate::board::grid::CELLS;
use crate::datasets::SameBy;
use crate::rating::Capped;
use crate::report::guess_bins::GuessBin;

/// The profile of a data set, or of a chunk of it.
#[derive(Clone, Debug)]
pub struct DataSetProfile {
    /// `digits[cell][digit]` is the number of puzzles with this digit as a clue in the cell. `digits[cell][0]` is the number of
    /// puzzles with a blank there, which saves a branch.
    pub digits: [[u64; 10]; CELLS],
    /// `levels[n - 1]` is the number of puzzles of level n, from 1 to 7; the last element counts the puzzles above. Only puzzles
    /// with exactly one solution have a level: see [`Rating::level`](crate::rating::Rating::level).
    pub levels: [u64; 8],
    /// The number of puzzles with exactly one solution in each [bin](GuessBin) of guesses.
    pub guesses: [u64; GuessBin::COUNT],
    /// For each key of the audit, the number of classes of each size. Empty until the end.
    pub classes: Vec<ClassSizes>,
    /// The ten hardest puzzles with exactly one solution: first by level, then by guesses, then in record order. Puzzles with the
    /// same clues count once.
    pub hardest: Ranking<(Capped, u64)>,
    /// The ten puzzles with exactly one solution whose clues are spread most unevenly, then in record order. Puzzles with the
    /// same clues count once.
    pub oddest: Ranking<f64>,
}

/// The classes of records by one key, counted by size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSizes {
    /// The key: what the records of a class have in common.
    pub key: SameBy,
    /// The number of classes with each number of records.
    pub sizes: BTreeMap<u64, u64>,
}

impl Default for DataSetProfile {
    fn default() -> Self {
        Self {
            digits: [[0; 10]; CELLS],
            levels: [0; 8],
            guesses: [0; GuessBin::COUNT],
            classes: Vec::new(),
            hardest: Ranking::default(),
            oddest: Ranking::default(),
        }
    }
}

impl DataSetProfile {
    /// Clears the profile, and keeps the memory.
    pub(in crate::audit) fn clear(&mut self) {
        self.counters().for_each(|counter| *counter = 0);
        self.hardest.clear();
        self.oddest.clear();
    }

    /// Adds the profile of other records.
    pub(in crate::audit) fn add(&mut self, next: &Self) {
        add(self.digits.as_flattened_mut(), next.digits.as_flattened());
        add(&mut self.levels, &next.levels);
        add(&mut self.guesses, &next.guesses);
        self.hardest.append(&next.hardest);
        self.oddest.append(&next.oddest);
    }

    /// Returns every number that adds up over the parts of a data set.
    fn counters(&mut self) -> impl Iterator<Item = &mut u64> {
        self.digits.as_flattened_mut().iter_mut().chain(&mut self.levels).chain(&mut self.guesses)
    }

    /// Counts the clues of a puzzle.
    pub(super) fn count_clues(&mut self, clues: &[u8; CELLS]) {
        for (digits, &digit) in self.digits.iter_mut().zip(clues) {
            digits[usize::from(digit)] += 1;
        }
    }

    /// Counts a puzzle with one solution.
    pub(super) fn count_rated(&mut self, puzzle: NotablePuzzle) {
        self.levels[match puzzle.level {
            Capped::Exactly(level) => usize::from(level) - 1,
            Capped::Over(_) => self.levels.len() - 1,
        }] += 1;
        self.guesses[GuessBin::of(puzzle.guesses).number()] += 1;
        self.hardest.offer((puzzle.level, puzzle.guesses), puzzle);
        self.oddest.offer(puzzle.unevenness, puzzle);
    }
}

fn add(counts: &mut [u64], more: &[u64]) {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}
