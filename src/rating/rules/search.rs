//! Searches a board for the steps of any rule.

use super::board::{Board, HouseKind, LINES};
use super::rule::Rule;
use super::step::Step;
use super::{fish, locked, singles, subsets, wings};

impl Rule {
    /// Returns the first step of the rule that changes `board`, if there is one.
    pub(crate) fn first_step(self, board: &Board) -> Option<Step> {
        self.with_steps(board, |steps| steps.next())
    }

    /// Returns every such step.
    #[cfg(test)]
    pub(crate) fn steps(self, board: &Board) -> impl Iterator<Item = Step> + use<> {
        self.with_steps(board, |steps| steps.collect::<Vec<_>>()).into_iter()
    }

    /// Calls `take` with an iterator over the steps that the rule can make. It is lazy.
    fn with_steps<T>(self, board: &Board, take: impl FnOnce(&mut dyn Iterator<Item = Step>) -> T) -> T {
        match self {
            Rule::HiddenSingleInBox => take(&mut singles::hidden(board, self, &[HouseKind::Box])),
            Rule::HiddenSingleInLine => take(&mut singles::hidden(board, self, &LINES)),
            Rule::NakedSingle => take(&mut singles::naked(board)),
            Rule::Pointing => take(&mut locked::pointing(board)),
            Rule::Claiming => take(&mut locked::claiming(board)),
            Rule::NakedPair => take(&mut subsets::naked(board, self, 2)),
            Rule::HiddenPair => take(&mut subsets::hidden(board, self, 2)),
            Rule::NakedTriple => take(&mut subsets::naked(board, self, 3)),
            Rule::HiddenTriple => take(&mut subsets::hidden(board, self, 3)),
            Rule::NakedQuad => take(&mut subsets::naked(board, self, 4)),
            Rule::HiddenQuad => take(&mut subsets::hidden(board, self, 4)),
            Rule::XWing => take(&mut fish::find(board, self, 2)),
            Rule::Swordfish => take(&mut fish::find(board, self, 3)),
            Rule::Jellyfish => take(&mut fish::find(board, self, 4)),
            Rule::XyWing => take(&mut wings::around_pivot(board, self, 2)),
            Rule::XyzWing => take(&mut wings::around_pivot(board, self, 3)),
            Rule::WWing => take(&mut wings::w(board)),
        }
    }
}
