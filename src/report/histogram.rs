//! A histogram: a bar for each class with its share of the puzzles.

use super::ink::Ink;
use super::plot::{self, Align, Area, Scale, WIDTH};
use crate::report::guess_bins::GuessBin;
use crate::report::numbers::grouped;

/// The labels of the bars, and the number of puzzles for each.
pub type Bars = (Vec<String>, Vec<u64>);

const HEIGHT: u32 = 340;

/// The space at the left for the labels of the axis.
const LEFT: i32 = 88;

/// The smallest number of classes to make room for, so that a few bars do not become wide blocks.
const MIN_CLASSES: usize = 8;

/// The largest number of bins to draw. The last one includes all larger numbers.
const GUESS_BARS: usize = 12;

/// Draws the bars, and describes them by the number of puzzles in each class.
pub fn svg(title: &str, unit: &str, (labels, puzzles): &Bars) -> String {
    let counted = labels.iter().zip(puzzles).filter(|(_, puzzles)| **puzzles > 0);
    let counted: Vec<String> =
        counted.map(|(label, puzzles)| format!("{label}: {}", grouped(*puzzles))).collect();
    let alt = format!("{title}, {unit} by class: {}", counted.join("; "));
    plot::svg((WIDTH, HEIGHT), &alt, |area| draw(area, labels, puzzles))
}

/// Returns a bar for each bin of guesses, up to the last one with puzzles.
pub fn of_guesses(puzzles: &[u64; GuessBin::COUNT]) -> Bars {
    let used = puzzles.iter().rposition(|&puzzles| puzzles > 0).unwrap_or(0) + 1;
    let shown = used.min(GUESS_BARS);
    let bins = (0..shown).filter_map(GuessBin::nth);
    let mut labels: Vec<String> = bins.map(|bin| grouped(bin.least())).collect();
    if let Some(label) = labels.last_mut().filter(|_| used > shown) {
        label.push('+');
    }
    let mut bars = puzzles[..shown].to_vec();
    bars[shown - 1] += puzzles[shown..].iter().sum::<u64>();
    (labels, bars)
}

fn draw(area: &mut Area, labels: &[String], puzzles: &[u64]) {
    let all = puzzles.iter().sum::<u64>().max(1) as f64;
    let shares: Vec<f64> = puzzles.iter().map(|&puzzles| 100.0 * puzzles as f64 / all).collect();
    let y = Scale::new(shares.iter().copied().fold(0.0, f64::max), HEIGHT as i32 - 56..24);
    for percent in y.ticks() {
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
    for (index, share) in shares.into_iter().enumerate().filter(|&(_, share)| share > 0.0) {
        let left = f64::from(LEFT) + room * index as f64 + gap;
        let right = left + room - 2.0 * gap;
        // A bar is at least three half pixels high: one puzzle among thousands must be visible.
        let (top, bottom) = (y.place(share).min(y.place(0.0) - 3), y.place(0.0));
        area.rectangle([(left.round() as i32, top), (right.round() as i32, bottom)], Ink::Series, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_with_puzzles_has_a_bar_and_an_exact_number() {
        let labels = ["17", "18", "19"].map(str::to_owned);
        let plot = svg("clues", "puzzles", &(labels.to_vec(), vec![1, 0, 49_151]));
        assert!(plot.contains("clues, puzzles by class: 17: 1; 19: 49,151\""), "{plot}");
        assert_eq!(plot.matches("<rect").count(), 2, "{plot}");
    }

    #[test]
    fn the_last_class_of_guesses_includes_all_larger_numbers() {
        let mut counts = [0; GuessBin::COUNT];
        (counts[0], counts[3], counts[11], counts[64]) = (7, 2, 1, 5);
        let (labels, bars) = of_guesses(&counts);
        assert_eq!((labels.len(), labels[0].as_str(), labels[11].as_str()), (GUESS_BARS, "0", "1,024+"));
        assert_eq!(bars, [7, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 6]);
        counts[4..].fill(0);
        assert_eq!(of_guesses(&counts).1, [7, 0, 0, 2]);
    }
}
