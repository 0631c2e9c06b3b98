//! `blank-scan` and `blank-stack`: list the blank cells once and take them in the order of the text. At each try, the former
//! scans the row, column and box of the cell, the latter the whole grid.

use super::{Method, Put};
use crate::board::grid::{CELLS, Cell, share_a_house};

pub type BlankScan = Blanks<false>;
pub type BlankStack = Blanks<true>;

/// ```text
/// cells taken, the last one last │ blank cells to fill │
///                                ▲ taken.len()         ▲ count
/// ```
/// A cell keeps its place when it is taken.
pub struct Blanks<const SCANS_GRID: bool> {
    cells: [u8; CELLS],
    count: usize,
}

impl<const SCANS_GRID: bool> Method for Blanks<SCANS_GRID> {
    fn new(digits: &[u8; CELLS]) -> Self {
        let mut blanks = Self { cells: [0; CELLS], count: 0 };
        for (cell, _) in digits.iter().enumerate().filter(|&(_, &digit)| digit == 0) {
            blanks.cells[blanks.count] = cell as u8;
            blanks.count += 1;
        }
        blanks
    }

    fn next_blank(&mut self, _: &[u8; CELLS], taken: &[Cell]) -> Option<Cell> {
        self.cells[..self.count].get(taken.len()).map(|&cell| Cell::numbered(usize::from(cell)))
    }

    fn put_next_digit(&mut self, digits: &mut [u8; CELLS], cell: Cell) -> Option<Put> {
        let tried = std::mem::take(&mut digits[cell.index()]);
        let fits = if SCANS_GRID { grid_lacks } else { houses_lack };
        let digit = (tried + 1..=9).find(|&digit| fits(digits, cell, digit))?;
        digits[cell.index()] = digit;
        Some(Put::in_order(digit))
    }
}

fn grid_lacks(digits: &[u8; CELLS], cell: Cell, digit: u8) -> bool {
    Cell::all().all(|other| digits[other.index()] != digit || !share_a_house(cell, other))
}

fn houses_lack(digits: &[u8; CELLS], cell: Cell, digit: u8) -> bool {
    let (row, column) = (cell.row(), cell.column());
    let (top, left) = (row / 3 * 3, column / 3 * 3);
    (0..9).all(|i| digits[9 * row + i] != digit && digits[9 * i + column] != digit)
        && (top..top + 3).all(|row| (left..left + 3).all(|column| digits[9 * row + column] != digit))
}
