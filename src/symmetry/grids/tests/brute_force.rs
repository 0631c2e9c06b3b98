//! The form by trying all 3,359,232 maps, with nothing of what the other paths rely on but the list of orders.

use super::samples::{SYMMETRICAL, Samples};
use super::{grids_to_test, makers, scalar::minimal_maps};
use crate::grid::CELLS;
use crate::symmetry::orders::orders_of_nine;

type Board = [[u8; 9]; 9];

/// The smallest of the images under all maps, and the number of maps that make it.
fn smallest_image(grid: &[u8; CELLS]) -> (Board, u64) {
    let board: Board = std::array::from_fn(|row| std::array::from_fn(|column| grid[9 * row + column] - b'0'));
    let transposed: Board = std::array::from_fn(|row| board.map(|source| source[row]));
    let row_orders: Vec<[u8; 9]> = orders_of_nine().collect();
    let (mut smallest, mut maps) = ([[u8::MAX; 9]; 9], 0);
    for board in [board, transposed] {
        for columns in orders_of_nine() {
            let rearranged = board.map(|row| columns.map(|column| row[usize::from(column)]));
            let relabelled = rearranged.map(|first| relabel(&rearranged, &first));
            for rows in &row_orders {
                let source = &relabelled[usize::from(rows[0])];
                let row = |row: usize| &source[usize::from(rows[row])];
                let mut equal = 0;
                while equal < 9 && *row(equal) == smallest[equal] {
                    equal += 1;
                }
                if equal == 9 {
                    maps += 1;
                } else if *row(equal) < smallest[equal] {
                    maps = 1;
                    smallest = std::array::from_fn(|i| *row(i));
                }
            }
        }
    }
    (smallest, maps)
}

/// The board with the labels that make its row `first` 1 to 9.
fn relabel(board: &Board, first: &[u8; 9]) -> Board {
    let mut labels = [0; 10];
    for (label, &digit) in (1..).zip(first) {
        labels[usize::from(digit)] = label;
    }
    board.map(|row| row.map(|digit| labels[usize::from(digit)]))
}

/// Compares the form, the automorphisms and the minimal maps of every path with the brute force.
fn assert_agrees(grid: &[u8; CELLS]) {
    let (smallest, maps) = smallest_image(grid);
    let text: [u8; CELLS] = std::array::from_fn(|cell| b'0' + smallest[cell / 9][cell % 9]);
    for maker in makers() {
        let form = maker.form(grid);
        assert_eq!((form.text, form.automorphisms), (text, maps), "{maker:?} {}", grid.escape_ascii());
    }
    assert_eq!(minimal_maps(grid).count() as u64, maps);
}

#[test]
fn the_forms_of_random_grids_are_the_smallest_images() {
    let mut samples = Samples::new(2);
    for _ in 0..6 {
        assert_agrees(&samples.grid());
    }
}

#[test]
fn the_forms_of_symmetrical_grids_are_the_smallest_images() {
    for (automorphisms, grid) in SYMMETRICAL.into_iter().step_by(4) {
        assert_eq!(smallest_image(grid).1, automorphisms);
        assert_agrees(grid);
    }
}

/// `BULKDOKU_GRIDS=2400` compares 2,400 random grids and 240 equivalents of symmetrical ones, in minutes.
#[test]
fn the_forms_of_equivalents_of_symmetrical_grids_are_the_smallest_images() {
    let count = grids_to_test(1);
    let mut samples = Samples::new(3);
    for _ in 0..count {
        assert_agrees(&samples.grid());
    }
    for (_, grid) in SYMMETRICAL.iter().cycle().take(count.div_ceil(10)) {
        assert_agrees(&samples.equivalent(grid));
    }
}
