//! The values of ratings.

use std::fmt;

use super::Difficulty;
use crate::macros::named::named;
use crate::solver::Verdict;

named! {
    /// A rating to find out.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum RatingKind by name of "rating" {
        /// The smallest set of rules that solves the puzzle: [`Rating::level`].
        Level = "level",
        /// The open cells and candidates after singles and after locked candidates: [`Rating::left`].
        Left = "left",
        /// The depth of trial and error: [`Rating::depth`].
        Depth = "depth",
        /// The smallest number of cells that must be revealed: [`Rating::backdoor`].
        Backdoor = "backdoor",
        /// The guesses of a backtracker: [`Rating::guesses`].
        Guesses = "guesses",
        /// The rating of Sudoku Explainer: [`Rating::se`].
        Se = "se",
        /// The classes of the bands: [`Rating::bands`].
        Bands = "bands",
        /// The symmetries of the puzzle and of its solution: [`Rating::automorphisms`].
        Automorphisms = "automorphisms",
        /// The level in one word: [`Rating::difficulty`].
        Difficulty = "difficulty",
    }
}

impl RatingKind {
    /// The default ratings: how hard a puzzle is. The others explain why, or describe its structure.
    pub const DEFAULT: [Self; 6] =
        [Self::Level, Self::Left, Self::Depth, Self::Backdoor, Self::Guesses, Self::Se];

    /// Returns whether the rating exists only for puzzles made of clues, not for pencilmarks.
    pub const fn needs_clues(self) -> bool {
        matches!(self, Self::Guesses | Self::Automorphisms)
    }
}

/// How hard a puzzle is.
///
/// Every rating is the same for every equivalent puzzle. A puzzle that does not have exactly one solution has a verdict and no
/// rating; a rating that was not requested is also `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// How many solutions the puzzle has: [`Verdict::Unique`] if it is rated.
    pub verdict: Verdict,
    /// The least level whose rules solve the puzzle, from 1 to 7.
    ///
    /// Levels are cumulative: 1 hidden singles in boxes; 2 hidden singles; 3 naked singles; 4 locked candidates; 5 naked and
    /// hidden subsets of up to four; 6 basic fish of up to four lines; 7 XY-, XYZ- and W-wings.
    pub level: Option<Capped>,
    /// The open cells and candidates after levels 3 and 4.
    pub left: Option<[Remaining; 2]>,
    /// The depth of trial and error over singles that solves the puzzle (D. Berthier).
    pub depth: Option<Capped>,
    /// The smallest number of cells that must be revealed for singles to solve the puzzle.
    pub backdoor: Option<Capped>,
    /// The guesses of the lane engine to find the solution and prove that it is the only one. `None` for pencilmarks, which
    /// have no canonical form.
    pub guesses: Option<Guesses>,
    /// The rating of Sudoku Explainer, as far as it needs no chains.
    pub se: Option<ExplainerRating>,
    /// The numbers of the solution's three bands and three stacks among the 416 classes of bands, in ascending order. The
    /// classes are numbered from 1 by their minlex forms.
    pub bands: Option<[u16; 6]>,
    /// The number of automorphisms of the puzzle, and of its solution: the geometric maps that give the same board when its
    /// digits are relabelled. `None` for pencilmarks.
    pub automorphisms: Option<[u32; 2]>,
    /// The level in one word: easy for 1 and 2, medium for 3 and 4, hard for 5 to 7, expert if no level is enough.
    pub difficulty: Option<Difficulty>,
}

/// A number up to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Capped {
    /// The number.
    Exactly(u8),
    /// The number is above this limit, where the search ended.
    Over(u8),
}

/// `2`, or `>2`.
impl fmt::Display for Capped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(number) => write!(f, "{number}"),
            Self::Over(limit) => write!(f, ">{limit}"),
        }
    }
}

/// The cells and candidates that a level leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Remaining {
    /// The number of cells without a digit.
    pub cells: u32,
    /// The number of their candidates.
    pub candidates: u32,
}

/// The guesses of a backtracker over equivalents of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Guesses {
    /// The mean.
    pub mean: f64,
    /// The standard deviation between the equivalents; 0 if there is only one.
    pub deviation: f64,
}

/// A rating of Sudoku Explainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ExplainerRating {
    /// The rating in tenths, from 10 to 61.
    Tenths(u8),
    /// It is this number of tenths or more: the order of the steps decides, or a chain is needed.
    AtLeast(u8),
}

/// `1.2`, or `>=6.2`.
impl fmt::Display for ExplainerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tenths(tenths) => write!(f, "{}.{}", tenths / 10, tenths % 10),
            Self::AtLeast(tenths) => write!(f, ">={}", Self::Tenths(*tenths)),
        }
    }
}

impl Difficulty {
    /// Returns the difficulty of the puzzles of a level.
    pub(crate) fn of(level: Capped) -> Self {
        match level {
            Capped::Exactly(..=2) => Self::Easy,
            Capped::Exactly(3..=4) => Self::Medium,
            Capped::Exactly(_) => Self::Hard,
            Capped::Over(_) => Self::Expert,
        }
    }
}
