//! Candidates as values: puzzles of pencilmarks.

pub mod text;

use crate::board::bits::bits;
use crate::board::grid::{ALL_DIGITS, CELLS, Cell, houses_of, share_a_house};
use crate::board::notation;
use crate::board::puzzle::{Puzzle, Solution};

/// A Sudoku puzzle of pencilmarks: 81 cells, each with its candidates, the digits that are still possible.
///
/// A solution has one of the candidates in each cell. Any candidates make a puzzle, and a cell may have none: then there is no
/// solution.
///
/// The text has 729 characters, nine per cell: character `9 * cell + digit - 1` is the digit if it is a candidate of the cell,
/// and `.` otherwise.
///
/// # Examples
///
/// ```
/// use bulkdoku::solver::{Goal, Task, Verdict};
/// use bulkdoku::{Candidates, Cell, Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let cell = Cell::new(2).ok_or("a grid has 81 cells")?;
/// let mut candidates = Candidates::of(&puzzle);
/// assert!(candidates.digits(cell).eq([1, 2, 4]));
///
/// let (task, mut solver) = (Task::new(Goal::Unique), Solver::new());
/// let (outcome, solution) = solver.run(&candidates, task);
/// assert_eq!(outcome.verdict, Verdict::Unique);
///
/// candidates.clear(cell, solution.ok_or("no solution")?.digit(cell));
/// assert_eq!(solver.run(&candidates, task).0.verdict, Verdict::NoSolution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Candidates([u16; CELLS]);

/// A puzzle, given by clues or by candidates. References to both convert into it.
///
/// # Examples
///
/// ```
/// use bulkdoku::solver::{Goal, Task};
/// use bulkdoku::{Candidates, Grid, Puzzle, Solver};
///
/// fn count<'p>(grid: impl Into<Grid<'p>>) -> u64 {
///     Solver::new().run(grid, Task::new(Goal::Count { limit: 100 })).0.solutions
/// }
/// assert_eq!(count(&Puzzle::EMPTY), count(&Candidates::of(&Puzzle::EMPTY)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Grid<'p> {
    /// A puzzle of clues.
    Clues(&'p Puzzle),
    /// A puzzle of pencilmarks.
    Candidates(&'p Candidates),
}

impl Candidates {
    /// Returns the candidates that the clues of a puzzle leave. A clue is the only candidate of its cell, and not a candidate of
    /// the cells that share a house with it. If equal clues share a house, their cells have no candidates.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Candidates, Cell, Puzzle};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let cell = Cell::new(2).expect("a grid has 81 cells");
    /// assert_eq!(Candidates::of(&puzzle).digits(cell).collect::<Vec<u8>>(), [1, 2, 4]);
    /// # Ok::<(), bulkdoku::ParseGridError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Self {
        let clues = puzzle.digits().map(|digit| if digit == 0 { 0 } else { bit(digit) });
        // The clues of each house, and those that it has twice or more.
        let (mut once, mut twice) = ([0; 27], [0; 27]);
        for cell in Cell::all() {
            let clue = clues[cell.index()];
            for house in houses_of(cell.index()) {
                twice[house] |= once[house] & clue;
                once[house] |= clue;
            }
        }
        let seen = |cell: Cell, digits: &[u16; 27]| {
            houses_of(cell.index()).iter().fold(0, |all, &house| all | digits[house])
        };
        let left = |cell: Cell| match clues[cell.index()] {
            0 => ALL_DIGITS & !seen(cell, &once),
            clue => clue & !seen(cell, &twice),
        };
        Self(std::array::from_fn(|index| left(Cell::numbered(index))))
    }

    /// Returns the candidates of `cell` as a mask: digit `d` is bit `d - 1`.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Candidates, Cell, Puzzle};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let candidates = Candidates::of(&puzzle);
    /// let blanks = Cell::all().filter(|&cell| puzzle.clue(cell).is_none());
    /// let tightest = blanks.min_by_key(|&cell| candidates.get(cell).count_ones()).ok_or("no blank")?;
    /// assert_eq!((tightest.to_string().as_str(), candidates.get(tightest)), ("r5c5", 1 << (5 - 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, cell: Cell) -> u16 {
        self.0[cell.index()]
    }

    /// Returns the candidates of `cell` in ascending order.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = u8> + Clone + use<> {
        digits_of(self.get(cell))
    }

    /// Returns whether `digit` is a candidate of `cell`.
    ///
    /// # Panics
    ///
    /// Panics if `digit` is not 1 to 9.
    pub fn has(&self, cell: Cell, digit: u8) -> bool {
        self.get(cell) & bit(digit) != 0
    }

    /// Places `digit` in `cell`: removes the other candidates of the cell, and the digit from the cells that share a house with
    /// it. Returns whether the digit was a candidate of the cell. If not, the cell has no candidates now, and the puzzle has no
    /// solution.
    ///
    /// # Panics
    ///
    /// Panics if `digit` is not 1 to 9.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Candidates, Cell, Puzzle};
    ///
    /// let [corner, neighbor] = [0, 1].map(|index| Cell::new(index).expect("a grid has 81 cells"));
    /// let mut candidates = Candidates::of(&Puzzle::EMPTY);
    /// assert!(candidates.place(corner, 5));
    /// assert!(!candidates.has(neighbor, 5) && !candidates.is_solved());
    ///
    /// let mut wrong = candidates; // a copy
    /// assert!(!wrong.place(neighbor, 5)); // a conflict
    /// assert_eq!(wrong.get(neighbor), 0);
    /// ```
    pub fn place(&mut self, cell: Cell, digit: u8) -> bool {
        let bit = bit(digit);
        let left = self.get(cell) & bit;
        for peer in Cell::all().filter(|&peer| peer != cell && share_a_house(cell, peer)) {
            self.0[peer.index()] &= !bit;
        }
        self.0[cell.index()] = left;
        left != 0
    }

    /// Removes the candidate `digit` from `cell`. Returns whether the cell had it.
    ///
    /// # Panics
    ///
    /// Panics if `digit` is not 1 to 9.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Candidates, Cell, Puzzle};
    ///
    /// let cell = Cell::new(40).expect("a grid has 81 cells");
    /// let mut candidates = Candidates::of(&Puzzle::EMPTY);
    /// assert!(candidates.clear(cell, 5) && !candidates.clear(cell, 5));
    /// assert!(candidates.digits(cell).eq([1, 2, 3, 4, 6, 7, 8, 9]));
    /// ```
    pub fn clear(&mut self, cell: Cell, digit: u8) -> bool {
        let left = self.get(cell) & !bit(digit);
        let had = left != self.get(cell);
        self.0[cell.index()] = left;
        had
    }

    /// Returns whether the candidates are a [solution](Self::solution).
    pub fn is_solved(&self) -> bool {
        self.solution().is_some()
    }

    /// Returns the solution if each cell has one candidate and these digits follow the rules. Does not search.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::{Candidates, Puzzle, Solver};
    ///
    /// let solution = Solver::new().solve(&Puzzle::EMPTY).expect("there are many");
    /// assert_eq!(Candidates::of(&solution.into()).solution(), Some(solution));
    /// assert_eq!(Candidates::of(&Puzzle::EMPTY).solution(), None);
    /// ```
    pub fn solution(&self) -> Option<Solution> {
        let only_digit = |mask: u16| only_digit(mask).map_or(b'.', |digit| b'0' + digit);
        self.0.map(only_digit).try_into().ok()
    }

    /// Returns the candidates with these masks, in which only the lowest nine bits are set.
    #[doc(hidden)] // for the packages above
    pub fn from_masks(masks: [u16; CELLS]) -> Self {
        debug_assert!(masks.iter().all(|&mask| mask <= ALL_DIGITS));
        Self(masks)
    }

    /// Returns the masks of all cells.
    #[doc(hidden)] // for the packages above
    pub fn masks(&self) -> &[u16; CELLS] {
        &self.0
    }
}

impl Grid<'_> {
    /// Returns the candidates of each cell as masks. A cell without a clue has all of them.
    #[doc(hidden)] // for the packages above
    pub fn given_masks(self) -> [u16; CELLS] {
        match self {
            Grid::Clues(puzzle) => notation::masks_of_clues(puzzle.as_bytes()),
            Grid::Candidates(candidates) => candidates.0,
        }
    }
}

impl<'p> From<&'p Puzzle> for Grid<'p> {
    fn from(puzzle: &'p Puzzle) -> Self {
        Self::Clues(puzzle)
    }
}

impl<'p> From<&'p Candidates> for Grid<'p> {
    fn from(candidates: &'p Candidates) -> Self {
        Self::Candidates(candidates)
    }
}

/// Returns the digit of a mask with one candidate.
pub fn only_digit(mask: u16) -> Option<u8> {
    (mask.count_ones() == 1).then(|| mask.trailing_zeros() as u8 + 1)
}

/// Returns the digits of a mask, in ascending order.
pub fn digits_of(mask: u16) -> impl Iterator<Item = u8> + Clone {
    bits(mask & ALL_DIGITS).map(|digit| digit as u8 + 1)
}

/// Returns the mask of a digit.
fn bit(digit: u8) -> u16 {
    assert!((1..=9).contains(&digit), "a digit is 1 to 9, not {digit}");
    1 << (digit - 1)
}

#[cfg(test)]
mod tests;
