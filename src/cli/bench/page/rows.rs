//! A plot of rates, a row for each: bars or points along a scale, with whiskers.

use bulkdoku::bench::Statistics;
use plotters::prelude::{Circle, Rectangle};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color, ShapeStyle};

use super::ink::Ink;
use super::plot::{self, Area, Drawn, Scale, WIDTH};
use crate::cli::bench::table::short;

/// Rates that belong together, one below the other.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they have in common.
    pub label: String,
    /// The rates.
    pub marks: Vec<Mark>,
}

/// A rate.
#[derive(Clone, Debug)]
pub struct Mark {
    /// Puzzles a second.
    pub rate: Statistics,
    /// Who.
    pub ink: Ink,
    /// How it looks.
    pub shape: Shape,
    /// What sets it apart in its group, in words.
    pub what: String,
    /// Set after its figure: `!` where the true rate is lower.
    pub mark: &'static str,
}

/// How a rate looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A bar from 0, so strong.
    Bar(f64),
    /// A full point.
    Point,
    /// A ring.
    Ring,
}

/// Heights: of a mark's row, between two groups, of the axis.
const PITCH: i32 = 34;
const GAP: i32 = 18;
const AXIS: i32 = 48;

/// Room for the figures at the right.
const FIGURES: i32 = 108;

/// Draws the groups. `scale` is shared by the plots that stand together.
pub fn svg(title: &str, groups: &[Group], scale: &Scale) -> String {
    let marks: usize = groups.iter().map(|group| group.marks.len()).sum();
    let height = GAP + PITCH * marks as i32 + GAP * groups.len() as i32 + AXIS;
    plot::svg(height as u32, &alt(title, groups), |area| draw(area, groups, scale, height))
}

fn draw(area: &Area, groups: &[Group], scale: &Scale, height: i32) -> Drawn {
    let left = 20 + plot::width_of(groups.iter().map(|group| group.label.as_str()));
    let scale = scale.at(left..WIDTH as i32 - FIGURES);
    axis(area, &scale, height - AXIS)?;
    let mut y = GAP;
    for group in groups {
        let middle = y + PITCH * group.marks.len() as i32 / 2;
        plot::word(area, &group.label, (left - 16, middle), HPos::Right, Ink::Text)?;
        for mark in &group.marks {
            draw_mark(area, mark, &scale, y + PITCH / 2)?;
            y += PITCH;
        }
        y += GAP;
    }
    Ok(())
}

/// Lines from top to bottom, named below, but not so near to each other that the names would touch.
fn axis(area: &Area, scale: &Scale, bottom: i32) -> Drawn {
    let mut free = i32::MIN;
    for (figure, is_named) in scale.ticks() {
        let (x, name) = (scale.place(figure), tick(figure));
        plot::line(area, vec![(x, 6), (x, bottom)], Ink::Grid, 2)?;
        let half = plot::width_of([name.as_str()]) / 2;
        if is_named && x - half >= free {
            plot::note(area, &name, (x, bottom + 22), HPos::Center)?;
            free = x + half + 10;
        }
    }
    Ok(())
}

fn draw_mark(area: &Area, mark: &Mark, scale: &Scale, y: i32) -> Drawn {
    let x = scale.place(mark.rate.median);
    let across = vec![(scale.place(0.0), y), (WIDTH as i32 - FIGURES, y)];
    plot::line(area, across, Ink::Grid, 1)?;
    let full = ShapeStyle::from(mark.ink.key()).filled();
    match mark.shape {
        Shape::Bar(strength) => {
            let bar = [(scale.place(0.0), y - 12), (x, y + 12)];
            area.draw(&Rectangle::new(bar, mark.ink.faded(strength).filled()))?;
            plot::whisker(area, scale, &mark.rate, y)?;
        }
        Shape::Point => {
            plot::whisker(area, scale, &mark.rate, y)?;
            area.draw(&Circle::new((x, y), 9, full))?;
        }
        Shape::Ring => {
            plot::whisker(area, scale, &mark.rate, y)?;
            area.draw(&Circle::new((x, y), 9, full))?;
            area.draw(&Circle::new((x, y), 5, ShapeStyle::from(Ink::Paper.key()).filled()))?;
        }
    }
    let figure = format!("{}{}", short(mark.rate.median), mark.mark);
    plot::word(area, &figure, (WIDTH as i32 - 2, y), HPos::Right, Ink::Text)
}

/// What the plot shows, for those who do not see it.
fn alt(title: &str, groups: &[Group]) -> String {
    let mark = |mark: &Mark| format!("{} {}", mark.what, short(mark.rate.median));
    let group = |group: &Group| {
        format!("{} {}", group.label, group.marks.iter().map(mark).collect::<Vec<_>>().join(", "))
    };
    format!("{title}, puzzles a second: {}", groups.iter().map(group).collect::<Vec<_>>().join("; "))
}

/// A round figure in few letters.
fn tick(figure: f64) -> String {
    let (number, unit) = match figure {
        1e9.. => (figure / 1e9, " G"),
        1e6.. => (figure / 1e6, " M"),
        1e3.. => (figure / 1e3, " k"),
        _ => (figure, ""),
    };
    format!("{}{unit}", (number * 1e3).round() / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_is_drawn_and_told() {
        let rate = Statistics { median: 1.5e6, least: 1.4e6, most: 1.6e6 };
        let mark = |shape| Mark { rate, ink: Ink::Lanes, shape, what: "first".to_owned(), mark: "!" };
        let marks = vec![mark(Shape::Bar(1.0)), mark(Shape::Ring), mark(Shape::Point)];
        let plot = svg("easy", &[Group { label: "lanes".to_owned(), marks }], &Scale::log([1.5e6]));
        assert!(plot.contains("easy, puzzles a second: lanes first 1.50 M"), "{plot}");
        assert_eq!(plot.matches("<circle").count(), 3, "{plot}");
        assert_eq!(plot.matches("1.50 M!").count(), 3, "{plot}");
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!([0.0, 500.0, 1e5, 2.5e6, 1e9].map(tick), ["0", "500", "100 k", "2.5 M", "1 G"]);
    }
}
