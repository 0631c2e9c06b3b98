//! The search for the forms of many boards together, with four maps in a vector.
//!
//! The search for one board is slow because each operation needs the result of the previous one, and because its branches
//! differ from board to board and are mispredicted. So the maps of all boards are in one list ([`lanes`]). Each of the
//! steps that place a row goes through the whole list, usually without a branch that depends on a single board:
//!
//! ```text
//! compare    four maps at a time: the cells and keys of the rows that may come next
//! find       map by map: the rows that have the least key of their board
//! settle     four of these rows at a time: what they leave joined, and which new digits are tied
//! list       row by row, if any digits are tied: each order that tells them apart
//! place      four of the new maps at a time: columns, labels, remaining rows
//! sort       four settled maps at a time, each the only one of its board: all remaining rows
//! ```
//!
//! The maps of whole grids enter the list after the third row ([`whole_grids`]).
//!
//! New digits are *tied* if their columns, or stacks, are joined: every order of them gives the same row, and each order
//! is a map. A map is *settled* if nothing is joined and at most one digit has no label.
//!
//! A board with more maps than this search follows leaves the list for the plain search ([`super::search`]).

mod compare;
mod finish;
pub(super) mod lanes;
mod least;
mod place;
mod rest;
pub(super) mod tables;
mod whole_grids;

use self::{
    compare::{CHOICES, Compared},
    lanes::{DEPTHS, Lanes, MOST_BOARDS, MOST_OF_BOARD, SETTLED, STARTS},
    least::{Hit, Hits},
    tables::Tables,
    whole_grids::{ENTRY, WholeGrids},
};
use super::{
    CanonicalForm,
    cells::Cells,
    clues::{ClueLines, clues_of, line_number},
    whole_grid::is_whole,
};
use crate::board::grid::CELLS;
use crate::simd::{Isa, Kernel, Simd, on_processor};

/// The most maps of one board that are followed here, by row.
const MOST_MAPS_OF_BOARD: [u16; 9] = [24, 24, 12, 8, 8, 8, 8, 8, 8];

/// The memory of a search for many boards, and the instruction set for it.
#[derive(Debug)]
pub(super) struct Batch {
    isa: Isa,
    tables: &'static Tables,
    clues: [ClueLines; MOST_BOARDS],
    /// The forms. A form without automorphisms was not found here.
    forms: Box<[CanonicalForm; MOST_BOARDS]>,
    lanes: Box<Lanes>,
    compared: Box<Compared>,
    hits: Box<Hits>,
    whole_grids: Box<WholeGrids>,
    /// The number of maps at the current depth.
    maps: usize,
}

/// The search for the forms of up to [`MOST_BOARDS`] puzzles.
struct BatchSearch<'a, S> {
    simd: S,
    batch: &'a mut Batch,
    puzzles: &'a [[u8; CELLS]],
}

impl<S: Cells> Kernel for BatchSearch<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.batch.search(self.simd, self.puzzles);
    }
}

impl Batch {
    /// Creates a batch for the vectors of an instruction set. Returns `None` if it has none or the processor does not have it.
    pub(super) fn on(isa: Isa) -> Option<Self> {
        on_processor!(isa, |_token| Self {
            isa,
            tables: Tables::get(),
            clues: [ClueLines::default(); MOST_BOARDS],
            forms: Box::new([CanonicalForm::default(); MOST_BOARDS]),
            lanes: Lanes::new(),
            compared: Compared::new(),
            hits: Hits::new(),
            whole_grids: WholeGrids::new(),
            maps: 0,
        })
    }

    /// Returns the forms of up to [`MOST_BOARDS`] puzzles, in order. A form without automorphisms was not found: equal clues share
    /// a house, or there are too many orders or maps for this search.
    pub(super) fn forms(&mut self, puzzles: &[[u8; CELLS]]) -> &[CanonicalForm] {
        let done = on_processor!(self.isa, |token| {
            let simd = token.four_quarters();
            simd.enter(BatchSearch { simd, batch: self, puzzles });
        });
        done.expect("the instruction set of the constructor");
        &self.forms[..puzzles.len()]
    }

    #[inline(always)]
    fn search<S: Cells>(&mut self, simd: S, puzzles: &[[u8; CELLS]]) {
        self.start(simd, puzzles);
        let (mut from, mut to) = (DEPTHS[0], DEPTHS[1]);
        self.place(simd, 0, STARTS, from);
        for depth in 1..9 {
            if depth == ENTRY {
                self.maps += self.whole_grids.place(simd, from + self.maps, &mut self.lanes);
            }
            self.go_on(simd, depth, from, to);
            (from, to) = (to, from);
        }
        self.finish(simd, from, self.maps);
    }

    /// Reads the puzzles, and lists the lines that give their least first rows.
    #[inline(always)]
    fn start<S: Cells>(&mut self, simd: S, puzzles: &[[u8; CELLS]]) {
        debug_assert!(puzzles.len() <= MOST_BOARDS, "{} boards", puzzles.len());
        self.hits.clear();
        self.whole_grids.clear();
        for (number, puzzle) in puzzles.iter().enumerate().take(MOST_BOARDS) {
            self.forms[number].automorphisms = 0;
            if let Some(clues) = simd.read(puzzle, self.lanes.lines_mut(number)) {
                self.clues[number] = clues;
                self.list_first_rows(number);
            }
        }
        self.hits.made = self.hits.count;
        self.hits.tied = false;
    }

    /// Lists the lines, and the orders of columns, that give the least first row.
    #[inline(always)]
    fn list_first_rows(&mut self, number: usize) {
        let [rows, columns] = self.clues[number].first_rows.map(u32::from);
        let before = self.hits.count;
        let mut lines = rows | columns << 9;
        while lines != 0 {
            let line = lines.trailing_zeros() as u16;
            lines &= lines - 1;
            let line_of_board = &self.lanes.lines(number)[line_number(line.into())];
            let orders = self.tables.first_rows(clues_of(line_of_board));
            if orders.is_empty() || self.hits.count + orders.len() - before > MOST_OF_BOARD {
                self.hits.count = before;
                if is_whole(line_of_board) {
                    self.whole_grids.push(number);
                }
                return;
            }
            let map = (2 * number) as u16 + line / 9;
            self.hits.push_settled(Hit { map, choice: line % 9 }, orders);
        }
        self.hits.maps[number] = (self.hits.count - before) as u16;
    }

    /// Extends the maps that settle `depth` rows by one row.
    #[inline(always)]
    fn go_on<S: Cells>(&mut self, simd: S, depth: usize, from: usize, to: usize) {
        let maps = self.maps;
        if maps == 0 {
            return;
        }
        let Self { tables, lanes, compared, hits, .. } = self;
        let choices = CHOICES[depth];
        match choices {
            1 => compared.place::<S, 1>(simd, depth, from, maps, lanes),
            2 => compared.place::<S, 2>(simd, depth, from, maps, lanes),
            3 => compared.place::<S, 3>(simd, depth, from, maps, lanes),
            _ => compared.place::<S, 6>(simd, depth, from, maps, lanes),
        }
        hits.find(depth, from, maps, lanes, compared);
        hits.settle(simd, from, choices, lanes, compared);
        hits.list_children(from, MOST_MAPS_OF_BOARD[depth], lanes, tables);
        self.place(simd, depth, from, to);
    }

    /// Makes the maps that the least rows lead to, and finishes the boards that they settle.
    #[inline(always)]
    fn place<S: Cells>(&mut self, simd: S, depth: usize, from: usize, to: usize) {
        let made = place::place(simd, depth, from, to, &self.hits, &mut self.lanes, self.tables);
        self.maps = made.maps;
        if made.settled != 0 {
            rest::sort(simd, depth + 1, made.settled, &mut self.lanes);
            self.finish(simd, SETTLED, made.settled);
        }
    }

    /// Writes the forms of the boards whose maps are complete.
    #[inline(always)]
    fn finish<S: Cells>(&mut self, simd: S, from: usize, maps: usize) {
        let (mut map, end) = (from, from + maps);
        while map < end {
            let number = self.lanes.board(map);
            let (start, mut automorphisms) = (map, 0);
            while map < end && self.lanes.board(map) == number {
                automorphisms += finish::weight(&self.lanes, map, &self.clues[number]);
                map += 1;
            }
            let first = if map - start > 1 { finish::first_of(&self.lanes, start..map) } else { start };
            let form = &mut self.forms[number];
            finish::write_form(simd, &self.lanes, first, form);
            form.automorphisms = automorphisms;
        }
    }
}
