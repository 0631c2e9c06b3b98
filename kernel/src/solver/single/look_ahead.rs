//! Looks ahead from a board: tries every choice before it makes one.
//!
//! ```text
//!                    ┌─▶ first child  ─▶ settle ─┐
//! board ─▶ choice 0 ─┤                           ├─▶ both open: a score ────▶ choice 1, on the same board
//!            …       └─▶ second child ─▶ settle ─┘   one contradictory: ────▶ choice 1, on the other child, without a guess
//! ```
//!
//! It ends when the last [`CHOICES`] choices, which are all in turn, have left the board as it is. The choice with the best
//! score is the guess: the product of the numbers of candidates that its children lose, so that both become smaller.
//!
//! A look ahead takes some 500 to 1,500 sweeps, as many as a hundred guesses or two. Trying only the best choices by another
//! measure finds too little. (The idea is old: Freeman, "Improvements to propositional satisfiability search algorithms", 1995.)

use super::board::{BoardOps, BoxCandidates, CellMasks, Settled, UNITS, cell_at, settle};
use crate::solver::lanes::simd::Kernel;

/// What looking ahead from a board found.
pub enum Ahead<B> {
    /// The board has no solution.
    Contradictory,
    /// This solution is the only one.
    Solved(B),
    /// The children of the best choice.
    Open([B; 2]),
}

/// A look ahead from an open stable board.
pub struct LookAhead<'a, S: BoardOps> {
    pub simd: S,
    pub board: &'a S::Board,
    /// The sweeps are added to this.
    pub sweeps: &'a mut u64,
}

impl<S: BoardOps> Kernel<S> for LookAhead<'_, S> {
    type Output = Ahead<S::Board>;

    // The body is one function without closures, which would not be compiled for the instruction set.
    #[inline(always)]
    fn run(self) -> Ahead<S::Board> {
        let Self { simd: s, board, sweeps } = self;
        let mut here = Here::new(s, *board);
        let (mut number, mut tried) = (0, 0);
        while tried < CHOICES {
            if let Some([one, other]) = choice(number, &here.candidates) {
                let one = settle(s, s.without(&here.board, &one), true, sweeps);
                let other = settle(s, s.without(&here.board, &other), true, sweeps);
                match (one, other) {
                    (Settled::Contradictory, Settled::Contradictory) => return Ahead::Contradictory,
                    (Settled::Contradictory, Settled::Solved(board))
                    | (Settled::Solved(board), Settled::Contradictory) => return Ahead::Solved(board),
                    (Settled::Contradictory, Settled::Open(board, _))
                    | (Settled::Open(board, _), Settled::Contradictory) => {
                        (here, tried) = (Here::new(s, board), 0);
                    }
                    (
                        Settled::Open(one, _) | Settled::Solved(one),
                        Settled::Open(other, _) | Settled::Solved(other),
                    ) => here.compare(s, [one, other]),
                }
            }
            (number, tried) = ((number + 1) % CHOICES, tried + 1);
        }
        Ahead::Open(here.best.expect("an open board has a choice"))
    }
}

/// A board, and the best choice on it so far.
struct Here<S: BoardOps> {
    board: S::Board,
    candidates: CellMasks,
    count: u32,
    score: u32,
    best: Option<[S::Board; 2]>,
}

impl<S: BoardOps> Here<S> {
    #[inline(always)]
    fn new(s: S, board: S::Board) -> Self {
        let (candidates, count) = (s.candidates_of(&board), s.count_candidates(&board));
        Self { board, candidates, count, score: 0, best: None }
    }

    /// Keeps these children if they are better than the best so far.
    #[inline(always)]
    fn compare(&mut self, s: S, children: [S::Board; 2]) {
        let [one, other] = &children;
        let score = (self.count - s.count_candidates(one)) * (self.count - s.count_candidates(other));
        if score > self.score {
            (self.score, self.best) = (score, Some(children));
        }
    }
}

/// The number of choices, if all were open: each box by a digit's minirows, by its minicolumns, and by a cell with two candidates.
const CHOICES: usize = 9 * 3 * 9;

/// Returns what the two children of a choice lose, if it is open.
#[inline(never)] // one copy for all instruction sets
fn choice(number: usize, candidates: &CellMasks) -> Option<[BoxCandidates; 2]> {
    let (number, kind, item) = (number / 27, number / 9 % 3, number % 9);
    let lose = |places, digits| BoxCandidates { number, places, digits };
    let Some(units) = UNITS.get(kind) else {
        let digits = candidates[cell_at(number, item / 3, item % 3)];
        let lowest = digits & digits.wrapping_neg();
        return (digits.count_ones() == 2)
            .then(|| [lose(1 << item, digits ^ lowest), lose(1 << item, lowest)]);
    };
    let has_digit = |place: usize| candidates[cell_at(number, place / 3, place % 3)] >> item & 1;
    let places = (0..9).fold(0, |places, place| places | has_digit(place) << place);
    let first = places & units.iter().find(|&&unit| places & unit != 0)?;
    // Two places in two rows and two columns are one choice, not two.
    let is_known =
        kind == 1 && places.count_ones() == 2 && UNITS[0].iter().all(|&unit| unit & places != places);
    (first != places && !is_known).then(|| [lose(places & !first, 1 << item), lose(first, 1 << item)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::grid::CELLS;

    /// Returns the candidates that both children of a choice lose together, as bits `9 * place + digit`.
    fn lost([one, other]: [BoxCandidates; 2]) -> u128 {
        let bits = |lost: BoxCandidates| {
            let digits =
                |place: usize| if lost.places >> place & 1 == 1 { u128::from(lost.digits) } else { 0 };
            (0..9).fold(0, |bits, place| bits | digits(place) << (9 * place))
        };
        assert!(bits(one) & bits(other) == 0 && bits(one) != 0 && bits(other) != 0);
        bits(one) | bits(other)
    }

    #[test]
    fn the_children_of_a_choice_share_out_a_digit_of_a_box_or_the_digits_of_a_cell() {
        let candidates: CellMasks = std::array::from_fn(|cell| (cell * 37 % 511 + 1) as u16);
        let mut open = 0;
        for number in 0..CHOICES {
            let Some(children) = choice(number, &candidates) else { continue };
            let (box_, kind, item) = (number / 27, number / 9 % 3, number % 9);
            let has = |place: usize, digit: usize| {
                candidates[cell_at(box_, place / 3, place % 3)] >> digit & 1 == 1
            };
            let is_meant = |place, digit| if kind == 2 { place == item } else { digit == item };
            let expected = (0..81).filter(|bit| has(bit / 9, bit % 9) && is_meant(bit / 9, bit % 9));
            assert_eq!(lost(children), expected.fold(0, |bits, bit| bits | 1 << bit), "choice {number}");
            open += 1;
        }
        assert!(open > 100, "{open}");
    }

    #[test]
    fn a_digit_with_two_places_in_two_rows_and_two_columns_is_one_choice() {
        let mut candidates = [0; CELLS];
        (candidates[0], candidates[10]) = (1, 1);
        assert_eq!((0..CHOICES).filter(|&number| choice(number, &candidates).is_some()).count(), 1);
        (candidates[10], candidates[1]) = (0, 1);
        assert_eq!((0..CHOICES).filter(|&number| choice(number, &candidates).is_some()).count(), 1);
    }
}
