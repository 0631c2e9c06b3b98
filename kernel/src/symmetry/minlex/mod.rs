//! Minlex: the lexicographically least of all images of a puzzle.
//!
//! [`search`] is the specification and runs everywhere. It keeps partial maps ([`partial`]) and leaves open what no row
//! has settled ([`place_row`]).
//! [`batch`] is the same search for many boards together, on the vectors of [`simd`]. It leaves rare boards to [`search`].
//! It has one difference: columns that get new digits in the same row are told apart at once. So a map has no open labels,
//! and a row needs only two byte shuffles (columns, labels) and a sort of the joined columns. Whole grids begin with maps
//! of three rows from a table ([`whole_grid`]). `TUNING.md`, beside this file, lists what was tried for speed.

#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), path = "no_batch.rs")]
mod batch;
mod clues;
mod partial;
mod place_row;
mod row_key;
mod search;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod simd;
mod solution;
mod whole_grid;

use std::{error, fmt};

use super::CanonicalForm;
use crate::{
    board::grid::{self, CELLS, Cell},
    board::puzzle::Puzzle,
    solver::isa::Isa,
};
use batch::Batch;
use search::PlainSearch;
pub use solution::NotItsSolution;

/// The most boards that are searched together.
const MOST_BOARDS: usize = 32;

/// Two equal clues in a house. A board with such clues has no canonical form.
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::symmetry::{ConflictingClues, Minlex};
///
/// let puzzle: Puzzle = format!("5...5{}", ".".repeat(76)).parse()?;
/// let Err(ConflictingClues { first, second }) = Minlex::new().form(&puzzle) else { panic!("it has a form") };
/// assert_eq!((first.to_string(), second.to_string()), ("r1c1".into(), "r1c5".into()));
/// # Ok::<(), bulkdoku::ParseGridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictingClues {
    /// The first of the two cells.
    pub first: Cell,
    /// The second of the two cells.
    pub second: Cell,
}

/// Makes canonical forms: the true minlex of any puzzle, with 0 to 81 clues and any number of solutions.
///
/// The form is the least of all puzzles that 3,359,232 rearrangements of rows and columns and 9! relabellings make of the puzzle,
/// read row by row as text with `0` for a blank. Two puzzles have the same form exactly when they are equivalent.
///
/// Owns the memory that it needs. Make one for each thread.
///
/// # Example
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::symmetry::Minlex;
///
/// let puzzle: Puzzle = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...".parse()?;
/// let form = Minlex::new().form(&puzzle)?;
/// let least = "........1.......2......3.......4.5....6...3....781.....1..2...4.3.....7.95.......";
/// assert_eq!((form.puzzle().to_string().as_str(), form.automorphisms), (least, 1));
/// assert_eq!(form.transformation.apply(&puzzle), form.puzzle());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Minlex {
    search: PlainSearch,
    /// The search on vectors, if the processor has them.
    batch: Option<Box<Batch>>,
}

impl Minlex {
    /// Returns a `Minlex` for the fastest instruction set of this processor.
    pub fn new() -> Self {
        Self::with_isa(Isa::best())
    }

    /// Returns a `Minlex` for an instruction set, or for the portable one if the processor does not have it.
    ///
    /// Allocates all the memory that it will use.
    #[doc(hidden)] // for the tests and benches
    pub fn with_isa(isa: Isa) -> Self {
        Self { search: PlainSearch::new(), batch: Batch::on(isa).map(Box::new) }
    }

    /// Returns the form of a puzzle.
    ///
    /// # Errors
    /// Returns an error if two equal clues share a house.
    pub fn form(&mut self, puzzle: &Puzzle) -> Result<CanonicalForm, ConflictingClues> {
        self.form_of_text(puzzle.as_bytes())
    }

    /// Calls `found` with the form of each puzzle, in order. Several puzzles together take less time than one by one.
    ///
    /// # Example
    /// ```
    /// use bulkdoku::Puzzle;
    /// use bulkdoku::symmetry::Minlex;
    /// use std::collections::HashSet;
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let turned: Puzzle = puzzle.to_string().chars().rev().collect::<String>().parse()?;
    /// let mut forms = HashSet::new();
    /// Minlex::new().forms(&[puzzle, turned, Puzzle::EMPTY], |form| forms.extend(form.map(|form| form.puzzle())));
    /// assert_eq!(forms.len(), 2); // two of the puzzles are equivalent
    /// # Ok::<(), bulkdoku::ParseGridError>(())
    /// ```
    pub fn forms(
        &mut self,
        puzzles: &[Puzzle],
        mut found: impl FnMut(Result<CanonicalForm, ConflictingClues>),
    ) {
        let mut texts = [[0; CELLS]; MOST_BOARDS];
        for puzzles in puzzles.chunks(MOST_BOARDS) {
            texts.iter_mut().zip(puzzles).for_each(|(text, puzzle)| *text = *puzzle.as_bytes());
            self.forms_of_texts(&texts[..puzzles.len()], &mut found);
        }
    }

    /// Returns the form of a puzzle in text, like [`form`](Self::form). Every byte but `1` to `9` is a blank.
    #[doc(hidden)] // for the tests and benches
    pub fn form_of_text(&mut self, puzzle: &[u8; CELLS]) -> Result<CanonicalForm, ConflictingClues> {
        let mut form = None;
        self.forms_of_texts(std::slice::from_ref(puzzle), |found| form = Some(found));
        form.expect("one puzzle has one form")
    }

    /// Calls `found` with the form of each puzzle in text, like [`forms`](Self::forms).
    #[doc(hidden)] // for the tests and benches
    pub fn forms_of_texts(
        &mut self,
        puzzles: &[[u8; CELLS]],
        mut found: impl FnMut(Result<CanonicalForm, ConflictingClues>),
    ) {
        let Some(batch) = &mut self.batch else {
            return puzzles.iter().for_each(|puzzle| found(plain_form(&mut self.search, puzzle)));
        };
        for puzzles in puzzles.chunks(MOST_BOARDS) {
            for (puzzle, form) in puzzles.iter().zip(batch.forms(puzzles)) {
                let is_found = form.automorphisms > 0;
                found(if is_found { Ok(*form) } else { plain_form(&mut self.search, puzzle) });
            }
        }
    }
}

fn plain_form(search: &mut PlainSearch, puzzle: &[u8; CELLS]) -> Result<CanonicalForm, ConflictingClues> {
    refuse_conflict(puzzle)?;
    Ok(search.run(puzzle))
}

fn refuse_conflict(board: &[u8; CELLS]) -> Result<(), ConflictingClues> {
    grid::conflict(board).map_or(Ok(()), |(first, second)| Err(ConflictingClues { first, second }))
}

impl Default for Minlex {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for ConflictingClues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {} share a house and have the same digit", self.first, self.second)
    }
}

impl error::Error for ConflictingClues {}
