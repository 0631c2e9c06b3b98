//! Boards of every kind that could reveal a wrong rule of the search.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::support::rules::CELLS;

use super::whole_grids::SYMMETRICAL;

/// A kind of board without equal digits in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any number of cells of a grid.
    Subset,
    /// Digits in any cells where they do not conflict. There may be no solution.
    Scattered,
    /// Some cells, or all cells of some digits, of a grid with many symmetries.
    Symmetrical,
    /// Some or all cells of one to four digits: few labels, many equal rows.
    FewDigits,
    /// Two to five digits in few cells: known labels recur early.
    KnownLabels,
    /// A grid with whole rows, columns or boxes blanked: several least rows.
    BlankHouses,
    /// Some boxes of a grid.
    Boxes,
    /// A grid with up to eleven cells blanked, or with one digit blanked.
    NearlyFull,
    /// Up to nine different digits, and a few more, in a pattern with many symmetries.
    Pattern,
    /// A grid.
    Whole,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Subset,
        Kind::Scattered,
        Kind::Symmetrical,
        Kind::FewDigits,
        Kind::KnownLabels,
        Kind::BlankHouses,
        Kind::Boxes,
        Kind::NearlyFull,
        Kind::Pattern,
        Kind::Whole,
    ];
}

/// Draws boards from a seed.
pub struct Boards(pub ChaCha8Rng);

/// Returns random numbers that are the same on every machine.
pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(std::array::from_fn(|i| (seed >> (8 * (i % 8))) as u8))
}

impl Boards {
    pub fn new(seed: u64) -> Self {
        Self(rng(seed))
    }

    /// Returns the next board of a kind: digits, 0 for a blank.
    pub fn draw(&mut self, kind: Kind) -> [u8; CELLS] {
        match kind {
            Kind::Subset => {
                let clues = self.below(CELLS + 1);
                self.some_cells(clues)
            }
            Kind::Scattered => self.scattered(),
            Kind::Symmetrical => self.symmetrical(),
            Kind::FewDigits => {
                let digits = self.digits(1, 4);
                let (grid, tenths) = (self.any_grid(), 4 + self.below(9));
                self.thinned(grid.map(|digit| if digits >> digit & 1 != 0 { digit } else { 0 }), tenths)
            }
            Kind::KnownLabels => {
                let digits = self.digits(2, 5);
                let (grid, tenths) = (self.grid(), 2 + self.below(5));
                self.thinned(grid.map(|digit| if digits >> digit & 1 != 0 { digit } else { 0 }), tenths)
            }
            Kind::BlankHouses => self.blank_houses(),
            Kind::Boxes => self.boxes(),
            Kind::NearlyFull => self.nearly_full(),
            Kind::Pattern => self.pattern(),
            Kind::Whole => self.any_grid(),
        }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// Returns a set of `least` to `most` digits, bit `d` for the digit `d`.
    fn digits(&mut self, least: usize, most: usize) -> u16 {
        let count = least + self.below(most - least + 1);
        let mut digits = 0_u16;
        while digits.count_ones() < count as u32 {
            digits |= 1 << (1 + self.below(9));
        }
        digits
    }

    /// Keeps each clue with a chance of `tenths` in ten.
    pub fn thinned(&mut self, board: [u8; CELLS], tenths: usize) -> [u8; CELLS] {
        board.map(|digit| if self.below(10) < tenths { digit } else { 0 })
    }

    fn some_cells(&mut self, clues: usize) -> [u8; CELLS] {
        let mut board = self.grid();
        for _ in clues..CELLS {
            let filled: Vec<usize> = (0..CELLS).filter(|&cell| board[cell] != 0).collect();
            board[filled[self.below(filled.len())]] = 0;
        }
        board
    }

    /// Returns up to `clues` digits of a grid, in any cells.
    pub fn few_clues(&mut self, clues: usize) -> [u8; CELLS] {
        let (grid, mut board) = (self.any_grid(), [0; CELLS]);
        for _ in 0..clues {
            let cell = self.below(CELLS);
            board[cell] = grid[cell];
        }
        board
    }

    fn scattered(&mut self) -> [u8; CELLS] {
        let mut board = [0; CELLS];
        for _ in 0..self.below(120) {
            let (cell, digit) = (self.below(CELLS), 1 + self.below(9) as u8);
            if board[cell] == 0 && fits(&board, cell, digit) {
                board[cell] = digit;
            }
        }
        board
    }

    fn symmetrical(&mut self) -> [u8; CELLS] {
        let grid = self.symmetrical_grid();
        if self.below(2) == 0 {
            let digits = self.digits(1, 9);
            return grid.map(|digit| if digits >> digit & 1 != 0 { digit } else { 0 });
        }
        let tenths = 1 + self.below(10);
        self.thinned(grid, tenths)
    }

    pub fn symmetrical_grid(&mut self) -> [u8; CELLS] {
        SYMMETRICAL[self.below(SYMMETRICAL.len())].1.map(|byte| byte - b'0')
    }

    fn any_grid(&mut self) -> [u8; CELLS] {
        if self.below(2) == 0 { self.grid() } else { self.symmetrical_grid() }
    }

    fn blank_houses(&mut self) -> [u8; CELLS] {
        let mut board = self.any_grid();
        for _ in 0..=self.below(6) {
            let (kind, number) = (self.below(4), self.below(9));
            for (cell, digit) in board.iter_mut().enumerate() {
                let (row, column) = (cell / 9, cell % 9);
                let house = [row, column, row / 3 * 3 + column / 3, row / 3 * 3 + number % 3][kind];
                if house == number {
                    *digit = 0;
                }
            }
        }
        let tenths = [10, 10, 8, 5][self.below(4)];
        self.thinned(board, tenths)
    }

    fn boxes(&mut self) -> [u8; CELLS] {
        let (board, boxes) = (self.any_grid(), 1 + self.below(511));
        let tenths = [10, 10, 9, 6][self.below(4)];
        let kept = |cell: usize| boxes >> (cell / 27 * 3 + cell % 9 / 3) & 1 != 0;
        self.thinned(std::array::from_fn(|cell| if kept(cell) { board[cell] } else { 0 }), tenths)
    }

    fn nearly_full(&mut self) -> [u8; CELLS] {
        let mut board = self.any_grid();
        if self.below(3) == 0 {
            let blanked = 1 + self.below(9) as u8;
            board = board.map(|digit| if digit == blanked { 0 } else { digit });
        }
        for _ in 0..self.below(12) {
            board[self.below(CELLS)] = 0;
        }
        board
    }

    /// Returns a board with all or most cells of one digit of a grid, or of a diagonal, filled with different digits or with few
    /// of them, and up to three more clues.
    fn pattern(&mut self) -> [u8; CELLS] {
        let diagonal = std::array::from_fn(|cell| u8::from(cell % 10 == 0));
        let cells =
            if self.below(2) == 0 { diagonal } else { self.any_grid().map(|digit| u8::from(digit == 1)) };
        let (kinds, tenths) = ([9, 9, 3, 2][self.below(4)], [10, 10, 8, 5][self.below(4)]);
        let mut board = [0; CELLS];
        for (number, cell) in (0..CELLS).filter(|&cell| cells[cell] != 0).enumerate() {
            let digit = 1 + (number % kinds) as u8;
            if self.below(10) < tenths && fits(&board, cell, digit) {
                board[cell] = digit;
            }
        }
        for _ in 0..self.below(4) {
            let (cell, digit) = (self.below(CELLS), 1 + self.below(9) as u8);
            if board[cell] == 0 && fits(&board, cell, digit) {
                board[cell] = digit;
            }
        }
        board
    }

    /// Returns a full grid. Fills the cells in the order of the text, and restarts after many steps.
    pub fn grid(&mut self) -> [u8; CELLS] {
        loop {
            if let Some(grid) = self.try_grid() {
                return grid;
            }
        }
    }

    fn try_grid(&mut self) -> Option<[u8; CELLS]> {
        let mut board = [0; CELLS];
        let mut untried = [0_u16; CELLS];
        let (mut cell, mut entered) = (0, true);
        for _ in 0..600 {
            if entered {
                untried[cell] =
                    (1..=9).filter(|&digit| fits(&board, cell, digit)).fold(0, |all, digit| all | 1 << digit);
            }
            board[cell] = 0;
            entered = untried[cell] != 0;
            if !entered {
                cell = cell.checked_sub(1)?;
                continue;
            }
            let mut choices = untried[cell];
            for _ in 0..self.below(choices.count_ones() as usize) {
                choices &= choices - 1;
            }
            board[cell] = choices.trailing_zeros() as u8;
            untried[cell] &= !(1 << board[cell]);
            cell += 1;
            if cell == CELLS {
                return Some(board);
            }
        }
        None
    }
}

fn fits(board: &[u8; CELLS], cell: usize, digit: u8) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    let shares = |other: usize| {
        let (r, c) = (other / 9, other % 9);
        r == row || c == column || r / 3 == row / 3 && c / 3 == column / 3
    };
    (0..CELLS).all(|other| other == cell || board[other] != digit || !shares(other))
}
