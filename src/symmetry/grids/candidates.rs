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
use super::lookup::{Lookup, Row};
use super::second_row::{COLUMN_BITS, Normalization, box_orders, key, nine};
use super::tables::Tables;
use crate::grid::CELLS;
use std::array;

/// Nine rows of digits, 1 to 9.
pub(super) type Board = [Row; 9];

/// A map that makes the first three rows minimal, in the parts of a
/// [`Transformation`](crate::symmetry::Transformation).
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) transposed: bool,
    pub(super) rows: [u8; 9],
    pub(super) columns: Row,
    /// What each digit becomes; the last six are not used.
    pub(super) labels: Row,
}

/// A band of the least class.
#[derive(Clone, Copy, Debug)]
struct LeastBand {
    transposed: bool,
    band: u8,
    /// The column order that normalizes the band.
    columns: Row,
    entry: BandEntry,
}

/// The bands of a grid whose class is the least of all six.
#[derive(Clone, Copy)]
pub(super) struct LeastBands<L> {
    lookup: L,
    tables: &'static Tables,
    /// The grid, and the transposed grid.
    boards: [Board; 2],
    bands: [LeastBand; 6],
    len: usize,
}

impl<L: Lookup> LeastBands<L> {
    #[inline(always)]
    pub(super) fn new(lookup: L, grid: &[u8; CELLS]) -> Self {
        let bands = [LeastBand { transposed: false, band: 0, columns: [0; 16], entry: BandEntry::NONE }; 6];
        let mut least = Self { lookup, tables: Tables::get(), boards: [[[0; 16]; 9]; 2], bands, len: 0 };
        lookup.read(grid, &mut least.boards);
        for transposed in [false, true] {
            let found = lookup.look_up_bands(least.tables, &least.boards[usize::from(transposed)]);
            for (band, (normalization, entry)) in (0..).zip(found) {
                least.add(transposed, band, normalization, entry);
            }
        }
        least
    }

    /// Adds a band, unless its class is greater than that of the bands so far; drops those of a greater class.
    #[inline(always)]
    fn add(&mut self, transposed: bool, band: u8, normalization: Normalization, entry: BandEntry) {
        let ordering = self.bands[..self.len]
            .first()
            .map_or(Ordering::Less, |least| entry.index().cmp(&least.entry.index()));
        match ordering {
            Ordering::Greater => return,
            Ordering::Equal => {}
            Ordering::Less => self.len = 0,
        }
        self.bands[self.len] = LeastBand { transposed, band, columns: normalization.columns(), entry };
        self.len += 1;
    }

    /// The number of bands, at least one.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Candidate `number` of those that bring the band `band` of these to the top.
    #[inline(always)]
    pub(super) fn candidate(&self, band: usize, number: usize) -> Option<Candidate> {
        let least = &self.bands[..self.len][band];
        let map = self.tables.bands.maps[least.entry.maps()].get(number)?;
        Some(candidate(self.lookup, &self.boards, least, map))
    }

    /// The first three rows of every candidate's image, above rows that are larger than any labels.
    pub(super) fn largest_image(&self) -> Board {
        let mut image = [[u8::MAX; 16]; 9];
        for (row, labels) in image.iter_mut().zip(self.tables.bands.forms[self.bands[0].entry.index()]) {
            row[..9].copy_from_slice(&labels);
        }
        image
    }

    /// Row `row` of the image under a candidate.
    #[inline(always)]
    pub(super) fn image_row(&self, candidate: &Candidate, row: usize) -> Row {
        let source = &self.boards[usize::from(candidate.transposed)][usize::from(candidate.rows[row])];
        self.lookup.image(source, &candidate.columns, &candidate.labels)
    }
}

/// What normalizes a band, and the entry of the normalized band.
#[inline(always)]
pub(super) fn look_up<L: Lookup>(
    lookup: L,
    tables: &Tables,
    [first, second, third]: [&Row; 3],
) -> (Normalization, BandEntry) {
    let bit_of = lookup.table(first, &nine(&COLUMN_BITS));
    let (second, third) = (lookup.lookup(&bit_of, second), lookup.lookup(&bit_of, third));
    let normalization = tables.normalizations[key(lookup, &second)];
    let number = normalization.band(box_orders(lookup, &third), &tables.moved_orders);
    (normalization, tables.bands.entries[number])
}

/// The candidate of a band's map: the order of the other six rows and all labels follow from it.
#[inline(always)]
fn candidate<L: Lookup>(lookup: L, boards: &[Board; 2], least: &LeastBand, map: &BandMap) -> Candidate {
    let (board, columns_of_board) =
        (&boards[usize::from(least.transposed)], &boards[usize::from(!least.transposed)]);
    let columns = lookup.lookup(&least.columns, map.row());
    let band = 3 * least.band;
    let [first, second, third] = array::from_fn(|row| band + map.rows()[row]);
    let first_row = lookup.lookup(&board[usize::from(first)], &columns);
    let labels = lookup.table(&first_row, &nine(&[1, 2, 3, 4, 5, 6, 7, 8, 9]));
    let first_column = &columns_of_board[usize::from(columns[0])];
    let first_label = |row: usize| labels[usize::from(first_column[row] & 15)] << 4 | row as u8;
    let sorted =
        |band: usize| sorted([first_label(3 * band), first_label(3 * band + 1), first_label(3 * band + 2)]);
    let (mut upper, mut lower) =
        (sorted(usize::from(least.band + 1) % 3), sorted(usize::from(least.band + 2) % 3));
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
