//! Who judges the answers.

use bulkdoku::bench::Set;
use bulkdoku::grid::{CELLS, is_solution_of};
use bulkdoku::solver::batch::{AnswerLine, Form, Goal, Puzzles, Task};
use bulkdoku::solver::{Engine, Outcome, Verdict};

/// How many solutions each puzzle of a set has, as the plain engine found: it has nothing in common with the lanes.
///
/// A solution is judged by the rules alone. That there is none, or no other, is what the plain engine is asked for.
pub struct Referee {
    verdicts: Vec<Verdict>,
}

impl Referee {
    /// Solves the set.
    pub fn of(set: &Set) -> Self {
        let starts: Vec<u32> = (0..set.lines.len()).map(|index| (index * (CELLS + 1)) as u32).collect();
        let mut answers = vec![[0; CELLS + 1]; set.lines.len()];
        let mut outcomes = vec![Outcome::default(); set.lines.len()];
        let puzzles = Puzzles::new(set.text(), &starts, Form::Clues);
        Engine::Scalar.build().solve(Task::new(Goal::Unique), puzzles, &mut answers, &mut outcomes);
        Self { verdicts: outcomes.iter().map(|outcome| outcome.verdict).collect() }
    }

    /// Is this right for the set's puzzle `index`?
    pub fn accepts(&self, set: &Set, goal: Goal, index: usize, answer: &AnswerLine, given: Verdict) -> bool {
        let wanted = match self.verdicts[index] {
            Verdict::Unique => true,
            Verdict::Multiple => goal == Goal::First,
            _ => false,
        };
        let has_answer = matches!(given, Verdict::Solved | Verdict::Unique);
        let line = &set.lines[index];
        wanted == has_answer && (!has_answer || is_solution_of(&cells(answer), &cells(line)))
    }
}

/// The 81 characters of a line.
fn cells(line: &[u8; CELLS + 1]) -> [u8; CELLS] {
    std::array::from_fn(|cell| line[cell])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bulkdoku::bench::sets::BuiltIn;

    #[test]
    fn a_changed_digit_is_refused() {
        let set = BuiltIn::Ordinary.make(1);
        let referee = Referee::of(&set);
        let mut answer = [[0; CELLS + 1]];
        let puzzles = Puzzles::new(set.text(), &[0], Form::Clues);
        let mut outcome = [Outcome::default()];
        Engine::Lanes.build().solve(Task::new(Goal::Unique), puzzles, &mut answer, &mut outcome);
        assert!(referee.accepts(&set, Goal::Unique, 0, &answer[0], Verdict::Unique));
        assert!(!referee.accepts(&set, Goal::Unique, 0, &answer[0], Verdict::NoSolution));
        answer[0].swap(0, 1);
        assert!(!referee.accepts(&set, Goal::Unique, 0, &answer[0], Verdict::Unique));
    }

    #[test]
    fn an_answer_to_what_has_none_is_refused() {
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
