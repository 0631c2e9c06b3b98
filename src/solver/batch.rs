//! The zero-copy layer: a batch of puzzles in; outcomes and answers out, into memory that the caller owns.
//!
//! Every engine stands behind [`Solve`]. The caller makes one engine per worker, once, and passes it batch
//! after batch; nothing is allocated in between.

use super::outcome::{Outcome, Verdict};
use crate::grid::CELLS;

/// The text of an answer as it is written: 81 digits and a line end.
pub type AnswerLine = [u8; CELLS + 1];

/// Characters of a puzzle given as pencilmarks: nine a cell.
pub const PENCILMARKS: usize = 9 * CELLS;

/// How a batch's puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 81 bytes: a clue or a blank for each cell.
    Clues,
    /// 729 bytes, nine a cell: byte `9 * cell + digit - 1` is a blank where the cell may not hold
    /// the digit, else the digit.
    Pencilmarks,
}

impl Form {
    /// Bytes a puzzle takes.
    pub const fn width(self) -> usize {
        match self {
            Form::Clues => CELLS,
            Form::Pencilmarks => PENCILMARKS,
        }
    }
}

/// Puzzles as they stand in memory: puzzle `i` is the [`Form::width`] bytes of `text` from `starts[i]`.
///
/// ```text
/// text    ..3.2.6..9..3.5..1 ... \n 2...8.3...6..7..8 ... \n
///         ▲                         ▲
/// starts  0                         82
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Puzzles<'a> {
    text: &'a [u8],
    starts: &'a [u32],
    form: Form,
}

impl<'a> Puzzles<'a> {
    /// Puzzles of one `form` that stand in `text` at `starts`, in any order. Does not allocate.
    ///
    /// # Panics
    /// When a puzzle would reach past the end of `text`.
    pub fn new(text: &'a [u8], starts: &'a [u32], form: Form) -> Self {
        let fits = |&start: &u32| start as usize + form.width() <= text.len();
        assert!(starts.iter().all(fits), "a puzzle reaches past the end of the text");
        Self { text, starts, form }
    }

    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How the puzzles are written.
    pub fn form(&self) -> Form {
        self.form
    }

    /// The bytes of puzzle `index`.
    pub fn get(&self, index: usize) -> &'a [u8] {
        let start = self.starts[index] as usize;
        &self.text[start..start + self.form.width()]
    }

    /// The bytes of puzzle `index` when the puzzles are clues.
    pub fn clues(&self, index: usize) -> Option<&'a [u8; CELLS]> {
        self.get(index).try_into().ok()
    }
}

/// When to stop looking for solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// At the first one: is there any?
    First,
    /// At the second one: is the first the only one?
    Unique,
    /// After `limit` solutions, at least one.
    Count {
        /// The number to stop at.
        limit: u64,
    },
}

impl Goal {
    /// How many solutions end the search.
    pub const fn limit(self) -> u64 {
        match self {
            Goal::First => 1,
            Goal::Unique => 2,
            Goal::Count { limit: 0 } => 1,
            Goal::Count { limit } => limit,
        }
    }

    /// The verdict on a puzzle whose search ended with `solutions` found.
    pub const fn verdict(self, solutions: u64) -> Verdict {
        match solutions {
            0 => Verdict::NoSolution,
            1 if self.limit() == 1 => Verdict::Solved,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        }
    }
}

/// What is asked of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// When to stop looking.
    pub goal: Goal,
    /// Guesses that one puzzle may cost; with more it ends as [`Verdict::BudgetExhausted`].
    pub budget: u64,
}

impl Task {
    /// A task without a budget.
    pub const fn new(goal: Goal) -> Self {
        Self { goal, budget: u64::MAX }
    }
}

/// What an engine has done since it was built: the cost of a set, independent of the machine's clock.
///
/// The figures of one call are the difference of two [`Solve::counters`]; `lanes` and `deepest_stack` are no sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Puzzles that the engine works on at once.
    pub lanes: usize,
    /// Sweeps of constraint propagation, each over all lanes.
    pub sweeps: u64,
    /// Lanes that held a puzzle, summed over the sweeps. `lane_sweeps / (lanes · sweeps)` is the share of lanes in use.
    pub lane_sweeps: u64,
    /// Times that the results of the search block's sweeps were looked at, to branch, go back or take the next puzzle.
    pub looks: u64,
    /// The greatest number of boards that one puzzle has had on the guess stack.
    pub deepest_stack: usize,
}

/// An engine with the memory it works in. One per worker.
pub trait Solve: Send {
    /// Solves every puzzle of a batch.
    ///
    /// `outcomes[i]` tells what became of puzzle `i`. `answers[i]` holds the first solution found
    /// where there is one, and is left in any state elsewhere. What is written for a puzzle
    /// depends on that puzzle and the task alone, never on its neighbours. Does not allocate.
    ///
    /// # Panics
    /// When the three lengths differ.
    fn solve(
        &mut self,
        task: Task,
        puzzles: Puzzles<'_>,
        answers: &mut [AnswerLine],
        outcomes: &mut [Outcome],
    );

    /// Returns what the engine has done since it was built, if it counts that.
    fn counters(&self) -> Option<Counters> {
        None
    }
}
