//! Comparison with an earlier run, row by row. A ratio is marked only if the ranges of the two rates do not overlap.

use super::row::{Key, NAMES, Row};
use super::summary::EarlierRow;
use crate::bench::text_table::TextTable;
use crate::bench::{Statistics, short};
use crate::cli::numbers::counted;

/// The rows of two runs.
pub struct Comparison(Vec<Pair>);

/// What both runs measured alike. A row that only one of them measured has no partner.
struct Pair {
    key: Key,
    before: Option<Statistics>,
    now: Option<Statistics>,
}

impl Comparison {
    /// Pairs the rows with those of an earlier run.
    pub fn of(rows: &[Row], mut earlier: Vec<EarlierRow>) -> Self {
        let mut pairs = Vec::new();
        for (key, rate) in rows.iter().map(|row| (row.key(), row.rate)) {
            let partner = earlier.iter().position(|row| row.key == key).map(|place| earlier.remove(place));
            pairs.push(Pair { key, before: partner.map(|row| row.rate), now: Some(rate) });
        }
        let alone = |EarlierRow { key, rate }| Pair { key, before: Some(rate), now: None };
        pairs.extend(earlier.into_iter().map(alone));
        Self(pairs)
    }

    /// Returns a table with a line for each pair.
    pub fn table(&self) -> TextTable {
        let headings = [&NAMES[..], &["before", "now", "ratio"]].concat();
        let note = "marked: the ranges of the two rates do not overlap".to_owned();
        TextTable::new(&headings, self.0.iter().map(Pair::cells).collect(), vec![note])
    }

    /// Returns what is wrong: rows without a partner, and a ratio below `least`.
    pub fn faults(&self, least: Option<f64>) -> Vec<String> {
        let alone = self.0.iter().filter(|pair| pair.ratio().is_none()).count();
        let rows = counted(alone as u64, "row");
        let same = "measure the same sets, engines, instruction sets, modes and threads in both runs";
        let unpaired = (alone > 0).then(|| format!("only one run measured {rows}: {same}"));
        let lowest = self.0.iter().filter_map(Pair::ratio).min_by(f64::total_cmp);
        let too_low = lowest.zip(least).filter(|(lowest, least)| lowest < least).map(|(lowest, least)| {
            format!("a rate is below {least} times the earlier one: the lowest ratio is {lowest:.3}")
        });
        unpaired.into_iter().chain(too_low).collect()
    }
}

impl Pair {
    /// Returns the ratio of the rate to the earlier one, unless the row has no partner.
    fn ratio(&self) -> Option<f64> {
        Some(self.now?.median / self.before?.median)
    }

    fn cells(&self) -> Vec<String> {
        let rate = |rate: Option<Statistics>| rate.map_or("-".to_owned(), |rate| short(rate.median));
        let ratio = self.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.3}{}", self.mark()));
        let mut cells = self.key.to_vec();
        cells.extend([rate(self.before), rate(self.now), ratio]);
        cells
    }

    fn mark(&self) -> &'static str {
        match (self.before, self.now) {
            (Some(before), Some(now)) if now.overlaps(&before) => "",
            (Some(before), Some(now)) if now.median > before.median => " faster",
            (Some(_), Some(_)) => " SLOWER",
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(before: Option<f64>, now: Option<f64>) -> Pair {
        let range = |median| Statistics { median, min: 0.9 * median, max: 1.1 * median };
        Pair { key: Key::default(), before: before.map(range), now: now.map(range) }
    }

    #[test]
    fn only_ratios_without_overlap_are_marked() {
        let ratio = |before, now| pair(Some(before), Some(now)).cells()[NAMES.len() + 2].clone();
        assert_eq!(
            [ratio(1.0, 1.1), ratio(1.0, 1.5), ratio(1.0, 0.5)],
            ["1.100", "1.500 faster", "0.500 SLOWER"]
        );
    }

    #[test]
    fn a_row_without_a_partner_is_shown_and_is_a_fault() {
        let compared =
            Comparison(vec![pair(Some(2.0), None), pair(None, Some(3.0)), pair(Some(1.0), Some(0.9))]);
        let shown: Vec<_> =
            compared.table().lines.iter().map(|cells| cells[NAMES.len()..].join(" ")).collect();
        assert_eq!(shown, ["2.00 - -", "- 3.00 -", "1.00 0.90 0.900"]);
        let faults = compared.faults(Some(0.95));
        assert!(faults[0].starts_with("only one run measured 2 rows: measure the same sets, "), "{faults:?}");
        assert_eq!(faults[1], "a rate is below 0.95 times the earlier one: the lowest ratio is 0.900");
        assert_eq!(compared.faults(Some(0.9)).len(), 1);
        assert_eq!(Comparison(vec![pair(Some(1.0), Some(0.1))]).faults(None), [""; 0]);
    }
}
