//! The columns of ratings: their names, their values as text, and conditions on them.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::board::parse_error::ParseError;

use super::rules::TOP_LEVEL;
use super::{Capped, Difficulty, ExplainerRating, Rating, RatingKind, Remaining};

/// A column of a rating. Some ratings have several.
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::rating::{Rater, RatingField};
///
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut rater = Rater::new();
/// let rating = rater.rate(&puzzle);
/// let columns = RatingField::all().filter(|field| rater.settings().has(field.kind()));
/// let row: Vec<_> = columns.map(|field| (field.name(), field.number(&rating))).collect();
/// assert_eq!(row[..2], [("level", Some(1.0)), ("cells_left_3", Some(0.0))]);
/// # Ok::<(), bulkdoku::ParseGridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingField {
    /// The rating that the column belongs to.
    pub(crate) kind: RatingKind,
    /// Its index among the columns of the rating.
    place: usize,
}

impl RatingKind {
    /// Returns the names of the columns of the rating.
    const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Level => &["level"],
            Self::Left => &["cells_left_3", "candidates_left_3", "cells_left_4", "candidates_left_4"],
            Self::Depth => &["depth"],
            Self::Backdoor => &["backdoor"],
            Self::Guesses => &["guesses", "guesses_deviation"],
            Self::Se => &["se"],
            Self::Bands => &["band_1", "band_2", "band_3", "band_4", "band_5", "band_6"],
            Self::Automorphisms => &["automorphisms", "solution_automorphisms"],
            Self::Difficulty => &["difficulty"],
            Self::Redundant => &["redundant"],
        }
    }
}

impl RatingField {
    /// Returns all columns, in the order of tables.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_kind = |kind: RatingKind| (0..kind.columns().len()).map(move |place| Self { kind, place });
        RatingKind::ALL.into_iter().flat_map(of_kind)
    }

    /// Returns the rating that the column belongs to.
    pub const fn kind(self) -> RatingKind {
        self.kind
    }

    /// Returns the name of the column.
    pub const fn name(self) -> &'static str {
        self.kind.columns()[self.place]
    }

    /// Returns the value as a number, infinite if it is above its limit, or `None` if the puzzle does not have one. Difficulties
    /// are numbered from 1 for easy to 4 for expert.
    pub fn number(self, rating: &Rating) -> Option<f64> {
        self.range(rating).map(|[_, most]| most)
    }

    /// Returns the least number that the value can be.
    pub(crate) fn least(self, rating: &Rating) -> Option<f64> {
        self.range(rating).map(|[least, _]| least)
    }

    /// Returns the least and the greatest number that the value can be, which differ if the rating is only a lower bound. A level
    /// above all is infinite: no level solves the puzzle.
    fn range(self, rating: &Rating) -> Option<[f64; 2]> {
        let place = self.place;
        let exactly = |number: f64| [number; 2];
        match self.kind {
            RatingKind::Level => rating.level.map(|level| exactly(capped(level)[1])),
            RatingKind::Left => rating.left.map(|left| {
                let Remaining { cells, candidates } = left[place / 2];
                exactly(f64::from([cells, candidates][place % 2]))
            }),
            RatingKind::Depth => rating.depth.map(capped),
            RatingKind::Backdoor => rating.backdoor.map(capped),
            RatingKind::Guesses => {
                rating.guesses.map(|guesses| exactly([guesses.mean, guesses.deviation][place]))
            }
            RatingKind::Se => rating.se.map(|se| match se {
                ExplainerRating::Tenths(tenths) => exactly(f64::from(tenths) / 10.0),
                ExplainerRating::AtLeast(tenths) => [f64::from(tenths) / 10.0, f64::INFINITY],
            }),
            RatingKind::Bands => rating.bands.map(|bands| exactly(f64::from(bands[place]))),
            RatingKind::Automorphisms => rating.automorphisms.map(|found| exactly(f64::from(found[place]))),
            RatingKind::Difficulty => rating.difficulty.map(|difficulty| exactly(number_of(difficulty))),
            RatingKind::Redundant => rating.redundant.map(|clues| exactly(f64::from(clues))),
        }
    }

    /// Returns `number` as the table shows it: guesses are rounded to hundredths.
    ///
    /// Parses the hundredths as a whole number, because parsing fractions would add 16 KB to the module for browsers.
    fn shown(self, number: f64) -> f64 {
        match self.kind {
            RatingKind::Guesses => {
                let hundredths = format!("{number:.2}").replace('.', "").parse::<u64>();
                hundredths.map_or(number, |hundredths| hundredths as f64 / 100.0)
            }
            _ => number,
        }
    }
}

fn number_of(difficulty: Difficulty) -> f64 {
    f64::from(difficulty as u8 + 1)
}

/// Returns the least and the greatest number that a number up to a limit can be.
fn capped(number: Capped) -> [f64; 2] {
    match number {
        Capped::Exactly(number) => [f64::from(number); 2],
        Capped::Over(limit) => [f64::from(limit) + 1.0, f64::INFINITY],
    }
}

/// A condition on a column, as in `level<=4`. Values are compared as tables show them. Puzzles without the rating do not
/// satisfy it, nor do those whose rating is a lower bound that does not decide it: `>=6.2` satisfies `se>6`, but not `se>=7`.
///
/// ```
/// use bulkdoku::Puzzle;
/// use bulkdoku::rating::{Rater, RatingFilter};
///
/// let puzzles: [Puzzle; 3] = [
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?,
///     ".9..7.85............1....39..7.86....8...42.72.....6.5....39..6.23.1.5.......5...".parse()?,
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?,
/// ];
/// let conditions: [RatingFilter; 2] = ["level>4".parse()?, "guesses<10".parse()?];
/// let ratings = puzzles.map(|puzzle| Rater::new().rate(&puzzle));
/// let kept = ratings.iter().map(|rating| conditions.iter().all(|condition| condition.accepts(rating)));
/// assert_eq!(kept.collect::<Vec<_>>(), [false, true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingFilter {
    /// The column.
    pub(crate) field: RatingField,
    /// How a value may compare to the bound.
    comparison: &'static [Ordering],
    bound: f64,
}

/// The comparisons. A sign comes after every longer sign that begins with it.
const SIGNS: [(&str, &[Ordering]); 6] = [
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Greater, Ordering::Equal]),
    ("!=", &[Ordering::Less, Ordering::Greater]),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
    ("=", &[Ordering::Equal]),
];

impl RatingFilter {
    /// Returns whether a rating is certain to satisfy the condition.
    pub fn accepts(&self, rating: &Rating) -> bool {
        self.decide(rating) == Some(true)
    }

    /// Returns whether a rating satisfies all conditions, or `None` if a lower bound leaves that open.
    pub(crate) fn decide_all(filters: &[Self], rating: &Rating) -> Option<bool> {
        let mut all = Some(true);
        for filter in filters {
            match filter.decide(rating) {
                Some(false) => return Some(false),
                decided => all = all.and(decided),
            }
        }
        all
    }

    /// Returns whether a rating satisfies the condition, or `None` if it does for some of the numbers that the value can be.
    fn decide(&self, rating: &Rating) -> Option<bool> {
        let Some(range) = self.field.range(rating) else { return Some(false) };
        let [least, most] = range.map(|number| self.field.shown(number));
        let can_be = [
            (Ordering::Less, least < self.bound),
            (Ordering::Equal, least <= self.bound && self.bound <= most),
            (Ordering::Greater, self.bound < most),
        ];
        let mut accepted = can_be.into_iter().filter(|(_, can_be)| *can_be);
        let first = self.comparison.contains(&accepted.next()?.0);
        accepted.all(|(ordering, _)| self.comparison.contains(&ordering) == first).then_some(first)
    }

    /// Returns how far a value is from satisfying the condition: 0 if it does.
    pub(crate) fn distance(&self, value: f64) -> f64 {
        let value = self.field.shown(value);
        let is_met =
            value.partial_cmp(&self.bound).is_some_and(|ordering| self.comparison.contains(&ordering));
        if is_met { 0.0 } else { (value - self.bound).abs() }
    }
}

/// Writes the condition as it is parsed: `level<=4`.
impl fmt::Display for RatingFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign =
            SIGNS.iter().find(|(_, comparison)| *comparison == self.comparison).map_or("", |(sign, _)| sign);
        write!(f, "{}{sign}", self.field.name())?;
        match self.field.kind {
            _ if self.bound.is_infinite() => f.write_str("none"),
            RatingKind::Difficulty => {
                match Difficulty::ALL.into_iter().find(|&name| number_of(name) == self.bound) {
                    Some(name) => name.fmt(f),
                    None => self.bound.fmt(f),
                }
            }
            _ => self.bound.fmt(f),
        }
    }
}

impl FromStr for RatingFilter {
    type Err = ParseError;

    /// Parses a column, one of `<=`, `>=`, `!=`, `<`, `>` and `=`, and a number. After `level`, also parses `none`, which is above
    /// all levels; after `difficulty`, the name of a difficulty.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const NO_COMPARISON: &str = "a condition is a column, a comparison and a number, as in level<=4; \
            put it in quotes, because a shell treats < and > as redirections";
        let at = text.find(['<', '>', '!', '=']).ok_or(ParseError::new(NO_COMPARISON))?;
        let (name, rest) = text.split_at(at);
        let sign = SIGNS.into_iter().find(|(sign, _)| rest.starts_with(sign));
        let (sign, comparison) = sign.ok_or(ParseError::new(NO_COMPARISON))?;
        let name = name.trim();
        let field = RatingField::all().find(|field| field.name() == name).ok_or_else(|| {
            let names = RatingField::all().map(RatingField::name).collect::<Vec<_>>().join(", ");
            ParseError::new(format!("there is no column '{name}' of ratings: choose from {names}"))
        })?;
        let number = rest[sign.len()..].trim();
        if field.kind == RatingKind::Difficulty {
            return Ok(Self { field, comparison, bound: number_of(number.parse()?) });
        }
        let bound = match number {
            "none" if field.kind == RatingKind::Level => Some(f64::INFINITY),
            _ => number.parse().ok().filter(|bound: &f64| bound.is_finite()),
        };
        let bound = bound.ok_or_else(|| {
            ParseError::new(format!("'{number}' is not a number: write a number, or level=none"))
        })?;
        let is_level = (1.0..=f64::from(TOP_LEVEL)).contains(&bound) && bound.fract() == 0.0;
        if field.kind == RatingKind::Level && !is_level && bound.is_finite() && matches!(sign, "=" | "!=") {
            return Err(ParseError::new(format!(
                "there is no level {number}: levels are 1 to {TOP_LEVEL}, and level=none is above them"
            )));
        }
        Ok(Self { field, comparison, bound })
    }
}

impl Difficulty {
    /// Returns the conditions on the level of a puzzle with this difficulty.
    pub fn conditions(self) -> Vec<RatingFilter> {
        let conditions: &[&str] = match self {
            Self::Easy => &["level<=2"],
            Self::Medium => &["level>=3", "level<=4"],
            Self::Hard => &["level>=5", "level<=7"],
            Self::Expert => &["level=none"],
        };
        conditions.iter().map(|condition| condition.parse().expect("a condition")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_on_a_level_that_does_not_exist_is_rejected() {
        let reason = |text: &str| text.parse::<RatingFilter>().map_err(|reason| reason.to_string());
        for text in ["level=8", "level!=0", "level=2.5"] {
            assert!(reason(text).unwrap_err().contains("levels are 1 to 7, and level=none"), "{text}");
        }
        for text in ["level=7", "level>7", "level<8", "level=none", "depth=8"] {
            assert!(reason(text).is_ok(), "{text}");
        }
        assert!(reason("level").unwrap_err().contains("put it in quotes"));
    }

    #[test]
    fn a_condition_compares_its_column_with_its_number() {
        let rating = Rating {
            level: Some(Capped::Exactly(4)),
            depth: Some(Capped::Over(2)),
            se: Some(ExplainerRating::Tenths(23)),
            ..Rating::default()
        };
        let accepts = |text: &str| text.parse::<RatingFilter>().unwrap().accepts(&rating);
        for text in
            ["level<=4", "level = 4", "level>3", "level<5", "depth>2", "depth>=3", "se=2.3", "se!=2.4"]
        {
            assert!(accepts(text), "{text}");
        }
        for text in ["level<4", "level!=4", "level=none", "depth<=2", "se>=2.5", "backdoor>0", "backdoor!=0"]
        {
            assert!(!accepts(text), "{text}");
        }
    }

    #[test]
    fn a_lower_bound_decides_only_what_holds_for_every_number_from_it_on() {
        let rating = Rating {
            level: Some(Capped::Over(7)),
            depth: Some(Capped::Over(2)),
            se: Some(ExplainerRating::AtLeast(62)),
            ..Rating::default()
        };
        let decide = |text: &str| text.parse::<RatingFilter>().unwrap().decide(&rating);
        for text in ["se>=6.2", "se>6.1", "se!=6", "depth>2", "depth!=2", "level=none", "level>7", "level!=7"]
        {
            assert_eq!(decide(text), Some(true), "{text}");
        }
        for text in
            ["se<6.2", "se<=6", "se=6.1", "depth<3", "depth=2", "level<none", "level!=none", "level<9"]
        {
            assert_eq!(decide(text), Some(false), "{text}");
        }
        for text in ["se>6.2", "se>=7", "se=6.2", "se<7", "se<=6.2", "se!=7", "depth=3", "depth<4", "depth>3"]
        {
            assert_eq!(decide(text), None, "{text}");
        }
        let all = |filters: [&str; 2]| {
            RatingFilter::decide_all(&filters.map(|text| text.parse().unwrap()), &rating)
        };
        assert_eq!(all(["se>=7", "level=none"]), None);
        assert_eq!(all(["se>=7", "level=7"]), Some(false));
        assert_eq!(all(["se>=6", "level=none"]), Some(true));
    }

    #[test]
    fn a_difficulty_is_compared_with_a_word() {
        let rating = Rating { difficulty: Some(Difficulty::Hard), ..Rating::default() };
        let accepts = |text: &str| text.parse::<RatingFilter>().unwrap().accepts(&rating);
        for text in ["difficulty=hard", "difficulty>medium", "difficulty <= expert", "difficulty!=easy"] {
            assert!(accepts(text), "{text}");
        }
        for text in ["difficulty=expert", "difficulty<hard", "difficulty!=hard"] {
            assert!(!accepts(text), "{text}");
        }
        assert!(!"difficulty!=easy".parse::<RatingFilter>().unwrap().accepts(&Rating::default()));
        for wrong in ["evil", "3", "none", ""] {
            let error = format!("difficulty={wrong}").parse::<RatingFilter>().unwrap_err().to_string();
            assert_eq!(
                error,
                format!("there is no difficulty '{wrong}': choose from easy, medium, hard, expert")
            );
        }
    }

    #[test]
    fn guesses_are_compared_as_they_are_shown() {
        let guesses = |mean, deviation| Rating {
            guesses: Some(crate::rating::Guesses { mean, deviation }),
            ..Rating::default()
        };
        for (mean, deviation) in [(0.125, 0.7193), (3.0625, 0.7249), (1.9375, 0.715)] {
            let rating = guesses(mean, deviation);
            for field in RatingField::all().filter(|field| field.kind == RatingKind::Guesses) {
                let mut shown = Vec::new();
                field.write(&rating, &mut shown);
                let text = format!("{}={}", field.name(), String::from_utf8(shown).unwrap());
                assert!(text.parse::<RatingFilter>().unwrap().accepts(&rating), "{text}");
            }
        }
        let below = "guesses_deviation<0.72".parse::<RatingFilter>().unwrap();
        assert!(!below.accepts(&guesses(1.0, 0.7193)) && below.accepts(&guesses(1.0, 0.7149)));
    }

    #[test]
    fn the_error_of_a_condition_says_what_is_missing() {
        let error = |text: &str| text.parse::<RatingFilter>().unwrap_err().to_string();
        assert_eq!(
            error("level"),
            "a condition is a column, a comparison and a number, as in level<=4; \
            put it in quotes, because a shell treats < and > as redirections"
        );
        assert_eq!(error("level!4"), error("level"));
        assert!(
            error("lvl=4")
                .starts_with("there is no column 'lvl' of ratings: choose from level, cells_left_3,")
        );
        for (text, value) in [("level=easy", "easy"), ("depth=none", "none"), ("se<none", "none")] {
            assert_eq!(error(text), format!("'{value}' is not a number: write a number, or level=none"));
        }
    }
}
