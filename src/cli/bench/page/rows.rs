//! A plot with one row per rate: bars or points along a scale, with whiskers.

use plotters::prelude::{Circle, Rectangle};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, ShapeStyle};

use crate::bench::Statistics;
use crate::bench::text_table::short;
use crate::cli::page::ink::Ink;
use crate::cli::page::plot::{self, Area, Drawn, Scale, WIDTH};

/// Rates with a common label.
#[derive(Clone, Debug)]
pub struct RateGroup {
    /// The label.
    pub label: String,
    /// The rates.
    pub marks: Vec<RateMark>,
}

/// A rate and its appearance.
#[derive(Clone, Debug)]
pub struct RateMark {
    /// Puzzles per second.
    pub rate: Statistics,
    /// The colour of the engine.
    pub ink: Ink,
    /// The shape.
    pub shape: MarkShape,
    /// What distinguishes the rate from others of its group.
    pub description: String,
    /// Printed after the number: `!` if the true rate is lower.
    pub suffix: &'static str,
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarkShape {
    /// A bar from 0, with an opacity.
    Bar(f64),
    /// A filled circle.
    Point,
    /// A ring.
    Ring,
}

/// Height of the row of a mark.
const PITCH: i32 = 34;

/// Space between two groups.
const GAP: i32 = 18;

/// Height of the axis.
const AXIS: i32 = 48;

/// Width of the numbers at the right.
const NUMBERS: i32 = 108;

/// Draws the groups. Plots of one figure share their scale.
pub fn svg(title: &str, groups: &[RateGroup], scale: &Scale) -> String {
    let marks: usize = groups.iter().map(|group| group.marks.len()).sum();
    let height = GAP + PITCH * marks as i32 + GAP * groups.len() as i32 + AXIS;
    plot::svg(height as u32, &alt(title, groups), |area| draw(area, groups, scale, height))
}

fn draw(area: &Area, groups: &[RateGroup], scale: &Scale, height: i32) -> Drawn {
    let left = 20 + plot::width_of(groups.iter().map(|group| group.label.as_str()));
    let scale = scale.at(left..WIDTH as i32 - NUMBERS);
    axis(area, &scale, height - AXIS)?;
    let mut y = GAP;
    for group in groups {
        let middle = y + PITCH * group.marks.len() as i32 / 2;
        plot::label(area, &group.label, (left - 16, middle), HPos::Right, Ink::Text)?;
        for mark in &group.marks {
            draw_mark(area, mark, &scale, y + PITCH / 2)?;
            y += PITCH;
        }
        y += GAP;
    }
    Ok(())
}

/// Draws vertical grid lines, with labels below them where labels do not overlap.
fn axis(area: &Area, scale: &Scale, bottom: i32) -> Drawn {
    let mut free = i32::MIN;
    for (value, has_label) in scale.ticks() {
        let (x, name) = (scale.place(value), tick(value));
        plot::line(area, vec![(x, 6), (x, bottom)], Ink::Grid, 2)?;
        let half = plot::width_of([name.as_str()]) / 2;
        if has_label && x - half >= free {
            plot::small_label(area, &name, (x, bottom + 22), HPos::Center)?;
            free = x + half + 10;
        }
    }
    Ok(())
}

fn draw_mark(area: &Area, mark: &RateMark, scale: &Scale, y: i32) -> Drawn {
    let x = scale.place(mark.rate.median);
    let across = vec![(scale.place(0.0), y), (WIDTH as i32 - NUMBERS, y)];
    plot::line(area, across, Ink::Grid, 1)?;
    let filled = ShapeStyle::from(mark.ink.placeholder()).filled();
    match mark.shape {
        MarkShape::Bar(opacity) => {
            let bar = [(scale.place(0.0), y - 12), (x, y + 12)];
            area.draw(&Rectangle::new(bar, mark.ink.with_opacity(opacity).filled()))?;
            plot::whisker(area, scale, &mark.rate, y)?;
        }
        MarkShape::Point => {
            plot::whisker(area, scale, &mark.rate, y)?;
            area.draw(&Circle::new((x, y), 9, filled))?;
        }
        MarkShape::Ring => {
            plot::whisker(area, scale, &mark.rate, y)?;
            area.draw(&Circle::new((x, y), 9, filled))?;
            area.draw(&Circle::new((x, y), 5, ShapeStyle::from(Ink::Paper.placeholder()).filled()))?;
        }
    }
    let number = format!("{}{}", short(mark.rate.median), mark.suffix);
    plot::label(area, &number, (WIDTH as i32 - 2, y), HPos::Right, Ink::Text)
}

/// A description of the plot in words.
fn alt(title: &str, groups: &[RateGroup]) -> String {
    let mark = |mark: &RateMark| format!("{} {}", mark.description, short(mark.rate.median));
    let group = |group: &RateGroup| {
        format!("{} {}", group.label, group.marks.iter().map(mark).collect::<Vec<_>>().join(", "))
    };
    format!("{title}, puzzles per second: {}", groups.iter().map(group).collect::<Vec<_>>().join("; "))
}

/// Formats a round number in few letters.
fn tick(value: f64) -> String {
    let (number, unit) = match value {
        1e9.. => (value / 1e9, " G"),
        1e6.. => (value / 1e6, " M"),
        1e3.. => (value / 1e3, " k"),
        _ => (value, ""),
    };
    format!("{}{unit}", (number * 1e3).round() / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_drawn_and_described() {
        let rate = Statistics { median: 1.5e6, min: 1.4e6, max: 1.6e6 };
        let mark =
            |shape| RateMark { rate, ink: Ink::Lanes, shape, description: "first".to_owned(), suffix: "!" };
        let marks = vec![mark(MarkShape::Bar(1.0)), mark(MarkShape::Ring), mark(MarkShape::Point)];
        let plot = svg("easy", &[RateGroup { label: "lanes".to_owned(), marks }], &Scale::log([1.5e6]));
        assert!(plot.contains("easy, puzzles per second: lanes first 1.50 M"), "{plot}");
        assert_eq!(plot.matches("<circle").count(), 3, "{plot}");
        assert_eq!(plot.matches("1.50 M!").count(), 3, "{plot}");
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!([0.0, 500.0, 1e5, 2.5e6, 1e9].map(tick), ["0", "500", "100 k", "2.5 M", "1 G"]);
    }
}
