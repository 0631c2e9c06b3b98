//! Tests of automorphisms and bands against trying every map.

use super::{equivalent, puzzles};
use crate::board::grid::{self, CELLS};
use crate::board::puzzle::Puzzle;
use crate::effort::effort;
use crate::generate::{Minimizer, uniform_grid};
use crate::rating::{Rating, RatingKind, RatingSettings};
use crate::solver::{Isa, Solver, SolverSettings, Verdict};
use crate::symmetry::orders::{ORDERS, orders_of_nine};
use std::array;
use std::collections::BTreeSet;

const KINDS: [RatingKind; 2] = [RatingKind::Automorphisms, RatingKind::Bands];

/// The grid with the most automorphisms, 648, and one with 72: the largest of all minlex grids.
const MOST_SYMMETRICAL: &[u8; CELLS] =
    b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";
const LARGEST: &[u8; CELLS] =
    b"123456789457893612986217354274538196531964827698721435342685971715349268869172543";

fn rate(puzzles: &[[u8; CELLS]], isa: Isa) -> Vec<Rating> {
    let solver = SolverSettings { isa, ..SolverSettings::default() };
    let settings = RatingSettings { only: KINDS.to_vec(), solver, ..RatingSettings::default() };
    super::rate(puzzles, settings)
}

/// Returns `grid` with a blank wherever `is_blank` is true.
fn without(grid: &[u8; CELLS], is_blank: impl Fn(usize) -> bool) -> [u8; CELLS] {
    array::from_fn(|cell| if is_blank(cell) { b'.' } else { grid[cell] })
}

/// Returns puzzles with one solution, with many clues and with few, of symmetrical and of random grids.
fn samples() -> Vec<[u8; CELLS]> {
    let digit_or_box = |cell: usize| MOST_SYMMETRICAL[cell] == b'1' || cell % 9 / 3 == 1 && cell / 27 == 1;
    let mut minimal = [*MOST_SYMMETRICAL, *LARGEST].map(|grid| (1, Puzzle::try_from(grid).unwrap()));
    Minimizer::new(1).minimize_all(&mut minimal);
    let symmetrical = [
        *MOST_SYMMETRICAL,
        *LARGEST,
        without(MOST_SYMMETRICAL, |cell| MOST_SYMMETRICAL[cell] == b'1'),
        without(MOST_SYMMETRICAL, digit_or_box),
        without(LARGEST, |cell| cell == 40),
    ];
    let minimal = minimal.iter().map(|(_, puzzle)| *puzzle.as_bytes());
    symmetrical.into_iter().chain(minimal).chain(puzzles(3)).collect()
}

/// Returns the number of geometric maps, of all 3,359,232, that give the same board when its digits are relabelled.
fn automorphisms(text: &[u8; CELLS]) -> u32 {
    let cell = |row: usize, column: usize| grid::digit(text[9 * row + column]).unwrap_or(0);
    let board: [[u8; 9]; 9] = array::from_fn(|row| array::from_fn(|column| cell(row, column)));
    let transposed = array::from_fn(|row| board.map(|source| source[row]));
    let row_orders: Vec<[u8; 9]> = orders_of_nine().collect();
    let is_same = |image: &[[u8; 9]; 9], rows: &[u8; 9]| {
        let (mut labels, mut labelled) = ([0; 10], [0; 10]);
        (0..CELLS).all(|cell| {
            let (one, other) = (board[cell / 9][cell % 9], image[usize::from(rows[cell / 9])][cell % 9]);
            let (label, back) = (&mut labels[usize::from(one)], &mut labelled[usize::from(other)]);
            if one != 0 && other != 0 && (*label, *back) == (0, 0) {
                (*label, *back) = (other, one);
            }
            (*label, *back) == (other, one)
        })
    };
    let mut count = 0;
    for source in [board, transposed] {
        for columns in orders_of_nine() {
            let image = source.map(|row| columns.map(|column| row[usize::from(column)]));
            count += row_orders.iter().filter(|rows| is_same(&image, rows)).count();
        }
    }
    count as u32
}

#[test]
fn automorphisms_equal_the_count_over_all_maps() {
    let samples = samples();
    let ratings = rate(&samples, Isa::best());
    let known = ratings[..2].iter().map(|rating| rating.automorphisms);
    assert_eq!(known.collect::<Vec<_>>(), [Some([648, 648]), Some([72, 72])]);
    let step = effort(12, 1); // without optimisation, all maps of a puzzle take two seconds
    for (puzzle, rating) in samples.iter().zip(&ratings).skip(2).step_by(step) {
        let solution = Solver::new().solve(&(*puzzle).try_into().unwrap()).expect("a solution");
        let expected = [automorphisms(puzzle), automorphisms(solution.as_bytes())];
        assert_eq!(rating.automorphisms, Some(expected), "{}", puzzle.escape_ascii());
    }
}

/// Returns the smallest image of a band under all orders of its rows and columns, relabelled.
fn smallest_band(rows: [[u8; 9]; 3]) -> [[u8; 9]; 3] {
    let images = orders_of_nine().flat_map(|columns| {
        ORDERS.map(|order| {
            let rows = order.map(|row| columns.map(|column| rows[usize::from(row)][usize::from(column)]));
            let mut labels = [0; 256];
            (1..).zip(rows[0]).for_each(|(label, digit)| labels[usize::from(digit)] = label);
            rows.map(|row| row.map(|digit| labels[usize::from(digit)]))
        })
    });
    images.min().expect("images")
}

#[test]
fn bands_are_numbered_by_their_smallest_images() {
    let mut grids: Vec<[u8; CELLS]> = (0..12).map(|number| *uniform_grid(3, number).as_bytes()).collect();
    grids.extend([MOST_SYMMETRICAL, LARGEST]);
    let ratings = rate(&grids, Isa::best());
    let mut found = BTreeSet::new();
    for (grid, rating) in grids.iter().zip(&ratings) {
        let transposed: [u8; CELLS] = array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
        let bands = [grid, &transposed].into_iter().flat_map(|grid| grid.chunks(27));
        let mut smallest: Vec<_> = bands
            .map(|band| smallest_band(array::from_fn(|row| array::from_fn(|i| band[9 * row + i]))))
            .collect();
        smallest.sort_unstable();
        found.extend(rating.bands.expect("bands").into_iter().zip(smallest));
    }
    // There are as many numbers as bands, in the same order.
    let found = Vec::from_iter(found);
    assert!(found.len() > 40, "{} bands", found.len());
    assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1));
    // The smallest and the largest form of a grid have the first and the last of the 416.
    assert_eq!(ratings[12].bands.map(|bands| bands[0]), Some(1));
    assert_eq!(ratings[13].bands, Some([416; 6]));
}

#[test]
fn equivalent_puzzles_have_the_same_structure_on_every_instruction_set() {
    let samples = [samples(), puzzles(100)].concat();
    let expected = rate(&samples, Isa::best());
    let equivalents: Vec<_> =
        samples.iter().zip(0..).map(|(puzzle, number)| equivalent(puzzle, number)).collect();
    assert_eq!(rate(&equivalents, Isa::best()), expected);
    assert!(expected.iter().all(|rating| rating.verdict == Verdict::Unique));
    for isa in Isa::available() {
        assert!(rate(&samples, isa) == expected, "{isa}");
    }
}
