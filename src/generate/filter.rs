//! Keeps the puzzles with the requested ratings.

use super::batch::PuzzleLine;
use crate::board::grid::CELLS;
use crate::rating::{Rater, Rating, RatingFilter, RatingSettings};
use crate::solver::batch::{Notation, Puzzles};

/// The conditions, and the rater.
pub(super) struct Filter {
    conditions: Vec<RatingFilter>,
    rater: Rater,
    starts: Vec<u32>,
    ratings: Vec<Rating>,
}

impl Filter {
    /// Creates a filter that finds the ratings in the conditions.
    pub(super) fn new(conditions: Vec<RatingFilter>, mut settings: RatingSettings) -> Self {
        settings.kinds = conditions.iter().map(|condition| condition.field.kind).collect();
        Self { conditions, rater: Rater::with_settings(settings), starts: Vec::new(), ratings: Vec::new() }
    }

    /// Keeps in `open` only the indices of lines that do not satisfy all conditions.
    pub(super) fn retain(&mut self, lines: &[PuzzleLine], open: &mut Vec<usize>) {
        self.starts.clear();
        self.starts.extend(open.iter().map(|index| (index * (CELLS + 1)) as u32));
        self.ratings.resize(open.len(), Rating::default());
        let puzzles = Puzzles::new(lines.as_flattened(), &self.starts, Notation::Clues);
        self.rater.rate_rows(puzzles, &mut self.ratings);
        let mut ratings = self.ratings.iter();
        open.retain(|_| {
            let accepts = |rating| self.conditions.iter().all(|condition| condition.accepts(rating));
            !ratings.next().is_some_and(accepts)
        });
    }

    /// Whether this puzzle satisfies all conditions.
    pub(super) fn accepts(&mut self, puzzle: &[u8; CELLS]) -> bool {
        let mut line = [b'\n'; CELLS + 1];
        line[..CELLS].copy_from_slice(puzzle);
        let mut open = vec![0];
        self.retain(&[line], &mut open);
        open.is_empty()
    }
}
