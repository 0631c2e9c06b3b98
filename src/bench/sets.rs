//! Puzzles to measure with: made from fixed seeds, or read from a file.

use super::Shuffler;
use crate::generate::{Generator, PuzzleLine, Recipe};
use crate::grid::{self, CELLS};
use crate::solver::batch::{AnswerLine, Form, Goal, Puzzles, Solve, Task};
use crate::solver::{Engine, Outcome};

/// What a right answer to a set's puzzles is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Each has one solution.
    One,
    /// Each has several.
    Several,
    /// None has any.
    None,
    /// Nobody knows: a file from elsewhere.
    Unknown,
}

/// Puzzles, one a line. A slow engine solves no more than the first of them: see [`Set::spread`].
#[derive(Clone, Debug)]
pub struct Set {
    /// The set's name in tables.
    pub name: String,
    /// 81 characters and a line end for each.
    pub lines: Vec<PuzzleLine>,
    /// What the answers must be.
    pub truth: Truth,
}

/// The sets that need no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// 36 to 46 clues.
    Easy,
    /// 28 to 34 clues.
    Ordinary,
    /// No clue can go.
    Minimal,
    /// The twentieth part of as many minimal ones that costs the engine `scalar` most guesses.
    Hard,
    /// Minimal ones that lost a clue: so there is a second solution.
    MultiSolution,
    /// Ordinary ones with one wrong digit that clashes with no clue: so there is no solution.
    Impossible,
}

/// Minimal puzzles looked at for a hard one.
const LOOKED_AT: usize = 20;

impl BuiltIn {
    /// Every set, the cheapest first.
    pub const ALL: [BuiltIn; 6] =
        [Self::Easy, Self::Ordinary, Self::Minimal, Self::Hard, Self::MultiSolution, Self::Impossible];

    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Ordinary => "ordinary",
            Self::Minimal => "minimal",
            Self::Hard => "hard",
            Self::MultiSolution => "multi-solution",
            Self::Impossible => "impossible",
        }
    }

    /// Makes `count` puzzles: the same on every machine, whatever its engine of choice.
    pub fn make(self, count: usize) -> Set {
        let (lines, truth) = match self {
            Self::Easy => (generated(11, 36..=46, false, count), Truth::One),
            Self::Ordinary => (generated(12, 28..=34, false, count), Truth::One),
            Self::Minimal => (generated(13, 0..=81, true, count), Truth::One),
            Self::Hard => (hardest(generated(14, 0..=81, true, LOOKED_AT * count), count), Truth::One),
            Self::MultiSolution => (changed(generated(15, 0..=81, true, count), take_a_clue), Truth::Several),
            Self::Impossible => {
                (with_solutions(generated(16, 28..=34, false, count), put_a_wrong_digit), Truth::None)
            }
        };
        Set { name: self.name().to_owned(), lines, truth }
    }
}

impl Set {
    /// The puzzles among the lines of a file, in their order; other lines are left out.
    pub fn of_file(name: &str, text: &[u8]) -> Self {
        let puzzle = |line: &[u8]| {
            let clues: [u8; CELLS] = *line.first_chunk()?;
            let ends = line.get(CELLS).is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b',');
            (ends && grid::first_bad_byte(&clues).is_none()).then(|| line_of(&clues))
        };
        let lines = text.split(|&byte| byte == b'\n').filter_map(puzzle).collect();
        Self { name: name.to_owned(), lines, truth: Truth::Unknown }
    }

    /// The same puzzles in an order drawn by seed, any beginning of which is a sample of them all.
    pub fn spread(mut self, seed: u64) -> Self {
        let order = Shuffler::new(seed).spread(self.lines.len());
        self.lines = order.into_iter().map(|index| self.lines[index]).collect();
        self
    }

    /// The text of the set, as a file would hold it.
    pub fn text(&self) -> &[u8] {
        self.lines.as_flattened()
    }
}

/// # Panics
/// Never: the recipes here are in reach, and their lines were all made once.
fn generated(
    seed: u64,
    clues: std::ops::RangeInclusive<usize>,
    minimal: bool,
    count: usize,
) -> Vec<PuzzleLine> {
    let mut lines = vec![[0; CELLS + 1]; count];
    let recipe = Recipe { seed, clues, minimal };
    let mut generator = Generator::new(recipe, Engine::Lanes.build()).expect("a recipe in reach");
    generator.write(0, &mut lines).expect("a recipe whose lines come up");
    lines
}

/// The `count` puzzles that cost the plain engine most guesses, in their old order. It is the
/// plain one that chooses, so that the set stays the same when the fast one learns.
fn hardest(lines: Vec<PuzzleLine>, count: usize) -> Vec<PuzzleLine> {
    let (_, outcomes) = solved(&lines);
    let mut by_guesses: Vec<usize> = (0..lines.len()).collect();
    by_guesses.sort_by_key(|&index| (std::cmp::Reverse(outcomes[index].guesses), index));
    by_guesses.truncate(count);
    by_guesses.sort_unstable();
    by_guesses.into_iter().map(|index| lines[index]).collect()
}

fn changed(mut lines: Vec<PuzzleLine>, change: impl Fn(&mut PuzzleLine, usize)) -> Vec<PuzzleLine> {
    lines.iter_mut().enumerate().for_each(|(index, line)| change(line, index));
    lines
}

fn with_solutions(
    mut lines: Vec<PuzzleLine>,
    change: impl Fn(&mut PuzzleLine, &AnswerLine, usize),
) -> Vec<PuzzleLine> {
    let (answers, _) = solved(&lines);
    for (index, (line, answer)) in lines.iter_mut().zip(&answers).enumerate() {
        change(line, answer, index);
    }
    lines
}

fn take_a_clue(line: &mut PuzzleLine, index: usize) {
    let clues: Vec<usize> = (0..CELLS).filter(|&cell| line[cell] != b'.').collect();
    line[clues[index % clues.len()]] = b'.';
}

/// A digit that the solution has not in that cell. The puzzle has one solution: so it has none now.
fn put_a_wrong_digit(line: &mut PuzzleLine, answer: &AnswerLine, index: usize) {
    for turn in 0..9 * CELLS {
        let (cell, digit) = ((index + turn) % CELLS, b'1' + ((index + turn / CELLS) % 9) as u8);
        if line[cell] == b'.' && answer[cell] != digit {
            line[cell] = digit;
            if grid::conflict(&clues_of(line)).is_none() {
                return;
            }
            line[cell] = b'.';
        }
    }
}

fn solved(lines: &[PuzzleLine]) -> (Vec<AnswerLine>, Vec<Outcome>) {
    let starts: Vec<u32> = (0..lines.len()).map(|index| (index * (CELLS + 1)) as u32).collect();
    let (mut answers, mut outcomes) =
        (vec![[0; CELLS + 1]; lines.len()], vec![Outcome::default(); lines.len()]);
    let puzzles = Puzzles::new(lines.as_flattened(), &starts, Form::Clues);
    let mut solver: Box<dyn Solve> = Engine::Scalar.build();
    solver.solve(Task::new(Goal::First), puzzles, &mut answers, &mut outcomes);
    (answers, outcomes)
}

/// The 81 characters of a line.
pub(super) fn clues_of(line: &PuzzleLine) -> [u8; CELLS] {
    std::array::from_fn(|cell| line[cell])
}

fn line_of(clues: &[u8; CELLS]) -> PuzzleLine {
    std::array::from_fn(|at| clues.get(at).copied().unwrap_or(b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Verdict;

    fn verdicts(set: &Set) -> Vec<Verdict> {
        let starts: Vec<u32> = (0..set.lines.len()).map(|index| (index * 82) as u32).collect();
        let mut answers = vec![[0; 82]; set.lines.len()];
        let mut outcomes = vec![Outcome::default(); set.lines.len()];
        let puzzles = Puzzles::new(set.text(), &starts, Form::Clues);
        Engine::Scalar.build().solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
        outcomes.iter().map(|outcome| outcome.verdict).collect()
    }

    #[test]
    fn every_set_is_what_it_says() {
        for built_in in BuiltIn::ALL {
            let set = built_in.make(50);
            let expected = match set.truth {
                Truth::One => Verdict::Unique,
                Truth::Several => Verdict::Multiple,
                Truth::None => Verdict::NoSolution,
                Truth::Unknown => unreachable!(),
            };
            assert_eq!(verdicts(&set), vec![expected; 50], "{}", set.name);
        }
    }

    #[test]
    fn a_spread_set_has_the_same_puzzles() {
        let set = BuiltIn::Easy.make(30);
        let mut spread = set.clone().spread(1);
        assert_ne!(spread.lines, set.lines);
        assert_ne!(spread.lines, set.clone().spread(2).lines);
        spread.lines.sort_unstable();
        let mut sorted = set.lines;
        sorted.sort_unstable();
        assert_eq!(spread.lines, sorted);
    }

    #[test]
    fn a_file_gives_its_puzzles_alone() {
        let puzzle = ".".repeat(81);
        let text = format!("id,puzzle\n{puzzle}\n{puzzle},easy\n{puzzle}1\n# no\n{puzzle}");
        let set = Set::of_file("a", text.as_bytes());
        assert_eq!(set.text(), format!("{puzzle}\n").repeat(3).as_bytes());
    }
}
