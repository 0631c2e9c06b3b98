//! The measured solvers: bulkdoku's engine on an instruction set, or a peer. All implement the same trait, read
//! the same text and write their solutions as the same text.

use bulkdoku::bench::{self, Solve};
use bulkdoku::solver::{Answers, Engine, Goal, Isa, Notation, Outcome, Puzzles, Task, Verdict};
use bulkdoku::{Candidates, Puzzle, Solver};

use crate::args::Calls;
use crate::peers::{Answer, Peer};

/// A measured solver.
#[derive(Clone, Copy, Debug)]
pub enum Contestant {
    /// bulkdoku's engine for the calls on an instruction set that this processor supports.
    Ours(Calls, Isa),
    /// The library's `Solver`, which a user calls with a `Puzzle` made from the text.
    Solver,
    /// Another solver.
    Peer(&'static Peer),
}

impl Contestant {
    /// Returns the name in tables: a crate with its version, or bulkdoku with its instruction set.
    pub fn name(self) -> String {
        match self {
            Self::Ours(_, isa) => format!("bulkdoku {isa}"),
            Self::Solver => "bulkdoku Solver".to_owned(),
            Self::Peer(peer) => format!("{} {}", peer.name, peer.version()).trim_end().to_owned(),
        }
    }

    /// Returns whether the solver is bulkdoku.
    pub fn is_ours(self) -> bool {
        matches!(self, Self::Ours(..) | Self::Solver)
    }

    /// Builds the solver.
    pub fn build(self) -> Box<dyn Solve> {
        match self {
            Self::Ours(Calls::Many, isa) => Engine::Lanes.build_on(isa),
            Self::Ours(Calls::One, isa) => Box::new(Alone(Engine::Single.build_on(isa))),
            Self::Solver => Box::new(Library(Solver::new())),
            Self::Peer(peer) => Box::new(OneByOne(peer)),
        }
    }
}

/// Solves a batch in batches of one puzzle.
struct Alone(Box<dyn Solve>);

impl Solve for Alone {
    fn solve_to(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        mut answers: Answers<'_>,
        outcomes: &mut [Outcome],
    ) {
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            let puzzle = Puzzles::new(puzzles.get(index), &[0], puzzles.notation());
            let answer = match &mut answers {
                Answers::Lines(lines) => Answers::Lines(&mut lines[index..=index]),
                Answers::Digits(digits) => Answers::Digits(&mut digits[index..=index]),
            };
            self.0.solve_to(task, puzzle, answer, std::slice::from_mut(outcome));
        }
    }
}

/// Solves a batch with the library's `Solver`, one puzzle after another, each made from its text.
struct Library(Solver);

impl Solve for Library {
    fn solve_to(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        mut answers: Answers<'_>,
        outcomes: &mut [Outcome],
    ) {
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            let (text, solver) = (puzzles.get(index), &mut self.0);
            let solved = match puzzles.notation() {
                Notation::Clues => Puzzle::try_from(text).map(|puzzle| solver.run(&puzzle, task)),
                Notation::Pencilmarks => Candidates::try_from(text).map(|marks| solver.run(&marks, task)),
            };
            let Ok((found, solution)) = solved else { continue };
            *outcome = found;
            if let Some(solution) = solution {
                answers.answer(index).write(&solution.digits());
            }
        }
    }
}

/// Solves a batch with a peer, one puzzle after another.
struct OneByOne(&'static Peer);

impl Solve for OneByOne {
    fn solve_to(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        mut answers: Answers<'_>,
        outcomes: &mut [Outcome],
    ) {
        let ask = if task.goal == Goal::First { self.0.first } else { self.0.unique };
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            // The peers take a `str`. Validating 81 bytes takes a few nanoseconds, solving at least a few hundred.
            let found = std::str::from_utf8(puzzles.get(index)).ok().and_then(ask);
            *outcome = write_answer(found, task.goal, answers.answer(index));
        }
    }
}

/// Writes the solution. `None` can also mean several solutions: most peers do not distinguish the two.
fn write_answer(found: Option<Answer>, goal: Goal, mut answer: bench::Answer<'_>) -> Outcome {
    let Some(digits) = found else {
        return Outcome::new(Verdict::NoSolution, 0, 0);
    };
    answer.write(&digits.map(|digit| digit - b'0'));
    Outcome::new(goal.verdict(1), 1, 0)
}
