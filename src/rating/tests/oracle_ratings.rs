//! The ratings, by their definitions.

use std::sync::LazyLock;

use crate::rng::Rng;

use super::oracle::{Board, Cells, Change, choices, close, houses, houses_of, shuffle, steps};
use crate::board::candidates::digits_of;
use crate::board::grid::{ALL_DIGITS, CELLS, Cell};
use crate::rating::{HouseKind, Rule};

/// Returns the lowest level whose rules solve the puzzle.
pub fn level(puzzle: &[u8; CELLS], random: &mut impl Rng) -> Option<u8> {
    (1..=7).find(|&level| {
        let mut board = Board::new(puzzle);
        close(&mut board, level, random);
        board.is_solved()
    })
}

/// The candidates of the cells, digit `d` in bit `d - 1`.
type Marks = [u16; CELLS];

fn marks(puzzle: &[u8; CELLS]) -> Marks {
    puzzle.map(|byte| crate::board::grid::digit(byte).map_or(ALL_DIGITS, |digit| 1 << (digit - 1)))
}

fn is_solved(marks: &Marks) -> bool {
    marks.iter().all(|mask| mask.is_power_of_two())
}

/// Applies naked and hidden singles, house by house, until neither changes anything. Returns false if the board is dead.
fn close_by_singles(marks: &mut Marks) -> bool {
    static HOUSES: LazyLock<Vec<[usize; 9]>> =
        LazyLock::new(|| houses().iter().map(|house| house.map(Cell::index)).collect());
    loop {
        let before = *marks;
        for cells in HOUSES.iter() {
            let (mut placed, mut once, mut twice) = (0, 0, 0);
            for mask in cells.map(|cell| marks[cell]) {
                twice |= once & mask;
                once |= mask;
                if mask.is_power_of_two() && placed & mask != 0 || mask == 0 {
                    return false;
                }
                placed |= if mask.is_power_of_two() { mask } else { 0 };
            }
            if once != ALL_DIGITS {
                return false;
            }
            for &cell in cells {
                let hidden: u16 = marks[cell] & !twice;
                if hidden.count_ones() > 1 {
                    return false;
                }
                if !marks[cell].is_power_of_two() {
                    marks[cell] = if hidden != 0 { hidden } else { marks[cell] & !placed };
                }
            }
        }
        if *marks == before {
            return true;
        }
    }
}

/// Returns the depth of trial and error, up to `limit`.
pub fn depth(puzzle: &[u8; CELLS], limit: u8, random: &mut impl Rng) -> Option<u8> {
    (0..=limit).find(|&depth| {
        let mut board = marks(puzzle);
        assert!(eliminate(&mut board, depth, random), "a puzzle with a solution");
        is_solved(&board)
    })
}

/// Eliminates every candidate whose assumption leads to a contradiction by the next lower depth, until none is left. Returns
/// false if the board is dead.
fn eliminate(board: &mut Marks, depth: u8, random: &mut impl Rng) -> bool {
    if !close_by_singles(board) {
        return false;
    }
    let Some(below) = depth.checked_sub(1) else { return true };
    loop {
        let before = *board;
        let mut cells: Vec<usize> = (0..CELLS).collect();
        shuffle(&mut cells, random);
        for cell in cells {
            for digit in digits_of(board[cell]) {
                let bit = 1 << (digit - 1);
                if is_solved(board) {
                    return true;
                }
                if board[cell] & bit == 0 || board[cell].is_power_of_two() {
                    continue;
                }
                let mut child = *board;
                child[cell] = bit;
                if !eliminate(&mut child, below, random) {
                    board[cell] &= !bit;
                    if !close_by_singles(board) {
                        return false;
                    }
                }
            }
        }
        if *board == before {
            return true;
        }
    }
}

/// Returns the smallest number of cells of the solution that must be given, up to `limit`.
pub fn backdoor(puzzle: &[u8; CELLS], solution: &[u8; CELLS], limit: u8) -> Option<u8> {
    (0..=limit).find(|&size| has_backdoor(puzzle, solution, 0, size))
}

fn has_backdoor(puzzle: &[u8; CELLS], solution: &[u8; CELLS], from: usize, size: u8) -> bool {
    if size == 0 {
        let mut board = marks(puzzle);
        return close_by_singles(&mut board) && is_solved(&board);
    }
    (from..CELLS).filter(|&cell| puzzle[cell] == b'.').any(|cell| {
        let mut given = *puzzle;
        given[cell] = solution[cell];
        has_backdoor(&given, solution, cell + 1, size - 1)
    })
}

/// Sudoku Explainer's ratings in tenths, and the rules that have them. The others place what two rules find together.
pub const RATINGS: [(u8, Option<Rule>); 21] = [
    (10, None),
    (12, Some(Rule::HiddenSingleInBox)),
    (15, Some(Rule::HiddenSingleInLine)),
    (17, None),
    (19, None),
    (20, None),
    (23, Some(Rule::NakedSingle)),
    (25, None),
    (26, Some(Rule::Pointing)),
    (28, Some(Rule::Claiming)),
    (30, Some(Rule::NakedPair)),
    (32, Some(Rule::XWing)),
    (34, Some(Rule::HiddenPair)),
    (36, Some(Rule::NakedTriple)),
    (38, Some(Rule::Swordfish)),
    (40, Some(Rule::HiddenTriple)),
    (42, Some(Rule::XyWing)),
    (44, Some(Rule::XyzWing)),
    (50, Some(Rule::NakedQuad)),
    (52, Some(Rule::Jellyfish)),
    (54, Some(Rule::HiddenQuad)),
];

/// Returns the lowest bound up to 4.4, in tenths, whose rules solve the puzzle.
pub fn explainer(puzzle: &[u8; CELLS], random: &mut impl Rng) -> Option<u8> {
    let mut bounds = RATINGS.iter().map(|(rating, _)| *rating).filter(|&rating| rating <= 44);
    bounds.find(|&bound| {
        let mut board = Board::new(puzzle);
        loop {
            let mut rules = RATINGS.to_vec();
            rules.retain(|&(rating, _)| rating <= bound);
            shuffle(&mut rules, random);
            let found = rules.iter().map(|&rule| changes(&board, rule)).find(|found| !found.is_empty());
            let Some(mut found) = found else { break };
            shuffle(&mut found, random);
            found[0].iter().for_each(|&change| board.make(change));
        }
        board.is_solved()
    })
}

/// Returns the changes of every step of one of the rules of [`RATINGS`].
pub fn changes(board: &Board, (rating, rule): (u8, Option<Rule>)) -> Vec<Vec<Change>> {
    let placements = match (rating, rule) {
        (_, Some(rule)) => return steps(board, rule),
        (10, _) => last_cells(board),
        (17, _) => after_locked(board, &houses_of(HouseKind::Box), &houses()[9..]),
        (19, _) => {
            let [_, rows, columns] = HouseKind::ALL.map(houses_of);
            let boxes = houses_of(HouseKind::Box);
            [after_locked(board, &rows, &boxes), after_locked(board, &columns, &boxes)].concat()
        }
        (20, _) => after_hidden_sets(board, 2),
        (25, _) => after_hidden_sets(board, 3),
        _ => panic!("no rule is rated {rating}"),
    };
    placements.into_iter().map(|(cell, digit)| vec![(cell, digit, true)]).collect()
}

fn last_cells(board: &Board) -> Vec<(Cell, u8)> {
    let mut found = Vec::new();
    for house in houses() {
        if let [cell] = board.open_cells().filter(|cell| house.contains(cell)).collect::<Vec<_>>()[..] {
            found.extend(digits_of(board.candidates(cell)).map(|digit| (cell, digit)));
        }
    }
    found
}

/// Returns the digits to which locked candidates leave one cell in another of the houses `bases`, all of one kind.
fn after_locked(board: &Board, bases: &[Cells], covers: &[Cells]) -> Vec<(Cell, u8)> {
    let mut found = Vec::new();
    for (base, cover) in bases.iter().flat_map(|base| covers.iter().map(move |cover| (base, cover))) {
        for digit in 1..=9 {
            let places = board.open_places(*base, digit);
            if places.is_empty() || !places.iter().all(|cell| cover.contains(cell)) {
                continue;
            }
            let crosses = |other: &&Cells| *other != base && other.iter().any(|cell| cover.contains(cell));
            for other in bases.iter().filter(crosses) {
                let mut rest = board.open_places(*other, digit);
                rest.retain(|cell| !cover.contains(cell));
                if let [cell] = rest[..] {
                    found.push((cell, digit));
                }
            }
        }
    }
    found
}

/// Returns the digits to which a hidden set leaves one cell in its house.
fn after_hidden_sets(board: &Board, count: usize) -> Vec<(Cell, u8)> {
    let mut found = Vec::new();
    for house in houses() {
        let open: Vec<u8> = (1..=9).filter(|&digit| !board.open_places(house, digit).is_empty()).collect();
        for set in choices(&open, count) {
            let cells: Vec<Cell> = set.iter().flat_map(|&digit| board.open_places(house, digit)).collect();
            if house.iter().filter(|cell| cells.contains(cell)).count() > count {
                continue;
            }
            for &digit in open.iter().filter(|digit| !set.contains(digit)) {
                let mut rest = board.open_places(house, digit);
                rest.retain(|cell| !cells.contains(cell));
                if let [cell] = rest[..] {
                    found.push((cell, digit));
                }
            }
        }
    }
    found
}
