//! Solution-minlex: the image of a puzzle under the map that makes its solution least.

use std::{error, fmt};

use super::{MOST_BOARDS, Minlex, whole_grid};
use crate::board::grid::{self, CELLS};
use crate::board::puzzle::{Puzzle, Solution};
use crate::symmetry::CanonicalForm;

/// The error for a solution that does not solve its puzzle.
///
/// ```
/// use bulkdoku::symmetry::{Minlex, NotItsSolution};
/// use bulkdoku::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let other = Solver::new().solve(&Puzzle::EMPTY).ok_or("no solution")?;
/// assert_eq!(Minlex::new().solution_form(&puzzle, &other), Err(NotItsSolution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotItsSolution;

impl Minlex {
    /// Returns the puzzle under the transformation that makes `solution` least. If there are several, it is the least of the
    /// puzzles that they make.
    ///
    /// The text differs from the one that [`form`](Self::form) gives. But if two puzzles have one solution each, their forms
    /// of this kind are equal exactly when those of the other kind are.
    ///
    /// `automorphisms` is the number of rearrangements of rows and columns that make both this puzzle and the least solution, and
    /// `transformation` is one of them.
    ///
    /// # Errors
    /// Returns an error if `solution` is not a solution of the puzzle.
    ///
    /// # Example
    /// ```
    /// use bulkdoku::symmetry::Minlex;
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let solution = Solver::new().solve(&puzzle).ok_or("no solution")?;
    /// let form = Minlex::new().solution_form(&puzzle, &solution)?;
    /// assert!(form.transformation.apply_to_solution(&solution).solves(&form.puzzle()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution_form(
        &mut self,
        puzzle: &Puzzle,
        solution: &Solution,
    ) -> Result<CanonicalForm, NotItsSolution> {
        self.solution_form_of_texts(puzzle.as_bytes(), solution.as_bytes())
    }

    /// Returns the form of a puzzle and its solution in text, like [`solution_form`](Self::solution_form).
    ///
    /// # Errors
    /// Returns an error if `solution` is not a solution of the puzzle.
    #[doc(hidden)] // for the tests
    pub fn solution_form_of_texts(
        &mut self,
        puzzle: &[u8; CELLS],
        solution: &[u8; CELLS],
    ) -> Result<CanonicalForm, NotItsSolution> {
        if !grid::is_solution_of(solution, puzzle) {
            return Err(NotItsSolution);
        }
        let mut form = CanonicalForm::default();
        self.solution_forms_of_texts(&[*puzzle], &[*solution], |found| form = found);
        Ok(form)
    }

    /// Calls `found` with the form of each puzzle and its solution, in order. Several puzzles together take less time than one by
    /// one. Does not allocate.
    ///
    /// # Example
    /// ```
    /// use bulkdoku::symmetry::Minlex;
    /// use bulkdoku::{Puzzle, Solver};
    ///
    /// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let turned: Puzzle = puzzle.to_string().chars().rev().collect::<String>().parse()?;
    /// let mut solver = Solver::new();
    /// let solved = [puzzle, turned].map(|puzzle| (puzzle, solver.solve(&puzzle).expect("a solution")));
    /// let mut forms = Vec::new();
    /// Minlex::new().solution_forms(&solved, |form| forms.extend(form.map(|form| form.puzzle())));
    /// assert_eq!(forms[0], forms[1]); // equivalent puzzles
    /// # Ok::<(), bulkdoku::ParseGridError>(())
    /// ```
    pub fn solution_forms(
        &mut self,
        puzzles: &[(Puzzle, Solution)],
        mut found: impl FnMut(Result<CanonicalForm, NotItsSolution>),
    ) {
        let [mut texts, mut solutions] = [[[0; CELLS]; MOST_BOARDS]; 2];
        let mut solves = [false; MOST_BOARDS];
        for puzzles in puzzles.chunks(MOST_BOARDS) {
            for (index, (puzzle, solution)) in puzzles.iter().enumerate() {
                solves[index] = solution.solves(puzzle);
                // A solution is a solution of itself, which keeps the others together.
                texts[index] = if solves[index] { *puzzle.as_bytes() } else { *solution.as_bytes() };
                solutions[index] = *solution.as_bytes();
            }
            let mut solves = solves.iter();
            self.solution_forms_of_texts(&texts[..puzzles.len()], &solutions[..puzzles.len()], |form| {
                found(if solves.next() == Some(&true) { Ok(form) } else { Err(NotItsSolution) });
            });
        }
    }

    /// Calls `found` with the form of each puzzle in text and its solution, in order.
    #[doc(hidden)] // for the packages above
    pub fn solution_forms_of_texts(
        &mut self,
        puzzles: &[[u8; CELLS]],
        solutions: &[[u8; CELLS]],
        mut found: impl FnMut(CanonicalForm),
    ) {
        let mut boards = puzzles.iter().zip(solutions);
        self.forms_of_texts(solutions, |form| {
            let (Ok(form), Some((puzzle, solution))) = (form, boards.next()) else { return };
            found(match form.automorphisms {
                1 => CanonicalForm::of(puzzle, form.transformation, 1),
                // In this rare case, compare all maps that make the form of the solution.
                _ => whole_grid::least_image_by_solution(puzzle, solution, &form.text),
            });
        });
    }
}

impl fmt::Display for NotItsSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the grid is not a solution of the puzzle")
    }
}

impl error::Error for NotItsSolution {}
