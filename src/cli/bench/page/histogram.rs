//! A histogram of the guesses per puzzle, as percentages of a set.

use plotters::prelude::Rectangle;
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use crate::cli::numbers::grouped;
use crate::cli::page::ink::Ink;
use crate::cli::page::plot::{self, Area, Drawn, Scale, WIDTH};

/// The guesses of one engine.
#[derive(Clone, Debug)]
pub struct GuessSeries<'a> {
    /// The engine.
    pub label: String,
    /// The colour.
    pub ink: Ink,
    /// Guesses of each puzzle.
    pub guesses: &'a [u64],
}

const HEIGHT: u32 = 340;
const LEFT: i32 = 88;

/// Largest number of bars. The last bar includes all larger numbers of guesses.
const MAX_BARS: usize = 12;

/// Draws the bars of all series side by side.
pub fn svg(title: &str, series: &[GuessSeries]) -> String {
    let descriptions = series.iter().map(|series| {
        let none = series.guesses.iter().filter(|&&guesses| guesses == 0).count();
        let max = series.guesses.iter().max().copied().unwrap_or(0);
        format!("{}: {} of {} without a guess, {max} at most", series.label, none, series.guesses.len())
    });
    let alt = format!("{title}, guesses per puzzle: {}", descriptions.collect::<Vec<_>>().join("; "));
    plot::svg(HEIGHT, &alt, |area| draw(area, series))
}

fn draw(area: &Area, series: &[GuessSeries]) -> Drawn {
    let max = series.iter().flat_map(|series| series.guesses).copied().max().unwrap_or(0);
    let bins = (bin(max) + 1).clamp(4, MAX_BARS);
    let y = Scale::linear(100.0).at(HEIGHT as i32 - 56..24);
    for (percent, _) in y.ticks() {
        let at = y.place(percent);
        plot::line(area, vec![(LEFT, at), (WIDTH as i32, at)], Ink::Grid, 2)?;
        plot::small_label(area, &format!("{percent} %"), (LEFT - 10, at), HPos::Right)?;
    }
    let width = (WIDTH as i32 - LEFT) / bins as i32;
    for index in 0..bins {
        let left = LEFT + width * index as i32;
        let name = if index + 1 == MAX_BARS { grouped(min_of(index)) + "+" } else { grouped(min_of(index)) };
        plot::small_label(area, &name, (left + width / 2, HEIGHT as i32 - 30), HPos::Center)?;
        let bar = (width - 14) / series.len().max(1) as i32;
        for (position, series) in series.iter().enumerate() {
            let fraction = fraction(series.guesses, index, bins);
            if fraction == 0.0 {
                continue;
            }
            // A bar is at least three pixels high, so that one puzzle among thousands is visible.
            let (from, bottom) = (left + 7 + bar * position as i32, y.place(0.0));
            let corners = [(from, y.place(100.0 * fraction).min(bottom - 3)), (from + bar - 2, bottom)];
            area.draw(&Rectangle::new(corners, series.ink.placeholder().filled()))?;
        }
    }
    Ok(())
}

/// The bar for a number of guesses: 0, 1, 2, 3 and 4, 5 to 8, 9 to 16, and so on.
fn bin(guesses: u64) -> usize {
    if guesses == 0 { 0 } else { 1 + (u64::BITS - (guesses - 1).leading_zeros()) as usize }
}

/// The smallest number of guesses of a bar.
fn min_of(bin: usize) -> u64 {
    match bin {
        0 => 0,
        1 => 1,
        _ => (1 << (bin - 2)) + 1,
    }
}

/// The fraction of puzzles in a bar. The last bar includes all larger numbers of guesses.
fn fraction(guesses: &[u64], index: usize, bins: usize) -> f64 {
    let count = guesses.iter().filter(|&&guesses| bin(guesses).min(bins - 1) == index).count();
    count as f64 / guesses.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_guesses_has_a_bar() {
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 16, 17].map(bin), [0, 1, 2, 3, 3, 4, 4, 5, 5, 6]);
        for guesses in 0..1000 {
            let bar = bin(guesses);
            assert!(min_of(bar) <= guesses && guesses < min_of(bar + 1), "{guesses}");
        }
    }

    #[test]
    fn the_fractions_of_all_bars_add_up_to_one() {
        let guesses: Vec<u64> = (0..100).map(|guesses| guesses * guesses).collect();
        let sum: f64 = (0..MAX_BARS).map(|index| fraction(&guesses, index, MAX_BARS)).sum();
        assert!((sum - 1.0).abs() < 1e-9);
        let plot =
            svg("hard", &[GuessSeries { label: "lanes".to_owned(), ink: Ink::Lanes, guesses: &guesses }]);
        assert!(plot.contains("lanes: 1 of 100 without a guess, 9801 at most"), "{plot}");
        assert!(plot.contains("513+"), "{plot}");
    }
}
