//! The engine for one puzzle at a time: one board across the lanes of a few vectors.
//!
//! `lanes` has a puzzle in each lane and needs many puzzles to be fast. Here the lanes of a vector are the boxes of one board,
//! which makes a single call fast.
//!
//! ```text
//!             search.rs: boards that wait, guesses ◀── dead_ends.rs: what went wrong so far
//!                │                          ▲
//!                ▼                          │ first child; the second one waits
//! text ─▶ board ─▶ sweep until stable ─▶ triads ─▶ pairs ─▶ split, or look ahead
//!                     │ solved, or contradictory
//!                     ▼
//!                   text, or the next board that waits
//! ```
//!
//! Start with `places/mod.rs`, which shows a board in nine vectors, then read `places/sweep.rs`. `diagonals` does the same for
//! AVX-512, in three vectors. Both implement [`board::BoardOps`]. `solve.rs` begins and ends a search, and `dead_ends.rs`,
//! `look_ahead.rs` and, on several threads, `parts.rs` are for puzzles that need very many guesses.
//!
//! # The rules
//!
//! A *minirow* is the three cells that a row and a box share, a *minicolumn* the three that a column and a box share. Both are
//! *units* of the box. A sweep applies:
//!
//! 1. *Permutations.* In a band, a digit takes three minirows, one in each row and one in each box. Minirows that no permutation
//!    uses lose the digit. This covers locked candidates, hidden singles in rows, and contradictions between boxes. The same
//!    applies to the minicolumns of a stack.
//! 2. *Naked singles.* If a cell has one candidate, the other cells of its box lose it.
//! 3. *Hidden singles.* If only one cell of a box has a digit, that cell loses its other candidates.
//!
//! A board is *stable* if a sweep would clear nothing. A sweep that clears candidates only by the permutations of bands ends at
//! a stable board, because each candidate that they leave belongs to a permutation that they leave. So no sweep is needed to
//! confirm it. Only on a stable board, two more rules apply:
//!
//! 4. *Triads.* A minirow into which three digits are forced loses the others.
//! 5. *Pairs*, after four dead ends: see `places/pairs.rs`.
//!
//! A board has no solution if a cell has no candidate, a box lacks a digit, two naked singles of a box are equal, a cell has two
//! hidden singles, or four digits are forced into a minirow. The last three are tested on stable boards. There, the cells of a
//! box with other candidates have lost its naked singles, and a hidden single is the only candidate of its cell unless there are
//! two. So the third and fourth cases are absent exactly when the naked singles of each box are the digits that exactly one of
//! its cells has.
//!
//! # Stable boards do not depend on the order of the rules
//!
//! Every rule clears a candidate because other candidates are absent. If it clears one from a board, it clears it from every
//! board with fewer candidates, or the candidate is already gone. So every order ends at the same board: the largest one that no
//! rule changes. Two naked singles of a box would clear each other, and so would two hidden singles of a cell and four digits
//! forced into a minirow. The sweeps do not clear them, but the board at which they end is reported as one without a solution, as
//! it would be if they had cleared each other. The choice of a guess depends on the stable board alone. Hence the tree of
//! guesses, the first solution and the number of guesses depend on the puzzle, and not on the layout or the instruction set. The
//! tests compare them.
//!
//! # The guess
//!
//! A guess splits a board by a digit that is open in a box: several minirows, or several minicolumns, are left for it. One child
//! keeps only the first of them, and the other child loses it. The rules of `lanes::branch` choose, in order of preference: a
//! pair of cells in two rows and two columns, whose digit is open in two boxes of the band or stack; a pair, or a digit that is
//! open in two boxes of the band or stack, if at most one minirow of the box has it twice; any open digit. Among the candidates
//! of the first rule that has one, the band or stack with the fewest open boxes over all digits wins, then the first box, then
//! minirows before minicolumns, then the lowest digit.
//!
//! After 256 dead ends the boxes have weights, which can outvote the rules (see `dead_ends.rs`), and the boards near the root are
//! split by the best of all choices (see `look_ahead.rs`). Both depend on the search so far alone.
//!
//! # At most 164 boards wait
//!
//! A guess forces a digit into a minirow (or minicolumn) of a box that was open for it. On a stable board, none, two or three
//! boxes of a band are open for a digit, because the permutations settle the last box. So on one path a digit is forced at most
//! twice in the minirows of a band, as the lemma in `lanes::guess_stack` proves in detail: 9 digits, 6 bands and stacks, twice
//! each, are 108 boards. Looking ahead adds at most one board for each of the at most 56 levels from which it does so. In a search
//! in the order of the text, a path forces each of the 81 cells at most once.
//!
#![doc = include_str!("TUNING.md")]

pub mod board;
mod dead_ends;
#[cfg(target_arch = "x86_64")]
mod diagonals;
mod engine;
mod look_ahead;
mod parts;
mod places;
mod search;
mod solve;
mod text_order;

pub use engine::SingleEngine;
pub use solve::Single;

#[cfg(test)]
mod tests;
