//! The plan for removing clues by a recipe, and whether there is one.

use std::ops::RangeInclusive;

use super::pattern::{ClueMask, cells};
use super::recipe::{Recipe, numbers};
use crate::board::grid::{ALL_CELLS, CELLS, Cell};
use crate::error::{Error, Result};
use crate::rng::LineRng;

/// The number of full grids to try for one line. A recipe with only numbers of clues succeeds with at least one grid in 400, so
/// the probability of giving up on a line is below 1e-10.
const TRIES: u32 = 10_000;

/// The same with a mask or a symmetry. [`Generator::probe`](super::Generator::probe) checks beforehand whether one grid in a
/// million works.
const PATTERN_TRIES: u32 = 100_000_000;

/// The groups of clues to remove together, and how many clues to keep.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The cells outside the mask.
    pub(super) outside: Vec<u8>,
    /// At the first cell of each orbit within the mask, the cells of the orbit. Empty at all other cells.
    pub(super) orbits: Vec<Vec<u8>>,
    /// Whether to prove every clue needed, because orbits were removed instead of single clues.
    pub(super) proves: bool,
    /// The number of full grids to try for one line.
    pub(super) tries: u32,
    /// Whether there is neither a mask nor a symmetry.
    pub(super) is_of_clues_alone: bool,
    /// The numbers of clues to stop at. Empty for minimal puzzles.
    targets: Vec<usize>,
    /// The numbers of clues of minimal puzzles.
    minimal: RangeInclusive<usize>,
}

impl Plan {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let mask = recipe.mask.map_or(ALL_CELLS, |mask| mask.bits());
        let orbit = |cell: Cell| recipe.symmetry.map_or(1 << cell.index(), |symmetry| symmetry.orbit(cell));
        let mut orbits = vec![Vec::new(); CELLS];
        for cell in cells(mask) {
            let first = orbit(cell).trailing_zeros() as usize;
            orbits[first].push(cell.index() as u8);
        }
        // Bit n is set if some orbits have n cells together.
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

    /// Whether there is a number of clues to stop at.
    pub(super) fn has_target(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Returns the number of clues to stop at for a line, and the accepted numbers. The number of clues of a minimal puzzle
    /// cannot be chosen, so all clues are visited.
    pub(super) fn draw_target(&self, rng: &mut LineRng) -> (usize, RangeInclusive<usize>) {
        if self.targets.is_empty() {
            return (0, self.minimal.clone());
        }
        let target = self.targets[rng.below(self.targets.len())];
        (target, target..=target)
    }
}

/// Plans to remove single clues until every one is needed.
impl Default for Plan {
    fn default() -> Self {
        Self::new(&Recipe { clues: 0..=CELLS, minimal: true, ..Recipe::DEFAULT })
    }
}

impl Recipe {
    /// Checks that puzzles of this recipe can be generated. Only [`Generator::probe`](super::Generator::probe) detects masks and
    /// symmetries with no or hardly any puzzles.
    pub(crate) fn check(&self) -> Result<()> {
        let (least, most) = (*self.clues.start(), *self.clues.end());
        self.mask.map_or(Ok(()), |mask| self.check_mask(mask, least))?;
        let clues = numbers(&self.clues);
        let (minimal, any) = (Self::MINIMAL_CLUES, Self::CLUES);
        if self.minimal && (least > most || least > *minimal.end() || most < *minimal.start()) {
            let some = numbers(&minimal);
            return Err(Error::refused(format!(
                "cannot generate minimal puzzles of {clues} clues: use a range that overlaps {some}"
            )));
        }
        if !self.minimal && (least > most || !any.contains(&least) || !any.contains(&most)) {
            let some = numbers(&any);
            return Err(Error::refused(format!("cannot generate puzzles of {clues} clues: use {some}")));
        }
        if self.minimal || Plan::new(self).has_target() {
            return Ok(());
        }
        Err(Error::refused(format!("the symmetry allows no puzzle of {clues} clues: use other numbers")))
    }

    fn check_mask(&self, mask: ClueMask, least: usize) -> Result<()> {
        let (count, least) = (mask.cells(), least.max(*Self::CLUES.start()));
        if count < least {
            return Err(Error::refused(format!("the mask has {count} cells: give it at least {least}")));
        }
        if let Some((what, first, second)) = mask.blank_pair() {
            return Err(Error::refused(format!(
                "no puzzle of this mask has one solution: {what} {first} and {second} have no clues and can be swapped"
            )));
        }
        let Some(symmetry) = self.symmetry else { return Ok(()) };
        match cells(mask.bits()).find(|&cell| symmetry.orbit(cell) & !mask.bits() != 0) {
            None => Ok(()),
            Some(cell) => Err(Error::refused(format!(
                "the mask does not have the symmetry {symmetry}: it contains {cell}, but not all mirror images of it"
            ))),
        }
    }
}
