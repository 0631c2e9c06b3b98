//! The rating of a puzzle.

use super::board::ExplainerBoard;
use super::uniqueness;
use crate::board::grid::CELLS;
use crate::rating::ExplainerRating;
use crate::rating::closures::digit_boards::DigitBoards;
use crate::solver::batch::Notation;

/// Returns the rating of a puzzle with one solution.
pub fn rate(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    ExplainerBoard::new(puzzle, notation).rate()
}

/// Returns the rating of a puzzle that level 4 does not solve, from the candidates that level 4 leaves.
pub fn rate_from_level_four(puzzle: &[u8], notation: Notation, left: &[u16; CELLS]) -> ExplainerRating {
    let candidates = DigitBoards::new(left);
    let open = !candidates.cells_by_count()[0] & ((1 << CELLS) - 1);
    match (ExplainerBoard { candidates, open }).rate() {
        // Level 4 may have taken harder steps than the remaining ones.
        ExplainerRating::Tenths(..=28) => rate(puzzle, notation),
        rating => rating,
    }
}

/// Returns the rating of a puzzle that hidden singles in boxes solve.
pub fn rate_level_one(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    let mut board = ExplainerBoard::new(puzzle, notation);
    while board.last_cells() {}
    ExplainerRating::Tenths(if board.open == 0 { 10 } else { 12 })
}

impl ExplainerBoard {
    fn rate(mut self) -> ExplainerRating {
        let hardest = self.close();
        if self.open == 0 { ExplainerRating::Tenths(hardest) } else { uniqueness::rate(self) }
    }
}
