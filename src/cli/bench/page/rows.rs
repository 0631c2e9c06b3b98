//! A plot with one row per rate: bars or points along a scale, with whiskers.

use crate::bench::{Statistics, scaled, short};
use crate::report::ink::Ink;
use crate::report::plot::{self, Align, Area, Scale, WIDTH};

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
    /// The words that distinguish the rate from others of its group.
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

/// The height of the row of a mark.
const PITCH: i32 = 34;

/// The space between two groups.
const GAP: i32 = 18;

/// The height of the axis.
const AXIS: i32 = 48;

/// The width of the numbers at the right.
const NUMBERS: i32 = 108;

/// Draws the groups. The plots of a figure share a scale.
pub fn svg(title: &str, groups: &[RateGroup], scale: &Scale) -> String {
    let marks: usize = groups.iter().map(|group| group.marks.len()).sum();
    let height = GAP + PITCH * marks as i32 + GAP * groups.len() as i32 + AXIS;
    plot::svg(height as u32, &alt(title, groups), |area| draw(area, groups, scale, height))
}

fn draw(area: &mut Area, groups: &[RateGroup], scale: &Scale, height: i32) {
    let left = 20 + plot::width_of(groups.iter().map(|group| group.label.as_str()));
    let scale = scale.at(left..WIDTH as i32 - NUMBERS);
    axis(area, &scale, height - AXIS);
    let mut y = GAP;
    for group in groups {
        let middle = y + PITCH * group.marks.len() as i32 / 2;
        area.label(&group.label, (left - 16, middle), Align::Right, Ink::Text);
        for mark in &group.marks {
            draw_mark(area, mark, &scale, y + PITCH / 2);
            y += PITCH;
        }
        y += GAP;
    }
}

/// Draws vertical grid lines, with labels below them.
fn axis(area: &mut Area, scale: &Scale, bottom: i32) {
    let ticks = scale.ticks();
    for &(value, _) in &ticks {
        let x = scale.place(value);
        area.line([(x, 6), (x, bottom)], Ink::Grid, 2);
    }
    let named = ticks.into_iter().filter(|&(_, has_label)| has_label);
    area.small_labels(named.map(|(value, _)| (scale.place(value), tick(value))), bottom + 22);
}

fn draw_mark(area: &mut Area, mark: &RateMark, scale: &Scale, y: i32) {
    let x = scale.place(mark.rate.median);
    let across = [(scale.place(0.0), y), (WIDTH as i32 - NUMBERS, y)];
    area.line(across, Ink::Grid, 1);
    if let MarkShape::Bar(opacity) = mark.shape {
        area.rectangle([(scale.place(0.0), y - 12), (x, y + 12)], mark.ink, opacity);
    }
    whisker(area, scale, &mark.rate, y);
    if matches!(mark.shape, MarkShape::Point | MarkShape::Ring) {
        area.circle((x, y), 9, mark.ink);
    }
    if mark.shape == MarkShape::Ring {
        area.circle((x, y), 5, Ink::Paper);
    }
    let number = format!("{}{}", short(mark.rate.median), mark.suffix);
    area.label(&number, (WIDTH as i32 - 2, y), Align::Right, Ink::Text);
}

/// Draws a whisker from the minimum to the maximum.
fn whisker(area: &mut Area, scale: &Scale, rate: &Statistics, y: i32) {
    let (from, to) = (scale.place(rate.min), scale.place(rate.max));
    area.line([(from, y), (to, y)], Ink::Text, 2);
    for end in [from, to] {
        area.line([(end, y - 5), (end, y + 5)], Ink::Text, 2);
    }
}

/// Describes the plot in words.
fn alt(title: &str, groups: &[RateGroup]) -> String {
    let mark = |mark: &RateMark| format!("{} {}", mark.description, short(mark.rate.median));
    let group = |group: &RateGroup| {
        format!("{} {}", group.label, group.marks.iter().map(mark).collect::<Vec<_>>().join(", "))
    };
    format!("{title}, puzzles per second: {}", groups.iter().map(group).collect::<Vec<_>>().join("; "))
}

/// Formats a round number in few letters.
fn tick(value: f64) -> String {
    let (number, unit) = scaled(value);
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
