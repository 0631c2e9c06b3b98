//! Heat maps: how often the cells of the grid have a clue.

use crate::board::grid::CELLS;
use crate::report::ink::Ink;
use crate::report::numbers::percent;
use crate::report::plot::{self, Align, Area, WIDTH};

/// The side length of a cell, and the margin for the row labels.
const CELL: i32 = 74;
const MARGIN: i32 = 46;

/// The same for the small maps, three in a row.
const SMALL_CELL: i32 = 24;
const SMALL_ROOM: i32 = WIDTH as i32 / 3;
const SMALL_LABEL: i32 = 36;

/// The opacity of the cells with the largest value, which keeps text on them readable.
const STRONGEST: f64 = 0.6;

/// Draws the share of the puzzles that have a clue in each cell, with numbers in percent.
pub fn clues(counts: &[u64; CELLS], puzzles: u64) -> String {
    let (least, most) =
        (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let alt = format!(
        "share of the puzzles with a clue in each cell: between {} and {}",
        percent(least, puzzles),
        percent(most, puzzles)
    );
    let side = (MARGIN + 9 * CELL + 6) as u32;
    plot::svg((WIDTH, side), &alt, |area| {
        for index in 0..9 {
            let (name, middle) = ((index + 1).to_string(), MARGIN + index * CELL + CELL / 2);
            area.small_label(&format!("c{name}"), (middle, MARGIN / 2), Align::Center);
            area.small_label(&format!("r{name}"), (MARGIN - 8, middle), Align::Right);
        }
        draw(area, counts, most, (MARGIN, MARGIN), CELL);
        for (cell, &count) in counts.iter().enumerate() {
            let (row, column) = ((cell / 9) as i32, (cell % 9) as i32);
            let share = format!("{:.0}", 100.0 * count as f64 / puzzles.max(1) as f64);
            let middle = (MARGIN + column * CELL + CELL / 2, MARGIN + row * CELL + CELL / 2);
            area.label(&share, middle, Align::Center, Ink::Text);
        }
    })
}

/// Draws the cells of each digit: nine maps on one scale.
pub fn digits(counts: &[[u64; 9]; CELLS]) -> String {
    let most = counts.as_flattened().iter().copied().max().unwrap_or(0);
    let height = 3 * SMALL_ROOM + 3 * SMALL_LABEL;
    let alt = "share of each digit by cell, as nine maps on one scale";
    plot::svg((WIDTH, height as u32), alt, |area| {
        for digit in 0..9 {
            let (row, column) = ((digit / 3) as i32, (digit % 3) as i32);
            let left = column * SMALL_ROOM + (SMALL_ROOM - 9 * SMALL_CELL) / 2;
            let top = row * (SMALL_ROOM + SMALL_LABEL);
            let name = (digit + 1).to_string();
            area.label(&name, (left + 9 * SMALL_CELL / 2, top + SMALL_LABEL / 2), Align::Center, Ink::Text);
            let of_digit = counts.map(|digits| digits[digit]);
            draw(area, &of_digit, most, (left, top + SMALL_LABEL), SMALL_CELL);
        }
    })
}

/// Draws the cells, from transparent for 0 to the strongest colour for `most`, and the borders of the boxes.
fn draw(area: &mut Area, counts: &[u64; CELLS], most: u64, (left, top): (i32, i32), side: i32) {
    for (cell, &count) in counts.iter().enumerate() {
        let (x, y) = (left + (cell % 9) as i32 * side, top + (cell / 9) as i32 * side);
        let strength = STRONGEST * count as f64 / most.max(1) as f64;
        // Two decimals are enough for the eye and keep the page short.
        let opacity = (100.0 * strength).round() / 100.0;
        area.rectangle([(x, y), (x + side, y + side)], Ink::Series, opacity);
    }
    for line in 0..=3 {
        let at = 3 * line * side;
        area.line([(left, top + at), (left + 9 * side, top + at)], Ink::Muted, 2);
        area.line([(left + at, top), (left + at, top + 9 * side)], Ink::Muted, 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_shows_its_share() {
        let mut counts = [0; CELLS];
        (counts[0], counts[80]) = (3, 1);
        let map = clues(&counts, 4);
        assert!(map.contains("between 0 % and 75.0 %"), "{map}");
        assert!(map.contains(">75<") && map.contains(">25<"), "{map}");
        assert_eq!(map.matches("<rect").count(), 2, "cells without a clue have no colour");
        assert_eq!(digits(&[[1; 9]; CELLS]).matches("<rect").count(), 9 * CELLS);
    }
}
