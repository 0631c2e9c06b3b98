//! The four methods: how each stores the path of its search, and tests digits.

use super::{Method, Put};
use crate::board::grid::{ALL_DIGITS, CELLS, Cell, share_a_house};

/// Whether a house holds a digit, by `[house][digit]`. Digit 0 is unused.
type Holds = [[bool; 10]; 9];

/// `row-col-box`: takes the cells in the order of the text, with one table each for the digits in rows, columns and boxes.
pub struct RowColBox {
    rows: Holds,
    columns: Holds,
    boxes: Holds,
}

impl Method for RowColBox {
    fn new(digits: &[u8; CELLS]) -> Self {
        let none: Holds = [[false; 10]; 9];
        let mut method = Self { rows: none, columns: none, boxes: none };
        Cell::all().for_each(|cell| method.mark(cell, digits[cell.index()], true));
        method
    }

    fn next_blank(&mut self, digits: &[u8; CELLS], taken: &[Cell]) -> Option<Cell> {
        let next = taken.last().map_or(0, |cell| cell.index() + 1);
        (next..CELLS).find(|&cell| digits[cell] == 0).map(Cell::numbered)
    }

    fn put_next_digit(&mut self, digits: &mut [u8; CELLS], cell: Cell) -> Option<Put> {
        let tried = digits[cell.index()];
        self.mark(cell, tried, false);
        let digit = (tried + 1..=9).find(|&digit| self.fits(cell, digit));
        digits[cell.index()] = digit.unwrap_or(0);
        self.mark(cell, digits[cell.index()], true);
        digit.map(Put::in_order)
    }
}

impl RowColBox {
    fn fits(&self, cell: Cell, digit: u8) -> bool {
        let digit = usize::from(digit);
        !self.rows[cell.row()][digit]
            && !self.columns[cell.column()][digit]
            && !self.boxes[cell.box_()][digit]
    }

    /// Records in the three houses of the cell whether they hold a digit.
    fn mark(&mut self, cell: Cell, digit: u8, holds: bool) {
        let digit = usize::from(digit);
        self.rows[cell.row()][digit] = holds;
        self.columns[cell.column()][digit] = holds;
        self.boxes[cell.box_()][digit] = holds;
    }
}

/// `blank-scan`: scans the row, column and box of the cell at each try.
pub type BlankScan = Blanks<false>;
/// `blank-stack`: scans the whole grid at each try.
pub type BlankStack = Blanks<true>;

/// Lists the blank cells once and takes them in the order of the text.
///
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

/// `min-candidates`: takes the cell with the fewest candidates first. Candidates are a bit mask that is computed from the row,
/// column and box of the cell each time.
pub struct MinCandidates {
    /// The candidates of each cell taken that are still to be tried.
    untried: [u16; CELLS],
}

impl Method for MinCandidates {
    fn new(_: &[u8; CELLS]) -> Self {
        Self { untried: [0; CELLS] }
    }

    fn next_blank(&mut self, digits: &[u8; CELLS], _: &[Cell]) -> Option<Cell> {
        let (cell, candidates) = tightest_blank(digits)?;
        self.untried[cell.index()] = candidates;
        Some(cell)
    }

    fn put_next_digit(&mut self, digits: &mut [u8; CELLS], cell: Cell) -> Option<Put> {
        let untried = &mut self.untried[cell.index()];
        let digit = untried.trailing_zeros() as u8 + 1;
        let any = *untried != 0;
        digits[cell.index()] = if any { digit } else { 0 };
        *untried &= untried.wrapping_sub(1);
        any.then_some(if *untried == 0 { Put::Last } else { Put::OneOfSeveral })
    }
}

/// Returns the first blank cell with at most one candidate, or else the first cell with the fewest candidates.
fn tightest_blank(digits: &[u8; CELLS]) -> Option<(Cell, u16)> {
    let mut tightest = None;
    let mut fewest = u32::MAX;
    for cell in Cell::all().filter(|cell| digits[cell.index()] == 0) {
        let candidates = candidates(digits, cell);
        if candidates.count_ones() < fewest {
            fewest = candidates.count_ones();
            tightest = Some((cell, candidates));
        }
        if fewest <= 1 {
            break;
        }
    }
    tightest
}

fn candidates(digits: &[u8; CELLS], cell: Cell) -> u16 {
    let (row, column) = (cell.row(), cell.column());
    let (top, left) = (row / 3 * 3, column / 3 * 3);
    let bit = |cell: usize| 1 << digits[cell]; // a blank cell gives bit 0, which is not a digit
    let held: u16 = (0..9).fold(0, |held, i| {
        held | bit(9 * row + i) | bit(9 * i + column) | bit(9 * (top + i / 3) + left + i % 3)
    });
    ALL_DIGITS & !(held >> 1)
}
