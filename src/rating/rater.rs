//! Rates puzzles.
//!
//! ```text
//! puzzles ─▶ lanes: levels 1 to 4 ─┬─ solved: one solution, level ──────────────────────────┐
//!                                  ├─ dead: no solution                                     ├─▶ ratings
//!                                  └─ open ─▶ solver: unique? ─▶ levels 5 to 7 ─▶ depth, … ─┘
//! ```
//!
//! A closure that is a solution proves that the solution is unique, so only the other puzzles are solved.

use super::equivalents::Equivalents;
use super::explainer;
use super::matching::level_above_four;
use super::rules::TOP_LEVEL;
use super::settings::RatingSettings;
use super::structure::Structure;
use super::trial_and_error::{TrialLists, Trials};
use super::{Capped, Difficulty, ExplainerRating, Rating, RatingKind, Remaining};
use crate::board::grid::{self, CELLS};
use crate::board::puzzle::Puzzle;
use crate::solver::Verdict;
use crate::solver::batch::{BatchSolver, Notation, Puzzles};
use kernel::rating::{
    self as lanes, BoardWords, Closure, ClosureRequest, Ending, LaneBoard, LaneRater, masks,
};

/// The number of puzzles rated at a time.
const BATCH: usize = 1024;

/// The levels whose boards other ratings continue from.
const SINGLES: u8 = 3;
const LOCKED: u8 = 4;

/// The ratings that are found by trials.
const TRIALS: [RatingKind; 2] = [RatingKind::Depth, RatingKind::Backdoor];

/// The index of a board that was not copied.
const NO_BOARD: u32 = u32::MAX;

/// Rates puzzles. Make one per thread and reuse it.
///
/// # Examples
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::rating::{Capped, Rater};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let rating = Rater::new().rate(&puzzle);
/// assert_eq!(rating.level, Some(Capped::Exactly(1)));
/// assert_eq!(rating.depth, Some(Capped::Exactly(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rater {
    pub(crate) settings: RatingSettings,
    lanes: Box<dyn LaneRater>,
    solver: BatchSolver,
    equivalents: Option<Equivalents>,
    structure: Option<Structure>,
    lists: TrialLists,
    closures: Vec<Closure>,
    boards: Vec<LaneBoard>,
    /// For each puzzle, the indices in `boards` of its closures of levels 3 and 4.
    board_at: Vec<[u32; 2]>,
    /// The puzzles to be solved, and where they start.
    solved: Vec<u32>,
    starts: Vec<u32>,
    /// The puzzles with one solution.
    unique: Vec<u32>,
}

impl Rater {
    /// Returns a rater with the default ratings.
    pub fn new() -> Self {
        Self::with_settings(RatingSettings::default())
    }

    /// Returns a rater with these settings. Allocates a few megabytes.
    ///
    /// # Panics
    /// Panics if the number of equivalents is 0.
    pub fn with_settings(settings: RatingSettings) -> Self {
        assert_eq!(settings.check(), Ok(()));
        let draws = settings.has(RatingKind::Guesses);
        Self {
            lanes: lanes::build(settings.solver.isa),
            solver: BatchSolver::new(settings.solver.build(), 0),
            equivalents: draws
                .then(|| Equivalents::new(settings.solver.isa, settings.equivalents, settings.seed)),
            structure: Structure::new(&settings),
            settings,
            lists: TrialLists::default(),
            closures: Vec::new(),
            boards: Vec::new(),
            board_at: Vec::new(),
            solved: Vec::new(),
            starts: Vec::new(),
            unique: Vec::new(),
        }
    }

    /// Returns the settings.
    pub fn settings(&self) -> &RatingSettings {
        &self.settings
    }

    /// Returns the rating of a puzzle. Rating many puzzles at once is several times as fast per puzzle.
    pub fn rate(&mut self, puzzle: &Puzzle) -> Rating {
        let mut rating = [Rating::default()];
        self.rate_rows(Puzzles::new(puzzle.as_bytes(), &[0], Notation::Clues), &mut rating);
        rating[0]
    }

    /// Rates puzzles in place in the caller's text: puzzle `i` to `ratings[i]`. The rating of a puzzle does not depend on the
    /// other puzzles. Copies nothing, and allocates only the memory that is reused for later calls.
    ///
    /// # Panics
    /// Panics if the numbers of puzzles and ratings differ.
    ///
    /// # Examples
    ///
    /// ```
    /// use bulkdoku::rating::{Capped, Rater, Rating};
    /// use bulkdoku::solver::{Notation, Puzzles};
    ///
    /// let text = b"7,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,easy";
    /// let mut ratings = [Rating::default()];
    /// Rater::new().rate_rows(Puzzles::new(text, &[2], Notation::Clues), &mut ratings);
    /// assert_eq!(ratings[0].level, Some(Capped::Exactly(1)));
    /// ```
    pub fn rate_rows(&mut self, puzzles: Puzzles<'_>, ratings: &mut [Rating]) {
        assert_eq!(puzzles.len(), ratings.len(), "one rating per puzzle");
        for (first, ratings) in (0..puzzles.len()).step_by(BATCH).zip(ratings.chunks_mut(BATCH)) {
            self.rate_batch(puzzles.range(first..first + ratings.len()), ratings);
        }
    }

    /// Rates at most [`BATCH`] puzzles.
    fn rate_batch(&mut self, puzzles: Puzzles<'_>, ratings: &mut [Rating]) {
        self.close(puzzles);
        self.solve(puzzles);
        for (index, rating) in ratings.iter_mut().enumerate() {
            *rating = Rating { verdict: self.settled_verdict(puzzles, index), ..Rating::default() };
            if rating.verdict == Verdict::Unique {
                let solution = self.solution_of_closure(index);
                self.rate_closure(puzzles, index, solution.as_ref(), rating);
            }
        }
        for slot in 0..self.solved.len() {
            let (index, outcome) = (self.solved[slot] as usize, self.solver.outcomes[slot]);
            let rating = &mut ratings[index];
            *rating = Rating { verdict: outcome.verdict, ..Rating::default() };
            if outcome.verdict == Verdict::Unique {
                let solution = *crate::board::notation::digits(&self.solver.answers[slot]);
                self.rate_closure(puzzles, index, Some(&solution), rating);
            }
        }
        self.unique.clear();
        let has_one = |&index: &u32| ratings[index as usize].verdict == Verdict::Unique;
        self.unique.extend((0..ratings.len() as u32).filter(has_one));
        if let Some(equivalents) = &mut self.equivalents {
            equivalents.rate(puzzles, &self.unique, ratings);
        }
        if let Some(structure) = &mut self.structure {
            structure.rate(puzzles, &self.unique, ratings);
        }
    }

    /// Finds the closures of levels 1 to 4.
    fn close(&mut self, puzzles: Puzzles<'_>) {
        let has = |kind| self.settings.has(kind);
        let solutions = TRIALS.into_iter().any(has);
        let hard = self.settings.has_levels() || has(RatingKind::Se);
        let boards = u8::from(hard) << LOCKED | u8::from(solutions) << SINGLES;
        let request = ClosureRequest { counts_left: has(RatingKind::Left), boards, solutions };
        self.closures.resize(puzzles.len(), Closure::default());
        self.boards.clear();
        self.lanes.closures(puzzles, request, &mut self.closures, &mut self.boards);
        self.board_at.clear();
        self.board_at.resize(puzzles.len(), [NO_BOARD; 2]);
        for (at, board) in self.boards.iter().enumerate() {
            self.board_at[board.puzzle as usize][usize::from(board.level - SINGLES)] = at as u32;
        }
    }

    /// Solves the puzzles whose verdict is not known from the closures.
    fn solve(&mut self, puzzles: Puzzles<'_>) {
        self.solved.clear();
        self.starts.clear();
        for (index, closure) in self.closures.iter().enumerate() {
            if closure.ending == Ending::Open {
                self.solved.push(index as u32);
                self.starts.push(puzzles.start(index));
            }
        }
        let task = self.settings.solver.task();
        self.solver.solve(task, puzzles.with_starts(&self.starts));
    }

    /// Returns the verdict on a puzzle, as far as the closures show it.
    fn settled_verdict(&self, puzzles: Puzzles<'_>, index: usize) -> Verdict {
        match self.closures[index].ending {
            Ending::Malformed => Verdict::Malformed,
            Ending::Dead if puzzles.clues(index).and_then(grid::conflict).is_some() => Verdict::Conflict,
            Ending::Dead => Verdict::NoSolution,
            Ending::Solved(_) => Verdict::Unique,
            Ending::Open => Verdict::Multiple, // until the solver replaces it
        }
    }

    /// Adds the ratings that continue from the closures, except guesses, of a puzzle with one solution. `solution` is known if
    /// they need it.
    fn rate_closure(
        &mut self,
        puzzles: Puzzles<'_>,
        index: usize,
        solution: Option<&[u8; CELLS]>,
        rating: &mut Rating,
    ) {
        let Closure { ending, left } = self.closures[index];
        if self.settings.has_levels() {
            let level = match (ending, solution) {
                (Ending::Solved(level), _) => Capped::Exactly(level),
                (_, Some(solution)) => self.level_above_four(index, solution),
                _ => Capped::Over(TOP_LEVEL),
            };
            rating.level = self.settings.has(RatingKind::Level).then_some(level);
            rating.difficulty = self.settings.has(RatingKind::Difficulty).then(|| Difficulty::of(level));
        }
        if self.settings.has(RatingKind::Left) {
            rating.left = Some(left.map(|(cells, candidates)| Remaining { cells, candidates }));
        }
        if self.settings.has(RatingKind::Se) {
            rating.se = Some(self.rate_like_explainer(puzzles, index));
        }
        self.try_and_err(index, solution, rating);
    }

    fn level_above_four(&self, index: usize, solution: &[u8; CELLS]) -> Capped {
        let board = masks(self.board(index, LOCKED));
        level_above_four(&board, solution).map_or(Capped::Over(TOP_LEVEL), Capped::Exactly)
    }

    fn rate_like_explainer(&self, puzzles: Puzzles<'_>, index: usize) -> ExplainerRating {
        let (puzzle, notation) = (puzzles.get(index), puzzles.notation());
        match self.closures[index].ending {
            Ending::Solved(1) => explainer::rate_level_one(puzzle, notation),
            Ending::Open => {
                explainer::rate_from_level_four(puzzle, notation, &masks(self.board(index, LOCKED)))
            }
            _ => explainer::rate(puzzle, notation),
        }
    }

    /// Adds depth and backdoor. If `solution` is `None`, singles solved the puzzle.
    fn try_and_err(&mut self, index: usize, solution: Option<&[u8; CELLS]>, rating: &mut Rating) {
        let [depth, backdoor] = TRIALS.map(|kind| self.settings.has(kind));
        if !depth && !backdoor {
            return;
        }
        let Some(solution) = solution else {
            rating.depth = depth.then_some(Capped::Exactly(0));
            rating.backdoor = backdoor.then_some(Capped::Exactly(0));
            return;
        };
        let board = *self.board(index, SINGLES);
        let mut trials = Trials::new(self.lanes.as_mut(), &mut self.lists, solution);
        rating.depth = depth.then(|| trials.depth(&board));
        rating.backdoor = backdoor.then(|| trials.backdoor(&board));
    }

    /// Returns the solution of a puzzle that level 4 solves, if it was requested.
    fn solution_of_closure(&self, index: usize) -> Option<[u8; CELLS]> {
        let is_copied =
            self.closures[index].ending == Ending::Solved(LOCKED) && self.board_at[index][1] != NO_BOARD;
        let digit = |mask: u16| b'1' + mask.trailing_zeros() as u8;
        is_copied.then(|| masks(self.board(index, LOCKED)).map(digit))
    }

    /// Returns the closure of a level. It must have been requested.
    fn board(&self, index: usize, level: u8) -> &BoardWords {
        &self.boards[self.board_at[index][usize::from(level - SINGLES)] as usize].words
    }
}

impl Default for Rater {
    fn default() -> Self {
        Self::new()
    }
}
