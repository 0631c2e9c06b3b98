//! Applies the easiest rule again and again.

use super::board::{Clear, ExplainerBoard};

/// Applies a rule wherever it can, and returns whether it applied anywhere.
type ExplainerRule = fn(&mut ExplainerBoard) -> bool;

/// The rules whose order does not matter, easiest first, with their ratings in tenths.
const RULES: [(u8, ExplainerRule); 18] = [
    (10, ExplainerBoard::last_cells),
    (12, |board| board.hidden_singles(0..9)),
    (15, |board| board.hidden_singles(9..27)),
    (17, |board| board.direct_locked(true)),
    (19, |board| board.direct_locked(false)),
    (20, |board| board.direct_sets(2)),
    (23, ExplainerBoard::naked_singles),
    (25, |board| board.direct_sets(3)),
    (26, |board| board.clear_all(|board, clear| board.locked(true, clear))),
    (28, |board| board.clear_all(|board, clear| board.locked(false, clear))),
    (30, |board| board.clear_all(|board, clear| board.naked_sets(2, clear))),
    (32, |board| board.clear_all(|board, clear| board.fish(2, clear))),
    (34, |board| board.clear_all(|board, clear| board.hidden_sets(2, clear))),
    (36, |board| board.clear_all(|board, clear| board.naked_sets(3, clear))),
    (38, |board| board.clear_all(|board, clear| board.fish(3, clear))),
    (40, |board| board.clear_all(|board, clear| board.hidden_sets(3, clear))),
    (42, |board| board.clear_all(ExplainerBoard::xy_wings)),
    (44, |board| board.clear_all(ExplainerBoard::xyz_wings)),
];

impl ExplainerBoard {
    /// Applies the rules of [`RULES`] until the puzzle is solved or none applies. Returns the rating of the hardest one applied.
    pub(super) fn close(&mut self) -> u8 {
        let mut hardest = 0;
        while self.open != 0 {
            // A rule that found something may have made an easier one possible.
            let Some(&(rating, _)) = RULES.iter().find(|(_, rule)| rule(self)) else { break };
            hardest = hardest.max(rating);
        }
        hardest
    }

    /// Makes all steps that `find` finds on the board. Returns whether they clear anything.
    fn clear_all(&mut self, find: fn(&Self, Clear<'_>)) -> bool {
        let before = *self;
        find(&before, &mut |digits, cells| self.clear(digits, cells));
        *self != before
    }
}
