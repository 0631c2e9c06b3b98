//! Boards drawn from a seed.

use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The number of cells of a board.
pub const CELLS: usize = 81;

/// 81 clues and blanks.
pub type Board = [u8; CELLS];

/// A solved grid to begin with: each row is the one above it, shifted.
const GRID: &Board = b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// Draws boards.
pub struct Boards {
    rng: ChaCha8Rng,
    grid: Board,
}

impl Boards {
    pub fn new(seed: u64) -> Self {
        let mut boards = Self { rng: ChaCha8Rng::seed_from_u64(seed), grid: *GRID };
        for _ in 0..100 {
            boards.rearrange();
        }
        boards
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.rng.next_u32()) * bound as u64) >> 32) as usize
    }

    /// Sets the solved grid from which the next boards are drawn.
    pub fn take_grid(&mut self, grid: &Board) {
        self.grid = *grid;
    }

    /// Returns the solved grid of the next board, and changes it.
    pub fn rearranged_grid(&mut self) -> Board {
        self.rearrange();
        self.grid
    }

    /// Returns a bit for each cell, which is one with a probability of `sixteenths`.
    pub fn mask(&mut self, sixteenths: u32) -> u128 {
        if sixteenths >= 16 {
            return u128::MAX;
        }
        (0..4).fold(0, |mask, digit| {
            let word = u128::from(self.rng.next_u64()) << 64 | u128::from(self.rng.next_u64());
            // For each binary digit of the probability, from the lowest: halve it, or halve it and add one half.
            if sixteenths >> digit & 1 == 1 { mask | word } else { mask & word }
        })
    }

    /// Returns a board with some clues of a solved grid. Any number of clues from 0 to 81 is possible; 17 to 32 are likely. One
    /// board in four has up to three changed digits, so it rarely has a solution.
    pub fn draw(&mut self) -> Board {
        self.rearrange();
        let clues = if self.below(8) == 0 { self.below(CELLS + 1) } else { 17 + self.below(16) };
        let mut board = [b'.'; CELLS];
        let mut left = clues;
        for (cell, clue) in board.iter_mut().enumerate() {
            if self.below(CELLS - cell) < left {
                *clue = self.grid[cell];
                left -= 1;
            }
        }
        if self.below(4) == 0 {
            for _ in 0..1 + self.below(3) {
                board[self.below(CELLS)] = self.digit();
            }
        }
        board
    }

    /// Returns a board with `clues` digits, drawn one by one.
    pub fn scattered(&mut self, clues: usize) -> Board {
        let mut board = [b'.'; CELLS];
        for _ in 0..clues {
            board[self.below(CELLS)] = self.digit();
        }
        board
    }

    /// Changes one to three cells of a board.
    pub fn mutate(&mut self, board: &mut Board) {
        for _ in 0..1 + self.below(3) {
            let (cell, other) = (self.below(CELLS), self.below(CELLS));
            match self.below(4) {
                0 => board[cell] = b'.',
                1 => board[cell] = self.digit(),
                _ => board.swap(cell, other),
            }
        }
    }

    pub fn digit(&mut self) -> u8 {
        b'1' + self.below(9) as u8
    }

    /// Swaps two rows of a band, two columns of a stack and two digits of the grid, or transposes it.
    fn rearrange(&mut self) {
        let (band, row, other) = (self.below(3), self.below(3), self.below(3));
        for column in 0..9 {
            self.grid.swap(9 * (3 * band + row) + column, 9 * (3 * band + other) + column);
        }
        let (stack, column, other) = (self.below(3), self.below(3), self.below(3));
        for row in 0..9 {
            self.grid.swap(9 * row + 3 * stack + column, 9 * row + 3 * stack + other);
        }
        let (one, two) = (self.digit(), self.digit());
        for digit in &mut self.grid {
            *digit = if *digit == one {
                two
            } else if *digit == two {
                one
            } else {
                *digit
            };
        }
        if self.below(2) == 0 {
            let grid = self.grid;
            self.grid = std::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
        }
    }
}
