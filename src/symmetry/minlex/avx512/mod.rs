//! The search on vectors: up to four rows of a puzzle under one map at a time.
//!
//! The same search as [`super::search`], with one difference: columns that get new digits in the same row are told
//! apart at once, so that a map has no open labels and a row needs nothing but two byte shuffles (columns, labels)
//! and a sort of the joined columns. A board with too many orders of this kind, or with too many maps, is handed back.
//! It is for the search that leaves such columns joined.
//!
//! ```text
//! rows of a band   [ row 0 | row 1 | row 2 | – ]          four times 16 bytes; byte c holds the digit of column c
//!   shuffled by      [ columns | columns | columns | – ]    → digits in the order of the image
//!   looked up in     [ labels  | labels  | labels  | – ]    → label << 4, the next label for a digit without one
//!   with columns     label << 4 | column                    so that a sort moves the columns along
//!   sorted           joined columns: three exchanges of neighbouring bytes; joined stacks: three of words
//!   dot product      100 a + 10 b + c for each stack        → three values, packed to one key of 48 bits
//! ```

mod board;
mod tables;

use std::arch::x86_64::*;

use self::{
    board::Board,
    tables::{BYTE, Columns, MOST_ORDERS, NONE, SECONDS, THIRDS, Tables},
};
use super::{
    CanonicalForm,
    partial::{PartialMap, blank_row_orders, without_interchangeable},
    search::Effort,
};
use crate::{grid::CELLS, symmetry::Transformation};

/// The most maps at one depth; a board with more is handed back.
const MOST_MAPS: usize = 1024;

/// Proof that the processor has every feature that this module uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

impl Avx512 {
    /// The token, where the processor and the system allow it.
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vnni")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// What the vector search says of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The form is written.
    Form,
    /// Equal clues share a house.
    Conflict,
    /// Too many orders or maps for this search.
    HandedBack,
}

/// A map as far as the rows placed settle it, with no label open.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Map {
    columns: Columns,
    /// The labels given, four bits for each digit; 0 for a digit without one.
    labels: u64,
    /// All four bits of each digit without a label.
    unlabelled: u64,
    /// The rows placed, four bits each.
    rows: u64,
    /// The rows left, one bit each.
    left: u16,
    /// The next label.
    next: u8,
    orientation: u8,
    /// The first row of the band last placed in.
    band: u8,
}

/// A row that may be least: a map, a row of the board, and where its sorted cells are.
#[derive(Clone, Copy, Debug, Default)]
struct Hit {
    map: u16,
    /// The vector among those of this depth, and the lane in it.
    vector: u16,
    lane: u8,
    row: u8,
}

/// Boards that are searched in step: a row of one and a row of the next do not wait for each other, so the processor
/// works on several at once.
pub(super) const IN_STEP: usize = 8;

/// The search with its memory.
#[derive(Debug)]
pub(super) struct VectorSearch {
    token: Avx512,
    tables: &'static Tables,
    /// One for each board in step, and one for a board whose search goes on here.
    slots: Vec<Slot>,
    scratch: Scratch,
    effort: Effort,
}

/// One board in search.
#[derive(Debug)]
struct Slot {
    board: Board,
    maps: Vec<Map>,
    /// The rows that are placed.
    depth: usize,
    found: Found,
    /// The form's rows, nine bytes each, with room for the last vector.
    text: [u8; CELLS + 7],
}

/// Memory for one depth of one board.
#[derive(Debug)]
struct Scratch {
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

impl VectorSearch {
    pub(super) fn new(token: Avx512) -> Self {
        let slot = || Slot {
            board: Board::default(),
            maps: Vec::with_capacity(MOST_MAPS),
            depth: 0,
            found: Found::Form,
            text: [0; CELLS + 7],
        };
        let scratch = Scratch {
            cells: vec![Row4([0; 64]); 2 * MOST_MAPS],
            hits: vec![Hit::default(); 6 * MOST_MAPS],
            maps: Vec::with_capacity(MOST_MAPS),
        };
        Self {
            token,
            tables: Tables::get(),
            slots: std::iter::repeat_with(slot).take(IN_STEP + 1).collect(),
            scratch,
            effort: Effort::default(),
        }
    }

    pub(super) fn effort(&self) -> Effort {
        self.effort
    }

    /// Searches for the forms of up to [`IN_STEP`] puzzles, where every byte but `1` to `9` is a blank.
    pub(super) fn run(&mut self, puzzles: &[[u8; CELLS]]) {
        let _proof: Avx512 = self.token;
        // SAFETY: the token proves each feature that the function enables.
        unsafe { self.search(puzzles) }
    }

    /// What the last run says of the puzzle with this number.
    pub(super) fn found(&self, number: usize) -> Found {
        self.slots[number].found
    }

    /// The form of the puzzle with this number in the last run, where one is found.
    pub(super) fn form(&self, number: usize) -> CanonicalForm {
        self.slots[number].form()
    }

    /// Goes on with a search whose maps settle `depth` rows and have no open label. A map that gives the form, and
    /// the number of geometric maps that do; `None` when it is too much here. Leaves the last run as it is.
    pub(super) fn resume(
        &mut self,
        puzzle: &[u8; CELLS],
        depth: usize,
        maps: &[PartialMap],
    ) -> Option<(Transformation, u64)> {
        let _proof: Avx512 = self.token;
        // SAFETY: the token proves each feature that the function enables.
        unsafe { self.search_on(puzzle, depth, maps) }
        let slot = &self.slots[IN_STEP];
        (slot.found == Found::Form).then(|| (slot.maps[0].transformation(), slot.automorphisms()))
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn search(&mut self, puzzles: &[[u8; CELLS]]) {
        let slots = &mut self.slots[..puzzles.len()];
        for (slot, puzzle) in slots.iter_mut().zip(puzzles) {
            slot.start(puzzle, self.tables, &mut self.effort);
        }
        for depth in 1..9 {
            for slot in slots.iter_mut().filter(|slot| slot.found == Found::Form) {
                slot.go_on(depth, self.tables, &mut self.scratch, &mut self.effort);
            }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn search_on(&mut self, puzzle: &[u8; CELLS], depth: usize, maps: &[PartialMap]) {
        let slot = &mut self.slots[IN_STEP];
        slot.board.read(puzzle);
        slot.depth = depth;
        slot.found = if maps.len() > MOST_MAPS { Found::HandedBack } else { Found::Form };
        slot.maps.clear();
        slot.maps.extend(maps.iter().take(MOST_MAPS).map(|map| Map::of(map, depth)));
        for depth in depth..9 {
            if slot.found == Found::Form {
                slot.go_on(depth, self.tables, &mut self.scratch, &mut self.effort);
            }
        }
    }
}

impl Slot {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn start(&mut self, puzzle: &[u8; CELLS], tables: &Tables, effort: &mut Effort) {
        self.depth = 1;
        self.found = if self.board.read(puzzle) {
            Found::Conflict
        } else if self.place_first_row(tables, effort).is_err() {
            Found::HandedBack
        } else {
            Found::Form
        };
    }

    /// Starts with the lines that give the least first row, and the orders of columns that do.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_first_row(&mut self, tables: &Tables, effort: &mut Effort) -> Result<(), TooMany> {
        self.maps.clear();
        for orientation in 0..2_u8 {
            let mut rows = self.board.first_rows[usize::from(orientation)];
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

    /// Places the row `depth` of the image, or all from that row on where nothing but their order is left to find.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn go_on(&mut self, depth: usize, tables: &Tables, scratch: &mut Scratch, effort: &mut Effort) {
        if self.depth > depth {
            return;
        }
        self.depth = depth + 1;
        if depth % 3 == 0 && self.maps.iter().all(Map::is_settled) {
            self.sort_rest(depth, scratch, effort);
            self.depth = 9;
        } else {
            self.place_row(depth, tables, scratch, effort);
        }
    }

    /// Places all rows from the start of a band on under maps whose columns and labels are settled: then the rows of
    /// each band are sorted, and the bands by their first rows. No two rows are equal but blank ones, which are
    /// interchangeable.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn sort_rest(&mut self, depth: usize, scratch: &mut Scratch, effort: &mut Effort) {
        let mut least = Rest::GREATEST;
        scratch.maps.clear();
        for map in &self.maps {
            let vectors = Vectors::of(map);
            let mut rest = Rest::GREATEST;
            let mut bands = map.left & 0b001_001_001;
            while bands != 0 {
                let first = bands.trailing_zeros() as u8;
                bands &= bands - 1;
                let (_, keys) = vectors.place(self.board.band(map.orientation, usize::from(first / 3)));
                rest.insert(sorted_band(keys, first));
                effort.placements += 3;
            }
            if rest.is_less(&least) {
                scratch.maps.clear();
                least = rest;
            } else if least.is_less(&rest) {
                continue;
            }
            let mut map = *map;
            let order = load(&map.columns.order);
            for (depth, row) in (depth..9).zip(rest.rows()) {
                let line = self.board.row(map.orientation, row);
                map.place(depth, row, line, order, &mut self.text);
            }
            scratch.maps.push(map);
        }
        std::mem::swap(&mut self.maps, &mut scratch.maps);
        effort.note_maps(self.maps.len());
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_row(&mut self, depth: usize, tables: &Tables, scratch: &mut Scratch, effort: &mut Effort) {
        let hits = if depth % 3 == 2 && self.maps.len() == 1 {
            self.place_last_of_band(depth, scratch, effort)
        } else {
            self.find_least(depth, scratch, effort)
        };
        if self.follow_hits(depth, hits, tables, scratch).is_err() {
            self.found = Found::HandedBack;
        }
        effort.note_maps(self.maps.len());
    }

    /// Places the one row that is left of a band under the one map that is left: there is nothing to compare.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place_last_of_band(&self, depth: usize, scratch: &mut Scratch, effort: &mut Effort) -> usize {
        let map = &self.maps[0];
        let row = map.next_rows(depth, 0).trailing_zeros() as u8;
        let line = _mm512_castsi128_si512(self.board.row(map.orientation, row));
        let (cells, _) = Vectors::of(map).place(line);
        store_rows(&mut scratch.cells[0], cells);
        scratch.hits[0] = Hit { map: 0, vector: 0, lane: 0, row };
        effort.placements += 1;
        1
    }

    /// Places every row that may come next under every map, and lists the least. Gives their number.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn find_least(&self, depth: usize, scratch: &mut Scratch, effort: &mut Effort) -> usize {
        let (mut least, mut hits, mut vector) = (u64::MAX, 0, 0);
        for (number, map) in (0..).zip(&self.maps) {
            let mut rows = map.next_rows(depth, self.board.blank[usize::from(map.orientation)]);
            effort.placements += u64::from(rows.count_ones());
            let vectors = Vectors::of(map);
            while rows != 0 {
                let first = rows.trailing_zeros() as usize / 3 * 3;
                let wanted = rows >> first & 0b111;
                rows &= !(0b111 << first);
                let (cells, keys) = vectors.place(self.board.band(map.orientation, first / 3));
                store_rows(&mut scratch.cells[vector], cells);
                // The key of lane i is the word 2 i.
                let keys = _mm512_mask_and_epi64(
                    _mm512_set1_epi64(-1),
                    _pdep_u32(u32::from(wanted), 0b01_0101) as u8,
                    keys,
                    _mm512_set1_epi64(KEY),
                );
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

    fn form(&self) -> CanonicalForm {
        CanonicalForm {
            text: *self.text.first_chunk().expect("the text is longer"),
            map: self.maps[0].transformation(),
            automorphisms: self.automorphisms(),
        }
    }

    fn automorphisms(&self) -> u64 {
        let weight =
            |map: &Map| map.orders() * blank_row_orders(self.board.blank[usize::from(map.orientation)]);
        self.maps.iter().map(weight).sum()
    }
}

/// The bits of a key that count: not the four of each word that say which stack it is.
const KEY: i64 = 0xfff0_fff0_fff0;

/// The rows of up to two bands in the order of the image: for each its key times 16, plus its number.
#[derive(Clone, Copy)]
struct Rest([[u64; 3]; 2]);

impl Rest {
    const GREATEST: Self = Self([[u64::MAX; 3]; 2]);

    /// Adds a band.
    fn insert(&mut self, band: [u64; 3]) {
        self.0 = if band[0] < self.0[0][0] { [band, self.0[0]] } else { [self.0[0], band] };
    }

    fn is_less(&self, other: &Self) -> bool {
        self.keys().lt(other.keys())
    }

    fn keys(&self) -> impl Iterator<Item = u64> {
        self.0.as_flattened().iter().map(|row| row >> 4)
    }

    fn rows(&self) -> impl Iterator<Item = u8> {
        self.0.as_flattened().iter().map(|row| (row & 15) as u8)
    }
}

/// The rows of a band in the order of the image, from their keys, as in [`Rest`].
#[inline]
#[target_feature(enable = "avx512f")]
fn sorted_band(keys: __m512i, first: u8) -> [u64; 3] {
    let mut words = [0_u64; 8];
    // SAFETY: the array is 64 bytes that may be written.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), keys) }
    let row = |lane: u8| (words[2 * usize::from(lane)] & KEY as u64) << 4 | u64::from(first + lane);
    let (a, b, c) = (row(0), row(1), row(2));
    let (low, high) = (a.min(b), a.max(b));
    [low.min(c), low.max(high.min(c)), high.max(c)]
}

/// What a map does to rows, in vectors with four times the same.
struct Vectors {
    columns: __m512i,
    labels: __m512i,
    joined: u16,
    joined_stacks: u8,
}

impl Vectors {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn of(map: &Map) -> Self {
        let columns = _mm512_broadcast_i32x4(load(&map.columns.order));
        let labels = _mm512_broadcast_i32x4(map.label_bytes());
        Self { columns, labels, joined: map.columns.joined, joined_stacks: map.columns.joined_stacks }
    }

    /// The cells of the rows, sorted, and their keys in the even words.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place(&self, rows: __m512i) -> (__m512i, __m512i) {
        let digits = _mm512_shuffle_epi8(rows, self.columns);
        let labels = _mm512_shuffle_epi8(self.labels, digits);
        let low = _mm512_set1_epi8(15);
        // label | (columns & low)
        let mut cells = _mm512_ternarylogic_epi32::<0xf8>(labels, self.columns, low);
        if self.joined != 0 {
            cells = sort_columns(cells, self.joined);
        }
        let weights = _mm512_set1_epi32(0x64_0a_01_00); // 100, 10, 1, and 0 for the byte without a position
        let labels = _mm512_andnot_si512(low, cells);
        let mut values = _mm512_dpbusd_epi32(_mm512_setzero_si512(), labels, weights);
        if self.joined_stacks != 0 {
            (cells, values) = sort_stacks(cells, values, self.joined_stacks);
        }
        (cells, _mm512_packus_epi32(values, values))
    }
}

/// Sorts the bytes of each joined run: the first column has the highest byte and gets the least cell.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn sort_columns(cells: __m512i, joined: u16) -> __m512i {
    const FOUR: u64 = 0x0001_0001_0001_0001;
    let (seconds, thirds) = (u64::from(joined & SECONDS) * FOUR, u64::from(joined & THIRDS) * FOUR);
    let exchange_first =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 3, 2, 4, 5, 7, 6, 8, 9, 11, 10, 12, 13, 14, 15));
    let exchange_last =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 2, 1, 3, 4, 6, 5, 7, 8, 10, 9, 11, 12, 13, 14, 15));
    let mut cells = cells;
    for (exchange, lower) in [(exchange_first, seconds), (exchange_last, thirds), (exchange_first, seconds)] {
        let exchanged = _mm512_shuffle_epi8(cells, exchange);
        let least = _mm512_mask_min_epu8(cells, lower << 1, cells, exchanged);
        cells = _mm512_mask_max_epu8(least, lower, cells, exchanged);
    }
    cells
}

/// Sorts joined stacks by their values; the least comes first, in the highest word.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
fn sort_stacks(cells: __m512i, values: __m512i, joined_stacks: u8) -> (__m512i, __m512i) {
    let places = _mm512_broadcast_i32x4(_mm_setr_epi32(0, 1, 2, 3));
    let first = u16::from(joined_stacks & 2) * 0x1111; // the word of the second stack
    let last = u16::from(joined_stacks & 1) * 0x1111;
    let mut values = _mm512_or_si512(values, places);
    for step in [0, 1, 0] {
        let (exchanged, lower) = match step {
            0 => (_mm512_shuffle_epi32::<0b11_01_10_00>(values), first),
            _ => (_mm512_shuffle_epi32::<0b11_10_00_01>(values), last),
        };
        let least = _mm512_mask_min_epu32(values, lower << 1, values, exchanged);
        values = _mm512_mask_max_epu32(least, lower, values, exchanged);
    }
    let low_bytes = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12));
    let place = _mm512_and_si512(_mm512_shuffle_epi8(values, low_bytes), _mm512_set1_epi8(3));
    let bytes = _mm512_or_si512(_mm512_slli_epi32::<2>(place), _mm512_set1_epi32(0x03_02_01_00));
    (_mm512_shuffle_epi8(cells, bytes), values)
}

impl Map {
    fn start(orientation: u8, columns: Columns) -> Self {
        let unlabelled = 0xff_ffff_fff0;
        Self { columns, labels: 0, unlabelled, rows: 0, left: 0x1ff, next: 1, orientation, band: 0 }
    }

    /// The same map, which has no open label and settles `depth` rows.
    fn of(map: &PartialMap, depth: usize) -> Self {
        let joined =
            (0..8).filter(|p| map.joined >> p & 1 != 0).fold(0, |joined, p| joined | 1 << BYTE[p + 1]);
        let columns = Columns {
            order: tables::in_bytes(map.columns),
            joined,
            joined_stacks: map.joined_stacks >> 1 & 1 | map.joined_stacks << 1 & 2,
        };
        let mut same = Self::start(u8::from(map.transposed), columns);
        same.next = 10 - map.unlabelled.count_ones() as u8;
        for digit in (1..10).filter(|digit| map.unlabelled >> digit & 1 == 0) {
            same.labels |= u64::from(map.labels[digit]) << (4 * digit);
            same.unlabelled &= !(15 << (4 * digit));
        }
        for (depth, row) in map.rows[..depth].iter().enumerate() {
            same.rows |= u64::from(*row) << (4 * depth);
        }
        same.left = map.left;
        same.band = map.rows[depth - 1] / 3 * 3;
        same
    }

    /// Are the columns settled, and the labels but for one digit, which then has the last one?
    fn is_settled(&self) -> bool {
        self.columns.joined == 0 && self.columns.joined_stacks == 0 && self.next >= 9
    }

    /// As [`super::partial::PartialMap::next_rows`].
    fn next_rows(&self, depth: usize, blank_rows: u16) -> u16 {
        let rows = if depth % 3 == 0 { self.left } else { self.left & 0b111 << self.band };
        without_interchangeable(rows, blank_rows)
    }

    /// The labels times 16, in the byte of each digit.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn label_bytes(&self) -> __m128i {
        const HIGH: u64 = 0xf0f0_f0f0_f0f0_f0f0;
        let labels = self.labels | self.unlabelled & u64::from(self.next) * 0x11_1111_1110;
        _mm_set_epi64x(_pdep_u64(labels >> 32, HIGH) as i64, _pdep_u64(labels, HIGH) as i64)
    }

    /// Joins no more what a row tells apart. Gives the order of the columns, and the orders of its bytes when the row
    /// has the same new digits in joined columns or stacks.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn settle<'t>(&mut self, cells: __m128i, tables: &'t Tables) -> (__m128i, Option<&'t [[u8; 16]]>) {
        let labels = _mm_and_si128(cells, _mm_set1_epi8(0xf0_u8 as i8));
        let order = _mm_or_si128(_mm_and_si128(cells, _mm_set1_epi8(15)), load(&NO_POSITION));
        let columns = &mut self.columns;
        columns.joined &= _mm_cmpeq_epi8_mask(labels, _mm_bsrli_si128::<1>(labels));
        columns.joined_stacks &= _mm_cmpeq_epi32_mask(labels, _mm_bsrli_si128::<4>(labels));
        let clues = _mm_test_epi8_mask(labels, labels) & columns.joined;
        let stacks = _mm_test_epi32_mask(labels, labels) & columns.joined_stacks;
        if clues == 0 && stacks == 0 {
            return (order, None);
        }
        columns.joined &= !clues;
        columns.joined_stacks &= !stacks;
        let joins = _pext_u32(u32::from(clues), u32::from(SECONDS | THIRDS)) as u8;
        (order, Some(tables.orders(joins, stacks)))
    }

    /// Takes a row with its columns in order, and writes the row of the image.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,bmi1,bmi2,popcnt")]
    fn place(&mut self, depth: usize, row: u8, line: __m128i, order: __m128i, text: &mut [u8; CELLS + 7]) {
        store(&mut self.columns.order, order);
        self.rows |= u64::from(row) << (4 * depth);
        self.left &= !(1 << row);
        self.band = row / 3 * 3;
        let digits = _mm_shuffle_epi8(line, order);
        let labels = _mm_shuffle_epi8(self.label_bytes(), digits);
        let new = _mm_cmpeq_epi8_mask(labels, _mm_set1_epi8((self.next << 4) as i8));
        let mut image = _mm_and_si128(_mm_srli_epi16::<4>(labels), _mm_set1_epi8(15));
        if new != 0 {
            let count = new.count_ones() as u8;
            // Later positions have lower bytes: the lowest byte gets the last label.
            let last = self.next + count - 1;
            let descending = _mm_sub_epi8(_mm_set1_epi8(last as i8), load(&ASCENDING));
            image = _mm_mask_expand_epi8(image, new, descending);
            let mut digits = _mm_cvtsi128_si64(_mm_maskz_compress_epi8(new, digits)) as u64;
            for label in (self.next..=last).rev() {
                let place = 4 * (digits & 15);
                self.labels |= u64::from(label) << place;
                self.unlabelled &= !(15 << place);
                digits >>= 8;
            }
            self.next = last + 1;
        }
        let image = _mm_add_epi8(_mm_shuffle_epi8(image, load(&BY_POSITION)), _mm_set1_epi8(b'0' as i8));
        store_text(text, depth, image);
    }

    /// The orders of joined columns and stacks: each makes a map with the same image.
    fn orders(&self) -> u64 {
        const ORDERS: [u64; 4] = [1, 2, 2, 6];
        let stack = |byte: u8| ORDERS[usize::from(self.columns.joined >> byte & 3)];
        stack(1) * stack(5) * stack(9) * ORDERS[usize::from(self.columns.joined_stacks)]
    }

    fn transformation(&self) -> Transformation {
        let columns = BYTE.map(|byte| self.columns.order[usize::from(byte)]);
        let mut next = self.next;
        let digits = std::array::from_fn(|digit| {
            let label = (self.labels >> (4 * digit) & 15) as u8;
            if label != 0 || digit == 0 {
                return label;
            }
            next += 1;
            next - 1
        });
        let rows = std::array::from_fn(|depth| (self.rows >> (4 * depth) & 15) as u8);
        Transformation::from_parts(self.orientation == 1, rows, columns, digits)
    }
}

const NO_POSITION: [u8; 16] = [NONE, 0, 0, 0, NONE, 0, 0, 0, NONE, 0, 0, 0, NONE, NONE, NONE, NONE];
const ASCENDING: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const BY_POSITION: [u8; 16] = [11, 10, 9, 7, 6, 5, 3, 2, 1, NONE, NONE, NONE, NONE, NONE, NONE, NONE];

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array is 16 bytes that may be read.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn store(bytes: &mut [u8; 16], vector: __m128i) {
    // SAFETY: the array is 16 bytes that may be written.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector) }
}

/// Writes the nine bytes of a row, and seven more that the next row covers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn store_text(text: &mut [u8; CELLS + 7], depth: usize, row: __m128i) {
    if let Some(bytes) = text[9 * depth..].first_chunk_mut() {
        store(bytes, row);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn store_rows(rows: &mut Row4, vector: __m512i) {
    // SAFETY: the rows are 64 bytes that may be written, at an address that is a multiple of 64.
    unsafe { _mm512_store_si512(rows.0.as_mut_ptr().cast(), vector) }
}
