//! The rating of Sudoku Explainer (N. Juillerat), as far as it needs no chains.
//!
//! Explainer solves a puzzle by taking the easiest step that it can make, and rates it by the hardest step that it took. A
//! step up to 4.4 that can be made on a board can also be made on every board with fewer candidates, or follows from easier
//! steps there. So up to 4.4 the rating is the lowest bound whose steps solve the puzzle, in any order.
//!
//! Steps that rely on the solution being unique need candidates that another step may clear. So from 4.5 on, each of the
//! easiest steps is tried as the next one, and the rating is exact if every choice leads to the same one.
//!
//! | rule | rating |
//! |---|---|
//! | the last cell of a house | 1.0 |
//! | hidden single in a box | 1.2 |
//! | hidden single in a line | 1.5 |
//! | pointing that leaves a hidden single in another box | 1.7 |
//! | claiming that leaves a hidden single in another line | 1.9 |
//! | hidden pair that leaves a hidden single in its house | 2.0 |
//! | naked single | 2.3 |
//! | hidden triple that leaves a hidden single in its house | 2.5 |
//! | pointing | 2.6 |
//! | claiming | 2.8 |
//! | naked pair, X-wing, hidden pair | 3.0, 3.2, 3.4 |
//! | naked triple, swordfish, hidden triple | 3.6, 3.8, 4.0 |
//! | XY-wing, XYZ-wing | 4.2, 4.4 |
//! | unique rectangles and loops | 4.5 to 5.0 |
//! | naked quad, jellyfish, hidden quad | 5.0, 5.2, 5.4 |
//! | bivalue universal grave | 5.6 to 6.1 |
//!
//! The rules are those of [`RULES`](super::rules::RULES), and loops and graves in `uniqueness`.

mod uniqueness;

use super::ExplainerRating;
use super::rules::{Board, LAST_IN_ANY_ORDER, rated_up_to};
use crate::board::grid::CELLS;
use crate::solver::batch::Notation;

/// Returns the rating of a puzzle with one solution.
pub(super) fn rate(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    rate_board(Board::new(puzzle, notation))
}

/// Returns the rating of a puzzle that level 4 does not solve, from the candidates that level 4 leaves.
pub(super) fn rate_from_level_four(
    puzzle: &[u8],
    notation: Notation,
    left: &[u16; CELLS],
) -> ExplainerRating {
    match rate_board(Board::closed(left)) {
        // Level 4 may have taken harder steps than the remaining ones.
        ExplainerRating::Tenths(..=28) => rate(puzzle, notation),
        rating => rating,
    }
}

/// Returns the rating of a puzzle that hidden singles in boxes solve.
pub(super) fn rate_level_one(puzzle: &[u8], notation: Notation) -> ExplainerRating {
    let mut board = Board::new(puzzle, notation);
    board.close(rated_up_to(10));
    ExplainerRating::Tenths(if board.open == 0 { 10 } else { 12 })
}

fn rate_board(mut board: Board) -> ExplainerRating {
    let hardest = board.close(rated_up_to(LAST_IN_ANY_ORDER));
    if board.open == 0 { ExplainerRating::Tenths(hardest) } else { uniqueness::rate(board) }
}
