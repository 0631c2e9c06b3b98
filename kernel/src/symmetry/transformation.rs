//! The transformations under which a Sudoku stays the same puzzle.

use std::array;
use std::ops::Deref;
use std::{error, fmt, str::FromStr};

use rand_core::Rng;

use super::orders::{inverse, order_of_nine};
use crate::board::grid::CELLS;
use crate::board::puzzle::{Puzzle, Solution};

/// One of the 3,359,232 · 9! transformations that turn every puzzle into an equivalent one.
///
/// The source is transposed first if [`transposed`](Self::transposed) is true. Then
/// `image[r][c] = digits[source[rows[r]][columns[c]]]`, where `digits[0]` is 0, the blank. The rows of a band stay
/// together, and so do the columns of a stack.
///
/// # Text form
/// `t-r213456789-c123456789-d987654321`: the parts `r`, `c` and `d`, counted from 1, after `t-` if the source is
/// transposed first. Row 1 of this image is row 2 of the transposed source, and the digit 1 becomes 9.
/// [`Display`](fmt::Display) writes this form, [`FromStr`] reads it.
///
/// # Example
/// ```
/// use bulkdoku::symmetry::Transformation;
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let map: Transformation = "t-r213456789-c123456789-d987654321".parse()?;
/// assert_eq!((map.transposed(), map.rows()[0], map.columns()[0], map.digits()[1]), (true, 1, 0, 9));
///
/// let image = map.apply(&puzzle);
/// assert_eq!(map.inverse().apply(&image), puzzle);
/// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
/// assert_eq!(Solver::new().solve(&image), Some(map.apply_to_solution(&solution)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transformation {
    transposed: bool,
    rows: [u8; 9],
    columns: [u8; 9],
    digits: [u8; 10],
}

/// The text form of a transformation, without an allocation.
#[derive(Clone, Copy)]
pub struct MapText {
    bytes: [u8; LONGEST],
    length: usize,
}

/// The longest text form: `t-`, and three letters with nine digits, with hyphens between them.
const LONGEST: usize = 2 + 3 * 10 + 2;

/// A text or parts that are not a [`Transformation`].
///
/// # Example
/// ```
/// use bulkdoku::symmetry::{InvalidTransformation, Transformation};
///
/// let error: InvalidTransformation = "r142356789-c123456789-d123456789".parse::<Transformation>().unwrap_err();
/// assert!(error.to_string().starts_with("the rows are not 1 to 9 in an order that keeps the rows of each band"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTransformation(Fault);

/// What is wrong with the text or the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The text does not have the form `r123456789-c123456789-d123456789`, with or without `t-` before it.
    Form,
    /// The rows are not 0 to 8 in an order that keeps the rows of a band together.
    Rows,
    /// The columns are not 0 to 8 in an order that keeps the columns of a stack together.
    Columns,
    /// The digits are not 0 followed by 1 to 9 in some order.
    Digits,
}

/// The number of relabellings of nine digits: 9!.
const RELABELLINGS: u64 = 362_880;

impl Transformation {
    /// The transformation that changes nothing.
    pub const IDENTITY: Self = Self {
        transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// The number of rearrangements of rows and columns: 2 · 6⁸.
    #[doc(hidden)] // for the tests and benches
    pub const GEOMETRIES: u64 = 3_359_232;

    /// The number of transformations: 2 · 6⁸ · 9!.
    pub const COUNT: u64 = Self::GEOMETRIES * RELABELLINGS;

    /// Returns the transformation with these parts: for each row and column of the image, the row or column of the
    /// (transposed) source that it shows, and for each digit of the source, its new digit, after a 0 for the blank.
    ///
    /// # Errors
    /// Returns an error if a part is not a permutation, or if it splits a band or a stack.
    ///
    /// ```
    /// use bulkdoku::symmetry::Transformation;
    ///
    /// let order = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    /// let swap = Transformation::new(false, order, order, [0, 2, 1, 3, 4, 5, 6, 7, 8, 9])?; // exchanges 1 and 2
    /// assert_eq!(swap.then(&swap), Transformation::IDENTITY);
    /// assert_eq!(swap.to_string(), "r123456789-c123456789-d213456789");
    /// # Ok::<(), bulkdoku::symmetry::InvalidTransformation>(())
    /// ```
    pub fn new(
        transposed: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [u8; 10],
    ) -> Result<Self, InvalidTransformation> {
        if !keeps_threes_together(&rows) {
            return Err(InvalidTransformation(Fault::Rows));
        }
        if !keeps_threes_together(&columns) {
            return Err(InvalidTransformation(Fault::Columns));
        }
        if digits[0] != 0 || !is_permutation(&digits) {
            return Err(InvalidTransformation(Fault::Digits));
        }
        Ok(Self { transposed, rows, columns, digits })
    }

    /// Returns the transformation with these parts, which the caller knows to be valid for [`new`](Self::new).
    #[doc(hidden)] // for the packages above
    #[inline]
    pub fn from_parts(transposed: bool, rows: [u8; 9], columns: [u8; 9], digits: [u8; 10]) -> Self {
        debug_assert!(
            Self::new(transposed, rows, columns, digits).is_ok(),
            "{rows:?} {columns:?} {digits:?}"
        );
        Self { transposed, rows, columns, digits }
    }

    /// Returns the transformation with the number `index`, or `None` if that is [`COUNT`](Self::COUNT) or more. The numbers map
    /// one-to-one to the transformations, and the mapping is the same in all versions. Number 0 is the identity.
    ///
    /// # Example
    /// ```
    /// use bulkdoku::Puzzle;
    /// use bulkdoku::symmetry::{Minlex, Transformation};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let random = 0x9E37_79B9_7F4A_7C15; // from any generator
    /// let map = Transformation::nth(random % Transformation::COUNT).ok_or("the number is too large")?;
    /// let mut minlex = Minlex::new();
    /// assert_eq!(minlex.form(&map.apply(&puzzle))?.puzzle(), minlex.form(&puzzle)?.puzzle());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nth(index: u64) -> Option<Self> {
        (index < Self::COUNT).then(|| Self::numbered(index))
    }

    /// Returns the transformation with the number `index`, which is less than [`COUNT`](Self::COUNT).
    fn numbered(index: u64) -> Self {
        let mut rest = (index / RELABELLINGS) as u32;
        let mut draw = |bound: u32| {
            let drawn = rest % bound;
            rest /= bound;
            drawn as usize
        };
        let rows = order_of_nine(array::from_fn(|_| draw(6)));
        let columns = order_of_nine(array::from_fn(|_| draw(6)));
        Self {
            transposed: draw(2) == 1,
            rows,
            columns,
            digits: nth_relabelling((index % RELABELLINGS) as u32),
        }
    }

    /// Draws a transformation uniformly from all [`COUNT`](Self::COUNT).
    ///
    /// Usually takes one 64-bit word from `rng`. If a word would favour some transformations, which happens to at most one word
    /// in 15 million, it takes another.
    #[doc(hidden)] // for the tests
    #[inline]
    pub fn random(rng: &mut impl Rng) -> Self {
        let fair = u64::MAX - u64::MAX % Self::COUNT; // a multiple of COUNT: all remainders are equally likely below it
        loop {
            let word = rng.next_u64();
            if word < fair {
                return Self::numbered(word % Self::COUNT);
            }
        }
    }

    /// Returns whether the source is transposed before its rows and columns are rearranged.
    #[inline]
    pub fn transposed(&self) -> bool {
        self.transposed
    }

    /// Returns, for each row of the image, the row of the (transposed) source that it shows, 0 to 8.
    #[inline]
    pub fn rows(&self) -> &[u8; 9] {
        &self.rows
    }

    /// Returns, for each column of the image, the column of the (transposed) source that it shows, 0 to 8.
    #[inline]
    pub fn columns(&self) -> &[u8; 9] {
        &self.columns
    }

    /// Returns the new digit for each digit of the source. The first entry is 0, the blank.
    #[inline]
    pub fn digits(&self) -> &[u8; 10] {
        &self.digits
    }

    /// Returns the transformation that applies `self` first and then `next`:
    /// `a.then(&b).apply(&board) == b.apply(&a.apply(&board))`.
    pub fn then(&self, next: &Self) -> Self {
        // If `next` transposes the image of `self`, its rows are columns of that image.
        let (rows, columns) =
            if next.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Self {
            transposed: self.transposed != next.transposed,
            rows: array::from_fn(|row| rows[usize::from(next.rows[row])]),
            columns: array::from_fn(|column| columns[usize::from(next.columns[column])]),
            digits: array::from_fn(|digit| next.digits[usize::from(self.digits[digit])]),
        }
    }

    /// Returns the transformation that undoes this one.
    pub fn inverse(&self) -> Self {
        let (rows, columns) =
            if self.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Self {
            transposed: self.transposed,
            rows: inverse(rows),
            columns: inverse(columns),
            digits: inverse(&self.digits),
        }
    }

    /// Returns the sort key for maps that make the same image: by transposition, then by rows, then by columns.
    #[inline]
    pub(super) fn place_in_order(&self) -> impl Ord + use<> {
        (self.transposed, self.rows, self.columns)
    }

    /// Returns the image of a puzzle.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        Puzzle::from_digits(&self.image(&puzzle.digits())).expect("digits from 0 to 9")
    }

    /// Returns the image of a solution, which solves the image of its puzzle.
    pub fn apply_to_solution(&self, solution: &Solution) -> Solution {
        Solution::from_engine(self.image(&solution.digits()).map(|digit| b'0' + digit))
    }

    /// Returns the image of a board of digits, 0 for a blank.
    ///
    /// # Panics
    /// Panics if a cell contains a number above 9.
    #[doc(hidden)] // for the tests
    #[inline]
    pub fn image(&self, board: &[u8; CELLS]) -> [u8; CELLS] {
        let mut image = self.rearrange(board);
        for cell in &mut image {
            *cell = self.digits[usize::from(*cell)];
        }
        image
    }

    /// Moves the cells of a board to their places in the image, with unchanged content.
    #[doc(hidden)] // for the packages above
    pub fn rearrange<T: Copy>(&self, board: &[T; CELLS]) -> [T; CELLS] {
        let (row_step, column_step) = if self.transposed { (1, 9) } else { (9, 1) };
        let columns = self.columns.map(|column| column_step * usize::from(column));
        let mut image = *board;
        for (cells, &row) in image.as_chunks_mut::<9>().0.iter_mut().zip(&self.rows) {
            for (cell, column) in cells.iter_mut().zip(columns) {
                *cell = board[row_step * usize::from(row) + column];
            }
        }
        image
    }

    /// Returns what the transformation does, in words: `transposed, rows and columns rearranged, and relabelled`.
    #[doc(hidden)] // for the packages above
    pub fn in_words(&self) -> impl fmt::Display {
        let moved = match (self.rows != Self::IDENTITY.rows, self.columns != Self::IDENTITY.columns) {
            (true, true) => "rows and columns rearranged",
            (true, false) => "rows rearranged",
            (false, true) => "columns rearranged",
            (false, false) => "",
        };
        let transposed = if self.transposed { "transposed" } else { "" };
        let relabelled = if self.digits != Self::IDENTITY.digits { "relabelled" } else { "" };
        let deeds: Vec<_> =
            [transposed, moved, relabelled].into_iter().filter(|deed| !deed.is_empty()).collect();
        match deeds.as_slice() {
            [] => "unchanged".to_owned(),
            [one, two, three] => format!("{one}, {two}, and {three}"),
            one_or_two => one_or_two.join(" and "),
        }
    }

    /// Returns the text form. Unlike `to_string`, this does not allocate.
    #[doc(hidden)] // for the packages above
    pub fn text(&self) -> MapText {
        let start = if self.transposed { 2 } else { 0 };
        let mut bytes = [b'-'; LONGEST];
        if self.transposed {
            bytes[0] = b't';
        }
        let relabelled = array::from_fn(|digit| self.digits[digit + 1] - 1);
        let parts = [(b'r', self.rows), (b'c', self.columns), (b'd', relabelled)];
        for ((letter, numbers), part) in parts.iter().zip(bytes[start..].chunks_mut(11)) {
            part[0] = *letter;
            part[1..10].copy_from_slice(&numbers.map(|number| b'1' + number));
        }
        MapText { bytes, length: start + 32 }
    }
}

impl Default for Transformation {
    /// Returns the identity.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl fmt::Display for Transformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // All bytes are ASCII.
        f.write_str(str::from_utf8(&self.text()).unwrap_or_default())
    }
}

impl Deref for MapText {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl FromStr for Transformation {
    type Err = InvalidTransformation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (transposed, parts) = text.strip_prefix("t-").map_or((false, text), |parts| (true, parts));
        let [rows, columns, relabelled] = parse_parts(parts).ok_or(InvalidTransformation(Fault::Form))?;
        let mut digits = [0; 10];
        digits[1..].copy_from_slice(&relabelled.map(|digit| digit + 1));
        Self::new(transposed, rows, columns, digits)
    }
}

/// Returns the numbers of the parts `r`, `c` and `d`, counted from 0.
fn parse_parts(text: &str) -> Option<[[u8; 9]; 3]> {
    let mut parts = text.split('-');
    let mut numbers = |letter: char| {
        let part: [u8; 9] = parts.next()?.strip_prefix(letter)?.as_bytes().try_into().ok()?;
        part.iter().all(|byte| matches!(byte, b'1'..=b'9')).then(|| part.map(|byte| byte - b'1'))
    };
    let numbers = [numbers('r')?, numbers('c')?, numbers('d')?];
    parts.next().is_none().then_some(numbers)
}

/// Returns the relabelling with the number `index` in lexicographic order, below 9!.
fn nth_relabelling(mut index: u32) -> [u8; 10] {
    let mut digits = Transformation::IDENTITY.digits;
    let mut orders = RELABELLINGS as u32;
    for place in 1..9 {
        orders /= 10 - place as u32;
        let chosen = place + (index / orders) as usize;
        for place in (place..chosen).rev() {
            digits.swap(place, place + 1); // a rotation, for which `rotate_right` takes longer
        }
        index %= orders;
    }
    digits
}

fn keeps_threes_together(order: &[u8; 9]) -> bool {
    let (groups, _) = order.as_chunks::<3>();
    is_permutation(order) && groups.iter().all(|group| group.iter().all(|line| line / 3 == group[0] / 3))
}

fn is_permutation<const N: usize>(order: &[u8; N]) -> bool {
    (0..N).all(|wanted| order.iter().any(|&index| usize::from(index) == wanted))
}

impl fmt::Display for InvalidTransformation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Fault::Form => {
                "not a transformation: write r123456789-c123456789-d123456789, with t- before it to transpose first"
            }
            Fault::Rows => "the rows are not 1 to 9 in an order that keeps the rows of each band together",
            Fault::Columns => {
                "the columns are not 1 to 9 in an order that keeps the columns of each stack together"
            }
            Fault::Digits => "the digits are not 1 to 9 in some order",
        })
    }
}

impl error::Error for InvalidTransformation {}

#[cfg(test)]
mod tests;
