//! The search of many boards together, four maps in a vector.
//!
//! The search of one board is slow because each operation needs the result of the one before, and because its branches go
//! differently for every board and are mispredicted. So the maps of all boards stand in one list ([`lanes`]), and each of the steps that place
//! a row goes over the whole list, with no branch on a single board as a rule:
//!
//! ```text
//! compare    four maps at a time: the cells and keys of the rows that may come next
//! find       map by map: the rows that have the least key of their board
//! settle     four of these rows at a time: what they leave joined, and what new digits are tied
//! list       row by row, if any digits are tied: each order that tells them apart
//! place      four of the new maps at a time: columns, labels, rows left
//! sort       four maps at a time that are settled, each the only one of its board: all rows that are left
//! ```
//!
//! New digits are *tied* when their columns, or stacks, are joined: every order of them gives the same row, and each order
//! is a map. A map is *settled* when nothing is joined and at most one digit has no label.
//!
//! A board leaves the list for the search alone ([`super::slot`]) where it has more maps than are followed here, or when the
//! list has no room. A board with interchangeable blank rows is searched alone from the start. One that leaves goes on from the maps that it has, and finds the same map as if it had been alone from the
//! start: maps and rows keep their order.

mod compare;
mod finish;
mod lanes;
mod least;
mod place;
mod rest;
mod tables;

use std::arch::x86_64::*;

use self::{
    compare::{CHOICES, Compared},
    lanes::{DEPTHS, Lanes, MOST_OF_DEPTH, SETTLED, STARTS},
    least::{Hit, Hits},
    tables::Tables,
};
use super::{
    super::{CanonicalForm, search::Effort},
    Alone, Found, MOST_BOARDS,
    board::{self, Board, Clues},
    load,
    map::Map,
    slot::MOST_UNDIVIDED,
};
use crate::grid::CELLS;

/// The most maps of one board that are followed here after each row.
const MOST_MAPS_OF_BOARD: [u16; 9] = [24, 24, 12, 8, 8, 8, 8, 8, 8];

/// The search alone follows at least as many maps after the same row before it divides them, so that both find the same map.
const _: () = {
    let mut depth = 0;
    while depth < 9 {
        assert!(MOST_MAPS_OF_BOARD[depth] as usize <= MOST_UNDIVIDED[depth + 1]);
        depth += 1;
    }
};

/// Boards in search together.
#[derive(Debug)]
pub(super) struct Batch {
    tables: &'static Tables,
    clues: [Clues; MOST_BOARDS],
    answers: Box<[Answer; MOST_BOARDS]>,
    lanes: Box<Lanes>,
    compared: Box<Compared>,
    hits: Box<Hits>,
    /// The maps of the depth that the search is at.
    maps: usize,
}

/// What is known of one board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub found: Found,
    pub form: CanonicalForm,
}

impl Batch {
    pub(super) fn new() -> Self {
        let answer = Answer { found: Found::Form, form: CanonicalForm::default() };
        Self {
            tables: Tables::get(),
            clues: [Clues::default(); MOST_BOARDS],
            answers: Box::new([answer; MOST_BOARDS]),
            lanes: Lanes::new(),
            compared: Compared::new(),
            hits: Hits::new(),
            maps: 0,
        }
    }

    #[inline]
    pub(super) fn answer(&self, number: usize) -> &Answer {
        &self.answers[number]
    }

    /// Searches for the forms of up to [`MOST_BOARDS`] puzzles.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn search(&mut self, puzzles: &[[u8; CELLS]], alone: &mut Alone, effort: &mut Effort) {
        if let [puzzle] = puzzles {
            self.answers[0] = alone.search(puzzle, effort); // a vector of its maps would mostly be empty
            return;
        }
        self.start(puzzles, alone, effort);
        let (mut from, mut to) = (DEPTHS[0], DEPTHS[1]);
        self.place(0, STARTS, from, effort);
        for depth in 1..9 {
            self.go_on(depth, from, to, alone, effort);
            (from, to) = (to, from);
        }
        self.finish(from, self.maps);
    }

    /// Reads the puzzles, and lists the lines that give their least first rows.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn start(&mut self, puzzles: &[[u8; CELLS]], alone: &mut Alone, effort: &mut Effort) {
        debug_assert!(puzzles.len() <= MOST_BOARDS, "{} boards", puzzles.len());
        self.hits.clear();
        for (number, puzzle) in puzzles.iter().enumerate().take(MOST_BOARDS) {
            let clues = board::read(puzzle, self.lanes.lines_mut(number));
            self.clues[number] = clues;
            self.answers[number].found = Found::Form;
            if clues.conflict {
                self.answers[number].found = Found::Conflict;
            } else if clues.has_interchangeable || !self.list_first_rows(number, effort) {
                self.answers[number] = alone.search(puzzle, effort);
            }
        }
        self.hits.made = self.hits.count;
        self.hits.tied = false;
    }

    /// Lists the lines that give the least first row, and the orders of columns that do. Are they few enough?
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn list_first_rows(&mut self, number: usize, effort: &mut Effort) -> bool {
        let [rows, columns] = self.clues[number].first_rows.map(u32::from);
        let before = self.hits.count;
        let mut lines = rows | columns << 9;
        let placements = lines.count_ones();
        while lines != 0 {
            let line = lines.trailing_zeros() as u16;
            lines &= lines - 1;
            let (transposed, row) = (line / 9, line % 9);
            let cells = load(&self.lanes.lines(number)[usize::from(16 * transposed + row / 3 * 4 + row % 3)]);
            let orders = self.tables.first_rows(_mm_test_epi8_mask(cells, cells));
            let maps = self.hits.count + orders.len() - before;
            if orders.is_empty()
                || maps > MOST_MAPS_OF_BOARD[0].into()
                || self.hits.count + orders.len() > MOST_OF_DEPTH
            {
                self.hits.count = before;
                return false;
            }
            let map = (2 * number) as u16 + transposed;
            self.hits.push_settled(Hit { map, choice: row }, orders);
        }
        self.hits.maps[number] = (self.hits.count - before) as u16;
        effort.placements += u64::from(placements);
        true
    }

    /// Goes from the maps that settle `depth` rows to those that settle one more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn go_on(&mut self, depth: usize, from: usize, to: usize, alone: &mut Alone, effort: &mut Effort) {
        let maps = self.maps;
        if maps == 0 {
            return;
        }
        let Self { tables, lanes, compared, hits, .. } = self;
        let choices = CHOICES[depth];
        match choices {
            1 => compared.place::<1>(depth, from, maps, lanes),
            2 => compared.place::<2>(depth, from, maps, lanes),
            3 => compared.place::<3>(depth, from, maps, lanes),
            _ => compared.place::<6>(depth, from, maps, lanes),
        }
        effort.placements += (maps * choices) as u64;
        hits.find(from, maps, lanes, compared);
        hits.settle(from, choices, lanes, compared);
        hits.list_children(from, MOST_MAPS_OF_BOARD[depth], lanes, tables);
        if self.hits.leaving != 0 {
            self.leave(depth, from, maps, alone, effort);
        }
        self.place(depth, from, to, effort);
    }

    /// Makes the maps that the least rows lead to, and finishes the boards that are settled with them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place(&mut self, depth: usize, from: usize, to: usize, effort: &mut Effort) {
        let made = place::place(depth, from, to, &self.hits, &mut self.lanes, self.tables);
        self.maps = made.maps;
        effort.maps += (made.maps + made.settled) as u64;
        let most = self.hits.maps.iter().fold(0, |most, &maps| most.max(maps));
        effort.most_maps = effort.most_maps.max(most.into());
        if made.settled != 0 {
            rest::sort(depth + 1, made.settled, &mut self.lanes);
            self.finish(SETTLED, made.settled);
            effort.maps += made.settled as u64;
            effort.placements += (made.settled * (8 - depth)) as u64;
        }
    }

    /// Searches on alone for the boards that have too many maps after this row, from the maps before it.
    #[cold]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn leave(&mut self, depth: usize, from: usize, maps: usize, alone: &mut Alone, effort: &mut Effort) {
        let lanes = &self.lanes;
        for number in (0..MOST_BOARDS).filter(|number| self.hits.leaving >> number & 1 != 0) {
            let of_board = (from..from + maps).filter(|&map| lanes.board(map) == number);
            let maps = of_board.map(|map| {
                Map::from_lanes(lanes.orders.one(map), lanes.labels.one(map), lanes.rows.one(map), depth)
            });
            let board = Board { lines: *lanes.lines(number), clues: self.clues[number] };
            self.answers[number] = alone.search_on(board, depth, maps, effort);
        }
    }

    /// Writes the forms of the boards whose maps are at the end.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn finish(&mut self, from: usize, maps: usize) {
        let (mut map, end) = (from, from + maps);
        while map < end {
            let number = self.lanes.board(map);
            let form = &mut self.answers[number].form;
            finish::write_form(&self.lanes, map, form);
            form.automorphisms = 0;
            while map < end && self.lanes.board(map) == number {
                form.automorphisms += finish::weight(&self.lanes, map, &self.clues[number]);
                map += 1;
            }
        }
    }
}
