//! The values of ratings.

use std::fmt;

use super::Difficulty;
use crate::solver::Verdict;
use kernel::named;

named! {
    /// A rating to find out.
    ///
    /// ```
    /// use bulkdoku::rating::{RatingKind, RatingSettings};
    ///
    /// let requested: Result<Vec<RatingKind>, _> = "level,guesses,bands".split(',').map(str::parse).collect();
    /// let mut settings = RatingSettings::default();
    /// assert_eq!(settings.kinds, RatingKind::DEFAULT);
    /// settings.kinds = requested?;
    /// assert_eq!(settings.kinds[2].name(), "bands");
    ///
    /// settings.kinds.retain(|kind| !kind.needs_clues()); // for pencilmarks
    /// assert_eq!(settings.kinds, [RatingKind::Level, RatingKind::Bands]);
    /// let others = RatingKind::ALL.into_iter().filter(|&kind| !settings.has(kind));
    /// assert_eq!(others.count(), 7);
    /// # Ok::<(), bulkdoku::ParseError>(())
    /// ```
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
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::rating::{Capped, Difficulty, ExplainerRating, Rater, RatingKind, RatingSettings};
/// use bulkdoku::solver::Verdict;
///
/// let puzzle: Puzzle = ".9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...".parse()?;
/// let mut settings = RatingSettings::default();
/// settings.kinds = RatingKind::ALL.to_vec();
/// let rating = Rater::with_settings(settings).rate(&puzzle);
/// assert_eq!((rating.verdict, rating.level), (Verdict::Unique, Some(Capped::Exactly(6))));
/// assert_eq!((rating.depth, rating.backdoor), (Some(Capped::Exactly(1)), Some(Capped::Exactly(1))));
/// assert_eq!((rating.se, rating.difficulty), (Some(ExplainerRating::Tenths(34)), Some(Difficulty::Hard)));
/// assert_eq!(rating.guesses.map(|guesses| guesses.mean), Some(1.0));
/// assert_eq!(rating.left.map(|left| left.map(|remaining| remaining.cells)), Some([35, 35]));
/// assert_eq!((rating.bands, rating.automorphisms), (Some([92, 168, 189, 192, 337, 339]), Some([1, 1])));
/// # Ok::<(), bulkdoku::ParseGridError>(())
/// ```
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
///
/// ```
/// use bulkdoku::rating::Capped;
///
/// let mut levels = [Capped::Over(7), Capped::Exactly(2), Capped::Exactly(7)];
/// levels.sort();
/// assert_eq!(levels.map(|level| level.to_string()), ["2", "7", ">7"]);
/// ```
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
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::rating::{Rater, Remaining};
///
/// let puzzle: Puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let [after_singles, after_locked] = Rater::new().rate(&puzzle).left.ok_or("not rated")?;
/// assert_eq!((after_singles.cells, after_singles.candidates), (61, 271));
/// assert_eq!(after_locked, Remaining::default()); // locked candidates solve it
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Remaining {
    /// The number of cells without a digit.
    pub cells: u32,
    /// The number of their candidates.
    pub candidates: u32,
}

/// The guesses of a backtracker over equivalents of a puzzle.
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::rating::{Guesses, Rater};
///
/// let puzzle: Puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let mut rater = Rater::new();
/// let Guesses { mean, deviation, .. } = rater.rate(&puzzle).guesses.ok_or("not rated")?;
/// let error = deviation / (rater.settings().equivalents as f64).sqrt();
/// assert_eq!(format!("{mean:.0} ± {error:.0} guesses"), "56 ± 2 guesses");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Guesses {
    /// The mean.
    pub mean: f64,
    /// The standard deviation between the equivalents; 0 if there is only one.
    pub deviation: f64,
}

/// A rating of Sudoku Explainer.
///
/// ```
/// use bulkdoku::rating::ExplainerRating;
///
/// let mut ratings = [ExplainerRating::AtLeast(62), ExplainerRating::Tenths(12)];
/// ratings.sort();
/// assert_eq!(ratings.map(|rating| rating.to_string()), ["1.2", ">=6.2"]);
/// ```
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
