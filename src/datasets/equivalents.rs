//! Random equivalents of one puzzle, each once.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use super::fingerprint::Xxh3;
use crate::array::array_of;
use crate::board::grid::{CELLS, digit, is_blank};
use crate::board::puzzle::Puzzle;
use crate::rng;
use crate::symmetry::{ConflictingClues, Transformation};

/// The purpose of this module's random numbers: see [`rng::stream`].
const PURPOSE: [u8; 8] = *b"augment\0";

/// A kind of change that transformations to equivalents make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// They relabel digits.
    Digits,
    /// They permute rows and columns.
    Lines,
    /// Half of them transpose the puzzle.
    Transposition,
}

impl Change {
    pub(crate) const ALL: [Self; 3] = [Self::Digits, Self::Lines, Self::Transposition];
}

/// Limits `map` to these changes. If all maps are equally likely, so are the limited ones.
fn limited(map: Transformation, changes: &[Change]) -> Transformation {
    let kept = |change| if changes.contains(&change) { map } else { Transformation::IDENTITY };
    let [digits, lines, transposition] = Change::ALL.map(kept);
    Transformation::from_parts(transposition.transposed(), *lines.rows(), *lines.columns(), *digits.digits())
}

/// Draws random equivalents of one puzzle after another, in memory that it reuses.
///
/// # How many equivalents a puzzle has
/// A puzzle has as many images as there are transformations, divided by the number of those that leave it unchanged. For each of
/// its geometric automorphisms, the labels of the digits that occur are forced, and those of the others are free. So a puzzle
/// with k digits has `COUNT / (automorphisms · (9 − k)!)` images, itself included. That number matters only for puzzles with a
/// handful of clues and for few changes. It is not computed: drawing ends when long enough no new image has come.
///
/// # Examples
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::datasets::Equivalents;
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut equivalents = Equivalents::new(7, 3);
/// let drawn: Vec<_> = equivalents.of_puzzle(1, &puzzle)?.collect();
/// assert_eq!(drawn.len(), 3);
/// assert!(drawn.iter().all(|(equivalent, map)| map.apply(&puzzle) == *equivalent));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Equivalents {
    seed: u64,
    changes: Vec<Change>,
    copies: usize,
    /// The puzzle and its equivalents drawn so far, in order.
    images: Vec<[u8; CELLS]>,
    drawn: HashSet<[u8; CELLS], BuildHasherDefault<Xxh3>>,
    /// The transformation of each image.
    maps: Vec<Transformation>,
}

impl Equivalents {
    /// Draws up to `copies` different equivalents of each puzzle, from the random numbers of `seed`. Memory grows as they are
    /// drawn. Nothing is reserved for `copies`, which may be more than a puzzle has.
    pub fn new(seed: u64, copies: usize) -> Self {
        Self::with_changes(seed, copies, Change::ALL.to_vec())
    }

    /// Returns equivalents of `puzzle`, each with the transformation that makes it: those that an
    /// [`AugmentJob`](super::AugmentJob) draws for a puzzle on line `number`. There are fewer than requested only if the puzzle
    /// has no more. Allocates only if more memory is needed than for earlier puzzles.
    ///
    /// # Errors
    /// Returns an error if two equal clues share a house.
    pub fn of_puzzle(
        &mut self,
        number: u64,
        puzzle: &Puzzle,
    ) -> Result<impl Iterator<Item = (Puzzle, Transformation)>, ConflictingClues> {
        if let Some((first, second)) = puzzle.conflict() {
            return Err(ConflictingClues { first, second });
        }
        self.draw(puzzle.as_bytes(), number);
        let drawn = self.drawn().skip(1);
        Ok(drawn.map(|(image, &map)| (Puzzle::from_text(*image), map)))
    }

    /// Draws `copies` equivalents of each puzzle from the random stream of `seed` and the puzzle's line, by transformations
    /// limited to these `changes`. Memory grows as they are drawn and is reused for the next puzzle. Nothing is reserved for
    /// `copies`, which may be more than a puzzle has.
    pub(crate) fn with_changes(seed: u64, copies: usize, changes: Vec<Change>) -> Self {
        Self { seed, changes, copies, images: Vec::new(), drawn: HashSet::default(), maps: Vec::new() }
    }

    /// Draws equivalents of `puzzle`, which is on this line of the input. All maps and labels are equally likely, but images that
    /// were drawn before are skipped. Returns the number of equivalents, fewer than requested only if the puzzle has no more.
    ///
    /// With k of n images, no new one comes in d draws with a probability of (k / n)^d. It is less than e^-50 for the d here and
    /// any k below n.
    ///
    /// All blanks become the first blank of the puzzle, which makes equal images equal as text.
    pub(crate) fn draw(&mut self, puzzle: &[u8; CELLS], line: u64) -> usize {
        let puzzle = with_one_blank(puzzle);
        let mut random = rng::stream(self.seed, PURPOSE, line);
        self.maps.clear();
        self.images.clear();
        self.drawn.clear();
        self.add(puzzle, Transformation::IDENTITY);
        let mut in_vain = 0;
        while self.maps.len() <= self.copies && in_vain < 64 + 50 * self.maps.len() {
            let map = limited(Transformation::random(&mut random), &self.changes);
            in_vain = if self.add(image(&map, &puzzle), map) { 0 } else { in_vain + 1 };
        }
        self.maps.len() - 1
    }

    /// Adds an image, unless it was added before.
    fn add(&mut self, image: [u8; CELLS], map: Transformation) -> bool {
        let is_new = self.drawn.insert(image);
        if is_new {
            self.images.push(image);
            self.maps.push(map);
        }
        is_new
    }

    /// Returns the puzzle, at index 0, and its equivalents, each with its transformation.
    pub(crate) fn drawn(&self) -> impl Iterator<Item = (&[u8; CELLS], &Transformation)> {
        self.images.iter().zip(&self.maps)
    }
}

/// Returns the image of a grid of text under `map`. Bytes that are not digits are unchanged.
pub(crate) fn image(map: &Transformation, source: &[u8; CELLS]) -> [u8; CELLS] {
    let mut labels = SAME;
    labels[usize::from(b'1')..=usize::from(b'9')].copy_from_slice(&map.digits()[1..]);
    labels[usize::from(b'1')..=usize::from(b'9')].iter_mut().for_each(|digit| *digit += b'0');
    let (row_step, column_step) = if map.transposed() { (1, 9) } else { (9, 1) };
    let rows: [usize; 9] = array_of(|row| row_step * usize::from(map.rows()[row]));
    let columns: [usize; 9] = array_of(|column| column_step * usize::from(map.columns()[column]));
    let mut image = [0; CELLS];
    for (index, cells) in image.as_chunks_mut::<9>().0.iter_mut().enumerate() {
        let row = rows[index];
        *cells = array_of(|column| labels[usize::from(source[row + columns[column]])]);
    }
    image
}

/// The table that maps every byte to itself.
const SAME: [u8; 256] = {
    let mut bytes = [0; 256];
    kernel::const_for!(byte in 0..256 => {
        bytes[byte] = byte as u8;
    });
    bytes
};

/// Returns the puzzle with all blanks replaced by the first one.
fn with_one_blank(puzzle: &[u8; CELLS]) -> [u8; CELLS] {
    let blank = puzzle.iter().copied().find(|&byte| is_blank(byte)).unwrap_or(b'.');
    let mut with_one_blank = *puzzle;
    for byte in &mut with_one_blank {
        *byte = if digit(*byte).is_some() { *byte } else { blank };
    }
    with_one_blank
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effort::effort;

    const PUZZLE: &[u8; CELLS] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn sparse(clues: &[(usize, u8)]) -> [u8; CELLS] {
        let mut puzzle = [b'0'; CELLS];
        clues.iter().for_each(|&(cell, clue)| puzzle[cell] = clue);
        puzzle
    }

    #[test]
    fn an_image_matches_its_transformation() {
        let digits = PUZZLE.map(|byte| digit(byte).unwrap_or(0));
        for index in (0..Transformation::COUNT).step_by(3_777_777_777) {
            let map = Transformation::nth(index).unwrap();
            let expected = map.image(&digits).map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
            assert_eq!(image(&map, PUZZLE), expected, "{map}");
        }
    }

    #[test]
    fn equivalents_are_distinct_and_follow_the_puzzle() {
        let mut equivalents = Equivalents::with_changes(1, 50, Change::ALL.to_vec());
        assert_eq!(equivalents.draw(PUZZLE, 7), 50);
        let drawn: HashSet<_> = equivalents.drawn().map(|(equivalent, _)| *equivalent).collect();
        assert_eq!(drawn.len(), 51);
        assert!(equivalents.drawn().all(|(equivalent, map)| *equivalent == image(map, PUZZLE)));
        assert_eq!(equivalents.drawn().next(), Some((PUZZLE, &Transformation::IDENTITY)));
    }

    #[test]
    fn a_puzzle_with_few_images_gets_all_of_them() {
        // One clue: 81 cells and nine digits. Two equal clues that share neither a band nor a stack: 81 cells for one, 36 cells
        // for the other, and nine digits; the pairs are unordered.
        let cases = [(&[][..], 1), (&[(40, b'3')], 729), (&[(0, b'1'), (80, b'1')], 81 * 36 / 2 * 9)];
        for (clues, images) in cases.into_iter().take(effort(2, 3)) {
            let mut equivalents = Equivalents::with_changes(3, 20_000, Change::ALL.to_vec());
            assert_eq!(equivalents.draw(&sparse(clues), 1), images - 1, "{clues:?}");
            let different: HashSet<_> = equivalents.drawn().map(|(equivalent, _)| *equivalent).collect();
            assert_eq!(different.len(), images, "{clues:?}");
        }
    }

    #[test]
    fn more_equivalents_than_fit_in_memory_can_be_requested() {
        let mut equivalents = Equivalents::with_changes(3, usize::MAX - 1, Change::ALL.to_vec());
        assert_eq!(equivalents.draw(&sparse(&[(40, b'3')]), 1), 728);
    }

    #[test]
    fn limited_changes_give_each_of_their_images_once() {
        // One clue in the middle; two different clues in a row but in two boxes; two clues of a box that mirror each other. The
        // numbers without and with digits are for: neither, transposition, lines, both.
        for (clues, arrangements, with_labels) in [
            (&[(40, b'3')][..], [1, 1, 81, 81], [9, 9, 729, 729]),
            (&[(0, b'1'), (4, b'2')], [1, 2, 486, 972], [72, 144, 243 * 72, 486 * 72]),
            (&[(1, b'1'), (9, b'2')], [1, 2, 324, 324], [72, 72, 162 * 72, 162 * 72]),
        ] {
            for index in 0..8 {
                let bits = [4, 2, 1].into_iter().zip(Change::ALL);
                let changes: Vec<_> = bits.filter(|(bit, _)| index & bit > 0).map(|bit| bit.1).collect();
                let images = if index & 4 > 0 { with_labels } else { arrangements }[index & 3];
                if images > effort(10_000, usize::MAX) {
                    continue; // too slow without optimization
                }
                let mut equivalents = Equivalents::with_changes(3, 100_000, changes.clone());
                assert_eq!(equivalents.draw(&sparse(clues), 1) + 1, images, "{clues:?} {changes:?}");
                let different: HashSet<_> = equivalents.drawn().map(|(equivalent, _)| *equivalent).collect();
                assert_eq!(different.len(), images);
                assert!(equivalents.drawn().all(|(_, map)| *map == limited(*map, &changes)));
            }
        }
    }

    #[test]
    fn different_blank_characters_add_no_images() {
        let mut mixed = sparse(&[(40, b'3')]);
        mixed[7] = b'.';
        assert_eq!(Equivalents::with_changes(3, 1000, Change::ALL.to_vec()).draw(&mixed, 1), 728);
    }

    #[test]
    fn equivalents_depend_only_on_seed_and_line() {
        let texts = |seed, line, before: u64| {
            let mut equivalents = Equivalents::with_changes(seed, 3, Change::ALL.to_vec());
            for earlier in 0..before {
                equivalents.draw(&sparse(&[(3, b'4')]), earlier);
            }
            equivalents.draw(PUZZLE, line);
            equivalents.drawn().map(|(equivalent, _)| *equivalent).collect::<Vec<_>>()
        };
        assert_eq!(texts(1, 2, 0), texts(1, 2, 5));
        assert_ne!(texts(1, 2, 0), texts(1, 3, 0));
        assert_ne!(texts(1, 2, 0), texts(2, 2, 0));
    }
}
