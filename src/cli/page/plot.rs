//! Drawing with the crate `plotters`. The plots are as wide as the screen of a phone, so that a page shows as many of
//! them side by side as it has room for, and none has to shrink.
//!
//! Lengths are in half pixels, so that lines can be placed with that precision.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::ink::Ink;
use crate::bench::Statistics;

/// Width of every plot.
pub const WIDTH: u32 = 720;

/// Font sizes. A size of plotters is 1.24 times the size in a style sheet.
const LARGE: f64 = 25.0 * 1.24;
const SMALL: f64 = 22.0 * 1.24;

/// Approximate width of a letter in the widest of the common fonts, as no font is measured.
const LETTER: f64 = 15.0;

/// The area in which a plot is drawn.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The result of drawing. Drawing to memory does not fail, but the interface of plotters allows for it.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws a plot of the usual width and this height, and returns its `svg` element. `alt` describes the plot in words.
pub fn svg(height: u32, alt: &str, draw: impl FnOnce(&Area) -> Drawn) -> String {
    svg_of((WIDTH, height), alt, draw)
}

/// Draws a plot of this width and height.
pub fn svg_of((width, height): (u32, u32), alt: &str, draw: impl FnOnce(&Area) -> Drawn) -> String {
    let mut text = String::new();
    let drawn = draw(&SVGBackend::with_string(&mut text, (width, height)).into_drawing_area());
    if drawn.is_err() {
        return format!("<p>{}</p>", super::html::escaped(alt));
    }
    // Inline SVG needs no name space, and the page determines the width.
    let content = text.find('>').map_or("", |end| &text[end + 1..]);
    let alt = super::html::escaped(alt);
    format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{alt}\">{content}")
}

/// Draws a label, aligned to a point.
pub fn label(area: &Area, text: &str, at: (i32, i32), align: HPos, ink: Ink) -> Drawn {
    draw_text(area, text, at, align, ink, LARGE)
}

/// Draws a smaller label, for axes.
pub fn small_label(area: &Area, text: &str, at: (i32, i32), align: HPos) -> Drawn {
    draw_text(area, text, at, align, Ink::Muted, SMALL)
}

fn draw_text(area: &Area, text: &str, at: (i32, i32), align: HPos, ink: Ink, size: f64) -> Drawn {
    let color = ink.placeholder();
    let style = TextStyle::from(("sans-serif", size).into_font()).color(&color);
    Ok(area.draw(&Text::new(text.to_owned(), at, style.pos(Pos::new(align, VPos::Center))))?)
}

/// Draws a line through points.
pub fn line(area: &Area, points: Vec<(i32, i32)>, ink: Ink, width: u32) -> Drawn {
    Ok(area.draw(&PathElement::new(points, ink.placeholder().stroke_width(width)))?)
}

/// The width of the longest label.
pub fn width_of<'a>(labels: impl IntoIterator<Item = &'a str>) -> i32 {
    let letters = labels.into_iter().map(|label| label.chars().count()).max().unwrap_or(0);
    (LETTER * letters as f64) as i32
}

/// A scale from values to coordinates.
#[derive(Clone, Debug)]
pub struct Scale {
    from: f64,
    to: f64,
    is_log: bool,
    coordinates: Range<i32>,
}

impl Scale {
    /// A linear scale from 0 to a round number that is at least `max`.
    pub fn linear(max: f64) -> Self {
        let step = step(max);
        let to = (max / step).ceil().max(1.0) * step;
        Self { from: 0.0, to, is_log: false, coordinates: 0..1 }
    }

    /// A logarithmic scale whose powers of ten enclose all values.
    pub fn log(values: impl IntoIterator<Item = f64>) -> Self {
        let powers = values.into_iter().map(|value| value.max(1e-3).log10());
        let (from, to) = powers
            .fold((f64::MAX, f64::MIN), |(min, max), power| (min.min(power.floor()), max.max(power.ceil())));
        let (from, to) = if from > to { (0.0, 1.0) } else { (from, to.max(from + 1.0)) };
        Self { from, to, is_log: true, coordinates: 0..1 }
    }

    /// The same scale on another range of coordinates.
    pub fn at(&self, coordinates: Range<i32>) -> Self {
        Self { coordinates, ..self.clone() }
    }

    /// The coordinate of a value.
    pub fn place(&self, value: f64) -> i32 {
        let value = if self.is_log { value.max(1e-3).log10() } else { value };
        let fraction = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.coordinates.start
            + (fraction * f64::from(self.coordinates.end - self.coordinates.start)).round() as i32
    }

    /// The values of the grid lines, and whether each has a label.
    pub fn ticks(&self) -> Vec<(f64, bool)> {
        if self.is_log {
            let powers = self.from as i32..=self.to as i32;
            return powers.map(|power| (10f64.powi(power), power.rem_euclid(2) == 0)).collect();
        }
        let step = step(self.to);
        (0..=(self.to / step).round() as i32).map(|tick| (f64::from(tick) * step, true)).collect()
    }
}

/// A round step of which two to five lead to `max`.
fn step(max: f64) -> f64 {
    let max = max.max(1e-9);
    let power = 10f64.powf(max.log10().floor());
    let steps = [0.2, 0.5, 1.0, 2.0].map(|step| step * power);
    steps.into_iter().find(|step| max / step <= 5.0).unwrap_or(power)
}

/// Draws a whisker from the minimum to the maximum.
pub fn whisker(area: &Area, scale: &Scale, rate: &Statistics, y: i32) -> Drawn {
    let (from, to) = (scale.place(rate.min), scale.place(rate.max));
    line(area, vec![(from, y), (to, y)], Ink::Text, 2)?;
    for end in [from, to] {
        line(area, vec![(end, y - 5), (end, y + 5)], Ink::Text, 2)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_scale_ends_at_a_round_number() {
        let scale = Scale::linear(36.2).at(0..100);
        assert_eq!((scale.place(0.0), scale.place(40.0), scale.place(20.0)), (0, 100, 50));
        assert_eq!(scale.ticks().len(), 5);
        assert_eq!(Scale::linear(0.0).at(0..10).place(0.0), 0);
    }

    #[test]
    fn a_logarithmic_scale_contains_its_values() {
        let scale = Scale::log([48.0, 17_800_000.0]).at(0..700);
        assert_eq!((scale.place(10.0), scale.place(1e8), scale.place(1e3)), (0, 700, 200));
        assert_eq!(scale.ticks().iter().filter(|(_, named)| *named).count(), 4);
        assert_eq!(Scale::log([]).at(0..10).place(10.0), 10);
    }

    #[test]
    fn a_plot_refers_to_no_other_file() {
        let plot = svg(100, "a < b", |area| label(area, "<lanes>", (10, 10), HPos::Left, Ink::Lanes));
        assert!(
            plot.starts_with("<svg viewBox=\"0 0 720 100\" role=\"img\" aria-label=\"a &lt; b\">"),
            "{plot}"
        );
        assert!(plot.contains("fill=\"#040000\"") && plot.contains("&lt;lanes&gt;"), "{plot}");
        assert!(!plot.contains("http"), "{plot}");
    }
}
