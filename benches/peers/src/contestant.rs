//! Who is measured: bulkdoku's engine on an instruction set, or a peer. All stand behind the same trait, and get their
//! puzzles and hand in their answers as the same text.

use bulkdoku::solver::batch::{AnswerLine, Goal, Puzzles, Solve, Task};
use bulkdoku::solver::{Isa, Outcome, Verdict};

use crate::peers::{Answer, Peer};

/// A solver with its name.
pub struct Contestant {
    /// The name in tables: a crate with its version, or our instruction set.
    pub name: String,
    /// The instruction set, of ours.
    pub isa: Option<Isa>,
    /// The solver.
    pub solver: Box<dyn Solve>,
}

impl Contestant {
    /// bulkdoku's lanes on an instruction set that this processor has.
    pub fn ours(isa: Isa) -> Self {
        Self { name: format!("bulkdoku {isa}"), isa: Some(isa), solver: isa.build_lanes() }
    }

    /// A solver from elsewhere.
    pub fn peer(peer: &'static Peer) -> Self {
        Self {
            name: format!("{} {}", peer.name, peer.version()),
            isa: None,
            solver: Box::new(SearchEngine(peer)),
        }
    }
}

/// A peer that is asked about one puzzle after the other.
struct SearchEngine(&'static Peer);

impl Solve for SearchEngine {
    fn solve(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        answers: &mut [AnswerLine],
        outcomes: &mut [Outcome],
    ) {
        let ask = if task.goal == Goal::First { self.0.first } else { self.0.unique };
        for (index, (answer, outcome)) in answers.iter_mut().zip(outcomes).enumerate() {
            // The peers take a `str`. The look at 81 bytes is a few nanoseconds among some hundred at the least.
            let found = std::str::from_utf8(puzzles.get(index)).ok().and_then(ask);
            *outcome = hand_in(found, task.goal, answer);
        }
    }
}

/// Writes the answer as text. That there is none can mean several solutions: most peers do not tell the two apart.
fn hand_in(found: Option<Answer>, goal: Goal, answer: &mut AnswerLine) -> Outcome {
    let Some(digits) = found else {
        return Outcome { verdict: Verdict::NoSolution, ..Outcome::default() };
    };
    let (text, end) = answer.split_at_mut(digits.len());
    text.copy_from_slice(&digits);
    end.fill(b'\n');
    Outcome { verdict: goal.verdict(1), solutions: 1, guesses: 0 }
}
