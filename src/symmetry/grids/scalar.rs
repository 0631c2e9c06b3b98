//! The minlex form of a grid in plain Rust, one candidate after the other: the specification of the other paths.

use std::cmp::Ordering;

use super::CanonicalForm;
use super::candidates::{Board, Candidate, LeastBands};
use super::lookup::{Lookup, Plain, Row};
use crate::grid::{self, CELLS};
use crate::symmetry::Transformation;
use std::array;

/// The forms of grids, one after another.
#[inline(always)]
pub(super) fn forms(lookup: impl Lookup, grids: &[[u8; CELLS]], forms: &mut [CanonicalForm]) {
    for (grid, form) in grids.iter().zip(forms) {
        *form = form_of(lookup, grid);
    }
}

/// Do equal digits share a house of one of the grids?
#[inline(always)]
pub(super) fn have_conflict(lookup: impl Lookup, grids: &[[u8; CELLS]]) -> bool {
    let mut found = false;
    for grid in grids {
        found |= lookup.has_conflict(grid); // not in a closure, see `look_up_bands`
    }
    found
}

/// The smallest image under all candidates, the first candidate that attains it, and how many do.
///
/// A band is left as soon as one of its candidates makes the smallest image of an earlier band. Let `f` be that
/// candidate, and `e` one of the earlier band with the same image. Then `e`, followed by the inverse of `f`, makes the
/// grid of itself and brings the earlier band to the place of the later one. So both bands have the same images, each
/// as often: none of the later band is smaller, and as many candidates attain the smallest.
#[inline(always)]
fn form_of(lookup: impl Lookup, grid: &[u8; CELLS]) -> CanonicalForm {
    let least = LeastBands::new(lookup, grid);
    let mut image = least.largest_image();
    let (mut best, mut bands, mut maps_per_band) = (None, 0, 0);
    for band in 0..least.len() {
        let mut maps = 0;
        let mut number = 0;
        while let Some(candidate) = least.candidate(band, number) {
            number += 1;
            match lower(&mut image, &least, &candidate) {
                Ordering::Greater => {}
                Ordering::Less => (best, bands, maps) = (Some(candidate), 1, 1),
                Ordering::Equal if maps > 0 => maps += 1,
                Ordering::Equal => {
                    bands += 1;
                    break;
                }
            }
        }
        if maps > 0 {
            maps_per_band = maps;
        }
    }
    let map = best.as_ref().map_or(Transformation::IDENTITY, transformation);
    CanonicalForm { text: text(&image), map, automorphisms: bands * maps_per_band }
}

/// The maps of all candidates that make the smallest image, one after the other.
pub(super) struct MinimalMaps {
    least: LeastBands<Plain>,
    image: Board,
    band: usize,
    number: usize,
}

impl MinimalMaps {
    pub(super) fn new(grid: &[u8; CELLS]) -> Self {
        let text = form_of(Plain, grid).text;
        let image = array::from_fn(|row| {
            array::from_fn(|column| if column < 9 { text[9 * row + column] & 15 } else { 0 })
        });
        Self { least: LeastBands::new(Plain, grid), image, band: 0, number: 0 }
    }
}

impl Iterator for MinimalMaps {
    type Item = Transformation;

    fn next(&mut self) -> Option<Transformation> {
        while self.band < self.least.len() {
            let Some(candidate) = self.least.candidate(self.band, self.number) else {
                (self.band, self.number) = (self.band + 1, 0);
                continue;
            };
            self.number += 1;
            if (3..9).all(|row| number(&self.least.image_row(&candidate, row)) == number(&self.image[row])) {
                return Some(transformation(&candidate));
            }
        }
        None
    }
}

/// The smallest image of a puzzle under the minimal maps of its solution, a map that makes it, and how many do.
pub(super) fn smallest_image(puzzle: &[u8; CELLS], solution: &[u8; CELLS]) -> CanonicalForm {
    let images = MinimalMaps::new(solution).map(|map| image(puzzle, map));
    let smallest = images.reduce(|best, next| match next.text.cmp(&best.text) {
        Ordering::Greater => best,
        Ordering::Less => next,
        Ordering::Equal => CanonicalForm { automorphisms: best.automorphisms + 1, ..best },
    });
    smallest.unwrap_or_default()
}

/// The image of a puzzle under a map.
pub(super) fn image(puzzle: &[u8; CELLS], map: Transformation) -> CanonicalForm {
    let clues: [u8; CELLS] = array::from_fn(|cell| grid::digit(puzzle[cell]).unwrap_or(0));
    let digits = map.apply(&clues);
    CanonicalForm { text: array::from_fn(|cell| b'0' + digits[cell]), map, automorphisms: 1 }
}

/// Compares the image under `candidate` with `image`, and puts it there when it is less.
#[inline(always)]
fn lower(image: &mut Board, least: &LeastBands<impl Lookup>, candidate: &Candidate) -> Ordering {
    for row in 3..9 {
        let ordering = number(&least.image_row(candidate, row)).cmp(&number(&image[row]));
        if ordering == Ordering::Less {
            for row in row..9 {
                image[row] = least.image_row(candidate, row);
            }
        }
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
    Ordering::Equal
}

/// The first eight labels as one number, which orders rows as all nine labels do: the ninth follows from them.
fn number(row: &Row) -> u64 {
    u64::from_be_bytes(*row.first_chunk().expect("sixteen bytes"))
}

fn transformation(candidate: &Candidate) -> Transformation {
    let digits = candidate.labels.first_chunk().expect("sixteen labels");
    let columns = candidate.columns.first_chunk().expect("sixteen columns");
    Transformation::from_parts(candidate.transposed, candidate.rows, *columns, *digits)
}

fn text(board: &Board) -> [u8; CELLS] {
    let mut text = [0; CELLS + 7]; // each row is written with seven bytes that the next one covers
    for (row, labels) in board.iter().enumerate() {
        let labels: Row = array::from_fn(|i| labels[i] | b'0');
        text[9 * row..9 * row + 16].copy_from_slice(&labels);
    }
    array::from_fn(|cell| text[cell])
}
