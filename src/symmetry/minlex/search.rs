//! The search for the least image, breadth first over its rows: the specification of the form.
//!
//! ```text
//! maps ← { not transposed, transposed }, nothing else settled
//! for each row of the image:
//!     for each map and each row of the puzzle that may come next under it:
//!         the least row that the joined columns allow, and each map that gives it
//!     keep the maps whose row is the least of all
//! form ← the image under any map kept; automorphisms ← the sum of what each stands for
//! ```
//!
//! Why this is right. The form is least in its first row, then in its second row among the images with that first
//! row, and so on; so a map whose row is not the least of all maps with the same rows before has no part in the form.
//! No other rule leaves out a map, with one exception, which is the same rule looked at in advance: of the eighteen
//! lines only those that give the least first row are placed (see [`Lines::first_rows`]).
//!
//! All maps at one depth have given the same rows, so they have given the same number of labels. That is why a row can
//! be compared as a number of nine decimal digits in which every new digit counts as the next label: at the first
//! place where two such numbers differ, the rows have had equally many new digits before, so the same labels; and a
//! new digit is greater than every digit that has a label.

use super::{
    deferred::place_deferred,
    partial::{PartialMap, blank_row_orders},
};
use crate::{grid::CELLS, symmetry::Transformation};

/// Maps that fit into memory without a further allocation. The most that any board is known to need is far below.
const ROOM: usize = 1024;

/// How much a search had to do: numbers that do not depend on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Maps that were still least after a row, summed over the rows.
    pub maps: u64,
    /// Rows placed: pairs of a map and a row that were compared.
    pub placements: u64,
    /// The most maps that were least after one row.
    pub most_maps: u64,
}

impl Effort {
    pub(super) fn note_maps(&mut self, maps: usize) {
        self.maps += maps as u64;
        self.most_maps = self.most_maps.max(maps as u64);
    }

    /// This effort and another one together.
    pub fn and(self, other: Self) -> Self {
        Self {
            maps: self.maps + other.maps,
            placements: self.placements + other.placements,
            most_maps: self.most_maps.max(other.most_maps),
        }
    }
}

/// The search with its memory.
#[derive(Debug)]
pub(super) struct Search {
    maps: Vec<PartialMap>,
    next: Vec<PartialMap>,
    effort: Effort,
}

/// The rows of a board and those of its transpose, as digits, 0 for a blank.
pub(super) struct Lines {
    rows: [[[u8; 9]; 9]; 2],
    /// The clues of each row, one bit for each column.
    clues: [[u16; 9]; 2],
    /// The rows without a clue, one bit each.
    blank: [u16; 2],
}

impl Search {
    pub(super) fn new() -> Self {
        Self { maps: Vec::with_capacity(ROOM), next: Vec::with_capacity(ROOM), effort: Effort::default() }
    }

    /// What all searches so far had to do.
    pub(super) fn effort(&self) -> Effort {
        self.effort
    }

    /// A map that gives the least image of the board, and the number of geometric maps that do.
    pub(super) fn run(&mut self, board: &[u8; CELLS]) -> (Transformation, u64) {
        let lines = Lines::of(board);
        self.maps.clear();
        self.maps.extend([PartialMap::start(false), PartialMap::start(true)]);
        let first_rows = lines.first_rows();
        for depth in 0..9 {
            let mut least = Least { key: u32::MAX, maps: &mut self.next };
            least.maps.clear();
            for map in &self.maps {
                let orientation = usize::from(map.transposed);
                let mut rows = match depth {
                    0 => first_rows[orientation],
                    _ => map.next_rows(depth, lines.blank[orientation]),
                };
                while rows != 0 {
                    let row = rows.trailing_zeros() as u8;
                    rows &= rows - 1;
                    self.effort.placements += 1;
                    least.place(map, depth, row, &lines.rows[orientation][usize::from(row)]);
                }
            }
            std::mem::swap(&mut self.maps, &mut self.next);
            self.effort.note_maps(self.maps.len());
        }
        let weight = |map: &PartialMap| {
            map.column_orders() * blank_row_orders(lines.blank[usize::from(map.transposed)])
        };
        (self.maps[0].transformation(), self.maps.iter().map(weight).sum())
    }
}

/// The maps with the least row found so far.
struct Least<'a> {
    key: u32,
    maps: &'a mut Vec<PartialMap>,
}

impl Least<'_> {
    /// Places a row under a map, and keeps what comes of it unless it is greater than what is known.
    fn place(&mut self, map: &PartialMap, depth: usize, row: u8, cells: &[u8; 9]) {
        if map.open != 0 && cells.iter().any(|&digit| map.open >> digit & 1 != 0) {
            place_deferred(map, cells, self.key, |key, map| {
                self.keep(key, map, depth, row, cells);
                self.key
            });
        } else {
            self.place_simple(map, depth, row, cells);
        }
    }

    /// Places a row in which no digit's label depends on the order of joined columns: they are sorted by the labels.
    /// Columns that are all blank here, or that all have new digits, stay joined.
    fn place_simple(&mut self, map: &PartialMap, depth: usize, row: u8, cells: &[u8; 9]) {
        let mut sorted = map.columns.map(|column| {
            let label = map.labels[usize::from(cells[usize::from(column)])];
            label << 4 | column
        });
        if map.joined != 0 {
            sort_joined_columns(&mut sorted, map.joined);
        }
        if map.joined_stacks != 0 {
            sort_joined_stacks(&mut sorted, map.joined_stacks);
        }
        let key = sorted.iter().fold(0, |key, cell| 10 * key + u32::from(cell >> 4));
        if key > self.key {
            return;
        }
        let mut after = *map;
        after.joined = map.joined & equal_neighbours(&sorted);
        let values = stack_values(&sorted);
        let equal = u8::from(values[0] == values[1]) | u8::from(values[1] == values[2]) << 1;
        let blank = u8::from(values[0] + values[1] == 0) | u8::from(values[1] + values[2] == 0) << 1;
        after.joined_stacks = map.joined_stacks & blank;
        // Stacks with the same new digits in the same places: each order is a map of its own.
        for order in STACK_ORDERS[usize::from(map.joined_stacks & equal & !blank)] {
            let mut map = after;
            map.reorder(std::array::from_fn(|p| sorted[3 * order[p / 3] + p % 3] & 15));
            self.keep(key, map, depth, row, cells);
        }
    }

    fn keep(&mut self, key: u32, mut map: PartialMap, depth: usize, row: u8, cells: &[u8; 9]) {
        if key > self.key {
            return;
        }
        if key < self.key {
            self.key = key;
            self.maps.clear();
        }
        map.place(depth, row, cells);
        self.maps.push(map);
    }
}

/// The orders of three stacks of which the first two (bit 0) and the last two (bit 1) may be exchanged or not.
const STACK_ORDERS: [&[[usize; 3]]; 4] = [
    &[[0, 1, 2]],
    &[[0, 1, 2], [1, 0, 2]],
    &[[0, 1, 2], [0, 2, 1]],
    &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
];

/// Sorts each run of joined positions.
fn sort_joined_columns(cells: &mut [u8; 9], joined: u16) {
    for stack in [0, 3, 6] {
        for i in [stack, stack + 1, stack] {
            if joined >> i & 1 != 0 && cells[i] > cells[i + 1] {
                cells.swap(i, i + 1);
            }
        }
    }
}

/// Sorts each run of joined stacks by their labels.
fn sort_joined_stacks(cells: &mut [u8; 9], joined_stacks: u8) {
    for stack in [0, 1, 0] {
        let values = stack_values(cells);
        if joined_stacks >> stack & 1 != 0 && values[stack] > values[stack + 1] {
            for i in 3 * stack..3 * stack + 3 {
                cells.swap(i, i + 3);
            }
        }
    }
}

/// The labels in each stack as a number.
fn stack_values(cells: &[u8; 9]) -> [u16; 3] {
    let value = |stack: usize| (0..3).fold(0, |value, i| 10 * value + u16::from(cells[3 * stack + i] >> 4));
    [value(0), value(1), value(2)]
}

/// Bit `p`: the positions `p` and `p + 1` have the same label.
fn equal_neighbours(cells: &[u8; 9]) -> u16 {
    (0..8).fold(0, |equal, p| equal | u16::from(cells[p] >> 4 == cells[p + 1] >> 4) << p)
}

impl Lines {
    pub(super) fn of(board: &[u8; CELLS]) -> Self {
        let row = |r: usize| std::array::from_fn(|c| board[9 * r + c]);
        let column = |c: usize| std::array::from_fn(|r| board[9 * r + c]);
        let rows = [std::array::from_fn(row), std::array::from_fn(column)];
        let clues_of = |row: [u8; 9]| (0..9).fold(0, |clues, c| clues | u16::from(row[c] != 0) << c);
        let clues = rows.map(|rows| rows.map(clues_of));
        let blank = clues.map(|clues| (0..9).fold(0, |blank, r| blank | u16::from(clues[r] == 0) << r));
        Self { rows, clues, blank }
    }

    /// The rows that give the least first row of the image, one bit each, for both orientations.
    ///
    /// No digit has a label yet, so the labels of a first row are 1, 2, 3 … from the left and the row depends on
    /// its blanks alone. A stack with fewer clues has more leading blanks, so the least order of the stacks is by
    /// the number of clues, and of two rows the one is less that has fewer clues in the first stack where these
    /// sorted numbers differ.
    fn first_rows(&self) -> [u16; 2] {
        let patterns = self.clues.map(|clues| clues.map(sorted_counts));
        let least = patterns.iter().flatten().min();
        let start =
            |orientation: usize| PartialMap::start(orientation == 1).next_rows(0, self.blank[orientation]);
        std::array::from_fn(|orientation| {
            let is_least = |row: &usize| Some(&patterns[orientation][*row]) == least;
            (0..9).filter(is_least).fold(0, |rows, row| rows | 1 << row) & start(orientation)
        })
    }
}

/// The numbers of clues in the three stacks, least first, as a number.
fn sorted_counts(clues: u16) -> u8 {
    let mut counts = [0, 3, 6].map(|stack| (clues >> stack & 0b111).count_ones() as u8);
    counts.sort_unstable();
    counts[0] << 4 | counts[1] << 2 | counts[2]
}
