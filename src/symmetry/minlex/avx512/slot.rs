//! One board in search.

use std::{arch::x86_64::*, ops::Range};

use super::{
    super::{
        CanonicalForm,
        partial::{PartialMap, blank_row_orders},
        search::Effort,
        ties::{Ends, Ties},
    },
    Found,
    board::Board,
    load,
    map::{Map, NO_POSITION, Text, store_text},
    rest::{Rest, sorted_band},
    rows::{KEY, Vectors},
    tables::{MOST_ORDERS, Tables},
};
use crate::{grid::CELLS, symmetry::Transformation};

/// The most maps at one depth; a board with more is handed back.
const MOST_MAPS: usize = 384;

/// The most maps that are followed together after so many rows (see [`super::super::ties`]).
pub(super) const MOST_UNDIVIDED: [usize; 10] = [48, 48, 24, 12, 8, 8, 8, 8, 8, 8];

/// A row that may be least: a map, a row of the board, and where its sorted cells are.
#[derive(Clone, Copy, Debug, Default)]
struct Hit {
    map: u16,
    /// The vector among those of this depth, and the lane in it.
    vector: u16,
    lane: u8,
    row: u8,
}

/// One board in search.
#[derive(Debug)]
pub(super) struct Slot {
    board: Board,
    maps: Vec<Map>,
    /// The rows that are placed.
    depth: usize,
    pub found: Found,
    text: Text,
    /// The map that makes the form and the number of those that do, when the maps had to be divided.
    least: Option<(Transformation, u64)>,
}

/// Memory for one depth of one board.
#[derive(Debug)]
pub(super) struct Scratch {
    /// The sorted cells of the rows of one band or two under each map.
    cells: Vec<Row4>,
    /// The least rows: up to six under each map.
    hits: Vec<Hit>,
    maps: Vec<Map>,
}

#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Row4([u8; 64]);

/// Too many orders or maps.
struct TooMany;

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            cells: vec![Row4([0; 64]); 2 * MOST_MAPS],
            hits: vec![Hit::default(); 6 * MOST_MAPS],
            maps: Vec::with_capacity(MOST_MAPS),
        }
    }
}

impl Slot {
    pub(super) fn new() -> Self {
        Self {
            board: Board::default(),
            maps: Vec::with_capacity(MOST_MAPS),
            depth: 0,
            found: Found::Form,
            text: [0; CELLS + 7],
            least: None,
        }
    }

    /// Reads a puzzle and places its first row.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn start(&mut self, puzzle: &[u8; CELLS], tables: &Tables, effort: &mut Effort) {
        self.depth = 1;
        self.least = None;
        self.board.read(puzzle);
        self.found = if self.board.clues.conflict {
            Found::Conflict
        } else if self.place_first_row(tables, effort).is_err() {
            Found::HandedBack
        } else {
            Found::Form
        };
    }

    /// Reads a puzzle, and takes maps that settle `depth` rows and have no open label.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn start_at(&mut self, puzzle: &[u8; CELLS], depth: usize, maps: &[PartialMap]) {
        self.board.read(puzzle);
        self.depth = depth;
        self.least = None;
        self.found = if maps.len() > MOST_MAPS { Found::HandedBack } else { Found::Form };
        self.maps.clear();
        self.maps.extend(maps.iter().take(MOST_MAPS).map(|map| Map::of(map, depth)));
    }

    /// Takes a board, and maps that settle `depth` rows of it.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn take(&mut self, board: Board, depth: usize, maps: impl Iterator<Item = Map>) {
        self.board = board;
        self.depth = depth;
        self.least = None;
        self.found = Found::Form;
        self.maps.clear();
        self.maps.extend(maps);
        self.write_rows(0..depth);
    }

    /// Starts with the lines that give the least first row, and the orders of columns that do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_first_row(&mut self, tables: &Tables, effort: &mut Effort) -> Result<(), TooMany> {
        self.maps.clear();
        for orientation in 0..2_u8 {
            let mut rows = self.board.clues.first_rows[usize::from(orientation)];
            while rows != 0 {
                let row = rows.trailing_zeros() as u8;
                rows &= rows - 1;
                effort.placements += 1;
                let line = self.board.row(orientation, row);
                let orders = tables.first_rows(_mm_test_epi8_mask(line, line));
                if orders.is_empty() || self.maps.len() + orders.len() > MOST_MAPS {
                    return Err(TooMany);
                }
                for columns in orders {
                    let mut map = Map::start(orientation, *columns);
                    map.place(0, row, line, load(&columns.order), &mut self.text);
                    self.maps.push(map);
                }
            }
        }
        effort.note_maps(self.maps.len());
        Ok(())
    }

    /// Goes on to the end.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn finish(
        &mut self,
        tables: &Tables,
        scratch: &mut Scratch,
        ties: &mut Ties<Map>,
        effort: &mut Effort,
    ) {
        while self.found == Found::Form && self.depth < 9 {
            if self.maps.len() > MOST_UNDIVIDED[self.depth] {
                return self.follow_groups(tables, scratch, ties, effort);
            }
            self.place_next(tables, scratch, effort);
        }
    }

    /// Goes on to the end with maps that have to be divided: group by group, as [`super::super::ties`] tells.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    pub(super) fn follow_groups(
        &mut self,
        tables: &Tables,
        scratch: &mut Scratch,
        ties: &mut Ties<Map>,
        effort: &mut Effort,
    ) {
        self.found = Found::Form;
        ties.clear();
        loop {
            self.follow(tables, scratch, ties, effort);
            if self.found == Found::HandedBack {
                return;
            }
            let Some(depth) = ties.next_group(&mut self.maps) else { break };
            self.depth = depth;
        }
        self.least = ties.least();
        if let Some(image) = ties.least_image() {
            self.text[..CELLS].copy_from_slice(image);
        }
    }

    /// Places all rows under the maps of a group, as long as they do not exceed those of the least image so far.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn follow(&mut self, tables: &Tables, scratch: &mut Scratch, ties: &mut Ties<Map>, effort: &mut Effort) {
        while self.depth < 9 {
            ties.divide(self.depth, MOST_UNDIVIDED[self.depth], &mut self.maps);
            self.place_next(tables, scratch, effort);
            let so_far = ..9 * self.depth;
            let is_greater = |image: &[u8; CELLS]| self.text[so_far] > image[so_far];
            if self.found == Found::HandedBack || ties.least_image().is_some_and(is_greater) {
                return;
            }
        }
        let (_, maps) = self.map_and_automorphisms();
        let image = self.text.first_chunk().expect("the text is longer");
        ties.note_end(image, &Ends::of(self.maps.iter().map(Map::transformation)), maps);
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_next(&mut self, tables: &Tables, scratch: &mut Scratch, effort: &mut Effort) {
        let depth = self.depth;
        self.depth = depth + 1;
        if self.maps.iter().all(Map::is_settled) {
            self.sort_rest(depth, scratch, effort);
            self.depth = 9;
        } else {
            self.place_row(depth, tables, scratch, effort);
        }
    }

    /// Places all rows that are left, under maps whose columns and labels are settled: then the rows of each band are
    /// sorted, and the bands by their rows. No two rows are equal but blank ones, which are interchangeable, as are
    /// blank bands.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn sort_rest(&mut self, depth: usize, scratch: &mut Scratch, effort: &mut Effort) {
        let mut least = Rest::GREATEST;
        scratch.maps.clear();
        for map in &self.maps {
            let vectors = Vectors::of(map);
            let mut rest = Rest::EMPTY;
            let mut rows = map.left;
            effort.placements += u64::from(rows.count_ones());
            while rows != 0 {
                let first = rows.trailing_zeros() as u8 / 3 * 3;
                let left = rows >> first & 0b111;
                rows &= !(0b111 << first);
                let (_, keys) = vectors.place(self.board.band(map.orientation, usize::from(first / 3)));
                rest.insert(sorted_band(keys, first, left));
            }
            if rest.is_less(&least) {
                scratch.maps.clear();
                least = rest;
            } else if least.is_less(&rest) {
                continue;
            }
            let mut map = *map;
            for (depth, row) in (depth..9).zip(rest.rows(depth)) {
                map.rows |= u64::from(row) << (4 * depth);
            }
            scratch.maps.push(map);
        }
        std::mem::swap(&mut self.maps, &mut scratch.maps);
        effort.note_maps(self.maps.len());
        self.write_rows(depth..9);
    }

    /// Writes rows under the first map.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn write_rows(&mut self, depths: Range<usize>) {
        let map = &self.maps[0];
        let (order, labels) = (load(&map.columns.order), map.label_bytes());
        for depth in depths {
            let line = self.board.row(map.orientation, (map.rows >> (4 * depth) & 15) as u8);
            store_text(&mut self.text, depth, _mm_shuffle_epi8(labels, _mm_shuffle_epi8(line, order)));
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_row(&mut self, depth: usize, tables: &Tables, scratch: &mut Scratch, effort: &mut Effort) {
        if self.maps.len() == 1 && self.place_alone(depth, tables, effort) {
            effort.note_maps(1);
            return;
        }
        let hits = self.find_least(depth, scratch, effort);
        if self.follow_hits(depth, hits, tables, scratch).is_err() {
            self.found = Found::HandedBack;
        }
        effort.note_maps(self.maps.len());
    }

    /// Places a row under the one map that is left, when one row is less than all others and the map stays one: as
    /// almost always. Otherwise nothing is changed, and the answer is `false`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_alone(&mut self, depth: usize, tables: &Tables, effort: &mut Effort) -> bool {
        let map = &mut self.maps[0];
        let vectors = Vectors::of(map);
        let mut rows = map.next_rows(depth, self.board.clues.blank[usize::from(map.orientation)]);
        let placements = u64::from(rows.count_ones());
        let (mut least, mut least_cells, mut least_row) = (u64::MAX, _mm_setzero_si128(), None);
        if placements == 1 {
            let row = rows.trailing_zeros() as u8;
            let line = _mm512_castsi128_si512(self.board.row(map.orientation, row));
            (least_cells, least_row) = (_mm512_castsi512_si128(vectors.place(line).0), Some(row));
            rows = 0;
        }
        while rows != 0 {
            let first = rows.trailing_zeros() as usize / 3 * 3;
            let wanted = rows >> first & 0b111;
            rows &= !(0b111 << first);
            let (cells, keys) = vectors.place(self.board.band(map.orientation, first / 3));
            let keys = wanted_keys(keys, wanted);
            let key = _mm512_reduce_min_epu64(keys);
            let words = _mm512_cmpeq_epi64_mask(keys, _mm512_set1_epi64(key as i64));
            if key == least {
                least_row = None;
            } else if key < least {
                let word = words.trailing_zeros();
                least = key;
                least_cells = _mm512_castsi512_si128(_mm512_maskz_compress_epi64(0b11 << word, cells));
                least_row = words.is_power_of_two().then_some(first as u8 + word as u8 / 2);
            }
        }
        let Some(row) = least_row else { return false };
        let mut settled = *map;
        let (order, None) = settled.settle(least_cells, tables) else { return false };
        map.columns = settled.columns;
        let line = self.board.row(map.orientation, row);
        map.place(depth, row, line, order, &mut self.text);
        effort.placements += placements;
        true
    }

    /// Places every row that may come next under every map, and lists the least. Gives their number.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn find_least(&self, depth: usize, scratch: &mut Scratch, effort: &mut Effort) -> usize {
        let (mut least, mut hits, mut vector) = (u64::MAX, 0, 0);
        for (number, map) in (0..).zip(&self.maps) {
            let mut rows = map.next_rows(depth, self.board.clues.blank[usize::from(map.orientation)]);
            effort.placements += u64::from(rows.count_ones());
            let vectors = Vectors::of(map);
            while rows != 0 {
                let first = rows.trailing_zeros() as usize / 3 * 3;
                let wanted = rows >> first & 0b111;
                rows &= !(0b111 << first);
                let (cells, keys) = vectors.place(self.board.band(map.orientation, first / 3));
                store_rows(&mut scratch.cells[vector], cells);
                let keys = wanted_keys(keys, wanted);
                let key = _mm512_reduce_min_epu64(keys);
                if key <= least {
                    hits = if key < least { 0 } else { hits };
                    least = key;
                    let mut words = _mm512_cmpeq_epi64_mask(keys, _mm512_set1_epi64(key as i64));
                    while words != 0 {
                        let lane = words.trailing_zeros() as u8 / 2;
                        words &= words - 1;
                        scratch.hits[hits] =
                            Hit { map: number, vector: vector as u16, lane, row: first as u8 + lane };
                        hits += 1;
                    }
                }
                vector += 1;
            }
        }
        hits
    }

    /// Makes the maps that the listed rows lead to.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn follow_hits(
        &mut self,
        depth: usize,
        hits: usize,
        tables: &Tables,
        scratch: &mut Scratch,
    ) -> Result<(), TooMany> {
        scratch.maps.clear();
        for hit in &scratch.hits[..hits] {
            if scratch.maps.len() + MOST_ORDERS > MOST_MAPS {
                return Err(TooMany);
            }
            let map = &self.maps[usize::from(hit.map)];
            let line = self.board.row(map.orientation, hit.row);
            let (cells, _) = scratch.cells[usize::from(hit.vector)].0.as_chunks();
            let mut map = *map;
            let (order, orders) = map.settle(load(&cells[usize::from(hit.lane)]), tables);
            match orders {
                None => {
                    map.place(depth, hit.row, line, order, &mut self.text);
                    scratch.maps.push(map);
                }
                Some([]) => return Err(TooMany),
                Some(orders) => {
                    for by in orders {
                        let mut map = map;
                        let order = _mm_or_si128(_mm_shuffle_epi8(order, load(by)), load(&NO_POSITION));
                        map.place(depth, hit.row, line, order, &mut self.text);
                        scratch.maps.push(map);
                    }
                }
            }
        }
        std::mem::swap(&mut self.maps, &mut scratch.maps);
        Ok(())
    }

    pub(super) fn form(&self) -> CanonicalForm {
        let text = *self.text.first_chunk().expect("the text is longer");
        let (map, automorphisms) = self.map_and_automorphisms();
        CanonicalForm { text, map, automorphisms }
    }

    /// Maps that make the form, and the number of those that do.
    pub(super) fn ends(&self) -> (Ends, u64) {
        match self.least {
            Some((map, automorphisms)) => (Ends::of(std::iter::once(map)), automorphisms),
            None => (Ends::of(self.maps.iter().map(Map::transformation)), self.map_and_automorphisms().1),
        }
    }

    /// A map that makes the form, and the number of those that do.
    pub(super) fn map_and_automorphisms(&self) -> (Transformation, u64) {
        if let Some(least) = self.least {
            return least;
        }
        let weight =
            |map: &Map| map.orders() * blank_row_orders(self.board.clues.blank[usize::from(map.orientation)]);
        (self.maps[0].transformation(), self.maps.iter().map(weight).sum())
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn store_rows(rows: &mut Row4, vector: __m512i) {
    // SAFETY: the rows are 64 bytes that may be written, at an address that is a multiple of 64.
    unsafe { _mm512_store_si512(rows.0.as_mut_ptr().cast(), vector) }
}

/// The keys of these lanes, and the greatest number in place of all others. The key of lane i is the word 2 i.
#[inline]
#[target_feature(enable = "avx512f,bmi2")]
fn wanted_keys(keys: __m512i, lanes: u16) -> __m512i {
    let words = _pdep_u32(u32::from(lanes), 0b01_0101) as u8;
    _mm512_mask_and_epi64(_mm512_set1_epi64(-1), words, keys, _mm512_set1_epi64(KEY))
}
