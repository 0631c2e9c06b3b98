//! The maps with which whole grids enter the list of maps, after their third row.

use super::super::{
    cells::{self, Cells},
    clues::line_number,
    whole_grid::{Start, least_bands},
};
use super::lanes::{Lanes, MOST_BOARDS, MOST_OF_BOARD, Quads, STARTS, gather};
use super::place::{Parts, bytes_of_digits};
use super::tables::BY_BYTE;
use crate::simd::Quarter;
use crate::symmetry::{
    bands::{Band, Bands, BoxColumns, Normalization},
    orders::ORDERS,
};

/// The row after which whole grids enter.
pub(super) const ENTRY: usize = 3;

/// Room for the bands of all grids, and for their maps, and for three more, because four are read and written together.
const BANDS: usize = 256;
const STARTS_ROOM: usize = 1024;

const _: () = assert!(6 * MOST_BOARDS + 3 <= BANDS && MOST_OF_BOARD * MOST_BOARDS + 3 <= STARTS_ROOM);

/// The whole grids of a batch.
#[derive(Debug)]
pub(super) struct WholeGrids {
    boards: [u8; MOST_BOARDS],
    count: usize,
    /// The first line of each of a grid's six bands, among the lines of all boards.
    lines: [u16; BANDS],
    /// The column of each digit in the first row of a band.
    columns: Quads<BANDS>,
    /// The columns in the first row of another row's digits, in the order of that row, as a key.
    keys: [u64; BANDS],
    normalizations: [Normalization; BANDS],
    bands: [Band; BANDS],
    /// The maps that make the first three rows least, each with its board.
    starts: [(Start, u8); STARTS_ROOM],
    maps: usize,
}

impl WholeGrids {
    pub(super) fn new() -> Box<Self> {
        Box::new(Self {
            boards: [0; MOST_BOARDS],
            count: 0,
            lines: [0; BANDS],
            columns: Quads::ZERO,
            keys: [0; BANDS],
            normalizations: [Normalization::default(); BANDS],
            bands: [Band::default(); BANDS],
            starts: [Default::default(); STARTS_ROOM],
            maps: 0,
        })
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    #[inline(always)]
    pub(super) fn push(&mut self, board: usize) {
        self.boards[self.count % MOST_BOARDS] = board as u8;
        for band in 0..6 {
            self.lines[(6 * self.count + band) % BANDS] = (32 * board + line_number(3 * band)) as u16;
        }
        self.count += 1;
    }

    /// Makes the maps of all grids, puts them at `to` and after it, and returns their number.
    #[inline(always)]
    pub(super) fn place<S: Cells>(&mut self, simd: S, to: usize, lanes: &mut Lanes) -> usize {
        if self.count == 0 {
            return 0;
        }
        let table = Bands::get();
        self.find_bands(simd, table, lanes);
        self.list_maps();
        for number in (0..self.maps).step_by(4) {
            let mut four = Parts::<S>::new(simd);
            four.set_lane::<0>(simd, self.parts(number, table, lanes));
            four.set_lane::<1>(simd, self.parts(number + 1, table, lanes));
            four.set_lane::<2>(simd, self.parts(number + 2, table, lanes));
            four.set_lane::<3>(simd, self.parts(number + 3, table, lanes));
            four.order_by_bytes(simd).place::<true>(simd).put_all(simd, lanes, to + number);
        }
        self.maps
    }

    /// Finds the bands like [`Bands::find`], four at a time.
    ///
    /// Each loop is short, which lets the processor work on several bands at once while it waits for the table.
    #[inline(always)]
    fn find_bands<S: Cells>(&mut self, simd: S, table: &Bands, lanes: &Lanes) {
        const COLUMNS: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let (by_byte, low) = (simd.repeat(&BY_BYTE), simd.splat8(15));
        let bands = 6 * self.count;
        for number in (0..bands).step_by(4) {
            let columns = bytes_of_digits(simd, self.rows(simd, number, 0, lanes), COLUMNS);
            let columns = simd.and(columns, low);
            let second = simd.shuffle(self.rows(simd, number, 1, lanes), by_byte);
            simd.store(columns, self.columns.four_mut(number));
            self.put_keys(simd, number, simd.shuffle(columns, second));
        }
        for (normalization, &key) in self.normalizations[..bands].iter_mut().zip(&self.keys) {
            *normalization = table.normalization(box_columns(key));
        }
        for number in (0..bands).step_by(4) {
            let order = |lane: usize| {
                let normalization = self.normalizations[(number + lane) % BANDS];
                &table.orders[usize::from(normalization.order)]
            };
            let orders = simd.shuffle(gather(simd, |lane| &order(lane)[0]), by_byte);
            let inverses = gather(simd, |lane| &order(lane)[1]);
            let third = simd.shuffle(self.rows(simd, number, 2, lanes), orders);
            let third = simd.shuffle(simd.load(self.columns.four(number)), third);
            self.put_keys(simd, number, simd.and(simd.shuffle(inverses, third), low));
        }
        for (number, band) in self.bands[..bands].iter_mut().enumerate() {
            *band = table.band(self.normalizations[number], box_columns(self.keys[number]));
        }
    }

    /// Returns one of the three rows of four bands.
    #[inline(always)]
    fn rows<S: Cells>(&self, simd: S, number: usize, row: usize, lanes: &Lanes) -> S::V {
        gather(simd, |lane| lanes.line_at(usize::from(self.lines[(number + lane) % BANDS]) + row))
    }

    /// Stores the keys of four rows of columns, each below 16, at the bytes of positions.
    #[inline(always)]
    fn put_keys<S: Cells>(&mut self, simd: S, number: usize, columns: S::V) {
        if let Some(keys) = self.keys[number % BANDS..].first_chunk_mut::<4>() {
            simd.store_low_words(cells::keys(simd, cells::value(simd, simd.shl32::<4>(columns))), keys);
        }
    }

    /// Lists the maps of each grid, unless there are too many.
    #[inline(always)]
    fn list_maps(&mut self) {
        self.maps = 0;
        for (&board, bands) in self.boards[..self.count].iter().zip(self.bands.as_chunks().0) {
            let (mut least, before) = (least_bands(bands), self.maps);
            while least != 0 {
                let number = least.trailing_zeros() as u8;
                least &= least - 1;
                let band = bands[usize::from(number)];
                let maps = band.maps();
                if self.maps - before + maps.len() > MOST_OF_BOARD {
                    self.maps = before;
                    break;
                }
                // Two are written before their number is known.
                let after = self.maps + maps.len();
                for map in maps.start..maps.end.max(maps.start + 2) {
                    self.starts[self.maps % STARTS_ROOM] =
                        (Start { band: number, order: band.order, map }, board);
                    self.maps += 1;
                }
                self.maps = after;
            }
        }
    }

    /// Returns the parts of a map.
    #[inline(always)]
    fn parts<'a>(&self, number: usize, table: &'a Bands, lanes: &'a Lanes) -> [&'a Quarter; 6] {
        let (start, board) = self.starts[number.min(self.maps - 1) % STARTS_ROOM];
        let (band, map) = (usize::from(start.band), &table.maps[usize::from(start.map)]);
        let from = STARTS + 2 * usize::from(board) + band / 3;
        let list = &LISTS[band % 3][usize::from(map.rows % 6)];
        [
            &table.orders[usize::from(start.order)][0],
            &map.columns,
            lanes.line(lanes.first_line(from), from, usize::from(list[0])),
            lanes.labels.one(from),
            lanes.rows.one(from),
            list,
        ]
    }
}

/// Returns the columns in each box, from a key of columns.
#[inline(always)]
fn box_columns(key: u64) -> BoxColumns {
    let number = |bit: u32| (key >> bit) as usize & 0x3ff;
    [number(36), number(20), number(4)]
}

/// The shuffle of the list of rows, by the band that comes to the top and the order of its rows.
static LISTS: [[Quarter; 6]; 3] = [lists(0), lists(1), lists(2)];

const fn lists(band: u8) -> [Quarter; 6] {
    let mut lists = [[0; 16]; 6];
    const_for!(i in 0..6 * 16 => {
        let (order, place) = (i / 16, i % 16);
        lists[order][place] = match place {
            0..3 => 3 * band + ORDERS[order][place],
            3..9 if place as u8 - 3 < 3 * band => place as u8 - 3, // the bands before it
            _ => place as u8,
        };
    });
    lists
}
