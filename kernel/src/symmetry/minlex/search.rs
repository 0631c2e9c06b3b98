//! The search for the least image, breadth first over its rows: the specification of the form.
//!
//! ```text
//! maps ← { not transposed, transposed }, nothing else settled
//! for each row of the image:
//!     for each map and each row of the puzzle that may come next under it:
//!         the least row that the joined columns allow, and each map that gives it
//!     keep the maps whose row is the least of all
//! form ← the image under the maps kept; automorphisms ← the number of geometric maps that these represent
//! ```
//!
//! Why this is right. The form is least in its first row, then in its second row among the images with that first row,
//! and so on. So a map whose row is not the least of all maps with the same previous rows cannot make the form. One other
//! rule leaves out maps, the same rule in advance: of the eighteen lines, only the ones that give the least first row are
//! placed (see [`ClueLines`](super::clues::ClueLines)).
//!
//! All maps at one depth gave the same rows, and therefore the same number of labels. So a row can be compared as a
//! number, its *key*, in which every new digit counts as the next label. Up to the first place where two keys differ, the
//! rows have the same number of new digits, and therefore the same labels. A new digit is greater than every digit that
//! has a label.

use super::{
    clues::{self, ALL_LINES, ClueLines, Lines, NO_LINES, line_number},
    partial::{PartialMap, blank_row_orders, digits_of},
    place_row::{self, OpenRow, place_row},
    row_key,
    whole_grid::{self, is_whole},
};
use crate::board::grid::CELLS;
use crate::symmetry::{CanonicalForm, Transformation};

/// The number of maps that fit without another allocation. No board of the tests has more than 2,592.
const ROOM: usize = 4096;

/// The search with its memory.
#[derive(Debug)]
pub(super) struct PlainSearch {
    lines: Lines,
    clues: ClueLines,
    maps: Vec<PartialMap>,
    next: Vec<PartialMap>,
    choices: Vec<Choice>,
    nodes: Vec<OpenRow>,
}

/// A row that may come next under the map with this number, and a lower bound for its key.
#[derive(Clone, Copy, Debug)]
struct Choice {
    bound: u64,
    map: u32,
    row: u8,
}

impl PlainSearch {
    pub(super) fn new() -> Self {
        Self {
            lines: NO_LINES,
            clues: ClueLines::default(),
            maps: Vec::with_capacity(ROOM),
            next: Vec::with_capacity(ROOM),
            choices: Vec::with_capacity(ROOM),
            nodes: place_row::room(),
        }
    }

    /// Returns the form of a puzzle without a conflict.
    pub(super) fn run(&mut self, puzzle: &[u8; CELLS]) -> CanonicalForm {
        self.clues = clues::read(puzzle, &mut self.lines);
        if self.clues.first_rows[0] & 1 != 0 && is_whole(&self.lines[0]) {
            return whole_grid::form(puzzle, &self.lines);
        }
        self.maps.clear();
        self.maps.extend([PartialMap::start(false), PartialMap::start(true)]);
        for depth in 0..9 {
            self.place(depth, if depth == 0 { self.clues.first_rows } else { [ALL_LINES; 2] });
        }
        let weight = |map: &PartialMap| {
            map.column_orders() * blank_row_orders(self.clues.blank[usize::from(map.transposed)])
        };
        CanonicalForm::of(puzzle, first_of(&self.maps), self.maps.iter().map(weight).sum())
    }

    /// Extends the maps that settle `depth` rows by the least of `rows`, which has one bit per row for each orientation.
    ///
    /// Rows with the least bound come first, because their results bound the others.
    #[inline(always)]
    fn place(&mut self, depth: usize, rows: [u16; 2]) {
        let mut least = self.compare_rows(depth, rows);
        self.choices.sort_unstable_by_key(|choice| choice.bound);
        self.next.clear();
        for choice in &self.choices {
            if choice.bound > least {
                break;
            }
            let map = &self.maps[choice.map as usize];
            let cells = &self.lines[line(map, choice.row)];
            place_row(map, cells, choice.bound, least, &mut self.nodes, |key, map| {
                if key < least {
                    least = key;
                    self.next.clear();
                }
                map.place(depth, choice.row, cells);
                self.next.push(*map);
            });
        }
        std::mem::swap(&mut self.maps, &mut self.next);
    }

    /// Lists the allowed rows that may come next and be the least. Returns the least key of rows without open labels.
    #[inline(always)]
    fn compare_rows(&mut self, depth: usize, allowed: [u16; 2]) -> u64 {
        self.choices.clear();
        let mut least = u64::MAX;
        for (number, map) in (0..).zip(&self.maps) {
            let orientation = usize::from(map.transposed);
            let mut rows = map.next_rows(depth, self.clues.blank[orientation]) & allowed[orientation];
            let labels = map.least_labels();
            while rows != 0 {
                let row = rows.trailing_zeros() as u8;
                rows &= rows - 1;
                let cells = &self.lines[line(map, row)];
                let bound = row_key::least(map, &labels, cells);
                if bound <= least {
                    self.choices.push(Choice { bound, map: number, row });
                    // The bound of a row without open labels is its key.
                    let is_open = map.open != 0 && digits_of(cells) & map.open != 0;
                    least = if is_open { least } else { bound };
                }
            }
        }
        least
    }
}

/// Returns the first of the maps, all of which make the form.
#[inline]
fn first_of(maps: &[PartialMap]) -> Transformation {
    if let [map] = maps {
        return map.transformation();
    }
    let maps = maps.iter().map(|map| map.transformation());
    maps.min_by_key(Transformation::place_in_order).expect("the form has a map")
}

/// Returns the number of a row of the (transposed) puzzle among [`Lines`].
fn line(map: &PartialMap, row: u8) -> usize {
    line_number(9 * usize::from(map.transposed) + usize::from(row)) % 32
}
