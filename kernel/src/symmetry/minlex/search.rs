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
//! and so on. So a map whose row is not the least of all maps with the same previous rows cannot make the form. Two other
//! rules leave out maps. One applies the same rule in advance: of the eighteen lines, only the ones that give the least
//! first row are placed (see [`Clues`](super::clues::Clues)). The other counts maps instead of following them, if they
//! differ from a map that is followed by a symmetry of the puzzle (see [`super::ties`]).
//!
//! All maps at one depth gave the same rows, and therefore the same number of labels. So a row can be compared as a
//! number, its *key*, in which every new digit counts as the next label. Up to the first place where two keys differ, the
//! rows have the same number of new digits, and therefore the same labels. A new digit is greater than every digit that
//! has a label.

use super::{
    clues::{self, Clues, Lines, NO_LINES, line_number},
    partial::{PartialMap, blank_row_orders, digits_of},
    place_row::{self, Node, place_row},
    row_key,
    ties::Ties,
    whole_grid::{self, is_whole},
};
use crate::board::grid::CELLS;
use crate::symmetry::{CanonicalForm, Transformation};

/// The number of maps that fit without another allocation. No known board needs nearly as many.
const ROOM: usize = 1024;

/// The most maps that are followed together after each row. Before the third row there are many maps that no symmetry makes
/// the same, and the next row leaves few of them. Later, a symmetry makes most of them the same. The first row of a grid with
/// one digit removed gives 36 maps, one for each line and order of two stacks.
const MOST_UNDIVIDED: [usize; 9] = [18, 12, 4, 4, 4, 4, 4, 4, 4];

/// The search with its memory.
#[derive(Debug)]
pub(super) struct Search {
    lines: Lines,
    clues: Clues,
    maps: Vec<PartialMap>,
    next: Vec<PartialMap>,
    /// The maps of the search for the first map, after each number of rows placed.
    prefixes: Vec<PartialMap>,
    choices: Vec<Choice>,
    nodes: Vec<Node>,
    ties: Ties,
}

/// A row that may come next under the map with this number, and a lower bound for its key.
#[derive(Clone, Copy, Debug)]
struct Choice {
    bound: u64,
    map: u16,
    row: u8,
}

impl Search {
    pub(super) fn new() -> Self {
        Self {
            lines: NO_LINES,
            clues: Clues::default(),
            maps: Vec::with_capacity(ROOM),
            next: Vec::with_capacity(ROOM),
            prefixes: Vec::with_capacity(ROOM),
            choices: Vec::with_capacity(ROOM),
            nodes: place_row::room(),
            ties: Ties::new(),
        }
    }

    /// Returns the form of a puzzle without a conflict.
    pub(super) fn run(&mut self, puzzle: &[u8; CELLS]) -> CanonicalForm {
        self.clues = clues::read(puzzle, &mut self.lines);
        if self.clues.first_rows[0] & 1 != 0 && is_whole(&self.lines[0]) {
            return whole_grid::form(puzzle, &self.lines);
        }
        self.ties.clear();
        self.maps.clear();
        self.maps.extend([PartialMap::start(false), PartialMap::start(true)]);
        let mut depth = 0;
        loop {
            if let Some(maps) = self.follow(depth) {
                if self.ties.is_empty() {
                    return CanonicalForm::of(puzzle, first_of(&self.maps), maps);
                }
                let form = CanonicalForm::of(puzzle, self.maps[0].transformation(), maps);
                self.ties.note_end(form, &self.maps);
            }
            match self.ties.next_group(&mut self.maps) {
                Some(next) => depth = next,
                None => break,
            }
        }
        let mut form = self.ties.least().expect("the first group has an end");
        if form.automorphisms > 1 {
            form.map = self.first_map(&form.text).expect("the form has a map");
        }
        form
    }

    /// Returns the first of all maps that make the form, if groups of them were left out.
    ///
    /// Visits the orders of rows depth first, each with all the maps that have these rows and make the same number of rows of
    /// the form.
    #[cold]
    fn first_map(&mut self, text: &[u8; CELLS]) -> Option<Transformation> {
        for transposed in [false, true] {
            // For each number of rows placed: the first of its maps among the prefixes, and the rows to try next.
            let (mut depth, mut first, mut untried) = (0, [0; 9], [0; 9]);
            untried[0] = self.clues.first_rows[usize::from(transposed)];
            self.prefixes.clear();
            self.prefixes.push(PartialMap::start(transposed));
            loop {
                if untried[depth] == 0 {
                    if depth == 0 {
                        break;
                    }
                    self.prefixes.truncate(first[depth]);
                    depth -= 1;
                    continue;
                }
                let row = untried[depth] & untried[depth].wrapping_neg();
                untried[depth] &= !row;
                self.maps.clear();
                self.maps.extend_from_slice(&self.prefixes[first[depth]..]);
                if self.place(depth, [row; 2], row_key::of_image(text, depth)).is_none() {
                    continue;
                }
                depth += 1;
                if depth == 9 {
                    return Some(first_of(&self.maps));
                }
                (first[depth], untried[depth]) = (self.prefixes.len(), 0x1ff);
                self.prefixes.extend_from_slice(&self.maps);
            }
        }
        None
    }

    /// Places all rows under the maps, which settle `depth` rows. Keeps the maps that give the least image, and returns how many
    /// geometric maps they represent, or `None` if all exceed the least image known.
    fn follow(&mut self, depth: usize) -> Option<u64> {
        let mut is_less = false;
        for depth in depth..9 {
            let least = self.ties.least().filter(|_| !is_less);
            let bound = least.map_or(u64::MAX, |least| row_key::of_image(&least.text, depth));
            let rows = if depth == 0 { self.clues.first_rows } else { [0x1ff; 2] };
            is_less |= self.place(depth, rows, bound)? < bound;
            self.ties.divide(depth + 1, MOST_UNDIVIDED[depth], &mut self.maps);
        }
        let weight = |map: &PartialMap| {
            map.column_orders() * blank_row_orders(self.clues.blank[usize::from(map.transposed)])
        };
        Some(self.maps.iter().map(weight).sum())
    }

    /// Extends the maps that settle `depth` rows by one of `rows`, which has one bit per row for each orientation. Returns the
    /// key of the row, or `None` if it exceeds `bound`.
    ///
    /// Rows with the least bound come first, because their results bound the others.
    #[inline(always)]
    fn place(&mut self, depth: usize, rows: [u16; 2], bound: u64) -> Option<u64> {
        let mut least = self.compare_rows(depth, rows, bound);
        self.choices.sort_unstable_by_key(|choice| choice.bound);
        self.next.clear();
        for choice in &self.choices {
            if choice.bound > least {
                break;
            }
            let map = &self.maps[usize::from(choice.map)];
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
        (!self.maps.is_empty()).then_some(least)
    }

    /// Lists the allowed rows that may come next and whose key may be `bound` or less. Returns the least key of rows without open
    /// labels.
    #[inline(always)]
    fn compare_rows(&mut self, depth: usize, allowed: [u16; 2], bound: u64) -> u64 {
        self.choices.clear();
        let mut least = bound;
        assert!(self.maps.len() <= usize::from(u16::MAX), "the number of a map has 16 bits");
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
