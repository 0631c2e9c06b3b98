//! How deep one has to try and err, and how few cells have to be given, for singles to solve a puzzle.
//!
//! Both run the closure of level 3 on many boards that differ from one another in one assumption, as many at once as a
//! vector has lanes.

use crate::grid::CELLS;
use crate::rating::Bounded;
use crate::rating::lanes::{Assumption, BoardWords, LaneRater, TrialResult, masks, place_of};
use crate::solver::lanes::simd::MAX_LANES;

/// A candidate: a cell and a digit, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Candidate {
    cell: u8,
    digit: u8,
}

impl Candidate {
    fn is_in(self, board: &BoardWords) -> bool {
        let (word, bit) = place_of(usize::from(self.cell), usize::from(self.digit));
        board[word] & bit != 0
    }

    fn clear(self, board: &mut BoardWords) {
        let (word, bit) = place_of(usize::from(self.cell), usize::from(self.digit));
        board[word] &= !bit;
    }

    fn assumed(self) -> Assumption {
        Assumption::Digit { cell: self.cell, digit: self.digit }
    }
}

/// Runs trials on one board after another.
pub struct Trials<'a> {
    lanes: &'a mut dyn LaneRater,
    /// The puzzle's only solution, as text.
    solution: &'a [u8; CELLS],
    results: [TrialResult; MAX_LANES],
}

impl<'a> Trials<'a> {
    /// Trials on the boards of a puzzle with this solution, which is given as text.
    pub fn new(lanes: &'a mut dyn LaneRater, solution: &'a [u8; CELLS]) -> Self {
        Self { lanes, solution, results: [TrialResult::Dead; MAX_LANES] }
    }

    /// The depth of trial and error (D. Berthier's T&E with singles) that solves the puzzle: depth 1 eliminates every
    /// candidate whose assumption leads to a contradiction by singles, until none is left; depth n + 1 every candidate whose
    /// assumption leads to one by depth n. `board` is the closure of level 3, which is not the solution.
    ///
    /// An assumption that leads to the solution eliminates nothing. So the candidates of the solution need not be tried.
    pub fn depth(&mut self, board: &BoardWords, limit: u8) -> Bounded {
        let mut board = *board;
        for depth in 1..=limit {
            if self.eliminate(&mut board, depth, true) == TrialResult::Solved {
                return Bounded::At(depth);
            }
        }
        Bounded::Above(limit)
    }

    /// Eliminates what depth `depth` eliminates from a closure of level 3. `is_true` says that the solution is on the board.
    ///
    /// The recursion is as deep as `depth`.
    fn eliminate(&mut self, board: &mut BoardWords, depth: u8, is_true: bool) -> TrialResult {
        if depth == 1 {
            return self.eliminate_by_singles(board, is_true);
        }
        loop {
            let result = self.eliminate(board, depth - 1, is_true);
            if result != TrialResult::Open {
                return result;
            }
            let mut is_changed = false;
            for candidate in self.candidates(board, is_true) {
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
                    return result;
                }
            }
            if !is_changed {
                return TrialResult::Open;
            }
        }
    }

    /// Whether the assumption of a candidate leads to a contradiction by depth `depth`.
    fn is_refuted(&mut self, board: &BoardWords, candidate: Candidate, depth: u8) -> bool {
        self.lanes.trials(board, &[candidate.assumed()], &mut self.results[..1]);
        let mut child = self.lanes.trial_board(0);
        let result = self.results[0];
        result == TrialResult::Dead
            || result == TrialResult::Open && self.eliminate(&mut child, depth, false) == TrialResult::Dead
    }

    /// Finds the closure of level 3 of `board`.
    fn close(&mut self, board: &mut BoardWords) -> TrialResult {
        self.lanes.trials(board, &[Assumption::Nothing], &mut self.results[..1]);
        *board = self.lanes.trial_board(0);
        self.results[0]
    }

    /// Depth 1. The first lane of each run closes the board after the eliminations of the run before, while the others
    /// go on with the next candidates.
    fn eliminate_by_singles(&mut self, board: &mut BoardWords, is_true: bool) -> TrialResult {
        let candidates = self.candidates(board, is_true);
        let (mut next, mut unchanged_for) = (0, 0);
        let mut tried = [Candidate::default(); MAX_LANES];
        while unchanged_for < candidates.len() {
            let mut assumptions = [Assumption::Nothing; MAX_LANES];
            let mut count = 1;
            while count < self.lanes.lanes() && unchanged_for < candidates.len() {
                let candidate = candidates[next];
                next = (next + 1) % candidates.len();
                unchanged_for += 1;
                if candidate.is_in(board) {
                    assumptions[count] = candidate.assumed();
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

    /// The candidates of the open cells, those of cells with few candidates first; without those of the solution if it is
    /// on the board.
    fn candidates(&self, board: &BoardWords, is_true: bool) -> Vec<Candidate> {
        let masks = masks(board);
        let mut candidates = Vec::new();
        for count in 2..=9 {
            for cell in (0..CELLS).filter(|&cell| masks[cell].count_ones() == count) {
                let solved = usize::from(self.solution[cell] - b'1');
                let wanted = |digit: &usize| masks[cell] >> digit & 1 == 1 && !(is_true && *digit == solved);
                let digits = (0..9).filter(wanted);
                candidates.extend(digits.map(|digit| Candidate { cell: cell as u8, digit: digit as u8 }));
            }
        }
        candidates
    }

    /// The least number of cells that have to be given, besides the clues, for singles to solve the puzzle. `board` is the
    /// closure of level 3, which is not the solution.
    pub fn backdoor(&mut self, board: &BoardWords, limit: u8) -> Bounded {
        if limit == 0 {
            return Bounded::Above(0);
        }
        let Some(cells) = self.single_cells(board) else { return Bounded::At(1) };
        let size = (2..=limit).find(|&size| self.has_backdoor(board, &cells, size));
        size.map_or(Bounded::Above(limit), Bounded::At)
    }

    /// The cells that matter for backdoors of more than one cell; `None` if there is a backdoor of one.
    ///
    /// A cell that singles place when another one is given leads no further than that one, which can take its place in
    /// every backdoor. Of cells that place each other, the first one stays.
    fn single_cells(&mut self, board: &BoardWords) -> Option<Vec<Candidate>> {
        let open = self.solution_candidates(board);
        let mut placed = vec![0_u128; CELLS];
        for group in open.chunks(self.lanes.lanes()) {
            self.assume(board, group);
            for (lane, candidate) in group.iter().enumerate() {
                match self.results[lane] {
                    TrialResult::Solved => return None,
                    _ => placed[usize::from(candidate.cell)] = singles(&self.lanes.trial_board(lane)),
                }
            }
        }
        let places = |one: u8, other: u8| placed[usize::from(one)] >> other & 1 == 1;
        let is_replaced = |cell: u8| {
            let mut others = open.iter().map(|candidate| candidate.cell).filter(|&other| other != cell);
            others.any(|other| places(other, cell) && (!places(cell, other) || other < cell))
        };
        Some(open.iter().copied().filter(|candidate| !is_replaced(candidate.cell)).collect())
    }

    /// Whether `size` of `cells` are a backdoor. The recursion is as deep as `size`.
    fn has_backdoor(&mut self, board: &BoardWords, cells: &[Candidate], size: u8) -> bool {
        if size == 1 {
            return cells.chunks(self.lanes.lanes()).any(|group| {
                self.assume(board, group);
                self.results[..group.len()].contains(&TrialResult::Solved)
            });
        }
        (0..cells.len()).any(|first| {
            self.assume(board, &cells[first..=first]);
            let child = self.lanes.trial_board(0);
            let placed = singles(&child);
            let is_open = |candidate: &&Candidate| placed >> candidate.cell & 1 == 0;
            let rest: Vec<Candidate> = cells[first + 1..].iter().filter(is_open).copied().collect();
            self.has_backdoor(&child, &rest, size - 1)
        })
    }

    /// Runs one trial for each of `candidates`, at most as many as there are lanes.
    fn assume(&mut self, board: &BoardWords, candidates: &[Candidate]) {
        let mut assumptions = [Assumption::Nothing; MAX_LANES];
        for (assumption, candidate) in assumptions.iter_mut().zip(candidates) {
            *assumption = candidate.assumed();
        }
        let count = candidates.len();
        self.lanes.trials(board, &assumptions[..count], &mut self.results[..count]);
    }

    /// The solution's digits of the open cells.
    fn solution_candidates(&self, board: &BoardWords) -> Vec<Candidate> {
        let placed = singles(board);
        let open = (0..CELLS).filter(|cell| placed >> cell & 1 == 0);
        open.map(|cell| Candidate { cell: cell as u8, digit: self.solution[cell] - b'1' }).collect()
    }
}

/// The cells with one candidate.
fn singles(board: &BoardWords) -> u128 {
    let is_single = |(cell, mask): (usize, u16)| u128::from(mask.is_power_of_two()) << cell;
    masks(board).into_iter().enumerate().map(is_single).fold(0, |all, cell| all | cell)
}
