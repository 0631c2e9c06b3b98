//! Draws a puzzle as a grid.

use crate::board::grid::CELLS;
use crate::report::ink::Ink;
use crate::report::plot::{self, Align};

/// The side length of a cell, and the margin around the grid for half a line.
const CELL: i32 = 44;
const MARGIN: i32 = 4;

/// Draws the clues of a puzzle, 0 for a blank. The description is the puzzle as text.
pub fn svg(clues: &[u8; CELLS]) -> String {
    let side = 2 * MARGIN + 9 * CELL;
    plot::svg((side as u32, side as u32), &text(clues), |area| {
        let is_border = |index: i32| index % 3 == 0;
        for is_bold in [false, true] {
            for index in (0..=9).filter(|&index| is_border(index) == is_bold) {
                let (ink, width) = if is_bold { (Ink::Text, 4) } else { (Ink::Grid, 2) };
                let (at, end) = (MARGIN + index * CELL, MARGIN + 9 * CELL);
                area.line([(MARGIN, at), (end, at)], ink, width);
                area.line([(at, MARGIN), (at, end)], ink, width);
            }
        }
        for (cell, digit) in clues.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let [row, column] = [cell / 9, cell % 9].map(|index| MARGIN + index as i32 * CELL + CELL / 2);
            area.label(&digit.to_string(), (column, row), Align::Center, Ink::Text);
        }
    })
}

/// Returns the puzzle as a line of 81 characters.
pub fn text(clues: &[u8; CELLS]) -> String {
    clues.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_shows_its_clues_and_is_described_by_its_line() {
        let mut clues = [0; CELLS];
        (clues[0], clues[80]) = (5, 9);
        let board = svg(&clues);
        assert!(board.contains(&format!("aria-label=\"5{}9\"", ".".repeat(79))), "{board}");
        assert_eq!(board.matches("<text").count(), 2, "{board}");
        assert_eq!(board.matches("<poly").count(), 20, "{board}");
    }
}
