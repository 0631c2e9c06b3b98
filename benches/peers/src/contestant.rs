//! The measured solvers: bulkdoku's engine on an instruction set, or a peer. All implement the same trait, and read
//! their puzzles and write their answers as the same text.

use bulkdoku::solver::batch::{AnswerLine, Goal, Puzzles, Solve, Task};
#[cfg(target_arch = "x86_64")]
use bulkdoku::solver::lanes::simd::{avx2::Avx2, avx512::Avx512};
use bulkdoku::solver::lanes::{Lanes, simd::Simd, simd::portable::Portable};
use bulkdoku::solver::{Outcome, Verdict, isa::Isa};

use crate::peers::{Answer, Peer};

/// A solver with its name.
pub struct Contestant {
    /// The name in tables: a crate with its version, or bulkdoku with its instruction set.
    pub name: String,
    /// The instruction set, if the solver is bulkdoku.
    pub isa: Option<Isa>,
    /// The solver.
    pub solver: Box<dyn Counted>,
}

/// A solver that may count its sweeps.
pub trait Counted: Solve {
    /// The number of sweeps over lanes that held a puzzle.
    fn lane_sweeps(&self) -> Option<u64> {
        None
    }
}

impl Contestant {
    /// bulkdoku's engine lanes on an instruction set that this processor supports.
    pub fn ours(isa: Isa) -> Self {
        Self { name: format!("bulkdoku {isa}"), isa: Some(isa), solver: lanes(isa) }
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

impl<S: Simd> Counted for Lanes<S> {
    fn lane_sweeps(&self) -> Option<u64> {
        Some(self.sweeps().1)
    }
}

#[cfg(target_arch = "x86_64")]
fn lanes(isa: Isa) -> Box<dyn Counted> {
    match (isa, Avx512::detect(), Avx2::detect()) {
        (Isa::Avx512, Some(simd), _) => Box::new(Lanes::new(simd)),
        (Isa::Avx2, _, Some(simd)) => Box::new(Lanes::new(simd)),
        _ => Box::new(Lanes::new(Portable)),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn lanes(_: Isa) -> Box<dyn Counted> {
    Box::new(Lanes::new(Portable))
}

/// Solves a batch with a peer, one puzzle after another.
struct OneByOne(&'static Peer);

impl Counted for OneByOne {}

impl Solve for OneByOne {
    fn solve(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        answers: &mut [AnswerLine],
        outcomes: &mut [Outcome],
    ) {
        let ask = if task.goal == Goal::First { self.0.first } else { self.0.unique };
        for (index, (answer, outcome)) in answers.iter_mut().zip(outcomes).enumerate() {
            // The peers take a `str`. Validating 81 bytes takes a few nanoseconds, solving at least some hundred.
            let found = std::str::from_utf8(puzzles.get(index)).ok().and_then(ask);
            *outcome = write_answer(found, task.goal, answer);
        }
    }
}

/// Writes the answer as text. No answer can also mean several solutions: most peers do not distinguish the two.
fn write_answer(found: Option<Answer>, goal: Goal, answer: &mut AnswerLine) -> Outcome {
    let Some(digits) = found else {
        return Outcome { verdict: Verdict::NoSolution, ..Outcome::default() };
    };
    let (text, end) = answer.split_at_mut(digits.len());
    text.copy_from_slice(&digits);
    end.fill(b'\n');
    Outcome { verdict: goal.verdict(1), solutions: 1, guesses: 0 }
}
