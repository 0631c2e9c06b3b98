//! What a recipe means for the removal of clues.

use std::ops::RangeInclusive;

use super::Recipe;
use super::pattern::cells;
use crate::board::grid::{CELLS, Cell};
use crate::rng::LineRng;

/// The number of full grids tried for one line. A recipe of clues alone succeeds with at least one grid in 400, so that the
/// probability of giving up a line is below 1e-10.
const TRIES: u32 = 10_000;

/// The same with a mask or a symmetry. Whoever asks for those lets [`Generator::probe`](super::Generator::probe) find out
/// whether one grid in a million serves.
const PATTERN_TRIES: u32 = 100_000_000;

/// Which clues are removed together, and how many.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The cells outside of the mask.
    pub(super) outside: Vec<u8>,
    /// At the first cell of each orbit within the mask, the cells of the orbit; at all others nothing.
    pub(super) orbits: Vec<Vec<u8>>,
    /// Has every clue to be proved to be needed, because orbits were removed and not single clues?
    pub(super) proves: bool,
    /// The number of full grids tried for one line.
    pub(super) tries: u32,
    /// Are there neither a mask nor a symmetry?
    pub(super) is_of_clues_alone: bool,
    /// The numbers of clues to stop at; none for minimal puzzles.
    targets: Vec<usize>,
    /// The numbers of clues of minimal puzzles.
    minimal: RangeInclusive<usize>,
}

impl Plan {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let mask = recipe.mask.map_or((1 << CELLS) - 1, |mask| mask.bits());
        let orbit = |cell: Cell| recipe.symmetry.map_or(1 << cell.index(), |symmetry| symmetry.orbit(cell));
        let mut orbits = vec![Vec::new(); CELLS];
        for cell in cells(mask) {
            let first = orbit(cell).trailing_zeros() as usize;
            orbits[first].push(cell.index() as u8);
        }
        // Bit n says whether some orbits have n cells together.
        let sums = orbits.iter().fold(1_u128, |sums, orbit| sums | sums << orbit.len());
        let targets = recipe.clues.clone().filter(|&clues| clues <= CELLS && sums >> clues & 1 == 1);
        let is_of_clues_alone = recipe.mask.is_none() && recipe.symmetry.is_none();
        Self {
            outside: cells(!mask).map(|cell| cell.index() as u8).collect(),
            orbits,
            proves: recipe.minimal && recipe.symmetry.is_some(),
            tries: if is_of_clues_alone { TRIES } else { PATTERN_TRIES },
            is_of_clues_alone,
            targets: if recipe.minimal { Vec::new() } else { targets.collect() },
            minimal: recipe.clues.clone(),
        }
    }

    /// Is there a number of clues to stop at?
    pub(super) fn has_target(&self) -> bool {
        !self.targets.is_empty()
    }

    /// The number of clues to stop at for a line, and the numbers that are accepted. Those of a minimal puzzle cannot be chosen:
    /// all clues are gone through.
    pub(super) fn draw_target(&self, rng: &mut LineRng) -> (usize, RangeInclusive<usize>) {
        if self.targets.is_empty() {
            return (0, self.minimal.clone());
        }
        let target = self.targets[rng.below(self.targets.len())];
        (target, target..=target)
    }
}

/// The plan of removing single clues until none can go.
impl Default for Plan {
    fn default() -> Self {
        Self::new(&Recipe { clues: 0..=CELLS, minimal: true, ..Recipe::DEFAULT })
    }
}
