//! A plain solver. It tries the digits of the cell with the fewest candidates, and shares no code with the library.

/// The candidates of each cell, one bit each.
pub type Candidates = [u16; 81];

/// Counts the solutions of a puzzle, up to `limit`. Returns `None` if that takes more than `steps` steps.
pub fn count(candidates: &Candidates, limit: u64, steps: u32) -> Option<u64> {
    let mut search =
        Search { candidates, open: (0..81).collect(), used: [[0; 9]; 3], found: 0, limit, steps };
    search.run()?;
    Some(search.found)
}

/// Returns whether 81 digits solve a puzzle.
pub fn solves(candidates: &Candidates, answer: &[u8]) -> bool {
    let mut used = [[0_u16; 9]; 3];
    answer.len() == 81
        && answer.iter().enumerate().all(|(cell, &byte)| {
            let bit = 1_u16.checked_shl(u32::from(byte.wrapping_sub(b'1'))).unwrap_or(0);
            let is_free = houses(cell).iter().zip(&mut used).all(|(&house, used)| {
                let was_free = used[house] & bit == 0;
                used[house] |= bit;
                was_free
            });
            candidates[cell] & bit != 0 && is_free
        })
}

/// Returns the row, the column and the box of a cell.
pub fn houses(cell: usize) -> [usize; 3] {
    [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3]
}

struct Search<'a> {
    candidates: &'a Candidates,
    /// The cells without a digit.
    open: Vec<usize>,
    /// The digits of each row, column and box.
    used: [[u16; 9]; 3],
    found: u64,
    limit: u64,
    steps: u32,
}

impl Search<'_> {
    /// Continues the search. Returns `None` when no steps are left.
    fn run(&mut self) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(at) = (0..self.open.len()).min_by_key(|&at| self.digits_of(self.open[at]).count_ones())
        else {
            self.found += 1;
            return Some(());
        };
        let cell = self.open.swap_remove(at);
        let digits = self.digits_of(cell);
        for bit in (0..9).map(|digit| 1 << digit).filter(|bit| digits & bit != 0) {
            houses(cell).iter().zip(&mut self.used).for_each(|(&house, used)| used[house] |= bit);
            self.run()?;
            houses(cell).iter().zip(&mut self.used).for_each(|(&house, used)| used[house] &= !bit);
            if self.found >= self.limit {
                break;
            }
        }
        self.open.push(cell);
        Some(())
    }

    fn digits_of(&self, cell: usize) -> u16 {
        let [row, column, box_] = houses(cell);
        self.candidates[cell] & !(self.used[0][row] | self.used[1][column] | self.used[2][box_])
    }
}
