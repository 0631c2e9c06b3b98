//! The first band and the first stack of a grid, and all grids with them.
//!
//! ```text
//! boxes   1 2 3       1 to 3 are the first band,
//!         4 . .       1, 4 and 7 the first stack;
//!         7 . .       5, 6, 8 and 9 remain to be filled
//! ```
//!
//! A pattern divides the rows of box 4 among the rows of boxes 5 and 6; another divides the rows of box 7 among boxes 8 and 9.
//! Likewise for columns, from box 2 to boxes 5 and 8, and from box 3 to boxes 6 and 9. So each completion has four patterns:
//! `upper`, `lower`, `left` and `right`. **Four patterns make at most one completion**: in a box, the cell in row i and column j
//! can only contain a digit that both row i and column j take. The rows take nine different digits, and so do the columns. A
//! filled box needs one digit for each of its nine cells, so each row has exactly one digit in common with each column, which is
//! the digit of the cell.
//!
//! ```text
//!            left    right
//! upper       5        6        Σ over left, right of (number of upper patterns that fit both in 5 and 6)
//! lower       8        9                            · (number of lower patterns that fit both in 8 and 9)
//! ```
//!
//! Counting the completions visits all pairs of a left and a right pattern, with a bit for each of the 56 patterns of rows, in 4
//! · 56² operations on 64 bits. The idea of patterns is from the count of all grids by Bertram Felgenhauer and Frazer Jarvis.

use super::patterns::{ALL, BoxLines, LAST, MIDDLE, PATTERNS};
use crate::array::array_of;
use crate::board::grid::CELLS;
use crate::rng::LineRng;
use crate::symmetry::orders::ORDERS;

/// The first band and the first stack of a grid, without conflict. The digits are 0 to 8. Cells that are not filled are 0.
#[derive(Clone, Debug)]
pub struct Frame([u8; CELLS]);

/// The grids with a given [`Frame`].
pub struct Completions {
    frame: Frame,
    /// For each pattern of columns, the patterns of rows that fill the box together with it: bit a is pattern a.
    boxes: [[[u64; PATTERNS]; 2]; 2],
}

/// The distances between two cells of a line, and between two lines.
#[derive(Clone, Copy)]
struct Steps {
    cell: usize,
    line: usize,
}

/// Rows as lines.
const ROWS: Steps = Steps { cell: 1, line: 9 };

/// Columns as lines.
const COLUMNS: Steps = Steps { cell: 9, line: 1 };

impl Frame {
    /// Returns the frame of a grid, or of a puzzle with the digits 1 to 9 in its first band and first stack. The other cells do
    /// not matter.
    pub fn of(grid: &[u8; CELLS]) -> Self {
        let is_filled = |cell: usize| cell / 9 < 3 || cell % 9 < 3;
        Self(array_of(|cell| if is_filled(cell) { grid[cell] - b'1' } else { 0 }))
    }

    /// Draws a frame uniformly.
    ///
    /// Each order of the digits of box 1 belongs to 56 · 6^6 bands: 56 patterns, and six orders for each row of the two other
    /// boxes. It belongs to as many stacks, and every band goes with every stack.
    pub(super) fn draw(draws: &mut LineRng) -> Self {
        let mut first = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        draws.shuffle_exactly(&mut first);
        let mut grid = [0; CELLS];
        for cell in 0..9 {
            grid[cell / 3 * 9 + cell % 3] = first[cell];
        }
        for steps in [ROWS, COLUMNS] {
            let known = digits(&grid, 0, steps);
            let pattern = &ALL[draws.exactly_below(PATTERNS as u32) as usize];
            for (lines, start) in pattern.iter().zip([3, 6]) {
                for (line, digits) in lines.iter().enumerate() {
                    let order = ORDERS[draws.exactly_below(6) as usize];
                    for place in 0..3 {
                        grid[line * steps.line + (start + place) * steps.cell] =
                            known[usize::from(digits[usize::from(order[place])])];
                    }
                }
            }
        }
        Self(grid)
    }
}

/// Returns the digits of the box with the first cell `start`, line by line.
fn digits(grid: &[u8; CELLS], start: usize, steps: Steps) -> [u8; 9] {
    array_of(|index| grid[start + index / 3 * steps.line + index % 3 * steps.cell])
}

impl Completions {
    /// Returns the completions of a frame.
    pub fn new(frame: Frame) -> Self {
        let grid = &frame.0;
        let (upper, lower) = (digits(grid, 27, ROWS), digits(grid, 54, ROWS));
        let (left, right) = (digits(grid, 3, COLUMNS), digits(grid, 6, COLUMNS));
        let boxes = [
            [fits(&upper, MIDDLE, &left, MIDDLE), fits(&upper, LAST, &right, MIDDLE)],
            [fits(&lower, MIDDLE, &left, LAST), fits(&lower, LAST, &right, LAST)],
        ];
        Self { frame, boxes }
    }

    /// Returns their number.
    pub fn count(&self) -> u64 {
        let pairs = (0..PATTERNS).flat_map(|left| (0..PATTERNS).map(move |right| (left, right)));
        pairs.map(|(left, right)| self.rows(left, right)).map(|(upper, lower)| product(upper, lower)).sum()
    }

    /// Returns the patterns of rows that go with these patterns of columns, in the upper and in the lower boxes.
    fn rows(&self, left: usize, right: usize) -> (u64, u64) {
        let [upper, lower] = &self.boxes;
        (upper[0][left] & upper[1][right], lower[0][left] & lower[1][right])
    }

    /// Returns the completion with this number, counted from 0, as text, or `None` past the last one.
    ///
    /// They are in ascending order of their patterns: left, right, upper, lower.
    pub fn nth(&self, number: u64) -> Option<[u8; CELLS]> {
        let mut rest = number;
        for left in 0..PATTERNS {
            for right in 0..PATTERNS {
                let (upper, lower) = self.rows(left, right);
                let here = product(upper, lower);
                if rest < here {
                    let lowers = u64::from(lower.count_ones());
                    let rows = [nth_bit(upper, rest / lowers), nth_bit(lower, rest % lowers)];
                    return Some(self.fill(rows, [left, right]));
                }
                rest -= here;
            }
        }
        None
    }

    /// Returns the completion with these patterns: upper and lower, left and right.
    fn fill(&self, rows: [usize; 2], columns: [usize; 2]) -> [u8; CELLS] {
        let mut grid = self.frame.0;
        for (band, pattern) in rows.into_iter().enumerate() {
            let known = digits(&self.frame.0, 27 * (band + 1), ROWS);
            for (stack, lines) in ALL[pattern].iter().enumerate() {
                let of_columns = &ALL[columns[stack]][band];
                let known_in_columns = digits(&self.frame.0, 3 * (stack + 1), COLUMNS);
                let start = 27 * (band + 1) + 3 * (stack + 1);
                fill_box(
                    &mut grid[start..],
                    labelled(lines, &known),
                    labelled(of_columns, &known_in_columns),
                );
            }
        }
        array_of(|cell| b'1' + grid[cell])
    }
}

/// Fills a box with the digits that its rows and columns have in common.
fn fill_box(cells: &mut [u8], rows: BoxLines, columns: BoxLines) {
    for (row, in_row) in rows.iter().enumerate() {
        for (column, in_column) in columns.iter().enumerate() {
            if let Some(&digit) = in_row.iter().find(|digit| in_column.contains(digit)) {
                cells[9 * row + column] = digit;
            }
        }
    }
}

/// Returns the lines with the digits of the known box.
#[inline]
fn labelled(lines: &BoxLines, known: &[u8; 9]) -> BoxLines {
    array_of(|line| array_of(|place| known[usize::from(lines[line][place])]))
}

/// Returns, for each pattern of the columns of a box, the patterns of its rows that fill the box together with it. `rows` and
/// `columns` are the indices of the box in its patterns.
///
/// They do unless two digits of the same column are in the same row.
fn fits(known_in_rows: &[u8; 9], rows: usize, known_in_columns: &[u8; 9], columns: usize) -> [u64; PATTERNS] {
    // For each pair of digits, the patterns of rows that have both in the same row.
    let mut together = [[0; 9]; 9];
    for (number, pattern) in ALL.iter().enumerate() {
        for line in labelled(&pattern[rows], known_in_rows) {
            let [one, two, three] = array_of(|place| usize::from(line[place]));
            for (digit, other) in [(one, two), (one, three), (two, three)] {
                together[digit][other] |= 1 << number;
                together[other][digit] |= 1 << number;
            }
        }
    }
    array_of(|number| {
        let mut clashes = 0;
        for line in labelled(&ALL[number][columns], known_in_columns) {
            let [one, two, three] = array_of(|place| usize::from(line[place]));
            clashes |= together[one][two] | together[one][three] | together[two][three];
        }
        !clashes & ((1 << PATTERNS) - 1)
    })
}

/// Returns the number of pairs of a bit of `upper` and a bit of `lower`.
fn product(upper: u64, lower: u64) -> u64 {
    u64::from(upper.count_ones() * lower.count_ones())
}

/// Returns the position of the set bit of `mask` with `number` set bits below it.
fn nth_bit(mut mask: u64, number: u64) -> usize {
    for _ in 0..number {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid;
    use crate::board::puzzle::Puzzle;
    use crate::solver::Solver;

    fn frames() -> impl Iterator<Item = Frame> {
        (0..20).map(|number| Frame::draw(&mut LineRng::of_purpose(1, *b"a test..", number)))
    }

    fn puzzle(frame: &Frame) -> Puzzle {
        let is_filled = |cell: usize| cell / 9 < 3 || cell % 9 < 3;
        let text: [u8; CELLS] =
            std::array::from_fn(|cell| if is_filled(cell) { b'1' + frame.0[cell] } else { b'.' });
        std::str::from_utf8(&text).unwrap().parse().unwrap()
    }

    #[test]
    fn the_number_of_completions_is_the_number_of_solutions() {
        let mut solver = Solver::new();
        for frame in frames() {
            let puzzle = puzzle(&frame);
            assert!(puzzle.conflict().is_none());
            assert_eq!(Completions::new(frame).count(), solver.count(&puzzle, u64::MAX));
        }
    }

    #[test]
    fn the_completions_are_the_solutions() {
        let mut solver = Solver::new();
        for frame in frames().take(3) {
            let puzzle = puzzle(&frame);
            let completions = Completions::new(frame);
            let mut grids: Vec<_> =
                (0..completions.count()).filter_map(|number| completions.nth(number)).collect();
            assert!(grids.iter().all(grid::is_solved));
            assert_eq!(completions.nth(completions.count()), None);
            grids.sort_unstable();
            let solutions = solver.solutions(&puzzle).map(|solution| *solution.as_bytes());
            assert!(solutions.eq(grids), "{puzzle}");
        }
    }

    #[test]
    fn the_frame_of_a_completion_is_the_frame() {
        for frame in frames() {
            let grid = Completions::new(frame.clone()).nth(0).expect("a completion");
            assert_eq!(Frame::of(&grid).0, frame.0);
        }
    }
}
