//! The measured solvers: bulkdoku's engine on an instruction set, or a peer. All implement the same trait, and read
//! their puzzles and write their answers as the same text.

use bulkdoku::solver::batch::{self, Answers, Goal, Puzzles, Solve, Task};
use bulkdoku::solver::{Isa, Outcome, Verdict};

use crate::peers::{Answer, Peer};

/// A solver with its name.
pub struct Contestant {
    /// The name in tables: a crate with its version, or bulkdoku with its instruction set.
    pub name: String,
    /// The instruction set, if the solver is bulkdoku.
    pub isa: Option<Isa>,
    /// The solver.
    pub solver: Box<dyn Solve>,
}

impl Contestant {
    /// bulkdoku's engine lanes on an instruction set that this processor supports.
    pub fn ours(isa: Isa) -> Self {
        Self { name: format!("bulkdoku {isa}"), isa: Some(isa), solver: isa.build_lanes() }
    }

    /// A solver from crates.io.
    pub fn peer(peer: &'static Peer) -> Self {
        Self {
            name: format!("{} {}", peer.name, peer.version()),
            isa: None,
            solver: Box::new(OneByOne(peer)),
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
