//! The measured solvers: bulkdoku's engine on an instruction set, or a peer. All implement the same trait, and read
//! their puzzles and write their answers as the same text.

use bulkdoku::internals::batch::{self, AnswerLine, Answers, Goal, Notation, Puzzles, Solve, Task};
use bulkdoku::internals::grid::CELLS;
use bulkdoku::internals::{Isa, Outcome};
use bulkdoku::solver::Verdict;

use crate::peers::{Answer, Peer};

/// A measured solver.
#[derive(Clone, Copy, Debug)]
pub enum Contestant {
    /// bulkdoku's engine lanes on an instruction set that this processor supports.
    Ours(Isa),
    /// The same engine, called with one puzzle after another, as the library's `Solver::solve` does.
    OursAlone(Isa),
    /// Another solver.
    Peer(&'static Peer),
}

impl Contestant {
    /// The name in tables: a crate with its version, or bulkdoku with its instruction set.
    pub fn name(self) -> String {
        match self {
            Self::Ours(isa) => format!("bulkdoku {isa}"),
            Self::OursAlone(isa) => format!("bulkdoku {isa}, one per call"),
            Self::Peer(peer) => format!("{} {}", peer.name, peer.version()).trim_end().to_owned(),
        }
    }

    /// Whether the solver is bulkdoku.
    pub fn is_ours(self) -> bool {
        matches!(self, Self::Ours(_) | Self::OursAlone(_))
    }

    /// Builds the solver.
    pub fn build(self) -> Box<dyn Solve> {
        match self {
            Self::Ours(isa) => isa.build_lanes(),
            Self::OursAlone(isa) => Box::new(Alone(isa.build_lanes())),
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
            let mut answer: [AnswerLine; 1] = [[0; CELLS + 1]];
            let alone = Puzzles::new(puzzles.get(index), &[0], Notation::Clues);
            self.0.solve(task, alone, &mut answer, std::slice::from_mut(outcome));
            if outcome.solutions > 0 && matches!(outcome.verdict, Verdict::Solved | Verdict::Unique) {
                answers.answer(index).write(&std::array::from_fn(|cell| answer[0][cell] - b'0'));
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
            // The peers take a `str`. Validating 81 bytes takes a few nanoseconds, solving at least some hundred.
            let found = std::str::from_utf8(puzzles.get(index)).ok().and_then(ask);
            *outcome = write_answer(found, task.goal, answers.answer(index));
        }
    }
}

/// Writes the answer. No answer can also mean several solutions: most peers do not distinguish the two.
fn write_answer(found: Option<Answer>, goal: Goal, answer: batch::Answer<'_>) -> Outcome {
    let Some(digits) = found else {
        return Outcome { verdict: Verdict::NoSolution, ..Outcome::default() };
    };
    answer.write(&digits.map(|digit| digit - b'0'));
    Outcome { verdict: goal.verdict(1), solutions: 1, guesses: 0 }
}
