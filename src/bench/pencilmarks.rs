//! Puzzles of pencilmarks for the built-in set.

use super::Shuffler;
use crate::board::candidates::Candidates;
use crate::board::grid::CELLS;
use crate::rng::stream;
use crate::solver::batch::{Goal, Task};
use crate::solver::{Solver, Verdict};
use crate::symmetry::Transformation;

/// The number of candidates of a puzzle. With about fifty more, each further one would lead to a second solution, but such puzzles
/// take four times as long to make.
const CANDIDATES: usize = 450;

/// The number of equivalents of each puzzle, which are made faster than puzzles.
const EQUIVALENTS: usize = 50;

/// The candidates of each cell, digit `d` in bit `d - 1`.
type Masks = [u16; CELLS];

/// Returns the number of puzzles that [`make`] needs solutions for.
pub(super) fn originals(count: usize) -> usize {
    count.div_ceil(EQUIVALENTS)
}

/// Returns `count` puzzles: equivalents of puzzles with these solutions, given as numbers, by turns.
pub(super) fn make(seed: u64, solutions: &[[u8; CELLS]], count: usize) -> Vec<Masks> {
    let (mut solver, mut shuffler) = (Solver::new(), Shuffler::new(seed));
    let originals: Vec<Masks> =
        solutions.iter().map(|solution| with_candidates(solution, &mut solver, &mut shuffler)).collect();
    let equivalent = |(number, masks): (u64, &Masks)| {
        let transformation = Transformation::random(&mut stream(seed, *b"bench-eq", number));
        image(&transformation, masks)
    };
    (0..).zip(originals.iter().cycle()).take(count).map(equivalent).collect()
}

/// Returns candidates with this solution alone: its digits and others in random order, each unless it leads to a second solution.
fn with_candidates(solution: &[u8; CELLS], solver: &mut Solver, shuffler: &mut Shuffler) -> Masks {
    let mut masks = solution.map(|digit| 1 << (digit - 1));
    let mut others: Vec<(usize, u16)> = (0..CELLS)
        .flat_map(|cell| (0..9).map(move |bit| (cell, 1 << bit)))
        .filter(|&(cell, digit)| masks[cell] != digit)
        .collect();
    shuffler.shuffle(&mut others);
    let mut count = CELLS;
    for (cell, digit) in others {
        masks[cell] |= digit;
        match solver.run(&Candidates::from_masks(masks), Task::new(Goal::Unique)).0.verdict {
            Verdict::Unique => count += 1,
            _ => masks[cell] ^= digit,
        }
        if count == CANDIDATES {
            break;
        }
    }
    masks
}

/// Returns equivalent candidates.
fn image(transformation: &Transformation, masks: &Masks) -> Masks {
    let digits = transformation.digits();
    let relabeled = |mask: u16| {
        (0..9).filter(|bit| mask >> bit & 1 == 1).fold(0, |image, bit| image | 1 << (digits[bit + 1] - 1))
    };
    transformation.rearrange(&masks.map(relabeled))
}
