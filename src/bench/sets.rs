//! Puzzle sets for measurements: generated from fixed seeds, or read from a file.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::{Shuffler, pencilmarks};
use crate::board::candidates::Candidates;
use crate::board::grid::{self, CELLS};
use crate::board::notation::{digits, masks_of};
use crate::error::Result;
use crate::format::detect::{self, FormatHint};
use crate::generate::{Generator, PuzzleLine, Recipe};
use crate::io::{Access, Input};
use crate::pipeline::chunks::{Chunks, DEFAULT_SIZE};
use crate::solver::Engine;
use crate::solver::batch::{AnswerLine, BatchSolver, Goal, Notation, Puzzles, Task};
use kernel::named;

/// The number of solutions of a puzzle, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionCount {
    /// Exactly one.
    One,
    /// Two or more.
    Several,
    /// No solution.
    None,
    /// Not known.
    Unknown,
}

/// A puzzle set. A slow engine solves only its first puzzles: see [`Set::spread`].
#[derive(Clone, Debug)]
pub struct Set {
    /// The name in tables.
    pub name: String,
    /// How its puzzles are written.
    pub notation: Notation,
    /// The puzzles, each with a line end.
    text: Vec<u8>,
    /// The offset of each puzzle.
    starts: Vec<u32>,
    /// The number of solutions that every puzzle of the set has.
    pub solutions: SolutionCount,
}

named! {
    /// The built-in puzzle sets, the easiest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum BuiltIn {
        /// 36 to 46 clues.
        Easy = "easy",
        /// 28 to 34 clues.
        Ordinary = "ordinary",
        /// Minimal puzzles: no clue can be removed.
        Minimal = "minimal",
        /// Out of twenty times as many minimal puzzles, those with the most guesses on the engine `single`.
        Hard = "hard",
        /// Minimal puzzles without one of their clues, so each has several solutions.
        MultiSolution = "multi-solution",
        /// Ordinary puzzles with one wrong digit that conflicts with no clue, so they have no solution.
        Impossible = "impossible",
        /// Pencilmarks with 450 candidates and one solution. About fifty more, and most would have a second one.
        Pencilmarks = "pencilmarks",
    }
}

/// The number of minimal puzzles to generate for each hard one.
const CANDIDATES_PER_HARD: usize = 20;

impl BuiltIn {
    /// Generates `count` puzzles. They are the same on every machine and with every engine.
    pub fn make(self, count: usize) -> Set {
        let (name, solutions) = (self.name(), self.solutions());
        let lines = match self {
            Self::Easy => generated(11, 36..=46, false, count),
            Self::Ordinary => generated(12, 28..=34, false, count),
            Self::Minimal => generated(13, 0..=81, true, count),
            Self::Hard => most_guesses(generated(14, 0..=81, true, CANDIDATES_PER_HARD * count), count),
            Self::MultiSolution => without_a_clue(generated(15, 0..=81, true, count)),
            Self::Impossible => with_a_wrong_digit(generated(16, 28..=34, false, count)),
            Self::Pencilmarks => return Set::new(name, Notation::Pencilmarks, marks(17, count), solutions),
        };
        Set::new(name, Notation::Clues, lines.into_flattened(), solutions)
    }

    fn solutions(self) -> SolutionCount {
        match self {
            Self::MultiSolution => SolutionCount::Several,
            Self::Impossible => SolutionCount::None,
            _ => SolutionCount::One,
        }
    }
}

impl Set {
    /// Returns the set of the puzzles in `text`, each with a line end.
    fn new(name: &str, notation: Notation, text: Vec<u8>, solutions: SolutionCount) -> Self {
        let width = notation.width() + 1;
        let starts = (0..text.len() / width).map(|index| (index * width) as u32).collect();
        Self { name: name.to_owned(), notation, text, starts, solutions }
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns some of the puzzles.
    pub fn puzzles(&self, range: Range<usize>) -> Puzzles<'_> {
        Puzzles::new(&self.text, &self.starts[range], self.notation)
    }

    /// Returns the text of every puzzle.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let puzzles = self.puzzles(0..self.len());
        (0..self.len()).map(move |index| puzzles.get(index))
    }

    /// Leaves out all puzzles after the first `count`.
    pub fn truncate(&mut self, count: usize) {
        self.starts.truncate(count);
    }

    /// Reads the puzzles of a file as [`read`](Self::read) does.
    ///
    /// # Errors
    /// Returns the same errors as [`read`](Self::read), and an error if the file cannot be opened.
    pub fn open(name: &str, path: &Path) -> Result<(Self, usize)> {
        Self::read(name, Input::open(path, Access::Map)?)
    }

    /// Reads the puzzles of an input in any format that `solve` reads. Also returns the number of skipped records, which are
    /// malformed.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, or its format is not detected.
    pub fn read(name: &str, input: Input) -> Result<(Self, usize)> {
        let (input, detected) = detect::open(input, &FormatHint::default())?;
        let mut chunks = Chunks::new(input, Arc::clone(&detected.reader), DEFAULT_SIZE);
        let (mut used, mut text, mut skipped) = (None, Vec::new(), 0);
        while let Some(mut chunk) = chunks.next_chunk(used)? {
            chunk.read();
            skipped += chunk.places().filter(|place| place.puzzle.is_err()).count();
            let puzzles = chunk.puzzles();
            for puzzle in (0..puzzles.len()).map(|index| puzzles.get(index)) {
                if is_well_formed(puzzle) {
                    text.extend_from_slice(puzzle);
                    text.push(b'\n');
                } else {
                    skipped += 1;
                }
            }
            used = Some(chunk);
        }
        Ok((Self::new(name, detected.reader.notation(), text, SolutionCount::Unknown), skipped))
    }

    /// Returns the same puzzles in a seeded order in which every prefix is a sample of the whole set.
    pub fn spread(self, seed: u64) -> Self {
        let lines: Vec<&[u8]> = self.text.chunks(self.notation.width() + 1).collect();
        let order = Shuffler::new(seed).spread(self.len()).into_iter();
        let text = order.flat_map(|index| lines[index]).copied().collect();
        Self::new(&self.name, self.notation, text, self.solutions)
    }
}

/// Generates `count` puzzles. The recipes of the built-in sets are known to be feasible.
fn generated(
    seed: u64,
    clues: std::ops::RangeInclusive<usize>,
    minimal: bool,
    count: usize,
) -> Vec<PuzzleLine> {
    let mut lines = vec![[0; CELLS + 1]; count];
    let recipe = Recipe { seed, clues, minimal, ..Recipe::DEFAULT };
    let mut generator = Generator::new(recipe).expect("a feasible recipe");
    generator.write(0, &mut lines).expect("puzzles for a feasible recipe");
    lines
}

/// Returns the `count` puzzles with the most guesses on the engine `single`, in their original order. The choice does not depend
/// on the engine `lanes`, so improving that engine does not change the set.
fn most_guesses(lines: Vec<PuzzleLine>, count: usize) -> Vec<PuzzleLine> {
    let outcomes = solved(&lines, Goal::First).outcomes;
    let fewest_last = |index: usize| [u64::MAX - outcomes[index].guesses, index as u64, 0];
    let mut by_guesses: Vec<[u64; 3]> = (0..lines.len()).map(fewest_last).collect();
    by_guesses.sort_unstable();
    by_guesses.truncate(count);
    let mut chosen: Vec<usize> = by_guesses.into_iter().map(|[_, index, _]| index as usize).collect();
    chosen.sort_unstable();
    chosen.into_iter().map(|index| lines[index]).collect()
}

fn without_a_clue(mut lines: Vec<PuzzleLine>) -> Vec<PuzzleLine> {
    for (index, line) in lines.iter_mut().enumerate() {
        let clues: Vec<usize> = (0..CELLS).filter(|&cell| line[cell] != b'.').collect();
        line[clues[index % clues.len()]] = b'.';
    }
    lines
}

fn with_a_wrong_digit(mut lines: Vec<PuzzleLine>) -> Vec<PuzzleLine> {
    let answers = solved(&lines, Goal::First).answers;
    for (index, (line, answer)) in lines.iter_mut().zip(&answers).enumerate() {
        add_a_wrong_digit(line, answer, index);
    }
    lines
}

/// Adds a digit that differs from the only solution, which leaves the puzzle without a solution.
fn add_a_wrong_digit(line: &mut PuzzleLine, answer: &AnswerLine, index: usize) {
    for attempt in 0..9 * CELLS {
        let (cell, digit) = ((index + attempt) % CELLS, b'1' + ((index + attempt / CELLS) % 9) as u8);
        if line[cell] == b'.' && answer[cell] != digit {
            line[cell] = digit;
            if grid::conflict(digits(line)).is_none() {
                return;
            }
            line[cell] = b'.';
        }
    }
}

/// Makes `count` puzzles of pencilmarks, as text.
fn marks(seed: u64, count: usize) -> Vec<u8> {
    let lines = generated(seed, 28..=34, false, pencilmarks::originals(count));
    let answers = solved(&lines, Goal::First).answers;
    let solutions: Vec<_> = answers.iter().map(|answer| grid::digits(digits(answer))).collect();
    let line = |masks| format!("{}\n", Candidates::from_masks(masks)).into_bytes();
    pencilmarks::make(seed, &solutions, count).into_iter().flat_map(line).collect()
}

/// Solves puzzles with the engine `single`. Allocates their answers and outcomes.
fn solved(lines: &[PuzzleLine], goal: Goal) -> BatchSolver {
    let mut solver = BatchSolver::new(Engine::Single.build(), lines.len());
    solver.solve_lines(Task::new(goal), lines);
    solver
}

fn is_well_formed(puzzle: &[u8]) -> bool {
    puzzle.try_into().map_or_else(|_| masks_of(puzzle).is_some(), grid::is_puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Verdict;

    fn verdicts(set: &Set) -> Vec<Verdict> {
        let mut solver = BatchSolver::new(Engine::Single.build(), set.len());
        solver.solve(Task::new(Goal::Unique), set.puzzles(0..set.len()));
        solver.outcomes.iter().map(|outcome| outcome.verdict).collect()
    }

    #[test]
    fn every_built_in_set_has_the_promised_solutions() {
        for built_in in BuiltIn::ALL {
            let set = built_in.make(50);
            let expected = match set.solutions {
                SolutionCount::One => Verdict::Unique,
                SolutionCount::Several => Verdict::Multiple,
                SolutionCount::None => Verdict::NoSolution,
                SolutionCount::Unknown => unreachable!(),
            };
            assert_eq!(verdicts(&set), vec![expected; 50], "{}", set.name);
        }
    }

    #[test]
    fn a_spread_set_contains_the_same_puzzles() {
        let set = BuiltIn::Easy.make(30);
        let spread = set.clone().spread(1);
        assert!(spread.texts().ne(set.texts()));
        assert!(spread.texts().ne(set.clone().spread(2).texts()));
        let sorted = |set: &Set| {
            let mut texts: Vec<_> = set.texts().map(<[u8]>::to_vec).collect();
            texts.sort_unstable();
            texts
        };
        assert_eq!(sorted(&spread), sorted(&set));
    }

    fn read(text: &str) -> (Set, usize) {
        let input = Input::reader("a", std::io::Cursor::new(text.to_owned().into_bytes())).unwrap();
        Set::read("a", input).unwrap()
    }

    #[test]
    fn records_that_are_not_puzzles_are_skipped_and_counted() {
        let puzzle = ".".repeat(81);
        let (set, skipped) = read(&format!("{puzzle}\n{puzzle} easy\n{puzzle}1\n# no\n12\n{puzzle}"));
        assert_eq!((set.text, skipped), (format!("{puzzle}\n").repeat(3).into_bytes(), 2));
    }

    #[test]
    fn every_format_that_solve_reads_is_read() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: String = (0..9).map(|row| format!("{}\n", &puzzle[9 * row..][..9])).collect();
        let marks = "123456789".repeat(81);
        for (text, expected) in
            [(format!("id,puzzle\n7,\"{puzzle}\"\n"), puzzle), (grid, puzzle), (marks.clone(), &marks)]
        {
            let (set, skipped) = read(&text);
            assert_eq!((set.text, skipped), (format!("{expected}\n").into_bytes(), 0), "{text}");
        }
    }
}
