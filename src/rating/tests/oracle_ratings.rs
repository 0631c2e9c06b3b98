//! The ratings, by their definitions.

use std::sync::LazyLock;

use crate::rng::Rng;

use super::oracle::{close, shuffle};
use crate::board::grid::{CELLS, Cell};
use crate::rating::rules::board::{ALL_DIGITS, digits_of};
use crate::rating::rules::{Board, House, HouseKind, Rule};
use crate::solver::batch::Notation;

/// Returns the lowest level whose rules solve the puzzle.
pub fn level(puzzle: &[u8; CELLS], random: &mut impl Rng) -> Option<u8> {
    (1..=7).find(|&level| {
        let mut board = Board::new(puzzle, Notation::Clues);
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
        LazyLock::new(|| House::all().map(|house| house.cells().map(Cell::index)).collect());
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

/// Sudoku Explainer's rules up to 2.8, in tenths.
pub const EXPLAINER_RULES: [u8; 10] = [10, 12, 15, 17, 19, 20, 23, 25, 26, 28];

/// The rules from 3.0 on that [`Rule`] has, with their ratings in tenths.
pub const HARDER_RULES: [(u8, Rule); 11] = [
    (30, Rule::NakedPair),
    (32, Rule::XWing),
    (34, Rule::HiddenPair),
    (36, Rule::NakedTriple),
    (38, Rule::Swordfish),
    (40, Rule::HiddenTriple),
    (42, Rule::XyWing),
    (44, Rule::XyzWing),
    (50, Rule::NakedQuad),
    (52, Rule::Jellyfish),
    (54, Rule::HiddenQuad),
];

/// Returns the lowest bound up to 4.4, in tenths, whose rules solve the puzzle.
pub fn explainer(puzzle: &[u8; CELLS], random: &mut impl Rng) -> Option<u8> {
    let hard = &HARDER_RULES[..8];
    let rules: Vec<u8> = EXPLAINER_RULES.into_iter().chain(hard.iter().map(|(rating, _)| *rating)).collect();
    rules.iter().copied().find(|&bound| {
        let mut board = Board::new(puzzle, Notation::Clues);
        loop {
            let mut rules = rules.clone();
            rules.retain(|&rule| rule <= bound);
            shuffle(&mut rules, random);
            let found = rules.iter().map(|&rule| effects(&board, rule)).find(|found| !found.is_empty());
            let Some(mut found) = found else { break };
            shuffle(&mut found, random);
            match found[0] {
                (cell, digit, true) => board.place(cell, digit),
                (cell, digit, false) => board.clear(cell, digit),
            }
        }
        board.is_solved()
    })
}

/// Returns what a rule places (true) and clears (false).
pub fn effects(board: &Board, rule: u8) -> Vec<(Cell, u8, bool)> {
    let mut found = Vec::new();
    let open = |house: House, digit: u8| -> Vec<Cell> {
        let places = board.places(house, digit);
        if places.iter().any(|&cell| board.is_placed(cell)) { Vec::new() } else { places.to_vec() }
    };
    let mut place_if_one = |cells: Vec<Cell>, digit: u8| {
        if let [cell] = cells[..] {
            found.push((cell, digit, true));
        }
    };
    let crossing = |pointing: bool| {
        House::all().flat_map(move |a| House::all().map(move |b| (a, b))).filter(move |(a, b)| {
            let (box_, line) = if pointing { (a, b) } else { (b, a) };
            box_.kind() == HouseKind::Box
                && line.kind() != HouseKind::Box
                && box_.cells().iter().any(|&cell| line.contains(cell))
        })
    };
    match rule {
        10 => {
            for house in House::all() {
                let cells = house.cells().into_iter().filter(|&cell| !board.is_placed(cell));
                let cells: Vec<Cell> = cells.collect();
                if let [cell] = cells[..] {
                    digits_of(board.candidates(cell)).for_each(|digit| place_if_one(vec![cell], digit));
                }
            }
        }
        12 | 15 => {
            let is_box = |house: &House| (house.kind() == HouseKind::Box) == (rule == 12);
            for house in House::all().filter(is_box) {
                (1..=9).for_each(|digit| place_if_one(open(house, digit), digit));
            }
        }
        23 => {
            for cell in Cell::all().filter(|&cell| !board.is_placed(cell)) {
                let digits: Vec<u8> = digits_of(board.candidates(cell)).collect();
                if let [digit] = digits[..] {
                    place_if_one(vec![cell], digit);
                }
            }
        }
        17 | 19 => {
            for (base, cover) in crossing(rule == 17) {
                for digit in 1..=9 {
                    let places = open(base, digit);
                    if places.is_empty() || !places.iter().all(|&cell| cover.contains(cell)) {
                        continue;
                    }
                    for other in House::of_kind(base.kind()).filter(|&other| other != base) {
                        if other.cells().iter().any(|&cell| cover.contains(cell)) {
                            let mut rest = open(other, digit);
                            rest.retain(|&cell| !cover.contains(cell));
                            place_if_one(rest, digit);
                        }
                    }
                }
            }
        }
        20 | 25 => {
            let count = if rule == 20 { 2 } else { 3 };
            for house in House::all() {
                let digits: Vec<u8> = (1..=9).filter(|&digit| !open(house, digit).is_empty()).collect();
                for set in (0..1_u32 << digits.len()).filter(|set| set.count_ones() == count) {
                    let is_chosen = |index: usize| set >> index & 1 == 1;
                    let chosen = (0..digits.len()).filter(|&index| is_chosen(index));
                    let mut cells: Vec<Cell> = chosen.flat_map(|index| open(house, digits[index])).collect();
                    cells.sort();
                    cells.dedup();
                    if cells.len() > count as usize {
                        continue;
                    }
                    for index in (0..digits.len()).filter(|&index| !is_chosen(index)) {
                        let mut rest = open(house, digits[index]);
                        rest.retain(|cell| !cells.contains(cell));
                        place_if_one(rest, digits[index]);
                    }
                }
            }
        }
        30.. => {
            let (_, rule) = HARDER_RULES.into_iter().find(|of| of.0 == rule).expect("a rule");
            let clears = rule.steps(board).flat_map(|step| step.clears().to_vec());
            found.extend(clears.map(|(cell, digit)| (cell, digit, false)));
        }
        _ => {
            for (base, cover) in crossing(rule == 26) {
                for digit in 1..=9 {
                    let places = open(base, digit);
                    if places.is_empty() || !places.iter().all(|&cell| cover.contains(cell)) {
                        continue;
                    }
                    let rest = cover.cells().into_iter().filter(|&cell| !base.contains(cell));
                    found
                        .extend(rest.filter(|&cell| board.has(cell, digit)).map(|cell| (cell, digit, false)));
                }
            }
        }
    }
    found
}
