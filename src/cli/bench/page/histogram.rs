//! A histogram of the guesses that puzzles cost: how many percent of a set cost so many.

use plotters::prelude::Rectangle;
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use super::ink::Ink;
use super::plot::{self, Area, Drawn, Scale, WIDTH};
use crate::cli::numbers::grouped;

/// An engine's guesses.
#[derive(Clone, Debug)]
pub struct Series<'a> {
    /// Who.
    pub label: String,
    /// Its colour.
    pub ink: Ink,
    /// Guesses of each puzzle.
    pub guesses: &'a [u64],
}

const HEIGHT: u32 = 340;
const LEFT: i32 = 88;

/// Bars at the most; the last one stands for all that cost more.
const MOST: usize = 12;

/// Draws the series beside each other.
pub fn svg(title: &str, series: &[Series]) -> String {
    let told = series.iter().map(|series| {
        let none = series.guesses.iter().filter(|&&guesses| guesses == 0).count();
        let most = series.guesses.iter().max().copied().unwrap_or(0);
        format!("{}: {} of {} without a guess, {most} at the most", series.label, none, series.guesses.len())
    });
    let alt = format!("{title}, guesses a puzzle: {}", told.collect::<Vec<_>>().join("; "));
    plot::svg(HEIGHT, &alt, |area| draw(area, series))
}

fn draw(area: &Area, series: &[Series]) -> Drawn {
    let most = series.iter().flat_map(|series| series.guesses).copied().max().unwrap_or(0);
    let bins = (bin(most) + 1).clamp(4, MOST);
    let y = Scale::linear(100.0).at(HEIGHT as i32 - 56..24);
    for (percent, _) in y.ticks() {
        let at = y.place(percent);
        plot::line(area, vec![(LEFT, at), (WIDTH as i32, at)], Ink::Grid, 2)?;
        plot::note(area, &format!("{percent} %"), (LEFT - 10, at), HPos::Right)?;
    }
    let width = (WIDTH as i32 - LEFT) / bins as i32;
    for index in 0..bins {
        let left = LEFT + width * index as i32;
        let name = if index + 1 == MOST { grouped(least(index)) + "+" } else { grouped(least(index)) };
        plot::note(area, &name, (left + width / 2, HEIGHT as i32 - 30), HPos::Center)?;
        let bar = (width - 14) / series.len().max(1) as i32;
        for (turn, series) in series.iter().enumerate() {
            let share = share(series.guesses, index, bins);
            if share == 0.0 {
                continue;
            }
            // A single puzzle among thousands must be seen too.
            let (from, bottom) = (left + 7 + bar * turn as i32, y.place(0.0));
            let corners = [(from, y.place(100.0 * share).min(bottom - 3)), (from + bar - 2, bottom)];
            area.draw(&Rectangle::new(corners, series.ink.key().filled()))?;
        }
    }
    Ok(())
}

/// The bar of so many guesses: 0, 1, 2, 3 and 4, 5 to 8, 9 to 16, and so on.
fn bin(guesses: u64) -> usize {
    if guesses == 0 { 0 } else { 1 + (u64::BITS - (guesses - 1).leading_zeros()) as usize }
}

/// The fewest guesses of a bar.
fn least(bin: usize) -> u64 {
    match bin {
        0 => 0,
        1 => 1,
        _ => (1 << (bin - 2)) + 1,
    }
}

/// The share of puzzles that fall to a bar; to the last one falls all beyond it.
fn share(guesses: &[u64], index: usize, bins: usize) -> f64 {
    let count = guesses.iter().filter(|&&guesses| bin(guesses).min(bins - 1) == index).count();
    count as f64 / guesses.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_guesses_has_its_bar() {
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9, 16, 17].map(bin), [0, 1, 2, 3, 3, 4, 4, 5, 5, 6]);
        for guesses in 0..1000 {
            let bar = bin(guesses);
            assert!(least(bar) <= guesses && guesses < least(bar + 1), "{guesses}");
        }
    }

    #[test]
    fn the_shares_of_the_bars_make_a_whole() {
        let guesses: Vec<u64> = (0..100).map(|guesses| guesses * guesses).collect();
        let whole: f64 = (0..MOST).map(|index| share(&guesses, index, MOST)).sum();
        assert!((whole - 1.0).abs() < 1e-9);
        let plot = svg("hard", &[Series { label: "lanes".to_owned(), ink: Ink::Lanes, guesses: &guesses }]);
        assert!(plot.contains("lanes: 1 of 100 without a guess, 9801 at the most"), "{plot}");
        assert!(plot.contains("513+"), "{plot}");
    }
}
