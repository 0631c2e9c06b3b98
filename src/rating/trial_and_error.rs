//! How deep trial and error must go, and how few cells must be revealed, for singles to solve a puzzle.
//!
//! Both run the closure of level 3 on many boards that differ from one another in one assumption, as many at once as a
//! vector has lanes.

use crate::board::grid::CELLS;
use crate::rating::Capped;
use kernel::rating::{BoardWords, Candidate, LaneRater, TrialResult, masks};
use kernel::simd::MAX_LANES;

/// The largest depth, and the largest number of cells of a backdoor, to search for. A depth of 3 would take a hundred times as
/// long, and only a few of the hardest known puzzles need more than 2 of either.
pub const TRIAL_LIMIT: u8 = 2;

/// The lists that trials work on. They are reused from puzzle to puzzle, so trials allocate nothing once the lists are large
/// enough.
#[derive(Default)]
pub struct TrialLists {
    /// The candidates to try, for each depth from 1.
    candidates: [Vec<Candidate>; TRIAL_LIMIT as usize],
    /// The cells to give.
    cells: Vec<Candidate>,
    /// The cells among them to give after a first one.
    second_cells: Vec<Candidate>,
    /// For each cell, the cells that singles place when it is given.
    placed: Vec<u128>,
}

/// Runs trials on one board after another.
pub struct Trials<'a> {
    lanes: &'a mut dyn LaneRater,
    lists: &'a mut TrialLists,
    /// The puzzle's only solution, as text.
    solution: &'a [u8; CELLS],
    results: [TrialResult; MAX_LANES],
}

impl<'a> Trials<'a> {
    /// Returns trials on the boards of a puzzle with this solution, which is given as text.
    pub fn new(lanes: &'a mut dyn LaneRater, lists: &'a mut TrialLists, solution: &'a [u8; CELLS]) -> Self {
        Self { lanes, lists, solution, results: [TrialResult::Dead; MAX_LANES] }
    }

    /// Returns the depth of trial and error (D. Berthier's T&E with singles) that solves the puzzle. Depth 1 eliminates every
    /// candidate whose assumption leads to a contradiction by singles, until none is left. Depth n + 1 eliminates every
    /// candidate whose assumption leads to one by depth n. `board` is the closure of level 3, which is not the solution.
    ///
    /// An assumption that leads to the solution eliminates nothing, so the candidates of the solution need not be tried.
    pub fn depth(&mut self, board: &BoardWords) -> Capped {
        let mut board = *board;
        for depth in 1..=TRIAL_LIMIT {
            if self.eliminate(&mut board, depth, true) == TrialResult::Solved {
                return Capped::Exactly(depth);
            }
        }
        Capped::Over(TRIAL_LIMIT)
    }

    /// Eliminates what depth `depth` eliminates from a closure of level 3. `is_true` tells whether the board has the solution.
    ///
    /// The recursion is as deep as `depth`.
    fn eliminate(&mut self, board: &mut BoardWords, depth: u8, is_true: bool) -> TrialResult {
        let index = usize::from(depth) - 1;
        let mut candidates = std::mem::take(&mut self.lists.candidates[index]);
        let result = loop {
            if depth > 1 {
                let result = self.eliminate(board, depth - 1, is_true);
                if result != TrialResult::Open {
                    break result;
                }
            }
            self.list_candidates(board, is_true, &mut candidates);
            if depth == 1 {
                break self.eliminate_by_singles(board, &candidates);
            }
            match self.eliminate_once(board, depth, is_true, &candidates) {
                (TrialResult::Open, true) => {}
                (result, _) => break result,
            }
        };
        self.lists.candidates[index] = candidates;
        result
    }

    /// Tries each of `candidates` once, at a depth of 2 or more. Also returns whether one was eliminated.
    fn eliminate_once(
        &mut self,
        board: &mut BoardWords,
        depth: u8,
        is_true: bool,
        candidates: &[Candidate],
    ) -> (TrialResult, bool) {
        let mut is_changed = false;
        for &candidate in candidates {
            if !candidate.is_in(board) || !self.is_refuted(board, candidate, depth - 1) {
                continue;
            }
            is_changed = true;
            candidate.clear(board);
            let mut result = self.close(board);
            if result == TrialResult::Open {
                result = self.eliminate(board, depth - 1, is_true);
            }
            if result != TrialResult::Open {
                return (result, true);
            }
        }
        (TrialResult::Open, is_changed)
    }

    /// Returns whether the assumption of a candidate leads to a contradiction by depth `depth`.
    fn is_refuted(&mut self, board: &BoardWords, candidate: Candidate, depth: u8) -> bool {
        self.lanes.trials(board, &[Some(candidate)], &mut self.results[..1]);
        let mut child = self.lanes.trial_board(0);
        let result = self.results[0];
        result == TrialResult::Dead
            || result == TrialResult::Open && self.eliminate(&mut child, depth, false) == TrialResult::Dead
    }

    /// Finds the closure of level 3 of `board`.
    fn close(&mut self, board: &mut BoardWords) -> TrialResult {
        self.lanes.trials(board, &[None], &mut self.results[..1]);
        *board = self.lanes.trial_board(0);
        self.results[0]
    }

    /// Eliminates by depth 1. The first lane of each run closes the board after the eliminations of the previous run, while the
    /// others continue with the next candidates.
    fn eliminate_by_singles(&mut self, board: &mut BoardWords, candidates: &[Candidate]) -> TrialResult {
        let (mut next, mut unchanged_for) = (0, 0);
        let mut tried = [Candidate::default(); MAX_LANES];
        while unchanged_for < candidates.len() {
            let mut assumptions = [None; MAX_LANES];
            let mut count = 1;
            while count < self.lanes.lanes() && unchanged_for < candidates.len() {
                let candidate = candidates[next];
                next = (next + 1) % candidates.len();
                unchanged_for += 1;
                if candidate.is_in(board) {
                    assumptions[count] = Some(candidate);
                    tried[count] = candidate;
                    count += 1;
                }
            }
            self.lanes.trials(board, &assumptions[..count], &mut self.results[..count]);
            if self.results[0] != TrialResult::Open {
                return self.results[0];
            }
            *board = self.lanes.trial_board(0);
            for (candidate, result) in tried.iter().zip(&self.results[..count]).skip(1) {
                if *result == TrialResult::Dead {
                    candidate.clear(board);
                    unchanged_for = 0;
                }
            }
        }
        TrialResult::Open
    }

    /// Lists the candidates of the open cells, starting with the cells with few candidates. Leaves out the candidates of the
    /// solution if the board has it.
    fn list_candidates(&self, board: &BoardWords, is_true: bool, candidates: &mut Vec<Candidate>) {
        let masks = masks(board);
        candidates.clear();
        for count in 2..=9 {
            for cell in (0..CELLS).filter(|&cell| masks[cell].count_ones() == count) {
                let solved = usize::from(self.solution[cell] - b'1');
                let wanted = |digit: &usize| masks[cell] >> digit & 1 == 1 && !(is_true && *digit == solved);
                let digits = (0..9).filter(wanted);
                candidates.extend(digits.map(|digit| Candidate { cell: cell as u8, digit: digit as u8 }));
            }
        }
    }

    /// Returns the smallest number of cells that must be given, besides the clues, for singles to solve the puzzle. `board` is
    /// the closure of level 3, which is not the solution.
    pub fn backdoor(&mut self, board: &BoardWords) -> Capped {
        let mut cells = std::mem::take(&mut self.lists.cells);
        self.list_open_cells(board, &mut cells);
        let size = if !self.keep_single_cells(board, &mut cells) {
            Capped::Exactly(1)
        } else if self.has_backdoor_of_two(board, &cells) {
            Capped::Exactly(2)
        } else {
            Capped::Over(TRIAL_LIMIT)
        };
        self.lists.cells = cells;
        size
    }

    /// Keeps the cells that matter for backdoors of more than one cell. Returns false if there is a backdoor of one.
    ///
    /// If singles place a cell once another one is given, the former leads no further than the latter, which can replace it in
    /// every backdoor. Of cells that place each other, the first one stays.
    fn keep_single_cells(&mut self, board: &BoardWords, cells: &mut Vec<Candidate>) -> bool {
        let mut placed = std::mem::take(&mut self.lists.placed);
        placed.clear();
        placed.resize(CELLS, 0);
        for group in cells.chunks(self.lanes.lanes()) {
            self.assume(board, group);
            for (lane, candidate) in group.iter().enumerate() {
                if self.results[lane] == TrialResult::Solved {
                    self.lists.placed = placed;
                    return false;
                }
                placed[usize::from(candidate.cell)] = singles(&self.lanes.trial_board(lane));
            }
        }
        let open = cells.iter().fold(0_u128, |all, candidate| all | 1 << candidate.cell);
        let places = |one: usize, other: u8| placed[one] >> other & 1 == 1;
        let is_replaced = |cell: u8| {
            let mut others = (0..CELLS).filter(|&other| open >> other & 1 == 1 && other != usize::from(cell));
            others.any(|other| {
                places(other, cell) && (!places(usize::from(cell), other as u8) || other < usize::from(cell))
            })
        };
        cells.retain(|candidate| !is_replaced(candidate.cell));
        self.lists.placed = placed;
        true
    }

    /// Returns whether two of `cells` are a backdoor. No single cell may be one.
    fn has_backdoor_of_two(&mut self, board: &BoardWords, cells: &[Candidate]) -> bool {
        let mut seconds = std::mem::take(&mut self.lists.second_cells);
        let found = (0..cells.len()).any(|first| {
            self.assume(board, &cells[first..=first]);
            let child = self.lanes.trial_board(0);
            let placed = singles(&child);
            seconds.clear();
            seconds.extend(cells[first + 1..].iter().filter(|candidate| placed >> candidate.cell & 1 == 0));
            seconds.chunks(self.lanes.lanes()).any(|group| {
                self.assume(&child, group);
                self.results[..group.len()].contains(&TrialResult::Solved)
            })
        });
        self.lists.second_cells = seconds;
        found
    }

    /// Runs one trial for each of `candidates`, at most as many as there are lanes.
    fn assume(&mut self, board: &BoardWords, candidates: &[Candidate]) {
        let mut assumptions = [None; MAX_LANES];
        for (assumption, candidate) in assumptions.iter_mut().zip(candidates) {
            *assumption = Some(*candidate);
        }
        let count = candidates.len();
        self.lanes.trials(board, &assumptions[..count], &mut self.results[..count]);
    }

    /// Lists the open cells, each with its digit in the solution.
    fn list_open_cells(&self, board: &BoardWords, cells: &mut Vec<Candidate>) {
        let placed = singles(board);
        let open = (0..CELLS).filter(|cell| placed >> cell & 1 == 0);
        cells.clear();
        cells.extend(open.map(|cell| Candidate { cell: cell as u8, digit: self.solution[cell] - b'1' }));
    }
}

/// Returns the cells with one candidate.
fn singles(board: &BoardWords) -> u128 {
    let is_single = |(cell, mask): (usize, u16)| u128::from(mask.is_power_of_two()) << cell;
    masks(board).into_iter().enumerate().map(is_single).fold(0, |all, cell| all | cell)
}
