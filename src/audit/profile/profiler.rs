//! Profiles the puzzles of a chunk on a worker.

use super::data_set::DataSetProfile;
use super::ranking::NotablePuzzle;
use crate::array::array_of;
use crate::board::grid::{CELLS, digit};
use crate::board::notation::masks_of;
use crate::rating::TOP_LEVEL;
use crate::rating::{Capped, Rater, Rating, RatingKind, RatingSettings};
use crate::solver::batch::Puzzles;
use crate::solver::{Isa, Outcome, Verdict};

/// Rates and counts the puzzles of each chunk, in memory that it reuses.
pub(in crate::audit) struct Profiler {
    rater: Rater,
    /// The offsets of the puzzles with exactly one solution, and their ratings.
    starts: Vec<u32>,
    ratings: Vec<Rating>,
    /// The number of ratings counted so far.
    taken: usize,
}

impl Profiler {
    /// Creates a profiler on an instruction set. The profile does not depend on it.
    pub(in crate::audit) fn new(isa: Isa) -> Self {
        let mut settings = RatingSettings::default();
        settings.only = vec![RatingKind::Level];
        settings.solver.isa = isa;
        Self { rater: Rater::with_settings(settings), starts: Vec::new(), ratings: Vec::new(), taken: 0 }
    }

    /// Rates the puzzles of a chunk with exactly one solution.
    pub(in crate::audit) fn rate(&mut self, puzzles: Puzzles<'_>, outcomes: &[Outcome]) {
        self.starts.clear();
        let is_unique = |(_, outcome): &(usize, &Outcome)| outcome.verdict == Verdict::Unique;
        let unique = outcomes.iter().enumerate().filter(is_unique);
        self.starts.extend(unique.map(|(index, _)| puzzles.start(index)));
        self.ratings.resize(self.starts.len(), Rating::default());
        self.rater.rate_rows(puzzles.with_starts(&self.starts), &mut self.ratings);
        self.taken = 0;
    }

    /// Counts the next record of the chunk whose puzzles are rated: its line, its puzzle and its outcome.
    pub(in crate::audit) fn count(
        &mut self,
        (line, puzzle, outcome): (u64, &[u8], Outcome),
        counts: &mut DataSetProfile,
    ) {
        if outcome.verdict == Verdict::Malformed {
            return;
        }
        let clues = clues(puzzle);
        counts.count_clues(&clues);
        if outcome.verdict != Verdict::Unique {
            return;
        }
        let rating = self.ratings[self.taken];
        self.taken += 1;
        let puzzle = NotablePuzzle {
            line,
            clues,
            level: rating.level.unwrap_or(Capped::Over(TOP_LEVEL)),
            guesses: outcome.guesses,
            unevenness: unevenness(&clues),
        };
        counts.count_rated(puzzle);
    }
}

/// Returns the clues of a puzzle, 0 for a blank. In pencilmarks, a cell with one candidate is a clue.
fn clues(puzzle: &[u8]) -> [u8; CELLS] {
    if let Ok(cells) = <&[u8; CELLS]>::try_from(puzzle) {
        return array_of(|cell| digit(cells[cell]).unwrap_or(0));
    }
    let candidates = masks_of(puzzle).unwrap_or([0; CELLS]);
    candidates.map(|mask| if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 })
}

/// Returns the sum of the four chi-squared statistics of [`NotablePuzzle::unevenness`].
///
/// With n clues, each of nine groups is expected to have n / 9. The statistic of one division into groups is then Σ (count - n /
/// 9)² / (n / 9) = 9 · Σ count² / n - n.
fn unevenness(clues: &[u8; CELLS]) -> f64 {
    let is_clue: [u8; CELLS] = array_of(|cell| u8::from(clues[cell] > 0));
    let (rows, _) = is_clue.as_chunks::<9>();
    // The number of clues in every column of a band of three rows.
    let bands: [[u8; 9]; 3] =
        array_of(|band| array_of(|column| rows[3 * band..][..3].iter().map(|row| row[column]).sum()));
    // Comparing all cells with each digit lets the compiler vectorize, unlike counting per cell.
    let of_digit = |digit| clues.iter().map(|&other| u8::from(other == digit)).sum();
    let groups: [[u8; 9]; 4] = [
        array_of(|index| of_digit(index as u8 + 1)),
        array_of(|row| rows[row].iter().sum()),
        array_of(|column| bands.iter().map(|band| band[column]).sum()),
        array_of(|index| bands[index / 3][index % 3 * 3..][..3].iter().sum()),
    ];
    let sum: u32 = groups[1].iter().map(|&count| u32::from(count)).sum();
    let squares: u32 = groups.as_flattened().iter().map(|&count| u32::from(count).pow(2)).sum();
    if sum == 0 { 0.0 } else { f64::from(9 * squares) / f64::from(sum) - f64::from(4 * sum) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::batch::PENCILMARKS;

    #[test]
    fn unevenness_is_zero_for_equal_numbers_and_grows_with_their_differences() {
        let solution = b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let full = clues(solution);
        assert_eq!(unevenness(&full), 0.0);
        assert_eq!(unevenness(&[0; CELLS]), 0.0);
        let mut one = [0; CELLS];
        one[40] = 5;
        assert_eq!(unevenness(&one), 4.0 * 8.0, "one of one clue in one of nine groups, four times");
        let mut row = [0; CELLS];
        row[..9].copy_from_slice(&full[..9]);
        assert_eq!(unevenness(&row), 72.0 + 18.0, "one row of nine, and three boxes of nine");
    }

    #[test]
    fn a_cell_with_one_pencilmark_is_a_clue() {
        let mut marks = [b'.'; PENCILMARKS];
        marks[4] = b'5';
        marks[9..18].copy_from_slice(b"123456789");
        let mut expected = [0; CELLS];
        expected[0] = 5;
        assert_eq!(clues(&marks), expected);
    }
}
