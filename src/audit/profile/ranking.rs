//! The first ten puzzles by some score.

use std::cmp::Reverse;

use crate::board::grid::CELLS;
use crate::rating::Capped;

/// The number of puzzles in a ranking.
const PLACES: usize = 10;

/// A puzzle at one of the extremes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotablePuzzle {
    /// The line where the record begins, from 1.
    pub line: u64,
    /// The clues, 0 for a blank. In pencilmarks, the cells with one candidate.
    pub clues: [u8; CELLS],
    /// The level.
    pub level: Capped,
    /// The number of guesses of the engine for the puzzle as it is written.
    pub guesses: u64,
    /// How unevenly the clues are spread: the sum of the chi-squared statistics of their numbers by digit, row, column and box,
    /// each compared with nine equal numbers. 0 if all are equal.
    pub unevenness: f64,
}

/// The puzzles with the highest scores, in record order for equal scores. Puzzles with the same clues must have the same score,
/// and only the first of them is listed. The puzzles may come in any order.
#[derive(Clone, Debug)]
pub struct Ranking<Score> {
    /// Each with its score and its line, the highest first.
    places: Vec<((Score, Reverse<u64>), NotablePuzzle)>,
}

impl<Score> Default for Ranking<Score> {
    fn default() -> Self {
        Self { places: Vec::new() }
    }
}

impl<Score: PartialOrd + Copy> Ranking<Score> {
    /// Adds the puzzle if it ranks among the first.
    ///
    /// A puzzle that was dropped cannot return with the same clues later: all remaining scores stay at or above its score.
    #[inline]
    pub(super) fn offer(&mut self, score: Score, puzzle: NotablePuzzle) {
        let (score, is_full) = ((score, Reverse(puzzle.line)), self.places.len() == PLACES);
        if is_full && self.places.last().is_some_and(|(last, _)| *last >= score) {
            return;
        }
        self.insert(score, puzzle);
    }

    #[cold]
    fn insert(&mut self, score: (Score, Reverse<u64>), puzzle: NotablePuzzle) {
        if let Some(at) = self.places.iter().position(|(_, other)| other.clues == puzzle.clues) {
            if self.places[at].0 >= score {
                return;
            }
            self.places.remove(at);
        }
        let place = self.places.partition_point(|(other, _)| *other >= score);
        self.places.truncate(PLACES - 1);
        self.places.insert(place, (score, puzzle));
    }

    /// Clears the ranking.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    /// Adds the puzzles of another ranking.
    pub(super) fn append(&mut self, other: &Self) {
        other.places.iter().for_each(|&((score, _), puzzle)| self.offer(score, puzzle));
    }

    /// Returns the puzzles, highest score first.
    pub(in crate::audit) fn puzzles(&self) -> Vec<NotablePuzzle> {
        self.places.iter().map(|&(_, puzzle)| puzzle).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a puzzle with clues that encode a number.
    fn puzzle(line: u64, number: u64) -> NotablePuzzle {
        let mut clues = [0; CELLS];
        clues[..8].copy_from_slice(&number.to_le_bytes());
        NotablePuzzle { line, clues, level: Capped::Exactly(1), guesses: 0, unevenness: 0.0 }
    }

    /// Returns the lines of the ranking of `numbers`, scored by their last digits, in chunks of this size, the last one first.
    fn lines(numbers: &[u64], chunk: usize) -> Vec<u64> {
        let mut ranking = Ranking::default();
        let numbered: Vec<(u64, u64)> = (1..).zip(numbers.iter().copied()).collect();
        for chunk in numbered.chunks(chunk).rev() {
            let mut next = Ranking::default();
            chunk.iter().for_each(|&(line, number)| next.offer(number % 10, puzzle(line, number)));
            ranking.append(&next);
        }
        ranking.puzzles().iter().map(|puzzle| puzzle.line).collect()
    }

    #[test]
    fn the_highest_scores_are_kept_and_the_first_of_equal_ones() {
        let numbers: Vec<u64> = (0..30).collect();
        let nines_then_eights = [10, 20, 30, 9, 19, 29, 8, 18, 28, 7];
        assert_eq!(lines(&numbers, 100), nines_then_eights);
    }

    #[test]
    fn the_same_clues_are_listed_once_for_any_chunk_size() {
        let numbers: Vec<u64> = (0..200).map(|number| number * number % 37).collect();
        let whole = lines(&numbers, 1000);
        let of = |line: &u64| numbers[*line as usize - 1];
        assert!(
            whole
                .iter()
                .all(|line| numbers.iter().position(|&it| it == of(line)) == Some(*line as usize - 1))
        );
        assert_eq!(whole.len(), 10);
        for chunk in 1..50 {
            assert_eq!(lines(&numbers, chunk), whole, "chunks of {chunk}");
        }
    }
}
