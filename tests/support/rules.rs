//! The rules of Sudoku, written without the library, for texts of 81 cells.
#![allow(dead_code, reason = "each test file uses its own part")]

use bulkdoku::Cell;

pub const CELLS: usize = 81;

pub fn is_blank(byte: u8) -> bool {
    b".0_*-?xX".contains(&byte)
}

pub fn is_clue(byte: u8) -> bool {
    matches!(byte, b'1'..=b'9')
}

/// Returns whether a byte is neither a clue nor a blank, or blanks are of two kinds. `x` and `X` are one kind.
pub fn is_malformed(puzzle: &[u8]) -> bool {
    let others: Vec<u8> = puzzle.iter().filter(|&&byte| !is_clue(byte)).map(u8::to_ascii_lowercase).collect();
    others.iter().any(|&byte| !is_blank(byte) || byte != others[0])
}

/// Returns the first clue that has an equal one before it in a house, after the first of these.
pub fn conflict(puzzle: &[u8; CELLS]) -> Option<(Cell, Cell)> {
    let clues = || (0..CELLS).filter_map(Cell::new).filter(|cell| is_clue(puzzle[cell.index()]));
    let houses = |cell: Cell| [cell.row(), 9 + cell.column(), 18 + cell.box_()];
    let mut seen = [0_u16; 27];
    let second = clues().find(|&cell| {
        let bit = 1 << (puzzle[cell.index()] - b'0');
        let is_repeated = houses(cell).iter().any(|&house| seen[house] & bit != 0);
        houses(cell).iter().for_each(|&house| seen[house] |= bit);
        is_repeated
    })?;
    let share = |one: Cell| houses(one).iter().zip(houses(second)).any(|(&mine, other)| mine == other);
    let first = clues().find(|&one| puzzle[one.index()] == puzzle[second.index()] && share(one))?;
    Some((first, second))
}

pub fn is_solved(grid: &[u8; CELLS]) -> bool {
    grid.iter().all(|&byte| is_clue(byte)) && conflict(grid).is_none()
}

pub fn is_solution_of(grid: &[u8; CELLS], puzzle: &[u8; CELLS]) -> bool {
    is_solved(grid) && puzzle.iter().zip(grid).all(|(&cell, &digit)| is_blank(cell) || cell == digit)
}
