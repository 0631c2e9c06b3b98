//! A histogram: a bar for each class, with the share of the puzzles in it.

use plotters::prelude::Rectangle;
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use crate::cli::numbers::grouped;
use crate::cli::page::ink::Ink;
use crate::cli::page::plot::{self, Area, Drawn, Scale, WIDTH};

const HEIGHT: u32 = 340;

/// The space at the left for the labels of the axis.
const LEFT: i32 = 88;

/// The smallest number of bars that a plot has room for, so that few bars are not wide blocks.
const FEWEST: usize = 8;

/// Draws a bar for each class: its label and its number of puzzles.
pub fn svg(title: &str, unit: &str, bars: &[(String, u64)]) -> String {
    let described = bars.iter().filter(|(_, puzzles)| *puzzles > 0);
    let described: Vec<String> =
        described.map(|(label, puzzles)| format!("{label}: {}", grouped(*puzzles))).collect();
    let alt = format!("{title}, {unit} by class: {}", described.join("; "));
    plot::svg(HEIGHT, &alt, |area| draw(area, bars))
}

fn draw(area: &Area, bars: &[(String, u64)]) -> Drawn {
    let all = bars.iter().map(|(_, puzzles)| puzzles).sum::<u64>().max(1) as f64;
    let share = |puzzles: u64| 100.0 * puzzles as f64 / all;
    let most = bars.iter().map(|&(_, puzzles)| share(puzzles)).fold(0.0, f64::max);
    let y = Scale::linear(most).at(HEIGHT as i32 - 56..24);
    for (percent, _) in y.ticks() {
        let at = y.place(percent);
        plot::line(area, vec![(LEFT, at), (WIDTH as i32, at)], Ink::Grid, 2)?;
        plot::small_label(area, &tick(percent), (LEFT - 10, at), HPos::Right)?;
    }
    let room = f64::from(WIDTH as i32 - LEFT) / bars.len().max(FEWEST) as f64;
    let gap = (room / 6.0).clamp(1.0, 7.0) as i32;
    let mut free = i32::MIN;
    for (index, (label, puzzles)) in bars.iter().enumerate() {
        let [left, right] = [index, index + 1].map(|index| LEFT + (room * index as f64).round() as i32);
        let (middle, half) = ((left + right) / 2, plot::width_of([label.as_str()]) / 2);
        if middle - half >= free && middle + half <= WIDTH as i32 {
            plot::small_label(area, label, (middle, HEIGHT as i32 - 30), HPos::Center)?;
            free = middle + half + 10;
        }
        if *puzzles > 0 {
            // A bar is at least three half pixels high, so that one puzzle among thousands is visible.
            let bottom = y.place(0.0);
            let corners = [(left + gap, y.place(share(*puzzles)).min(bottom - 3)), (right - gap, bottom)];
            area.draw(&Rectangle::new(corners, Ink::Series.placeholder().filled()))?;
        }
    }
    Ok(())
}

/// Formats a percentage that is a round number.
fn tick(percent: f64) -> String {
    format!("{} %", (percent * 1e3).round() / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_with_puzzles_has_a_bar_and_an_exact_number() {
        let bars = [("17", 1), ("18", 0), ("19", 49_151)].map(|(label, puzzles)| (label.to_owned(), puzzles));
        let plot = svg("clues", "puzzles", &bars);
        assert!(plot.contains("clues, puzzles by class: 17: 1; 19: 49,151\""), "{plot}");
        let bars = plot.matches("<rect").count();
        assert_eq!(bars, 2, "{plot}");
    }
}
