//! The answers of a program that is not ours: what the rules, and our own engine, let pass.
//!
//! | the puzzle has | right is |
//! |---|---|
//! | one solution | that one, alone or as the last field of the line |
//! | several | any of them, or words that say so: `multiple`, `several`, `not unique`, or a count of two or more |
//! | none | a line that is no full grid |
//! | nobody knows | one that keeps the rules, or a line that is no full grid |
//!
//! A line for every puzzle is asked for, an empty one too: else no answer can be told from its neighbour's.

use super::sets::{Set, clues_of};
use super::wrong_answer::{Cause, WrongAnswer};
use crate::grid::{self, CELLS};
use crate::solver::batch::{Form, Goal, Puzzles, Task};
use crate::solver::{Engine, Outcome, Verdict};

/// Guesses that our own engine may spend on a puzzle, to know how many solutions it has.
const BUDGET: u64 = 1_000_000;

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// One.
    One,
    /// Two or more.
    Several,
    /// None.
    None,
    /// Too many guesses would tell.
    Unknown,
}

/// Answers by what they were worth; none was wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Solutions by the rules.
    pub solutions: usize,
    /// Refusals of puzzles that have no solution, or more than one.
    pub refused: usize,
    /// Puzzles that were given up, or whose refusal nobody could judge.
    pub open: usize,
}

impl Verified {
    /// All answers.
    pub fn all(&self) -> usize {
        self.solutions + self.refused + self.open
    }
}

/// How many solutions each puzzle of a set has, by the engine `lanes`. Allocates a byte a puzzle.
pub fn solutions(set: &Set) -> Vec<Solutions> {
    const BATCH: usize = 4096;
    let mut solver = Engine::Lanes.build();
    let starts: Vec<u32> = (0..BATCH as u32).map(|index| index * (CELLS as u32 + 1)).collect();
    let (mut answers, mut outcomes) = (vec![[0; CELLS + 1]; BATCH], vec![Outcome::default(); BATCH]);
    let task = Task { goal: Goal::Unique, budget: BUDGET };
    let mut solutions = Vec::with_capacity(set.lines.len());
    for lines in set.lines.chunks(BATCH) {
        let size = lines.len();
        let puzzles = Puzzles::new(lines.as_flattened(), &starts[..size], Form::Clues);
        solver.solve(task, puzzles, &mut answers[..size], &mut outcomes[..size]);
        solutions.extend(outcomes[..size].iter().map(|outcome| of_verdict(outcome.verdict)));
    }
    solutions
}

/// Verifies a line of answer for each puzzle of the set, repeated as often as the answers are. With `may_give_up` the
/// word `budget` is no wrong answer.
///
/// # Errors
/// With the first answer that is wrong, or the number of lines if that is not as it must be.
pub fn verify(
    set: &Set,
    known: &[Solutions],
    records: usize,
    answers: &[u8],
    may_give_up: bool,
    who: &str,
) -> Result<Verified, WrongAnswer> {
    let wrong = |fault| WrongAnswer { who: who.to_owned(), set: set.name.clone(), fault };
    let lines = || lines_of(answers);
    if lines().count() != records {
        return Err(wrong(Cause::Lines { lines: lines().count(), puzzles: records }));
    }
    let mut verified = Verified::default();
    for ((line, &solutions), answer) in set.lines.iter().zip(known).cycle().zip(lines()) {
        let answer = answer.trim_ascii();
        match judge(&clues_of(line), solutions, answer, may_give_up) {
            Ok(Judged::Solution) => verified.solutions += 1,
            Ok(Judged::Refused) => verified.refused += 1,
            Ok(Judged::Open) => verified.open += 1,
            Err(why) => return Err(wrong(Cause::of_answer(&line[..CELLS], answer, why))),
        }
    }
    Ok(verified)
}

enum Judged {
    Solution,
    Refused,
    Open,
}

fn judge(
    puzzle: &[u8; CELLS],
    solutions: Solutions,
    answer: &[u8],
    may_give_up: bool,
) -> Result<Judged, &'static str> {
    if let Some(grid) = full_grid(answer) {
        let holds = grid::is_solution_of(grid, puzzle);
        return if holds { Ok(Judged::Solution) } else { Err("that grid is no solution of it") };
    }
    match solutions {
        _ if may_give_up && answer == b"budget" => Ok(Judged::Open),
        Solutions::Unknown => Ok(Judged::Open),
        Solutions::None => Ok(Judged::Refused),
        Solutions::Several if says_several(answer) => Ok(Judged::Refused),
        Solutions::Several => Err("it has several solutions"),
        Solutions::One => Err("it has a solution"),
    }
}

/// The last field of a line, if it is 81 digits.
fn full_grid(answer: &[u8]) -> Option<&[u8; CELLS]> {
    let last = answer.rsplit(|byte| b",;: \t".contains(byte)).next()?;
    let grid: &[u8; CELLS] = last.try_into().ok()?;
    grid::is_solved(grid).then_some(grid)
}

/// Does the line say, in the words that programs use, that the solution is not the only one?
fn says_several(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer).to_ascii_lowercase();
    let words = ["multiple", "several", "not unique", "non-unique"];
    words.iter().any(|word| text.contains(word)) || text.parse().is_ok_and(|count: u64| count > 1)
}

fn of_verdict(verdict: Verdict) -> Solutions {
    match verdict {
        Verdict::Solved | Verdict::Unique => Solutions::One,
        Verdict::Multiple => Solutions::Several,
        Verdict::NoSolution | Verdict::Conflict | Verdict::Malformed => Solutions::None,
        Verdict::BudgetExhausted => Solutions::Unknown,
    }
}

/// The lines of a text, an empty one after the last line end left out.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = text.strip_suffix(b"\n").unwrap_or(text);
    whole.split(|&byte| byte == b'\n').take(if text.is_empty() { 0 } else { usize::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::sets::BuiltIn;

    fn verified(set: &Set, answers: &str) -> Result<Verified, String> {
        let verified = verify(set, &solutions(set), set.lines.len(), answers.as_bytes(), false, "it");
        verified.map_err(|wrong| wrong.to_string())
    }

    fn solved(set: &Set) -> Vec<String> {
        let mut answers = vec![[0; CELLS + 1]; set.lines.len()];
        let mut outcomes = vec![Outcome::default(); set.lines.len()];
        let starts: Vec<u32> = (0..set.lines.len()).map(|index| (index * 82) as u32).collect();
        let puzzles = Puzzles::new(set.text(), &starts, Form::Clues);
        Engine::Scalar.build().solve(Task::new(Goal::First), puzzles, &mut answers, &mut outcomes);
        answers.iter().map(|answer| String::from_utf8_lossy(&answer[..CELLS]).into_owned()).collect()
    }

    #[test]
    fn a_solution_is_verified_alone_and_as_the_last_field() {
        let set = BuiltIn::Easy.make(2);
        let [one, two] = <[String; 2]>::try_from(solved(&set)).unwrap();
        let right = Verified { solutions: 2, ..Verified::default() };
        assert_eq!(verified(&set, &format!("{one}\n{two}\n")), Ok(right));
        assert_eq!(verified(&set, &format!("x,{one}\r\nx:1:{two}")), Ok(right));
        assert!(verified(&set, &format!("{two}\n{one}\n")).unwrap_err().contains("no solution of it"));
    }

    #[test]
    fn a_puzzle_with_a_solution_may_not_be_refused() {
        let set = BuiltIn::Hard.make(1);
        for refusal in ["none", "", "budget", "0"] {
            let told = verified(&set, &format!("{refusal}\n")).unwrap_err();
            assert!(
                told.starts_with("it answered a puzzle of the set hard wrongly: it has a solution"),
                "{told}"
            );
        }
    }

    #[test]
    fn a_missing_line_is_told() {
        let set = BuiltIn::Easy.make(3);
        for (answers, lines) in [("", 0), ("none\n", 1), ("\n\n\n\n", 4)] {
            let told = verified(&set, answers).unwrap_err();
            assert!(told.contains(&format!("{lines} lines for 3 puzzles")), "{told}");
        }
    }

    #[test]
    fn an_impossible_puzzle_is_refused_in_any_words() {
        let set = BuiltIn::Impossible.make(3);
        let right = Verified { refused: 3, ..Verified::default() };
        assert_eq!(verified(&set, "none\n\nno solution\n"), Ok(right));
        let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert!(verified(&set, &format!("{full}\n\n\n")).is_err());
    }

    #[test]
    fn several_solutions_may_be_told_or_one_of_them_given() {
        let set = BuiltIn::MultiSolution.make(3);
        let first = &solved(&set)[0];
        let right = Verified { solutions: 1, refused: 2, open: 0 };
        assert_eq!(verified(&set, &format!("{first}\nMultiple solutions\n2\n")), Ok(right));
        assert!(verified(&set, &format!("{first}\nnone\n2\n")).unwrap_err().contains("several"));
    }

    #[test]
    fn a_repeated_set_is_verified_throughout() {
        let set = BuiltIn::Easy.make(2);
        let answers = (solved(&set).join("\n") + "\n").repeat(3);
        let known = solutions(&set);
        let found = verify(&set, &known, 6, answers.as_bytes(), false, "it").unwrap();
        assert_eq!((found.solutions, found.all()), (6, 6));
        let given_up = verify(&set, &known, 2, b"budget\nbudget\n", true, "it").unwrap();
        assert_eq!(given_up.open, 2);
    }
}
