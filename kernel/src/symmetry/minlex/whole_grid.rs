//! The maps of a whole grid that make its first three rows least. Only these can make the grid least.
//!
//! A whole grid has no blanks, so its first row becomes `123456789` under every map. The rules of the search do not tell
//! its lines apart, so the search would start with 1,296 orders of the columns of each. Instead, the first three rows come
//! from a table:
//!
//! ```text
//! grid ─▶ 3 bands, 3 stacks ─▶ class of each, 0 to 415 ─▶ those of the least class ─▶ each map that makes one least
//! ```
//! **Why these are all.** Every map brings one of the six bands (the stacks are bands of the transposed grid) to the
//! top, its rows in some order and the columns in some order, and the first row labels the digits. So the first three
//! rows of the least image are the least image of some band, and the maps that make them are the ones that [`Bands`] lists
//! for the bands with the least class.
//!
//! Such a map leaves the other two bands and their rows free. The labels in the first column of these six rows are all
//! different, so exactly one order of bands and rows makes the image least: rows ascend by their first label, and bands
//! ascend by the first label of their first row. The batch finds it as it does for any board; [`maps`] sorts by it.

use std::{array, cmp::Ordering};

use super::clues::{self, ALL_LINES, Lines, NO_LINES, Quarter, clues_of, line_number};
use crate::board::grid::CELLS;
use crate::symmetry::bands::{Band, Bands};
use crate::symmetry::orders::ORDERS;
use crate::symmetry::{CanonicalForm, Transformation};

/// A map that makes the first three rows least.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    /// The band that comes to the top: 0 to 2, or 3 to 5 for the bands of the transposed grid.
    pub band: u8,
    /// The number of the column order that normalizes the band.
    pub order: u16,
    /// The number of the map that follows it.
    pub map: u16,
}

/// Returns whether a board has 81 clues, given one of its lines with the fewest clues.
#[inline(always)]
pub(super) fn is_whole(line: &Quarter) -> bool {
    clues_of(line) == ALL_LINES
}

/// Returns the bands of a whole grid with the least class of all six, one bit each.
#[inline(always)]
pub(super) fn least_bands(bands: &[Band; 6]) -> u8 {
    let (mut least, mut class) = (0, u16::MAX);
    for (number, band) in bands.iter().enumerate() {
        least = if band.class < class { 0 } else { least } | u8::from(band.class <= class) << number;
        class = class.min(band.class);
    }
    least
}

/// Returns the form of a whole grid without a conflict: the least image under all [`maps`].
pub(super) fn form(grid: &[u8; CELLS], lines: &Lines) -> CanonicalForm {
    let form = least_image(grid, maps(lines));
    if form.automorphisms == 1 {
        return form;
    }
    let makes_form = |map: &Transformation| CanonicalForm::of(grid, *map, 1).text == form.text;
    let first = maps(lines).filter(makes_form).min_by_key(Transformation::place_in_order);
    CanonicalForm { transformation: first.unwrap_or(form.transformation), ..form }
}

/// Returns the least image of a puzzle under the maps that make the form of its solution.
#[cold]
pub(super) fn least_image_by_solution(
    puzzle: &[u8; CELLS],
    solution: &[u8; CELLS],
    form_of_solution: &[u8; CELLS],
) -> CanonicalForm {
    let mut lines = NO_LINES;
    clues::read(solution, &mut lines);
    let makes_form = |map: &Transformation| CanonicalForm::of(solution, *map, 1).text == *form_of_solution;
    least_image(puzzle, maps(&lines).filter(makes_form))
}

/// Returns the least image under some maps, the first map that makes it, and the number of maps that do.
fn least_image(puzzle: &[u8; CELLS], maps: impl Iterator<Item = Transformation>) -> CanonicalForm {
    let images = maps.map(|map| CanonicalForm::of(puzzle, map, 1));
    let least = images.reduce(|least, next| match next.text.cmp(&least.text) {
        Ordering::Less => next,
        Ordering::Greater => least,
        Ordering::Equal => CanonicalForm { automorphisms: least.automorphisms + 1, ..least },
    });
    least.expect("a grid has a least band")
}

/// Returns, for each map that makes the first three rows of a whole grid least, its completion that makes the other rows least.
fn maps(lines: &Lines) -> impl Iterator<Item = Transformation> {
    let table = Bands::get();
    let bands: [Band; 6] = array::from_fn(|number| {
        let first = line_number(3 * number);
        table.find([&lines[first], &lines[first + 1], &lines[first + 2]])
    });
    let least = least_bands(&bands);
    let starts =
        (0..).zip(bands).filter(move |(number, _)| least >> number & 1 != 0).flat_map(|(number, band)| {
            band.maps().map(move |map| Start { band: number, order: band.order, map })
        });
    starts.map(move |start| completed(table, lines, start))
}

/// Puts the rows that a map leaves free in order.
fn completed(table: &Bands, lines: &Lines, start: Start) -> Transformation {
    let (map, [order, _]) = (&table.maps[usize::from(start.map)], &table.orders[usize::from(start.order)]);
    let row = |row: u8| &lines[line_number(usize::from(start.band / 3 * 9 + row))];
    let columns: [u8; 9] = array::from_fn(|place| order[usize::from(map.columns[place])]);
    let top = start.band % 3;
    let [first, second, third] = ORDERS[usize::from(map.rows)].map(|row| 3 * top + row);
    let mut digits = [0; 10];
    for (label, column) in (1..).zip(columns) {
        digits[usize::from(row(first)[usize::from(column)])] = label;
    }
    // Each row, with its first label before it.
    let mut others = [(top + 1) % 3, (top + 2) % 3].map(|band| {
        let mut rows = [3 * band, 3 * band + 1, 3 * band + 2]
            .map(|number| (digits[usize::from(row(number)[usize::from(columns[0])])], number));
        rows.sort_unstable();
        rows
    });
    others.sort_unstable();
    let [[a, b, c], [d, e, f]] = others.map(|rows| rows.map(|(_, number)| number));
    Transformation::from_parts(start.band >= 3, [first, second, third, a, b, c, d, e, f], columns, digits)
}
