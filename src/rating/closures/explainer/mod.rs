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
//! Start with `close.rs`, which has the rules up to 4.4 in order. `placements`, `locked` and `eliminations` implement them on a
//! `board`, `uniqueness` has the others, and `rate` begins and ends a rating.

mod board;
mod close;
mod eliminations;
mod locked;
mod placements;
mod rate;
mod uniqueness;

pub use rate::{rate, rate_from_level_four, rate_level_one};
