//! Solution grids drawn uniformly: each of the 6,670,903,752,021,072,936,960 with the same probability.
//!
//! ```text
//! first band and first stack ─▶ number n of completions ─▶ i below BOUND ─▶ i < n: completion i
//! uniform                       by patterns                uniform          else: draw again
//! ```
//!
//! **Why this is uniform.** Every grid has one first band with its first stack, a *frame*, and one number among the completions
//! of that frame. Each frame is drawn with the same probability 1 / F, and each number below [`BOUND`] with the same probability
//! 1 / BOUND. So every pair of a frame and a number, and thus every grid, comes up with the same probability 1 / (F · BOUND) in a
//! try, as long as no frame has more than BOUND completions. Tries without a grid are repeated, which leaves the grids equally
//! likely.
//!
//! No engine is involved, so the grids are the same for all engines and instruction sets.

mod frame;
mod job;
mod patterns;

pub use frame::{Completions, Frame};
pub use job::UniformGridsJob;

use crate::board::grid::CELLS;
use crate::board::puzzle::Solution;
use crate::rng::LineRng;

/// The largest number of completions of a first band and a first stack.
///
/// It is proved and attained: `cargo bench -- frames` in `benches/search` counts the completions of all frames up to symmetry, and
/// checks that they add up to the number of all grids.
pub const BOUND: u32 = 11_664;

/// Draws a grid uniformly from all solution grids, as text. Does not allocate.
pub(super) fn draw(draws: &mut LineRng) -> [u8; CELLS] {
    loop {
        let completions = Completions::new(Frame::draw(draws));
        debug_assert_eq!(completions.nth(BOUND.into()), None, "a frame has more completions than BOUND");
        if let Some(grid) = completions.nth(u64::from(draws.exactly_below(BOUND))) {
            return grid;
        }
    }
}

/// The purpose of the random numbers of single grids.
const PURPOSE: [u8; 8] = *b"grids\0\0\0";

/// Returns the grid with this number, counted from 0, in the sequence of a seed. Each of the 6,670,903,752,021,072,936,960
/// solution grids has the same probability, and the grids of a sequence are independent. Takes about 50 microseconds.
///
/// ```
/// use bulkdoku::generate::uniform_grid;
///
/// let grid = uniform_grid(1, 0);
/// assert_eq!(grid.to_string(), "516479283837612495294583716628934157179865324345721869761398542952147638483256971");
/// ```
pub fn uniform_grid(seed: u64, number: u64) -> Solution {
    Solution::from_engine(draw(&mut LineRng::of_purpose(seed, PURPOSE, number)))
}
