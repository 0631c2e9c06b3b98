//! The rules of Sudoku: cells, houses, and what makes nine rows of digits a solution.
//!
//! This module depends on no other module of the crate.
//!
//! A grid is always represented as text: 81 bytes, row by row. In a *puzzle* a byte is a clue `1`..`9` or a blank (see
//! [`is_blank`]); in a *solution* every byte is a digit.

use std::fmt;

/// The number of cells of a grid, and of bytes of its text.
pub const CELLS: usize = 81;

/// One of the 81 cells, identified by its index in the text: `9 * row + column`.
///
/// ```
/// use bulkdoku::{Cell, Puzzle};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let last_clue = (0..81).rev().filter_map(Cell::new).find(|&cell| puzzle.clue(cell).is_some());
/// let cell = last_clue.ok_or("no clues")?;
/// assert_eq!((cell.index(), cell.row(), cell.column(), cell.box_()), (80, 8, 8, 8));
/// assert_eq!(cell.to_string(), "r9c9"); // as players write it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The first cell of the text of a grid.
    #[doc(hidden)] // for the packages above
    pub const FIRST: Self = Self(0);

    /// Returns the cell at `index` of the text of a grid.
    ///
    /// # Panics
    /// When `index` is 81 or more.
    #[doc(hidden)] // for the packages above
    pub fn numbered(index: usize) -> Self {
        assert!(index < CELLS, "a grid has 81 cells, not {index}");
        Self(index as u8)
    }

    /// Returns the cell at `index` of the text of a grid, or `None` when `index` is 81 or more.
    pub fn new(index: usize) -> Option<Self> {
        (index < CELLS).then(|| Self::numbered(index))
    }

    /// Returns the cell in this row and column, both 0 to 8, or `None` outside of the grid.
    ///
    /// ```
    /// use bulkdoku::Cell;
    ///
    /// let diagonal: Vec<Cell> = (0..9).filter_map(|index| Cell::at(index, index)).collect();
    /// assert_eq!(diagonal[8].to_string(), "r9c9");
    /// assert_eq!(Cell::at(9, 0), None);
    /// ```
    pub fn at(row: usize, column: usize) -> Option<Self> {
        (row < 9 && column < 9).then(|| Self::numbered(9 * row + column))
    }

    /// Returns all cells, in the order of the text.
    ///
    /// ```
    /// use bulkdoku::{Cell, Puzzle};
    ///
    /// let blanks = Cell::all().filter(|&cell| Puzzle::EMPTY.clue(cell).is_none());
    /// assert_eq!(blanks.count(), 81);
    /// ```
    pub fn all() -> impl Iterator<Item = Cell> + Clone {
        (0..CELLS as u8).map(Cell)
    }

    /// Returns the index of the cell in the text, 0 to 80.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the row from the top, 0 to 8.
    pub fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the column from the left, 0 to 8.
    pub fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the box, 0 to 8, row by row.
    pub fn box_(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }
}

/// Writes the cell as Sudoku players do, counted from 1: `r1c9`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

/// The cells of each house as bits: boxes 0 to 8, rows 9 to 17, columns 18 to 26.
pub const HOUSES: [u128; 27] = {
    let mut houses = [0; 27];
    const_for!(cell in 0..CELLS => {
        let (row, column) = (cell / 9, cell % 9);
        houses[row / 3 * 3 + column / 3] |= 1 << cell;
        houses[9 + row] |= 1 << cell;
        houses[18 + column] |= 1 << cell;
    });
    houses
};

/// All nine digits as candidates, digit `d` in bit `d - 1`.
pub const ALL_DIGITS: u16 = 0x1FF;

/// All cells, as bits.
pub const ALL_CELLS: u128 = (1 << CELLS) - 1;

/// Returns the numbers of a cell's box, row and column among [`HOUSES`].
#[inline]
pub fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row / 3 * 3 + column / 3, 9 + row, 18 + column]
}

/// The cells that share a house with each cell, as bits, without the cell itself.
pub static PEERS: [u128; CELLS] = {
    let mut peers = [0; CELLS];
    const_for!(cell in 0..CELLS => {
        let (row, column) = (cell / 9, cell % 9);
        let all = HOUSES[row / 3 * 3 + column / 3] | HOUSES[9 + row] | HOUSES[18 + column];
        peers[cell] = all & !(1 << cell);
    });
    peers
};

/// Returns whether `byte` is a blank, one of the ways to write an empty cell: `.` `0` `_` `*` `-` `?` `x` `X`.
pub const fn is_blank(byte: u8) -> bool {
    // Comparisons without a branch vectorize in a loop over many bytes.
    (byte == b'.')
        | (byte == b'0')
        | (byte == b'_')
        | (byte == b'*')
        | (byte == b'-')
        | (byte == b'?')
        | (byte | 0x20 == b'x')
}

/// Returns whether all bytes are clues and blanks, and the blanks are of one kind: a puzzle with `0` and `.` has the digits 0 to 8,
/// or marks that are not blanks.
pub fn is_puzzle(text: &[u8; CELLS]) -> bool {
    let is_clue = |byte: u8| byte.wrapping_sub(b'1') < 9;
    let Some(&blank) = text.iter().find(|&&byte| !is_clue(byte)) else { return true };
    let same = if blank.eq_ignore_ascii_case(&b'x') { blank ^ 0x20 } else { blank };
    // Without a branch, so that vectors compare all cells at once.
    is_blank(blank)
        && text.iter().fold(true, |all, &byte| all & (is_clue(byte) | (byte == blank) | (byte == same)))
}

/// Returns the indices of the first blank and of the first one of another kind.
pub fn mixed_blanks(text: &[u8]) -> Option<[usize; 2]> {
    let kind = |at: usize| text[at].to_ascii_lowercase(); // `x` and `X` are one kind
    let mut blanks = (0..text.len()).filter(|&at| is_blank(text[at]));
    let first = blanks.next()?;
    blanks.find(|&at| kind(at) != kind(first)).map(|second| [first, second])
}

/// Returns the digit 1 to 9 of a clue, or `None` for any other byte.
pub const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'1'..=b'9' => Some(byte - b'0'),
        _ => None,
    }
}

/// Returns the digits of a puzzle's bytes, 0 for every byte that is not a clue.
#[inline]
pub fn digits(puzzle: &[u8; CELLS]) -> [u8; CELLS] {
    let mut digits = *puzzle;
    // Not `map`: on a large array it calls its closure once per element.
    for digit in &mut digits {
        *digit = digit.wrapping_sub(b'0');
        *digit = if *digit <= 9 { *digit } else { 0 };
    }
    digits
}

/// Returns the index of the first byte of `puzzle` that is neither a clue nor a blank.
pub fn first_bad_byte(puzzle: &[u8]) -> Option<usize> {
    puzzle.iter().position(|&byte| digit(byte).is_none() && !is_blank(byte))
}

/// Returns the first two equal clues that share a house, in the order of the text.
///
/// Bytes that are not clues are ignored.
pub fn conflict(puzzle: &[u8; CELLS]) -> Option<(Cell, Cell)> {
    if !scan(puzzle).has_conflict {
        return None;
    }
    let mut houses = Houses::default();
    let second = Cell::all()
        .find(|&cell| digit(puzzle[cell.index()]).is_some_and(|digit| !houses.place(cell, digit)))?;
    let clash =
        |first: &Cell| puzzle[first.index()] == puzzle[second.index()] && share_a_house(*first, second);
    Cell::all().find(clash).map(|first| (first, second))
}

/// Returns whether `answer` is a solution of `puzzle`: every row, column and box has every digit once, and every clue is kept.
pub fn is_solution_of(answer: &[u8; CELLS], puzzle: &[u8; CELLS]) -> bool {
    let keeps =
        |cell: &Cell| digit(puzzle[cell.index()]).is_none() || puzzle[cell.index()] == answer[cell.index()];
    is_solved(answer) && Cell::all().all(|cell| keeps(&cell))
}

/// Returns whether every row, column and box of `grid` has every digit once.
pub fn is_solved(grid: &[u8; CELLS]) -> bool {
    let mut houses = Houses::default();
    Cell::all().all(|cell| digit(grid[cell.index()]).is_some_and(|digit| houses.place(cell, digit)))
}

/// The result of [`scan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Whether a byte is neither a clue nor a blank, or blanks are of two kinds.
    pub is_malformed: bool,
    /// Whether two equal clues share a house.
    pub has_conflict: bool,
}

/// Scans the bytes of a puzzle for defects. No branch depends on a byte: mispredictions would be most of the cost.
pub fn scan(puzzle: &[u8; CELLS]) -> Scan {
    let (mut columns, mut found) = ([0; 9], 0);
    for band in puzzle.as_chunks::<27>().0 {
        let mut boxes = [0; 3];
        for row in band.as_chunks::<9>().0 {
            let mut in_row = 0;
            for column in 0..9 {
                let added = ADDED[usize::from(row[column])];
                columns[column] += added;
                boxes[column / 3] += added;
                in_row += added;
            }
            found |= in_row;
        }
        found |= boxes[0] | boxes[1] | boxes[2];
    }
    found |= columns.iter().fold(0, |all, column| all | column);
    let has = |bytes: u32| found >> bytes & 15 != 0;
    let is_malformed = has(DOTS) && has(ZEROS) || has(OTHERS) && !is_puzzle(puzzle);
    Scan { is_malformed, has_conflict: found & REPEATED != 0 }
}

/// What each byte adds to the sums of its houses. A house has only nine cells, so no field overflows into the next:
///
/// ```text
/// bit   51    48 47   44 43  40 39  36      8 7    4 3    0
///       │ others │ zeros │ dots │ 9s   │   …    │ 1s   │ unused │
/// ```
const ADDED: [u64; 256] = {
    let mut added = [0; 256];
    const_for!(byte in 0..256 => {
        added[byte] = match digit(byte as u8) {
            Some(digit) => 1 << (4 * digit),
            None => 1 << match byte as u8 {
                b'.' => DOTS,
                b'0' => ZEROS,
                _ => OTHERS,
            },
        };
    });
    added
};

/// The lowest bits of the counts of dots, of zeros, and of bytes that are neither these nor clues.
const DOTS: u32 = 40;
const ZEROS: u32 = 44;
const OTHERS: u32 = 48;

/// The bits of the counts of digits that are set when a digit occurs twice or more.
const REPEATED: u64 = 0xEE_EEEE_EEE0;

/// Returns whether the cells are in the same row, column or box.
pub fn share_a_house(a: Cell, b: Cell) -> bool {
    a.row() == b.row() || a.column() == b.column() || a.box_() == b.box_()
}

/// The digits in each house so far, one bit per digit.
#[derive(Default)]
struct Houses {
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
}

impl Houses {
    /// Adds `digit` to the three houses of the cell. Returns false if one of them already has it.
    fn place(&mut self, cell: Cell, digit: u8) -> bool {
        let bit = 1 << digit;
        let (row, column, box_) =
            (&mut self.rows[cell.row()], &mut self.columns[cell.column()], &mut self.boxes[cell.box_()]);
        let new = (*row | *column | *box_) & bit == 0;
        *row |= bit;
        *column |= bit;
        *box_ |= bit;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a valid grid made by shifting rows.
    fn solved_grid() -> [u8; CELLS] {
        std::array::from_fn(|i| b'1' + ((i / 9 * 3 + i / 27 + i % 9) % 9) as u8)
    }

    #[test]
    fn a_full_grid_that_follows_the_rules_is_solved() {
        assert!(is_solved(&solved_grid()));
    }

    #[test]
    fn a_grid_with_two_digits_exchanged_is_not_solved() {
        let mut grid = solved_grid();
        grid.swap(0, 1);
        assert!(!is_solved(&grid));
    }

    #[test]
    fn a_solution_must_keep_the_clues() {
        let grid = solved_grid();
        let mut puzzle = [b'.'; CELLS];
        puzzle[40] = grid[40];
        assert!(is_solution_of(&grid, &puzzle));
        puzzle[40] = grid[41];
        assert!(!is_solution_of(&grid, &puzzle));
    }

    #[test]
    fn a_conflict_names_both_cells() {
        let mut puzzle = [b'.'; CELLS];
        puzzle[1] = b'5';
        puzzle[6] = b'5';
        let (first, second) = conflict(&puzzle).unwrap();
        assert_eq!(format!("{first} {second}"), "r1c2 r1c7");
        puzzle[6] = b'4';
        assert_eq!(conflict(&puzzle), None);
    }

    #[test]
    fn every_pair_of_equal_clues_in_a_house_is_a_conflict() {
        for one in Cell::all() {
            for other in Cell::all().filter(|other| one < *other) {
                let mut puzzle = [b'.'; CELLS];
                let expected = share_a_house(one, other).then_some((one, other));
                for clue in b'1'..=b'9' {
                    (puzzle[one.index()], puzzle[other.index()]) = (clue, clue);
                    assert_eq!(conflict(&puzzle), expected);
                }
            }
        }
    }

    #[test]
    fn every_change_of_a_clue_in_a_full_grid_is_a_conflict() {
        let grid = solved_grid();
        assert_eq!(conflict(&grid), None);
        for cell in Cell::all() {
            for clue in b'1'..=b'9' {
                let mut changed = grid;
                changed[cell.index()] = clue;
                assert_eq!(conflict(&changed).is_some(), changed != grid, "{cell} {clue}");
            }
        }
    }

    #[test]
    fn there_are_eight_ways_to_write_a_blank() {
        let blanks: Vec<u8> = (0..=255).filter(|&byte| is_blank(byte)).collect();
        assert_eq!(blanks, b"*-.0?X_x");
    }

    #[test]
    fn blanks_of_two_kinds_are_no_puzzle() {
        let all = *b"*-.0?X_x";
        for (one, other) in all.iter().flat_map(|&one| all.map(|other| (one, other))) {
            let mut text = solved_grid();
            (text[7], text[9], text[80]) = (one, one, other);
            let is_one_kind = one.eq_ignore_ascii_case(&other);
            assert_eq!(is_puzzle(&text), is_one_kind, "{} {}", one as char, other as char);
            assert_eq!(scan(&text).is_malformed, !is_one_kind);
            assert_eq!(mixed_blanks(&text), if is_one_kind { None } else { Some([7, 80]) });
        }
        assert!(is_puzzle(&solved_grid()) && !is_puzzle(&[b'a'; CELLS]));
    }
}
