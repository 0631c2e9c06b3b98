//! Batches of questions to an engine: is the solution unique?

use crate::grid::CELLS;
use crate::solver::batch::{AnswerLine, Goal, Notation, Puzzles, Solve, Task};
use crate::solver::{Outcome, Verdict};

/// The number of questions of a batch: several for each lane, with a text that fits the first-level cache.
pub(super) const BATCH: usize = 256;

/// An engine, and the memory of a batch of questions.
pub(super) struct Checker {
    solver: Box<dyn Solve>,
    questions: Vec<u8>,
    starts: Vec<u32>,
    answers: Vec<AnswerLine>,
    outcomes: Vec<Outcome>,
    checks: u64,
}

impl Checker {
    /// Asks `solver`. Allocates all the memory that it will use.
    pub(super) fn new(solver: Box<dyn Solve>) -> Self {
        Self {
            solver,
            questions: vec![b'.'; BATCH * CELLS],
            starts: (0..BATCH).map(|question| (question * CELLS) as u32).collect(),
            answers: vec![[0; CELLS + 1]; BATCH],
            outcomes: vec![Outcome::default(); BATCH],
            checks: 0,
        }
    }

    /// Lets the engine decide at most [`BATCH`] questions.
    pub(super) fn check(&mut self, questions: impl Iterator<Item = [u8; CELLS]>) {
        let mut count = 0;
        for (text, question) in self.questions.as_chunks_mut().0.iter_mut().zip(questions) {
            *text = question;
            count += 1;
        }
        let puzzles = Puzzles::new(&self.questions, &self.starts[..count], Notation::Clues);
        let (answers, outcomes) = (&mut self.answers[..count], &mut self.outcomes[..count]);
        self.solver.solve(Task::new(Goal::Unique), puzzles, answers, outcomes);
        self.checks += count as u64;
    }

    /// Has the puzzle of this number in the last batch exactly one solution?
    pub(super) fn is_unique(&self, index: usize) -> bool {
        self.outcomes[index].verdict == Verdict::Unique
    }

    /// The solution of the puzzle that the engine found first.
    pub(super) fn solution(&self, index: usize) -> &AnswerLine {
        &self.answers[index]
    }

    /// The number of questions so far.
    pub(super) fn checks(&self) -> u64 {
        self.checks
    }
}
