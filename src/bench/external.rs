//! Verification of the answers of an external program.
//!
//! | solutions of the puzzle | accepted answers |
//! |---|---|
//! | one | the solution, alone or as the last field of the line |
//! | several | one of the solutions, or a line that says so: `multiple`, `several`, `not unique`, or a count above one |
//! | none | any line that does not end in a full grid |
//! | unknown | a solution, or any line that does not end in a full grid |
//!
//! The program must print one line for each puzzle, if necessary an empty one: otherwise the answers cannot be matched
//! with the puzzles.

use super::Batch;
use super::sets::{Set, SolutionCount, clues_of};
use super::trial::wrong_answer;
use crate::error::{Error, Result};
use crate::grid::{self, CELLS};
use crate::solver::batch::{Goal, Task};
use crate::solver::{Engine, Verdict};

/// Guesses per puzzle for finding out how many solutions it has.
const BUDGET: u64 = 1_000_000;

/// Puzzles that are solved together for it.
const BATCH: usize = 4096;

/// The number of answers of each kind. None of them was wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Correct solutions.
    pub solutions: usize,
    /// Correct statements that a puzzle has no solution, or more than one.
    pub refused: usize,
    /// Statements about puzzles whose number of solutions is unknown.
    pub open: usize,
}

impl Verified {
    /// Counts an answer, or says what is wrong with it.
    fn count(
        &mut self,
        puzzle: &[u8; CELLS],
        solutions: SolutionCount,
        answer: &[u8],
    ) -> std::result::Result<(), &'static str> {
        let kind = match (full_grid(answer), solutions) {
            (Some(grid), _) if grid::is_solution_of(grid, puzzle) => &mut self.solutions,
            (Some(_), _) => return Err("the grid is not a solution of the puzzle"),
            (None, SolutionCount::Unknown) => &mut self.open,
            (None, SolutionCount::None) => &mut self.refused,
            (None, SolutionCount::Several) if says_several(answer) => &mut self.refused,
            (None, SolutionCount::Several) => return Err("the puzzle has several solutions"),
            (None, SolutionCount::One) => return Err("the puzzle has a solution"),
        };
        *kind += 1;
        Ok(())
    }

    /// The number of all answers.
    pub fn all(&self) -> usize {
        self.solutions + self.refused + self.open
    }
}

/// How many solutions each puzzle of a set has, found with `engine`. Allocates one byte per puzzle.
pub fn count_solutions(set: &Set, engine: Engine) -> Vec<SolutionCount> {
    let (mut solver, mut batch) = (engine.build(), Batch::new(BATCH));
    let mut counts = Vec::with_capacity(set.lines.len());
    for lines in set.lines.chunks(BATCH) {
        batch.solve(solver.as_mut(), Task { goal: Goal::Unique, budget: BUDGET }, lines);
        counts.extend(batch.outcomes[..lines.len()].iter().map(|outcome| count_of(outcome.verdict)));
    }
    counts
}

/// Verifies `answers`, of which line *n* answers puzzle *n* of the set.
///
/// # Errors
/// Returns an error for the first wrong answer, or for a wrong number of lines.
pub fn verify(set: &Set, known: &[SolutionCount], answers: &[u8], solver: &str) -> Result<Verified> {
    let (lines, records) = (lines_of(answers).count(), set.lines.len());
    if lines != records {
        let counts =
            format!("with {lines} lines for {records} puzzles: it must print one line for each puzzle");
        return Err(Error::refused(format!(
            "{solver} answered the set {} {counts}; no rate is reported",
            set.name
        )));
    }
    let mut verified = Verified::default();
    for ((line, &solutions), answer) in set.lines.iter().zip(known).zip(lines_of(answers)) {
        let answer = answer.trim_ascii();
        let counted = verified.count(&clues_of(line), solutions, answer);
        counted.map_err(|reason| wrong_answer(solver, set, line, answer, reason))?;
    }
    Ok(verified)
}

/// The last field of a line, if it is a full grid of 81 digits.
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

fn count_of(verdict: Verdict) -> SolutionCount {
    match verdict {
        Verdict::Solved | Verdict::Unique => SolutionCount::One,
        Verdict::Multiple => SolutionCount::Several,
        Verdict::NoSolution | Verdict::Conflict | Verdict::Malformed => SolutionCount::None,
        Verdict::WellFormed | Verdict::BudgetExhausted => SolutionCount::Unknown,
    }
}

/// The lines of a text. There is no empty line after the last line end.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = text.strip_suffix(b"\n").unwrap_or(text);
    whole.split(|&byte| byte == b'\n').take(if text.is_empty() { 0 } else { usize::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::sets::{self, BuiltIn};

    fn verified(set: &Set, answers: &str) -> std::result::Result<Verified, String> {
        let known = count_solutions(set, Engine::Single);
        verify(set, &known, answers.as_bytes(), "it").map_err(|wrong| wrong.to_string())
    }

    fn solved(set: &Set) -> Vec<String> {
        let answers = sets::solved(&set.lines, Goal::First).answers;
        answers.iter().map(|answer| String::from_utf8_lossy(&answer[..CELLS]).into_owned()).collect()
    }

    #[test]
    fn a_solution_is_verified_alone_and_as_the_last_field() {
        let set = BuiltIn::Easy.make(2);
        let [one, two] = <[String; 2]>::try_from(solved(&set)).unwrap();
        let right = Verified { solutions: 2, ..Verified::default() };
        assert_eq!(verified(&set, &format!("{one}\n{two}\n")), Ok(right));
        assert_eq!(verified(&set, &format!("x,{one}\r\nx:1:{two}")), Ok(right));
        assert!(
            verified(&set, &format!("{two}\n{one}\n")).unwrap_err().contains("not a solution of the puzzle")
        );
    }

    #[test]
    fn a_puzzle_with_a_solution_must_be_solved() {
        let set = BuiltIn::Hard.make(1);
        for refusal in ["none", "", "budget", "0"] {
            let message = verified(&set, &format!("{refusal}\n")).unwrap_err();
            assert!(
                message.starts_with(
                    "it gave a wrong answer to a puzzle of the set hard: the puzzle has a solution"
                ),
                "{message}"
            );
        }
    }

    #[test]
    fn a_missing_line_is_an_error() {
        let set = BuiltIn::Easy.make(3);
        for (answers, lines) in [("", 0), ("none\n", 1), ("\n\n\n\n", 4)] {
            let message = verified(&set, answers).unwrap_err();
            assert!(message.contains(&format!("{lines} lines for 3 puzzles")), "{message}");
        }
    }

    #[test]
    fn an_impossible_puzzle_may_be_rejected_in_any_words() {
        let set = BuiltIn::Impossible.make(3);
        let right = Verified { refused: 3, ..Verified::default() };
        assert_eq!(verified(&set, "none\n\nno solution\n"), Ok(right));
        let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert!(verified(&set, &format!("{full}\n\n\n")).is_err());
    }

    #[test]
    fn several_solutions_may_be_reported_or_one_of_them_given() {
        let set = BuiltIn::MultiSolution.make(3);
        let first = &solved(&set)[0];
        let right = Verified { solutions: 1, refused: 2, open: 0 };
        assert_eq!(verified(&set, &format!("{first}\nMultiple solutions\n2\n")), Ok(right));
        assert!(verified(&set, &format!("{first}\nnone\n2\n")).unwrap_err().contains("several"));
    }
}
