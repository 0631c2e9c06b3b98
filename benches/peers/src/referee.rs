//! Judges the answers.

use bulkdoku::bench::Set;
use bulkdoku::grid::{CELLS, is_solution_of};
use bulkdoku::solver::batch::{AnswerLine, Notation, Goal, Puzzles, Task};
use bulkdoku::solver::{Engine, Outcome, Verdict};

/// The number of solutions of each puzzle in a set, found by the engine scalar, which shares no code with the engine
/// lanes.
///
/// A solution is checked against the rules. The engine scalar decides whether there is none, or more than one.
pub struct Referee {
    verdicts: Vec<Verdict>,
}

impl Referee {
    /// Solves the set.
    pub fn of(set: &Set) -> Self {
        let starts: Vec<u32> = (0..set.lines.len()).map(|index| (index * (CELLS + 1)) as u32).collect();
        let mut answers = vec![[0; CELLS + 1]; set.lines.len()];
        let mut outcomes = vec![Outcome::default(); set.lines.len()];
        let puzzles = Puzzles::new(set.text(), &starts, Notation::Clues);
        Engine::Scalar.build().solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
        Self { verdicts: outcomes.iter().map(|outcome| outcome.verdict).collect() }
    }

    /// Whether the answer to puzzle `index` of the set is right.
    pub fn accepts(&self, set: &Set, goal: Goal, index: usize, answer: &AnswerLine, given: Verdict) -> bool {
        let should_solve = match self.verdicts[index] {
            Verdict::Unique => true,
            Verdict::Multiple => goal == Goal::First,
            _ => false,
        };
        let is_solved = matches!(given, Verdict::Solved | Verdict::Unique);
        let line = &set.lines[index];
        should_solve == is_solved && (!is_solved || is_solution_of(&cells(answer), &cells(line)))
    }
}

/// The 81 cells of a line.
fn cells(line: &[u8; CELLS + 1]) -> [u8; CELLS] {
    std::array::from_fn(|cell| line[cell])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bulkdoku::bench::sets::BuiltIn;

    #[test]
    fn a_changed_digit_is_rejected() {
        let set = BuiltIn::Ordinary.make(1);
        let referee = Referee::of(&set);
        let mut answer = [[0; CELLS + 1]];
        let puzzles = Puzzles::new(set.text(), &[0], Notation::Clues);
        let mut outcome = [Outcome::default()];
        Engine::Lanes.build().solve(Task::new(Goal::Unique), puzzles, &mut answer, &mut outcome);
        assert!(referee.accepts(&set, Goal::Unique, 0, &answer[0], Verdict::Unique));
        assert!(!referee.accepts(&set, Goal::Unique, 0, &answer[0], Verdict::NoSolution));
        answer[0].swap(0, 1);
        assert!(!referee.accepts(&set, Goal::Unique, 0, &answer[0], Verdict::Unique));
    }

    #[test]
    fn a_solution_of_an_unsolvable_puzzle_is_rejected() {
        for (built_in, goal, right) in [
            (BuiltIn::Impossible, Goal::First, false),
            (BuiltIn::Impossible, Goal::Unique, false),
            (BuiltIn::MultiSolution, Goal::Unique, false),
        ] {
            let set = built_in.make(1);
            let line = set.lines[0];
            assert_eq!(Referee::of(&set).accepts(&set, goal, 0, &line, goal.verdict(1)), right);
            assert!(Referee::of(&set).accepts(&set, goal, 0, &line, Verdict::NoSolution));
        }
    }
}
