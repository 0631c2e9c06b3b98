//! Sets with planted duplicates of every kind, and the duplicates to find in them.

use std::collections::{HashMap, HashSet};

use bulkdoku::datasets::SameBy;
use bulkdoku::symmetry::Transformation;
use bulkdoku::{Puzzle, Solver};

use crate::rules::CELLS;
use crate::run::puzzles;

/// The number of duplicates of each kind, fewer in a build without optimization.
pub const EACH: usize = if cfg!(debug_assertions) { 150 } else { 1000 };

/// A record, and the number of the puzzle that it was made from.
#[derive(Clone, Debug)]
pub struct Planted {
    pub puzzle: String,
    pub solution: String,
    /// Its class by [`SameBy::Puzzle`] and by [`SameBy::Solution`].
    puzzle_class: usize,
    solution_class: usize,
}

/// Returns five times [`EACH`] records in random order: puzzles, exact copies, copies with other blanks, equivalents by random
/// transformations, and other puzzles whose solution grids are equivalent.
pub fn planted() -> Vec<Planted> {
    let mut solver = Solver::new();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut records = Vec::new();
    for (class, text) in puzzles(EACH).lines().enumerate() {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let solution = solver.solve(&puzzle).expect("a solution");
        let record = |puzzle: [u8; CELLS], solution: [u8; CELLS], puzzle_class| Planted {
            puzzle: shown(&puzzle),
            solution: shown(&solution),
            puzzle_class,
            solution_class: class,
        };
        let original = record(puzzle.digits(), solution.digits(), class);
        let mut other_blanks = original.clone();
        other_blanks.puzzle = original.puzzle.replace('.', "0");
        let map = random.map();
        let equivalent = record(map.image(&puzzle.digits()), map.image(&solution.digits()), class);
        let map = random.map();
        let (mut more, grid) = (map.image(&puzzle.digits()), map.image(&solution.digits()));
        let blank = more.iter().position(|&digit| digit == 0).expect("a blank");
        more[blank] = grid[blank];
        let solution_equivalent = record(more, grid, EACH + class);
        records.extend([original.clone(), original, other_blanks, equivalent, solution_equivalent]);
    }
    for last in (1..records.len()).rev() {
        records.swap(last, random.below(last as u64 + 1) as usize);
    }
    records
}

impl Planted {
    /// Returns the class of the record as text.
    pub fn class(&self, key: SameBy) -> String {
        match key {
            SameBy::Text => self.puzzle.clone(),
            SameBy::Clues => self.puzzle.replace('0', "."),
            SameBy::Puzzle => self.puzzle_class.to_string(),
            _ => self.solution_class.to_string(),
        }
    }
}

/// Returns the indices of the records whose class no earlier record has.
pub fn firsts(records: &[Planted], key: SameBy) -> Vec<usize> {
    let mut seen = HashSet::new();
    (0..records.len()).filter(|&index| seen.insert(records[index].class(key))).collect()
}

/// Returns, for each record with the class of a record in `others`, its index and the index of the first such record.
pub fn common(records: &[Planted], others: &[Planted], key: SameBy) -> Vec<(usize, usize)> {
    let mut first = HashMap::new();
    for (index, other) in others.iter().enumerate() {
        first.entry(other.class(key)).or_insert(index);
    }
    let found = |(index, record): (usize, &Planted)| Some((index, *first.get(&record.class(key))?));
    records.iter().enumerate().filter_map(found).collect()
}

fn shown(digits: &[u8; CELLS]) -> String {
    digits.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// Random numbers by xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn map(&mut self) -> Transformation {
        Transformation::nth(self.below(Transformation::COUNT)).expect("a transformation")
    }
}
