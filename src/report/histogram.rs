//! A histogram: a bar for each class with its share of the puzzles. Several series have their bars side by side.

use super::ink::Ink;
use super::plot::{self, Align, Area, Scale, WIDTH};
use crate::report::guess_bins::GuessBin;
use crate::report::numbers::grouped;

/// A series: the number of puzzles in each class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The colour of the bars.
    pub ink: Ink,
    /// The number of puzzles in each class.
    pub puzzles: Vec<u64>,
}

const HEIGHT: u32 = 340;

/// The space at the left for the labels of the axis.
const LEFT: i32 = 88;

/// The smallest number of classes to make room for, so that a few bars do not become wide blocks.
const MIN_CLASSES: usize = 8;

/// The largest number of bins to draw. The last one includes all larger numbers.
const GUESS_BARS: usize = 12;

/// Draws a bar for each class and series. `alt` describes the plot in words.
pub fn svg(alt: &str, labels: &[String], series: &[Series]) -> String {
    plot::svg(HEIGHT, alt, |area| draw(area, labels, series))
}

/// Draws one series, and describes it by the number of puzzles in each class.
pub fn svg_of_one(title: &str, unit: &str, labels: &[String], puzzles: Vec<u64>) -> String {
    let counted = labels.iter().zip(&puzzles).filter(|(_, puzzles)| **puzzles > 0);
    let counted: Vec<String> =
        counted.map(|(label, puzzles)| format!("{label}: {}", grouped(*puzzles))).collect();
    let alt = format!("{title}, {unit} by class: {}", counted.join("; "));
    svg(&alt, labels, &[Series { ink: Ink::Series, puzzles }])
}

/// Returns the labels of the bins of guesses that any series uses, and the series cut to these bins.
pub fn guesses(series: &[(Ink, [u64; GuessBin::COUNT])]) -> (Vec<String>, Vec<Series>) {
    let last =
        |puzzles: &[u64; GuessBin::COUNT]| puzzles.iter().rposition(|&puzzles| puzzles > 0).unwrap_or(0);
    let used = series.iter().map(|(_, puzzles)| last(puzzles) + 1).max().unwrap_or(1);
    let shown = used.min(GUESS_BARS);
    let bins = (0..shown).filter_map(GuessBin::nth);
    let mut labels: Vec<String> = bins.map(|bin| grouped(bin.least())).collect();
    if let Some(label) = labels.last_mut().filter(|_| used > shown) {
        label.push('+');
    }
    let cut = |&(ink, puzzles): &(Ink, [u64; GuessBin::COUNT])| {
        let mut cut = puzzles[..shown].to_vec();
        cut[shown - 1] += puzzles[shown..].iter().sum::<u64>();
        Series { ink, puzzles: cut }
    };
    (labels, series.iter().map(cut).collect())
}

fn draw(area: &mut Area, labels: &[String], series: &[Series]) {
    let most = series.iter().flat_map(Series::shares).fold(0.0, f64::max);
    let y = Scale::linear(most).at(HEIGHT as i32 - 56..24);
    for (percent, _) in y.ticks() {
        let at = y.place(percent);
        area.line([(LEFT, at), (WIDTH as i32, at)], Ink::Grid, 2);
        let percent = format!("{} %", (percent * 1e3).round() / 1e3);
        area.small_label(&percent, (LEFT - 10, at), Align::Right);
    }
    let room = f64::from(WIDTH as i32 - LEFT) / labels.len().max(MIN_CLASSES) as f64;
    let gap = (room / 6.0).clamp(1.0, 7.0);
    let middle = |index: usize| LEFT + (room * (index as f64 + 0.5)).round() as i32;
    let labels = labels.iter().enumerate().map(|(index, label)| (middle(index), label.clone()));
    area.small_labels(labels, HEIGHT as i32 - 30);
    let width = (room - 2.0 * gap) / series.len().max(1) as f64;
    for (place, series) in series.iter().enumerate() {
        for (index, share) in series.shares().enumerate().filter(|&(_, share)| share > 0.0) {
            let left = f64::from(LEFT) + room * index as f64 + gap + width * place as f64;
            // A bar is at least three half pixels high: one puzzle among thousands must be visible.
            let (top, bottom) = (y.place(share).min(y.place(0.0) - 3), y.place(0.0));
            let bar = [(left.round() as i32, top), ((left + width).round() as i32, bottom)];
            area.rectangle(bar, series.ink, 1.0);
        }
    }
}

impl Series {
    /// Returns the percentage of the puzzles in each class.
    fn shares(&self) -> impl Iterator<Item = f64> {
        let all = self.puzzles.iter().sum::<u64>().max(1) as f64;
        self.puzzles.iter().map(move |&puzzles| 100.0 * puzzles as f64 / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_with_puzzles_has_a_bar_and_an_exact_number() {
        let labels = ["17", "18", "19"].map(str::to_owned);
        let plot = svg_of_one("clues", "puzzles", &labels, vec![1, 0, 49_151]);
        assert!(plot.contains("clues, puzzles by class: 17: 1; 19: 49,151\""), "{plot}");
        assert_eq!(plot.matches("<rect").count(), 2, "{plot}");
    }

    #[test]
    fn the_last_class_of_guesses_includes_all_larger_numbers() {
        let mut counts = [0; GuessBin::COUNT];
        (counts[0], counts[3], counts[11], counts[64]) = (7, 2, 1, 5);
        let (labels, series) = guesses(&[(Ink::Series, counts)]);
        assert_eq!((labels.len(), labels[0].as_str(), labels[11].as_str()), (GUESS_BARS, "0", "1,024+"));
        assert_eq!(series[0].puzzles, [7, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 6]);
        counts[4..].fill(0);
        assert_eq!(guesses(&[(Ink::Series, counts)]).1[0].puzzles, [7, 0, 0, 2]);
    }

    #[test]
    fn several_series_have_the_same_classes() {
        let (mut few, mut many) = ([0; GuessBin::COUNT], [0; GuessBin::COUNT]);
        (few[0], many[4]) = (3, 1);
        let (labels, series) = guesses(&[(Ink::Lanes, few), (Ink::Single, many)]);
        assert_eq!(labels.len(), 5);
        assert_eq!([&series[0].puzzles[..], &series[1].puzzles[..]], [[3, 0, 0, 0, 0], [0, 0, 0, 0, 1]]);
        assert_eq!(svg("both", &labels, &series).matches("<rect").count(), 2);
    }
}
