//! What a puzzle costs a backtracker: the guesses of the lane engine, averaged over equivalents of a puzzle.
//!
//! A puzzle has as many equivalents as there are transformations, and each takes a backtracker a different number of guesses.
//! So the equivalents are made from the puzzle's canonical form, always by the same transformations. Thus all equivalent
//! puzzles have the same rating.

use crate::array::array_of;
use crate::board::grid::CELLS;
use crate::rating::{Guesses, Rating};
use crate::rng::stream;
use crate::solver::batch::{BatchSolver, Goal, Notation, Puzzles, Task};
use crate::solver::{Isa, Outcome};
use crate::symmetry::{Minlex, Transformation};

/// The purpose of this module's random numbers: see [`stream`].
const PURPOSE: [u8; 8] = *b"guesses\0";

/// The number of puzzles transformed and solved at a time.
const BATCH: usize = 64;

/// Counts guesses over equivalents, in memory that it reuses.
pub struct Equivalents {
    minlex: Minlex,
    solver: BatchSolver,
    maps: Vec<Map>,
    rated: Vec<[u8; CELLS]>,
    /// The cells and digits of the clues of one form.
    clues: Vec<(u8, u8)>,
    text: Vec<u8>,
    starts: Vec<u32>,
}

/// A transformation, in the form in which it is applied.
struct Map {
    /// The cell of the image that shows each cell of the source.
    targets: [u8; CELLS],
    /// The text of the new digit for each digit; entry 0 is a blank.
    digits: [u8; 10],
}

impl Equivalents {
    /// Transforms each puzzle by `count` transformations drawn from this seed.
    pub fn new(isa: Isa, count: usize, seed: u64) -> Self {
        let map = |number| Map::new(&Transformation::random(&mut stream(seed, PURPOSE, number)));
        Self {
            minlex: Minlex::with_isa(isa),
            solver: BatchSolver::new(isa.build_lanes(), BATCH * count),
            maps: (1..=count as u64).map(map).collect(),
            rated: Vec::with_capacity(BATCH),
            clues: Vec::with_capacity(CELLS),
            text: Vec::with_capacity(BATCH * count * CELLS),
            starts: (0..BATCH * count).map(|index| (index * CELLS) as u32).collect(),
        }
    }

    /// Adds the guesses to the ratings of the puzzles that `unique` lists, if they are made of clues. They must have a solution.
    pub fn rate(&mut self, puzzles: Puzzles<'_>, unique: &[u32], ratings: &mut [Rating]) {
        for batch in unique.chunks(BATCH) {
            self.rated.clear();
            self.rated.extend(batch.iter().filter_map(|&index| puzzles.clues(index as usize)));
            let (clues, text, maps) = (&mut self.clues, &mut self.text, &self.maps);
            text.clear();
            self.minlex.forms_of_texts(&self.rated, |form| {
                let form = form.expect("clues that do not conflict").text;
                clues.clear();
                let found = form.iter().zip(0..).filter(|(byte, _)| **byte != b'0');
                clues.extend(found.map(|(&byte, cell)| (cell, byte & 15)));
                maps.iter().for_each(|map| text.extend_from_slice(&map.image(clues)));
            });
            let count = self.rated.len() * self.maps.len();
            let equivalents = Puzzles::new(&self.text, &self.starts[..count], Notation::Clues);
            self.solver.solve(Task::new(Goal::Unique), equivalents);
            for (&index, outcomes) in batch.iter().zip(self.solver.outcomes.chunks(self.maps.len())) {
                ratings[index as usize].guesses = Some(Guesses::of(outcomes));
            }
        }
    }
}

impl Map {
    fn new(map: &Transformation) -> Self {
        let sources = map.rearrange(&array_of(|cell| cell as u8));
        let mut targets = [0; CELLS];
        for (&source, target) in sources.iter().zip(0..) {
            targets[usize::from(source)] = target;
        }
        Self { targets, digits: map.digits().map(|digit| b'0' + digit) }
    }

    /// Returns the image of these clues, each a cell and a digit.
    fn image(&self, clues: &[(u8, u8)]) -> [u8; CELLS] {
        let mut image = [self.digits[0]; CELLS];
        for &(cell, digit) in clues {
            image[usize::from(self.targets[usize::from(cell)])] = self.digits[usize::from(digit)];
        }
        image
    }
}

impl Guesses {
    fn of(outcomes: &[Outcome]) -> Self {
        let count = outcomes.len() as f64;
        let sum: u64 = outcomes.iter().map(|outcome| outcome.guesses).sum();
        let mean = sum as f64 / count;
        let squares: f64 = outcomes.iter().map(|outcome| (outcome.guesses as f64 - mean).powi(2)).sum();
        Self { mean, deviation: (squares / (count - 1.0).max(1.0)).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_the_one_of_the_transformation() {
        let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let digits = puzzle.map(|byte| crate::board::grid::digit(byte).unwrap_or(0));
        let clues: Vec<(u8, u8)> = digits
            .into_iter()
            .zip(0..)
            .filter(|&(digit, _)| digit > 0)
            .map(|(digit, cell)| (cell, digit))
            .collect();
        for index in (0..Transformation::COUNT).step_by(33_777_777_777) {
            let map = Transformation::nth(index).unwrap();
            assert_eq!(Map::new(&map).image(&clues), map.image(&digits).map(|digit| b'0' + digit), "{map}");
        }
    }
}
