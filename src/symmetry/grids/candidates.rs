//! The maps of a grid that make its first three rows minimal: the only ones that can make the whole grid minimal.
//!
//! ```text
//! grid ─▶ 3 bands, 3 stacks ─▶ class of each, 0 to 415 ─▶ those of the least class
//!                                                              │
//!            candidate ◀─ all other rows forced ◀─ each map that makes the band minimal
//! ```
//! **Why these are all.** Every map brings one of the six bands (the stacks are bands of the transposed grid) to the
//! top, its rows in some order and the columns in some order, and the first row labels the digits. So the first three
//! rows of the smallest image are the smallest form of some band, and the maps that attain them are those of the bands
//! with the least class, as [`bands`](super::bands) lists them. Such a map leaves the other two bands and their rows
//! free. The labels in the first column of those six rows are all different, so that exactly one order of the bands and
//! rows makes the image smallest: rows ascend by their first label, and so do bands by that of their first row.

use std::cmp::Ordering;

use super::bands::{BandEntry, BandMap};
use super::columns::ColumnOrder;
use super::second_row::{COLUMN_BITS, box_orders, key};
use super::tables::Tables;
use crate::array::array_of;
use crate::grid::CELLS;

/// Nine rows of digits, 1 to 9.
pub(super) type Board = [[u8; 9]; 9];

/// The same in rows of sixteen, of which the last seven are not used: the low half of a byte needs no check as an index.
type PaddedBoard = [[u8; 16]; 9];

/// A map that makes the first three rows minimal, in the parts of a
/// [`Transformation`](crate::symmetry::Transformation).
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) transposed: bool,
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
    /// What each digit becomes; the last six are not used.
    pub(super) labels: [u8; 16],
}

/// A band of the least class.
#[derive(Clone, Copy, Debug, Default)]
struct LeastBand {
    transposed: bool,
    band: usize,
    /// The column order that normalizes the band.
    columns: ColumnOrder,
    entry: BandEntry,
}

/// The bands of a grid whose class is the least of all six.
pub(super) struct LeastBands {
    tables: &'static Tables,
    /// The grid, and the transposed grid.
    boards: [PaddedBoard; 2],
    bands: [LeastBand; 6],
    len: usize,
}

impl LeastBands {
    pub(super) fn new(grid: &[u8; CELLS]) -> Self {
        let mut boards = [[[0; 16]; 9]; 2];
        for row in 0..9 {
            for column in 0..9 {
                boards[0][row][column] = grid[9 * row + column] & 15;
                boards[1][row][column] = grid[9 * column + row] & 15;
            }
        }
        let mut least = Self { tables: Tables::get(), boards, bands: Default::default(), len: 0 };
        for number in 0..6 {
            least.add(number / 3 == 1, number % 3);
        }
        least
    }

    /// Adds a band, unless its class is greater than that of the bands so far; drops those of a greater class.
    fn add(&mut self, transposed: bool, band: usize) {
        let board = &self.boards[usize::from(transposed)];
        let row = |row: usize| board[3 * band + row].first_chunk().expect("sixteen bytes");
        let (columns, entry) = look_up(self.tables, [row(0), row(1), row(2)]);
        let ordering = self.bands[..self.len]
            .first()
            .map_or(Ordering::Less, |least| entry.index().cmp(&least.entry.index()));
        match ordering {
            Ordering::Greater => return,
            Ordering::Equal => {}
            Ordering::Less => self.len = 0,
        }
        self.bands[self.len] = LeastBand { transposed, band, columns, entry };
        self.len += 1;
    }

    /// The number of bands, at least one.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Candidate `number` of those that bring the band `band` of these to the top.
    #[inline]
    pub(super) fn candidate(&self, band: usize, number: usize) -> Option<Candidate> {
        let least = &self.bands[..self.len][band];
        let map = self.tables.bands.maps[least.entry.maps()].get(number)?;
        Some(candidate(&self.boards[usize::from(least.transposed)], least, map))
    }

    /// All candidates that bring the band `band` of these to the top.
    pub(super) fn candidates(&self, band: usize) -> impl Iterator<Item = Candidate> {
        (0..).map_while(move |number| self.candidate(band, number))
    }

    /// The first three rows of every candidate's image, above rows that are larger than any labels.
    pub(super) fn largest_image(&self) -> Board {
        let mut image = [[u8::MAX; 9]; 9];
        image[..3].copy_from_slice(&self.tables.bands.forms[self.bands[0].entry.index()]);
        image
    }

    /// Row `row` of the image under a candidate.
    #[inline]
    pub(super) fn image_row(&self, candidate: &Candidate, row: usize) -> [u8; 9] {
        let source = &self.boards[usize::from(candidate.transposed)][usize::from(candidate.rows[row])];
        array_of(|place| {
            let digit = source[usize::from(candidate.columns[place] & 15)];
            candidate.labels[usize::from(digit & 15)]
        })
    }
}

/// The column order that normalizes a band, and the entry of the normalized band.
#[inline]
pub(super) fn look_up(tables: &Tables, [first, second, third]: [&[u8; 9]; 3]) -> (ColumnOrder, BandEntry) {
    let mut bit_of = [0; 16];
    for (&digit, bit) in first.iter().zip(COLUMN_BITS) {
        bit_of[usize::from(digit & 15)] = bit;
    }
    let bits = |row: &[u8; 9]| array_of(|column| bit_of[usize::from(row[column] & 15)]);
    let normalization = tables.normalizations[key(&bits(second))];
    let number = normalization.band(box_orders(&bits(third)), &tables.moved_orders);
    (normalization.columns(), tables.bands.entries[number])
}

/// The candidate of a band's map: the order of the other six rows and all labels follow from it.
#[inline]
fn candidate(board: &PaddedBoard, least: &LeastBand, map: &BandMap) -> Candidate {
    let columns: ColumnOrder = array_of(|place| least.columns[usize::from(map.columns()[place])]);
    let band = 3 * least.band as u8;
    let [first, second, third] = array_of(|row| band + map.rows()[row]);
    let mut labels = [0; 16];
    for (&column, label) in columns.iter().zip(1..) {
        labels[usize::from(board[usize::from(first)][usize::from(column & 15)] & 15)] = label;
    }
    let first_label =
        |row: usize| labels[usize::from(board[row][usize::from(columns[0] & 15)] & 15)] << 4 | row as u8;
    let sorted =
        |band: usize| sorted([first_label(3 * band), first_label(3 * band + 1), first_label(3 * band + 2)]);
    let (mut upper, mut lower) = (sorted((least.band + 1) % 3), sorted((least.band + 2) % 3));
    if upper[0] > lower[0] {
        std::mem::swap(&mut upper, &mut lower);
    }
    let ([a, b, c], [d, e, f]) = (upper, lower);
    Candidate {
        transposed: least.transposed,
        rows: [first, second, third, a & 15, b & 15, c & 15, d & 15, e & 15, f & 15],
        columns,
        labels,
    }
}

#[inline]
fn sorted([a, b, c]: [u8; 3]) -> [u8; 3] {
    let (low, high) = (a.min(b), a.max(b));
    [low.min(c), low.max(high.min(c)), high.max(c)]
}
