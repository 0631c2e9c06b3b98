//! Keeps the puzzles with the requested ratings, and remembers how near the others came.

use std::time::Duration;

use super::patience::Patience;
use crate::board::grid::CELLS;
use crate::error::Result;
use crate::pipeline::stopwatch::Stopwatch;
use crate::rating::{Rater, Rating, RatingFilter, RatingSettings};
use crate::report::numbers::grouped;
use crate::solver::batch::{Notation, PuzzleLine, Puzzles};

/// The conditions, and the rater.
pub(super) struct Filter {
    conditions: Vec<RatingFilter>,
    rater: Rater,
    starts: Vec<u32>,
    ratings: Vec<Rating>,
    /// The number of puzzles to rate between two looks at the clock.
    at_once: usize,
    pub(super) patience: Patience,
    /// What the puzzles since the last accepted one had.
    missed: Missed,
    /// The number of puzzles not accepted because a rating is a lower bound that decides nothing.
    pub(super) undecided: u64,
}

/// The longest time to rate puzzles without a look at the clock.
const RATING_TIME: Duration = Duration::from_millis(20);

/// The largest number of puzzles to rate at once.
const MOST_AT_ONCE: usize = 4096;

impl Filter {
    /// Creates a filter that finds the ratings in the conditions.
    pub(super) fn new(conditions: Vec<RatingFilter>, mut settings: RatingSettings) -> Self {
        settings.only = conditions.iter().map(|condition| condition.field.kind).collect();
        Self {
            missed: Missed::new(conditions.len()),
            conditions,
            rater: Rater::with_settings(settings),
            starts: Vec::new(),
            ratings: Vec::new(),
            at_once: 1,
            patience: Patience::default(),
            undecided: 0,
        }
    }

    /// Keeps in `open` only the indices of lines that do not satisfy all conditions.
    ///
    /// # Errors
    /// Returns an error if no line was accepted for too long, with the condition that none satisfied.
    pub(super) fn retain(&mut self, lines: &[PuzzleLine], open: &mut Vec<usize>) -> Result<()> {
        let mut kept = 0;
        let mut at = 0;
        while at < open.len() {
            let (clock, end) = (Stopwatch::start(), open.len().min(at + self.at_once));
            self.rate(lines, &open[at..end]);
            for index in at..end {
                if !self.accepts(index - at) {
                    open[kept] = open[index];
                    kept += 1;
                }
            }
            at = end;
            let is_slow = clock.elapsed() > RATING_TIME;
            self.at_once =
                if is_slow { (self.at_once / 2).max(1) } else { (2 * self.at_once).min(MOST_AT_ONCE) };
            self.patience.check(|| self.missing())?;
        }
        open.truncate(kept);
        Ok(())
    }

    /// Whether this puzzle satisfies all conditions.
    pub(super) fn is_met_by(&mut self, puzzle: &[u8; CELLS]) -> bool {
        let mut line = [b'\n'; CELLS + 1];
        line[..CELLS].copy_from_slice(puzzle);
        self.rate(&[line], &[0]);
        let is_accepted = self.accepts(0);
        self.patience.tell(|| self.missing());
        is_accepted
    }

    /// Returns what the puzzles since the last accepted one did not have, in words.
    pub(super) fn missing(&self) -> String {
        self.missed.in_words(&self.conditions)
    }

    fn rate(&mut self, lines: &[PuzzleLine], indices: &[usize]) {
        self.starts.clear();
        self.starts.extend(indices.iter().map(|index| (index * (CELLS + 1)) as u32));
        self.ratings.resize(indices.len(), Rating::default());
        let puzzles = Puzzles::new(lines.as_flattened(), &self.starts, Notation::Clues);
        self.rater.rate_rows(puzzles, &mut self.ratings);
    }

    fn accepts(&mut self, index: usize) -> bool {
        let rating = &self.ratings[index];
        let decided = RatingFilter::decide_all(&self.conditions, rating);
        self.undecided += u64::from(decided.is_none());
        let is_accepted = decided == Some(true);
        if is_accepted {
            self.missed = Missed::new(self.conditions.len());
            self.patience.restart();
        } else {
            self.missed.add(&self.conditions, rating);
        }
        is_accepted
    }
}

/// What drawn puzzles had, none of which satisfied all conditions.
struct Missed {
    drawn: u64,
    /// For each condition, how many satisfied it.
    met: Vec<u64>,
    /// For each condition, the rating that was nearest to satisfying it.
    nearest: Vec<Option<Rating>>,
}

impl Missed {
    fn new(conditions: usize) -> Self {
        Self { drawn: 0, met: vec![0; conditions], nearest: vec![None; conditions] }
    }

    fn add(&mut self, conditions: &[RatingFilter], rating: &Rating) {
        self.drawn += 1;
        for ((condition, met), nearest) in conditions.iter().zip(&mut self.met).zip(&mut self.nearest) {
            *met += u64::from(condition.accepts(rating));
            let distance = |rating: &Rating| {
                condition.field.least(rating).map_or(f64::NAN, |least| condition.distance(least))
            };
            *nearest =
                (*nearest).into_iter().chain([*rating]).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        }
    }

    fn in_words(&self, conditions: &[RatingFilter]) -> String {
        let drawn = grouped(self.drawn);
        let never = conditions.iter().zip(&self.met).zip(&self.nearest).filter(|((_, met), _)| **met == 0);
        let never: Vec<String> =
            never.map(|((condition, _), nearest)| never_met(condition, nearest.as_ref())).collect();
        let all: Vec<String> = conditions.iter().map(RatingFilter::to_string).collect();
        match never.is_empty() {
            true => format!("none of {drawn} puzzles has {} together", all.join(" and ")),
            false => format!("none of {drawn} puzzles has {}", never.join(", or ")),
        }
    }
}

/// Returns a condition that no puzzle satisfied, and the nearest value as tables show it, such as `>=6.2`.
fn never_met(condition: &RatingFilter, nearest: Option<&Rating>) -> String {
    let mut value = Vec::new();
    match nearest.and_then(|rating| condition.field.write(rating, &mut value)) {
        Some(_) => format!("{condition}: the nearest has {}", value.escape_ascii()),
        None => condition.to_string(),
    }
}
