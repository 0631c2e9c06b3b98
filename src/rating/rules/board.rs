//! The board that rules work on: candidates and placed cells.

use super::few::{Blank, Few};
use crate::board::candidates::Candidates;
pub(crate) use crate::board::candidates::{ALL_DIGITS, digits_of, only_digit};
use crate::board::grid::{CELLS, Cell, share_a_house};
use crate::board::notation::given_masks;
use crate::solver::batch::Notation;
use kernel::named;

/// The number of houses.
pub(crate) const HOUSES: usize = 27;

/// A row, a column or a box.
///
/// ```
/// use bulkdoku::rating::{Explanation, House, HouseKind};
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
/// let step = Explanation::of(&puzzle, &solution)?.steps[0]; // 8 has no other place in box 2
/// let house: House = step.houses()[0];
/// assert_eq!((house.kind(), house.number(), house.to_string()), (HouseKind::Box, 1, "box 2".to_owned()));
///
/// // The cells to highlight on a board, and the one to write in.
/// let (cell, _) = step.placement.ok_or("nothing is placed")?;
/// let [first, .., last] = house.cells().map(|cell| cell.to_string());
/// assert_eq!((first, last, house.contains(cell)), ("r1c4".into(), "r3c6".into(), true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

named! {
    /// The kind of a house.
    ///
    /// ```
    /// use bulkdoku::rating::HouseKind;
    ///
    /// assert_eq!(HouseKind::ALL.map(HouseKind::name), ["box", "row", "column"]);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HouseKind {
        /// A box.
        Box = "box",
        /// A row.
        Row = "row",
        /// A column.
        Column = "column",
    }
}

/// The kinds of lines.
pub(super) const LINES: [HouseKind; 2] = [HouseKind::Row, HouseKind::Column];

impl House {
    /// The first box.
    pub(crate) const FIRST: Self = Self(0);

    /// Returns all houses: the boxes, then the rows, then the columns.
    pub(crate) fn all() -> impl Iterator<Item = House> {
        (0..HOUSES as u8).map(House)
    }

    /// Returns the nine houses of a kind, in order.
    pub(crate) fn of_kind(kind: HouseKind) -> impl Iterator<Item = House> {
        let first = 9 * kind as u8;
        (first..first + 9).map(House)
    }

    /// Returns the house of this kind that contains `cell`.
    pub(crate) fn containing(cell: Cell, kind: HouseKind) -> Self {
        let numbers = [cell.box_(), cell.row(), cell.column()];
        Self((9 * kind as usize + numbers[kind as usize]) as u8)
    }

    /// Returns the kind of the house.
    pub fn kind(self) -> HouseKind {
        HouseKind::ALL[usize::from(self.0 / 9)]
    }

    /// Returns the number of the house among those of its kind, 0 to 8.
    pub fn number(self) -> usize {
        usize::from(self.0 % 9)
    }

    /// Returns the nine cells, in the order of the text.
    pub fn cells(self) -> [Cell; 9] {
        let number = self.number();
        std::array::from_fn(|i| {
            Cell::numbered(match self.kind() {
                HouseKind::Box => 9 * (number / 3 * 3 + i / 3) + number % 3 * 3 + i % 3,
                HouseKind::Row => 9 * number + i,
                HouseKind::Column => 9 * i + number,
            })
        })
    }

    /// Returns whether the house contains `cell`.
    pub fn contains(self, cell: Cell) -> bool {
        Self::containing(cell, self.kind()) == self
    }
}

impl Blank for House {
    const BLANK: Self = Self::FIRST;
}

/// Writes the house as people call it, counted from 1: `box 9`.
impl std::fmt::Display for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind(), self.number() + 1)
    }
}

/// Returns whether two different cells share a house.
pub(crate) fn are_peers(a: Cell, b: Cell) -> bool {
    a != b && share_a_house(a, b)
}

/// A grid with the candidates of every cell, in which some cells are placed.
///
/// A cell is placed if it is a clue or a rule placed a digit in it. Its digit is then not a candidate of its peers.
/// Having only one candidate left does not make a cell placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    candidates: Candidates,
    placed: [bool; CELLS],
}

impl Board {
    /// Returns the board of a well-formed puzzle in this notation. Pencilmarks with one candidate are clues.
    pub(crate) fn new(puzzle: &[u8], notation: Notation) -> Self {
        Self::of(given_masks(puzzle, notation).expect("a well-formed puzzle"))
    }

    /// Returns the board with these candidates, digit `d` in bit `d - 1`. A cell with one candidate is a clue.
    pub(crate) fn of(given: [u16; CELLS]) -> Self {
        let mut board = Self { candidates: Candidates::from_masks(given), placed: [false; CELLS] };
        for cell in Cell::all() {
            if let Some(digit) = only_digit(given[cell.index()]) {
                board.place(cell, digit);
            }
        }
        board
    }

    /// Returns the candidates of a cell, digit `d` in bit `d - 1`.
    pub(crate) fn candidates(&self, cell: Cell) -> u16 {
        self.candidates.get(cell)
    }

    /// Returns the candidates of all cells.
    pub(crate) fn all_candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Returns whether `digit` is a candidate of `cell`.
    pub(crate) fn has(&self, cell: Cell, digit: u8) -> bool {
        self.candidates(cell) >> (digit - 1) & 1 == 1
    }

    /// Returns whether the cell is placed.
    pub(crate) fn is_placed(&self, cell: Cell) -> bool {
        self.placed[cell.index()]
    }

    /// Returns the cells of a house that have `digit` as a candidate.
    pub(crate) fn places(&self, house: House, digit: u8) -> Few<Cell, 9> {
        Few::of(house.cells().into_iter().filter(|&cell| self.has(cell, digit)))
    }

    /// Returns the same cells as a set of bits, the first cell in the lowest bit.
    pub(crate) fn place_bits(&self, house: House, digit: u8) -> u16 {
        let bit = |(index, cell)| u16::from(self.has(cell, digit)) << index;
        house.cells().into_iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }

    /// Places a digit: the cell keeps only this candidate, if it has it, and the cell's peers lose it.
    pub(crate) fn place(&mut self, cell: Cell, digit: u8) {
        self.candidates.place(cell, digit);
        self.placed[cell.index()] = true;
    }

    /// Eliminates a candidate.
    pub(crate) fn clear(&mut self, cell: Cell, digit: u8) {
        self.candidates.clear(cell, digit);
    }

    /// Returns whether a cell has no candidate, or a digit has no place in a house. Such a board has no solution.
    pub(crate) fn is_dead(&self) -> bool {
        let covers = |house: House| house.cells().iter().fold(0, |all, &cell| all | self.candidates(cell));
        self.candidates.masks().contains(&0) || House::all().any(|house| covers(house) != ALL_DIGITS)
    }

    /// Returns whether all cells are placed and the board is not dead: the board is a solution.
    pub(crate) fn is_solved(&self) -> bool {
        self.placed.iter().all(|&placed| placed) && !self.is_dead()
    }

    /// Returns the number of unplaced cells, and the number of their candidates.
    pub(crate) fn left(&self) -> (u32, u32) {
        let open = Cell::all().filter(|&cell| !self.is_placed(cell));
        open.fold((0, 0), |(cells, all), cell| (cells + 1, all + self.candidates(cell).count_ones()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_has_nine_cells_and_every_cell_three_houses() {
        for house in House::all() {
            assert!(house.cells().into_iter().all(|cell| house.contains(cell)), "{house}");
        }
        for cell in Cell::all() {
            let houses: Vec<House> = House::all().filter(|house| house.cells().contains(&cell)).collect();
            let kinds = [HouseKind::Box, HouseKind::Row, HouseKind::Column];
            assert_eq!(houses, kinds.map(|kind| House::containing(cell, kind)), "{cell}");
            assert_eq!(Cell::all().filter(|&peer| are_peers(cell, peer)).count(), 20);
        }
    }

    #[test]
    fn conflicting_clues_make_a_dead_board() {
        let mut puzzle = [b'.'; CELLS];
        (puzzle[0], puzzle[8]) = (b'5', b'5');
        assert!(Board::new(&puzzle, Notation::Clues).is_dead());
        puzzle[8] = b'6';
        assert!(!Board::new(&puzzle, Notation::Clues).is_dead());
    }

    #[test]
    fn pencilmarks_with_one_candidate_are_clues() {
        let puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let marks: Vec<u8> = puzzle
            .iter()
            .flat_map(|&clue| (b'1'..=b'9').map(move |d| if clue == b'.' || clue == d { d } else { b'.' }))
            .collect();
        assert_eq!(Board::new(&marks, Notation::Pencilmarks), Board::new(puzzle, Notation::Clues));
    }
}
