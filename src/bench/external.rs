//! Classifies the answers of an external program.
//!
//! | solutions of the puzzle | right answers |
//! |---|---|
//! | one | the solution, alone or as the last field of the line |
//! | several | one of the solutions, or a line that says so: `multiple`, `several`, `not unique`, or a count above one |
//! | none | any line that does not end in a full grid |
//! | unknown | a solution; a line that does not end in a full grid cannot be verified |
//!
//! A puzzle is unanswered if its line is missing, is empty, or says that the program gave up. Every other answer is wrong. Line
//! *n* answers puzzle *n*, so all answers after an extra line are wrong.

use super::Batch;
use super::sets::{Set, SolutionCount, clues_of};
use crate::board::grid::{self, CELLS};
use crate::solver::batch::{Goal, Task};
use crate::solver::{Engine, Verdict};

/// Guesses per puzzle for counting its solutions.
const BUDGET: u64 = 1_000_000;

/// Puzzles per batch for counting their solutions.
const BATCH: usize = 4096;

/// The number of bytes of an answer to keep.
const MAX_ANSWER: usize = 200;

/// The answers of a program to the puzzles of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The puzzles with a right answer.
    pub right: usize,
    /// The puzzles with a wrong answer.
    pub wrong: usize,
    /// The puzzles without an answer.
    pub unanswered: usize,
    /// The puzzles with an unknown number of solutions whose answer is not a grid.
    pub unverified: usize,
    /// The number of lines that were printed.
    pub lines: usize,
    /// The puzzles with a wrong answer or none, in the order of the set.
    pub failures: Vec<Failure>,
}

/// A puzzle without a right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The index of the puzzle in the set.
    pub puzzle: usize,
    /// The first 200 bytes of the answer, or `None` if there is no answer.
    pub wrong: Option<Vec<u8>>,
}

/// The classification of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Worth {
    Right,
    Wrong,
    Unanswered,
    Unverified,
}

impl Answers {
    /// Classifies the answers in `text`. Line *n* answers puzzle *n* of the set. Allocates for each failure.
    pub fn of(set: &Set, known: &[SolutionCount], text: &[u8]) -> Self {
        let mut answers = Self { lines: lines_of(text).count(), ..Self::default() };
        let lines = lines_of(text).map(|line| Some(line.trim_ascii())).chain(std::iter::repeat(None));
        for (puzzle, ((line, &solutions), answer)) in set.lines.iter().zip(known).zip(lines).enumerate() {
            answers.count(puzzle, worth(&clues_of(line), solutions, answer), answer.unwrap_or_default());
        }
        answers
    }

    fn count(&mut self, puzzle: usize, worth: Worth, answer: &[u8]) {
        match worth {
            Worth::Right => self.right += 1,
            Worth::Unverified => self.unverified += 1,
            Worth::Unanswered => {
                self.unanswered += 1;
                self.failures.push(Failure { puzzle, wrong: None });
            }
            Worth::Wrong => {
                self.wrong += 1;
                let kept = answer[..answer.len().min(MAX_ANSWER)].to_vec();
                self.failures.push(Failure { puzzle, wrong: Some(kept) });
            }
        }
    }
}

fn worth(puzzle: &[u8; CELLS], solutions: SolutionCount, answer: Option<&[u8]>) -> Worth {
    let Some(answer) = answer else { return Worth::Unanswered };
    match (full_grid(answer), solutions) {
        (Some(grid), _) if grid::is_solution_of(grid, puzzle) => Worth::Right,
        (Some(_), _) => Worth::Wrong,
        (None, SolutionCount::None) => Worth::Right,
        (None, SolutionCount::Several) if says_several(answer) => Worth::Right,
        (None, _) if gives_up(answer) => Worth::Unanswered,
        (None, SolutionCount::Unknown) => Worth::Unverified,
        (None, SolutionCount::One | SolutionCount::Several) => Worth::Wrong,
    }
}

/// Counts the solutions of each puzzle of a set with `engine`. Allocates one byte per puzzle.
pub fn count_solutions(set: &Set, engine: Engine) -> Vec<SolutionCount> {
    let (mut solver, mut batch) = (engine.build(), Batch::new(BATCH));
    let mut counts = Vec::with_capacity(set.lines.len());
    for lines in set.lines.chunks(BATCH) {
        batch.solve(solver.as_mut(), Task::new(Goal::Unique).with_budget(BUDGET), lines);
        counts.extend(batch.outcomes[..lines.len()].iter().map(|outcome| count_of(outcome.verdict)));
    }
    counts
}

/// Returns the last field of a line, if it is a full grid of 81 digits.
fn full_grid(answer: &[u8]) -> Option<&[u8; CELLS]> {
    let last = answer.rsplit(|byte| b",;: \t".contains(byte)).next()?;
    let grid: &[u8; CELLS] = last.try_into().ok()?;
    grid::is_solved(grid).then_some(grid)
}

/// Whether the line says, in the words that solvers commonly use, that the puzzle has several solutions.
fn says_several(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer).to_ascii_lowercase();
    let words = ["multiple", "several", "not unique", "non-unique"];
    words.iter().any(|word| text.contains(word)) || text.parse().is_ok_and(|count: u64| count > 1)
}

/// Whether the line is empty, or says that the program gave up.
fn gives_up(answer: &[u8]) -> bool {
    [&b""[..], b"budget", b"timeout", b"unsolved"].iter().any(|word| answer.eq_ignore_ascii_case(word))
}

fn count_of(verdict: Verdict) -> SolutionCount {
    match verdict {
        Verdict::Solved | Verdict::Unique => SolutionCount::One,
        Verdict::Multiple => SolutionCount::Several,
        Verdict::NoSolution | Verdict::Conflict | Verdict::Malformed => SolutionCount::None,
        Verdict::WellFormed | Verdict::BudgetExhausted => SolutionCount::Unknown,
    }
}

/// Returns the lines of a text, without an empty line after the last line end.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = text.strip_suffix(b"\n").unwrap_or(text);
    whole.split(|&byte| byte == b'\n').take(if text.is_empty() { 0 } else { usize::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::sets::{self, BuiltIn};

    /// Returns the numbers of right, wrong and unanswered puzzles.
    fn counted(set: &Set, text: &str) -> [usize; 3] {
        let Answers { right, wrong, unanswered, .. } =
            Answers::of(set, &count_solutions(set, Engine::Single), text.as_bytes());
        [right, wrong, unanswered]
    }

    fn solved(set: &Set) -> Vec<String> {
        let answers = sets::solved(&set.lines, Goal::First).answers;
        answers.iter().map(|answer| String::from_utf8_lossy(&answer[..CELLS]).into_owned()).collect()
    }

    #[test]
    fn a_solution_is_right_alone_and_as_the_last_field() {
        let set = BuiltIn::Easy.make(2);
        let [one, two] = <[String; 2]>::try_from(solved(&set)).unwrap();
        assert_eq!(counted(&set, &format!("{one}\n{two}\n")), [2, 0, 0]);
        assert_eq!(counted(&set, &format!("x,{one}\r\nx:1:{two}")), [2, 0, 0]);
        assert_eq!(counted(&set, &format!("{two}\n{two}\n")), [1, 1, 0]);
    }

    #[test]
    fn a_puzzle_with_a_solution_must_be_solved() {
        let set = BuiltIn::Hard.make(1);
        for refusal in ["none", "0", "no solution", "........."] {
            assert_eq!(counted(&set, &format!("{refusal}\n")), [0, 1, 0], "{refusal}");
        }
        for silence in ["", "\n", "budget\n", "Timeout\n"] {
            assert_eq!(counted(&set, silence), [0, 0, 1], "{silence}");
        }
    }

    #[test]
    fn failures_name_the_puzzle_and_the_answer() {
        let set = BuiltIn::Easy.make(3);
        let text = format!("{}\n{}\n", solved(&set)[0], "x".repeat(1000));
        let answers = Answers::of(&set, &count_solutions(&set, Engine::Single), text.as_bytes());
        let wrong = Failure { puzzle: 1, wrong: Some(b"x".repeat(MAX_ANSWER)) };
        assert_eq!(answers.failures, [wrong, Failure { puzzle: 2, wrong: None }]);
        assert_eq!(answers.lines, 2);
    }

    #[test]
    fn an_impossible_puzzle_may_be_rejected_in_any_words() {
        let set = BuiltIn::Impossible.make(3);
        assert_eq!(counted(&set, "none\n\nno solution\n"), [3, 0, 0]);
        let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(counted(&set, &format!("{full}\n\n\n")), [2, 1, 0]);
    }

    #[test]
    fn several_solutions_may_be_reported_or_one_may_be_given() {
        let set = BuiltIn::MultiSolution.make(3);
        let first = &solved(&set)[0];
        assert_eq!(counted(&set, &format!("{first}\nMultiple solutions\n2\n")), [3, 0, 0]);
        assert_eq!(counted(&set, &format!("{first}\nnone\n2\n")), [2, 1, 0]);
    }
}
