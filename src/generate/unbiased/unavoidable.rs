//! Unavoidable sets of a grid: a puzzle without a clue in one of them has several solutions.
//!
//! Exchanging the digits in an unavoidable set gives another grid. The sets here are found in two ways. Two digits, or two rows
//! or columns in a band or stack, can be exchanged in a closed part: such sets are found without a search. And when an engine
//! finds another solution of a puzzle, the cells in which it differs from the grid are a set. A puzzle that misses a known set
//! needs no question to the engine. So the sets save questions without changing the answers.

use crate::array::array_of;
use crate::board::grid::{CELLS, PEERS};
use crate::solver::batch::AnswerLine;

/// A set of cells, as the bits of a number.
pub(super) type CellSet = u128;

/// The largest number of sets to keep.
const MOST: usize = 512;

/// Sets by index, as bits.
type SetBits = [u64; MOST / 64];

/// The known unavoidable sets of a grid.
#[derive(Debug)]
pub(super) struct UnavoidableSets {
    sets: Vec<CellSet>,
    /// The number of cells of each set.
    sizes: Vec<u8>,
    /// The largest of these numbers.
    largest: u8,
    /// The indices of the known sets.
    known: SetBits,
    /// For each cell, the sets that contain it.
    with: [SetBits; CELLS],
}

impl UnavoidableSets {
    /// Creates an empty collection with memory for [`MOST`] sets.
    pub(super) fn new() -> Self {
        Self {
            sets: Vec::with_capacity(MOST),
            sizes: Vec::with_capacity(MOST),
            largest: 0,
            known: [0; MOST / 64],
            with: [[0; MOST / 64]; CELLS],
        }
    }

    /// Clears the sets, and adds those of `grid` that need no search, smallest first.
    pub(super) fn start(&mut self, grid: &[u8; CELLS]) {
        self.sets.clear();
        for first in b'1'..=b'9' {
            (first + 1..=b'9')
                .for_each(|second| self.add_exchanges(grid, |digit| digit == first || digit == second));
        }
        for band in 0..3 {
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                self.add_cycles(grid, |place| 9 * (3 * band + one) + place, 9 * (other - one));
                self.add_cycles(grid, |place| 9 * place + 3 * band + one, other - one);
            }
        }
        self.sets.sort_unstable_by_key(|set| set.count_ones());
        self.sizes.clear();
        self.sizes.extend(self.sets.iter().map(|set| set.count_ones() as u8));
        self.largest = self.sizes.last().copied().unwrap_or(0);
        self.known = [0; MOST / 64];
        self.with = [[0; MOST / 64]; CELLS];
        (0..self.sets.len()).for_each(|number| self.note(number));
    }

    /// Adds the set with this index to the bits.
    fn note(&mut self, number: usize) {
        let (word, bit) = (number / 64, 1 << (number % 64));
        self.known[word] |= bit;
        let mut cells = self.sets[number];
        while cells != 0 {
            self.with[cells.trailing_zeros() as usize][word] |= bit;
            cells &= cells - 1;
        }
    }

    /// Adds the sets in which two digits can be exchanged: cells of these digits that are connected by houses.
    fn add_exchanges(&mut self, grid: &[u8; CELLS], is_exchanged: impl Fn(u8) -> bool) {
        let cells = (0..CELLS).filter(|&cell| is_exchanged(grid[cell]));
        let mut left = cells.fold(0, |set: CellSet, cell| set | 1 << cell);
        while left != 0 {
            let mut set = left & left.wrapping_neg();
            let mut new = set;
            while new != 0 {
                let cell = new.trailing_zeros() as usize;
                new &= new - 1;
                let found = PEERS[cell] & left & !set;
                set |= found;
                new |= found;
            }
            left &= !set;
            self.sets.push(set);
        }
    }

    /// Adds the sets in which two lines of a band or stack can be exchanged: positions at which both have the same digits. `cell`
    /// returns the cells of one line; the cells of the other are `to_other` further.
    fn add_cycles(&mut self, grid: &[u8; CELLS], cell: impl Fn(usize) -> usize, to_other: usize) {
        let mut place_of = [0; 9];
        (0..9).for_each(|place| place_of[usize::from(grid[cell(place)] - b'1')] = place);
        let mut left = 0x1FF_u16;
        while left != 0 {
            let (start, mut set) = (left.trailing_zeros() as usize, 0);
            let mut place = start;
            loop {
                left &= !(1 << place);
                set |= (1 << cell(place)) | (1 << (cell(place) + to_other));
                place = place_of[usize::from(grid[cell(place) + to_other] - b'1')];
                if place == start {
                    break;
                }
            }
            self.sets.push(set);
        }
    }

    /// Adds the cells in which another solution differs from the grid. If there are already [`MOST`] sets, this one replaces one
    /// of the largest if that one is larger.
    pub(super) fn learn(&mut self, grid: &[u8; CELLS], solution: &AnswerLine) {
        let set = differences(grid, solution);
        let size = set.count_ones() as u8;
        let is_full = self.sets.len() == MOST;
        if size == 0 || (is_full && size >= self.largest) || self.sets.contains(&set) {
            return;
        }
        let mut number = self.sets.len();
        if is_full {
            number = self.sizes.iter().position(|&size| size == self.largest).unwrap_or(0);
            self.forget(number);
            self.sets[number] = set;
            self.sizes[number] = size;
        } else {
            self.sets.push(set);
            self.sizes.push(size);
        }
        self.note(number);
        self.largest = self.sizes.iter().fold(0, |largest, &size| largest.max(size));
    }

    /// Removes the set with this index from the bits.
    fn forget(&mut self, number: usize) {
        let (word, bit) = (number / 64, 1 << (number % 64));
        self.with.iter_mut().for_each(|sets| sets[word] &= !bit);
    }

    /// Returns those of the first 128 sets that contain a cell.
    pub(super) fn first_with(&self, cell: u8) -> [u64; 2] {
        let [first, second, ..] = self.with[usize::from(cell)];
        [first, second]
    }

    /// Whether one of the first 128 sets is not in `sets`.
    pub(super) fn lacks_first(&self, sets: [u64; 2]) -> bool {
        (self.known[0] & !sets[0]) | (self.known[1] & !sets[1]) != 0
    }

    /// Returns the least number of leading `cells` that hit every known set, or `None` if even all of them miss one.
    pub(super) fn least_clues(&self, cells: &[u8]) -> Option<usize> {
        let mut hit = [0; MOST / 64];
        let last = cells.iter().position(|&cell| {
            hit = either(&hit, &self.with[usize::from(cell)]);
            !self.lacks(&hit)
        });
        last.map(|last| last + 1)
    }

    /// Whether a known set is not in `sets`.
    fn lacks(&self, sets: &SetBits) -> bool {
        (0..MOST / 64).fold(0, |missing, word| missing | (self.known[word] & !sets[word])) != 0
    }

    /// Returns the cells that are known to be needed: each is the only one of `cells` in some set.
    pub(super) fn needed(&self, cells: &[u8]) -> CellSet {
        let (mut once, mut twice) = ([0; MOST / 64], [0; MOST / 64]);
        for with in cells.iter().map(|&cell| &self.with[usize::from(cell)]) {
            for word in 0..MOST / 64 {
                twice[word] |= once[word] & with[word];
                once[word] |= with[word];
            }
        }
        let alone: SetBits = array_of(|word| once[word] & !twice[word]);
        let is_needed =
            |cell: &u8| (0..MOST / 64).any(|word| self.with[usize::from(*cell)][word] & alone[word] != 0);
        cells.iter().filter(|cell| is_needed(cell)).fold(0, |set, &cell| set | 1 << cell)
    }
}

/// Returns the union of two collections of sets.
pub(super) fn either<const WORDS: usize>(one: &[u64; WORDS], other: &[u64; WORDS]) -> [u64; WORDS] {
    array_of(|word| one[word] | other[word])
}

/// Returns the cells in which a solution differs from the grid.
fn differences(grid: &[u8; CELLS], solution: &AnswerLine) -> CellSet {
    let (words, last) = grid.as_chunks::<8>();
    let others = solution.as_chunks::<8>().0;
    let mut set = CellSet::from(last != &solution[CELLS - 1..CELLS]) << (CELLS - 1);
    for (index, (word, other)) in words.iter().zip(others).enumerate() {
        // Digits differ in their lower four bits, so the sum has bit 4 set in each byte that differs.
        let differs = (u64::from_le_bytes(*word) ^ u64::from_le_bytes(*other)) + 0x0F0F_0F0F_0F0F_0F0F;
        let bits = (differs >> 4 & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        set |= CellSet::from(bits) << (8 * index);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::puzzle::Puzzle;
    use crate::generate::uniform;
    use crate::rng::LineRng;
    use crate::solver::Solver;

    #[test]
    fn a_puzzle_without_a_clue_in_a_set_has_several_solutions() {
        let (mut sets, mut solver) = (UnavoidableSets::new(), Solver::new());
        for number in 0..5 {
            let grid = uniform::draw(&mut LineRng::of_purpose(1, *b"a test..", number));
            sets.start(&grid);
            assert!(
                sets.sets.len() >= 54,
                "each of 36 pairs of digits and 18 pairs of lines has at least one set"
            );
            for set in &sets.sets {
                let text: String = (0..CELLS)
                    .map(|cell| if set >> cell & 1 == 1 { '.' } else { char::from(grid[cell]) })
                    .collect();
                assert_eq!(solver.count(&text.parse::<Puzzle>().unwrap(), 2), 2, "{text}");
            }
        }
    }

    #[test]
    fn a_new_set_replaces_the_largest_when_full() {
        let mut sets = UnavoidableSets::new();
        let grid = uniform::draw(&mut LineRng::of_purpose(1, *b"a test..", 0));
        sets.start(&grid);
        let with_differences = |cells: std::ops::Range<usize>| {
            let mut solution = [b'\n'; CELLS + 1];
            solution[..CELLS].copy_from_slice(&grid);
            solution[cells.clone()].fill(b'0');
            assert_eq!(differences(&grid, &solution), cells.fold(0, |set, cell| set | 1 << cell));
            solution
        };
        for start in 0..40 {
            (20..41).for_each(|length| sets.learn(&grid, &with_differences(start..start + length)));
        }
        assert_eq!(sets.sets.len(), MOST);
        let before = sets.largest;
        sets.learn(&grid, &with_differences(0..4));
        sets.learn(&grid, &with_differences(0..80));
        assert!(sets.sets.contains(&0xF) && sets.sizes.iter().all(|&size| size <= before));
        let all: Vec<u8> = (0..81).collect();
        assert_eq!(sets.least_clues(&all[4..]), None);
        for (number, set) in sets.sets.iter().enumerate() {
            let holds = |cell: usize| sets.with[cell][number / 64] >> (number % 64) & 1 == 1;
            assert!((0..CELLS).all(|cell| holds(cell) == (set >> cell & 1 == 1)));
        }
    }
}
