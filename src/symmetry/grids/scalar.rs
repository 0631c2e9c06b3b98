//! The minlex form of a grid in plain Rust, one candidate after the other: the specification of the other paths.

use std::cmp::Ordering;

use super::CanonicalForm;
use super::candidates::{Board, Candidate, LeastBands};
use super::lookup::{Lookup, Plain, Row};
use crate::grid::CELLS;
use crate::symmetry::Transformation;
use std::array;

/// The forms of grids, one after another, or `false` if it is checked and equal digits share a house of one of them.
#[inline(always)]
pub(super) fn forms(
    lookup: impl Lookup,
    is_checked: bool,
    grids: &[[u8; CELLS]],
    forms: &mut [CanonicalForm],
) -> bool {
    let mut has_conflict = false;
    for grid in grids.iter().filter(|_| is_checked) {
        has_conflict |= lookup.has_conflict(grid); // not in a closure, see `look_up_bands`
    }
    if !has_conflict {
        for (grid, form) in grids.iter().zip(forms) {
            *form = form_of(lookup, grid);
        }
    }
    !has_conflict
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

/// All maps that make the form of a solved grid, as many as it has automorphisms: those of the candidates that make the
/// smallest image. Does not allocate.
pub(super) fn minimal_maps(grid: &[u8; CELLS]) -> impl Iterator<Item = Transformation> {
    let (grid, form, least) = (*grid, form_of(Plain, grid).text, LeastBands::new(Plain, grid));
    let candidates = move |band| (0..).map_while(move |number| least.candidate(band, number));
    let maps = (0..least.len()).flat_map(candidates).map(|candidate| transformation(&candidate));
    maps.filter(move |map| CanonicalForm::of(&grid, *map, 1).text == form)
}

/// The smallest image of a puzzle under the minimal maps of its solution, a map that makes it, and how many do.
pub(super) fn smallest_image(puzzle: &[u8; CELLS], solution: &[u8; CELLS]) -> CanonicalForm {
    let images = minimal_maps(solution).map(|map| CanonicalForm::of(puzzle, map, 1));
    let smallest = images.reduce(|best, next| match next.text.cmp(&best.text) {
        Ordering::Greater => best,
        Ordering::Less => next,
        Ordering::Equal => CanonicalForm { automorphisms: best.automorphisms + 1, ..best },
    });
    smallest.unwrap_or_default()
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
