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
//! Two other rules leave out maps. The one is the same rule looked at in advance: of the eighteen lines only those that
//! give the least first row are placed (see [`Lines::first_rows`]). The other counts maps instead of following them, when
//! a symmetry of the puzzle makes them of a map that is followed (see [`super::ties`]).
//!
//! All maps at one depth have given the same rows, so they have given the same number of labels. That is why a row can
//! be compared as a number, its *key*, in which every new digit counts as the next label: at the first place where two such
//! numbers differ, the rows have had equally many new digits before, so the same labels; and a new digit is greater than
//! every digit that has a label.

use super::{
    deferred::{self, Node, place_deferred},
    partial::{PartialMap, blank_row_orders, digits_of},
    row_key,
    ties::{Ends, Ties},
};
use crate::grid::CELLS;
use crate::symmetry::{Transformation, orders::orders_by_joins};
use std::array;

/// Maps that fit into memory without a further allocation. The most that any board is known to need is far below.
const ROOM: usize = 1024;

/// The most maps that are followed together after each row. Before the third row many maps wait that are not the same by
/// a symmetry, and the next row leaves few of them; later ones mostly are. The first row of a grid less a digit gives 36,
/// one for each line and order of two stacks.
const MOST_UNDIVIDED: [usize; 9] = [18, 12, 4, 4, 4, 4, 4, 4, 4];

/// The search with its memory.
#[derive(Debug)]
pub(super) struct Search {
    maps: Vec<PartialMap>,
    next: Vec<PartialMap>,
    hits: Vec<Hit>,
    deferred: Vec<Deferred>,
    nodes: Vec<Node>,
    ties: Ties<PartialMap>,
}

/// A row that is least, as far as known, under the map with this number.
#[derive(Clone, Copy, Debug)]
struct Hit {
    map: u16,
    row: u8,
}

/// A row with open labels under the map with this number, and what its key is at least.
#[derive(Clone, Copy, Debug)]
struct Deferred {
    bound: u64,
    map: u16,
    row: u8,
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
        Self {
            maps: Vec::with_capacity(ROOM),
            next: Vec::with_capacity(ROOM),
            hits: Vec::with_capacity(ROOM),
            deferred: Vec::with_capacity(ROOM),
            nodes: deferred::room(),
            ties: Ties::new(),
        }
    }

    /// A map that gives the least image of the board, and the number of geometric maps that do.
    pub(super) fn run(&mut self, board: &[u8; CELLS]) -> (Transformation, u64) {
        let lines = Lines::of(board);
        self.ties.clear();
        self.maps.clear();
        self.maps.extend([PartialMap::start(false), PartialMap::start(true)]);
        let mut depth = 0;
        loop {
            let end = self.follow(depth, &lines);
            if let Some((ends, maps)) = end {
                let map = ends.first();
                if self.ties.is_empty() {
                    return (map, maps);
                }
                self.ties.note_end(&map.apply(board), &ends, maps);
            }
            match self.ties.next_group(&mut self.maps) {
                Some(next) => depth = next,
                None => return self.ties.least().expect("the first group has an end"),
            }
        }
    }

    /// Places all rows under the maps, which settle `depth` rows. Maps that give the least image among them, and how
    /// many do; `None` when all exceed the least image known.
    fn follow(&mut self, depth: usize, lines: &Lines) -> Option<(Ends, u64)> {
        let mut is_less = false;
        for depth in depth..9 {
            let least = self.ties.least_image().filter(|_| !is_less);
            let bound = least.map_or(u64::MAX, |image| row_key::of_image(image, depth));
            is_less |= self.place_row(depth, lines, bound)? < bound;
            self.ties.divide(depth + 1, MOST_UNDIVIDED[depth], &mut self.maps);
        }
        let weight = |map: &PartialMap| {
            map.column_orders() * blank_row_orders(lines.blank[usize::from(map.transposed)])
        };
        let ends = Ends::of(self.maps.iter().map(|map| map.transformation()));
        Some((ends, self.maps.iter().map(weight).sum()))
    }

    /// Goes from the maps that settle `depth` rows to those that settle one more. The key of the row, or `None` when it
    /// exceeds `bound`.
    fn place_row(&mut self, depth: usize, lines: &Lines, bound: u64) -> Option<u64> {
        self.hits.clear();
        self.deferred.clear();
        let least = self.compare_rows(depth, lines, bound);
        self.next.clear();
        let least = self.place_deferred_rows(depth, lines, least);
        for hit in &self.hits {
            let map = &self.maps[usize::from(hit.map)];
            let cells = lines.row(map, hit.row);
            follow(map, cells, |mut map| {
                map.place(depth, hit.row, cells);
                self.next.push(map);
            });
        }
        std::mem::swap(&mut self.maps, &mut self.next);
        (!self.maps.is_empty()).then_some(least)
    }

    /// Finds the least row among those without open labels that do not exceed `bound`, and lists it; lists all others.
    /// Gives its key.
    fn compare_rows(&mut self, depth: usize, lines: &Lines, bound: u64) -> u64 {
        let first_rows = if depth == 0 { lines.first_rows() } else { [0x1ff; 2] };
        let mut least = bound;
        assert!(self.maps.len() <= usize::from(u16::MAX), "the number of a map has 16 bits");
        for (number, map) in (0..).zip(&self.maps) {
            let orientation = usize::from(map.transposed);
            let mut rows = map.next_rows(depth, lines.blank[orientation]) & first_rows[orientation];
            let labels = map.least_labels();
            while rows != 0 {
                let row = rows.trailing_zeros() as u8;
                rows &= rows - 1;
                let cells = lines.row(map, row);
                let key = row_key::least(map, &labels, cells);
                if map.open != 0 && digits_of(cells) & map.open != 0 {
                    self.deferred.push(Deferred { bound: key, map: number, row });
                } else if key <= least {
                    if key < least {
                        self.hits.clear();
                    }
                    least = key;
                    self.hits.push(Hit { map: number, row });
                }
            }
        }
        least
    }

    /// Places the rows with open labels that may be as little as `least`: first those with the least bound. Puts the
    /// maps that they give to `next`. Gives the least key known then.
    fn place_deferred_rows(&mut self, depth: usize, lines: &Lines, mut least: u64) -> u64 {
        let Some(bound) = self.deferred.iter().map(|deferred| deferred.bound).min() else { return least };
        for &first in &[true, false] {
            for deferred in &self.deferred {
                if deferred.bound > least || (deferred.bound == bound) != first {
                    continue;
                }
                let map = &self.maps[usize::from(deferred.map)];
                let cells = lines.row(map, deferred.row);
                place_deferred(map, cells, least, &mut self.nodes, |key, mut map| {
                    if key < least {
                        least = key;
                        self.hits.clear();
                        self.next.clear();
                    }
                    map.place(depth, deferred.row, cells);
                    self.next.push(map);
                });
            }
        }
        least
    }
}

/// The cells of a row in the order of the image, as `label << 4 | column`: joined columns and stacks are sorted.
fn sorted_cells(map: &PartialMap, cells: &[u8; 9]) -> [u8; 9] {
    let mut sorted = [0; 9];
    for place in 0..9 {
        let column = map.columns[place];
        sorted[place] = map.labels[usize::from(cells[usize::from(column)])] << 4 | column;
    }
    if map.joined != 0 {
        sort_joined_columns(&mut sorted, map.joined);
    }
    if map.joined_stacks != 0 {
        sort_joined_stacks(&mut sorted, map.joined_stacks);
    }
    sorted
}

/// Orders the columns by a row without open labels, and calls `found` with each map that this gives. Columns that are
/// all blank in the row, or that all have new digits, stay joined.
fn follow(map: &PartialMap, cells: &[u8; 9], mut found: impl FnMut(PartialMap)) {
    let sorted = sorted_cells(map, cells);
    let mut after = *map;
    after.joined &= equal_neighbours(&sorted);
    if map.joined_stacks == 0 {
        after.columns = array::from_fn(|place| sorted[place] & 15);
        return found(after);
    }
    let values = stack_values(&sorted);
    let equal = u8::from(values[0] == values[1]) | u8::from(values[1] == values[2]) << 1;
    let blank = u8::from(values[0] + values[1] == 0) | u8::from(values[1] + values[2] == 0) << 1;
    after.joined_stacks &= blank;
    // Stacks with the same new digits in the same places: each order is a map of its own.
    let tied = map.joined_stacks & equal & !blank;
    for order in orders_by_joins(tied & 1 != 0, tied & 2 != 0) {
        after.columns = array::from_fn(|p| sorted[3 * usize::from(order[p / 3]) + p % 3] & 15);
        found(after);
    }
}

/// Sorts each run of joined positions. Exchanges without a branch: none could be foreseen.
fn sort_joined_columns(cells: &mut [u8; 9], joined: u16) {
    for &stack in &[0, 3, 6] {
        for &i in &[stack, stack + 1, stack] {
            if joined >> i & 1 != 0 {
                (cells[i], cells[i + 1]) = (cells[i].min(cells[i + 1]), cells[i].max(cells[i + 1]));
            }
        }
    }
}

/// Sorts each run of joined stacks by their labels.
fn sort_joined_stacks(cells: &mut [u8; 9], joined_stacks: u8) {
    let [a, b, c] = stack_values(cells);
    let mut stacks = [a << 2, b << 2 | 1, c << 2 | 2];
    for &i in &[0, 1, 0] {
        if joined_stacks >> i & 1 != 0 {
            (stacks[i], stacks[i + 1]) = (stacks[i].min(stacks[i + 1]), stacks[i].max(stacks[i + 1]));
        }
    }
    let before = *cells;
    for to in 0..3 {
        let from = 3 * usize::from(stacks[to] & 3);
        cells[3 * to..3 * to + 3].copy_from_slice(&before[from..from + 3]);
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
        let row = |r: usize| array::from_fn(|c| board[9 * r + c]);
        let column = |c: usize| array::from_fn(|r| board[9 * r + c]);
        let rows: [[[u8; 9]; 9]; 2] = [array::from_fn(row), array::from_fn(column)];
        let clues_of = |row: &[u8; 9]| (0..9).fold(0, |clues, c| clues | u16::from(row[c] != 0) << c);
        let clues: [[u16; 9]; 2] =
            array::from_fn(|orientation| array::from_fn(|r| clues_of(&rows[orientation][r])));
        let blank_of = |clues: &[u16; 9]| (0..9).fold(0, |blank, r| blank | u16::from(clues[r] == 0) << r);
        let blank = [blank_of(&clues[0]), blank_of(&clues[1])];
        Self { rows, clues, blank }
    }

    fn row(&self, map: &PartialMap, row: u8) -> &[u8; 9] {
        &self.rows[usize::from(map.transposed)][usize::from(row)]
    }

    /// The rows that give the least first row of the image, one bit each, for both orientations.
    ///
    /// No digit has a label yet, so the labels of a first row are 1, 2, 3 … from the left and the row depends on
    /// its blanks alone. A stack with fewer clues has more leading blanks, so the least order of the stacks is by
    /// the number of clues, and of two rows the one is less that has fewer clues in the first stack where these
    /// sorted numbers differ.
    fn first_rows(&self) -> [u16; 2] {
        let patterns: [[u8; 9]; 2] =
            array::from_fn(|orientation| array::from_fn(|row| sorted_counts(self.clues[orientation][row])));
        let least = patterns.iter().flatten().min();
        let start =
            |orientation: usize| PartialMap::start(orientation == 1).next_rows(0, self.blank[orientation]);
        array::from_fn(|orientation| {
            let is_least = |row: &usize| Some(&patterns[orientation][*row]) == least;
            (0..9).filter(is_least).fold(0, |rows, row| rows | 1 << row) & start(orientation)
        })
    }
}

/// The numbers of clues in the three stacks, least first, as a number.
pub(super) const fn sorted_counts(clues: u16) -> u8 {
    let [a, b, c] = [(clues & 7).count_ones(), (clues >> 3 & 7).count_ones(), (clues >> 6 & 7).count_ones()];
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let (high, most) = if high < c { (high, c) } else { (c, high) };
    let (least, middle) = if low < high { (low, high) } else { (high, low) };
    (least << 4 | middle << 2 | most) as u8
}
