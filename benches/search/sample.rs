//! Makes boards by the thousand, faster than the engines solve them: all clues of a board come from the same few random words.

use super::boards::{Board, Boards, CELLS};

/// The number of boards of one sample.
pub const BOARDS: usize = 4096;

/// The number of solved grids from which the boards of one sample take their clues, in turn.
const GRIDS: usize = 16;

/// The share of the cells that have a clue, in sixteenths, for one board after another. Three boards in four have enough clues
/// to rarely need a guess. The others have few or no clues, or nearly all.
const DENSITIES: [u32; 32] =
    [8, 9, 7, 8, 9, 7, 8, 6, 9, 8, 7, 9, 5, 8, 9, 7, 10, 8, 9, 7, 8, 12, 6, 8, 9, 4, 8, 7, 9, 15, 8, 6];

/// One board in this many has at most a sixteenth of its cells filled.
const NEARLY_EMPTY: usize = 256;

/// One board in this many differs from its grid in some cells and therefore rarely has a solution.
const SPOILED: usize = 9;

/// For each set of eight cells, a byte of ones for each cell that has a clue.
static CLUES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        if (at / 8) >> (at % 8) & 1 == 1 {
            table[at / 8][at % 8] = 0xFF;
        }
        at += 1;
    }
    table
};

/// Boards, and the solved grids from which their clues come.
pub struct Sample {
    pub boards: Vec<Board>,
    grids: [Board; GRIDS],
}

impl Sample {
    pub fn new() -> Self {
        Self { boards: vec![[b'.'; CELLS]; BOARDS], grids: [[b'.'; CELLS]; GRIDS] }
    }

    /// Replaces the boards with new ones from `draw`.
    pub fn redraw(&mut self, draw: &mut Boards) {
        self.grids = std::array::from_fn(|_| draw.rearranged_grid());
        for (index, board) in self.boards.iter_mut().enumerate() {
            let density = if index % NEARLY_EMPTY == 0 {
                draw.below(2) as u32
            } else {
                DENSITIES[index % DENSITIES.len()]
            };
            *board = with_clues(&self.grids[index % GRIDS], draw.mask(density));
            if index % SPOILED == 0 {
                for _ in 0..1 + draw.below(3) {
                    board[draw.below(CELLS)] = draw.digit();
                }
            }
        }
    }

    /// Returns the solved grid that contains every clue of board `index`, if one is known.
    pub fn known_solution(&self, index: usize) -> Option<&Board> {
        (!index.is_multiple_of(SPOILED)).then(|| &self.grids[index % GRIDS])
    }
}

/// Returns the digits of a grid in the cells of a mask, and blanks elsewhere.
fn with_clues(grid: &Board, mask: u128) -> Board {
    let mut board = [b'.'; CELLS];
    for ((cells, digits), bits) in board.chunks_mut(8).zip(grid.chunks(8)).zip(mask.to_le_bytes()) {
        for ((cell, digit), clue) in cells.iter_mut().zip(digits).zip(CLUES[usize::from(bits)]) {
            *cell = digit & clue | b'.' & !clue;
        }
    }
    board
}
